"""Count pairs and n-grams within each shard, in the codes of the whole corpus, so that an engine only adds them up.

    SHARD/near.parquet           lemma int32, context int32, count int64
    SHARD/same_sentence.parquet  the same
    SHARD/longest.parquet        w0 w1 ... int32, count int64: n-grams of the greatest length

A row may occur several times, since only some are counted at once. NOTHING (-1) is beyond the end of a sentence in
n-grams. Distinct rows are counted by sorting them as single integers, which is much faster than sorting rows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stead.core.extras import import_extra
from stead.counts.atomic_files import parts
from stead.counts.count_settings import BEGIN, END, NOTHING, PAIR, SPECIAL, CountSettings, ngram_columns
from stead.counts.shards import CODES, shard_folder
from stead.counts.tokenising import BOUNDARY

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]

_BITS = 63  # of a non-negative int64


def distinct_rows(columns: Sequence[npt.NDArray[np.integer]], size: int) -> tuple[list[Ints], Longs]:
    """Count the distinct rows of columns of numbers from 0 to below `size`; the rows are sorted.

    If the columns do not fit into one integer, the first of them are replaced by their rank.
    """
    bits = max(size - 1, 1).bit_length()
    together = _BITS // bits
    if len(columns) <= together:
        keys, counts = distinct_keys(_pack(columns, bits))
        return _unpack(keys, len(columns), bits), counts
    first, numbers = np.unique(_pack(columns[:together], bits), return_inverse=True)
    (chosen, *others), counts = distinct_rows([numbers, *columns[together:]], max(size, len(first)))
    return [*_unpack(first[chosen], together, bits), *others], counts


def distinct_keys(keys: Longs) -> tuple[Longs, Longs]:
    """Count the distinct numbers, in order; the array is sorted in place."""
    keys.sort()
    is_first = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    starts = np.flatnonzero(is_first)
    return keys[starts], np.diff(starts, append=len(keys))


def _pack(columns: Sequence[npt.NDArray[np.integer]], bits: int) -> Longs:
    """Pack each row into one integer, in the order of the rows."""
    keys = columns[0].astype(np.int64)
    for column in columns[1:]:
        keys <<= bits
        keys |= column
    return keys


def _unpack(keys: Longs, columns: int, bits: int) -> list[Ints]:
    """Unpack the rows of such integers."""
    mask = (1 << bits) - 1
    return [((keys >> bits * column) & mask).astype(np.int32) for column in reversed(range(columns))]


Tally = tuple[list[Ints], Longs]
"""Distinct rows, and their counts."""

_BEGIN, _END = SPECIAL.index(BEGIN), SPECIAL.index(END)
_HALF, _LOW = 32, 0xFFFFFFFF
_AT_ONCE = 1 << 22
"""The number of pairs or n-grams in memory at once."""


@dataclass(frozen=True)
class Recoding:
    """The map from a shard's codes to those of the corpus: `forms[c]`, `lemmas[c]`, `pairing[c]` of code c."""

    forms: Ints
    lemmas: Ints
    pairing: Ints
    """Like `lemmas`, without those that are too common for pairs of a sentence."""


@dataclass(frozen=True)
class TallyJob:
    """A shard whose pairs and n-grams are to be counted."""

    shard: int
    work: Path
    target: Path
    settings: CountSettings

    @property
    def folder(self) -> Path:
        """The folder for the tables."""
        return self.target / str(self.shard)


def tally(job: TallyJob) -> None:
    """Count the pairs and n-grams of a shard."""
    job.folder.mkdir(parents=True)
    codes = np.load(shard_folder(job.work, job.shard) / CODES)
    write_tallies(codes, _recoding(job.work / "codes", job.shard), job.settings, job.folder)


def _recoding(codes: Path, shard: int) -> Recoding:
    """Read the map of a shard's codes; the first is that of the boundary."""
    names = ["form", "lemma", "pairing"]
    table = import_extra("pyarrow.parquet", "counting").read_table(
        parts(codes), columns=names, filters=[("shard", "=", shard)], use_threads=False
    )
    return Recoding(*(np.insert(table[name].to_numpy(), 0, 0).astype(np.int32) for name in names))


def write_tallies(codes: Ints, recoding: Recoding, settings: CountSettings, folder: Path) -> None:
    """Write the tables of a shard with these codes."""
    places, sentence = _with_ends(codes)
    forms = _look_up(places, recoding.forms, begin=_BEGIN, end=_END)
    _write(folder / "longest.parquet", ngram_columns(settings.ngrams), _ngrams(forms, sentence, settings.ngrams))
    lemmas = _look_up(places, recoding.lemmas, begin=NOTHING, end=NOTHING)
    _write(folder / "near.parquet", PAIR, _near(lemmas, sentence, settings.window))
    pairing = _look_up(places, recoding.pairing, begin=NOTHING, end=NOTHING)
    _write(folder / "same_sentence.parquet", PAIR, _same_sentence(pairing, sentence, settings.span))


