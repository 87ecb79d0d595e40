"""A wrong argument of a public function is a sentence that names the parameter, whatever the value is."""

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pytest

import stead
from stead.core.arguments import Positive, Range, check_value, checked, naming

lib: Any = stead
posthoc: Any = stead.posthoc

GOLD = {"1": {"clever": 3, "smart": 1}}
RUN = {"1": ["smart", "able"]}
ITEM = stead.Item(id="1", lexelt="bright.a", text="He is a bright boy.", start=8, end=14)

ANNOTATED = [
    stead.Annotation(lexelt="bright.a", id=key, annotator=who, substitutes=("smart",)) for key in "12" for who in "ab"
]
RATING = stead.Rating(lexelt="bright.a", id="1", candidate="smart", rater="a", value=1)
change: Any = dataclasses.replace

WRONG: list[tuple[str, Callable[[], Any]]] = [
    ("by", lambda: lib.score(GOLD, RUN, by=None)),
    ("by", lambda: lib.score(GOLD, RUN, by=5)),
    ("by", lambda: lib.score(GOLD, RUN, by=["pos", 5])),
    ("by", lambda: lib.score(GOLD, RUN, by="")),
    ("by", lambda: lib.score(GOLD, RUN, by="nothing")),
    ("by", lambda: lib.score(GOLD, RUN, by="length")),
    ("measures", lambda: lib.score(GOLD, RUN, measures="bset")),
    ("measures", lambda: lib.score(GOLD, RUN, measures="")),
    ("measures", lambda: lib.score(GOLD, RUN, measures=["best", None])),
    ("measures", lambda: lib.score(GOLD, RUN, measures=7)),
    ("measures", lambda: lib.score(GOLD, RUN, measures="best,mw")),
    ("measures", lambda: lib.human_ceiling([], measures="bset")),
    ("match", lambda: lib.score(GOLD, RUN, match="lenent")),
    ("match", lambda: lib.score(GOLD, RUN, match=5)),
    ("match", lambda: posthoc.pool(GOLD, RUN, match="lenient,lemmas=wordnet")),
    ("match", lambda: posthoc.pool(GOLD, RUN, match="")),
    ("match", lambda: posthoc.study(GOLD, GOLD, RUN, match="")),
    ("measures", lambda: lib.human_ceiling([], measures=range(3))),
    ("without", lambda: lib.measure_agreement([], without=range(3))),
    ("targets", lambda: lib.sample("corpus.txt", range(3))),
    ("kind", lambda: lib.convert("gold.txt", "gold.jsonl", to="stead", kind=np.array([1, 2]))),
    ("size", lambda: posthoc.dispatch(posthoc.pool(GOLD, RUN), size=10**26)),
    ("number", lambda: lib.suggest("a [bright] boy", number=10**23)),
    ("min_count", lambda: lib.count("corpus.txt", "model", min_count=10**24)),
    ("memory", lambda: lib.count("corpus.txt", "model", memory="99999999999999999999GB")),
    ("memory", lambda: lib.count("corpus.txt", "model", memory="9" * 400)),
    ("preset", lambda: lib.score(GOLD, RUN, preset="sword")),
    ("preset", lambda: lib.score(GOLD, RUN, preset=["swords"])),
    ("format", lambda: lib.score(GOLD, RUN, format="semevil")),
    ("format", lambda: lib.score(GOLD, RUN, format=["semeval"])),
    ("gold_format", lambda: lib.score(GOLD, RUN, gold_format="semevil")),
    ("run_format", lambda: lib.score(GOLD, RUN, run_format="semevil")),
    ("encoding", lambda: lib.score(GOLD, RUN, encoding="utf-9")),
    ("encoding", lambda: lib.read_gold("gold.txt", encoding=5)),
    ("mapping", lambda: lib.score(GOLD, RUN, mapping=5)),
    ("multiwords", lambda: lib.score(GOLD, RUN, multiwords=5)),
    ("candidates", lambda: lib.score(GOLD, RUN, candidates=[])),
    ("ids", lambda: lib.score(GOLD, RUN, ids=["1", "2"])),
    ("names", lambda: lib.score(GOLD, RUN, names=["apart"])),
    ("names", lambda: lib.score(GOLD, RUN, names="together")),
    ("weights", lambda: lib.score(GOLD, RUN, weights=["counts"])),
    ("gold_terms", lambda: lib.score(GOLD, RUN, gold_terms=["trimmed"])),
    ("gold_terms", lambda: lib.score(GOLD, RUN, gold_terms="untrimmed")),
    ("min_responses", lambda: lib.Scoring(min_responses="2")),
    ("gold", lambda: lib.score(5, RUN)),
    ("runs", lambda: lib.score(GOLD, RUN, 5)),
    ("other_gold", lambda: lib.compare(GOLD, RUN, other_gold=5)),
    ("annotations", lambda: lib.compare(GOLD, RUN, annotations=5)),
    ("items", lambda: lib.compare(GOLD, RUN, items=5)),
    ("comparison", lambda: lib.add_runs(5, RUN)),
    ("annotations", lambda: lib.make_gold(5)),
    ("by", lambda: lib.measure_agreement([], by=5)),
    ("by", lambda: lib.measure_agreement([], by="sentence")),
    ("path", lambda: lib.read_gold(5)),
    ("source", lambda: lib.convert(stead, "gold.jsonl", to="stead")),
    ("kind", lambda: lib.convert("gold.txt", "gold.jsonl", to="stead", kind="golds")),
    ("noun", lambda: lib.write(5, "gold.txt")),
    ("format", lambda: lib.write([ITEM], "items.txt", format="semevil")),
    ("output", lambda: lib.run("wordnet", [ITEM], output="")),
    ("items", lambda: lib.run("wordnet", [change(ITEM, lexelt=None)])),
    ("items", lambda: lib.run("wordnet", [change(ITEM, text=None)])),
    ("items", lambda: lib.run("wordnet", [change(ITEM, start="0")])),
    ("items", lambda: lib.run("wordnet", [change(ITEM, end=99)])),
    ("runs", lambda: lib.leaderboard("a" * 5000, GOLD)),
    ("path", lambda: posthoc.simulate(targets=2, sentences=2).save("a\0b")),
    ("path", lambda: posthoc.simulate(targets=2, sentences=2).save("")),
    ("path", lambda: lib.score(GOLD, RUN).save(None)),
    ("path", lambda: lib.score(GOLD, RUN).save(5)),
    ("path", lambda: lib.make_gold(ANNOTATED).save([])),
    ("format", lambda: lib.make_gold(ANNOTATED).to([])),
    ("format", lambda: lib.score(GOLD, RUN).to([])),
    ("system", lambda: lib.run(5, [ITEM])),
    ("system", lambda: lib.run("wordnot", [ITEM])),
    ("items", lambda: lib.run("wordnet", 5)),
    ("workers", lambda: lib.run("wordnet", [ITEM], workers=0)),
    ("folds", lambda: lib.tune("wordnet", GOLD, [ITEM], folds=1)),
    ("folds", lambda: lib.train(GOLD, [ITEM], folds=1)),
    ("sample", lambda: lib.train(GOLD, [ITEM], sample=-1)),
    ("sentence", lambda: lib.suggest(5)),
    ("number", lambda: lib.suggest("a [bright] boy", number=0)),
    ("words", lambda: lib.neighbours(["bright", "match"])),
    ("measure", lambda: lib.neighbours("bright", measure="lyn")),
    ("alpha", lambda: lib.neighbours("bright", measure="skew", alpha=5)),
    ("per_pos", lambda: lib.propose_targets(per_pos="x")),
    ("per_pos", lambda: lib.propose_targets(per_pos=-1)),
    ("min_senses", lambda: lib.propose_targets(min_senses=-1)),
    ("frequency", lambda: lib.propose_targets(frequency=5)),
    ("per_target", lambda: lib.sample("corpus.txt", ["bright.a"], per_target="x")),
    ("ratings", lambda: posthoc.filter_ratings(None)),
    ("ratings", lambda: posthoc.extend_gold(GOLD, 5)),
    ("straight", lambda: posthoc.filter_ratings([], straight=5)),
    ("merge", lambda: posthoc.extend_gold(GOLD, [RATING], merge="x")),
    ("raters", lambda: posthoc.simulate(bad_raters=100)),
    ("least", lambda: posthoc.simulate(least=5, most=2)),
    ("without", lambda: lib.measure_agreement(ANNOTATED, without="zed")),
    ("preset", lambda: lib.score(GOLD, RUN, preset="semeval2007", match="exact")),
    ("system", lambda: lib.suggest("a [bright] boy", system="x")),
    ("pos", lambda: lib.suggest("a [bright] boy", system="wordnet", pos="q")),
    ("language", lambda: lib.suggest("a [bright] boy", language="?")),
    ("lexicon", lambda: lib.propose_targets(lexicon="x")),
    ("frequencies", lambda: lib.propose_targets(frequencies="x")),
    ("runs", lambda: lib.leaderboard("/nope", GOLD)),
    ("depth", lambda: posthoc.pool(GOLD, RUN, depth=0)),
    ("seed", lambda: posthoc.pool(GOLD, RUN, seed=-1)),
    ("baselines", lambda: posthoc.pool(GOLD, RUN, baselines=5)),
    ("ratings", lambda: posthoc.dispatch(posthoc.pool(GOLD, RUN), ratings=3, size=10)),
    ("frequencies", lambda: posthoc.study(GOLD, GOLD, RUN, frequencies="x")),
    ("size", lambda: posthoc.dispatch(posthoc.pool(GOLD, RUN), size="60")),
    ("size", lambda: posthoc.dispatch(posthoc.pool(GOLD, RUN), size=0)),
    ("planted", lambda: posthoc.dispatch(posthoc.pool(GOLD, RUN), size=10, planted=1001)),
    ("items", lambda: posthoc.dispatch(posthoc.pool(GOLD, RUN), size=10, items=5)),
    ("path", lambda: posthoc.load_pool(5)),
    ("path", lambda: posthoc.load_dispatch(5)),
    ("dispatch", lambda: posthoc.verify_dispatch(5, posthoc.pool(GOLD, RUN))),
    ("pool", lambda: posthoc.study(GOLD, GOLD, RUN, pool=5)),
    ("campaigns", lambda: posthoc.plan(campaigns=0)),
    ("people", lambda: posthoc.plan(people=[5, 0])),
    ("targets", lambda: posthoc.simulate(targets="x")),
]


