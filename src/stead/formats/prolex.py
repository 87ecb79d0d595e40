"""ProLex (Zhang et al. 2024): CSV with a sentence in which `**the target**` is marked, and lists of substitutes.

Acceptable substitutes weigh 1; unacceptable ones are kept with weight 0, since people judged them. Of the acceptable
ones, `prof_acc_subs` lists the proficient: those whose CEFR level is at least that of the target, or not known.
"""

import re
from collections.abc import Iterator, Mapping

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard
from stead.formats.csv_tables import csv_rows
from stead.formats.format import Format, Kind, Reading, quote
from stead.formats.sentence_rows import SeenItems

_COLUMNS = ("target word", "Sentence", "acc_subs", "unacc_subs")
_PROFICIENT = "prof_acc_subs"
_MARKED = re.compile(r"\*\*(?P<target>.+?)\*\*", re.DOTALL)
_QUOTED = re.compile(r"""\s*(?:'(?P<single>(?:[^'\\]|\\.)*+)'|"(?P<double>(?:[^"\\]|\\.)*+)")\s*(?:,|$)""", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "'": "'", '"': '"', "\\": "\\"}


def _records(reading: Reading) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of the CSV that have every column, each with the number of its last line."""
    rows = csv_rows(reading, reading.text())
    _, heading = next(rows, (range(1), []))
    missing = [name for name in _COLUMNS if name not in heading]
    if missing:
        raise BadInput(
            f"{reading.content.path}:1: expected the columns {', '.join(_COLUMNS)}; {missing[0]!r} is missing."
        )
    for lines, row in rows:
        line_number = lines[-1]
        record = dict(zip(heading, row, strict=False))
        if reading.leaves_out_damaged and not reading.damaged.isdisjoint(lines):
            continue
        if len(row) != len(heading) or not (record["target word"].strip() and record["Sentence"].strip()):
            message = f"expected {len(heading)} columns, found {len(row)}: {quote(','.join(row))}; left out"
            reading.report.error(line_number, "malformed", message)
        else:
            yield line_number, record


def _parse_list(text: str) -> list[str]:
    """Parse a list of texts in Python syntax; ValueError if it is anything else. Nothing is evaluated."""
    inner = text.strip()
    if not inner:
        return []
    if not (inner.startswith("[") and inner.endswith("]")):
        raise ValueError(text)
    terms, position, inner = [], 0, inner[1:-1].strip()
    while position < len(inner):
        match = _QUOTED.match(inner, position)
        if not match:
            raise ValueError(text)
        terms.append(_ESCAPE.sub(_unescape, match["single"] if match["double"] is None else match["double"]).strip())
        position = match.end()
    return [term for term in terms if term]


def _unescape(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    char = chr(int(digits, 16)) if digits and int(digits, 16) <= 0x10FFFF else _ESCAPED.get(match[4] or "", "")
    if not char or "\ud800" <= char <= "\udfff":
        raise ValueError(match[0])
    return char


def _unmark(sentence: str) -> str:
    return _MARKED.sub(lambda match: match["target"], sentence)


def read_gold(reading: Reading) -> GoldStandard:
    """Read acceptable and unacceptable substitutes, and which of them are proficient if the file says so."""
    seen, rows = SeenItems(reading), []
    for line_number, record in _records(reading):
        lists: dict[str, list[str]] = {}
        try:
            for column in ("acc_subs", "unacc_subs", _PROFICIENT):
                lists[column] = _parse_list(record.get(column, ""))
        except ValueError:
            message = f"expected a list such as ['term', 'term'] as {column}, found {quote(record[column])}; left out"
            reading.report.error(line_number, "malformed", message)
            continue
        word, sentence = record["target word"].strip(), _unmark(record["Sentence"])
        if not seen.is_repeat(line_number, word, sentence):
            acceptable, proficient = lists["acc_subs"], {*lists[_PROFICIENT]}
            acceptable += _proficient_only(reading, line_number, lists)
            weights = [(term, 1.0) for term in acceptable] + [(term, 0.0) for term in lists["unacc_subs"]]
            levels = [weight > 0 and term in proficient for term, weight in weights]
            rows.append(GoldRow(word, sentence, weights, proficient=levels if _PROFICIENT in record else None))
    reading.finish()
    return GoldStandard.of(rows, reading.source, graded=True)


def _proficient_only(reading: Reading, line_number: int, lists: Mapping[str, list[str]]) -> list[str]:
    """The proficient substitutes that the acceptable ones lack, though the former are a selection of the latter."""
    missing = [term for term in dict.fromkeys(lists[_PROFICIENT]) if term not in lists["acc_subs"]]
    if missing:
        message = f"{quote(missing[0])} is in {_PROFICIENT} but not in acc_subs; read as acceptable"
        reading.report.repair(line_number, "proficient", message)
    return missing


def read_items(reading: Reading) -> list[Item]:
    """Read sentences without their marks; the first marked word is the target."""
    seen, items = SeenItems(reading), []
    for line_number, record in _records(reading):
        marked = [match for match in _MARKED.finditer(record["Sentence"]) if match["target"].strip()]
        if not marked:
            message = f"expected a target between ** and **, found {quote(record['Sentence'])}; left out"
            reading.report.error(line_number, "target", message)
            continue
        if len(marked) > 1:
            reading.report.note(line_number, "target", f"{len(marked)} targets are marked; the first was taken")
        word, sentence = record["target word"].strip(), _unmark(record["Sentence"])
        if not seen.is_repeat(line_number, word, sentence):
            target = marked[0]["target"]
            start = len(_unmark(record["Sentence"][: marked[0].start()])) + len(target) - len(target.lstrip())
            items.append(
                Item(
                    id=sentence, lexelt=word, text=sentence, start=start, end=start + len(target.strip()), language="en"
                )
            )
    reading.finish()
    return items


def recognises(beginning: str, _: Kind) -> bool:
    """Recognise the heading, quoted or not."""
    return beginning[:80].lstrip("\ufeff").replace('"', "").startswith("target word,Sentence,")


FORMAT = Format(
    name="prolex",
    title="ProLex",
    recognises=recognises,
    readers={"items": read_items, "gold": read_gold},
)
