"""Tables of the human ceiling: one row for each annotator, and their mean."""

from collections.abc import Iterator, Sequence
from typing import Any

from stead.core.text import plural
from stead.records.agreement import HumanScores
from stead.records.scores import Figures, Score
from stead.reporting.machine_readable import json_of_result, tsv_of
from stead.reporting.score_tables import CEILING, COUNTS, TITLES, records_of_score
from stead.reporting.tables import Signatures, Table, check_format, figure_label, percent, render_tables


def render_humans(humans: HumanScores, format: str = "text") -> str:
    """Render the scores as text, markdown, latex, tsv or json."""
    check_format(format)
    if format == "json":
        return json_of_result(humans)
    if format == "tsv":
        return tsv_of(human_records(humans))
    signed = dict.fromkeys("MEASURE" + score.signature.removeprefix(score.measure) for score in humans.scores)
    return render_tables(human_tables(humans), Signatures(list(signed)), format)


def human_records(humans: HumanScores) -> list[dict[str, Any]]:
    """Make one flat record for each figure of each annotator, and of the mean."""
    records = [
        {"row": "annotator", "annotator": score.run, **record}
        for score in humans.scores
        for record in records_of_score(score)
    ]
    signed = {score.measure: score.signature for score in humans.scores}
    records += [
        {
            "row": "mean",
            "annotator": None,
            "measure": mean.measure,
            "figure": figure,
            "value": value,
            "ceiling": mean.ceiling[figure],
            "scored": None,
            "attempted": None,
            "signature": signed[mean.measure],
        }
        for mean in humans.means
        for figure, value in mean.figures.items()
    ]
    return records


def human_tables(humans: HumanScores) -> Iterator[Table]:
    """Make one table for each family of measures."""
    for family in dict.fromkeys(score.family for score in humans.scores):
        yield _family_table([score for score in humans.scores if score.family == family], humans)


def _family_table(scores: Sequence[Score], humans: HumanScores) -> Table:
    first = {score.measure: score for score in scores}
    means = [mean for mean in humans.means if mean.measure in first]
    people = dict.fromkeys(score.run for score in scores)
    rows = [_row(name, [score for score in scores if score.run == name]) for name in people]
    columns = [figure_label(score.label, figure) for score in first.values() for figure in score.figures]
    return Table(
        title=f"annotators against the others: {TITLES.get(scores[0].family, scores[0].family)}",
        columns=("annotator", COUNTS.get(scores[0].family, "answered"), *columns),
        rows=(
            *rows,
            ("mean", "", *_cells([mean.figures for mean in means])),
            (CEILING, "", *_cells([mean.ceiling for mean in means])),
        ),
        caption=_caption(humans),
        endings=frozenset({len(rows) - 1, len(rows) + 1}),
        ceilings=frozenset({len(rows) + 1}),
    )


def _row(name: str, scores: Sequence[Score]) -> tuple[str, ...]:
    widest = max(scores, key=lambda score: score.scored)
    return (name, f"{widest.attempted}/{widest.scored}", *_cells([score.figures for score in scores]))


def _cells(figures: Sequence[Figures]) -> list[str]:
    return [percent(value) for by_name in figures for value in by_name.values()]


def _caption(humans: HumanScores) -> str:
    without = f", without {', '.join(humans.without)}" if humans.without else ""
    return (
        f"Scores x 100 against the gold of the others, on the annotator's own of {plural(humans.items, 'item')}"
        f"{without}; {CEILING}: a perfect run on those golds, on average."
    )
