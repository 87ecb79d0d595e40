"""Ranks as papers give them, and how far two rankings agree."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from stead import UsageError, score
from stead.comparing import agreement, agreements, ranking, rankings
from stead.comparing.rankings import rank_runs
from stead.records.comparison import RankAgreement, Ranking, RankingCriterion
from tests.comparing.made import evaluation, published
from tests.scoring.strategies import examples

BY = RankingCriterion("gold", "all", "best", "best", "R")


def ranks_of(values: dict[str, float | None]) -> dict[str, int | None]:
    return {place.run: place.rank for place in rank_runs(BY, values).places}


def test_equal_runs_share_the_better_rank_and_the_next_is_left_out() -> None:
    assert ranks_of({"a": 0.1, "b": 0.5, "c": 0.5, "d": 0.9}) == {"d": 1, "b": 2, "c": 2, "a": 4}


def test_runs_stand_in_the_order_of_their_ranks_and_equal_ones_as_they_came() -> None:
    assert list(ranks_of({"c": 0.5, "a": 0.1, "b": 0.5})) == ["c", "b", "a"]


def test_runs_that_differ_by_rounding_only_are_equal() -> None:
    assert ranks_of({"a": 0.1 + 0.2, "b": 0.3}) == {"a": 1, "b": 1}


def test_a_run_without_a_value_comes_last_without_a_rank() -> None:
    assert list(ranks_of({"a": None, "b": 0.5}).items()) == [("b", 1), ("a", None)]


@examples(100)
@given(st.lists(st.integers(0, 5).map(lambda fifths: fifths / 5), min_size=1, max_size=12))
def test_ranks_are_those_of_scipy(values: list[float]) -> None:
    own = ranks_of({str(place): value for place, value in enumerate(values)})
    assert [own[str(place)] for place in range(len(values))] == rankdata([-each for each in values], "min").tolist()


def test_one_ranking_for_each_figure_of_each_group() -> None:
    gold = {("x.n", "1"): {"a": 2}, ("y.v", "2"): {"b": 2}}
    result = score(gold, {"1": ["a"]}, {"2": ["b"]}, measures="best,jabbari-best", by="pos")
    found = rankings(result.evaluation, groups=["all", "pos=n"])
    assert [(each.by.group, each.by.measure, each.by.figure) for each in found] == [
        ("all", "best", "P"),
        ("all", "best", "R"),
        ("all", "jabbari-best", "mean"),
        ("pos=n", "best", "P"),
        ("pos=n", "best", "R"),
        ("pos=n", "jabbari-best", "mean"),
    ]
    assert ranking(result.evaluation, "best", group="pos=n").ranks() == {"run 1": 1, "run 2": 2}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"measures": ["oot"]}, "oot was not scored; there are best"),
        ({"figures": ["F"]}, "no figure 'F'; there are P, R"),
        ({"groups": ["pos=z"]}, "no group 'pos=z'; there are all"),
    ],
)
def test_what_was_not_scored_cannot_be_ranked(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        rankings(score({"1": {"a": 2}}, {"1": ["a"]}, measures="best").evaluation, **options)


def test_a_figure_that_a_measure_does_not_have() -> None:
    with pytest.raises(UsageError, match="rank has no figure 'P'; it has mean"):
        ranking(evaluation({"a": [1]}), "rank", "P")


def agreed(first: dict[str, float | None], second: dict[str, float | None]) -> RankAgreement:
    return agreement(rank_runs(BY, first), rank_runs(BY, second))


def test_kendall_by_hand() -> None:
    """a b c against b a c: of three pairs one is turned: (2 - 1) / 3."""
    found = agreed({"a": 3, "b": 2, "c": 1}, {"a": 2, "b": 3, "c": 1})
    assert found.tau == pytest.approx(1 / 3)
    assert (found.runs, found.left_out, found.reason) == (3, (), "")


def test_kendall_with_ties_by_hand() -> None:
    """a = b > c against a > b > c: two pairs agree, one is tied in the first: 2 / sqrt(2 * 3)."""
    assert agreed({"a": 2, "b": 2, "c": 1}, {"a": 3, "b": 2, "c": 1}).tau == pytest.approx(2 / 6**0.5)


def test_runs_that_only_one_ranks_are_left_out_and_named() -> None:
    found = agreed({"a": 3, "b": 2, "x": 1, "y": None}, {"a": 3, "b": 2, "z": 9})
    assert (found.runs, found.left_out) == (2, ("x", "z"))
    assert found.tau == pytest.approx(1)
    assert found.overlap == pytest.approx(1)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ({"a": 1.0}, {"a": 1.0}, "fewer than two runs have a rank in both"),
        ({"a": 1.0}, {"b": 1.0}, "fewer than two runs have a rank in both"),
        ({"a": 1.0, "b": 1.0}, {"a": 1.0, "b": 2.0}, "all runs are tied in one of the rankings"),
    ],
)
def test_where_there_is_no_tau_the_reason_is_given(first: Any, second: Any, reason: str) -> None:
    found = agreed(first, second)
    assert (found.tau, found.p, found.reason) == (None, None, reason)


def test_every_ranking_is_compared_with_every_other() -> None:
    own = [rank_runs(BY, {"a": value, "b": 0.5}) for value in (0.1, 0.4, 0.9)]
    assert [each.tau for each in agreements(own)] == pytest.approx([1, -1, -1])


values = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 4).map(float), min_size=2)


@examples(100)
@given(values, values)
def test_agreement_is_symmetric_and_bounded(first: dict[str, float], second: dict[str, float]) -> None:
    one, other = agreed({**first}, {**second}), agreed({**second}, {**first})
    assert one.tau == pytest.approx(other.tau) if one.tau is not None else other.tau is None
    assert one.overlap == pytest.approx(other.overlap) if one.overlap is not None else other.overlap is None
    assert one.tau is None or -1 - 1e-12 <= one.tau <= 1 + 1e-12
    assert one.overlap is None or -1e-12 <= one.overlap <= 1 + 1e-12


# Ranks on gold 1 in the order of gold 2, as Tanguy et al. 2018 print them.
TABLE_2 = [1, 3, 2, 4, 7, 8, 5, 9, 6, 10]
TABLE_3 = [1, 2, 4, 5, 3, 6, 8, 9, 7, 10]


def ranking_of(ranks: list[int]) -> Ranking:
    return ranking(
        published({"semdis-best": {f"s{place}": {"mean": -rank} for place, rank in enumerate(ranks)}}), "semdis-best"
    )


@pytest.mark.parametrize(("ranks", "turned"), [(TABLE_2, 6), (TABLE_3, 4)])
def test_the_two_golds_of_semdis(ranks: list[int], turned: int) -> None:
    """Of 45 pairs, 6 are turned in table 2 (3 2; 7 5, 7 6, 8 5, 8 6; 9 6) and 4 in table 3 (4 3, 5 3; 8 7, 9 7)."""
    found = agreement(ranking_of(ranks), ranking_of(list(range(1, 11))))
    assert found.tau == pytest.approx(1 - 2 * turned / 45)