@pytest.mark.parametrize(("parameter", "call"), WRONG)
def test_a_wrong_argument_is_named(parameter: str, call: Callable[[], Any]) -> None:
    with pytest.raises(stead.UsageError) as raised:
        call()
    assert raised.value.parameter == parameter
    assert parameter in str(raised.value)
    assert str(raised.value).endswith(".")


@pytest.mark.parametrize("name", ["multiwords", "other_gold"])
def test_a_wrong_value_within_a_gold_is_said_to_be_of_that_gold(name: str) -> None:
    with pytest.raises(stead.BadInput, match=rf"{name}\['1'\]: expected substitutes with weights"):
        lib.compare(GOLD, RUN, **{name: {"1": 5}})


@pytest.mark.parametrize(
    ("place", "call"),
    [
        ("gold1", lambda: posthoc.study({"1": 5}, GOLD, RUN)),
        ("gold2", lambda: posthoc.study(GOLD, {"1": 5}, RUN)),
        ("first", lambda: lib.compare_golds({"1": 5}, GOLD)),
        ("second", lambda: lib.compare_golds(GOLD, {"1": 5})),
        ("multiwords", lambda: lib.describe_gold(GOLD, multiwords={"1": 5})),
        ("run 1", lambda: posthoc.pool(GOLD, {"1": 5})),
        ("baseline 1", lambda: posthoc.pool(GOLD, RUN, baselines={"1": 5})),
        ("baseline 2", lambda: posthoc.study(GOLD, GOLD, RUN, baselines=[RUN, {"1": [5]}])),
    ],
)
def test_a_wrong_value_within_a_dict_is_said_to_be_of_that_dict(place: str, call: Callable[[], Any]) -> None:
    with pytest.raises(stead.BadInput, match=rf"^{place}\['1'\]: expected "):
        call()


