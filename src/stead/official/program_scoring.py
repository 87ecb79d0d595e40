"""Score item by item as the official program does; the totals that it prints are sums over these entries."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol

from stead.official.program_gold import Gold, GoldItem, read_gold, read_multiword_gold
from stead.official.program_input import AnswerLine, Document, Say, Task, read_answers, split_guesses


class DivisionByZeroError(Exception):
    """Raised where the official program dies; the text says why, for a person.

    What was printed before stays printed.
    """


def percentage(part: float, whole: int) -> str:
    """Format 100 * part / whole with two decimals, halves rounded up.

    One division, done last: for whole numbers an exact half is then an exact float, and goes up as it should.
    """
    hundredths = math.floor(part * 10_000 / whole + 0.5)
    return f"{hundredths / 100:.2f}"


def precision_and_recall(part: float, attempted: int, total: int, *, label: str = "") -> str:
    """Format one line with both figures; `label` is put before each name."""
    precision, recall = percentage(part, attempted), percentage(part, total)
    return f"{label}precision = {precision}, {label}recall = {recall}"


def perl_number(value: float) -> str:
    """Format a number as Perl does: fifteen significant digits, no trailing zeros."""
    return f"{value:.15g}"


class Share(NamedTuple):
    """What an item adds to a precision and a recall, or the sums of all items."""

    counted: int
    """1 if the item is in the denominator of recall."""
    attempted: int
    """1 if the item is in the denominator of precision."""
    credit: float
    """What the item adds to the numerator of both."""


NOTHING = Share(0, 0, 0)


class LedgerEntry(NamedTuple):
    """One item: its shares in the first pair of figures and in the second.

    For best and oot these are the credit and the mode, for multiwords detection and identification.
    """

    lexelt: str
    first: Share
    second: Share


@dataclass(slots=True)
class Ledger:
    """The entries by id; those of answered items come after the others, in the order of the run."""

    entries: dict[str, LedgerEntry] = field(default_factory=dict)
    lines_with_duplicates: int = 0

    def enter(self, id_: str, entry: LedgerEntry) -> None:
        """Append an entry, replacing an earlier one of the same item."""
        self.entries.pop(id_, None)
        self.entries[id_] = entry

    @property
    def first(self) -> Share:
        """The sums of the first pair of figures."""
        return total(entry.first for entry in self.entries.values())

    @property
    def second(self) -> Share:
        """The sums of the second pair of figures."""
        return total(entry.second for entry in self.entries.values())


def total(shares: Iterable[Share]) -> Share:
    """Add shares up one after the other, as Perl does: `sum` rounds differently in newer Pythons."""
    counted, attempted, credit = NOTHING
    for share in shares:
        counted += share.counted
        attempted += share.attempted
        credit += share.credit
    return Share(counted, attempted, credit)


OOT_LIMIT = 10


class SubstituteTask(Protocol):
    """The differences between best and oot in the scoring loop."""

    name: ClassVar[Task]
    separator: ClassVar[str]
    mode_label: ClassVar[str]
    warns_of_duplicates: ClassVar[bool]

    def keep(self, guesses: list[str]) -> list[str]:
        """Select the guesses that are scored."""

    def score(self, credit: float, guesses: list[str]) -> float:
        """Compute the score of an item from its credit."""

    def finds_mode(self, mode: str, guesses: list[str]) -> bool:
        """Whether the guesses hit the mode."""

    def mode_verdict(self, mode: str, guesses: list[str]) -> str:
        """Format the verbose line on the mode."""

    def credit_verdict(self, credit: float, guesses: list[str], item: GoldItem) -> str:
        """Format the verbose line on the credit."""


class BestTask:
    """All guesses share the credit; the first one is compared with the mode."""

    name: ClassVar[Task] = "best"
    separator: ClassVar[str] = "::"
    mode_label: ClassVar[str] = "Mode "
    warns_of_duplicates: ClassVar[bool] = False

    def keep(self, guesses: list[str]) -> list[str]:
        """Select all guesses: best has no limit."""
        return guesses

    def score(self, credit: float, guesses: list[str]) -> float:
        """Divide the credit by the number of guesses; quirk: empty and repeated ones are counted."""
        return credit / len(guesses)

    def finds_mode(self, mode: str, guesses: list[str]) -> bool:
        """Whether the first guess is the mode."""
        return guesses[0] == mode

    def mode_verdict(self, mode: str, guesses: list[str]) -> str:
        """Format the verbose line on the mode; quirk: two spaces before "correct", one before "wrong"."""
        verdict = " correct" if self.finds_mode(mode, guesses) else "wrong"
        return f"mode '{mode}' : system '{guesses[0]}' {verdict}"

    def credit_verdict(self, credit: float, guesses: list[str], item: GoldItem) -> str:
        """Format the verbose line; quirk: "score is" shows the credit before the division by the number of guesses."""
        counts = f"guesses {len(guesses)} human responses {item.responses}"
        return f"credit {perl_number(credit)} {counts}: score is {perl_number(credit)}"


class OotTask:
    """The first ten guesses each earn their own credit; the mode may be any of them."""

    name: ClassVar[Task] = "oot"
    separator: ClassVar[str] = ":::"
    mode_label: ClassVar[str] = ""
    warns_of_duplicates: ClassVar[bool] = True

    def keep(self, guesses: list[str]) -> list[str]:
        """Select the first ten guesses as written; quirk: including repeated and empty ones."""
        return guesses[:OOT_LIMIT]

    def score(self, credit: float, guesses: list[str]) -> float:  # noqa: ARG002 - best needs the guesses
        """Give the whole credit."""
        return credit

    def finds_mode(self, mode: str, guesses: list[str]) -> bool:
        """Whether the mode is among the guesses."""
        return mode in guesses

    def mode_verdict(self, mode: str, guesses: list[str]) -> str:
        """Format the verbose line on the mode; quirk: two spaces after the mode."""
        verdict = "found in guesses" if self.finds_mode(mode, guesses) else "not found"
        return f"mode '{mode}'  {verdict}"

    def credit_verdict(self, credit: float, guesses: list[str], item: GoldItem) -> str:  # noqa: ARG002
        """Format the verbose line on the credit, with the credit twice."""
        return f"credit {perl_number(credit)} human responses {item.responses}: score is {perl_number(credit)}"


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """One gold item, the answer to it, and the guesses it is scored with."""

    item: GoldItem
    answer: AnswerLine
    guesses: list[str]
    repeats: bool
    """Whether a guess of this line is repeated, even after the tenth."""

    @property
    def is_attempted(self) -> bool:
        """Whether the item is attempted; quirk: not by a stale answer, nor by one of semicolons only."""
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
    if ledger.first.attempted == 0 and standard.items and not any(item.counts for item in standard.items.values()):
        raise DivisionByZeroError(_NO_LEGIBLE_TERM)
    _summarise(ledger, task, say)


_NO_LEGIBLE_TERM = (
    "it reads no substitute of the gold standard (it drops terms of one letter), so that no item can be attempted. "
    "Give the gold longer terms, or score without this program."
)


def _known(answers: Iterator[AnswerLine], gold: Gold) -> Iterator[AnswerLine]:
    """Select the answers to items of the gold; quirk: the lexelt is ignored, and so are unknown ids, silently."""
    answerable = gold.answerable
    return (answer for answer in answers if answer.id in answerable)


def _with_guesses(answers: Iterator[AnswerLine], gold: Gold, task: SubstituteTask) -> Iterator[ScoredAnswer]:
    """Split answers into guesses; quirk, the stale answer: an empty answer re-uses the guesses of the last one."""
    guesses: list[str] = []
    for answer in answers:
        repeats = False
        if not answer.is_blank:
            written = split_guesses(answer.text)
            repeats = len(set(written)) < len(written)
            guesses = task.keep(written)
        yield ScoredAnswer(gold.items[answer.id], answer, guesses, repeats)


def _unanswered(item: GoldItem) -> LedgerEntry:
    return LedgerEntry(item.lexelt, Share(1, 0, 0), Share(int(item.mode is not None), 0, 0))


def _entry(scored: ScoredAnswer, task: SubstituteTask) -> LedgerEntry:
    """Score an answer; quirk: a stale answer earns credit and attempts the mode, but not the item."""
    if not scored.guesses:
        return _unanswered(scored.item)
    credit = task.score(_credit(scored), scored.guesses)
    return LedgerEntry(scored.item.lexelt, Share(1, int(scored.is_attempted), credit), _mode_share(scored, task))


def _mode_share(scored: ScoredAnswer, task: SubstituteTask) -> Share:
    mode = scored.item.mode
    return NOTHING if mode is None else Share(1, 1, int(task.finds_mode(mode, scored.guesses)))


def _credit(scored: ScoredAnswer) -> float:
    """Compute the share of the human responses that the guesses hit; quirk: each copy of a guess is credited."""
    if scored.item.responses == 0:
        why = f"the counts of item {scored.answer.id} add up to 0. Give its gold entries counts above 0."
        raise DivisionByZeroError(why)
    hits = sum(scored.item.credits.get(guess, 0) for guess in scored.guesses)
    return hits / scored.item.responses


def _comment(scored: ScoredAnswer, task: SubstituteTask, say: Say) -> None:
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


def score_multiwords(system: Document, gold: Document, ledger: Ledger, say: Say, *, verbose: bool) -> None:
    """Score a multiword run and print everything, to the point where the official program ends or dies."""
    standard = read_multiword_gold(gold)
    modes = standard.modes
    _enter_unanswered(standard, ledger)
    for answer in read_answers(system, "mw", say):
        mode = modes.get(answer.id)
        ledger.enter(answer.id, _multiword_entry(answer, mode))
        if verbose:
            say(_multiword_comment(answer, mode))
    _summarise_multiwords(ledger.first, ledger.second, say)


def _enter_unanswered(gold: Gold, ledger: Ledger) -> None:
    for id_ in gold.modes:
        ledger.enter(id_, LedgerEntry(gold.items[id_].lexelt, Share(1, 0, 0), Share(1, 0, 0)))


def _multiword_entry(answer: AnswerLine, mode: str | None) -> LedgerEntry:
    """Score a multiword; quirks: an empty answer is not given and yet detects; the comparison is byte by byte."""
    genuine, given = int(mode is not None), int(not answer.is_blank)
    return LedgerEntry(answer.target, Share(genuine, given, genuine), Share(genuine, given, int(answer.text == mode)))


def _multiword_comment(answer: AnswerLine, mode: str | None) -> str:
    human = "No MW found by annotators," if mode is None else f"human mode is {mode}"
    return f"{answer.lexelt} {answer.id} {human} system {answer.text}"


def _summarise_multiwords(detection: Share, identification: Share, say: Say) -> None:
    total, given, detected = detection
    if given == 0:
        why = 'the run gives no multiword. Check that its lines read "lexelt id :: multiword", ids in digits.'
        raise DivisionByZeroError(why)
    if total == 0:
        why = "the gold standard has no multiword with a mode. Check that it is the multiword gold file."
        raise DivisionByZeroError(why)
    say(f"Total MWs in GS = {total}, System found {given} of which {detected} were genuine")
    say("Detection " + precision_and_recall(detected, given, total))
    # Quirk: the number itself is not printed.
    say("Number that matched GS")
    say("Identification " + precision_and_recall(identification.credit, given, total))
