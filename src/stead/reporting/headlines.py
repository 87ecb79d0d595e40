"""The figures of a comparison, those that tables are ordered by first."""

from collections.abc import Iterator

from stead.records.comparison import Comparison, Estimate
from stead.records.scores import headline_figure

Figure = tuple[str, str]
"""Measure and figure."""


def headline_figures(comparison: Comparison) -> list[Figure]:
    """One for each measure."""
    names: dict[str, list[str]] = {}
    for estimate in comparison.estimates:
        own = names.setdefault(estimate.measure, [])
        if estimate.figure not in own:
            own.append(estimate.figure)
    return [(measure, headline_figure(own)) for measure, own in names.items()]


def all_figures(comparison: Comparison) -> list[Figure]:
    """Headlines first, then every other figure."""
    headlines = headline_figures(comparison)
    everything = dict.fromkeys((estimate.measure, estimate.figure) for estimate in comparison.estimates)
    return [*headlines, *(figure for figure in everything if figure not in headlines)]


def of_figure(comparison: Comparison, figure: Figure) -> Iterator[Estimate]:
    """The estimates of one figure, run by run."""
    return (each for each in comparison.estimates if (each.measure, each.figure) == figure)
