"""Controls do not give themselves away: over many sittings, nothing that a rater sees tells them from candidates."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import pytest

from stead.core.errors import BadInput
from stead.core.item import part_of_speech_of
from stead.core.pool import CandidatePool, Dispatch, ScreenCandidates
from stead.posthoc.candidate_pools import PoolRules, make_pool
from stead.posthoc.controls import spread_repeats
from stead.posthoc.dispatching import DispatchRules, make_dispatch
from tests.posthoc.made import gold_of, run_of

SEEDS = 150
UNLIKELY = 4.0
"""Standard errors: chance alone goes as far once in 16,000 times."""

TARGETS = [f"{name}.{speech}" for speech in "nvar" for name in ("one", "two", "three", "four")]


@cache
def words(speech: str) -> tuple[str, ...]:
    """Words of a part of speech, short and long ones, the first of them frequent; a few of two words."""
    chance = random.Random(speech)
    made = {f"{speech}{''.join(chance.choices('aeiou', k=chance.randint(2, 11)))}" for _ in range(300)}
    return tuple(f"{word} {speech}" if number % 10 == 9 else word for number, word in enumerate(sorted(made)))


@cache
def pool() -> CandidatePool:
    """48 sentences with some to many candidates; every target has words of its own, some proposed again and again."""
    chance = random.Random(11)
    gold: dict[tuple[str, str], dict[str, float]] = {}
    runs: list[dict[tuple[str, str], list[str]]] = [{} for _ in range(3)]
    for number in range(3 * len(TARGETS)):
        lexelt = TARGETS[number % len(TARGETS)]
        own = words(part_of_speech_of(lexelt))[number % 4 :: 4]
        weights = [1 / (1 + place) for place in range(len(own))]
        drawn = list(dict.fromkeys(chance.choices(own, weights, k=chance.randint(3, 60))))
        longest = sorted(drawn, key=lambda word: chance.gauss(-len(word), 4))  # the gold is not like the others
        golds = longest[: max(1, len(drawn) // 4)]
        gold[lexelt, str(number)] = dict.fromkeys(golds, 1.0)
        for run in runs:
            run[lexelt, str(number)] = [word for word in drawn if chance.random() < 0.5]
    made = [run_of(run, f"run {number}") for number, run in enumerate(runs)]
    return make_pool(gold_of(gold), made, [], PoolRules(depth=None)).pool


@cache
def dispatches() -> tuple[Dispatch, ...]:
    rules = [DispatchRules(subsets=6, repeats=4, planted=4, seed=seed) for seed in range(SEEDS)]
    return tuple(make_dispatch(pool(), each)[0] for each in rules)


def sittings() -> Iterator[list[ScreenCandidates]]:
    """The screens of each subset, in the order in which they are shown."""
    for dispatch in dispatches():
        screens = list(dispatch.screen_candidates())
        for subset in range(1, dispatch.subsets + 1):
            yield [each for each in screens if each.screen.subset == subset]


def z_of_means(some: Sequence[float], others: Sequence[float]) -> float:
    """How many standard errors two means are apart."""
    return (fmean(some) - fmean(others)) / sqrt(stdev(some) ** 2 / len(some) + stdev(others) ** 2 / len(others))


def z_of_share(found: int, among: int, expected: float) -> float:
    """How many standard errors a share is from what is expected of it."""
    return (found / among - expected) / sqrt(expected * (1 - expected) / among)


# -------------------------------------------------------------------------------------------------- planted words


def test_planted_words_are_of_the_language_of_their_sentence() -> None:
    """`chat.n` is a target of both languages."""
    words_of = {
        ("chat.n", "1", "en-GB"): ["talk", "gossip"],
        ("day.n", "2", "en"): ["date", "time"],
        ("chat.n", "3", "fr"): ["matou", "minet"],
        ("jour.n", "4", "fr"): ["journée", "date"],
    }
    gold = gold_of({(lexelt, number): dict.fromkeys(own, 1.0) for (lexelt, number, _), own in words_of.items()})
    two = make_pool(gold, [run_of({}, "run")], [], PoolRules()).pool
    languages = {(lexelt, number): language for lexelt, number, language in words_of}
    lists = {
        code: {word for key, own in words_of.items() if key[2][:2] == code for word in own} for code in ("en", "fr")
    }
    for seed in range(10):
        made, _ = make_dispatch(two, DispatchRules(subsets=1, planted=4, seed=seed), languages)
        for screen in made.screens:
            assert lists[languages[screen.lexelt, screen.id][:2]].issuperset(screen.planted)
    with pytest.raises(BadInput, match=r"same part of speech and language \((en|fr)\)"):
        make_dispatch(two, DispatchRules(subsets=1, planted=9), languages)
    make_dispatch(two, DispatchRules(subsets=1, planted=9))  # of unknown languages, any word may be planted


def test_planted_words_have_the_part_of_speech_of_the_target_and_are_nobodys_substitute_for_it() -> None:
    pooled = defaultdict(set)
    for row in pool():
        pooled[row.lexelt].update(row.candidates)
    planted = [(each.screen.lexelt, word) for shown in sittings() for each in shown for word in each.screen.planted]
    assert len(planted) == SEEDS * 6 * 4
    assert all(word in words(part_of_speech_of(lexelt)) for lexelt, word in planted)
    assert not any(word in pooled[lexelt] for lexelt, word in planted)


def test_planted_words_come_from_targets_that_share_no_substitute_if_there_are_any() -> None:
    gold = {("big.a", "1"): {"large": 1}, ("great.a", "2"): {"large": 1, "grand": 1}, ("cold.a", "3"): {"chilly": 1}}
    made = make_pool(gold_of(gold), [], [], PoolRules(depth=None)).pool
    for seed in range(20):
        dispatch, _ = make_dispatch(made, DispatchRules(subsets=1, planted=1, seed=seed))
        beside_big = [word for screen in dispatch.screens if screen.lexelt == "big.a" for word in screen.planted]
        assert beside_big in ([], ["chilly"])


def test_where_a_planted_word_stands_tells_nothing() -> None:
    planted: list[float] = []
    others: list[float] = []
    for each in (each for shown in sittings() for each in shown):
        last = len(each.screen.candidates) - 1
        for place, word in enumerate(each.screen.candidates):
            (planted if word in each.screen.planted else others).append(place / max(last, 1))
    assert abs(z_of_means(planted, others)) < UNLIKELY


def test_the_size_of_a_screen_tells_nothing_of_planted_words() -> None:
    """On small and on large screens alike, a word is planted as often as there are such words."""
    sizes = [(len(each.new) + len(each.repeated), each) for shown in sittings() for each in shown]
    middle = sorted(size for size, _ in sizes)[len(sizes) // 2]
    total = sum(len(each.screen.planted) for _, each in sizes) / sum(size for size, _ in sizes)
    for some in ([pair for pair in sizes if pair[0] <= middle], [pair for pair in sizes if pair[0] > middle]):
        found = sum(len(each.screen.planted) for _, each in some)
        assert abs(z_of_share(found, sum(size for size, _ in some), total)) < UNLIKELY


@pytest.mark.parametrize("quality", ["length", "frequency", "several words"])
def test_planted_words_are_like_the_others(quality: str) -> None:
    """Drawn at random from the gold, they would differ by more than this in length."""
    proposed: dict[str, int] = defaultdict(int)
    for row in pool():
        for word, weight, runs in zip(row.candidates, row.weights, row.runs, strict=True):
            proposed[word] += len(runs) + (weight > 0)
    measured: dict[str, Callable[[str], float]] = {
        "length": len,
        "frequency": lambda word: proposed[word] ** 0.5,
        "several words": lambda word: " " in word,
    }
    planted: list[float] = []
    others: list[float] = []
    for each in (each for shown in sittings() for each in shown):
        planted += [measured[quality](word) for word in each.screen.planted]
        others += [measured[quality](word) for word in (*each.new, *each.repeated)]
    assert abs(fmean(planted) - fmean(others)) < 0.4 * stdev(others)


# -------------------------------------------------------------------------------------------------------- repeats


def test_no_sentence_follows_itself_and_most_are_far_apart() -> None:
    distances = []
    for shown in sittings():
        places = defaultdict(list)
        for place, each in enumerate(shown):
            places[each.screen.lexelt, each.screen.id].append((place, each.screen.again))
        for own in places.values():
            assert [again for _, again in own] in ([False], [False, True])  # the first one first
            distances += [later - earlier for (earlier, _), (later, _) in pairwise(own)]
    assert min(distances) >= 2
    assert sum(distance >= 3 for distance in distances) / len(distances) > 0.95


def test_sentences_come_twice_whether_or_not_a_candidate_comes_again() -> None:
    again = [each for shown in sittings() for each in shown if each.screen.again]
    assert 0.2 < sum(not each.repeated for each in again) / len(again) < 0.8
    long = [each for shown in sittings() for each in shown if not each.screen.again and len(each.new) >= 4]
    assert len(again) >= len(long)  # what is on one screen only is short


def test_a_second_screen_is_mostly_new_and_as_large_as_a_first_one() -> None:
    pairs: dict[tuple[int, str, str], dict[bool, ScreenCandidates]] = defaultdict(dict)
    for number, shown in enumerate(sittings()):
        for each in shown:
            pairs[number, each.screen.lexelt, each.screen.id][each.screen.again] = each
    differences = []
    for pair in (pair for pair in pairs.values() if len(pair) == 2):
        first, second = (len(pair[again].new) + len(pair[again].repeated) for again in (False, True))
        assert abs(second - first) <= 1
        assert len(pair[True].new) >= len(pair[True].repeated)
        assert min(first, second) >= 2
        differences.append(float(second - first))
    assert abs(fmean(differences) / (stdev(differences) / sqrt(len(differences)))) < UNLIKELY


@pytest.mark.parametrize("which", ["late", "last"])
def test_when_a_screen_comes_tells_nothing_of_its_repeats(which: str) -> None:
    """Of sentences that are shown again, those towards the end hold repeats no more often than others."""
    early: list[float] = []
    late: list[float] = []
    for shown in sittings():
        own = [each for each in shown if each.screen.again]
        boundary = len(own) // 2 if which == "late" else len(own) - 1
        for place, each in enumerate(own):
            (late if place >= boundary else early).append(len(each.repeated) / len(each.screen.candidates))
    assert abs(z_of_means(late, early)) < UNLIKELY


def test_where_a_repeated_word_stands_tells_nothing() -> None:
    repeated: list[float] = []
    new: list[float] = []
    for each in (each for shown in sittings() for each in shown if each.screen.again):
        for place, word in enumerate(each.screen.candidates):
            (repeated if word in each.repeated else new).append(place / (len(each.screen.candidates) - 1))
    assert abs(z_of_means(repeated, new)) < UNLIKELY


def test_whether_the_first_gold_has_a_word_tells_nothing_of_its_coming_again() -> None:
    gold = {
        (row.lexelt, row.id, word)
        for row in pool()
        for word, weight in zip(row.candidates, row.weights, strict=True)
        if weight
    }
    first = [(each.screen, each.new) for shown in sittings() for each in shown if not each.screen.again]
    long = [((screen.lexelt, screen.id, word) in gold) for screen, new in first if len(new) >= 2 for word in new]
    again = [
        (each.screen.lexelt, each.screen.id, word) in gold
        for shown in sittings()
        for each in shown
        for word in each.repeated
    ]
    assert abs(z_of_share(sum(again), len(again), fmean(long))) < UNLIKELY


# ---------------------------------------------------------------------------------------------------------- orders


def test_the_first_order_in_which_nothing_comes_again_soon_is_taken() -> None:
    sentences = [("a", False), ("a", True), ("b", False), ("c", False)]
    assert spread_repeats(sentences, iter([[0, 1, 2, 3], [1, 2, 3, 0], [0, 2, 3, 1]])) == [0, 2, 3, 1]


def test_if_there_is_none_the_best_is_taken() -> None:
    sentences = [("a", False), ("a", True), ("b", False), ("b", True)]
    assert spread_repeats(sentences, iter([[0, 1, 2, 3], [3, 0, 2, 1], [2, 3, 0, 1]])) == [2, 0, 3, 1]


def test_without_repeats_the_first_order_is_taken() -> None:
    assert spread_repeats([("a", False), ("b", False)], iter([[1, 0], [0, 1]])) == [1, 0]
