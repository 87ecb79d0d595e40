"""Saved comparisons that were damaged, edited or made by somebody else: one clear sentence, never a traceback."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stead
from stead.core.faults import Source
from stead.reporting.comparisons import COMPARISON_RENDERERS
from tests.reporting.reports import RESAMPLES, run_of, small
from tests.scoring.strategies import examples

Path_ = tuple[str | int, ...]


@cache
def save_report() -> str:
    """A comparison with everything in it that can be there."""
    options: dict[str, Any] = {"measures": "best,oot@10", "resamples": RESAMPLES, "by": "pos"}
    options["items"] = [stead.Item(id="1", lexelt="target0.n", text="a clever dog", start=2, end=8)]
    options["other_gold"] = {str(number): {"clever": 2.5, "cat": 1} for number in (1, 2, 3, 4)}
    options["mapping"] = stead.CanonicalForms({"target0.n": {"clevr": "clever"}}, Source("forms", "0" * 64))
    options["candidates"] = {"target0.n": ["clever", "smart"]}
    return small("one", "two", "three", **options).to("json")


def document() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(save_report())
    return loaded


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Every place of a document, from the outside inwards."""
    yield path
    if isinstance(value, dict | list):
        for key, own in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(own, (*path, key))


@cache
def all_places() -> list[Path_]:
    return [path for path in places(document()) if path]


def at(value: Any, path: Path_) -> Any:
    for key in path:
        value = value[key]
    return value


def works_or_is_refused(text: str | bytes, folder: Path) -> str:
    """Load it, show it in every form, add a run to it; what was said if it was refused."""
    path = folder / "saved.json"
    path.write_bytes(text.encode(errors="surrogatepass") if isinstance(text, str) else text)
    try:
        loaded = stead.load_comparison(path)
        for name in COMPARISON_RENDERERS:
            loaded.to(name)
        stead.add_runs(loaded, run_of("new", {"1": ["clever"], "2": ["lit"]}))
    except stead.BadInput as error:
        return str(error)
    return ""


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.integers(10**17, 10**25),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(["", "one", "item", "best", "R", "stead.comparison/1", "\ud800", "a\nb", "../x"]),
    st.just([]),
    st.just({}),
    st.just([[]]),
    st.just({"a": 1}),
)
FUZZ = settings(examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_the_document_itself_is_fine(tmp_path: Path) -> None:
    assert works_or_is_refused(save_report(), tmp_path) == ""


@FUZZ
@given(st.data())
def test_any_value_may_be_another(tmp_path: Path, data: st.DataObject) -> None:
    damaged = copy.deepcopy(document())
    path = data.draw(st.sampled_from(all_places()))
    at(damaged, path[:-1])[path[-1]] = data.draw(VALUES)
    works_or_is_refused(json.dumps(damaged), tmp_path)


@FUZZ
@given(st.data())
def test_any_part_may_be_missing_doubled_or_moved(tmp_path: Path, data: st.DataObject) -> None:
    damaged = copy.deepcopy(document())
    path, other = data.draw(st.sampled_from(all_places())), data.draw(st.sampled_from(all_places()))
    holder: Any = at(damaged, path[:-1])
    key: Any = path[-1]
    match data.draw(st.sampled_from(["remove", "double", "replace", "add"])):
        case "remove":
            del holder[key]
        case "double" if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        case "replace":
            holder[key] = copy.deepcopy(at(document(), other))
        case _ if isinstance(holder, dict):
            holder["further"] = 1
    works_or_is_refused(json.dumps(damaged), tmp_path)


@FUZZ
@given(st.data())
def test_the_text_may_be_cut_or_changed_anywhere(tmp_path: Path, data: st.DataObject) -> None:
    whole = save_report().encode()
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 20)))
    works_or_is_refused(whole[:start] + data.draw(st.binary(max_size=6)) + whole[end:], tmp_path)


