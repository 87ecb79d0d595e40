"""Tables of agreement: coefficients by family, figures without each annotator, what was left out; the human ceiling."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from stead.core.text import plural
from stead.records.agreement import Agreement, AgreementFigure, AnnotatorSummary, HumanScores, Interval
from stead.records.scores import Figures, Score
from stead.reporting.machine_readable import SEPARATORS, json_of_result, separated_records
from stead.reporting.score_tables import CEILING, COUNTS, TITLES, records_of_score
from stead.reporting.tables import Signatures, Table, check_format, figure_label, percent, render_tables

_TITLES = {
    "substitutes": "agreement on substitutes",
    "multiwords": "agreement on multiwords",
    "ratings": "agreement on ratings",
    "deviations": "spread of the ratings of a candidate",
    "alpha": "Krippendorff's alpha",
}
_ITEM, _WITHOUT = "item=", "without="
_SHOWN_WITHOUT = ("pairwise", "items-with-mode", "mode-pairwise")
_MOST_PEOPLE = 30


def render_agreement(agreement: Agreement, format: str = "text") -> str:
    """Render the agreement as text, markdown, latex, tsv, csv or json."""
    check_format(format)
    if format == "json":
        return json_of_result(agreement)
    if format in SEPARATORS:
        return separated_records(figure_records(agreement), format)
    return render_tables(agreement_tables(agreement), _signatures(agreement), format)


def figure_records(agreement: Agreement) -> list[dict[str, Any]]:
    """Make one flat record for each figure."""
    return [_record(figure) for figure in agreement.figures]


def _record(figure: AgreementFigure) -> dict[str, Any]:
    by_item, by_lexelt = figure.interval_by_item or (None, None), figure.interval_by_lexelt or (None, None)
    return {
        "group": figure.group,
        "coefficient": figure.coefficient,
        "value": figure.value,
        "low by item": by_item[0],
        "high by item": by_item[1],
        "low by lexelt": by_lexelt[0],
        "high by lexelt": by_lexelt[1],
        "items": figure.items,
        "compared": figure.compared,
        "unit": figure.unit,
        "signature": figure.signature,
    }


def _signatures(agreement: Agreement) -> Signatures:
    """The signature of the first table, with COEFFICIENT for the coefficient's name, and the number of others."""
    first, *others = dict.fromkeys(
        "COEFFICIENT" + figure.signature.removeprefix(figure.coefficient) for figure in agreement.figures
    )
    return Signatures([first], len(others))


def agreement_tables(agreement: Agreement) -> Iterator[Table]:
    """Make all tables, the most important first."""
    grouped = [figure for figure in agreement.figures if not figure.group.startswith((_ITEM, _WITHOUT))]
    for family in dict.fromkeys(figure.family for figure in grouped):
        yield _family_table(family, [figure for figure in grouped if figure.family == family], agreement)
    by_item = [figure for figure in agreement.figures if figure.group.startswith(_ITEM)]
    for family in dict.fromkeys(figure.family for figure in by_item):
        yield _item_table(family, [figure for figure in by_item if figure.family == family])
    yield _people_table(agreement)
    if agreement.pairs.left_out or agreement.left_out.items:
        yield _left_out_table(agreement)


# ------------------------------------------------------------------------------------------------ coefficients


def _family_table(family: str, figures: Sequence[AgreementFigure], agreement: Agreement) -> Table:
    groups = dict.fromkeys(figure.group for figure in figures)
    blocks = [[figure for figure in figures if figure.group == group] for group in groups]
    grouped = len(blocks) > 1
    intervals = any(figure.interval_by_item for figure in figures)
    value = "%" if figures[0].scale == "percent" else "value"
    return Table(
        title=_TITLES[family],
        columns=(
            *(["group"] if grouped else []),
            "coefficient",
            value,
            *(["95 %, by item", "95 %, by lexelt"] if intervals else []),
            "items",
            "compared",
        ),
        rows=tuple(_row(figure, grouped=grouped, intervals=intervals) for block in blocks for figure in block),
        caption=_caption(family, agreement, intervals=intervals),
        labels=2 if grouped else 1,
        endings=frozenset(end - 1 for end in accumulate(map(len, blocks))),
    )


def _row(figure: AgreementFigure, *, grouped: bool, intervals: bool) -> tuple[str, ...]:
    bounds = [_interval(interval, figure) for interval in (figure.interval_by_item, figure.interval_by_lexelt)]
    return (
        *([figure.group] if grouped else []),
        figure.coefficient,
        _value(figure.value, figure),
        *(bounds if intervals else []),
        str(figure.items),
        plural(figure.compared, figure.unit.removesuffix("s")),
    )


def _value(value: float | None, figure: AgreementFigure) -> str:
    if figure.scale == "percent" or value is None:
        return percent(value)
    return f"{round(value, 3) + 0.0:.3f}"  # adding 0.0 turns -0.0 into 0.0


def _interval(interval: Interval | None, figure: AgreementFigure) -> str:
    return "-" if interval is None else f"[{', '.join(_value(bound, figure) for bound in interval)}]"


def _caption(family: str, agreement: Agreement, *, intervals: bool) -> str:
    people = "rater" if agreement.kind == "ratings" else "annotator"
    parts = [f"{plural(len(agreement.annotators), people)}, {plural(agreement.items, 'item')}"]
    if agreement.without:
        parts.append(f"without {', '.join(agreement.without)}")
    if family == "alpha":
        parts.append("1: all agree; 0: chance")
    if intervals:
        parts.append("in brackets: 95 % bootstrap intervals over items and whole lexelts")
    return "; ".join(parts) + "."


