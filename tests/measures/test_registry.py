"""A measure is a value: it prints, parses, compares and describes itself, and refuses what it does not know."""

import dataclasses
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead import UsageError
from stead.core.arrays import Ragged
from stead.core.parameters import Declaration, configure, declarations, settings
from stead.measures import MEASURES, SUITES, Measure, default_measures, parse_measure, parse_measures
from stead.measures.base import Alignment, Detail, Pool
from stead.measures.gap import Gap
from stead.measures.jabbari2010 import Coverage
from stead.measures.semeval2007 import Oot
from tests.scoring.strategies import examples

NAMES = list(MEASURES)
WITH_DEPTH = [name for name, measure in MEASURES.items() if "depth" in declarations(measure)]
WITH_PARAMETERS = [name for name, measure in MEASURES.items() if declarations(measure)]

TRUNCATED = [name for name in WITH_DEPTH if declarations(MEASURES[name])["depth"].accepts.endswith("or all")]

depths = st.integers(1, 1_000_000).map(str)
prices = (
    st.sampled_from(["mean-gold", "mean-answer"]) | st.integers(0, 1_000_000).map(str) | st.floats(0, 1e6).map(repr)
)
TEXTS = {"depth": depths, "k": prices}


def options(parameter: Declaration) -> list[str]:
    """The words that a parameter takes."""
    return re.findall(r"(?:^|, )([a-z]+) \(", parameter.accepts)


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    """Any measure with any parameters it declares."""
    measure = MEASURES[draw(st.sampled_from(NAMES))]
    texts = {
        name: draw(TEXTS[name] if name in TEXTS else st.sampled_from(options(declared)))
        for name, declared in declarations(measure).items()
    }
    if measure.name in TRUNCATED and draw(st.booleans()):
        texts["depth"] = "all"
    return configure(measure, texts)


@examples(200)
@given(measures())
def test_what_a_measure_prints_is_read_back_as_the_same_measure(measure: Measure) -> None:
    again = parse_measure(str(measure))
    assert again == measure
    assert hash(again) == hash(measure)
    assert str(again) == str(measure)
    assert type(again) is type(measure)


@examples(200)
@given(measures(), measures())
def test_measures_are_equal_exactly_if_they_print_the_same(one: Measure, other: Measure) -> None:
    assert (one == other) == (str(one) == str(other))
    assert len({one, other}) == (1 if one == other else 2)


@examples(200)
@given(measures())
def test_every_parameter_is_printed_but_the_depth_of_all(measure: Measure) -> None:
    for name, value in settings(measure).items():
        depth = "" if value == "all" else f"@{value}"
        assert depth in str(measure) if name == "depth" else f"{name}={value}" in str(measure)
    assert not re.search(r"\ball\b", str(measure))


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_is_registered_under_its_own_name(name: str) -> None:
    assert MEASURES[name].name == name
    assert parse_measure(name) == MEASURES[name]
    assert {MEASURES[name]: 1}[parse_measure(f" {name} ")] == 1


@pytest.mark.parametrize("name", WITH_PARAMETERS)
def test_a_parameter_cannot_be_changed_afterwards(name: str) -> None:
    measure = MEASURES[name]
    for parameter in declarations(measure):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(measure, parameter, 3)


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_takes_no_new_attribute(name: str) -> None:
    attribute: Any = "colour"
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(MEASURES[name], attribute, "red")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("oot@5", "oot@5"),
        ("oot(depth=5)", "oot@5"),
        ("oot@007", "oot@7"),
        ("oot", "oot@10"),
        ("coverage", "coverage(k=1)"),
        ("coverage(k=1.0)", "coverage(k=1)"),
        ("coverage(k=1e0)", "coverage(k=1)"),
        ("coverage( k = 0.5 )", "coverage(k=0.5)"),
        ("coverage(k=-0)", "coverage(k=0)"),
        ("coverage(k=mean-answer)", "coverage(k=mean-answer)"),
        ("rank@3", "rank@3"),
        ("best", "best"),
        ("best@all", "best"),
        ("best(depth=all)", "best"),
        ("best@1", "best@1"),
        ("coverage@3", "coverage@3(k=1)"),
        ("coverage(depth=3,k=mean-gold)", "coverage@3(k=mean-gold)"),
        ("mrr@10", "mrr@10"),
    ],
)
def test_ways_to_write_the_same_measure(text: str, expected: str) -> None:
    assert str(parse_measure(text)) == expected


