"""Options as objects or as keywords: the same fields, documented one by one, and none missing from the signature."""

import ast
import inspect
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import stead
from stead.api.options import (
    ComparingKeywords,
    ResamplingKeywords,
    ScoringKeywords,
    resampling_options,
    scoring_options,
)
from stead.api.options import Scoring as ScoringOptions
from stead.core.resampling import Resampling

GOLD = "bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: sunny 2;light  1;\nside.n 3 :: team 2;pn 1;\n"
RUN = "bright.a 1 :: clever\nbright.a 2 :: light\nside.n 3 :: team\n"


@pytest.mark.parametrize(("options", "keywords"), [(ScoringOptions, ScoringKeywords), (Resampling, ResamplingKeywords)])
def test_keywords_are_the_fields_with_their_types(options: type, keywords: type) -> None:
    hints = get_type_hints(options)
    assert get_type_hints(keywords) == {field.name: hints[field.name] for field in fields(options)}
    assert list(get_type_hints(keywords)) == [field.name for field in fields(options)]


@pytest.mark.parametrize("options", [ScoringOptions, Resampling])
def test_every_field_has_a_docstring(options: type) -> None:
    body = ast.parse(inspect.getsource(options)).body[0].body  # type: ignore[attr-defined]
    documented = {
        first.target.id
        for first, second in pairwise(body)
        if isinstance(first, ast.AnnAssign)
        and isinstance(first.target, ast.Name)
        and isinstance(second, ast.Expr)
        and isinstance(second.value, ast.Constant)
    }
    assert documented == {field.name for field in fields(options)}


@pytest.mark.parametrize("options", [ScoringOptions, Resampling])
def test_options_are_frozen_and_keyword_only(options: Any) -> None:
    assert options.__dataclass_params__.frozen
    assert all(field.kw_only for field in fields(options))


FUNCTIONS = [stead.score, stead.compare, stead.leaderboard, stead.posthoc.study, stead.posthoc.pool]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_keyword_that_is_no_field_is_refused(function: Any) -> None:
    with pytest.raises(TypeError, match=rf"{function.__name__}\(\) got an unexpected keyword argument 'mesures'"):
        function({}, {}, mesures="best")


def test_no_public_function_takes_just_anything() -> None:
    names = [(stead, name) for name in stead.__all__] + [(stead.posthoc, name) for name in stead.posthoc.__all__]
    untyped = [
        name
        for home, name in names
        if inspect.isfunction(function := getattr(home, name))
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is inspect.Parameter.VAR_KEYWORD and parameter.annotation in {Any, inspect.Parameter.empty}
    ]
    assert untyped == []


def test_an_object_or_keywords_or_both_give_the_same_scores() -> None:
    gold, run = {"1": {"clever": 3, "smart": 1}}, {"1": ["Clever", "bright"]}
    options = stead.Scoring(measures="best,oot@10", match="exact", min_responses=1)
    found = [
        stead.score(gold, run, options=options),
        stead.score(gold, run, measures="best,oot@10", match="exact", min_responses=1),
        stead.score(gold, run, options=stead.Scoring(measures="best,oot@10", min_responses=1), match="exact"),
    ]
    assert found[0].records() == found[1].records() == found[2].records()
    assert found[0].value("best") == 0
    assert stead.score(gold, run, options=options, match="lenient").value("best") == pytest.approx(3 / 8)


