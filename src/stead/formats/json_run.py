"""Runs as one JSON object, the answers to each item by its id, on one line or many.

    {"1": ["clever", "smart"], "2": [["team", 0.9], ["club", 0.4]], "3": {"quick": 0.9, "fast": 0.4}}

Answers in a list are best first, as texts or with their scores; answers in an object are put in order of their scores.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple

from stead.core.errors import BadInput
from stead.core.substitutes import Run, RunRow
from stead.formats.format import Format, Policy, Reading, Serialisation, quote, report_partial_scores
from stead.formats.json_records import check_text, refuse_constant


class Answers(NamedTuple):
    """Answers to an item, best first, with their scores if they have any."""

    terms: list[str]
    scores: list[float] | None = None


def parse_answers(value: object) -> Answers:
    """Parse the answers to an item; ValueError says what was expected."""
    if isinstance(value, Mapping):
        scores = [_score(score) for score in value.values()]
        ranked = sorted(zip(value, scores, strict=True), key=lambda pair: -pair[1])
        return Answers([_term(term) for term, _ in ranked], [score for _, score in ranked])
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError("expected a list of answers, best first")
    pairs = [answer for answer in value if isinstance(answer, list | tuple) and len(answer) == 2]
    if not pairs:
        return Answers([_term(term) for term in value])
    if len(pairs) < len(value):
        raise ValueError("expected scores with all answers or with none")
    return Answers([_term(term) for term, _ in pairs], [_score(score) for _, score in pairs])


def _term(term: object) -> str:
    if not isinstance(term, str):
        raise ValueError("expected texts as answers")
    return check_text(term, "an answer")


def _score(score: Any) -> float:
    try:
        number = math.nan if isinstance(score, bool) or not isinstance(score, Real) else float(score)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError("expected numbers as the scores of answers")
    return number


def read_run(reading: Reading) -> Run:
    """Read a run; what is wrong with the answers to an item is reported with the line of its id."""
    rows: dict[str, RunRow] = {}
    for line, identifier, value in _entries(reading):
        try:
            answers = parse_answers(value)
            check_text(identifier, "the id")
        except ValueError as error:
            value_text = quote(json.dumps(value, ensure_ascii=False))
            reading.report.error(line, "malformed", f"item {quote(identifier)}: {error}, found {value_text}; left out")
            continue
        if identifier in rows:
            reading.report.error(line, "repeated", f"item {quote(identifier)} comes a second time; left out")
            continue
        rows[identifier] = RunRow("", identifier, *answers)
        reading.row_lines.append(line)
    report_partial_scores(rows.values(), reading)
    reading.finish()
    return Run.of(rows.values(), reading.source)


def _entries(reading: Reading) -> Iterator[tuple[int, str, Any]]:
    """The members of the object, with the line that each begins in."""
    path, text = reading.content.path, reading.text(of_lines=False)
    if reading.damaged and reading.policy is Policy.SKIP:
        raise BadInput(f"{path}:{min(reading.damaged)}: invalid UTF-8; a JSON file has no lines that can be left out.")
    try:
        yield from _members(text)
    except json.JSONDecodeError as error:
        if _is_cut(text):
            raise BadInput(
                f"{path}: the file ends in the middle of a JSON object, on line {text.rstrip().count(chr(10)) + 1}: it "
                "was cut. Write or copy it again."
            ) from None
        raise BadInput(f"{path}:{error.lineno}: not a JSON file ({error.msg}, column {error.colno}).") from None
    except RecursionError:
        raise BadInput(f"{path}: too many nested brackets.") from None
    except ValueError as error:  # numbers of thousands of digits, or NaN
        raise BadInput(f"{path}: not a JSON file ({error}).") from None


_TEXT = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)


def _is_cut(text: str) -> bool:
    """Whether a text or a bracket is still open at the end."""
    rest = _TEXT.sub("", text)
    return '"' in rest or sum(map(rest.count, "[{")) > sum(map(rest.count, "]}"))


_SPACE = re.compile(r"[ \t\r\n]*")


def _members(text: str) -> Iterator[tuple[int, str, Any]]:
    """Go through the outer object member by member: the standard library's reader does not say where they are."""
    decoder = json.JSONDecoder(parse_constant=refuse_constant)

    def after_space(position: int) -> int:
        match = _SPACE.match(text, position)
        return match.end() if match else position

    def expect(wanted: str, position: int) -> int:
        if text[position : position + 1] not in {*wanted}:
            raise json.JSONDecodeError(f"expected {' or '.join(wanted)}", text, position)
        return after_space(position + 1)

    position = expect("{", after_space(text.startswith("\ufeff")))
    line, counted = 1, 0
    while text[position : position + 1] != "}":
        line, counted = line + text.count("\n", counted, position), position
        expect('"', position)
        identifier, end = decoder.raw_decode(text, position)
        value, end = decoder.raw_decode(text, expect(":", after_space(end)))
        yield line, identifier, value
        end = after_space(end)
        position = expect(",}", end)
        if text[end] == "}":
            position = end
            break
        expect('"', position)
    position = after_space(position + 1)
    if position < len(text):
        raise json.JSONDecodeError("expected the end of the file", text, position)


def write_run(run: Run) -> Serialisation:
    """Write the answers to each item on a line, with their scores if the run has any."""
    rows: dict[str, str] = {}
    for row in run:
        if row.id in rows:
            raise BadInput(f"two items have the id {quote(row.id)}: this format identifies items by id alone.")
        answers = row.answers if row.scores is None else list(zip(row.answers, row.scores, strict=True))
        try:
            rows[row.id] = json.dumps(answers, ensure_ascii=False, allow_nan=False)
        except ValueError:
            raise BadInput("a score that is not finite cannot be written.") from None
    lines = ",\n".join(
        f"{json.dumps(identifier, ensure_ascii=False)}: {answers}" for identifier, answers in rows.items()
    )
    return Serialisation(f"{{\n{lines}\n}}\n" if rows else "{}\n", ["the lexelts"] if any(run.lexelts) else [])


_BEGINNING = re.compile(r'\ufeff?\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*[\[{]')

FORMAT = Format(
    name="json",
    title="a run as a JSON object",
    recognises=lambda beginning, _: _BEGINNING.match(beginning) is not None,
    readers={"run": read_run},
    writers={"run": write_run},
    run_example='{"1": ["clever", "smart"]}',
)
