"""The multiword task: is the target part of a multiword, and of which?"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stead.legacy.gold import read_gold
from stead.legacy.printing import DivisionByZeroError, Say, precision_and_recall
from stead.legacy.reading import Answer, first_lines, line_pattern, read_answers

# Quirk: here, and only here, an id must be a number.
_MULTIWORD_LINE = line_pattern("::", identifier=r"\d+")


@dataclass(slots=True)
class Tally:
    """What is added up over a run."""

    given: int = 0
    detected: int = 0
    identified: int = 0


def score_multiwords(system: Path, gold: Path, say: Say, *, verbose: bool) -> None:
    """Score a multiword run and print everything, to the point where the official program ends or dies."""
    modes = read_gold(gold).modes
    answers = first_lines(read_answers(system, _MULTIWORD_LINE, say))
    _summarise(_tally(answers, modes, say, verbose=verbose), len(modes), say)


def _tally(answers: Iterator[Answer], modes: dict[str, str], say: Say, *, verbose: bool) -> Tally:
    tally = Tally()
    for answer in answers:
        mode = modes.get(answer.id)
        _add(tally, answer, mode)
        if verbose:
            say(_comment(answer, mode))
    return tally


def _add(tally: Tally, answer: Answer, mode: str | None) -> None:
    """Quirks: a blank answer is not given and yet detects; the comparison is literal, to the last byte."""
    tally.given += not answer.is_blank
    tally.detected += mode is not None
    tally.identified += answer.text == mode


def _comment(answer: Answer, mode: str | None) -> str:
    human = "No MW found by annotators," if mode is None else f"human mode is {mode}"
    return f"{answer.lexelt} {answer.id} {human} system {answer.text}"


def _summarise(tally: Tally, total: int, say: Say) -> None:
    if tally.given == 0:
        why = 'the run gives no multiword. Check that its lines read "lexelt id :: multiword", ids in digits.'
        raise DivisionByZeroError(why)
    if total == 0:
        why = "the gold standard has no multiword with a mode. Check that it is the multiword gold file."
        raise DivisionByZeroError(why)
    say(f"Total MWs in GS = {total}, System found {tally.given} of which {tally.detected} were genuine")
    say("Detection " + precision_and_recall(tally.detected, tally.given, total))
    # Quirk: the number itself is not printed.
    say("Number that matched GS")
    say("Identification " + precision_and_recall(tally.identified, tally.given, total))
