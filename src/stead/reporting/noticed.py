"""What a person should know about the runs before believing the scores."""

from collections.abc import Iterator

from stead._notes import Caution
from stead._wording import counted
from stead.task import Evaluation, RunSummary
from stead.task.report import ComparisonReport

_IDS_SHOWN = 3


def noticed(result: Evaluation | ComparisonReport) -> Iterator[str]:
    """Everything odd, run by run, and the notes."""
    multiwords = any(score.family == "multiword" for score in result.scores)
    for summary in result.runs:
        if not multiwords:
            yield from _unanswered(summary, result.gold.scored)
        yield from _oddities(summary)
    yield from result.notes


def _unanswered(summary: RunSummary, scored: int) -> Iterator[str]:
    if summary.attempted < scored:
        yield f"{summary.name}: {scored - summary.attempted} of {counted(scored, 'scored item')} not answered."


def _oddities(summary: RunSummary) -> Iterator[str]:
    if summary.duplicates:
        yield Caution(
            f"{summary.name}: {counted(summary.duplicates, 'repeated answer')} on "
            f"{counted(summary.items_with_duplicates, 'item')} (see dup in the signature)."
        )
    if summary.left_out:
        yield Caution(f"{summary.name}: {counted(summary.left_out, 'answer')} left out by the matching rules.")
    for ids, what in (
        (summary.unknown_ids, "not in the gold, ignored"),
        (summary.repeated_ids, "given a second time, ignored"),
        (summary.other_targets, "under another lexelt than in the gold, matched all the same"),
    ):
        if ids:
            some = ", ".join(ids[:_IDS_SHOWN]) + (", ..." if len(ids) > _IDS_SHOWN else "")
            yield Caution(f"{summary.name}: {counted(len(ids), 'id')} {what} ({some}).")
