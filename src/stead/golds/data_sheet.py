"""The data sheet of a gold standard: what it was made of, how, and what came of it."""

from collections.abc import Sequence
from dataclasses import replace

from stead.core.faults import Report, Severity
from stead.golds.description import Description, gold_multiwords
from stead.golds.made import MadeGold
from stead.records.sheet import Section, Sheet

AGREEMENT = "Agreement"
CEILINGS = "Ceilings"
_NOT_COMPUTED = "Not computed."


def data_sheet(
    made: MadeGold,
    reports: Sequence[Report] = (),
    *,
    agreement: Sequence[Section] = (),
    ceilings: Sequence[Section] = (),
) -> Sheet:
    """All sections in order; those on agreement and on ceilings are worked out elsewhere and given here.

    `reports` say what was wrong with the files that the gold was made of.
    """
    sections = (
        Section(
            "Procedure",
            ("choice", "value", "meaning"),
            tuple((each.name, each.value, each.meaning) for each in made.procedure),
            labels=3,
        ),
        Section("Counts", ("what", "number"), tuple(made.counts.items())),
        _faults(reports),
        _notes(made, reports),
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


def _faults(reports: Sequence[Report]) -> Section:
    """What was wrong with the files, and what was done about it."""
    rows = tuple(
        (report.path, _DONE[severity], kind, number)
        for report in reports
        for severity, kinds in report.counts().items()
        if severity in _DONE
        for kind, number in kinds.items()
    )
    return Section("Faults of the files", ("file", "what was done", "fault", "number"), rows, labels=3)


_DONE = {"error": "left out", "repaired": "repaired"}


def _notes(made: MadeGold, reports: Sequence[Report]) -> Section:
    """What a person should know before using the gold: the words that the command says."""
    of_files = (f"{fault.place}: {fault.message}." for report in reports for fault in report.of(Severity.NOTE))
    return Section("Notes", ("note",), tuple((note,) for note in (*of_files, *made.notes)))


def _curation(made: MadeGold) -> list[Section]:
    rows = tuple(
        (number, str(change.decision), change.decision.reason, change.changed)
        for number, change in enumerate(made.changes, start=1)
    )
    return [Section("Curation", ("number", "decision", "reason", "changed"), rows, labels=3)] if rows else []


def _multiwords(made: MadeGold) -> list[Section]:
    rows = tuple((*key, phrase) for key, phrase in gold_multiwords(made.multiwords).items())
    return [Section("Gold multiwords", ("lexelt", "id", "multiword"), rows, labels=3)] if rows else []
