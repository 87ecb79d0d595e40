"""Runs in order of a figure, as papers rank them."""

from collections.abc import Mapping, Sequence

from stead.comparing.naming import figure_named, measures_named
from stead.comparing.stack import TOLERANCE
from stead.core.errors import UsageError
from stead.records.comparison import Order, Place, Ranking
from stead.records.scores import Evaluation
from stead.scoring import ALL


def ranked(by: Order, values: Mapping[str, float | None]) -> Ranking:
    """The runs of these values, best first; runs without a value come last, without a rank."""
    known = sorted(((value, run) for run, value in values.items() if value is not None), key=lambda each: -each[0])
    places: list[Place] = []
    for position, (value, run) in enumerate(known, start=1):
        tied = bool(places) and known[position - 2][0] - value <= TOLERANCE
        places.append(Place(run, value, places[-1].rank if tied else position))
    unknown = (Place(run, None, None) for run, value in values.items() if value is None)
    return Ranking(by, (*places, *unknown))


def rankings(
    evaluation: Evaluation,
    *,
    measures: Sequence[str] | None = None,
    figures: Sequence[str] | None = None,
    groups: Sequence[str] = (ALL,),
) -> tuple[Ranking, ...]:
    """One ranking for each group, measure and figure: all measures and figures unless some are named."""
    orders = _values(evaluation)
    labels = {by.measure: by.label for by in orders}
    wanted = [*labels] if measures is None else measures_named(measures, labels)
    for kind, names, present in (
        ("figure", figures, {by.figure for by in orders if by.measure in wanted}),
        ("group", groups, {by.group for by in orders}),
    ):
        unknown = [name for name in names or () if name not in present]
        if unknown:
            raise UsageError(f"the scores have no {kind} {unknown[0]!r}; there are {', '.join(sorted(present))}.")
    return tuple(
        ranked(by, values)
        for by, values in orders.items()
        if by.group in groups and by.measure in wanted and (figures is None or by.figure in figures)
    )


def ranking(evaluation: Evaluation, measure: str, figure: str | None = None, *, group: str = ALL) -> Ranking:
    """The runs by one figure of one measure: recall or the mean if not named."""
    found = {each.by.figure: each for each in rankings(evaluation, measures=[measure], groups=[group])}
    return found[figure_named(figure, found, measure)]


def _values(evaluation: Evaluation) -> dict[Order, dict[str, float | None]]:
    found: dict[Order, dict[str, float | None]] = {}
    for score in evaluation.scores:
        for figure, value in score.figures.items():
            by = Order(evaluation.gold.name, score.group, score.measure, score.label, figure)
            found.setdefault(by, {})[score.run] = value
    return found
