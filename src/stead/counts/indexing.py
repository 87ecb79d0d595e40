"""Index the sorted tables as arrays that a reader maps into memory: nothing is loaded for a lookup.

NAME_text.bin, NAME_starts.npy   forms or lemmas sorted by their bytes, concatenated; the start of each
NAME_ids.npy, NAME_places.npy    their ids in that order; the rank in that order of each id
NAME_counts.npy                  counts by id
contexts_KIND.npy                the number of pairs of each lemma, by id
PAIRS_indptr, _indices, _counts  rows of a sparse matrix; PAIRS is near or same_sentence, with _after or _before
ngrams_N_keys.npy, _counts.npy   n-grams in order: the rank of the first N-1 words among the (N-1)-grams, times 2^32,
                                 plus the last word; the rank of a single word is its id
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.core.extras import import_extra
from stead.counts.atomic_files import new_array, parts

Longs = npt.NDArray[np.int64]

_BATCH = 1 << 18
_MOST_INT32 = np.iinfo(np.int32).max


def rows_of(folder: Path) -> int:
    """Count the rows of a table."""
    return sum(import_extra("pyarrow.parquet", "counting").read_metadata(path).num_rows for path in parts(folder))


def columns_of(folder: Path, names: list[str]) -> Iterator[tuple[int, list[Any]]]:
    """Read columns of a table, some rows at a time, with the number of the first row."""
    first = 0
    for path in parts(folder):
        file = import_extra("pyarrow.parquet", "counting").ParquetFile(path)
        for batch in file.iter_batches(_BATCH, columns=names):
            yield first, [batch.column(batch.schema.get_field_index(name)) for name in names]
            first += batch.num_rows


def write_names(by_name: Path, name: str, first_id: int, index: Path) -> None:
    """Index the names of a table of (name, id, count) that is sorted by name."""
    size = rows_of(by_name)
    ids = new_array(index / f"{name}_ids.npy", np.int32, size)
    places = new_array(index / f"{name}_places.npy", np.int32, size)
    counts = new_array(index / f"{name}_counts.npy", np.int64, size)
    starts = new_array(index / f"{name}_starts.npy", np.int64, size + 1)
    end = 0
    with (index / f"{name}_text.bin").open("wb") as text:
        for first, (names, own_ids, own_counts) in columns_of(by_name, ["name", "id", "count"]):
            rows = slice(first, first + len(names))
            ids[rows] = own_ids.to_numpy()
            places[ids[rows] - first_id] = np.arange(first, first + len(names))
            counts[ids[rows] - first_id] = own_counts.to_numpy()
            encoded = [name.encode() for name in names.to_pylist()]
            ends = end + np.cumsum([len(text) for text in encoded])
            starts[first + 1 : first + 1 + len(names)] = ends
            end = int(ends[-1])
            text.write(b"".join(encoded))


def write_pairs(table: Path, name: str, size: int, index: Path) -> None:
    """Index both directions of a table of (lemma, context, count) that is sorted by lemma and context."""
    rows = rows_of(table)
    dtype = np.int32 if rows <= _MOST_INT32 else np.int64
    sums = {"lemma": np.zeros(size, np.int64), "context": np.zeros(size, np.int64)}
    for _, columns in columns_of(table, list(sums)):
        for column, total in zip(columns, sums.values(), strict=True):
            np.add(total, np.bincount(column.to_numpy(), minlength=size), out=total)
    after = _Rows(index, f"{name}_after", sums["lemma"], rows, dtype)
    before = _Rows(index, f"{name}_before", sums["context"], rows, dtype)
    for _, (lemma, context, count) in columns_of(table, ["lemma", "context", "count"]):
        after.add(lemma.to_numpy(), context.to_numpy(), count.to_numpy())
        before.add(context.to_numpy(), lemma.to_numpy(), count.to_numpy())


class _Rows:
    """A sparse matrix that is filled incrementally, in order within each row."""

    def __init__(self, index: Path, name: str, sizes: Longs, cells: int, dtype: npt.DTypeLike) -> None:
        indptr = new_array(index / f"{name}_indptr.npy", dtype, len(sizes) + 1)
        indptr[1:] = np.cumsum(sizes)
        self._next = indptr[:-1].astype(np.int64)
        self._indices = new_array(index / f"{name}_indices.npy", dtype, cells)
        self._counts = new_array(index / f"{name}_counts.npy", np.int64, cells)

    def add(self, rows: Any, columns: Any, counts: Any) -> None:
        """Append cells to their rows."""
        order = np.argsort(rows, kind="stable")
        ordered = rows[order]
        starts = np.flatnonzero(np.diff(ordered, prepend=-1))
        sizes = np.diff(np.append(starts, len(ordered)))
        places = np.arange(len(ordered)) - np.repeat(starts, sizes) + self._next[ordered]
        self._indices[places] = columns[order]
        self._counts[places] = counts[order]
        self._next[ordered[starts]] += sizes


def write_ngrams(table: Path, order: int, size: int, index: Path) -> None:
    """Index the n-grams of one length; shorter ones must have been indexed before."""
    if order == 1:
        counts = new_array(index / "ngrams_1_counts.npy", np.int64, size)
        for _, (word, count) in columns_of(table, ["w0", "count"]):
            counts[word.to_numpy()] = count.to_numpy()
        return
    keys = new_array(index / f"ngrams_{order}_keys.npy", np.int64, rows_of(table))
    counts = new_array(index / f"ngrams_{order}_counts.npy", np.int64, len(keys))
    shorter = [np.load(index / f"ngrams_{less}_keys.npy", mmap_mode="r") for less in range(2, order)]
    names = [f"w{rank}" for rank in range(order)]
    for first, columns in columns_of(table, [*names, "count"]):
        words = [column.to_numpy() for column in columns[:-1]]
        rank = words[0].astype(np.int64)
        for known, word in zip(shorter, words[1:-1], strict=True):
            rank = np.searchsorted(known, ngram_key(rank, word))
        keys[first : first + len(rank)] = ngram_key(rank, words[-1])
        counts[first : first + len(rank)] = columns[-1].to_numpy()


def ngram_key(rank: Longs, word: npt.NDArray[np.integer]) -> Longs:
    """Combine the rank of an n-gram's first words and its last word into its key."""
    return (rank << 32) | word


def write_contexts(table: Path, names: list[str], size: int, index: Path) -> None:
    """Index the context totals of each lemma."""
    arrays = [new_array(index / f"contexts_{name}.npy", np.int64, size) for name in names]
    for _, (lemma, *columns) in columns_of(table, ["lemma", *names]):
        for array, column in zip(arrays, columns, strict=True):
            array[lemma.to_numpy()] = column.to_numpy()