@pytest.mark.parametrize("text", ["", " ", "bset", "Best", "best-", "oot10", "best)", "(k=1)", "rank()x", "oot@5)"])
def test_an_unknown_measure_is_refused_with_the_list_of_all(text: str) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_measure(text)
    for name in [*NAMES, *SUITES]:
        assert re.search(rf"\b{name}\b", str(refusal.value))
    assert repr(text.strip()) in str(refusal.value)


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_is_no_measure(suite: str) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_measure(suite)
    assert all(name in str(refusal.value) for name in SUITES[suite])


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_parameter_is_refused_with_the_list_of_those_there_are(name: str) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_measure(f"{name}(colour=red)")
    message = str(refusal.value)
    assert "colour" in message
    assert name in message
    assert all(parameter in message for parameter in declarations(MEASURES[name]) or ["none"])


@pytest.mark.parametrize("name", WITH_DEPTH)
@pytest.mark.parametrize("depth", ["0", "-1", "", "ten", "1.5", "1000001", "1e3", "²", "inf", "10@10"])
def test_a_wrong_depth_is_refused_with_what_is_valid(name: str, depth: str) -> None:
    with pytest.raises(UsageError, match="depth is a whole number from 1 to 1000000") as refusal:
        parse_measure(f"{name}@{depth}")
    assert f"depth={depth}" in str(refusal.value)


def test_what_looks_at_every_answer_can_be_cut() -> None:
    """The pool that `gap` ranks is given, and cannot."""
    assert TRUNCATED == ["best", "jabbari-best", "coverage", "mrr"]


@pytest.mark.parametrize("name", sorted({*WITH_DEPTH} - {*TRUNCATED}))
def test_what_is_defined_for_a_depth_has_one(name: str) -> None:
    with pytest.raises(UsageError, match="depth=all is not valid"):
        parse_measure(f"{name}@all")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("best", "best"),
        ("best@1", "best@1"),
        ("coverage", "coverage"),
        ("coverage@2", "coverage@2"),
        ("coverage@2(k=0)", "coverage@2(k=0)"),
        ("oot", "oot@10"),
        ("mrr", "mrr"),
        ("prolex-f@5", "prolex-f@5"),
    ],
)
def test_a_label_has_the_depth_unless_it_is_all(text: str, label: str) -> None:
    assert parse_measure(text).label == label


@pytest.mark.parametrize("price", ["-1", "-0.001", "nan", "inf", "-inf", "1e999", "mean", "", "one"])
def test_a_wrong_price_is_refused_with_what_is_valid(price: str) -> None:
    with pytest.raises(UsageError, match=r"k is a number from 0.*, mean-gold or mean-answer") as refusal:
        parse_measure(f"coverage(k={price})")
    assert f"k={price}" in str(refusal.value)


@pytest.mark.parametrize("text", ["oot@10(depth=5)", "coverage(k=1,k=2)"])
def test_a_parameter_given_twice_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_measure(text)


def test_equal_measures_print_the_same_however_they_were_made() -> None:
    assert Coverage(k=1.0) == Coverage(k=1)
    assert str(Coverage(k=1.0)) == str(Coverage(k=1))


@pytest.mark.parametrize(("kind", "parameter", "value"), [(Oot, "depth", 0), (Coverage, "k", -1), (Coverage, "k", "x")])
def test_parameters_are_validated_in_python_too(kind: Any, parameter: str, value: object) -> None:
    with pytest.raises(UsageError):
        kind(**{parameter: value})


@pytest.mark.parametrize(
    ("suite", "expected"),
    [
        ("semeval", ["best", "best-mode", "oot@10", "oot-mode@10"]),
        ("multiwords", ["mw-detection", "mw-identification"]),
        ("jabbari", ["jabbari-best", "jabbari-best1", "coverage(k=1)", "rank@10"]),
        ("semdis", ["semdis-best", "semdis-oot@10", "semdis-best-norm", "semdis-oot-norm@10"]),
        ("ranking", ["p@1", "p@3", "r@10", str(Gap())]),
        ("retrieval", ["mrr", "ndcg@10", "hit@10"]),
        ("prolex", ["prolex-f@10(gold=acceptable)", "prolex-f@10(gold=proficient)"]),
        (
            "tsar",
            [
                *(f"map@{depth}(over=gold)" for depth in (1, 3, 5, 10)),
                *(f"potential@{depth}(over=gold)" for depth in (3, 5, 10)),
                *(f"acc-top1@{depth}(over=gold)" for depth in (1, 2, 3)),
            ],
        ),
        (
            "swords",
            [
                *(
                    f"swords-f@10(gold={gold},unjudged={unjudged},recall=capped)"
                    for gold in ("acceptable", "conceivable")
                    for unjudged in ("wrong", "removed")
                ),
                *(f"gap(pool=run,multiwords=kept,ties=file,weights={weights})" for weights in ("counts", "shares")),
            ],
        ),
    ],
)
def test_a_suite_is_the_measures_of_its_paper(suite: str, expected: list[str]) -> None:
    assert list(map(str, parse_measures(suite))) == expected


