"""TWSI 2.0 as `context-eval` writes it: tab-separated with a heading, related words as `word:count, word:count`."""

import re
from collections.abc import Iterator

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.substitutes import MAX_WEIGHT, GoldRow, GoldStandard, Run, RunRow
from stead.formats.format import Format, Reading, quote
from stead.formats.sentence_rows import SeenItems

_HEADING = (
    "context_id target target_pos target_position gold_sense_ids predict_sense_ids golden_related predict_related"
    " context"
)
_ALIASES = {
    "target-lemma": "target",
    "target_POS": "target_pos",
    "gold_IDs": "gold_sense_ids",
    "predicted_IDs": "predict_sense_ids",
    "gold_related_words": "golden_related",
    "predicted_related_words": "predict_related",
}
_WEIGHT = re.compile(r"\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?")
_SPAN = re.compile(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*")


def _records(reading: Reading, *needed: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Parse the lines that have every column; repeats of an item are left out."""
    lines = reading.lines()
    first, line = next(lines, (1, ""))
    heading = [_ALIASES.get(name.strip(), name.strip()) for name in line.split("\t")]
    missing = [name for name in ("context_id", "target", *needed) if name not in heading]
    if missing:
        location = f"{reading.content.path}:{first}"
        raise BadInput(f"{location}: expected the heading {_HEADING}, separated by tabs; {missing[0]} is missing.")
    seen = SeenItems(reading)
    for line_number, line in lines:
        columns = line.split("\t")
        record = dict(zip(heading, map(_trim, columns, heading), strict=False))
        if len(columns) < len(heading) or not (record["target"] and record["context_id"]):
            reading.report.error(
                line_number, "malformed", f"expected {len(heading)} columns, found {quote(line)}; left out"
            )
        elif not seen.is_repeat(line_number, _lexelt(record), record["context_id"]):
            yield line_number, record


def _trim(column: str, name: str) -> str:
    """Trim a column, except the context, since spans count its spaces."""
    return column if name == "context" else column.strip()


def _lexelt(record: dict[str, str]) -> str:
    tag = record.get("target_pos", "")[:1].lower()
    return f"{record['target']}.{tag}" if tag else record["target"]


def _parse_words(reading: Reading, line_number: int, text: str) -> list[tuple[str, float]]:
    pairs = []
    for part in filter(None, map(str.strip, text.split(","))):
        term, _, weight = (piece.strip() for piece in part.rpartition(":"))
        if term and _WEIGHT.fullmatch(weight) and float(weight) <= MAX_WEIGHT:
            pairs.append((term, float(weight)))
        elif term or not weight:
            message = f"expected word:count, the count from 0 to {MAX_WEIGHT:g}, found {quote(part)}; left out"
            reading.report.error(line_number, "weight", message)
        elif reading.may_use(line_number, "weight", f"expected word:count, found {quote(part)}; read as count 1"):
            pairs.append((part, 1.0))
    return pairs


def read_gold(reading: Reading) -> GoldStandard:
    """Read the related words of the gold sense, with their counts."""
    rows = [
        GoldRow(_lexelt(record), record["context_id"], _parse_words(reading, line_number, record["golden_related"]))
        for line_number, record in _records(reading, "golden_related")
    ]
    reading.finish()
    return GoldStandard.of(rows, reading.source)


def read_run(reading: Reading) -> Run:
    """Read the predicted words, heaviest first; words of equal weight keep their order."""
    rows = []
    for line_number, record in _records(reading, "predict_related"):
        pairs = _parse_words(reading, line_number, record["predict_related"])
        pairs.sort(key=lambda pair: -pair[1])
        terms, scores = [term for term, _ in pairs], [score for _, score in pairs]
        rows.append(RunRow(_lexelt(record), record["context_id"], terms, scores))
        reading.row_lines.append(line_number)
    reading.finish()
    return Run.of(rows, reading.source)


def read_items(reading: Reading) -> list[Item]:
    """Read contexts with the span of their target."""
    items = []
    for line_number, record in _records(reading, "target_position", "context"):
        span, text = _SPAN.fullmatch(record["target_position"]), record["context"]
        if span and int(span[1]) < int(span[2]) <= len(text):
            items.append(
                Item(
                    id=record["context_id"],
                    lexelt=_lexelt(record),
                    text=text,
                    start=int(span[1]),
                    end=int(span[2]),
                    language="en",
                )
            )
        else:
            message = f"expected start,end within the context, found {quote(record['target_position'])}; left out"
            reading.report.error(line_number, "target", message)
    reading.finish()
    return items


FORMAT = Format(
    name="twsi",
    title="TWSI 2.0 (context-eval)",
    recognises=lambda beginning, _: beginning.lstrip("\ufeff").startswith("context_id\t"),
    readers={"items": read_items, "gold": read_gold, "run": read_run},
    run_example="clever:2, smart:1",
)
