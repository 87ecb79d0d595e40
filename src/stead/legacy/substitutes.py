"""The scoring loop of best and oot."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stead.legacy.gold import Gold, GoldItem, read_gold
from stead.legacy.guesses import split_guesses
from stead.legacy.printing import DivisionByZeroError, Say, precision_and_recall
from stead.legacy.reading import Answer, first_lines, line_pattern, read_answers
from stead.legacy.tasks import SubstituteTask


@dataclass(slots=True)
class Tally:
    """What is added up over a run."""

    attempted: int = 0
    credit: float = 0.0
    modes_attempted: int = 0
    modes_found: int = 0
    lines_with_duplicates: int = 0


@dataclass(frozen=True, slots=True)
class Scored:
    """One gold item, the answer to it, and the guesses it is scored with."""

    item: GoldItem
    answer: Answer
    guesses: list[str]


def score_substitutes(system: Path, gold: Path, task: SubstituteTask, say: Say, *, verbose: bool) -> None:
    """Score a run and print everything, to the point where the official program ends or dies."""
    standard = read_gold(gold)
    answers = read_answers(system, line_pattern(task.separator), say)
    tally = Tally()
    for scored in _with_guesses(_known(first_lines(answers), standard), standard, task):
        _add(tally, scored, task)
        if verbose:
            _comment(scored, task, say)
    _summarise(tally, standard, task, say)


def _known(answers: Iterator[Answer], gold: Gold) -> Iterator[Answer]:
    """Quirk: only the id is looked up, never the lexelt; unknown ids go without a word."""
    answerable = gold.answerable
    return (answer for answer in answers if answer.id in answerable)


def _with_guesses(answers: Iterator[Answer], gold: Gold, task: SubstituteTask) -> Iterator[Scored]:
    """Quirk, the stale answer: a blank answer leaves the guesses of the last answered item in place."""
    guesses: list[str] = []
    for answer in answers:
        if not answer.is_blank:
            guesses = task.keep(split_guesses(answer.text))
        yield Scored(gold.items[answer.id], answer, guesses)


def _add(tally: Tally, scored: Scored, task: SubstituteTask) -> None:
    """Quirk: a stale answer earns credit and attempts the mode, and yet the item is not attempted."""
    tally.credit += task.score(_credit(scored), scored.guesses)
    if not scored.answer.is_blank:
        tally.attempted += 1
        tally.lines_with_duplicates += len(set(scored.guesses)) < len(scored.guesses)
    if scored.item.mode is not None:
        tally.modes_attempted += 1
        tally.modes_found += task.finds_mode(scored.item.mode, scored.guesses)


def _credit(scored: Scored) -> float:
    """The share of the human responses that the guesses hit; quirk: each copy of a guess is paid."""
    if scored.item.responses == 0:
        why = f"the counts of item {scored.answer.id} add up to nothing. Give its gold entries counts above 0."
        raise DivisionByZeroError(why)
    hits = sum(scored.item.weights.get(guess, 0) for guess in scored.guesses)
    return hits / scored.item.responses


def _comment(scored: Scored, task: SubstituteTask, say: Say) -> None:
    item, guesses = scored.item, scored.guesses
    opening = f"{scored.answer.lexelt} Item {scored.answer.id}"
    if item.mode is not None:
        say(f"{opening} {task.mode_verdict(item.mode, guesses)}")
    say(f"{opening} {task.credit_verdict(_credit(scored), guesses, item)}")


def _summarise(tally: Tally, gold: Gold, task: SubstituteTask, say: Say) -> None:
    if task.warns_of_duplicates and tally.lines_with_duplicates:
        say(f"WARNING OOT file contains duplicates on {tally.lines_with_duplicates} lines")
    _summarise_credit(tally, gold, task, say)
    _summarise_modes(tally, gold, task, say)


def _summarise_credit(tally: Tally, gold: Gold, task: SubstituteTask, say: Say) -> None:
    if tally.attempted == 0:
        why = (
            "no line of the run answers a scored item of the gold standard. Check that the ids are those of "
            f'the gold file and that each line reads "lexelt id {task.separator} answers".'
        )
        raise DivisionByZeroError(why)
    say(f"Total = {gold.total}, attempted = {tally.attempted}")
    say(precision_and_recall(tally.credit, tally.attempted, gold.total))


def _summarise_modes(tally: Tally, gold: Gold, task: SubstituteTask, say: Say) -> None:
    total = len(gold.modes)
    if tally.modes_attempted == 0:
        why = "no item with a mode is answered. Answer one, or read the mode figures as undefined."
        raise DivisionByZeroError(why)
    say(f"Total with mode {total} attempted {tally.modes_attempted}")
    say(precision_and_recall(tally.modes_found, tally.modes_attempted, total, label=task.mode_label))
