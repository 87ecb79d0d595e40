"""The lemma of each distinct form, as a table that engines join: no form is looked up twice, whatever the corpus."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from stead.core.extras import library
from stead.words import lemmatiser
from stead.words.language_codes import LEMMATISED

_BATCH = 1 << 16


def write_lemma_table(form_parts: Iterable[str], language: str, folder: Path) -> None:
    """Write (form, lemma) for the forms of a table; in a language without a lemmatiser a form is its own lemma."""
    pa, parquet = library("pyarrow", "counting"), library("pyarrow.parquet", "counting")
    schema = pa.schema([("form", pa.string()), ("lemma", pa.string())])
    lemma_of = lemma_finder(language)
    with parquet.ParquetWriter(folder / "part-00000.parquet", schema) as writer:
        for forms in _batches(form_parts):
            lemmas = pa.array(map(lemma_of, forms.to_pylist()), pa.string())
            writer.write_batch(pa.record_batch([forms, lemmas], schema=schema))


def _batches(paths: Iterable[str]) -> Iterator[Any]:
    for path in paths:
        for batch in library("pyarrow.parquet", "counting").ParquetFile(path).iter_batches(_BATCH, columns=["form"]):
            yield batch.column(0)


def lemma_finder(language: str) -> Callable[[str], str]:
    """What gives a form its lemma, as the tables have it."""
    if language not in LEMMATISED:
        return lambda form: form
    lemmas = lemmatiser(language)
    return lambda form: lemmas(form, "")[0].lower()
