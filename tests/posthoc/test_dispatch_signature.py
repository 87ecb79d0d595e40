"""The signatures of a dispatch and of a filter: every field of their rules is in them."""

from dataclasses import fields
from typing import Any

import pytest

from stead import posthoc
from stead.posthoc.dispatching import DispatchRules, MadeSubsets, sign_dispatch
from stead.posthoc.filtering import FilterRules
from tests.posthoc.made import A1, rating

RULES: dict[str, Any] = {"size": 40}
OTHER_RULES: dict[str, Any] = {
    "size": {"size": 41},
    "subsets": {"size": None, "subsets": 3},
    "least": {"least": 2},
    "most": {"most": 8},
    "repeats": {"repeats": 1},
    "planted": {"planted": 1},
    "bare": {"bare": "leave-out"},
    "seed": {"seed": 2},
}
OTHER_LIMITS = {"unknown": 1, "incomplete": 0.5, "repeats": 0.5, "planted": 0.5, "straight": 0.9, "fast": None}
MADE = MadeSubsets(3, 100)


def test_every_rule_is_changed_below() -> None:
    assert [*OTHER_RULES] == [field.name for field in fields(DispatchRules)]
    assert [*OTHER_LIMITS] == [field.name for field in fields(FilterRules)]


@pytest.mark.parametrize("field", OTHER_RULES)
def test_every_rule_of_a_dispatch_changes_its_signature(field: str) -> None:
    other = DispatchRules(**{**RULES, **OTHER_RULES[field]})
    assert sign_dispatch(other, MADE) != sign_dispatch(DispatchRules(**RULES), MADE)


@pytest.mark.parametrize("made", [MadeSubsets(4, 100), MadeSubsets(3, 101)])
def test_what_was_divided_changes_the_signature_of_a_dispatch(made: MadeSubsets) -> None:
    rules = DispatchRules(**RULES)
    assert sign_dispatch(rules, made) != sign_dispatch(rules, MADE)


@pytest.mark.parametrize("field", OTHER_LIMITS)
def test_every_rule_of_a_filter_changes_its_signature(field: str) -> None:
    ratings = [rating(A1, "large", "ann", 2.0), rating(A1, "great", "ann", 1.0)]
    limits: Any = {field: OTHER_LIMITS[field]}
    assert posthoc.filter_ratings(ratings, **limits).sheet.signature != posthoc.filter_ratings(ratings).sheet.signature
