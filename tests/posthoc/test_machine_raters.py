"""Machines as raters: agreement and worth against plain computations, known truth, and the tables of the study."""

from itertools import permutations

import numpy as np
import pytest

from stead.core.errors import UsageError
from stead.core.rating import Rating
from stead.posthoc import extend_gold, study
from stead.posthoc.machine_raters import OF_PERSON, OF_TWO, WITH_PEOPLE, WITH_PERSON
from stead.records.study import MachineRater
from tests.posthoc.made import gold_of, run_of

MACHINE = "machine:test"
Ratings = dict[tuple[str, str], dict[str, list[float]]]


def ratings_of(rated: Ratings, rater: str = "") -> list[Rating]:
    return [
        Rating(lexelt=lexelt, id=identifier, candidate=term, rater=rater or f"r{number}", value=float(value))
        for (lexelt, identifier), terms in rated.items()
        for term, values in terms.items()
        for number, value in enumerate(values)
    ]


def compared(people: Ratings, machine: dict[tuple[str, str], dict[str, float]], **options: object) -> MachineRater:
    """A study of two runs: one answers with the best term of each item, the other with the worst."""
    first = gold_of({key: dict.fromkeys(terms, 1) for key, terms in people.items()})
    rated = ratings_of(people)
    gold2 = extend_gold(first, rated).gold
    means = {key: {term: np.mean(values) for term, values in terms.items()} for key, terms in people.items()}
    runs = [
        run_of({key: [pick(terms, key=terms.__getitem__)] for key, terms in means.items()}, name)
        for name, pick in (("good", max), ("bad", min))
    ]
    machines = ratings_of(
        {key: {term: [value] for term, value in terms.items()} for key, terms in machine.items()}, MACHINE
    )
    settings = {"resamples": 0, **options}
    result = study(first, gold2, *runs, ratings=rated, machines=machines, **settings)  # type: ignore[arg-type]
    (found,) = result.study.machines
    assert f"as a rater: {MACHINE}" in result.to("text")
    assert f"As a rater: {MACHINE}" in result.to("html")
    assert f"As a rater, {MACHINE} is worth" in result.answer
    return found


SMALL: Ratings = {
    ("big.a", "1"): {"large": [3, 2], "huge": [2, 2, 3], "grand": [1, 0], "wide": [0, 0]},
    ("run.v", "2"): {"jog": [3, 3, 1], "sprint": [2, 1], "walk": [0, 1], "operate": [1]},
}
OF_MACHINE = {
    ("big.a", "1"): {"large": 3.0, "huge": 1.0, "grand": 2.0, "wide": 0.0},
    ("run.v", "2"): {"jog": 2.0, "sprint": 3.0, "walk": 0.0, "operate": 3.0},
}


def weighted(pairs: list[tuple[float, float, float]]) -> float:
    """Pearson's correlation of weighted pairs, by definition."""
    weights, x, y = (np.array(column) for column in zip(*pairs, strict=True))
    x, y = x - np.average(x, weights=weights), y - np.average(y, weights=weights)
    return float((weights * x * y).sum() / np.sqrt((weights * x * x).sum() * (weights * y * y).sum()))


def test_the_correlations_are_those_of_all_pairs_with_every_candidate_weighing_the_same() -> None:
    found = {figure.name: figure.value for figure in compared(SMALL, OF_MACHINE).figures}
    pairs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in found}
    for key, terms in SMALL.items():
        for term, values in terms.items():
            number, machine = len(values), OF_MACHINE[key][term]
            if number < 2:
                continue
            for index, value in enumerate(values):
                others = float(np.mean(values[:index] + values[index + 1 :]))
                pairs[WITH_PEOPLE].append((1 / number, machine, others))
                pairs[OF_PERSON].append((1 / number, value, others))
                pairs[WITH_PERSON].append((1 / number, machine, value))
            pairs[OF_TWO] += [(1 / number / (number - 1), one, other) for one, other in permutations(values, 2)]
    assert found == {name: pytest.approx(weighted(of_name)) for name, of_name in pairs.items()}


