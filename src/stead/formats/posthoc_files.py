"""Pools and dispatches as JSON Lines: a header that says how they were made, then one item or screen per line.

They are written and read by stead only, so a file with a malformed line is refused.
"""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np

from stead.core.arrays import Ragged, TermLists, starts_of
from stead.core.errors import BadInput
from stead.core.pool import CandidatePool, Dispatch, PoolRow, PoolSource, Screen
from stead.formats.files import Content
from stead.formats.format import quote
from stead.formats.json_records import (
    RECORD_ERRORS,
    Record,
    decode,
    list_of,
    number_up_to,
    text_of,
    texts_of,
    weight_of,
)

POOL = "stead.pool/1"
DISPATCH = "stead.dispatch/1"
_MOST = float(2**53)
Parsed = TypeVar("Parsed")


# ---------------------------------------------------------------------------------------------------- pools


def serialise_pool(pool: CandidatePool) -> bytes:
    """Write a pool, one item per line; each candidate with its weight in the first gold, best rank, and runs."""
    sources = [{"name": source.name, "baseline": source.baseline} for source in pool.sources]
    return _serialise({"schema": POOL, "signature": pool.signature, "runs": sources}, map(_pool_record, pool))


def _pool_record(row: PoolRow) -> Record:
    entries = zip(row.candidates, map(_shortest_number, row.weights), row.places, row.runs, strict=True)
    return {"lexelt": row.lexelt, "id": row.id, "candidates": [list(entry) for entry in entries]}


def _shortest_number(number: float) -> float | int:
    return int(number) if number == int(number) else number


def read_pool(content: Content) -> CandidatePool:
    """Read a pool that `serialise_pool` wrote."""
    header, records = _records(content, POOL, "a pool, as `stead pool` writes it")
    sources = _parse_or_refuse(content, 1, _sources, header)
    signature = _parse_or_refuse(content, 1, lambda head: text_of(head, "signature", ""), header)
    lexelts: list[str] = []
    ids: list[str] = []
    columns = _PoolColumns()
    for line, record in records:
        row = _parse_or_refuse(content, line, lambda record: _pool_row(record, len(sources)), record)
        lexelts.append(row.lexelt)
        ids.append(row.id)
        columns.add(row)
    if len(set(zip(lexelts, ids, strict=True))) < len(ids):
        raise BadInput(f"{content.path}: an item occurs twice; make the pool again with `stead pool`.")
    return columns.pool(lexelts, ids, sources, signature)


class _PoolColumns:
    """Collects the rows of a pool in arrays, so that a large pool is never held as lists."""

    def __init__(self) -> None:
        self.index: dict[str, int] = {}
        self.sizes: list[int] = []
        self.parts: dict[str, list[np.typing.NDArray[np.generic]]] = {
            name: [] for name in ("codes", "weights", "places", "runs", "run_sizes")
        }

    def add(self, row: PoolRow) -> None:
        """Add an item."""
        self.sizes.append(len(row.candidates))
        codes = [self.index.setdefault(term, len(self.index)) for term in row.candidates]
        values = (codes, row.weights, row.places, [run for runs in row.runs for run in runs], list(map(len, row.runs)))
        kinds = (np.int64, np.float64, np.int64, np.int16, np.int64)
        for part, column, kind in zip(self.parts.values(), values, kinds, strict=True):
            part.append(np.array(column, dtype=kind))

    def pool(
        self, lexelts: list[str], ids: list[str], sources: tuple[PoolSource, ...], signature: str
    ) -> CandidatePool:
        """Make the pool of all rows."""
        codes, weights, places, runs, run_sizes = (
            np.concatenate([np.zeros(0, dtype=np.int64), *part]) for part in self.parts.values()
        )
        return CandidatePool(
            lexelts=lexelts,
            ids=ids,
            candidates=TermLists(
                list(self.index), Ragged(codes.astype(np.int64), starts_of(np.array(self.sizes, dtype=np.int64)))
            ),
            weights=weights.astype(np.float64),
            places=places.astype(np.int64),
            runs=Ragged(runs.astype(np.int64), starts_of(run_sizes.astype(np.int64))),
            sources=sources,
            signature=signature,
        )


def _sources(header: Record) -> tuple[PoolSource, ...]:
    return tuple(
        PoolSource(text_of(source, "name"), source.get("baseline") is True)
        for source in list_of(header["runs"], "runs")
    )


def _pool_row(record: Record, sources: int) -> PoolRow:
    entries = [list_of(entry, "a candidate") for entry in list_of(record["candidates"], "candidates")]
    if any(len(entry) != 4 for entry in entries):
        raise ValueError("a candidate is [text, weight, place, runs]")
    terms = texts_of([entry[0] for entry in entries], "a candidate")
    if len(set(terms)) < len(terms):
        raise ValueError("a candidate occurs twice")
    runs = [list_of(entry[3], "runs") for entry in entries]
    _check_numbers([run for run_numbers in runs for run in run_numbers], sources - 1, "a run")
    places = [entry[2] for entry in entries]
    _check_numbers(places, _MOST, "a place")
    return PoolRow(
        lexelt=text_of(record, "lexelt"),
        id=text_of(record, "id"),
        candidates=terms,
        weights=[weight_of(entry[1], "a weight") for entry in entries],
        places=places,
        runs=runs,
    )


