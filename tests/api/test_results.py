"""Every result prints, converts, saves and makes records in the same way."""

import json
import os
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.api.results import ENDINGS, Result

GOLD = {("bright.a", "1"): {"clever": 3, "smart": 1}, ("side.n", "2"): {"team": 2}}
RUNS = ({("bright.a", "1"): ["smart"], ("side.n", "2"): ["team"]}, {("bright.a", "1"): ["clever"]})
ANNOTATIONS = [
    stead.Annotation(lexelt="bright.a", id="1", annotator=person, substitutes=("clever",)) for person in "abc"
]
RATINGS = [
    stead.Rating(lexelt="bright.a", id="1", candidate=word, rater=rater, value=value)
    for rater in "rs"
    for word, value in (("clever", 3), ("smart", 1))
]
RESULTS: dict[str, Callable[[], Result]] = {
    "score": lambda: stead.score(GOLD, *RUNS, measures="best"),
    "compare": lambda: stead.compare(GOLD, *RUNS, measures="best", resamples=20),
    "agree": lambda: stead.measure_agreement(ANNOTATIONS, resamples=0),
    "humans": lambda: stead.human_ceiling(ANNOTATIONS),
    "make_gold": lambda: stead.make_gold(ANNOTATIONS),
    "describe_gold": lambda: stead.describe_gold(GOLD),
    "diff_golds": lambda: stead.compare_golds(GOLD, {**GOLD, ("side.n", "2"): {"edge": 2}}),
    "propose_curation": lambda: stead.propose_curation(ANNOTATIONS),
    "pool": lambda: stead.posthoc.pool(GOLD, *RUNS),
    "dispatch": lambda: stead.posthoc.dispatch(stead.posthoc.pool(GOLD, *RUNS), subsets=1),
    "filter_ratings": lambda: stead.posthoc.filter_ratings(RATINGS, fast=None),
    "extend_gold": lambda: stead.posthoc.extend_gold(GOLD, RATINGS),
    "study": lambda: stead.posthoc.study(
        GOLD, stead.posthoc.extend_gold(GOLD, RATINGS).gold, *RUNS, ratings=RATINGS, resamples=0
    ),
    "simulate": lambda: stead.posthoc.simulate(targets=2, sentences=2, runs=2, raters=8),
    "plan": lambda: stead.posthoc.plan(people=(2,), campaigns=1, targets=2, sentences=2, runs=3, raters=8),
}


def example(name: str) -> str:
    return str(files("stead") / "examples" / name)


RESULTS |= {
    "check": lambda: stead.check(example("gold.txt")),
    "convert": lambda: stead.convert(example("gold.txt"), os.devnull, to="stead"),
    "sample": lambda: stead.sample([example("README.md")], ["gold.n"], language="en"),
}


@pytest.fixture(params=RESULTS)
def result(request: pytest.FixtureRequest) -> Result:
    return RESULTS[request.param]()


def test_it_is_a_result_that_prints(result: Result) -> None:
    assert isinstance(result, stead.Result)
    assert str(result).startswith(result.to())
    assert all(note in str(result) for note in result.notes)
    assert repr(result).startswith(f"<{type(result).__name__}: ")


def test_records_are_flat_and_fit_into_json(result: Result) -> None:
    records = result.records()
    assert isinstance(records, list)
    values = [value for record in records for value in record.values()]
    assert not [value for value in values if isinstance(value, dict)]
    json.dumps(records)


def test_a_format_that_there_is_not_is_refused(result: Result) -> None:
    with pytest.raises(stead.UsageError, match="docx"):
        result.to("docx")


def test_whatever_has_notes_is_a_result() -> None:
    named = [getattr(stead, name) for name in stead.__all__]
    named += [getattr(stead.posthoc, name) for name in stead.posthoc.__all__]
    noted = [each for each in named if isinstance(each, type) and hasattr(each, "notes")]
    assert len(noted) > 15
    others = [each for each in noted if not issubclass(each, Result)]
    assert others == [stead.Suggestions]  # of a Substituter, which has many of them
    assert issubclass(stead.SuggestionsResult, (Result, stead.Suggestions))


@pytest.mark.parametrize("name", ["score", "compare", "agree", "humans", "describe_gold", "study"])
@pytest.mark.parametrize("ending", [".md", ".tex", ".tsv", ".json", ".txt"])
def test_the_ending_says_the_format(name: str, ending: str, tmp_path: Path) -> None:
    found = RESULTS[name]()
    found.save(tmp_path / f"x{ending}")
    assert (tmp_path / f"x{ending}").read_text(encoding="utf-8") == found.to(ENDINGS[ending])


def test_an_ending_that_says_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(stead.UsageError, match=r"x\.docx: the ending says the format; there are \.csv, \.html"):
        RESULTS["score"]().save(tmp_path / "x.docx")


def test_a_gold_is_saved_as_a_gold(tmp_path: Path) -> None:
    made: Any = RESULTS["make_gold"]()
    made.save(tmp_path / "gold.txt", format="semeval")
    assert (tmp_path / "gold.txt").read_text(encoding="utf-8") == "bright.a 1 :: clever 3;\n"
    assert made.records() == [{"lexelt": "bright.a", "id": "1", "substitute": "clever", "weight": 3.0}]


def test_a_wrong_format_is_named(result: Result) -> None:
    with pytest.raises(stead.UsageError) as raised:
        result.to("docx")
    assert raised.value.parameter == "format"
    assert str(raised.value).startswith("format is ")


def test_a_table_has_the_summary_as_its_title() -> None:
    found = RESULTS["sample"]()
    assert found.to("text").startswith(f"{found._summary()}\n\ntargets\n")
    assert json.loads(found.to("json"))["title"] == found._summary()


def test_an_empty_table_still_has_its_summary() -> None:
    converted = RESULTS["convert"]()
    assert converted.records() == []
    assert converted.to("text") == "gold as stead, nothing lost\n\n"
    assert converted.to("markdown").startswith("# gold as stead, nothing lost\n")


def test_proposals_are_rendered_in_every_format() -> None:
    spelt = [
        stead.Annotation(lexelt="bright.a", id="1", annotator=person, substitutes=(word,))
        for person, word in (("a", "well-lit"), ("b", "well lit"))
    ]
    found = stead.propose_curation(spelt)
    assert found.decisions
    assert found.to("text") == found.to("tsv")
    assert json.loads(found.to("json"))["sections"][0]["records"] == found.records()
    assert found.to("markdown").startswith(f"# {found._summary()}\n")
