"""Checks of terms after a file was read: answers that look misread, and terms that lost a letter."""

import re
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from stead.core.arrays import BoolArray, TermLists
from stead.core.faults import Caution
from stead.core.gold import GoldStandard
from stead.core.run import Run
from stead.core.text import one_line
from stead.formats.files import UTF16_MARKS, Content
from stead.formats.format import REPLACEMENT, Reading, quote

if TYPE_CHECKING:
    from stead.core.annotation import Annotations
    from stead.core.rating import Rating

_NUMBER_LIKE = re.compile(r"[-+]?[\d.,]*\d[\d.,eE+-]*|[-+]?(?:nan|inf|infinity)", re.IGNORECASE)
_SEPARATORS = {"commas": ",", "vertical bars": "|", "slashes": "/", "tabs": "\t"}
_FEW_SCORES = 0.1  # of all answers end in a number, and some of them in a decimal one
_FEW_NUMBERS = 0.5  # of all answers end in a whole number: "Boeing 747" is an answer


class OddAnswers(NamedTuple):
    """A problem of many answers, and the row of the first of them."""

    row: int
    kind: str
    message: str


def final_number(entry: str) -> str | None:
    """The number after the last space, if there is one."""
    if entry.isalnum():  # one word, as most entries are
        return None
    last = entry.rsplit(None, 1)[1:]
    return last[0] if last and _NUMBER_LIKE.fullmatch(last[0]) else None


def end_in_numbers(answers: TermLists) -> BoolArray:
    """Which answers end in a number, as terms of a gold do."""
    return _expand(answers, [final_number(answer) is not None for answer in answers.vocabulary])


def _end_in_decimals(answers: TermLists) -> BoolArray:
    return _expand(answers, ["." in (final_number(answer) or "") for answer in answers.vocabulary])


def note_odd_answers(run: Run, reading: Reading, example: str) -> None:
    """Warn of answers that look misread, with the line or item of the first."""
    for odd in find_odd_answers(run.answers):
        line = reading.row_lines[odd.row] if reading.row_lines else None
        item = "" if line else f"item {quote(run.ids[odd.row])}: "
        reading.report.note(line, odd.kind, Caution(f'{item}{odd.message}; expected "{one_line(example)}"'))


def find_odd_answers(answers: TermLists) -> Iterator[OddAnswers]:
    """Find problems of many answers: numbers at their end, other separators."""
    total = len(answers.codes)
    numbered = np.flatnonzero(end_in_numbers(answers))
    few = _FEW_SCORES if _end_in_decimals(answers).any() else _FEW_NUMBERS
    if len(numbered) > max(1, few * total):
        problem = f"{len(numbered)} of {total} answers end in a number, read as part of the answer"
        yield OddAnswers(
            _row_of(answers, numbered[0]), "scores", f"{problem}, as in {_quote_answer(answers, numbered[0])}"
        )
    together = "".join(answers.vocabulary)
    for name, separator in _SEPARATORS.items():
        if separator not in together:
            continue
        joined = np.flatnonzero(_expand(answers, [separator in answer for answer in answers.vocabulary]))
        if len(joined) > total / 2:
            problem = f"{len(joined)} of {total} answers hold {name}"
            message = (
                f"{problem}, which do not separate answers; {_quote_answer(answers, joined[0])} is read as one answer"
            )
            yield OddAnswers(_row_of(answers, joined[0]), "separators", message)


def _expand(answers: TermLists, of_vocabulary: list[bool]) -> BoolArray:
    """Expand flags of distinct answers to all answers."""
    return np.array(of_vocabulary, dtype=np.bool_)[answers.codes]


def _row_of(answers: TermLists, position: np.int64) -> int:
    return int(np.searchsorted(answers.starts, position, side="right")) - 1


def _quote_answer(answers: TermLists, position: np.int64) -> str:
    return quote(answers.vocabulary[answers.codes[position]])


def drop_lost_letters(
    noun: "GoldStandard | Run | Annotations | list[Rating]", reading: Reading
) -> "GoldStandard | Run | Annotations | list[Rating]":
    """Leave out rows with a term that lost a letter: they are reported, or the file is refused."""
    terms = _terms(noun)
    if REPLACEMENT not in "".join(terms.vocabulary):
        return noun
    lost = np.array([REPLACEMENT in term for term in terms.vocabulary], dtype=np.bool_)
    positions = np.flatnonzero(lost[terms.codes])
    damaged = dict(zip(terms.owners[positions].tolist(), terms.codes[positions].tolist(), strict=True))
    rows: Sequence[Any] = list(noun)
    known_lines = getattr(noun, "lines", None)  # annotations know theirs
    for row, code in damaged.items():
        term = terms.vocabulary[code]
        line = int(known_lines[row]) if known_lines is not None else _line_of(term, reading.content)
        if line not in reading.damaged:
            reading.report_lost_letter(line, f"{quote(term)} of {quote(rows[row].lexelt)} {quote(rows[row].id)}")
    reading.finish()
    sound = [row not in damaged for row in range(len(rows))]
    match noun:
        case GoldStandard():
            return GoldStandard.of(compress(rows, sound), noun.source, graded=noun.graded)
        case Run():
            return Run.of(compress(rows, sound), noun.source)
        case list():
            return list(compress(rows, sound))
    return noun.only(np.array(sound))


def _terms(noun: "GoldStandard | Run | Annotations | list[Rating]") -> TermLists:
    match noun:
        case Run():
            return noun.answers
        case list():
            return TermLists.of([rating.candidate] for rating in noun)
    return noun.substitutes


def _line_of(term: str, content: Content) -> int | None:
    """The first line that holds a term, as it is or as JSON may spell it; None if there is no such line."""
    encoding = "utf-16" if content.data.startswith(UTF16_MARKS) else "utf-8"
    lines = content.data.decode(encoding, errors="replace").split("\n")
    import json  # noqa: PLC0415 (slow to import, and letters are seldom lost)

    spelt = json.dumps(term)[1:-1].lower()
    return next(
        (line_number for line_number, line in enumerate(lines, start=1) if term in line or spelt in line.lower()), None
    )
