"""The multiword task: is the target part of a multiword, and of which?"""

from stead.legacy.gold import Gold, read_multiword_gold
from stead.legacy.ledger import Entry, Ledger, Share
from stead.legacy.printing import DivisionByZeroError, Say, precision_and_recall
from stead.legacy.reading import Answer, Document, read_answers


def score_multiwords(system: Document, gold: Document, ledger: Ledger, say: Say, *, verbose: bool) -> None:
    """Score a multiword run and print everything, to the point where the official program ends or dies."""
    standard = read_multiword_gold(gold)
    modes = standard.modes
    _enter_unanswered(standard, ledger)
    for answer in read_answers(system, "mw", say):
        mode = modes.get(answer.id)
        ledger.enter(answer.id, _entry(answer, mode))
        if verbose:
            say(_comment(answer, mode))
    _summarise(ledger.first, ledger.second, say)


def _enter_unanswered(gold: Gold, ledger: Ledger) -> None:
    for id_ in gold.modes:
        ledger.enter(id_, Entry(gold.items[id_].lexelt, Share(1, 0, 0), Share(1, 0, 0)))


def _entry(answer: Answer, mode: str | None) -> Entry:
    """Quirks: a blank answer is not given and yet detects; the comparison is literal, to the last byte."""
    genuine, given = int(mode is not None), int(not answer.is_blank)
    return Entry(answer.target, Share(genuine, given, genuine), Share(genuine, given, int(answer.text == mode)))


def _comment(answer: Answer, mode: str | None) -> str:
    human = "No MW found by annotators," if mode is None else f"human mode is {mode}"
    return f"{answer.lexelt} {answer.id} {human} system {answer.text}"


def _summarise(detection: Share, identification: Share, say: Say) -> None:
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