def test_every_measure_is_in_a_suite() -> None:
    members = [parse_measure(member) for suite in SUITES.values() for member in suite]
    assert {member.name for member in members} == MEASURES.keys()
    assert len({str(member) for member in members}) == len(members)


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_is_read_as_its_members(suite: str) -> None:
    assert parse_measures(suite) == [parse_measure(member) for member in SUITES[suite]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gap", {"pool": {"gold", "candidates", "run"}, "weights": {"counts", "shares"}}),
        ("swords-f", {"gold": {"acceptable", "conceivable"}, "unjudged": {"wrong", "removed"}}),
    ],
)
def test_the_words_that_a_parameter_takes_are_found_in_its_declaration(
    name: str, expected: dict[str, set[str]]
) -> None:
    declared = declarations(MEASURES[name])
    assert {parameter: set(options(declared[parameter])) for parameter in expected} == expected


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("gap(pool=all)", ["gold", "candidates", "run"]),
        ("gap(multiwords=dropped)", ["removed", "kept"]),
        ("gap(ties=random)", ["expected", "file"]),
        ("gap(weights=share)", ["counts", "shares"]),
        ("swords-f(gold=good)", ["acceptable", "conceivable"]),
        ("swords-f(unjudged=lenient)", ["wrong", "removed"]),
        ("swords-f(recall=)", ["capped", "full"]),
        ("prolex-f(gold=good)", ["acceptable", "proficient"]),
    ],
)
def test_a_wrong_word_is_refused_with_those_that_are_valid(text: str, listed: list[str]) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_measure(text)
    assert [word for word in listed if word not in str(refusal.value)] == []


def test_no_suite_has_the_name_of_a_measure() -> None:
    assert not SUITES.keys() & MEASURES.keys()


def test_measures_are_read_in_order_and_once() -> None:
    assert list(map(str, parse_measures("rank@3, semeval,oot@10 ,coverage(k=2),rank@3,"))) == [
        "rank@3",
        "best",
        "best-mode",
        "oot@10",
        "oot-mode@10",
        "coverage(k=2)",
    ]


def test_by_default_every_measure_of_substitutes_is_computed_once() -> None:
    """`hit` is `potential` under another name."""
    everything = [name for name in NAMES if not name.startswith("mw-") and name != "hit"]
    allowed = {known: [measure.name for measure in default_measures(known)] for known in ((), ("judges", "proficient"))}
    assert allowed == {
        (): [name for name in everything if name not in {"swords-f", "prolex-f"}],
        ("judges", "proficient"): everything,
    }
    assert all(measure in MEASURES.values() for measure in default_measures())


def test_more_than_weights_is_needed_by_few() -> None:
    assert {name: measure.needs_of_gold for name, measure in MEASURES.items() if measure.needs_of_gold} == {
        "swords-f": ("judges",),
        "prolex-f": ("proficient",),
    }
    needs = [parse_measure(f"gap(weights={weights})").needs_of_gold for weights in ("counts", "shares")]
    assert needs == [(), ("judges",)]
    assert parse_measure("prolex-f(gold=acceptable)").needs_of_gold == ()


def test_a_measure_names_the_pool_it_ranks() -> None:
    assert {name: measure.pools for name, measure in MEASURES.items() if measure.pools} == {"gap": ("gold",)}
    assert parse_measure("gap(pool=candidates)").pools == ("candidates",)
    assert parse_measure("gap(pool=run)").pools == ()


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_says_what_it_is(name: str) -> None:
    measure = MEASURES[name]
    assert measure.name.strip()
    assert measure.family.strip()
    paper = r"\w.+ (19|20)\d\d(, (eq|sec)\. [\d.-]+)?|standard in information retrieval"
    assert re.fullmatch(paper, measure.paper)
    assert measure.rewards.strip()
    assert not measure.rewards.endswith(".")
    assert type(measure).__doc__ is not None
    assert re.search(r"\.\. math::|equations? \d", type(measure).__doc__ or "")
    assert all(declaration.meaning and declaration.accepts for declaration in declarations(measure).values())