def _with_ends(codes: Ints) -> tuple[Ints, Ints]:
    """Put -1 before each sentence, and number the sentences; BOUNDARY is after each already."""
    starts = np.concatenate([[0], np.flatnonzero(codes == BOUNDARY) + 1])[:-1]
    places = np.insert(codes, starts, -1)
    return places, np.cumsum(places == -1, dtype=np.int32)


def _look_up(places: Ints, table: Ints, *, begin: int, end: int) -> Ints:
    """Look up each code in a table, with codes for the start and end of sentences."""
    whole = table.copy()
    whole[BOUNDARY] = end
    return np.append(whole, np.int32(begin))[places]  # -1 is the last


def _ngrams(forms: Ints, sentence: Ints, order: int) -> Iterator[Tally]:
    """Count the n-grams that begin at each position."""
    for start in range(0, len(forms), _AT_ONCE):
        yield _count_rows([_shifted(forms, sentence, start, start + _AT_ONCE, shift) for shift in range(order)])


def _near(lemmas: Ints, sentence: Ints, window: int) -> Iterator[Tally]:
    """Count pairs of lemmas, the second at most a window after the first."""
    rows = max(_AT_ONCE // window, 1)
    for start in range(0, len(lemmas), rows):
        end = min(start + rows, len(lemmas))
        pairs = np.empty((window, end - start), np.int64)
        for shift in range(1, window + 1):
            _pair_into(lemmas[start:end], _shifted(lemmas, sentence, start, end, shift), out=pairs[shift - 1])
        yield _count_pairs(pairs.ravel())


def _shifted(codes: Ints, sentence: Ints, start: int, end: int, shift: int) -> Ints:
    """Give the codes `shift` positions after each position from `start` to `end`, within the same sentence."""
    size = min(end, len(codes)) - start
    shifted = np.full(size, NOTHING, np.int32)
    there = codes[start + shift : end + shift]
    is_same = sentence[start + shift : end + shift] == sentence[start : start + len(there)]
    shifted[: len(there)] = np.where(is_same, there, NOTHING)
    return shifted


def _same_sentence(codes: Ints, sentence: Ints, span: int) -> Iterator[Tally]:
    """Count pairs of lemmas, the second after the first in the same sentence."""
    is_counted = codes != NOTHING
    codes, sentence = codes[is_counted], sentence[is_counted]
    ends = np.cumsum(np.bincount(sentence))[sentence] if len(codes) else np.empty(0, np.int64)
    sizes = np.minimum(ends - np.arange(len(codes)) - 1, span)
    for here in _shares(sizes):
        lengths = sizes[here]
        before = np.cumsum(lengths) - lengths
        contexts = np.arange(lengths.sum()) + np.repeat(here + 1 - before, lengths)
        pairs = np.empty(len(contexts), np.int64)
        _pair_into(np.repeat(codes[here], lengths), codes[contexts], out=pairs)
        yield _count_pairs(pairs)


def _shares(sizes: Longs) -> Iterator[Longs]:
    """Split positions into ranges whose sizes add up to no more than fits into memory."""
    if not sizes.any():
        return
    share = (np.cumsum(sizes) - sizes) // _AT_ONCE
    bounds = np.searchsorted(share, np.arange(share[-1] + 2))
    for start, end in pairwise(bounds):
        yield np.arange(start, end)


def _pair_into(lemmas: Ints, contexts: Ints, out: Longs) -> None:
    """Pack lemma and context into one integer, which is negative if one of them is NOTHING."""
    np.left_shift(lemmas, _HALF, out=out, dtype=np.int64)
    np.bitwise_or(out, contexts, out=out)


def _count_pairs(pairs: Longs) -> Tally:
    """Count the distinct pairs, without those with NOTHING."""
    distinct, counts = distinct_keys(pairs)
    first = np.searchsorted(distinct, 0)
    return _both(distinct[first:]), counts[first:]


def _both(pairs: Longs) -> list[Ints]:
    return [(pairs >> _HALF).astype(np.int32), (pairs & _LOW).astype(np.int32)]


def _count_rows(columns: Sequence[Ints]) -> Tally:
    """Count the distinct rows of columns that may contain NOTHING."""
    least = np.int32(NOTHING)
    size = max(int(column.max(initial=NOTHING)) for column in columns) - NOTHING + 1
    rows, counts = distinct_rows([column - least for column in columns], size)
    return [row + least for row in rows], counts


def _write(path: Path, names: Sequence[str], tallies: Iterator[Tally]) -> None:
    pa, parquet = import_extra("pyarrow", "counting"), import_extra("pyarrow.parquet", "counting")
    schema = pa.schema([*((name, pa.int32()) for name in names), ("count", pa.int64())])
    plain = {"compression": "none", "use_dictionary": False, "write_statistics": False}  # read only once
    with parquet.ParquetWriter(path, schema, **plain) as writer:
        for rows, counts in tallies:
            writer.write_table(pa.table([*rows, counts], schema=schema))
