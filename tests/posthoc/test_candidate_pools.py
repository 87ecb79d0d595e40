"""The union of gold and runs, item by item: by hand, and against a plain loop."""

from dataclasses import fields
from itertools import islice
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stead.core.faults import Source
from stead.core.substitutes import CanonicalForms
from stead.posthoc import dispatch, pool, verify_dispatch
from stead.posthoc.candidate_pools import PoolRules, make_pool
from stead.posthoc.summary_sheets import origin_counts, pool_sheet
from stead.rules.definitions import Rules, parse_rules
from tests.posthoc.made import A1, A2, B1, FIRST, GOLD, SECOND, candidates_of, gold_of, run_of, small_pool

TERMS = st.sampled_from(["big", "Big", "large", "go fast", "go-fast", "grand", " ", "élan", "e\u0301lan"])
ITEMS = st.sampled_from([("a.n", "1"), ("a.n", "2"), ("b.v", "3")])


def test_the_union_is_under_the_matching_rules_in_alphabetical_order() -> None:
    assert candidates_of(small_pool()) == {
        A1: ["Huge", "grand", "large", "visa"],  # HUGE of the second run is Huge of the gold
        A2: ["fat", "great", "wide"],
        B1: ["go fast", "jog", "sprint"],
    }


def test_origins_are_kept() -> None:
    rows = {(row.lexelt, row.id): row for row in small_pool()}
    assert rows[A1].weights == [1, 0, 3, 0]
    assert rows[A1].runs == [[1], [0], [0, 1], [0]]
    assert rows[A1].places == [1, 2, 1, 3]  # large is first in one run and second in the other
    assert rows[A2].runs == [[0], [0], [1]]
    assert rows[A2].places == [1, 2, 1]


def test_statistics_by_hand() -> None:
    """Huge, large, great, go fast, jog are in both; all five gold substitutes are found by a run; 5 are runs only."""
    pool = small_pool()
    assert origin_counts(pool) == {"in gold and runs": 5, "gold only": 0, "runs only": 5}
    sheet = pool_sheet(make_pool(GOLD, [FIRST], [SECOND], PoolRules()), {})
    rows = {row[0]: row[1:] for row in sheet.sections[1].rows}
    # first: large grand visa, fat great, jog = 6, of them in the gold large great jog = 3; alone: all but large = 5
    assert rows["first"] == ("run", 6, 3, 5, 3)
    # second: HUGE large, wide, go fast sprint = 5, in the gold 3; alone: all but large = 4, not in the gold 2
    assert rows["second"] == ("baseline", 5, 3, 4, 2)


def test_depth_counts_distinct_answers() -> None:
    assert candidates_of(small_pool(depth=1))[A2] == ["fat", "great", "wide"]  # great is in the gold
    pooled = make_pool(GOLD, [FIRST, SECOND], [], PoolRules(depth=1))
    assert pooled.left_out == {"answers given twice": 1, "answers beyond the first 1": 5}


def test_only_single_words_leaves_phrases_out_on_both_sides() -> None:
    assert candidates_of(small_pool(single_words=True))[B1] == ["jog", "sprint"]


def test_a_mapping_brings_answers_into_canonical_form_first() -> None:
    mapping = CanonicalForms({"big.a": {"grand": "large", "fat": "great"}}, Source("mapping", "2" * 64))
    assert candidates_of(small_pool(mapping=mapping))[A1] == ["Huge", "large", "visa"]
    assert "mapping:sha256:222222222222" in small_pool(mapping=mapping).signature


def test_lines_of_other_items_are_told() -> None:
    stray = run_of({("big.a", "99"): ["x"], A1: ["large"]}, "stray")
    pooled = make_pool(GOLD, [stray], [], PoolRules())
    assert pooled.notes[0] == "stray: 1 line of items that the gold does not have, or a second time."


def test_an_item_without_a_gold_substitute_is_told() -> None:
    gold = gold_of({A1: {"large": 1}, A2: {}})
    notes = make_pool(gold, [FIRST], [], PoolRules()).notes
    assert any("1 item without a substitute of the first gold" in note for note in notes)


