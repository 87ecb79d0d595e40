"""Every coefficient is a named thing: with its formula, its paper, and a place in the documentation."""

from pathlib import Path

import pytest

from stead.agreement import COEFFICIENTS, rating_coefficients
from stead.agreement.rating_table import tabulate_ratings
from tests.agreement.test_tanguy2018 import RATINGS

ALL = [*COEFFICIENTS, *rating_coefficients(tabulate_ratings(RATINGS, (), "made")[0])]
PAGE = Path(__file__).parents[2] / "docs/guides/agreement.md"


@pytest.mark.parametrize("coefficient", ALL, ids=str)
def test_it_explains_itself(coefficient: object) -> None:
    explained = [cls.__doc__ or "" for cls in type(coefficient).__mro__]
    assert ".. math::" in "".join(explained)
    assert coefficient.paper  # type: ignore[attr-defined]
    assert coefficient.unit  # type: ignore[attr-defined]


@pytest.mark.parametrize("coefficient", ALL, ids=str)
def test_it_is_in_the_documentation(coefficient: object) -> None:
    assert f"`{coefficient}`" in PAGE.read_text(encoding="utf-8")


def test_names_are_different() -> None:
    assert len({str(coefficient) for coefficient in ALL}) == len(ALL)
