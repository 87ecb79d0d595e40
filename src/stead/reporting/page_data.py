"""What the page's script needs of a comparison, as small as it can be said.

Figures and p-values have all their digits: the page rounds them once, as every other form of output does.
"""

import base64
import gzip
import json
import unicodedata
from typing import Any

from stead.records.comparison import Breakdown, Comparison, Figure, all_figures, of_figure
from stead.records.report import ComparisonReport, ReportItem
from stead.records.scores import Weighed
from stead.reporting.tables import figure_label

Record = dict[str, Any]
_DIGITS = 6
_UNITS = {"item": "by item", "lexelt": "by lexelt"}


def packed_data(report: ComparisonReport) -> str:
    """The data as JSON, packed, in letters that are harmless in a page; the same for the same report."""
    return packed(page_data(report))


def packed(data: Record) -> str:
    """Any data as JSON, packed, in letters that are harmless in a page."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(errors="backslashreplace"), mtime=0)).decode()


def page_data(report: ComparisonReport) -> Record:
    """Everything that can be looked at."""
    figures = all_figures(report.comparisons[0])
    runs = {run.name: number for number, run in enumerate(report.runs)}
    return {
        "runs": [{"name": inert(run.name)} for run in report.runs],
        "units": [{"name": _UNITS[comparison.unit]} for comparison in report.comparisons],
        "figures": [_figure(report, figure, runs) for figure in figures],
        "breakdowns": [_breakdown(each, figures, runs) for each in report.breakdowns],
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
    estimates = list(of_figure(report.comparisons[0], figure))
    return {
        "label": figure_label(estimates[0].label, figure[1]),
        "values": [each.value for each in estimates],
        "intervals": [_intervals(comparison, figure) for comparison in report.comparisons],
        "pairs": [_pairs(comparison, figure, runs) for comparison in report.comparisons],
    }


def _intervals(comparison: Comparison, figure: Figure) -> Record:
    estimates = list(of_figure(comparison, figure))
    return {
        "low": [each.interval.low for each in estimates],
        "high": [each.interval.high for each in estimates],
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
    found = {(row.group, row.measure, row.figure, row.run): row for row in breakdown.rows}
    items = {row.group: row.items for row in breakdown.rows}
    prefix = f"{breakdown.grouping}="
    return {
        "name": inert(breakdown.grouping),
        "groups": [{"name": inert(group.removeprefix(prefix)), "items": items[group]} for group in breakdown.groups],
        "values": [
            [[found[group, *figure, run].value for run in runs] for group in breakdown.groups] for figure in figures
        ],
    }


def _item(item: ReportItem) -> Record:
    """Terms with their weights once each, those of the gold first; gold and answers are places in that list."""
    places: dict[Weighed, int] = {}
    gold = [places.setdefault(entry, len(places)) for entry in item.gold]
    answers = [[places.setdefault(entry, len(places)) for entry in own] for own in item.answers]
    return {
        "lexelt": inert(item.lexelt),
        "id": inert(item.id),
        "sentence": None if item.sentence is None else [inert(part) for part in item.sentence],
        "terms": [[inert(term), _short(weight)] for term, weight in places],
        "gold": gold,
        "answers": answers,
        "credit": [_short(credit) for credit in item.credit],
    }


_CONTROLS = {"Cc", "Cs"}
_REORDERING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def inert(text: str) -> str:
    """Text that stays where it is: what moves, reverses or cannot be shown becomes an escape.

    Joiners and marks of direction stay, since some languages cannot be written without them.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(ascii(char)[1:-1] if _acts(char) else char for char in text)


def _acts(character: str) -> bool:
    return character in _REORDERING or unicodedata.category(character) in _CONTROLS


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