def test_a_comparison_takes_both_objects() -> None:
    gold, runs = {"1": {"clever": 3}, "2": {"smart": 2}}, ({"1": ["clever"]}, {"2": ["smart"]})
    resampling = stead.Resampling(resamples=50, seed=3)
    one = stead.compare(gold, *runs, options=stead.Scoring(measures="best"), resampling=resampling)
    other = stead.compare(gold, *runs, measures="best", resamples=50, seed=3)
    assert one.to("json") == other.to("json")
    assert "seed:3" in one.report.comparisons[0].signature


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: stead.posthoc.pool({"1": {"a": 2}}, {"1": ["a"]}, by="pos"), "by has no meaning for pools"),
        (
            lambda: stead.posthoc.study({"1": {"a": 2}}, {"1": {"a": 2}}, {"1": ["a"]}, tests="bootstrap"),
            "tests has no meaning for studies",
        ),
        (lambda: stead.score({}, {}, options={"match": "exact"}), "options is a Scoring"),  # type: ignore[arg-type]
        (lambda: stead.compare({}, {}, resampling=50), "resampling is a Resampling"),  # type: ignore[arg-type]
    ],
)
def test_what_has_no_meaning_is_refused(call: Any, message: str) -> None:
    with pytest.raises(stead.UsageError, match=message):
        call()


def test_nothing_given_is_the_usual() -> None:
    assert scoring_options(None, {}) == ScoringOptions()
    assert resampling_options(None, {}) == Resampling()


def test_keywords_of_comparisons_are_those_of_both() -> None:
    both = {*get_type_hints(ScoringKeywords), *get_type_hints(ResamplingKeywords)}
    assert set(get_type_hints(ComparingKeywords)) == both


CHANGES: dict[str, dict[str, Any]] = {
    "measures": {"measures": "oot@10"},
    "by": {"by": "pos"},
    "match": {"match": "exact"},
    "min_responses": {"min_responses": 1},
    "weights": {"weights": "graded"},
    "mapping": {"mapping": "forms.txt"},
    "multiwords": {"by": "subset", "multiwords": "multiwords.txt"},
    "manual": {"by": "subset", "manual": "manual.txt"},
    "candidates": {"measures": "gap(pool=candidates)", "candidates": {"bright.a": ["clever"], "side.n": ["team"]}},
    "ids": {"ids": "ids.txt"},
    "names": {"names": "terms"},
    "gold_terms": {"gold_terms": "as-written"},
    "preset": {"preset": "melamud-gap"},
    "format": {"format": "semeval"},
    "gold_format": {"gold_format": "semeval"},
    "run_format": {"run_format": "semeval"},
    "faults": {"faults": "skip"},
    "encoding": {"encoding": "windows-1252"},
}
SEEN_IN_THE_FORMAT = {"format", "gold_format", "run_format"}
"""The signature has the formats that the files turned out to be in, whether they were named or recognised."""


USUAL: dict[str, dict[str, Any]] = {
    "measures": {"measures": "best"},
    "candidates": {"candidates": {"bright.a": ["sunny"], "side.n": ["team"]}},
}
"""Values to compare with, where the default would not do."""


def signatures(**options: Any) -> set[str]:
    return {score.signature for score in stead.score("gold.txt", "run.txt", **{"measures": "best", **options}).scores}


@pytest.mark.parametrize("name", [field.name for field in fields(ScoringOptions)])
def test_no_field_is_missing_from_the_signature(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        "multiwords.txt": "bright.a 1 :: bright idea 2;\n",
        "gold.txt": GOLD,
        "run.txt": RUN,
        "ids.txt": "1\n2\n",
        "manual.txt": "bright.a\n",
    }
    texts["forms.txt"] = "light(bright.a)-->sunny\n"
    for file, text in texts.items():
        Path(file).write_text(text, encoding="utf-8")
    own = CHANGES[name]
    usual = signatures(**{**own, **USUAL.get(name, {name: getattr(ScoringOptions(), name)})})
    if name in SEEN_IN_THE_FORMAT:
        assert any("from:semeval/semeval" in signature for signature in signatures(**own))
    else:
        assert signatures(**own) - usual


def test_options_can_be_used_again() -> None:
    options = stead.Scoring(measures=iter(["best"]), by=iter(["pos"]))
    gold, run = {("bright.a", "1"): {"clever": 3}}, {("bright.a", "1"): ["clever"]}
    first, again = (stead.score(gold, run, options=options).records() for _ in range(2))
    assert first == again
    assert len({record["group"] for record in first}) == 2
