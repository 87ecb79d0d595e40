"""Render a leaderboard as a static site: the report as its first page, and one page for each system."""

import re
from collections.abc import Iterable, Iterator, Mapping

from stead.records.comparison import all_figures, estimates_of
from stead.records.json import to_json
from stead.records.report import ComparisonReport
from stead.reporting.page import comparison_page, date_html, escape_html, external_link, paper_html, read_asset
from stead.reporting.page_details import PageDetails
from stead.reporting.tables import figure_label, percent

Refused = Mapping[str, str]
"""The reason why a file could not be scored, by its name."""

GENERATOR = '<meta name="generator" content="stead'
"""The mark by which stead recognises its own pages."""

_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST = 60  # characters of up to four bytes, in a file system that allows 255 bytes


def site(report: ComparisonReport, refused: Refused, details: PageDetails | None = None) -> dict[str, str]:
    """Make the text of every file, by its path in the site."""
    details = details or PageDetails()
    links = page_names(report.systems)
    first = comparison_page(report, details=details, links=links, refused=refused)
    pages = {"index.html": first, "comparison.json": to_json(report)}
    return pages | {links[system]: _system_page(report, system, details) for system in report.systems}


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


def _system_page(report: ComparisonReport, run: str, details: PageDetails) -> str:
    return read_asset("system.html").format(
        style=read_asset("page.css"),
        name=escape_html(details.name(run)),
        gold=escape_html(f"{details.title}: {report.gold.name}" if details.title else report.gold.name),
        date=date_html(details),
        details=_details(details, run),
        units="".join(f'<th scope="col">interval by {comparison.unit}</th>' for comparison in report.comparisons),
        figures="".join(_figure_rows(report, run)),
        breakdowns="".join(_breakdowns(report, run)),
        version=escape_html(report.version),
    )


def _details(details: PageDetails, run: str) -> str:
    """List what is known of the system, and its run if it goes by another name."""
    system = details.of(run)
    known = {
        "run": escape_html(run) if details.name(run) != run else "",
        "paper": paper_html(system) if system.paper else "",
        "link": external_link(system.link, system.link) if system.link else "",
        "parameters": escape_html(system.parameters),
        "cost": escape_html(system.cost),
    }
    rows = "".join(f'<dt>{key}</dt><dd dir="auto">{text}</dd>' for key, text in known.items() if text)
    return f'<dl class="details">{rows}</dl>' if rows else ""


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
        rank = f"{ranks[figure] or '-'} of {len(report.systems)}"
        yield (
            f'<tr><th scope="row">{escape_html(figure_label(by_unit[0].label, figure[1]))}</th>'
            f"<td>{percent(by_unit[0].value)}</td>{intervals}<td>{rank}</td></tr>"
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