@given(
    gold=st.dictionaries(ITEMS, st.dictionaries(TERMS, st.integers(0, 3).map(float)), min_size=1),
    answers=st.lists(st.dictionaries(ITEMS, st.lists(TERMS, max_size=8)), min_size=1, max_size=3),
    depth=st.sampled_from([None, 1, 3]),
    match=st.sampled_from(["lenient", "exact"]),
)
def test_the_pool_is_that_of_a_plain_loop(gold, answers, depth, match) -> None:  # type: ignore[no-untyped-def]
    rules = parse_rules(match)
    runs = [run_of(rows, f"r{number}") for number, rows in enumerate(answers)]
    pool = make_pool(gold_of(gold), runs, [], PoolRules(rules=rules, depth=depth)).pool
    own = {
        (row.lexelt, row.id): {
            rules.normalise(term): (weight, place, runs)
            for term, weight, place, runs in zip(row.candidates, row.weights, row.places, row.runs, strict=True)
        }
        for row in pool
    }
    assert own == {
        key: plain(weights, [rows.get(key, []) for rows in answers], depth, rules) for key, weights in gold.items()
    }


def plain(weights: dict[str, float], answers: list[list[str]], depth: int | None, rules: Rules) -> object:
    graded: dict[str, float] = {}
    for term, weight in weights.items():
        if weight and rules.normalise(term):
            graded[rules.normalise(term)] = graded.get(rules.normalise(term), 0) + weight
    found = {term: (weight, 0, list[int]()) for term, weight in graded.items()}
    for number, own in enumerate(answers):
        distinct = dict.fromkeys(rules.normalise(term) for term in own if rules.normalise(term))
        for place, term in enumerate(islice(distinct, depth), start=1):
            weight, best, runs = found.get(term, (0.0, 0, []))
            found[term] = (weight, min(best or place, place), [*runs, number])
    return found


OTHER_RULES: dict[str, Any] = {
    "rules": parse_rules("exact"),
    "depth": 3,
    "single_words": True,
    "mapping": CanonicalForms({}, Source("mapping", "2" * 64)),
    "policy": "skip",
    "encoding": "latin-1",
    "choice": "seed:2",
    "chosen": np.array([0, 2]),
}


def test_every_rule_is_tried() -> None:
    assert [*OTHER_RULES] == [field.name for field in fields(PoolRules)]


def test_every_rule_changes_the_signature() -> None:
    signatures = {small_pool(**{name: value}).signature for name, value in OTHER_RULES.items()}
    assert len(signatures | {small_pool().signature}) == 1 + len(OTHER_RULES)


def test_other_items_as_many_change_the_signature() -> None:
    assert small_pool(chosen=np.array([0, 1])).signature != small_pool(chosen=np.array([0, 2])).signature


def test_what_the_runs_say_is_in_the_signature_of_the_pool() -> None:
    gold, run = {"1": {"bird": 2}}, {"1": ["fowl"]}
    baselines: list[Any] = [{"1": ["magpie"]}, {"1": ["parrot"]}, [{"1": ["magpie"]}, {"1": ["parrot"]}], ()]
    signatures = [pool(gold, run, baselines=others).pool.signature for others in baselines]
    signatures.append(pool(gold, run, {"1": ["magpie"]}).pool.signature)
    assert len(set(signatures)) == len(signatures)
    assert "|runs:2:sha256:" in signatures[0]
    assert pool(gold, run, baselines={"1": ["magpie"]}).pool.signature == signatures[0]


def test_a_dispatch_is_not_for_the_pool_of_other_runs() -> None:
    gold, run = {"1": {"bird": 2}}, {"1": ["fowl"]}
    one, other = (pool(gold, run, baselines={"1": [word]}) for word in ("magpie", "parrot"))
    divided = dispatch(one, subsets=1)
    assert verify_dispatch(divided, one).checks[0].holds
    assert not verify_dispatch(divided, other).checks[0].holds
