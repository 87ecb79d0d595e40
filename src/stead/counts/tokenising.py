"""Tokenise a block of text into word codes, and look up the lemmas of the forms.

Words never extend over white space, so every distinct piece between spaces is tokenised only once. Text is normalised
(NFC) and lower-cased here, before any engine: engines differ in how they lower-case (the Turkish capital I with a dot).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np
import numpy.typing as npt

from stead.core.extras import import_extra
from stead.words import lemmatiser, split_sentences, words_of
from stead.words.lemmatisers import LEMMATISED
from stead.words.sentence_splitting import ends_inside

Codes = npt.NDArray[np.int32]

BOUNDARY = 0
"""The code between two sentences; those of words begin at 1."""

LONGEST_WORD = 100
"""The length of the longest word in characters; longer ones are left out."""

_SEPARATOR = "\x03"
_REMEMBERED = 200_000


@dataclass(frozen=True)
class Tokenised:
    """The words of a text as codes, with a boundary after each sentence; the form of code c is `forms[c - 1]`."""

    codes: Codes
    forms: Sequence[str]
    too_long: int

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """The number of occurrences of each form."""
        return np.bincount(self.codes, minlength=len(self.forms) + 1)[1:].astype(np.int64)


class _Numbered(dict[str, int]):
    """Numbers keys in the order of their first lookup."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class Tokeniser:
    """Tokenises texts of one language, with a cache."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._known: dict[str, tuple[tuple[str, ...], int]] = {}

    def __call__(self, text: str) -> Tokenised:
        """Tokenise a text whose lines contain whole sentences."""
        in_text, pieces = self._pieces(text)
        cut = list(map(self._words, pieces))
        lengths = np.fromiter((len(words) for words, _ in cut), np.int64, len(cut))
        forms = _Numbered({_SEPARATOR: BOUNDARY})
        flat = np.fromiter((forms[word] for words, _ in cut for word in words), np.int32, int(lengths.sum()))
        too_long = np.fromiter((lost for _, lost in cut), np.int64, len(cut))
        codes = _without_empty_sentences(_expanded(in_text, lengths, flat))
        return Tokenised(codes, list(forms)[1:], int(too_long[in_text].sum()))

    def _pieces(self, text: str) -> tuple[Codes, list[str]]:
        """Split a text at white space, with a separator after each sentence: codes, and the distinct pieces."""
        if not text.isascii():
            text = normalize("NFC", text)
        joined = "\n".join(_sentences(text.replace(_SEPARATOR, " "), self._language)).lower()
        pa = import_extra("pyarrow", "counting")
        whole = pa.array([f"{joined}\n".replace("\n", f" {_SEPARATOR} ")], pa.large_string())
        encoded = import_extra("pyarrow.compute", "counting").ascii_split_whitespace(whole).values.dictionary_encode()
        return encoded.indices.to_numpy(), encoded.dictionary.to_pylist()

    def _words(self, piece: str) -> tuple[tuple[str, ...], int]:
        """Tokenise a piece: its words, and how many are left out as too long; a separator is its own word."""
        result = self._known.get(piece)
        if result is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            words = [piece] if piece == _SEPARATOR else words_of(piece, self._language)
            kept = tuple(word for word in words if len(word) <= LONGEST_WORD)
            result = self._known[piece] = kept, len(words) - len(kept)
        return result


def _sentences(text: str, language: str) -> Iterator[str]:
    for line in text.split("\n"):
        if ends_inside(line):
            yield from (sentence.text.replace("\n", " ") for sentence in split_sentences(line, language))
        else:
            yield line


def _expanded(in_text: Codes, lengths: npt.NDArray[np.int64], flat: Codes) -> Codes:
    """Replace each piece of the text by the codes of its words."""
    starts = np.cumsum(lengths) - lengths
    sizes = lengths[in_text]
    before = np.cumsum(sizes) - sizes
    codes: Codes = flat[np.repeat(starts[in_text] - before, sizes) + np.arange(sizes.sum())]
    return codes


def _without_empty_sentences(codes: Codes) -> Codes:
    """Remove boundaries at the beginning and after another boundary."""
    is_boundary = codes == BOUNDARY
    after_boundary = np.concatenate([[True], is_boundary[:-1]])
    kept: Codes = codes[~(is_boundary & after_boundary)]
    return kept


_FORMS_AT_ONCE = 1 << 16


def write_lemma_table(form_parts: Iterable[str], language: str, folder: Path) -> None:
    """Write a table of (form, lemma), for engines to join; without a lemmatiser a form is its own lemma."""
    pa, parquet = import_extra("pyarrow", "counting"), import_extra("pyarrow.parquet", "counting")
    schema = pa.schema([("form", pa.string()), ("lemma", pa.string())])
    lemma_of = lemma_finder(language)
    with parquet.ParquetWriter(folder / "part-00000.parquet", schema) as writer:
        for forms in _form_batches(form_parts):
            lemmas = pa.array(map(lemma_of, forms.to_pylist()), pa.string())
            writer.write_batch(pa.record_batch([forms, lemmas], schema=schema))


def _form_batches(paths: Iterable[str]) -> Iterator[Any]:
    for path in paths:
        for batch in (
            import_extra("pyarrow.parquet", "counting").ParquetFile(path).iter_batches(_FORMS_AT_ONCE, columns=["form"])
        ):
            yield batch.column(0)


def lemma_finder(language: str) -> Callable[[str], str]:
    """Give the function from forms to lemmas that the tables use."""
    if language not in LEMMATISED:
        return lambda form: form
    lemmas = lemmatiser(language)
    return lambda form: lemmas(form, "")[0].lower()
