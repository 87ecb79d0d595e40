"""Every rule of the filter by hand, on five raters of one subset each of whom breaks one rule."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from stead.core.errors import UsageError
from stead.core.pool import Dispatch, Screen
from stead.core.rating import Rating
from stead.posthoc.filtering import FilterRules, filter_ratings
from stead.posthoc.simulated_world import Design
from stead.posthoc.simulation import simulate

TERMS = [f"w{number}" for number in range(12)]
PLANTED = ["x1", "x2", "x3"]
DISPATCH = Dispatch(
    screens=(
        Screen(1, "t.n", "1", [*TERMS, *PLANTED], PLANTED),
        Screen(1, "t.n", "1", TERMS[:3], [], again=True),
    ),
    subsets=1,
    size=0,
    least=3,
    most=7,
    repeats=3,
    planted=3,
    signature="",
    pool="",
)
START = datetime(2026, 1, 1)
VALUES = [3.0, 2.0, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 3.0]


def sitting(
    rater: str,
    values: list[float] = VALUES,
    *,
    again: list[float] = VALUES[:3],
    planted: tuple[float, ...] = (0.0, 0.0, 1.0),
    seconds: float = 4.0,
) -> list[Rating]:
    """All that a rater says of the subset, a rating every few seconds."""
    said = [*zip(TERMS, values, strict=False), *zip(PLANTED, planted, strict=True), *zip(TERMS, again, strict=False)]
    return [
        Rating(
            lexelt="t.n",
            id="1",
            candidate=term,
            rater=rater,
            value=value,
            time=(START + timedelta(seconds=seconds * place)).isoformat(),
        )
        for place, (term, value) in enumerate(said)
    ]


RATINGS = [
    *sitting("careful"),
    *sitting("wavering", again=[0.0, 1.0, 2.0]),  # differs by 3, 1 and 1: 5/3 on average
    *sitting("careless", planted=(2.0, 3.0, 0.0)),  # accepts two of three
    *sitting("straight", [1.0] * 12, again=[1.0] * 3),
    *sitting("hasty", seconds=0.4),
    *sitting("gone")[:10],
]


def struck(rules: FilterRules) -> dict[str, tuple[str, ...]]:
    return {report.rule: report.raters for report in filter_ratings(RATINGS, DISPATCH, rules).rules}


def test_each_rule_strikes_the_one_who_breaks_it() -> None:
    assert struck(FilterRules()) == {
        "unknown": (),
        "incomplete": ("gone",),
        "repeats": ("wavering",),
        "planted": ("careless",),
        "straight": ("straight",),
        "fast": ("hasty",),
    }


def test_nothing_is_deleted() -> None:
    filtered = filter_ratings(RATINGS, DISPATCH, FilterRules())
    everything = [*filtered.kept, *(rating for rating, _ in filtered.excluded), *filtered.controls]
    assert sorted(map(repr, everything)) == sorted(map(repr, RATINGS))
    assert [rating.rater for rating in filtered.kept] == ["careful"] * 12
    assert len(filtered.controls) == 6  # three planted, three again
    assert filtered.short == {1: 12}  # one rating left of the three wanted


def test_each_rule_counts_what_it_excludes() -> None:
    reports = {report.rule: report for report in filter_ratings(RATINGS, DISPATCH, FilterRules()).rules}
    assert {name: report.excluded for name, report in reports.items()} == {
        "unknown": 0,
        "incomplete": 10,
        "repeats": 18,
        "planted": 18,
        "straight": 18,
        "fast": 18,
    }
    strict = {report.rule: report for report in filter_ratings(RATINGS, DISPATCH, FilterRules(fast=10.0)).rules}
    assert (strict["fast"].excluded, strict["fast"].alone) == (36, 100)  # the others were excluded before


@pytest.mark.parametrize(
    ("rules", "spared"),
    [
        (FilterRules(incomplete=0.5), "gone"),
        (FilterRules(repeats=5 / 3), "wavering"),
        (FilterRules(planted=2 / 3), "careless"),
        (FilterRules(straight=None), "straight"),
        (FilterRules(fast=0.4), "hasty"),
    ],
)
def test_thresholds_can_be_moved(rules: FilterRules, spared: str) -> None:
    assert spared not in {rater for raters in struck(rules).values() for rater in raters}


AT_THE_BOUNDARY = [  # a threshold, who stands exactly on it, and whether that is enough to be struck
    (FilterRules(incomplete=10 / 18), "gone", False),
    (FilterRules(repeats=5 / 3), "wavering", False),
    (FilterRules(planted=2 / 3), "careless", False),
    (FilterRules(straight=1.0), "straight", True),
    (FilterRules(fast=0.4), "hasty", False),
]


@pytest.mark.parametrize(("rules", "rater", "is_struck"), AT_THE_BOUNDARY)
def test_whoever_stands_exactly_on_a_threshold(rules: FilterRules, rater: str, is_struck: bool) -> None:
    assert any(rater in raters for raters in struck(rules).values()) is is_struck


@pytest.mark.parametrize(
    ("rule", "highest"),
    [("unknown", 1e9), ("incomplete", 1), ("repeats", 3), ("planted", 1), ("straight", 1), ("fast", 3600)],
)
def test_a_threshold_may_be_the_lowest_and_the_highest_but_nothing_beyond(rule: str, highest: float) -> None:
    for threshold in (0, highest):
        assert getattr(FilterRules(**{rule: threshold}), rule) == threshold
    for threshold in (-0.001, highest + 0.001):
        with pytest.raises(UsageError, match=re.escape(f"{rule} is a number from 0 to {highest:g}")):
            FilterRules(**{rule: threshold})


def test_a_repeat_that_says_what_was_said_first_is_compared_with_that() -> None:
    *ratings, last = sitting("wavering", again=[3.0, 2.0, 1.0])  # the same as the first ratings are now
    repeats = [replace(rating, first=0.0) for rating in [*ratings[-2:], last]]  # 3, 2 and 1 from what was said first
    (rule,) = [
        each
        for each in filter_ratings([*ratings[:-2], *repeats], DISPATCH, FilterRules()).rules
        if each.rule == "repeats"
    ]
    assert rule.raters == ("wavering",)
    withdrawn = filter_ratings([*ratings[3:-2], *repeats], DISPATCH, FilterRules(incomplete=None))
    assert not {"w0", "w1", "w2"} & {rating.candidate for rating in withdrawn.everything}


def test_three_controls_are_enough_to_judge_somebody_and_two_are_not() -> None:
    def struck_of(controls: int) -> set[str]:
        dispatch = replace(
            DISPATCH, screens=(DISPATCH.screens[0], Screen(1, "t.n", "1", TERMS[:controls], [], again=True))
        )
        again = [0.0, 1.0, 2.0][:controls]
        filtered = filter_ratings(
            [*sitting("careful", again=VALUES[:controls]), *sitting("wavering", again=again)], dispatch, FilterRules()
        )
        return {rater for report in filtered.rules if report.rule == "repeats" for rater in report.raters}

    assert struck_of(3) == {"wavering"}
    assert struck_of(2) == set()


def test_a_rule_that_cannot_be_applied_says_why() -> None:
    bare = [Rating(lexelt="t.n", id="1", candidate=term, rater="r", value=1.0) for term in TERMS]
    reasons = {report.rule: report.reason for report in filter_ratings(bare, None, FilterRules()).rules}
    assert reasons == {
        "unknown": "the dispatch is not given (`dispatch`)",
        "incomplete": "the dispatch is not given (`dispatch`)",
        "repeats": "nothing was rated twice",
        "planted": "the dispatch is not given (`dispatch`)",
        "straight": "",
        "fast": "the ratings have no times",
    }


def test_ratings_of_what_was_not_dispatched_are_excluded_and_counted() -> None:
    strays = [
        Rating(lexelt="t.n", id="1", candidate="elsewhere", rater="careful", value=1.0),
        Rating(lexelt="t.n", id="2", candidate=TERMS[0], rater="careful", value=1.0),
    ]
    filtered = filter_ratings([*RATINGS, *strays], DISPATCH, FilterRules())
    assert filtered.unknown == 2
    assert [rating for rating, rule in filtered.excluded if rule == "unknown"] == strays
    assert [rating.candidate for rating in filtered.kept] == TERMS  # the rest of that rater's is used
    assert set(strays) < set(filter_ratings([*RATINGS, *strays], DISPATCH, FilterRules(unknown=2)).kept)


def test_a_candidate_is_known_however_its_accents_are_encoded() -> None:
    screen = Screen(1, "t.n", "1", ["e\N{COMBINING ACUTE ACCENT}lan"], [])
    dispatch = Dispatch(
        screens=(screen,), subsets=1, size=0, least=3, most=7, repeats=0, planted=0, signature="", pool=""
    )
    rated = [
        Rating(lexelt="t.n", id="1", candidate="\N{LATIN SMALL LETTER E WITH ACUTE}lan", rater="careful", value=1.0)
    ]
    assert filter_ratings(rated, dispatch, FilterRules()).kept == rated


def test_a_threshold_out_of_range_is_refused() -> None:
    with pytest.raises(UsageError, match="straight is a number from 0 to 1"):
        FilterRules(straight=1.5)


def caught(seed: int) -> tuple[set[str], set[str]]:
    """Who is struck by any rule, and who is bad, in a simulated campaign."""
    campaign = simulate(
        Design(targets=12, sentences=5, raters=24, bad_raters=6, repeats=6, planted=5, size=120, seed=seed)
    )
    filtered = filter_ratings(campaign.ratings, campaign.dispatch, FilterRules())
    present = {rating.rater for rating in campaign.ratings}
    return {rater for report in filtered.rules for rater in report.raters}, set(campaign.bad_raters) & present


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bad_raters_are_caught(seed: int) -> None:
    struck_raters, bad = caught(seed)
    assert bad
    precision = len(struck_raters & bad) / len(struck_raters)
    recall = len(struck_raters & bad) / len(bad)
    assert precision >= 0.8
    assert recall >= 0.8


@pytest.mark.soak
def test_bad_raters_are_caught_on_fifty_seeds() -> None:
    found = [caught(seed) for seed in range(1, 51)]
    right = sum(len(struck_raters & bad) for struck_raters, bad in found)
    assert right / sum(len(struck_raters) for struck_raters, _ in found) >= 0.95  # precision
    assert right / sum(len(bad) for _, bad in found) >= 0.95  # recall