def _item_table(family: str, figures: Sequence[AgreementFigure]) -> Table:
    coefficients = tuple(dict.fromkeys(figure.coefficient for figure in figures))
    cells: dict[str, list[str]] = {}
    for figure in figures:
        cells.setdefault(figure.group.removeprefix(_ITEM), []).append(_value(figure.value, figure))
    rows = tuple((item, *values) for item, values in cells.items())
    return Table(title=f"{_TITLES[family]}, item by item", columns=("item", *coefficients), rows=rows)


# ------------------------------------------------------------------------------------------------------ people


def _people_table(agreement: Agreement) -> Table:
    """Make the table of annotators, with the agreement of the others where it was computed."""
    if agreement.kind == "ratings":
        return _raters_table(agreement.annotators)
    states = list(agreement.annotators[0].others)
    values = {(figure.group, figure.coefficient): _value(figure.value, figure) for figure in agreement.figures}
    shown = [name for name in _SHOWN_WITHOUT if (f"{_WITHOUT}{agreement.annotators[0].name}", name) in values]
    everybody = ("everybody", *_count_answers(agreement.annotators, states), *(values["all", name] for name in shown))
    rows: tuple[tuple[str, ...], ...] = tuple(
        (person.name, *_count_answers([person], states), *(values[f"{_WITHOUT}{person.name}", name] for name in shown))
        for person in agreement.annotators[:_MOST_PEOPLE]
    )
    hidden = len(agreement.annotators) - len(rows)
    parts = [f"{plural(hidden, 'more annotator')}: JSON and TSV list them."] if hidden else []
    parts += ["Per answer: mean number of substitutes in an answer."]
    parts += ["Percentages: agreement of the others."] if shown else []
    return Table(
        title="without one annotator at a time" if shown else "annotators",
        columns=("annotator", "answers", *states, "missing", "per answer", *shown),
        rows=(*rows, everybody),
        caption=" ".join(parts),
        endings=frozenset({len(rows) - 1}),
    )


def _raters_table(raters: Sequence[AnnotatorSummary]) -> Table:
    rows = tuple((rater.name, str(rater.answers), str(rater.missing)) for rater in raters[:_MOST_PEOPLE])
    hidden = len(raters) - len(rows)
    caption = f"{hidden} more: JSON lists them." if hidden else ""
    return Table(title="raters", columns=("rater", "ratings", "not rated"), rows=rows, caption=caption)


def _count_answers(people: Sequence[AnnotatorSummary], states: Iterable[str]) -> list[str]:
    answers, substitutes = sum(person.answers for person in people), sum(person.substitutes for person in people)
    others = [str(sum(person.others[state] for person in people)) for state in states]
    missing = str(sum(person.missing for person in people))
    return [str(answers), *others, missing, f"{substitutes / answers:.2f}" if answers else "-"]


# ---------------------------------------------------------------------------------------------------- left out


def _left_out_table(agreement: Agreement) -> Table:
    pairs, items = agreement.pairs, agreement.left_out.items
    rows = [("pairs", reason, f"{count} of {pairs.possible}") for reason, count in pairs.left_out.items()]
    rows += [("items", reason, f"{len(ids)} of {agreement.items}") for reason, ids in items.items()]
    return Table(
        title="items and pairs left out",
        columns=("", "reason", "left out"),
        rows=tuple(rows),
        caption=f"{pairs.used} of {plural(pairs.possible, 'pair')} used. "
        "Each coefficient skips only the items it cannot use. JSON lists all of them.",
        labels=2,
        endings=frozenset({len(pairs.left_out) - 1, len(rows) - 1}),
    )


# ---------------------------------------------------------------------------------------------- human ceiling


def render_humans(humans: HumanScores, format: str = "text") -> str:
    """Render the scores as text, markdown, latex, tsv, csv or json."""
    check_format(format)
    if format == "json":
        return json_of_result(humans)
    if format in SEPARATORS:
        return separated_records(human_records(humans), format)
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
        yield _human_table([score for score in humans.scores if score.family == family], humans)


def _human_table(scores: Sequence[Score], humans: HumanScores) -> Table:
    first = {score.measure: score for score in scores}
    means = [mean for mean in humans.means if mean.measure in first]
    people = dict.fromkeys(score.run for score in scores)
    rows = [_human_row(name, [score for score in scores if score.run == name]) for name in people]
    columns = [figure_label(score.label, figure) for score in first.values() for figure in score.figures]
    return Table(
        title=f"annotators against the others: {TITLES.get(scores[0].family, scores[0].family)}",
        columns=("annotator", COUNTS.get(scores[0].family, "answered"), *columns),
        rows=(
            *rows,
            ("mean", "", *_human_cells([mean.figures for mean in means])),
            (CEILING, "", *_human_cells([mean.ceiling for mean in means])),
        ),
        caption=_human_caption(humans),
        endings=frozenset({len(rows) - 1, len(rows) + 1}),
        ceilings=frozenset({len(rows) + 1}),
    )


def _human_row(name: str, scores: Sequence[Score]) -> tuple[str, ...]:
    widest = max(scores, key=lambda score: score.scored)
    return (name, f"{widest.attempted}/{widest.scored}", *_human_cells([score.figures for score in scores]))


def _human_cells(figures: Sequence[Figures]) -> list[str]:
    return [percent(value) for by_name in figures for value in by_name.values()]


def _human_caption(humans: HumanScores) -> str:
    without = f", without {', '.join(humans.without)}" if humans.without else ""
    return (
        f"Scores x 100 against the gold of the others, on the annotator's own of {plural(humans.items, 'item')}"
        f"{without}; {CEILING}: a perfect run on those golds, on average."
    )