def test_every_public_function_checks_its_arguments() -> None:
    names = [(stead, name) for name in stead.__all__] + [(stead.posthoc, name) for name in stead.posthoc.__all__]
    functions = [getattr(home, name) for home, name in names if inspect.isfunction(getattr(home, name))]
    assert len(functions) > 30
    assert [function.__name__ for function in functions if not hasattr(function, "__wrapped__")] == []


@pytest.mark.parametrize("function", [posthoc.simulate, posthoc.plan])
def test_a_keyword_that_a_simulation_does_not_know_is_refused(function: Any) -> None:
    with pytest.raises(TypeError, match=rf"{function.__name__}\(\) got an unexpected keyword argument 'target'"):
        function(target=3)


def test_a_missing_argument_is_python_s_own_error() -> None:
    with pytest.raises(TypeError, match=r"score\(\) missing 1 required positional argument: 'gold'"):
        lib.score()


def test_an_empty_run_of_no_file_is_not_to_be_checked() -> None:
    with pytest.raises(stead.BadInput, match=r"^run 1: the run is empty; expected answers to at least one item\.$"):
        lib.score(GOLD, {})


ACCEPTED: list[tuple[Any, Any]] = [
    (Any, object()),
    (str | None, None),
    (int, 3),
    (float, 3),
    (float | None, 2.5),
    (Positive, 1),
    (str | Iterable[str], ["a", "b"]),
    (Iterable[str], (name for name in "ab")),
    (Sequence[Positive], (1, 2)),
    (tuple[int, int], [3, 7]),
    (Mapping[str, int], {"n": "not looked at"}),
    (Literal["a", "b"], "b"),
    (Callable[[str], float], len),
    ("Forward", 3),
    (Annotated[Path | str, "a folder"], "x"),
]


