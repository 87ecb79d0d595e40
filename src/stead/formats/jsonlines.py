"""stead JSON Lines: one lossless form for items, annotations, golds and runs.

The first line says what follows, `{"schema": "stead.gold/1"}`; then one object a line.
"""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, TypeVar

from stead.formats.format import Format, Kind, Written
from stead.formats.reading import Reading, shown
from stead.task import MAX_WEIGHT, Annotation, BadInput, GoldRow, GoldStandard, Item, Run, RunRow

Record = dict[str, Any]
Noun = TypeVar("Noun")
_SCHEMAS: dict[Kind, str] = {kind: f"stead.{kind}/1" for kind in ("items", "annotations", "gold", "run")}


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _decode(text: str) -> Record:
    value = json.loads(text, parse_constant=_refuse_constant)
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return value


def _read(reading: Reading, kind: Kind, build: Callable[[Record], Noun]) -> tuple[Record, list[Noun]]:
    """The header, and what the records behind it stand for."""
    lines = reading.lines()
    header = _header(reading, kind, *next(lines, (1, "")))
    nouns: list[Noun] = []
    seen: set[tuple[str, str]] = set()
    for number, line in lines:
        try:
            noun = build(_decode(line))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            reading.report.error(
                number,
                "malformed",
                f"expected {_ARTICLES[kind]}, found {shown(line)} ({_reason(error)}); left out",
            )
            continue
        if kind in _ONCE_PER_ITEM and not _first(seen, noun):
            reading.report.error(number, "repeated", f"a second record for the item, {shown(line)}; left out")
        else:
            nouns.append(noun)
    reading.finish()
    return header, nouns


_ONCE_PER_ITEM = ("items", "gold")


def _first(seen: set[tuple[str, str]], noun: Any) -> bool:
    """Whether an item comes for the first time."""
    before = len(seen)
    seen.add((noun.lexelt, noun.id))
    return len(seen) > before


def _header(reading: Reading, kind: Kind, number: int, line: str) -> Record:
    try:
        header = _decode(line)
    except (ValueError, TypeError, RecursionError):
        header = {}
    if header.get("schema") != _SCHEMAS[kind]:
        raise BadInput(
            f'{reading.content.path}:{number}: expected {{"schema": "{_SCHEMAS[kind]}"}}, found {shown(line)}.'
        )
    return header


_ARTICLES: dict[Kind, str] = {
    "items": "an item",
    "annotations": "an annotation",
    "gold": "a gold row",
    "run": "a run row",
}


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError | TypeError):
        return str(error)
    if isinstance(error, KeyError):
        return f"no field {error}"
    return "a number of too many digits" if "set_int_max_str_digits" in str(error) else str(error)


def _text(record: Record, name: str, default: str | None = None) -> str:
    value = record[name] if default is None else record.get(name, default)
    return _sound(value, name)


def _texts(value: object, name: str) -> list[str]:
    return [_sound(part, name) for part in _listed(value, name)]


