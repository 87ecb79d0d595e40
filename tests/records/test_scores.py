"""Which figure of a measure comes first."""

import pytest

from stead.measures import MEASURES
from stead.records.scores import headline_figure


@pytest.mark.parametrize(
    ("figures", "first"),
    [(("P", "R", "F"), "F"), (("P", "R"), "R"), (("mean",), "mean"), (("tau", "p"), "tau")],
)
def test_the_headline_is_f_or_recall_or_the_mean(figures: tuple[str, ...], first: str) -> None:
    assert headline_figure(figures) == first


def test_no_measure_is_ranked_by_its_precision() -> None:
    """Precision alone rewards leaving items out."""
    assert {headline_figure(measure.figures) for measure in MEASURES.values()} == {"F", "R", "mean"}
