"""The scoring loop of best and oot."""

from collections.abc import Iterator
from dataclasses import dataclass

from stead.legacy.gold import Gold, GoldItem, read_gold
from stead.legacy.guesses import split_guesses
from stead.legacy.ledger import NOTHING, Entry, Ledger, Share
from stead.legacy.printing import DivisionByZeroError, Say, precision_and_recall
from stead.legacy.reading import Answer, Document, read_answers
from stead.legacy.tasks import SubstituteTask


@dataclass(frozen=True, slots=True)
class Scored:
    """One gold item, the answer to it, and the guesses it is scored with."""

    item: GoldItem
    answer: Answer
    guesses: list[str]
    repeats: bool
    """Whether a guess of this line stands twice, be it beyond the tenth."""

    @property
    def is_attempted(self) -> bool:
        """Quirk: a stale answer is none, and neither is one of semicolons only."""
        return bool(self.guesses) and not self.answer.is_blank


def score_substitutes(
    system: Document, gold: Document, task: SubstituteTask, ledger: Ledger, say: Say, *, verbose: bool
) -> None:
    """Score a run into the ledger and print everything, to the point where the official program ends or dies."""
    standard = read_gold(gold)
    for id_, item in standard.items.items():
        ledger.enter(id_, _unanswered(item))
    answers = read_answers(system, task.name, say)
    for scored in _with_guesses(_known(answers, standard), standard, task):
        ledger.enter(scored.answer.id, _entry(scored, task))
        ledger.lines_with_duplicates += scored.repeats
        if verbose and scored.guesses:
            _comment(scored, task, say)
    _summarise(ledger, task, say)


def _known(answers: Iterator[Answer], gold: Gold) -> Iterator[Answer]:
    """Quirk: only the id is looked up, never the lexelt; unknown ids go without a word."""
    answerable = gold.answerable
    return (answer for answer in answers if answer.id in answerable)


def _with_guesses(answers: Iterator[Answer], gold: Gold, task: SubstituteTask) -> Iterator[Scored]:
    """Quirk, the stale answer: a blank answer leaves the guesses of the last answered item in place."""
    guesses: list[str] = []
    for answer in answers:
        repeats = False
        if not answer.is_blank:
            written = split_guesses(answer.text)
            repeats = len(set(written)) < len(written)
            guesses = task.keep(written)
        yield Scored(gold.items[answer.id], answer, guesses, repeats)


def _unanswered(item: GoldItem) -> Entry:
    return Entry(item.lexelt, Share(1, 0, 0), Share(int(item.mode is not None), 0, 0))


def _entry(scored: Scored, task: SubstituteTask) -> Entry:
    """Quirk: a stale answer earns credit and attempts the mode, and yet the item is not attempted."""
    if not scored.guesses:
        return _unanswered(scored.item)
    credit = task.score(_credit(scored), scored.guesses)
    return Entry(scored.item.lexelt, Share(1, int(scored.is_attempted), credit), _mode_share(scored, task))


def _mode_share(scored: Scored, task: SubstituteTask) -> Share:
    mode = scored.item.mode
    return NOTHING if mode is None else Share(1, 1, int(task.finds_mode(mode, scored.guesses)))


def _credit(scored: Scored) -> float:
    """The share of the human responses that the guesses hit; quirk: each copy of a guess is paid."""
    if scored.item.responses == 0:
        why = f"the counts of item {scored.answer.id} add up to nothing. Give its gold entries counts above 0."
        raise DivisionByZeroError(why)
    hits = sum(scored.item.credits.get(guess, 0) for guess in scored.guesses)
    return hits / scored.item.responses


def _comment(scored: Scored, task: SubstituteTask, say: Say) -> None:
    item, guesses = scored.item, scored.guesses
    opening = f"{scored.answer.lexelt} Item {scored.answer.id}"
    if item.mode is not None:
        say(f"{opening} {task.mode_verdict(item.mode, guesses)}")
    say(f"{opening} {task.credit_verdict(_credit(scored), guesses, item)}")


def _summarise(ledger: Ledger, task: SubstituteTask, say: Say) -> None:
    if task.warns_of_duplicates and ledger.lines_with_duplicates:
        say(f"WARNING OOT file contains duplicates on {ledger.lines_with_duplicates} lines")
    _summarise_credit(ledger.first, task, say)
    _summarise_modes(ledger.second, task, say)


def _summarise_credit(items: Share, task: SubstituteTask, say: Say) -> None:
    if items.attempted == 0:
        why = (
            "no line of the run answers a scored item of the gold standard. Check that the ids are those of "
            f'the gold file and that each line reads "lexelt id {task.separator} answers".'
        )
        raise DivisionByZeroError(why)
    say(f"Total = {items.counted}, attempted = {items.attempted}")
    say(precision_and_recall(items.credit, items.attempted, items.counted))


def _summarise_modes(modes: Share, task: SubstituteTask, say: Say) -> None:
    if modes.attempted == 0:
        why = "no item with a mode is answered. Answer one, or read the mode figures as undefined."
        raise DivisionByZeroError(why)
    say(f"Total with mode {modes.counted} attempted {modes.attempted}")
    say(precision_and_recall(modes.credit, modes.attempted, modes.counted, label=task.mode_label))
