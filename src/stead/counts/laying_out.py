"""Shards laid out in the codes of the whole corpus, so that an engine need only group and count.

    SHARD/words.parquet      one row a place in a sentence, its two ends included:
                             w0 w1 ... int32: the form here and the next ones (n-grams)
                             l0 l1 ... int32: the lemma here and the next ones in the window
    SHARD/sentences.parquet  lemma int32, contexts list<int32>: a lemma that is not too common, and those behind it in
                             the sentence

NOTHING (-1) stands beyond the end of a sentence, and for lemmas that are not counted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.counts.extras import library
from stead.counts.files import parts
from stead.counts.settings import BEGIN, END, NOTHING, SPECIAL, CountSettings
from stead.counts.shards import CODES, shard_folder
from stead.counts.tokenising import BOUNDARY

Ints = npt.NDArray[np.int32]

_BEGIN, _END = SPECIAL.index(BEGIN), SPECIAL.index(END)
_ROWS = 1 << 17
"""How many rows are laid out, and written, at once."""


@dataclass(frozen=True)
class Recoding:
    """From a shard's own codes to those of the corpus: `forms[c]`, `lemmas[c]`, `pairing[c]` of code c."""

    forms: Ints
    lemmas: Ints
    pairing: Ints
    """As `lemmas`, without those that are too common for pairs of a sentence."""


@dataclass(frozen=True)
class Job:
    """A shard to be laid out."""

    shard: int
    work: Path
    laid_out: Path
    settings: CountSettings

    @property
    def folder(self) -> Path:
        """Where to."""
        return self.laid_out / str(self.shard)


def lay_out(job: Job) -> None:
    """Lay a shard out."""
    job.folder.mkdir(parents=True)
    codes = np.load(shard_folder(job.work, job.shard) / CODES)
    write_layout(codes, _recoding(job.work / "codes", job.shard), job.settings, job.folder)


def _recoding(codes: Path, shard: int) -> Recoding:
    """What the codes of a shard are in the whole corpus; the first is that of the boundary."""
    names = ["form", "lemma", "pairing"]
    table = library("pyarrow.parquet").read_table(
        parts(codes), columns=names, filters=[("shard", "=", shard)], use_threads=False
    )
    return Recoding(*(np.insert(table[name].to_numpy(), 0, 0).astype(np.int32) for name in names))


def write_layout(codes: Ints, recoding: Recoding, settings: CountSettings, folder: Path) -> None:
    """Write the tables of a shard with these codes."""
    places, sentence = _with_ends(codes)
    forms = _looked_up(places, recoding.forms, begin=_BEGIN, end=_END)
    lemmas = _looked_up(places, recoding.lemmas, begin=NOTHING, end=NOTHING)
    columns = {f"w{shift}": _shifted(forms, sentence, shift) for shift in range(settings.ngrams)}
    columns |= {f"l{shift}": _shifted(lemmas, sentence, shift) for shift in range(settings.window + 1)}
    pa = library("pyarrow")
    _write(folder / "words.parquet", iter([{name: pa.array(column) for name, column in columns.items()}]))
    pairing = _looked_up(places, recoding.pairing, begin=NOTHING, end=NOTHING)
    if not settings.span:
        pairing = pairing[:0]
    _write(folder / "sentences.parquet", _contexts(pairing, sentence[: len(pairing)], settings.span))


def _with_ends(codes: Ints) -> tuple[Ints, Ints]:
    """The codes with -1 before and BOUNDARY behind each sentence, and the number of the sentence of each."""
    starts = np.concatenate([[0], np.flatnonzero(codes == BOUNDARY) + 1])[:-1]
    places = np.insert(codes, starts, -1)
    return places, np.cumsum(places == -1, dtype=np.int32)


def _looked_up(places: Ints, table: Ints, *, begin: int, end: int) -> Ints:
    """What stands in a table for each code; the last two are for the ends of sentences."""
    whole = table.copy()
    whole[BOUNDARY] = end
    return np.append(whole, np.int32(begin))[places]  # -1 is the last


def _shifted(codes: Ints, sentence: Ints, shift: int) -> Ints:
    """What stands so many places further on in the same sentence."""
    if shift == 0:
        return codes
    found = np.full(len(codes), NOTHING, np.int32)
    found[:-shift] = np.where(sentence[shift:] == sentence[:-shift], codes[shift:], NOTHING)
    return found


def _contexts(codes: Ints, sentence: Ints, span: int) -> Iterator[dict[str, Any]]:
    """Each lemma with those behind it in its sentence, some rows at a time."""
    pa = library("pyarrow")
    is_counted = codes != NOTHING
    codes, sentence = codes[is_counted], sentence[is_counted]
    lengths = np.bincount(sentence) if len(codes) else np.empty(0, np.int64)
    ends = np.cumsum(lengths)[sentence] if len(codes) else lengths
    for start in range(0, max(len(codes), 1), _ROWS):
        here = np.arange(start, min(start + _ROWS, len(codes)), dtype=np.int32)
        sizes = np.minimum(ends[here] - here - 1, span)
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        places = np.arange(offsets[-1], dtype=np.int32) + np.repeat(here + 1 - offsets[:-1], sizes)
        contexts = pa.ListArray.from_arrays(pa.array(offsets), pa.array(codes[places]))
        yield {"lemma": pa.array(codes[here]), "contexts": contexts}


def _write(path: Path, parts: Iterator[dict[str, Any]]) -> None:
    pa, parquet = library("pyarrow"), library("pyarrow.parquet")
    first = pa.table(next(parts))
    plain = {"compression": "none", "use_dictionary": False, "write_statistics": False}  # read once, and soon
    with parquet.ParquetWriter(path, first.schema, **plain) as writer:
        writer.write_table(first, row_group_size=_ROWS)
        for part in parts:
            writer.write_table(pa.table(part), row_group_size=_ROWS)
