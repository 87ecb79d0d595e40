"""TREC: runs as `qid Q0 docno rank score tag`, golds as `qid 0 docno relevance` (qrels), for tools of retrieval.

The query is an item, `lexelt/id` or its id alone, the document a substitute. White space, `%` and, within a lexelt or
id, `/` are escaped as in addresses of pages: `%20` is a space, `%25` a per cent sign, `%2F` a slash.
"""

import math
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote

from stead.core.errors import BadInput
from stead.core.faults import Caution
from stead.core.substitutes import MAX_WEIGHT, PROPER_NAME, GoldRow, GoldStandard, Run, RunRow
from stead.core.text import plural
from stead.formats.format import Format, Kind, Reading, Serialisation, quote
from stead.formats.melamud import losses_by_scores, scores_of

_SPECIAL = re.compile(r"[\s%\x00-\x1f\x7f]")
_SPECIAL_IN_ITEM = re.compile(r"[\s%/\x00-\x1f\x7f]")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")
_EMPTY = "%"
"""An empty text, which no escape looks like."""


def _escape(text: str, special: re.Pattern[str] = _SPECIAL) -> str:
    def escaped(match: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in match.group().encode())

    return special.sub(escaped, text) or _EMPTY


def _unescape(text: str) -> str:
    return "" if text == _EMPTY else unquote(text)


def _query(lexelt: str, identifier: str) -> str:
    parts = [lexelt, identifier] if lexelt else [identifier]
    return "/".join(_escape(part, _SPECIAL_IN_ITEM) for part in parts)


def _item(query: str) -> tuple[str, str]:
    lexelt, slash, identifier = query.partition("/")
    return (_unescape(lexelt), _unescape(identifier)) if slash else ("", _unescape(query))


class _Judgement(NamedTuple):
    """A line: a substitute of an item, with its score or weight, and in a run with its rank."""

    line: int
    item: tuple[str, str]
    term: str
    value: float
    rank: int


def _judgements(reading: Reading, columns: tuple[str, ...], value: int) -> Iterator[_Judgement]:
    """Parse the lines, of these columns; malformed ones are reported."""
    for line_number, line in reading.lines():
        cells = line.split()
        number = float(cells[value]) if len(cells) == len(columns) and _NUMBER.fullmatch(cells[value]) else math.inf
        if math.isfinite(number):
            rank = int(cells[3]) if columns[3] == "rank" and cells[3].isdecimal() else 0
            yield _Judgement(line_number, _item(cells[0]), _unescape(cells[2]), number, rank)
        else:
            message = f"expected {' '.join(columns)}, found {quote(line)}; left out"
            reading.report.error(line_number, "malformed", message)


# ----------------------------------------------------------------------------------------------------------- runs

_RUN_COLUMNS = ("qid", "Q0", "docno", "rank", "score", "tag")


def read_run(reading: Reading) -> Run:
    """Read answers by descending score, as programs of retrieval do; equal scores keep the order of the file."""
    answers: dict[tuple[str, str], list[_Judgement]] = {}
    for judgement in _judgements(reading, _RUN_COLUMNS, value=4):
        answers.setdefault(judgement.item, []).append(judgement)
    rows = []
    for item, judgements in answers.items():
        ranked = sorted(judgements, key=lambda judgement: -judgement.value)
        rows.append(RunRow(*item, [answer.term for answer in ranked], [answer.value for answer in ranked]))
        reading.row_lines.append(judgements[0].line)
    if contradictory := [item for item, judgements in answers.items() if _ranks_contradict(judgements)]:
        items = f"{len(contradictory)} of {plural(len(answers), 'item')} (first: {quote(contradictory[0][1])})"
        message = f"the ranks of {items} contradict the scores; the scores were used, as programs of retrieval do"
        reading.report.note(None, "order", Caution(message))
    reading.finish()
    return Run.of(rows, reading.source)


def _ranks_contradict(judgements: Iterable[_Judgement]) -> bool:
    """Whether an answer has a better rank than another, but a lower score."""
    by_rank = sorted(judgements, key=lambda judgement: judgement.rank)
    return any(one.rank < other.rank and one.value < other.value for one, other in pairwise(by_rank))