@pytest.mark.parametrize(("annotation", "value"), ACCEPTED)
def test_a_value_that_is_as_annotated_is_accepted(annotation: Any, value: Any) -> None:
    check_value("x", value, annotation)


REFUSED: list[tuple[Any, Any, str]] = [
    (str, 5, "x is a text, not 5."),
    (int, True, "x is a whole number, not True."),
    (int, 2.0, "x is a whole number, not 2.0."),
    (float | None, "2", "x is a number, not '2'."),
    (bool, 1, "x is True or False, not 1."),
    (Positive, 0, "x is a whole number from 1, not 0."),
    (Annotated[int, Range(1, 1_000_000)], 0, "x is a whole number from 1 to 1000000, not 0."),
    (Sequence[Positive], [0, 1], "x is a list of whole numbers from 1, not 0."),
    (str | Iterable[str], ["a", 1], "x is a text or a list of texts, not 1."),
    (Iterable[str], "ab", "x is a list of texts, not 'ab'."),
    (tuple[int, int], (1, 2, 3), "x is a pair of whole numbers, not (1, 2, 3)."),
    (Literal["a", "b"], "c", "x is 'a' or 'b', not 'c'."),
    (Mapping[str, int] | None, [], "x is a dict, not []."),
    (Annotated[Path | str, "a folder"], 5, "x is a folder, not 5."),
    (stead.Item, "x" * 100, "x is an Item, not a str."),
    (str | Iterable[str], range(3), "x is a text or a list of texts, not 0."),
    (Literal["a", "b"], np.array([1, 2]), "x is 'a' or 'b', not array([1, 2])."),
    (Positive, 2**31, "x is a whole number of at most 2147483647, not 2147483648."),
    (int | str, 2**63, "x is a whole number of at most 9223372036854775807, not 9223372036854775808."),
]


@pytest.mark.parametrize(("annotation", "value", "message"), REFUSED)
def test_a_value_that_is_not_as_annotated_is_refused(annotation: Any, value: Any, message: str) -> None:
    with pytest.raises(stead.UsageError) as raised:
        check_value("x", value, annotation)
    assert (str(raised.value), raised.value.parameter) == (message, "x")


def test_a_checked_function_is_called_with_what_it_was_given() -> None:
    @checked
    def add(first: int, *others: int, times: Positive = 1) -> int:
        """Add."""
        return (first + sum(others)) * times

    assert add(1, 2, 3, times=2) == 12
    assert (add.__name__, add.__doc__) == ("add", "Add.")
    with pytest.raises(stead.UsageError, match="others is a whole number, not 'x'"):
        add(1, 2, "x")  # type: ignore[arg-type]


