"""How many people: the curves rise, and the answer is read off them."""

import pytest

from stead.core.errors import UsageError
from stead.posthoc.planning import plan
from stead.posthoc.simulated_world import Design

SMALL = Design(targets=8, sentences=5, runs=5, raters=12)


def test_more_people_bring_the_gold_closer_to_the_truth() -> None:
    sheet = plan(SMALL, people=(1, 3, 9), campaigns=2)
    for section in sheet.sections:
        rhos = [row[2] for row in section.rows]
        assert [row[0] for row in section.rows] == [1, 3, 9]
        assert rhos == sorted(rhos)  # type: ignore[type-var]
        assert "Enough" in section.text
    annotators, raters = (section.rows[-1][2] for section in sheet.sections)
    assert raters > annotators  # type: ignore[operator]  # raters see what annotators do not think of


def test_a_plan_needs_people_and_systems() -> None:
    with pytest.raises(UsageError, match="people are whole numbers"):
        plan(SMALL, people=(0, 1))
    with pytest.raises(UsageError, match="fewer than 3 systems"):
        plan(Design(targets=8, sentences=5, runs=2, raters=12))