def write_run(run: Run) -> Serialisation:
    """Write an answer a line, with its score, or with descending ranks if the run has none."""
    tag, answers_of = _escape(run.name), dict[str, dict[str, float]]()
    for row in run:
        query = _query(row.lexelt, row.id)
        if query in answers_of:
            raise BadInput(f"item {quote(row.id)} has two rows, which would become one in this format.")
        if not all(map(math.isfinite, row.scores or ())):
            raise BadInput("a score that is not finite cannot be written.")
        scores = answers_of.setdefault(query, {})
        for answer, score in zip(row.answers, scores_of(row), strict=True):
            scores.setdefault(answer, score)
    lines = (
        f"{query} Q0 {_escape(answer)} {rank} {score!r} {tag}\n"
        for query, scores in answers_of.items()
        for rank, (answer, score) in enumerate(scores.items(), start=1)
    )
    kept = sum(map(len, answers_of.values()))
    losses = [
        *losses_by_scores(run),
        *(["repeated answers"] if kept < len(run.answers.codes) else []),
        *(["items without answers"] if not all(answers_of.values()) else []),
    ]
    return Serialisation("".join(lines), losses)


# ---------------------------------------------------------------------------------------------------------- golds

_GOLD_COLUMNS = ("qid", "0", "docno", "relevance")


def read_gold(reading: Reading) -> GoldStandard:
    """Read relevances as weights; a negative one is 0, as programs of retrieval have it."""
    weights: dict[tuple[str, str], dict[str, float]] = {}
    for line, item, term, value, _ in _judgements(reading, _GOLD_COLUMNS, value=3):
        terms = weights.setdefault(item, {})
        if term in terms:
            reading.report.error(line, "repeated", f"{quote(term)} comes a second time for its item; left out")
        elif value > MAX_WEIGHT:
            reading.report.error(
                line, "weight", f"expected a weight of at most {MAX_WEIGHT:g}, found {value:g}; left out"
            )
        else:
            terms[term] = max(value, 0.0)
    reading.finish()
    return GoldStandard.of((GoldRow.of(*item, terms.items()) for item, terms in weights.items()), reading.source)


def write_gold(gold: GoldStandard) -> Serialisation:
    """Write a substitute a line, NAME responses as `pn`."""
    if PROPER_NAME in gold.substitutes.used_terms():
        raise BadInput(f"the substitute {PROPER_NAME!r} would be read as a NAME in this format.")
    lines: list[str] = []
    for row in gold:
        weights = dict(row.weights)
        if len(weights) < len(row.weights):
            raise BadInput(f"item {quote(row.id)} has a substitute with two weights, which this format cannot hold.")
        weights |= {PROPER_NAME: row.names} if row.names else {}
        query = _query(row.lexelt, row.id)
        lines += [f"{query} 0 {_escape(term)} {_shortest(weight)}\n" for term, weight in weights.items()]
    losses = {
        "items without substitutes": not all(row.weights or row.names for row in gold),
        "how many judged each substitute": gold.judges is not None,
        "which substitutes are proficient": gold.proficient is not None,
        "the word forms of the targets": gold.targets is not None,
        "that the weights are graded": gold.graded and all(map(float.is_integer, gold.weights.tolist())),
    }
    return Serialisation("".join(lines), [loss for loss, is_lost in losses.items() if is_lost])


def _shortest(weight: float) -> str:
    return str(int(weight)) if weight.is_integer() else repr(weight)


# --------------------------------------------------------------------------------------------------------- format

_FIRST_LINES: dict[Kind, re.Pattern[str]] = {
    "run": re.compile(rf"\ufeff?\s*\S+[ \t]+Q0[ \t]+\S+[ \t]+\d+[ \t]+{_NUMBER.pattern}[ \t]+\S+\s*(?:\n|$)"),
    "gold": re.compile(rf"\ufeff?\s*\S+[ \t]+0[ \t]+(?!::)\S+[ \t]+{_NUMBER.pattern}\s*(?:\n|$)"),
}

FORMAT = Format(
    name="trec",
    title="TREC runs and qrels",
    recognises=lambda beginning, kind: kind in _FIRST_LINES and _FIRST_LINES[kind].match(beginning) is not None,
    readers={"gold": read_gold, "run": read_run},
    writers={"gold": write_gold, "run": write_run},
    run_example="bright.a/1 Q0 clever 1 0.9 mine\nbright.a/1 Q0 smart 2 0.4 mine",
)
