"""What a person should know about the runs before believing the scores."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stead.core.faults import Caution
from stead.core.text import plural
from stead.records.scores import Evaluation, RunSummary

if TYPE_CHECKING:  # a comparison has far more parts than a score
    from stead.records.report import ComparisonReport

_IDS_SHOWN = 3
UNANSWERED = "unanswered"
"""What is merely absent; every other oddity is something given that does not count as it stands."""


def noticed(result: "Evaluation | ComparisonReport") -> Iterator[str]:
    """Everything odd, run by run, and the notes."""
    multiwords = any(score.family == "multiword" for score in result.scores)
    for summary in result.runs:
        for kind, what in oddities(summary, None if multiwords else result.gold.scored).items():
            note = f"{summary.name}: {what}."
            yield note if kind == UNANSWERED else Caution(note)
    yield from result.notes


def oddities(summary: RunSummary, scored: int | None) -> dict[str, str]:
    """What is odd about a run, by kind; `scored` is how many items should be answered."""
    found = {}
    if scored is not None and summary.attempted < scored:
        found[UNANSWERED] = f"{scored - summary.attempted} of {plural(scored, 'scored item')} not answered"
    if summary.duplicates:
        items = plural(summary.items_with_duplicates, "item")
        found["repeats"] = f"{plural(summary.duplicates, 'repeated answer')} on {items} (see dup in the signature)"
    if summary.left_out:
        found["left out"] = f"{plural(summary.left_out, 'answer')} left out by the matching rules"
    for kind, ids, what in (
        ("unknown", summary.unknown_ids, "not in the gold, ignored"),
        ("repeated", summary.repeated_ids, "given a second time, ignored"),
        ("lexelt", summary.other_targets, "under another lexelt than in the gold, matched all the same"),
    ):
        if ids:
            some = ", ".join(ids[:_IDS_SHOWN]) + (", ..." if len(ids) > _IDS_SHOWN else "")
            found[kind] = f"{plural(len(ids), 'id')} {what} ({some})"
    return found