def test_a_document_that_breaks_off_is_refused(tmp_path: Path) -> None:
    whole = save_report()
    for end in range(0, len(whole) - 2, max(1, len(whole) // 97)):
        said = works_or_is_refused(whole[:end], tmp_path)
        assert said.startswith(f"{tmp_path / 'saved.json'}: not JSON ("), end
        assert "\n" not in said


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("version",), 1, "at version: expected a text, found 1."),
        (("gold", "items"), 1.5, "at gold.items: expected a whole number, found 1.5."),
        (("gold", "items"), True, "at gold.items: expected a whole number, found true."),
        (("gold", "items"), 10**30, f"at gold.items: expected a whole number, found {10**30}."),
        (("gold", "graded"), 0, "at gold.graded: expected true or false, found 0."),
        (("runs",), {}, "at runs: expected a list, found an object of 0."),
        (("runs", 1), [], "at runs[1]: expected an object with name, sha256"),
        (("runs", 1, "faults"), [], "at runs[1].faults: expected an object, found a list of 0."),
        (("comparisons", 0, "estimates", 2, "value"), "x", 'estimates[2].value: expected a number, found "x".'),
        (("comparisons", 0, "schema"), "stead.comparison/2", "at comparisons[0].schema: expected 'stead.comparison/1'"),
        (("items", 0, "gold", 0), ["clever"], "at items[0].gold[0]: expected a list of term, weight"),
        (("items", 0, "gold", 0, 1), "3", 'at items[0].gold[0].weight: expected a number, found "3".'),
        (("items", 0, "sentence"), "x", "at items[0].sentence: expected a list of before, target, after"),
        (("schema",), "stead.report/9", 'expected the schema stead.report/1, found "stead.report/9".'),
        (("runs", 0, "name"), "two", "its parts do not fit together: it names no run, or one twice."),
        (("comparisons",), [], "its parts do not fit together: expected comparisons by item and by lexelt, each once."),
        (("comparisons", 1, "unit"), "item", "expected comparisons by item and by lexelt, each once."),
        (("comparisons", 0, "pairs"), [], "does not have every pair of runs by every figure once."),
        (("comparisons", 0, "rankings"), [], "does not rank every run by every figure."),
        (("comparisons", 0, "procedure", "tests"), "luck", "does not say how it was made."),
        (("comparisons", 0, "procedure", "level"), "high", "does not say how it was made."),
        (("items", 0, "credit"), [], "an item does not have answers and credit of every run."),
        (("breakdowns", 0, "groups"), [], "does not have every figure of every run once."),
        (("scores",), [], "a measure that is compared was not scored."),
        (("stability",), [], "not every measure was examined in every way."),
        (("inputs", "runs"), [], "its inputs are of other runs than its results."),
        (("inputs", "measures", 0), "bset", "what it holds of its inputs is damaged: "),
        (("inputs", "match"), "sloppy", "what it holds of its inputs is damaged: "),
        (("inputs", "policy"), "shrug", "what it holds of its inputs is damaged: "),
        (("inputs", "divisions", 0, "kind"), "moon", "what it holds of its inputs is damaged: "),
        (("inputs", "gold", "content"), "no JSON", "what it holds of its inputs is damaged: gold:1: expected"),
        (("inputs", "reading"), "word", "what it holds of its inputs is damaged: "),
        (("inputs", "names"), "both", "what it holds of its inputs is damaged: "),
        (("inputs", "min_responses"), -1.0, "what it holds of its inputs is damaged: "),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else None,
)  # fmt: skip
def test_damage_is_named_with_its_place(tmp_path: Path, path: Path_, value: Any, said: str) -> None:
    damaged = document()
    at(damaged, path[:-1])[path[-1]] = value
    refusal = works_or_is_refused(json.dumps(damaged), tmp_path)
    assert said in refusal
    assert "\n" not in refusal


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON (Expecting value"),
        ("[]", "expected the schema stead.report/1, found null."),
        ("null", "expected the schema stead.report/1, found null."),
        ('{"schema": "stead.evaluation/1"}', 'found "stead.evaluation/1". Was it saved by `stead compare`?'),
        ('{"schema": "stead.report/1"}', "is missing."),
        ('{"schema": "stead.report/1", "schema": "stead.report/1"}', "'schema' occurs twice in one object"),
        ("[" * 100_000, "not JSON ("),
        ('{"a":' * 100_000, "not JSON ("),
        ("1" * 10_000, "not JSON ("),
        (b"\xff\xfe\x00", "not JSON ("),
        (b'{"schema": "\xff"}', "not JSON ("),
    ],
    ids=repr,
)
def test_what_is_no_saved_comparison_is_refused(tmp_path: Path, text: str | bytes, said: str) -> None:
    assert said in works_or_is_refused(text, tmp_path)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_what_is_no_finite_number_is_refused(tmp_path: Path, number: str) -> None:
    weight = json.dumps(document()["items"][0]["gold"][0])
    changed = save_report().replace(weight, weight.replace("3.0", number), 1)
    assert changed != save_report()
    refusal = works_or_is_refused(changed, tmp_path)
    assert f"{number} is no number" in refusal or "expected a number" in refusal


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(stead.BadInput, match="cannot be read: No such file"):
        stead.load_comparison(tmp_path / "nothing.json")
