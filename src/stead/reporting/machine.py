"""Results for programs: one versioned JSON document, or long tab-separated rows with every digit."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

from stead.core.text import one_line, protect_cell
from stead.records.comparison import Comparison, Estimate, Pair, PairedTest
from stead.records.report import ComparisonReport
from stead.records.scores import Evaluation, ItemStatistics

Record = dict[str, Any]


def score_records(evaluation: Evaluation) -> list[Record]:
    """One record for each figure of each score."""
    return [
        {
            "run": score.run,
            "group": score.group,
            "measure": score.measure,
            "figure": figure,
            "value": value,
            "ceiling": score.ceiling[figure],
            "scored": score.scored,
            "attempted": score.attempted,
            "signature": score.signature,
        }
        for score in evaluation.scores
        for figure, value in score.figures.items()
    ]


def item_records(evaluation: Evaluation) -> list[Record]:
    """One record for each item, run and measure, with its statistics and its figures."""
    return [record for statistics in evaluation.statistics for record in _item_records(statistics)]


def _item_records(statistics: ItemStatistics) -> Iterator[Record]:
    rows = zip(statistics.lexelts, statistics.ids, statistics.values.tolist(), statistics.figures.tolist(), strict=True)
    for lexelt, identifier, values, figures in rows:
        yield {
            "run": statistics.run,
            "lexelt": lexelt,
            "id": identifier,
            "measure": statistics.measure,
            "statistics": dict(zip(statistics.fields, values, strict=True)),
            "figures": dict(zip(statistics.figure_names, map(_none_for_nan, figures), strict=True)),
        }


def _none_for_nan(value: float) -> float | None:
    return None if math.isnan(value) else value


def json_document(evaluation: Evaluation, *, per_item: bool) -> str:
    """The whole evaluation; same input, same bytes."""
    document: Record = {
        "schema": evaluation.schema,
        "gold": asdict(evaluation.gold),
        "runs": [asdict(run) for run in evaluation.runs],
        "scores": [asdict(score) for score in evaluation.scores],
        "notes": evaluation.notes,
    }
    if per_item:
        document["items"] = item_records(evaluation)
    return json_of(document)


def json_of(document: Record) -> str:
    """A document, and the records in it, with a line end."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False, default=_fields) + "\n"


def json_of_result(result: Any) -> str:
    """A result record as a document that says first what it is."""
    return json_of({"schema": result.schema, **_fields(result)})


def _fields(record: Any) -> Record:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def tsv_rows(evaluation: Evaluation, *, per_item: bool) -> str:
    """The scores, or the figures of every item, one a line."""
    return tsv_of(_flat_items(evaluation) if per_item else score_records(evaluation))


def comparison_records(report: ComparisonReport) -> list[Record]:
    """Every figure of every run, and every test of every pair of runs, by item and by lexelt.

    Where there is no second run, the interval is that of the value, otherwise that of the difference.
    """
    return [record for comparison in report.comparisons for record in _comparison_records(comparison)]


def _comparison_records(comparison: Comparison) -> Iterator[Record]:
    for each in comparison.estimates:
        names, values = (each.run, ""), (each.value, None, None)
        yield _row(comparison, each, names, values, None)
    for pair in comparison.pairs:
        names, differing = (pair.first, pair.second), (pair.first_value, pair.second_value, pair.difference)
        yield from (_row(comparison, pair, names, differing, test) for test in pair.tests)


def _row(
    comparison: Comparison,
    what: Estimate | Pair,
    names: tuple[str, str],
    values: tuple[float | None, ...],
    test: PairedTest | None,
) -> Record:
    return {
        **dict(zip(("first", "second"), names, strict=True)),
        "measure": what.measure,
        "figure": what.figure,
        "unit": comparison.unit,
        **dict(zip(("first_value", "second_value", "difference"), values, strict=True)),
        "low": what.interval.low,
        "high": what.interval.high,
        "test": None if test is None else test.test,
        "p": None if test is None else test.p,
        "corrected": None if test is None else test.corrected,
        "signature": comparison.signature,
    }


def tsv_of(records: list[Record]) -> str:
    """Records that have the same fields, one a line below the names of the fields."""
    lines = ["\t".join(records[0])] if records else []
    lines += ["\t".join(map(tsv_cell, record.values())) for record in records]
    return "\n".join(lines) + "\n"


def _flat_items(evaluation: Evaluation) -> list[Record]:
    columns = ("run", "lexelt", "id", "measure")
    return [
        {**{name: record[name] for name in columns}, "figure": figure, "value": value}
        for record in item_records(evaluation)
        for figure, value in record["figures"].items()
    ]


def tsv_cell(value: object) -> str:
    """No cell can break its row, where tabs and line ends are escaped, and no text is run as a formula."""
    return protect_cell(one_line(value)) if isinstance(value, str) else "" if value is None else str(value)