def three_items() -> Alignment:
    """A mode hit, a tie with one wrong answer, and an unanswered item."""
    gold = Ragged(np.array([3.0, 1.0, 2.0, 2.0, 2.0]), np.array([0, 2, 4, 5]))
    answers = Ragged(np.array([3.0, 0.0, 2.0]), np.array([0, 1, 3, 3]))
    detail = Detail(
        gold_shares=np.array([0.9, 0.3, 0.6, 0.6, 1.0]),
        gold_compound=np.array([False, True, False, False, False]),
        gold_proficient=np.array([True, True, False, True, True]),
        answer_shares=np.array([0.9, 0.0, 0.6]),
        answer_judged=np.array([True, False, True]),
        answer_compound=np.zeros(3, dtype=np.bool_),
        answer_proficient=np.array([True, False, True]),
        answer_scores=np.array([1.0, 0.5, 0.5]),
        scored=True,
        pools={
            "gold": Pool(
                np.array([2, 2, 1]), np.array([1, 2, 1]), np.array([True, False, True]), np.ones(5, dtype=np.bool_)
            )
        },
    )
    return Alignment(lexelts=["a.n", "b.n", "c.n"], ids=["1", "2", "3"], gold=gold, answers=answers, detail=detail)


def no_items() -> Alignment:
    numbers, truths, sizes = np.array([]), np.array([], dtype=np.bool_), np.array([], dtype=np.int64)
    nothing = Ragged(numbers, np.array([0]))
    pool = Pool(sizes, sizes, truths, truths)
    detail = Detail(
        gold_shares=numbers,
        gold_compound=truths,
        gold_proficient=truths,
        answer_shares=numbers,
        answer_judged=truths,
        answer_compound=truths,
        answer_proficient=truths,
        answer_scores=numbers,
        scored=False,
        pools={"gold": pool},
    )
    return Alignment(lexelts=[], ids=[], gold=nothing, answers=nothing, detail=detail)


@pytest.mark.parametrize("name", NAMES)
def test_statistics_have_a_row_per_item_and_a_column_per_field(name: str) -> None:
    measure = MEASURES[name]
    statistics = measure.statistics(three_items())
    assert statistics.shape == (3, len(measure.fields))
    assert statistics.dtype == np.float64
    assert measure.fields[:2] == ("counted", "attempted")
    assert set(statistics[:, :2].ravel().tolist()) <= {0.0, 1.0}
    assert np.isfinite(statistics).all()
    assert statistics[:, 1].tolist()[2] == 0


@pytest.mark.parametrize("name", NAMES)
def test_sums_of_statistics_combine_to_one_number_per_figure(name: str) -> None:
    measure = MEASURES[name]
    statistics = measure.statistics(three_items())
    whole = measure.combine(statistics.sum(axis=0))
    assert len(whole) == len(measure.figures)
    assert len(set(measure.figures)) == len(measure.figures)
    assert [np.shape(figure) for figure in whole] == [()] * len(whole)
    resampled = measure.combine(np.stack([statistics.sum(axis=0)] * 4).reshape(2, 2, -1))
    assert [figure.shape for figure in resampled] == [(2, 2)] * len(whole)
    assert [figure[1, 1] for figure in resampled] == [float(figure) for figure in whole]


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_of_nothing_has_no_value(name: str) -> None:
    measure = MEASURES[name]
    assert all(np.isnan(figure) for figure in measure.combine(np.zeros(len(measure.fields))))


@pytest.mark.parametrize("name", NAMES)
def test_an_alignment_without_items_has_statistics_without_rows(name: str) -> None:
    measure, empty = MEASURES[name], no_items()
    assert measure.statistics(empty).shape == (0, len(measure.fields))
    assert measure.statistics(measure.ideal(empty)).shape == (0, len(measure.fields))


@pytest.mark.parametrize("name", [name for name, measure in MEASURES.items() if measure.needs_detail])
def test_a_measure_that_needs_the_detail_says_so_if_it_is_missing(name: str) -> None:
    plain = dataclasses.replace(three_items(), detail=None)
    with pytest.raises(ValueError, match="without the detail"):
        MEASURES[name].statistics(plain)
