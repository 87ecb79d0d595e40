"""The walk from the official verdicts to stead's, one defect after the other."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stead._wording import counted
from stead.explaining.defects import DEFECTS, Defect
from stead.explaining.record import (
    UNEXPLAINED,
    Cause,
    ItemDifference,
    OfficialDifferences,
    Source,
    figures,
    item_shares,
    moves,
    totals,
)
from stead.explaining.sheet import Sheet
from stead.explaining.verdicts import (
    NO_VERDICT,
    Corrected,
    Verdicts,
    corrected,
    official_on_files,
    official_on_sheet,
    official_verdicts,
    sums,
)
from stead.formats import Content
from stead.formats.encoding import UTF16_MARKS
from stead.legacy import Outcome, Task
from stead.task import BadInput

_LEFT_OVER = Defect(
    UNEXPLAINED,
    "No known defect of the official program does this: please report it, with the files.",
    None,
    lambda sheet: sheet,
)


class _Step(NamedTuple):
    """A defect made harmless: the verdicts before and after, the items on which they differ, and it alone."""

    defect: Defect
    before: Verdicts
    after: Verdicts
    changed: set[str]
    alone: Verdicts


def explain(task: Task, gold: Content, run: Content) -> OfficialDifferences:
    """Score a run with both programs and find out which defect of the official one makes which difference."""
    for content in (gold, run):
        _refuse_other_encoding(content)
    outcome = official_on_files(task, gold, run)
    own = _corrected(task, gold, run, outcome)
    official = official_verdicts(outcome, own.names, by_lexelt=own.files.ids_repeat)
    steps = list(_steps(official, Sheet.read(task, own.files), own.verdicts))
    return OfficialDifferences(
        task,
        Source(gold.name, gold.sha256),
        Source(run.name, run.sha256),
        totals(task, sums(official)),
        totals(task, sums(own.verdicts)),
        tuple(_cause(task, step) for step in steps if step.changed),
        tuple(_items(task, official, own, steps)),
        tuple(_notes(outcome, own)),
    )


def _refuse_other_encoding(content: Content) -> None:
    """The official program compares bytes and stead letters, so it must be known which letters they are."""
    if content.data.startswith(UTF16_MARKS):
        return
    try:
        content.data.decode()
    except UnicodeDecodeError as error:
        line = content.data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"{content.path}:{line}: not UTF-8 (byte 0x{content.data[error.start]:02x}): the two programs cannot "
            "be compared on it. Save it as UTF-8."
        ) from None


def _corrected(task: Task, gold: Content, run: Content, outcome: Outcome) -> Corrected:
    """Stead's verdicts; where stead refuses the files, what the official program does is said too."""
    try:
        return corrected(task, gold, run)
    except BadInput as refusal:
        raise BadInput(f"{refusal} {outcome.message}".strip()) from None


def _steps(official: Verdicts, sheet: Sheet, own: Verdicts) -> Iterator[_Step]:
    """Each defect made harmless, the earlier ones staying so; at last, what no defect explains."""
    verdicts, scored, untouched = official, None, sheet
    for defect in DEFECTS[sheet.task]:
        sheet = defect.harmless(sheet)
        after = verdicts if sheet == scored else official_on_sheet(sheet)
        changed = _changed(verdicts, after)
        alone = official_on_sheet(defect.harmless(untouched)) if changed else official
        yield _Step(defect, verdicts, after, changed, alone)
        verdicts, scored = after, sheet
    yield _Step(_LEFT_OVER, verdicts, own, _changed(verdicts, own), own)


def _changed(before: Verdicts, after: Verdicts) -> set[str]:
    """The items on which two sets of verdicts differ."""
    return {
        key
        for key in before.keys() | after.keys()
        if not before.get(key, NO_VERDICT).is_near(after.get(key, NO_VERDICT))
    }


def _cause(task: Task, step: _Step) -> Cause:
    return Cause(
        step.defect.name,
        step.defect.explanation,
        step.defect.case,
        len(step.changed),
        moves=moves(totals(task, sums(step.before)), totals(task, sums(step.after))),
        alone=figures(totals(task, sums(step.alone))),
    )


def _items(task: Task, official: Verdicts, own: Corrected, steps: Sequence[_Step]) -> Iterator[ItemDifference]:
    """In the order of the gold."""
    differing = _changed(official, own.verdicts)
    for key in (key for key in own.names if key in differing):
        causes = tuple(step.defect.name for step in steps if key in step.changed)
        yield ItemDifference(
            *own.names[key],
            causes,
            item_shares(task, official.get(key, NO_VERDICT)),
            item_shares(task, own.verdicts.get(key, NO_VERDICT)),
        )


def _notes(outcome: Outcome, own: Corrected) -> Iterator[str]:
    if outcome.message:
        yield outcome.message
    for report in (own.files.gold_report, own.files.run_report):
        left_out = sum(report.counts().get("error", {}).values())
        if left_out:
            yield (
                f"{report.path}: stead leaves out what is not perfectly formed ({counted(left_out, 'fault')}), as the "
                "official program does; when it scores, it may repair such lines (see --faults)."
            )