def _sound(value: object, name: str) -> str:
    """A text that can be written again: JSON can spell half of a character."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is not text")
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        raise ValueError(f"{name} holds half of a surrogate pair")
    return value


def _number(value: object, name: str) -> float:
    try:
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise TypeError(f"{name} is not a finite number")
    return number


def _weight(value: object, name: str) -> float:
    weight = _number(value, name)
    if not 0 <= weight <= MAX_WEIGHT:
        raise ValueError(f"{name} is not from 0 to {MAX_WEIGHT:g}")
    return weight


def _listed(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{name} is not a list")
    return value


def _flag(record: Record, name: str) -> bool:
    value = record.get(name, False)
    if not isinstance(value, bool):
        raise TypeError(f"{name} is not true or false")
    return value


# ---------------------------------------------------------------------------------------------------- items


def _item(record: Record) -> Item:
    text, start, end = _text(record, "text"), record["start"], record["end"]
    if not (type(start) is int and type(end) is int and 0 <= start < end <= len(text)):
        raise ValueError("start and end do not mark a target in the text")
    return Item(_text(record, "id"), _text(record, "lexelt"), text, start, end, _text(record, "language", ""))


def read_items(reading: Reading) -> list[Item]:
    """Read items."""
    return _read(reading, "items", _item)[1]


def write_items(items: list[Item]) -> Written:
    """Items, one a line."""
    return _written({"schema": _SCHEMAS["items"]}, (_trimmed(asdict(item)) for item in items))


# ---------------------------------------------------------------------------------------------- annotations


def _annotation(record: Record) -> Annotation:
    return Annotation(
        _text(record, "lexelt"),
        _text(record, "id"),
        _text(record, "annotator"),
        tuple(_texts(record.get("substitutes", []), "substitutes")),
        nil=_flag(record, "nil"),
        name=_flag(record, "name"),
        multiword=_text(record, "multiword", ""),
        comment=_text(record, "comment", ""),
        time=_text(record, "time", ""),
        phase=_text(record, "phase", ""),
    )


def read_annotations(reading: Reading) -> list[Annotation]:
    """Read annotations."""
    return _read(reading, "annotations", _annotation)[1]


def write_annotations(annotations: list[Annotation]) -> Written:
    """Annotations, one a line."""
    return _written({"schema": _SCHEMAS["annotations"]}, (_trimmed(asdict(each)) for each in annotations))


# ----------------------------------------------------------------------------------------------------- gold


def _gold_row(record: Record) -> GoldRow:
    pairs = (_listed(pair, "a weight with its substitute") for pair in _listed(record["weights"], "weights"))
    weights = [(_sound(term, "a substitute"), _weight(weight, "a weight")) for term, weight in pairs]
    judges = None
    if "judges" in record:
        judges = [_weight(each, "a number of judges") for each in _listed(record["judges"], "judges")]
    if judges is not None and len(judges) != len(weights):
        raise ValueError(f"{len(weights)} weights but {len(judges)} numbers of judges")
    names = _weight(record.get("names", 0), "names")
    return GoldRow(_text(record, "lexelt"), _text(record, "id"), weights, names, judges)


def read_gold(reading: Reading) -> GoldStandard:
    """Read a gold standard."""
    header, rows = _read(reading, "gold", _gold_row)
    graded = header.get("graded")
    return GoldStandard.of(rows, reading.source, graded=graded if isinstance(graded, bool) else None)


def write_gold(gold: GoldStandard) -> Written:
    """A gold standard, one item a line."""
    return _written({"schema": _SCHEMAS["gold"], "graded": gold.graded}, map(_gold_record, gold))


def _gold_record(row: GoldRow) -> Record:
    record: Record = {"lexelt": row.lexelt, "id": row.id, "weights": row.weights}
    if row.names:
        record["names"] = row.names
    if row.judges is not None:
        record["judges"] = row.judges
    return record


# ------------------------------------------------------------------------------------------------------ run


def _run_row(record: Record) -> RunRow:
    answers, scores = _texts(record["answers"], "answers"), record.get("scores")
    if scores is not None:
        scores = [_number(score, "a score") for score in _listed(scores, "scores")]
        if len(scores) != len(answers):
            raise ValueError(f"{len(answers)} answers but {len(scores)} scores")
    return RunRow(_text(record, "lexelt"), _text(record, "id"), answers, scores)


def read_run(reading: Reading) -> Run:
    """Read a run."""
    rows = _read(reading, "run", _run_row)[1]
    with_answers = [row for row in rows if row.answers]
    if 0 < sum(row.scores is not None for row in with_answers) < len(with_answers):
        reading.report.repaired(None, "scores", "only some items have scores; none of them was used")
        reading.finish()
    return Run.of(rows, reading.source)


def write_run(run: Run) -> Written:
    """A run, one item a line."""
    rows = (
        {
            "lexelt": row.lexelt,
            "id": row.id,
            "answers": row.answers,
            **({"scores": row.scores} if row.scores else {}),
        }
        for row in run
    )
    return _written({"schema": _SCHEMAS["run"]}, rows)


# ---------------------------------------------------------------------------------------------------------


def _trimmed(record: Record) -> Record:
    """Without the optional fields that say nothing."""
    empty = {name for name, value in record.items() if value is False or value in ("", ())}
    return {name: value for name, value in record.items() if name not in empty - _REQUIRED}


_REQUIRED = {"lexelt", "id", "text", "annotator"}


def _written(header: Record, records: Iterable[Record]) -> Written:
    try:
        lines = [json.dumps(record, ensure_ascii=False, allow_nan=False) for record in (header, *records)]
    except ValueError:
        raise BadInput("a weight or score that is not finite cannot be written.") from None
    return Written("\n".join(lines) + "\n", [])


FORMAT = Format(
    "stead",
    "stead JSON Lines",
    recognises=lambda beginning, _: beginning.lstrip("\ufeff \t\r\n").startswith("{"),
    readers={"items": read_items, "annotations": read_annotations, "gold": read_gold, "run": read_run},
    writers={"items": write_items, "annotations": write_annotations, "gold": write_gold, "run": write_run},
)
