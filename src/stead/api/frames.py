"""Data frames of pandas and polars, read and made by narwhals: a row for each substitute, candidate or item.

| what | columns | may have |
|---|---|---|
| gold | id, substitute, weight | lexelt, judges, proficient, target |
| run | id, substitute | lexelt, rank, score |
| annotations | id, annotator, substitute | lexelt, nil, name, multiword, comment, time, phase |
| ratings | id, candidate, rater, value | lexelt, comment, time, phase, first |
| items | id, text, start, end | lexelt, language, document |

Other columns are refused, so that a misspelt `score` is not lost. An item without substitutes, or an answer without
any, has one row in which the substitute is missing. The answers of a run are in the order of their `rank`; without
ranks, in that of their `score`; without scores, in that of the rows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal, NamedTuple, get_args

from stead.api.runs import DataFrame, is_number
from stead.core.annotation import Annotation
from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.core.item import Item
from stead.core.rating import VERDICTS, Rating
from stead.core.substitutes import PROPER_NAME, GoldRow, GoldStandard, Run
from stead.core.text import shorten
from stead.formats import quote

Library = Literal["pandas", "polars"]
Record = Mapping[str, Any]


class _Layout(NamedTuple):
    """The columns that a frame must have, and those that it may have."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ("lexelt",)


_GOLD = _Layout(("id", "substitute", "weight"), ("lexelt", "judges", "proficient", "target"))
_RUN = _Layout(("id", "substitute"), ("lexelt", "rank", "score"))
_ANNOTATIONS = _Layout(
    ("id", "annotator", "substitute"), ("lexelt", "nil", "name", "multiword", "comment", "time", "phase")
)
_RATINGS = _Layout(("id", "candidate", "rater", "value"), ("lexelt", "comment", "time", "phase", "first"))
_ITEMS = _Layout(("id", "text", "start", "end"), ("lexelt", "language", "document"))


# --------------------------------------------------------------------------------------------------------- reading


class _Row(NamedTuple):
    """A row of a frame, with its number from 1; what is missing is None."""

    number: int
    cells: Record

    @property
    def key(self) -> tuple[str, str]:
        """Lexelt and id."""
        return (self.name("lexelt") if "lexelt" in self.cells else ""), self.name("id")

    def name(self, column: str) -> str:
        """A text or whole number; what is missing is none. pandas makes 1.0 of 1 beside what is missing."""
        value = self.cells[column]
        if isinstance(value, str):
            return value
        if is_number(value) and float(value).is_integer():
            return str(int(value))
        raise self.fault("a text or a whole number", column)

    def text(self, column: str) -> str:
        """A text; what is missing is an empty one."""
        value = self.cells.get(column)
        if value is None or isinstance(value, str):
            return value or ""
        raise self.fault("a text", column)

    def quantity(self, column: str) -> float:
        """A number."""
        value = self.cells[column]
        if is_number(value):
            return float(value)
        raise self.fault("a number", column)

    def rank(self) -> int:
        """A whole number from 0."""
        value = self.cells["rank"]
        if is_number(value) and value >= 0 and float(value).is_integer():
            return int(value)
        raise self.fault("a whole number", "rank")

    def flag(self, column: str) -> bool:
        """True or False; what is missing is False."""
        value = self.cells.get(column)
        if value in {None, True, False}:
            return bool(value)
        raise self.fault("True or False", column)

    def fault(self, expected: str, column: str) -> BadInput:
        """The error that a cell is not as expected."""
        return BadInput(
            f"row {self.number} of the data frame: expected {expected} as {column}, found {self.cells[column]!r}."
        )


def _rows(frame: DataFrame, location: str, layout: _Layout) -> list[_Row]:
    names = list(map(str, frame.columns))
    known = (*layout.required, *layout.optional)
    if any(names.count(name) > 1 for name in known) or not {*layout.required} <= {*names}:
        raise BadInput(
            f"{location}: expected a data frame with the columns {', '.join(layout.required)} (and perhaps "
            f"{', '.join(layout.optional)}), each once; found {', '.join(names) or 'none'}."
        )
    if others := [name for name in names if name not in known]:
        wanted = ", ".join(repr(name) for name in names if name in known)
        raise BadInput(
            f"{location}: the data frame has columns that would not be used: {', '.join(map(quote, others))}; "
            f"there are {', '.join(known)}. Rename them, or leave them out: frame[[{wanted}]]."
        )
    narwhals = import_extra("narwhals", "a data frame")
    used = narwhals.from_native(frame[[name for name in known if name in names]], eager_only=True)  # type: ignore[index]
    columns = [[_plain(value) for value in used[name].to_list()] for name in used.columns]
    return [
        _Row(number, dict(zip(used.columns, cells, strict=True)))
        for number, cells in enumerate(zip(*columns, strict=True), start=1)
    ]


