"""Report the differences between the official program and stead as tables, TSV or JSON."""

import json
from collections.abc import Callable, Iterable, Iterator

from stead.core.errors import UsageError
from stead.core.text import one_line, plural
from stead.official.explain import Cause, Figures, ItemDifference, ItemShare, OfficialDifferences, Totals, moves
from stead.reporting.latex import latex_table
from stead.reporting.tables import Table, markdown_table, percent, text_table

MOST_ITEMS = 30
"""The number of items in a table unless all are wanted."""


def report(differences: OfficialDifferences, form: str = "text", *, all_items: bool = False) -> str:
    """Format the differences as text, markdown, latex, tsv or json."""
    if form == "json":
        return json.dumps(differences.as_document(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if form == "tsv":
        return "".join("\t".join(map(one_line, row)) + "\n" for row in _rows(differences))
    if form not in _TABULAR:
        raise UsageError(f"format is one of {', '.join(_TABULAR)}, tsv, json, not {form!r}.", parameter="format")
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


# ---------------------------------------------------------------------------------------------------------- tsv


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