# ----------------------------------------------------------------------------------------------- dispatches


def serialise_dispatch(dispatch: Dispatch) -> bytes:
    """Write a dispatch, one screen per line. This is the organiser's copy: it marks planted and repeated candidates."""
    header = {
        "schema": DISPATCH,
        "signature": dispatch.signature,
        "pool": dispatch.pool,
        **{name: getattr(dispatch, name) for name in _NUMBERS},
    }
    return _serialise(header, map(_screen_record, dispatch.screens))


_NUMBERS = ("subsets", "size", "least", "most", "repeats", "planted")


def _screen_record(screen: Screen) -> Record:
    record: Record = {"subset": screen.subset, "lexelt": screen.lexelt, "id": screen.id, "show": screen.candidates}
    if screen.planted:
        record["planted"] = screen.planted
    if screen.again:
        record["again"] = True
    return record


def read_dispatch(content: Content) -> Dispatch:
    """Read a dispatch that `serialise_dispatch` wrote."""
    header, records = _records(content, DISPATCH, "a dispatch, as `stead dispatch` writes it")
    numbers = _parse_or_refuse(
        content, 1, lambda head: [_whole_number(head[name], _MOST, name) for name in _NUMBERS], header
    )
    signature, pool = _parse_or_refuse(
        content, 1, lambda head: [text_of(head, name) for name in ("signature", "pool")], header
    )
    screens = tuple(
        _parse_or_refuse(content, line, lambda record: _screen(record, numbers[0]), record) for line, record in records
    )
    subsets, size, least, most, repeats, planted = numbers
    if not subsets:
        raise BadInput(f"{content.path}:1: there is no subset. The file is damaged; make it again.")
    return Dispatch(
        screens=screens,
        subsets=subsets,
        size=size,
        least=least,
        most=most,
        repeats=repeats,
        planted=planted,
        signature=signature,
        pool=pool,
    )


def _screen(record: Record, subsets: int) -> Screen:
    subset = _whole_number(record["subset"], subsets, "subset")
    if not subset:
        raise ValueError("subsets are numbered from 1")
    candidates = texts_of(record["show"], "show")
    planted = texts_of(record.get("planted", []), "planted")
    if not set(planted) <= set(candidates):
        raise ValueError("a planted candidate is not shown")
    again = record.get("again") is True
    return Screen(
        subset=subset,
        lexelt=text_of(record, "lexelt"),
        id=text_of(record, "id"),
        candidates=candidates,
        planted=planted,
        again=again,
    )


# --------------------------------------------------------------------------------------------------- lines


def posthoc_kind(content: Content) -> str:
    """`pool` or `dispatch`, by the schema of a file; "" if it is neither."""
    try:
        schema = decode(content.data.removeprefix(BOM_UTF8).partition(b"\n")[0].decode()).get("schema")
    except RECORD_ERRORS:
        return ""
    return {POOL: "pool", DISPATCH: "dispatch"}.get(str(schema), "")


def _serialise(header: Record, records: Iterator[Record]) -> bytes:
    lines = [json.dumps(header, ensure_ascii=False)]
    lines += [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records]
    return ("\n".join(lines) + "\n").encode()


def _records(content: Content, schema: str, what: str) -> tuple[Record, Iterator[tuple[int, Record]]]:
    """Decode the header, and the records after it with their lines."""
    first, _, rest = content.data.removeprefix(BOM_UTF8).partition(b"\n")
    try:
        header = decode(first.decode())
    except RECORD_ERRORS:
        header = {}
    if header.get("schema") != schema:
        first_line = quote(first.decode(errors="replace"))
        raise BadInput(f'{content.path}:1: expected {what}, beginning with {{"schema": "{schema}", found {first_line}.')
    return header, _decode_lines(content, rest)


def _decode_lines(content: Content, data: bytes) -> Iterator[tuple[int, Record]]:
    start, line_number = 0, 1
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        line_number += 1
        line = data[start:end]
        if line.strip():
            yield line_number, _parse_or_refuse(content, line_number, lambda text: decode(text.decode()), line)
        start = end + 1


def _parse_or_refuse(content: Content, line: int, make: Callable[..., Parsed], value: object) -> Parsed:
    """Parse a line, or refuse the file."""
    try:
        return make(value)
    except RECORD_ERRORS as error:
        reason = f"no field {error}" if isinstance(error, KeyError) else error
        raise BadInput(f"{content.path}:{line}: {reason}. The file is damaged; make it again.") from None


def _check_numbers(values: list[Any], most: float, name: str) -> None:
    """Refuse anything but whole numbers from 0; a large pool has millions of them, so all are checked together."""
    if any(kind is not int for kind in set(map(type, values))):
        raise ValueError(f"{name} is not a whole number")
    if values and not (min(values) >= 0 and max(values) <= most):
        raise ValueError(f"{name} is not from 0 to {most:g}")


def _whole_number(value: object, most: float, name: str) -> int:
    number = number_up_to(most, value, name)
    if number != int(number):
        raise ValueError(f"{name} is not a whole number")
    return int(number)