def _plain(value: Any) -> Any:
    """A cell without NumPy's types, and None where it is missing: pandas has NaN, NaT and NA for that."""
    value = value.item() if hasattr(value, "item") else value
    is_missing = type(value).__name__ in {"NAType", "NaTType"} or (isinstance(value, float) and value != value)  # noqa: PLR0124
    return None if is_missing else value


def has_columns(frame: DataFrame, *names: str) -> bool:
    """Whether a frame has all of these columns."""
    return {*names} <= {*map(str, frame.columns)}


Entry = Callable[[str, object, object], tuple[str, float]]


def gold_in_frame(frame: DataFrame, location: str, entry: Entry) -> list[GoldRow]:
    """The rows of a gold; `entry` checks a substitute and its weight."""
    items: dict[tuple[str, str], dict[str, _Row]] = {}
    weights: dict[tuple[str, str], list[tuple[str, float]]] = {}
    for row in _rows(frame, location, _GOLD):
        entries = items.setdefault(row.key, {})
        pairs = weights.setdefault(row.key, [])
        if row.cells["substitute"] is None and row.cells["weight"] is None:
            continue
        term, weight = entry(f"{location}: item {shorten(row.key[1])}", row.cells["substitute"], row.cells["weight"])
        if term in entries:
            raise BadInput(f"{location}: the substitute {term!r} of item {shorten(row.key[1])} has two rows.")
        entries[term] = row
        pairs.append((term, weight))
    return [_gold_row(key, pairs, items[key]) for key, pairs in weights.items()]


def _gold_row(key: tuple[str, str], pairs: list[tuple[str, float]], rows: Mapping[str, _Row]) -> GoldRow:
    row = GoldRow.of(*key, pairs)
    of_terms = [rows[term] for term, _ in row.weights]
    return row._replace(
        judges=[entry.quantity("judges") for entry in of_terms] if _all_have("judges", of_terms) else None,
        proficient=[entry.flag("proficient") for entry in of_terms] if _all_have("proficient", of_terms) else None,
        target=next((entry.text("target") for entry in rows.values()), ""),
    )


def _all_have(column: str, rows: Sequence[_Row]) -> bool:
    """Whether a cell is known in all of these rows."""
    return bool(rows) and all(row.cells.get(column) is not None for row in rows)


def run_in_frame(frame: DataFrame, location: str) -> dict[tuple[str, str], list[Any]]:
    """The answers of a run by item, in the order of their ranks, else of their scores, else of the rows.

    Answers are texts, or pairs of text and score. An item whose only row has no substitute is not answered.
    """
    rows = _rows(frame, location, _RUN)
    ranked = any(row.cells.get("rank") is not None for row in rows)
    answers: dict[tuple[str, str], list[_Row]] = {row.key: [] for row in rows}
    for row in rows:
        if row.cells["substitute"] is not None:
            answers[row.key].append(row)
    for row in rows:
        if row.cells["substitute"] is None and answers[row.key]:
            raise row.fault("a text, since the item has other answers,", "substitute")
    return {key: list(map(_answer, _in_order(of_item, ranked=ranked))) for key, of_item in answers.items()}


def _in_order(rows: list[_Row], *, ranked: bool) -> list[_Row]:
    """The answers to an item by rank if the frame has ranks, else by score if all have one, else as they are."""
    if ranked:
        by_rank: dict[int, _Row] = {}
        for row in rows:
            if by_rank.setdefault(row.rank(), row) is not row:
                raise row.fault("a rank that no other answer to the item has", "rank")
        return [by_rank[rank] for rank in sorted(by_rank)]
    if all(is_number(row.cells.get("score")) for row in rows):
        return sorted(rows, key=lambda row: -row.cells["score"])
    return rows


def _answer(row: _Row) -> Any:
    term, score = row.cells["substitute"], row.cells.get("score")
    return term if score is None else (term, score)


