"""What scoring gives to whoever calls it from Python."""

from dataclasses import dataclass
from typing import Any

from stead.api.inputs import notes_of_files
from stead.core.errors import UsageError
from stead.core.faults import Report
from stead.core.notes import with_notes
from stead.core.text import counted
from stead.measures import parse_measure
from stead.records.scores import Evaluation, Score, headline_figure
from stead.reporting import render
from stead.reporting.machine import item_records, score_records
from stead.reporting.noticed import noticed


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """What `score` found: prints as tables, converts to records, carries every item's statistics."""

    evaluation: Evaluation
    reports: tuple[Report, ...]

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score, signed."""
        return self.evaluation.scores

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files and the runs, as the command line says it."""
        return (*notes_of_files(self.reports), *noticed(self.evaluation))

    def value(
        self, measure: str, figure: str | None = None, *, run: str | None = None, group: str = "all"
    ) -> float | None:
        """One figure: over all items unless a group is named, and the one that comparisons rank by unless it is named.

        That is F, R or the mean, whichever the measure has first. The run must be named if there are several.
        """
        if not isinstance(measure, str):
            raise UsageError(f"value takes the name of a measure, such as 'best', not {measure!r}.")
        wanted = str(parse_measure(measure))
        found = [
            score
            for score in self.scores
            if (score.measure, score.group) == (wanted, group) and run in {None, score.run}
        ]
        if not found:
            raise UsageError(f"there is no score for {wanted} ({group}, {run or 'any run'}) in this result.")
        if len(found) > 1:
            runs = ", ".join(repr(score.run) for score in found)
            raise UsageError(f"there are several runs; say which one (run=...) {wanted} is wanted of: {runs}.")
        return _figure(found[0], figure or headline_figure(list(found[0].figures)))

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure, ready for a data frame."""
        return score_records(self.evaluation)

    def items(self) -> list[dict[str, Any]]:
        """One record for each item, run and measure, with the statistics whose sums make the score."""
        return item_records(self.evaluation)

    def to(self, format: str, *, per_item: bool = False) -> str:
        """The result as text, markdown, latex, tsv or json."""
        return render(self.evaluation, format, per_item=per_item)

    def __str__(self) -> str:
        return with_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        runs = ", ".join(run.name for run in self.evaluation.runs)
        return f"<Result: {counted(len(self.scores), 'score')} of {runs} on {self.evaluation.gold.name}>"


def _figure(score: Score, name: str) -> float | None:
    if name not in score.figures:
        raise UsageError(f"{score.measure} has no figure {name!r}; it has {', '.join(score.figures)}.")
    return score.figures[name]
