"""The 2007 program: what it prints, and where and why it differs from stead, as tables, TSV, CSV or JSON."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stead.api.inputs import StrPath, named_part
from stead.api.results import Result
from stead.api.score import gold_content
from stead.core.arguments import checked
from stead.core.text import plural
from stead.formats import Content, read_content
from stead.measures import parse_measures
from stead.official.explain import (
    Cause,
    Figures,
    ItemDifference,
    ItemShare,
    OfficialDifferences,
    Totals,
    explain,
    moves,
)
from stead.official.preset import task_of, task_of_separator
from stead.official.program import Outcome, run_official
from stead.official.program_input import Task
from stead.reporting.latex import latex_table
from stead.reporting.machine_readable import SEPARATORS, separated_rows
from stead.reporting.tables import Table, check_format, markdown_table, percent, text_table


@dataclass(frozen=True, repr=False)
class Explanation(Result):
    """Where the 2007 program differs from stead on one run, item by item, and which defect does it."""

    differences: OfficialDifferences

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        return tuple(self.differences.notes)

    def records(self) -> list[dict[str, Any]]:
        """One record for each defect that changes a figure."""
        return [{"cause": cause.name, "items": cause.items} for cause in self.differences.causes]

    def _summary(self) -> str:
        return f"{self.differences.task}, {plural(len(self.differences.items), 'item')} that differ"

    def to(self, format: str = "text", *, all_items: bool = False) -> str:
        """The differences as text, markdown, latex, tsv, csv or json."""
        return render_differences(self.differences, format, all_items=all_items)


@checked
def explain_official(
    gold: StrPath | Content, run: StrPath | Content, *, measures: str | None = None, asked_by: str = "explain_official"
) -> Explanation:
    """Explain why the 2007 program scores a run otherwise.

    - `gold`, `run`: files in the format of SemEval-2007.
    - `measures`: of one task, such as `"best"` or `"oot"`; None takes the task that the separators of the run say.
    - `asked_by`: the option or function that messages name.
    """
    standard = gold if isinstance(gold, Content) else gold_content(gold)
    answers = run if isinstance(run, Content) else read_content(run)
    task = task_of(parse_measures(measures), asked_by) if measures else task_of_separator(answers)
    return Explanation(explain(task, standard, answers))


@checked
def print_official(run: StrPath, gold: StrPath, *, task: Task = "best", verbose: bool = False) -> Outcome:
    """What the 2007 program prints on standard output, and its exit status, byte for byte.

    - `run`, `gold`: files in the format of SemEval-2007.
    - `task`: `"best"`, `"oot"` or `"mw"`.
    - `verbose`: line-by-line calculations.
    """
    part = named_part(gold)
    return run_official(Path(os.fspath(run)), part.path("gold") if part else Path(gold), task, verbose=verbose)


# --------------------------------------------------------------------------------------------------------- rendering

MOST_ITEMS = 30
"""The number of items in a table unless all are wanted."""


def render_differences(differences: OfficialDifferences, form: str = "text", *, all_items: bool = False) -> str:
    """Format the differences as text, markdown, latex, tsv, csv or json."""
    if form == "json":
        return json.dumps(differences.as_document(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if form in SEPARATORS:
        return separated_rows(_rows(differences), form)
    check_format(form)
    return "\n".join(map(_TABULAR[form], _tables(differences, all_items=all_items)))


_TABULAR: dict[str, Callable[[Table], str]] = {"text": text_table, "markdown": markdown_table, "latex": latex_table}


# ------------------------------------------------------------------------------------------------------- tables


def _tables(differences: OfficialDifferences, *, all_items: bool) -> Iterator[Table]:
    yield _totals_table(differences)
    if differences.causes:
        yield _causes_table(differences)
        yield _alone_table(differences)
        yield _explanations_table(differences)
    if differences.items:
        yield _items_table(differences, all_items=all_items)


def _totals_table(differences: OfficialDifferences) -> Table:
    return Table(
        title=f"{differences.run.name}: the 2007 program and stead",
        columns=("", "answered", *_figure_columns(differences)),
        rows=(
            _totals_row("2007 program", differences.official),
            _totals_row("stead", differences.corrected),
            ("difference", "", *_moved(moves(differences.official, differences.corrected).values())),
        ),
        caption=_summary(differences),
        endings=frozenset({1}),
    )


def _totals_row(program: str, totals: Totals) -> tuple[str, ...]:
    first = next(iter(totals.values()))
    figures = [percent(value) for total in totals.values() for value in total.figures.values()]
    return (program, f"{first.attempted}/{first.counted}", *figures)


def _summary(differences: OfficialDifferences) -> str:
    items = next(iter(differences.corrected.values())).counted
    if differences.items:
        return f"Scores x 100. The two differ on {plural(len(differences.items), 'item')}; stead scores {items}."
    return f"Scores x 100. The two agree on every item: {items} scored, no difference."


def _figure_columns(differences: OfficialDifferences) -> list[str]:
    return [f"{name} {figure}" for name, total in differences.corrected.items() for figure in total.figures]


def _causes_table(differences: OfficialDifferences) -> Table:
    return Table(
        title="why: the defects of the 2007 program that had an effect",
        columns=("cause", "items", *_figure_columns(differences)),
        rows=tuple(_cause_row(cause) for cause in differences.causes),
        caption="How the figures (x 100) change when the defect is made harmless, "
        "those above it being harmless already.",
    )


def _cause_row(cause: Cause) -> tuple[str, ...]:
    return (cause.name, str(cause.items), *_moved(cause.moves.values()))


def _alone_table(differences: OfficialDifferences) -> Table:
    rows = (("as they are", *_totals_row("", differences.official)[2:]), *map(_alone_row, differences.causes))
    return Table(
        title="the 2007 program on files without one of these defects",
        columns=("without", *_figure_columns(differences)),
        rows=rows,
        caption="What the program prints (x 100) for the same files in which only this defect is made harmless.",
    )


def _alone_row(cause: Cause) -> tuple[str, ...]:
    return (cause.name, *(percent(value) for figures in cause.alone.values() for value in figures.values()))


def _moved(movements: Iterable[Figures]) -> list[str]:
    return [_signed(value) for figures in movements for value in figures.values()]


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{round(100 * value, 2) + 0.0:+.2f}"  # adding 0.0 turns -0.0 into 0.0


def _explanations_table(differences: OfficialDifferences) -> Table:
    return Table(
        title="what the 2007 program does",
        columns=("cause", "the 2007 program", "shown by"),
        rows=tuple((cause.name, cause.explanation, cause.case or "-") for cause in differences.causes),
        caption="Shown by: the case of docs/reference/differences.md, a dash if that page has no row for it.",
        labels=3,
    )


def _items_table(differences: OfficialDifferences, *, all_items: bool) -> Table:
    items = differences.items if all_items else differences.items[:MOST_ITEMS]
    hidden = len(differences.items) - len(items)
    columns = [f"{name}, {program}" for name in differences.measures for program in ("2007", "stead")]
    return Table(
        title="where: the items on which they differ",
        columns=("lexelt", "id", "causes", *columns),
        rows=tuple(_item_row(item) for item in items),
        caption=" ".join([*_more(hidden), "A dash: does not count there; blank: not answered."]),
        labels=3,
    )


def _more(hidden: int) -> list[str]:
    return [f"{hidden} more: --per-item shows all of them, and so do --format json and tsv."] if hidden else []


def _item_row(item: ItemDifference) -> tuple[str, ...]:
    pairs = zip(item.official.values(), item.corrected.values(), strict=True)
    cells = [_cell(share) for pair in pairs for share in pair]
    return (item.lexelt, item.id, ", ".join(item.causes), *cells)


def _cell(share: ItemShare) -> str:
    """Format a share: the credit, a dash for an item that does not count, `blank` for one that is not answered."""
    if not share.counted and not share.attempted:
        return "-"
    credit = percent(share.credit)
    if share.attempted:
        return credit
    return f"blank, {credit}" if share.credit else "blank"


# --------------------------------------------------------------------------------------------------------- rows


def _rows(differences: OfficialDifferences) -> Iterator[list[str]]:
    """Make a row for each item and measure."""
    names = [f"{program} {name}" for program in ("official", "corrected") for name in _FIELDS]
    yield ["lexelt", "id", "causes", "measure", *names]
    for item in differences.items:
        for measure in differences.measures:
            shares = (*_values(item.official[measure]), *_values(item.corrected[measure]))
            yield [item.lexelt, item.id, ",".join(item.causes), measure, *shares]


_FIELDS = ("counted", "attempted", "credit")


def _values(share: ItemShare) -> list[str]:
    return [str(share.counted), str(share.attempted), str(share.credit)]
