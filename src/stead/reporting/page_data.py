"""The data of a comparison for the page's script, as compact as possible.

Figures and p-values have all their digits: the page rounds them once, as every other form of output does.
"""

import base64
import gzip
import json
import unicodedata
from typing import Any

from stead.records.comparison import Breakdown, Comparison, Figure, all_figures, estimates_of
from stead.records.report import ComparisonReport, ReportItem
from stead.records.scores import WeightedTerm
from stead.reporting.page_details import PageDetails
from stead.reporting.tables import figure_label

Record = dict[str, Any]
_DIGITS = 6
_UNITS = {"item": "by item", "lexelt": "by lexelt"}


def pack_report(report: ComparisonReport, details: PageDetails) -> str:
    """Pack the data of a report; equal reports give equal text."""
    return pack_data(page_data(report, details))


def pack_data(data: Record) -> str:
    """Pack data as JSON, compressed with gzip, in Base64."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(errors="backslashreplace"), mtime=0)).decode()


def page_data(report: ComparisonReport, details: PageDetails) -> Record:
    """Collect the data of the plots, the tables and the item browser."""
    figures = all_figures(report.comparisons[0])
    runs = {system: number for number, system in enumerate(report.systems)}
    return {
        "runs": [
            {"name": escape_controls(details.name(system)), "key": escape_controls(system)} for system in report.systems
        ],
        "baseline": runs.get(report.comparisons[0].baseline or ""),
        "units": [{"name": _UNITS[comparison.unit]} for comparison in report.comparisons],
        "figures": [_figure(report, figure, runs) for figure in figures],
        "breakdowns": [_breakdown(breakdown, figures, runs) for breakdown in report.breakdowns],
        "power": [
            {
                "label": figure_label(power.label, power.figure),
                "pairs": power.pairs,
                "separated": power.separated,
                "curve": [_short(p) for p in power.curve],
            }
            for power in report.power
            if (power.measure, power.figure) in figures[: len({measure for measure, _ in figures})]
        ],
        "items": [_item(item) for item in report.items],
    }


def _figure(report: ComparisonReport, figure: Figure, runs: dict[str, int]) -> Record:
    estimates = list(estimates_of(report.comparisons[0], figure))
    return {
        "label": figure_label(estimates[0].label, figure[1]),
        "values": [estimate.value for estimate in estimates],
        "intervals": [_intervals(comparison, figure) for comparison in report.comparisons],
        "pairs": [_pairs(comparison, figure, runs) for comparison in report.comparisons],
    }


def _intervals(comparison: Comparison, figure: Figure) -> Record:
    estimates = list(estimates_of(comparison, figure))
    return {
        "low": [estimate.interval.low for estimate in estimates],
        "high": [estimate.interval.high for estimate in estimates],
    }


def _pairs(comparison: Comparison, figure: Figure, runs: dict[str, int]) -> list[list[Any]]:
    return [
        [
            runs[pair.first],
            runs[pair.second],
            pair.difference,
            pair.tests[0].p,
            pair.tests[0].corrected,
        ]
        for pair in comparison.pairs
        if (pair.measure, pair.figure) == figure
    ]


def _breakdown(breakdown: Breakdown, figures: list[Figure], runs: dict[str, int]) -> Record:
    rows = {(row.group, row.measure, row.figure, row.run): row for row in breakdown.rows}
    items = {row.group: row.items for row in breakdown.rows}
    prefix = f"{breakdown.grouping}="
    return {
        "name": escape_controls(breakdown.grouping),
        "groups": [
            {"name": escape_controls(group.removeprefix(prefix)), "items": items[group]} for group in breakdown.groups
        ],
        "values": [
            [[rows[group, *figure, run].value for run in runs] for group in breakdown.groups] for figure in figures
        ],
    }


def _item(item: ReportItem) -> Record:
    """List each distinct term with its weight once, those of the gold first; gold and answers are indices into it."""
    indices: dict[WeightedTerm, int] = {}
    gold = [indices.setdefault(entry, len(indices)) for entry in item.gold]
    answers = [[indices.setdefault(entry, len(indices)) for entry in of_run] for of_run in item.answers]
    return {
        "lexelt": escape_controls(item.lexelt),
        "id": escape_controls(item.id),
        "sentence": None if item.sentence is None else [escape_controls(part) for part in item.sentence],
        "terms": [[escape_controls(term), _short(weight)] for term, weight in indices],
        "gold": gold,
        "answers": answers,
        "credit": [_short(credit) for credit in item.credit],
    }


_CONTROLS = {"Cc", "Cs"}
_REORDERING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def escape_controls(text: str) -> str:
    """Escape characters that reorder text or cannot be shown.

    Joiners and direction marks stay, since some languages cannot be written without them.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(ascii(character)[1:-1] if _is_control(character) else character for character in text)


def _is_control(character: str) -> bool:
    return character in _REORDERING or unicodedata.category(character) in _CONTROLS


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
