"""The constraints of a dispatch hold on any pool; broken dispatches are found out."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.core.errors import BadInput, UsageError
from stead.core.pool import CandidatePool, Dispatch, Screen
from stead.posthoc.dispatch_checks import verify
from stead.posthoc.dispatching import DispatchRules, make_dispatch
from stead.posthoc.summary_sheets import dispatch_sheet
from tests.posthoc.made import pool_of_sizes, pools, small_pool, total


def broken(dispatch: Dispatch, pool: CandidatePool) -> list[str]:
    return [check.constraint for check in verify(dispatch, pool) if not check.holds]


def check_subsets(pool: CandidatePool, number: int, seed: int, repeats: int) -> None:
    golds = int(pool.in_gold.sum())
    number = min(number, golds)
    dispatch, _ = make_dispatch(pool, DispatchRules(subsets=number, seed=seed, repeats=repeats))
    assert broken(dispatch, pool) == []
    assert dispatch.subsets == number
    assert sum(dispatch.sizes()) == total(pool)


def check_size(pool: CandidatePool, size: int, seed: int) -> None:
    longest = max(
        -(-len(row.candidates) // sum(weight > 0 for weight in row.weights)) for row in pool
    )  # what the hardest sentence needs
    size = max(size, longest)
    dispatch, _ = make_dispatch(pool, DispatchRules(size=size, seed=seed))
    assert broken(dispatch, pool) == []
    assert max(dispatch.sizes()) <= size


@settings(max_examples=100, deadline=None)
@given(pool=pools(), number=st.integers(1, 30), seed=st.integers(0, 3), repeats=st.integers(0, 5))
def test_every_constraint_holds_for_a_number_of_subsets(
    pool: CandidatePool, number: int, seed: int, repeats: int
) -> None:
    check_subsets(pool, number, seed, repeats)


@settings(max_examples=100, deadline=None)
@given(pool=pools(), size=st.integers(1, 80), seed=st.integers(0, 3))
def test_every_constraint_holds_for_a_size(pool: CandidatePool, size: int, seed: int) -> None:
    check_size(pool, size, seed)


@pytest.mark.soak
@settings(max_examples=1000, deadline=None)
@given(pool=pools(), number=st.integers(1, 80), seed=st.integers(0, 9))
def test_every_constraint_holds_on_a_thousand_pools(pool: CandidatePool, number: int, seed: int) -> None:
    check_subsets(pool, number, seed, repeats=number % 6)
    check_size(pool, number, seed)


def test_where_sentences_can_be_cut_subsets_differ_by_one_at_most() -> None:
    dispatch, _ = make_dispatch(pool_of_sizes([(6, 38)] * 30), DispatchRules(subsets=9))
    sizes = dispatch.sizes()
    assert max(sizes) - min(sizes) <= 1
    screens = [(screen.lexelt, screen.id) for screen in dispatch.screens]
    assert len(screens) - len(set(screens)) <= 8  # no more cuts than there are borders between nine subsets


def test_the_same_seed_gives_the_same_dispatch_and_another_seed_another() -> None:
    pool = pool_of_sizes([(3, 20)] * 10)
    first, again, other = (make_dispatch(pool, DispatchRules(size=50, seed=seed))[0] for seed in (1, 1, 2))
    assert first == again
    assert first.screens != other.screens


def test_controls_are_as_many_as_was_asked_for() -> None:
    pool = pool_of_sizes([(3, 20)] * 12, targets=4)
    dispatch, notes = make_dispatch(pool, DispatchRules(size=60, planted=4, repeats=3))
    assert broken(dispatch, pool) == notes == []
    for subset in range(1, dispatch.subsets + 1):
        shown = [each for each in dispatch.screen_candidates() if each.screen.subset == subset]
        assert sum(len(each.repeated) for each in shown) == 3
        assert sum(len(each.screen.planted) for each in shown) == 4


def test_subsets_that_are_too_small_for_their_repeats_say_so() -> None:
    pool = pool_of_sizes([(1, 7), (1, 7), (1, 2)])
    dispatch, notes = make_dispatch(pool, DispatchRules(subsets=1, repeats=5))
    assert [len(each.repeated) for each in dispatch.screen_candidates() if each.screen.again] == [
        2,
        2,
    ]  # a quarter of 8, twice
    assert len(notes) == 1
    assert notes[0].startswith("1 subset with fewer than 5 repeats (at least 4)")
    told = {check.constraint: check for check in verify(dispatch, pool)}
    assert told["repeats are of the same subset, and apart"].holds
    assert told["repeats are of the same subset, and apart"].detail == "4 in each"
    sheet = dispatch_sheet(dispatch, verify(dispatch, pool))
    numbers = {row[0]: row[1] for row in sheet.sections[0].rows}
    assert (numbers["controls on top, in all"], numbers["ratings in all, at least"]) == (4, 69)  # 3 x (19 + 4)


def test_a_sentence_does_not_follow_itself_so_a_subset_of_one_has_no_repeats() -> None:
    dispatch, notes = make_dispatch(pool_of_sizes([(3, 37)]), DispatchRules(subsets=1, repeats=1))
    assert [screen.again for screen in dispatch.screens] == [False]
    assert "none where a subset has only one sentence" in notes[0]


@pytest.mark.parametrize("targets", [1, 2], ids=["one target", "targets of different parts of speech"])
def test_a_pool_without_another_target_of_the_same_part_of_speech_has_nothing_to_plant(targets: int) -> None:
    with pytest.raises(BadInput, match=r"1 word cannot be planted in each subset: for t0\.n .* same part of speech"):
        make_dispatch(pool_of_sizes([(2, 5)] * 3, targets=targets), DispatchRules(subsets=1, planted=1))


def test_sentences_without_gold_are_refused_or_left_out() -> None:
    pool = pool_of_sizes([(2, 3), (0, 4)])
    with pytest.raises(BadInput, match=r"1 sentence without any substitute of the first gold \(t1.v 1\).*leave-out"):
        make_dispatch(pool, DispatchRules(subsets=1))
    dispatch, notes = make_dispatch(pool, DispatchRules(subsets=1, bare="leave-out"))
    assert broken(dispatch, pool) == []
    assert notes == ["1 sentence (4 candidates) without a substitute of the first gold: left out."]


def test_what_cannot_be_met_is_told_with_what_would_do() -> None:
    pool = pool_of_sizes([(2, 28), (3, 3)])
    with pytest.raises(BadInput, match=r"subsets of 10 .*A size of 15 is enough"):
        make_dispatch(pool, DispatchRules(size=10))
    assert make_dispatch(pool, DispatchRules(size=15))[0].subsets == 3
    with pytest.raises(BadInput, match=r"6 subsets cannot each show .* only 5"):
        make_dispatch(pool, DispatchRules(subsets=6))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"size": 3, "subsets": 3},
        {"size": 0},
        {"subsets": 0},
        {"size": 5, "least": 4, "most": 3},
        {"size": 5, "planted": -1},
    ],
)
def test_wrong_usage_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError):
        DispatchRules(**wrong)  # type: ignore[arg-type]


POOL = pool_of_sizes([(2, 8), (3, 9), (2, 10), (2, 8), (3, 9), (2, 10)], targets=4)
FINE = make_dispatch(POOL, DispatchRules(subsets=3, planted=1, repeats=1))[0]


def changed(place: int, **changes: object) -> Dispatch:
    screens = list(FINE.screens)
    screens[place] = screens[place]._replace(**changes)  # type: ignore[arg-type]
    return replace(FINE, screens=tuple(screens))


def without_gold(screen: Screen) -> Screen:
    """A screen of the first sentence without what the gold has."""
    kept = [term for term in screen.candidates if not term.startswith("g")]
    return screen._replace(candidates=kept) if screen[1:3] == FINE.screens[0][1:3] else screen


def test_the_dispatch_to_be_damaged_is_sound() -> None:
    assert broken(FINE, POOL) == []


@pytest.mark.parametrize(
    ("damaged", "constraint"),
    [
        (changed(0, candidates=FINE.screens[0].candidates[:-1]), "each candidate is in one subset, once"),
        (
            changed(0, candidates=[*FINE.screens[0].candidates, "visa"]),
            "nothing is shown but candidates and planted words",
        ),
        (
            replace(FINE, screens=tuple(map(without_gold, FINE.screens))),
            "each sentence of a subset shows a substitute of the first gold",
        ),
        (replace(FINE, size=4), "subsets are as large, or as many, as was asked for"),
        (replace(FINE, subsets=4), "subsets are as large, or as many, as was asked for"),
        (replace(FINE, repeats=2), "repeats are of the same subset, and apart"),
        (
            replace(FINE, screens=tuple(sorted(FINE.screens, key=lambda screen: screen[:3]))),
            "repeats are of the same subset, and apart",
        ),
        (replace(FINE, planted=2), "planted words are candidates of other targets only"),
        (replace(FINE, pool="another"), "made for this pool"),
        (replace(FINE, least=5, most=3), "ratings wanted of each candidate"),
        (replace(FINE, screens=tuple(each._replace(subset=1) for each in FINE.screens)), "subsets are balanced"),
    ],
)
def test_a_damaged_dispatch_is_found_out(damaged: Dispatch, constraint: str) -> None:
    assert constraint in broken(damaged, POOL)


def test_a_dispatch_of_many_small_pieces_is_not_together() -> None:
    pool = pool_of_sizes([(4, 0)])
    whole = make_dispatch(pool, DispatchRules(subsets=1))[0]
    screen = whole.screens[0]
    torn = tuple(screen._replace(candidates=[term]) for term in screen.candidates)
    assert "sentences are together, but for one cut a subset" in broken(replace(whole, screens=torn), pool)


def test_a_small_pool_is_one_subset() -> None:
    assert make_dispatch(small_pool(), DispatchRules(size=1000))[0].subsets == 1