def world(
    machine_people: int, seed: int = 3, candidates: int = 600
) -> tuple[Ratings, dict[tuple[str, str], dict[str, float]]]:
    """People who see the truth with errors, and a machine that is the mean of some people nobody else sees."""
    chance = np.random.default_rng(seed)
    people: Ratings = {}
    machine: dict[tuple[str, str], dict[str, float]] = {}
    for item in range(candidates // 6):
        key = f"t{item % 20}.n", str(item)
        truth = chance.uniform(1, 2, 6)
        terms = [f"w{number}" for number in range(6)]
        seen = truth[:, None] + chance.uniform(-0.5, 0.5, (6, 4))
        people[key] = {term: list(row) for term, row in zip(terms, seen, strict=True)}
        means = (truth[:, None] + chance.uniform(-0.5, 0.5, (6, machine_people))).mean(axis=1)
        machine[key] = dict(zip(terms, map(float, means), strict=True))
    return people, machine


@pytest.mark.parametrize("number", [1, 4])
@pytest.mark.parametrize("unit", ["item", "lexelt"])
def test_a_machine_that_is_the_mean_of_n_people_is_worth_n(number: int, unit: str) -> None:
    worth = compared(*world(number), resamples=300, unit=unit).worth
    assert worth is not None
    assert worth.people == pytest.approx(number, rel=0.3)
    assert worth.low is not None
    assert worth.high is not None
    assert worth.low < number < worth.high
    assert worth.has_interval


def test_a_machine_that_knows_what_people_think_is_worth_more_than_any_number_of_them() -> None:
    people, _ = world(1)
    means = {key: {term: float(np.mean(values)) for term, values in terms.items()} for key, terms in people.items()}
    found = compared(people, means)
    assert found.worth is not None
    assert found.worth.people is None
    assert all(rank.tau == 1 for rank in found.ranks)


def test_a_machine_that_contradicts_people_is_worth_nothing_and_turns_the_ranking_round() -> None:
    people, _ = world(1)
    against = {
        key: {term: 3 - float(np.mean(values)) for term, values in terms.items()} for key, terms in people.items()
    }
    found = compared(people, against)
    assert found.worth is not None
    assert found.worth.people == 0
    assert [rank.tau for rank in found.ranks] == [-1, -1]


def test_a_machine_that_always_says_the_same_agrees_with_nobody() -> None:
    people, _ = world(1, candidates=60)
    found = compared(people, {key: dict.fromkeys(terms, 2.0) for key, terms in people.items()})
    assert found.worth is None
    assert found.figures[0].value is None


def test_candidates_without_a_rating_of_the_machine_are_noted() -> None:
    some = {key: dict(list(terms.items())[:2]) for key, terms in OF_MACHINE.items()}
    found = compared(SMALL, some)
    assert (found.ratings, found.unrated, found.candidates) == (4, 4, 4)


def test_machines_among_the_ratings_of_people_are_taken_out() -> None:
    first = gold_of({key: dict.fromkeys(terms, 1) for key, terms in SMALL.items()})
    people = ratings_of(SMALL)
    machine = ratings_of(
        {key: {term: [value] for term, value in terms.items()} for key, terms in OF_MACHINE.items()}, MACHINE
    )
    gold2 = extend_gold(first, people).gold
    run = run_of({("big.a", "1"): ["large"]}, "one")
    apart = study(first, gold2, run, ratings=people, machines=machine, resamples=0).study
    mixed = study(first, gold2, run, ratings=[*machine, *people], resamples=0).study
    assert mixed == apart
    plain = study(first, gold2, run, ratings=people, resamples=0).study
    assert (apart.ratings, apart.ranks) == (plain.ratings, plain.ranks)
    assert apart.signature != plain.signature


def test_people_are_no_machines_and_machines_need_people() -> None:
    first = gold_of({key: dict.fromkeys(terms, 1) for key, terms in SMALL.items()})
    people = ratings_of(SMALL)
    gold2 = extend_gold(first, people).gold
    run = run_of({("big.a", "1"): ["large"]}, "one")
    with pytest.raises(UsageError, match="'r0' is no machine"):
        study(first, gold2, run, ratings=people, machines=people)
    with pytest.raises(UsageError, match="machines are compared with people"):
        study(first, gold2, run, machines=ratings_of({("big.a", "1"): {"large": [3]}}, MACHINE))
