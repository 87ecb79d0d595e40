"""The parts of the page about rankings: of measures, of groups, on two golds, and without each annotator."""

from collections.abc import Iterable, Sequence

from stead.records.comparison import GoldsTable, WithoutAnnotator
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import agreement_in_words, moved_by
from stead.reporting.markup import escaped
from stead.reporting.ranking_tables import Square, by_headline, squares, two_digits
from stead.reporting.tables import figure_label, percent

_MANY = 8
"""More columns than these have upright headings."""


def rankings_part(report: ComparisonReport) -> str:
    """How far rankings agree, as squares of numbers."""
    found = list(squares(report))
    if not found:
        return ""
    first, *others = map(_square, found)
    tables = f'{first}<div class="columns">{"".join(others)}</div>'
    return (
        '<h3 id="agreeing">Do rankings agree?</h3><p class="hint">Above the diagonal Kendall\'s τ between the two '
        "rankings of the systems, below it rank-biased overlap, for which the first places count most; 1: the same "
        f"ranking; the darker, the closer.</p>{tables}"
    )


def _square(square: Square) -> str:
    rows = []
    for row, first in enumerate(square.names):
        cells = "".join(
            '<td class="cell">·</td>'
            if row == column
            else _cell((square.tau if row < column else square.overlap)(first, second))
            for column, second in enumerate(square.names)
        )
        rows.append(f'<tr><th scope="row"><bdi dir="auto">{escaped(first)}</bdi></th>{cells}</tr>')
    return f"<div><h4>{escaped(square.title)}</h4>{_table(square.title, ['', *square.names], rows)}</div>"


def _cell(value: float | None) -> str:
    """The closer two rankings are, the darker."""
    return _tinted("heat", 0.55 * max(0.0, value or 0.0), two_digits(value))


def _tinted(colour: str, strength: float, content: str) -> str:
    return f'<td class="cell" style="background: rgba(var(--{colour}), {strength:.2f})">{content}</td>'


def _table(label: str, names: Sequence[str], rows: Iterable[str]) -> str:
    many = len(names) > _MANY
    columns = "".join(map(_upright if many else _plain, names))
    compact = ' class="compact"' if many else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escaped(label)}"><table{compact}><thead><tr>'
        f"{columns}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _plain(name: str) -> str:
    return f'<th scope="col">{escaped(name)}</th>' if name else "<td></td>"


def _upright(name: str) -> str:
    return f'<th scope="col" class="upright"><span>{escaped(name)}</span></th>' if name else "<td></td>"


def annotators_part(report: ComparisonReport) -> str:
    """Every annotator, and what becomes of the ranking by each measure without them."""
    found = by_headline(report)
    if not found:
        return ""
    people: dict[str, list[WithoutAnnotator]] = {}
    for records in found.values():
        for each in records:
            people.setdefault(each.annotator, []).append(each)
    rows = [
        f'<tr><th scope="row"><bdi dir="auto">{escaped(name)}</bdi></th><td>{own[0].scored}</td>'
        f"{''.join(map(_moved, own))}</tr>"
        for name, own in people.items()
    ]
    return (
        '<section id="annotators" aria-labelledby="annotators-head">'
        '<h2 id="annotators-head">Would it be so without one of the annotators?</h2>'
        f'<p class="hint">{_ANNOTATORS}</p>'
        f"{_table('Rankings without one annotator', ['', 'items', *found], rows)}</section>"
    )


_ANNOTATORS = (
    "The systems are ranked again on a gold without each annotator: Kendall's τ to the ranking with all of them, and, "
    "coloured, how many systems change their rank. Items: how many are left to score."
)


def _moved(record: WithoutAnnotator) -> str:
    """Coloured where anything moves, the more the stronger."""
    tau = record.agreement.tau
    if not record.moved:
        return f'<td class="cell">{two_digits(tau)}</td>'
    moves = f"<small>{record.moved} move{'s' if record.moved == 1 else ''}</small>"
    return _tinted("worse", 0.15 + 0.2 * (1 - (tau or 0.0)), f"{two_digits(tau)}{moves}")


def golds_part(report: ComparisonReport) -> str:
    """The runs on two golds, one table a measure."""
    if not report.golds:
        return ""
    tables = "".join(_golds_table(report, table) for table in report.golds)
    other = escaped(report.golds[0].second.gold)
    return (
        f'<section aria-labelledby="golds"><h2 id="golds">Ranks on two golds</h2><p class="hint">In the order of '
        f'{other}; a difference above 0 means that the system falls.</p><div class="columns">{tables}</div></section>'
    )


def _golds_table(report: ComparisonReport, table: GoldsTable) -> str:
    rows = (
        f'<tr><th scope="row"><bdi dir="auto">{escaped(row.run)}</bdi></th><td>{percent(row.first_value)}</td>'
        f"<td>{row.first_rank or '-'}</td><td>{percent(row.second_value)}</td><td>{row.second_rank or '-'}</td>"
        f"<td>{moved_by(row.rank_difference)}</td></tr>"
        for row in table.rows
    )
    heads = ["", table.first.gold, "rank", table.second.gold, "rank", "difference"]
    title = figure_label(table.first.label, table.first.figure)
    agreeing = escaped(agreement_in_words(report, table))
    return f'<div><h3>{escaped(title)}</h3>{_table(title, heads, rows)}<p class="hint">{agreeing}</p></div>'
