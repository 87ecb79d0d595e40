"""The data sheet of a gold standard: what it was made of, how, and what came of it."""

from collections.abc import Sequence
from dataclasses import replace

from stead.golds.description import Description, gold_multiwords
from stead.golds.made import MadeGold
from stead.task import Section, Sheet

AGREEMENT = "Agreement"
CEILINGS = "Ceilings"
_NOT_COMPUTED = "Not computed."


def data_sheet(made: MadeGold, *, agreement: Sequence[Section] = (), ceilings: Sequence[Section] = ()) -> Sheet:
    """All sections in order; those on agreement and on ceilings are worked out elsewhere and given here."""
    sections = (
        Section(
            "Procedure",
            ("choice", "value", "meaning"),
            tuple((each.name, each.value, each.meaning) for each in made.procedure),
            labels=3,
        ),
        Section("Counts", ("what", "number"), tuple(made.counts.items())),
        *_curation(made),
        *made.tables(),
        *Description(made.gold, made.multiwords).sections(),
        *_multiwords(made),
        *(agreement or [Section(AGREEMENT, text=_NOT_COMPUTED)]),
        *(ceilings or [Section(CEILINGS, text=_NOT_COMPUTED)]),
        Section("Items left out", ("lexelt", "id", "reason"), made.left_out, labels=3),
    )
    filled = tuple(each if each.rows or each.text else replace(each, text="None.") for each in sections)
    return Sheet("Data sheet of a gold standard", filled, made.signature, "stead.data-sheet/1")


def _curation(made: MadeGold) -> list[Section]:
    rows = tuple(
        (number, str(change.decision), change.decision.reason, change.changed)
        for number, change in enumerate(made.changes, start=1)
    )
    return [Section("Curation", ("number", "decision", "reason", "changed"), rows, labels=3)] if rows else []


def _multiwords(made: MadeGold) -> list[Section]:
    rows = tuple((*key, phrase) for key, phrase in gold_multiwords(made.multiwords).items())
    return [Section("Gold multiwords", ("lexelt", "id", "multiword"), rows, labels=3)] if rows else []