GIVEN: list[tuple[Any, Any, Any]] = [
    (int, np.int64(3), 3),
    (Positive | None, np.uint8(3), 3),
    (float, np.float32(0.5), 0.5),
    (float, np.float64(0.5), 0.5),
    (float, 3, 3),
    (tuple[int, int], (np.int64(3), 7), (3, 7)),
    (Iterable[str], iter(["a"]), ["a"]),
    (Path | Iterable[str], {"a": 1}.keys(), ["a"]),
    (Iterable[str], {"a"}, {"a"}),
    (Any, range(2), range(2)),
    (range | Iterable[int], range(2), range(2)),
]


@pytest.mark.parametrize(("annotation", "value", "expected"), GIVEN)
def test_a_function_gets_python_s_numbers_and_lists(annotation: Any, value: Any, expected: Any) -> None:
    got = check_value("x", value, annotation)
    assert (got, type(got)) == (expected, type(expected))


def test_numpy_s_numbers_are_numbers() -> None:
    assert (
        posthoc.simulate(targets=np.int64(3), sentences=np.int32(2)).to()
        == posthoc.simulate(targets=3, sentences=2).to()
    )
    options = lib.Scoring(min_responses=np.float64(1.0))
    assert lib.score(GOLD, RUN, options=options).to("json") == lib.score(GOLD, RUN, min_responses=1.0).to("json")


@pytest.mark.parametrize(("name", "value"), [("rater", None), ("candidate", None), ("time", 5)])
def test_a_rating_with_a_field_of_another_type_is_refused(name: str, value: Any) -> None:
    wrong = change(RATING, **{name: value})
    for call in (posthoc.filter_ratings, lambda ratings: posthoc.extend_gold(GOLD, ratings), lib.make_gold):
        with pytest.raises(stead.UsageError, match=rf"^rating 2: {name} is a text, not {value}\.$"):
            call([RATING, wrong])


def test_frequencies_can_be_a_list_of_a_name_and_a_function() -> None:
    by_list = posthoc.study(GOLD, GOLD, RUN, frequencies=["n", len], resamples=10)
    assert by_list.to("json") == posthoc.study(GOLD, GOLD, RUN, frequencies=("n", len), resamples=10).to("json")


def test_ratings_can_be_what_filter_ratings_found() -> None:
    found = posthoc.filter_ratings([RATING, change(RATING, rater="b")])
    for make in (lib.make_gold, lambda ratings: posthoc.extend_gold({("bright.a", "1"): {"smart": 1}}, ratings)):
        assert make(found).signature == make(found.kept).signature


def test_a_curation_can_be_what_propose_curation_found(tmp_path: Path) -> None:
    written = [change(each, substitutes=("well-lit" if each.annotator == "a" else "well lit",)) for each in ANNOTATED]
    proposed = lib.propose_curation(written)
    assert proposed.decisions
    proposed.save(tmp_path / "curation.tsv")
    again, read = (lib.make_gold(written, curation=each) for each in (proposed, tmp_path / "curation.tsv"))
    assert list(again.gold) == list(read.gold)
    assert not lib.propose_curation(written, curation=proposed).decisions


def test_a_counted_corpus_can_be_given_as_it_was_returned(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text("He is a bright boy.\n" * 20, encoding="utf-8")
    counted = lib.count(tmp_path / "corpus.txt", tmp_path / "model", min_count=np.int64(2))
    by_path = lib.neighbours("bright", model=tmp_path / "model")
    assert lib.neighbours("bright", model=counted).records() == by_path.records()


def test_items_can_be_an_iterator() -> None:
    assert len(lib.make_gold(iter(ANNOTATED), items=iter([ITEM])).gold) == 1
    assert lib.compare(GOLD, RUN, items=iter([ITEM]), by="length", resamples=10).report.items
    with pytest.raises(
        stead.UsageError, match=r"items is a file, several files, Item objects, or a data frame, not 5\."
    ):
        lib.make_gold(ANNOTATED, items=iter([5]))


def test_an_error_that_names_its_parameter_keeps_that_name() -> None:
    with pytest.raises(stead.UsageError) as raised, naming("measures"):
        raise stead.UsageError("depth is a number.", parameter="depth")
    assert (str(raised.value), raised.value.parameter) == ("depth is a number.", "depth")
