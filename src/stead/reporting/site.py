"""Render a leaderboard as a static site: the report as its first page, and one page for each system."""

import re
from collections.abc import Iterable, Iterator, Mapping

from stead.records.comparison import all_figures, estimates_of
from stead.records.json import to_json
from stead.records.report import ComparisonReport
from stead.reporting.page import comparison_page, escape_html, read_asset
from stead.reporting.tables import figure_label, percent

Refused = Mapping[str, str]
"""The reason why a file could not be scored, by its name."""

GENERATOR = '<meta name="generator" content="stead'
"""The mark by which stead recognises its own pages."""

_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST = 60  # characters of up to four bytes, in a file system that allows 255 bytes


def site(report: ComparisonReport, refused: Refused) -> dict[str, str]:
    """Make the text of every file, by its path in the site."""
    links = page_names(run.name for run in report.runs)
    pages = {"index.html": comparison_page(report, links=links, refused=refused), "comparison.json": to_json(report)}
    return pages | {links[run.name]: _system_page(report, run.name) for run in report.runs}


def page_names(names: Iterable[str]) -> dict[str, str]:
    """Choose a safe and unique file name for each system, also unique where case is ignored."""
    taken: set[str] = set()
    paths = {}
    for name in names:
        base = _UNSAFE.sub("-", name).strip("-.")[:_LONGEST] or "system"
        number, candidate = 1, base
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{base}-{number}"
        taken.add(candidate.casefold())
        paths[name] = f"systems/{candidate}.html"
    return paths


def _system_page(report: ComparisonReport, run: str) -> str:
    return read_asset("system.html").format(
        style=read_asset("page.css"),
        name=escape_html(run),
        gold=escape_html(report.gold.name),
        units="".join(f'<th scope="col">interval by {comparison.unit}</th>' for comparison in report.comparisons),
        figures="".join(_figure_rows(report, run)),
        breakdowns="".join(_breakdowns(report, run)),
        version=escape_html(report.version),
    )


def _figure_rows(report: ComparisonReport, run: str) -> Iterator[str]:
    ranks = {
        (ranking.by.measure, ranking.by.figure): ranking.ranks().get(run) for ranking in report.comparisons[0].rankings
    }
    for figure in all_figures(report.comparisons[0]):
        by_unit = [
            next(estimate for estimate in estimates_of(comparison, figure) if estimate.run == run)
            for comparison in report.comparisons
        ]
        intervals = "".join(
            f"<td>{percent(estimate.interval.low)} to {percent(estimate.interval.high)}</td>" for estimate in by_unit
        )
        yield (
            f'<tr><th scope="row">{escape_html(figure_label(by_unit[0].label, figure[1]))}</th>'
            f"<td>{percent(by_unit[0].value)}</td>{intervals}<td>{ranks[figure] or '-'} of {len(report.runs)}</td></tr>"
        )


def _breakdowns(report: ComparisonReport, run: str) -> Iterator[str]:
    first = all_figures(report.comparisons[0])[0]
    for breakdown in report.breakdowns:
        rows = "".join(
            f'<tr><th scope="row">{escape_html(row.group.removeprefix(f"{breakdown.grouping}="))}</th>'
            f"<td>{percent(row.value)}</td><td>{row.items}</td></tr>"
            for row in breakdown.rows
            if row.run == run and (row.measure, row.figure) == first
        )
        yield (
            f"<div><h3>{escape_html(breakdown.grouping)}</h3><table><thead><tr><td></td>"
            f'<th scope="col">{escape_html(figure_label(*first))}</th><th scope="col">items</th></tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