def annotations_in_frame(frame: DataFrame) -> list[Annotation]:
    """Annotations, of which each may have several rows."""
    answers: dict[tuple[str, ...], tuple[_Row, list[str]]] = {}
    for row in _rows(frame, "annotations", _ANNOTATIONS):
        key = (*row.key, row.name("annotator"), row.text("time"), row.text("phase"))
        _, substitutes = answers.setdefault(key, (row, []))
        if row.cells["substitute"] is not None:
            substitutes.append(row.text("substitute"))
    return [
        Annotation(
            lexelt=lexelt,
            id=identifier,
            annotator=annotator,
            substitutes=tuple(substitutes),
            nil=row.flag("nil"),
            name=row.flag("name"),
            multiword=row.text("multiword"),
            comment=row.text("comment"),
            time=time,
            phase=phase,
        )
        for (lexelt, identifier, annotator, time, phase), (row, substitutes) in answers.items()
    ]


def ratings_in_frame(frame: DataFrame) -> list[Rating]:
    """Ratings, one a row."""
    return [
        Rating(
            lexelt=row.key[0],
            id=row.key[1],
            candidate=row.name("candidate"),
            rater=row.name("rater"),
            value=_grade(row, "value"),
            comment=row.text("comment"),
            time=row.text("time"),
            phase=row.text("phase"),
            first=None if row.cells.get("first") is None else _grade(row, "first"),
        )
        for row in _rows(frame, "ratings", _RATINGS)
    ]


def _grade(row: _Row, column: str) -> float | str:
    """A number or a verdict; a column with both has numbers as texts."""
    value = row.cells[column]
    if value in VERDICTS:
        return str(value)
    try:
        return float(value)
    except (TypeError, ValueError):
        raise row.fault(f"a number or one of {', '.join(VERDICTS)}", column) from None


def items_in_frame(frame: DataFrame) -> list[Item]:
    """Items, one a row."""
    return [
        Item(
            lexelt=row.key[0],
            id=row.key[1],
            text=row.text("text"),
            start=int(row.name("start")),
            end=int(row.name("end")),
            language=row.text("language"),
            document=row.text("document"),
        )
        for row in _rows(frame, "items", _ITEMS)
    ]


# ---------------------------------------------------------------------------------------------------------- making


def make_frame(records: Sequence[Record], library: str, columns: Iterable[str] = ()) -> Any:
    """Make a data frame of records; columns that only some of them have are empty elsewhere."""
    if library not in get_args(Library):
        raise UsageError(f"library is {' or '.join(get_args(Library))}, not {library!r}.", parameter="library")
    names = dict.fromkeys([*columns, *(name for record in records for name in record)])
    narwhals = import_extra("narwhals", "a data frame")
    import_extra(library, "a data frame")
    data = {name: _of_one_type([record.get(name) for record in records]) for name in names}
    return narwhals.from_dict(data, backend=library).to_native()


def _of_one_type(values: list[Any]) -> list[Any]:
    """The values of a column: numbers as numbers, and texts where types differ."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    if len(kinds) > 1 or not kinds <= {bool, int, float, str}:
        return [None if value is None else str(value) for value in values]
    return values


def gold_records(gold: GoldStandard) -> Iterator[Record]:
    """A record for each substitute; NAME responses are the substitute `pn`, as in files."""
    for row in gold:
        columns = [("judges", row.judges), ("proficient", row.proficient)]
        known = [(name, values) for name, values in columns if values is not None]
        entries: list[Record] = [
            {"substitute": term, "weight": weight, **{name: values[position] for name, values in known}}
            for position, (term, weight) in enumerate(row.weights)
        ]
        entries += [{"substitute": PROPER_NAME, "weight": row.names}] if row.names else []
        target = {"target": row.target} if row.target else {}
        for entry in entries or [{"substitute": None, "weight": None}]:
            yield {"lexelt": row.lexelt, "id": row.id, **entry, **target}


def run_records(run: Run) -> Iterator[Record]:
    """A record for each answer."""
    for row in run:
        if not row.answers:
            yield {"lexelt": row.lexelt, "id": row.id, "rank": None, "substitute": None}
        for rank, answer in enumerate(row.answers, start=1):
            scored = {} if row.scores is None else {"score": row.scores[rank - 1]}
            yield {"lexelt": row.lexelt, "id": row.id, "rank": rank, "substitute": answer, **scored}


def annotation_records(annotations: Iterable[Annotation]) -> Iterator[Record]:
    """A record for each substitute of each answer."""
    for annotation in annotations:
        fields = asdict(annotation)
        substitutes = fields.pop("substitutes")
        first = {name: fields.pop(name) for name in ("lexelt", "id", "annotator")}
        for substitute in substitutes or [None]:
            yield {**first, "substitute": substitute, **fields}


def plain_records(nouns: Iterable[Item | Rating]) -> Iterator[Record]:
    """A record for each item or rating."""
    return (asdict(noun) for noun in nouns)
