"""Tables of the groups that were asked for, the runs in the order of the leaderboard, as in the 2007 paper."""

from collections.abc import Iterator, Sequence

from stead.records.report import ComparisonReport
from stead.records.scores import Score, headline_figure
from stead.reporting.tables import Table, percent

_MOST_ACROSS = 10
"""Groups that stand side by side; more of them stand one below the other."""


def group_tables(report: ComparisonReport, order: Sequence[str]) -> Iterator[Table]:
    """For each division that was asked for and each measure one table; all of them keep the order of the runs."""
    for division in dict.fromkeys(each.name for each in report.inputs.divisions):
        prefix = f"{division}="
        groups = list(dict.fromkeys(each.group for each in report.scores if each.group.startswith(prefix)))
        for measure in dict.fromkeys(each.measure for each in report.scores):
            own = {(each.group, each.run): each for each in report.scores if each.measure == measure}
            if groups and all((group, order[0]) in own for group in groups):
                yield _Groups(prefix, groups, own, order).table()


class _Groups:
    """One measure on the groups of one division."""

    def __init__(
        self, prefix: str, groups: Sequence[str], scores: dict[tuple[str, str], Score], order: Sequence[str]
    ) -> None:
        self.prefix, self.groups, self.scores, self.order = prefix, groups, scores, order
        first = scores[groups[0], order[0]]
        self.label, self.figures = first.label, list(first.figures)
        self.headline = headline_figure(self.figures)

    def table(self) -> Table:
        """Groups across, all figures of each; or, if there are many, groups down, the headline figure of each run."""
        title = f"{self.label} by {self.prefix.removesuffix('=')}"
        return self._across(title) if len(self.groups) <= _MOST_ACROSS else self._down(title)

    def _across(self, title: str) -> Table:
        columns = [(group, figure) for group in self.groups for figure in self.figures]
        heads = (f"{self._short(group)}{'' if figure == 'mean' else f' {figure}'}" for group, figure in columns)
        rows = tuple((run, *(self._value(group, run, figure) for group, figure in columns)) for run in self.order)
        sizes = ", ".join(f"{self._short(group)} {self._items(group)}" for group in self.groups)
        caption = f"Scores x 100; runs in the order of the leaderboard. Items: {sizes}."
        return Table(title=title, columns=("run", *heads), rows=rows, caption=caption)

    def _down(self, title: str) -> Table:
        rows = tuple(
            (
                self._short(group),
                str(self._items(group)),
                *(self._value(group, run, self.headline) for run in self.order),
            )
            for group in self.groups
        )
        figure = "" if self.headline == "mean" else f" {self.headline}"
        caption = f"Scores x 100 ({self.label}{figure}); runs in the order of the leaderboard."
        return Table(title=title, columns=("group", "items", *self.order), rows=rows, caption=caption)

    def _short(self, group: str) -> str:
        return group.removeprefix(self.prefix)

    def _items(self, group: str) -> int:
        return self.scores[group, self.order[0]].scored

    def _value(self, group: str, run: str, figure: str) -> str:
        return percent(self.scores[group, run].figures[figure])
