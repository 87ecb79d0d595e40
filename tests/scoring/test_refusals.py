"""What is not scored: each refusal is one sentence that says where, what was found and what to do."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from stead import BadInput, SteadError, UsageError, score
from tests.parity.kit import assert_one_sentence

GOLD = {"1": {"clever": 2}, "2": {"smart": 1}}


def refusal(gold: Any, *runs: Any, kind: type[SteadError] = BadInput, **options: Any) -> str:
    with pytest.raises(kind) as caught:
        score(gold, *runs, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith((".", "?"))
    return message


def test_a_gold_without_a_scored_item() -> None:
    message = refusal({"1": {"clever": 1}, "2": {"smart": 1}}, {"1": ["clever"]})
    assert message.startswith("gold: no item is scored")
    assert "2 items" in message
    assert "add up to 2 or more" in message


def test_a_gold_without_items() -> None:
    assert "the gold is empty" in refusal({}, {"1": ["clever"]})


def test_a_graded_gold_without_weight() -> None:
    """Every weight adds up to 0 or more: that is not what is missing."""
    message = refusal({"1": {"clever": 0.0}}, {"1": ["clever"]}, weights="graded")
    assert "0 or more" not in message


def test_a_run_that_matches_no_id() -> None:
    message = refusal(GOLD, {"77": ["clever"], "78": ["smart"]})
    assert "run 1: no id of the run is in the gold (run: 77, 78; gold: 1, 2)" in message
    assert "77, 78" in message
    assert "1, 2" in message


def test_a_run_without_lines() -> None:
    assert "run 1: the run is empty" in refusal(GOLD, {})


def test_a_run_without_answers() -> None:
    assert "run 1: the run has 2 items, but no answer" in refusal(GOLD, {"1": [], "2": []})


@pytest.mark.parametrize("answers", [{"2": ["smart"]}, {"1": [], "2": ["smart"]}, {"1": ["-"]}], ids=str)
def test_a_run_that_answers_no_scored_item(answers: dict[str, Sequence[str]]) -> None:
    assert refusal(GOLD, answers).startswith("run 1: ")


def test_the_run_that_is_refused_is_named() -> None:
    assert refusal(GOLD, {"1": ["clever"]}, {"99": ["clever"]}).startswith("run 2: ")


def test_an_empty_file(tmp_path: Path) -> None:
    empty, good = tmp_path / "empty.txt", tmp_path / "good.txt"
    empty.write_bytes(b"")
    good.write_text("bright.a 1 :: clever 3;\n", encoding="utf-8")
    for gold, run in ((good, empty), (empty, {"1": ["clever"]})):
        with pytest.raises(BadInput, match=r"empty\.txt: ") as caught:
            score(gold, run)
        assert_one_sentence(caught.value)


def test_no_run_at_all() -> None:
    assert refusal(GOLD, kind=UsageError) == "there is no run to score; give at least one run."


@pytest.mark.parametrize(
    ("options", "listed"),
    [
        ({"weights": "real"}, ["auto", "counts", "graded"]),
        ({"faults": "ignore"}, ["repair", "skip", "strict"]),
        ({"match": "strict"}, ["lenient", "exact", "semdis"]),
        ({"match": "lenient,case=upper"}, ["lower", "fold", "keep"]),
        ({"match": "lenient,colour=red"}, ["unicode", "case", "duplicates"]),
        ({"measures": "bset"}, ["best", "semeval"]),
        ({"measures": []}, ["no measure"]),
    ],
    ids=str,
)
def test_a_wrong_option_is_refused_with_what_is_valid(options: dict[str, Any], listed: list[str]) -> None:
    message = refusal(GOLD, {"1": ["clever"]}, kind=UsageError, **options)
    assert [word for word in listed if word not in message] == []


def test_the_same_run_twice(tmp_path: Path) -> None:
    run = tmp_path / "run.txt"
    run.write_text("bright.a 1 :: clever\n", encoding="utf-8")
    assert "the same run is given twice" in refusal(GOLD, run, run)


def test_runs_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "run.txt" for folder in ("one", "other")]
    for path in paths:
        path.parent.mkdir()
        path.write_text("bright.a 1 :: clever\n", encoding="utf-8")
    assert [one_score.run for one_score in score(GOLD, *paths, measures="best").scores] == [
        "one/run.txt",
        "other/run.txt",
    ]


def test_a_figure_that_a_measure_has_not() -> None:
    result = score(GOLD, {"1": ["clever"]}, measures="best")
    with pytest.raises(UsageError, match=r"P.*R"):
        result.value("best", "F")


@pytest.mark.parametrize(("measure", "options"), [("oot@10", {}), ("best", {"group": "pos=n"})])
def test_a_score_that_was_not_computed(measure: str, options: dict[str, str]) -> None:
    result = score(GOLD, {"1": ["clever"]}, measures="best")
    with pytest.raises(UsageError, match="there is no score"):
        result.value(measure, **options)


def test_a_score_of_another_run_lists_the_runs() -> None:
    result = score(GOLD, {"1": ["clever"]}, measures="best")
    with pytest.raises(UsageError, match="run is one of 'run 1', not 'x'"):
        result.value("best", run="x")


def test_answers_in_a_text_instead_of_a_list() -> None:
    """A text is a sequence of letters, and would be scored as that many answers."""
    refusal({"1": {"a": 2}}, {"1": "abc"}, kind=SteadError)


@pytest.mark.parametrize("measure", ["swords-f", "gap(weights=shares)", "swords"])
def test_a_gold_that_does_not_say_how_many_judged(measure: str) -> None:
    message = refusal(GOLD, {"1": ["clever"]}, measures=f"best,{measure}")
    assert message.startswith("gold: does not say how many people judged each substitute")
    assert "SWORDS" in message


@pytest.mark.parametrize("options", [{"measures": "best,prolex-f"}, {"measures": "prolex"}, {"preset": "prolex"}])
def test_a_gold_that_does_not_say_what_is_proficient(options: dict[str, Any]) -> None:
    message = refusal(GOLD, {"1": ["clever"]}, **options)
    assert message.startswith("gold: does not say which substitutes are as advanced as the target, which prolex-f@10(")
    assert "ProLex" in message


def test_acceptable_substitutes_are_known_of_every_gold() -> None:
    assert score(GOLD, {"1": ["clever"]}, measures="prolex-f(gold=acceptable)").scores[0].figures["F"] == 1


def test_a_gold_without_judges_is_scored_by_all_that_needs_none() -> None:
    measures = {one_score.measure.partition("@")[0] for one_score in score(GOLD, {"1": ["clever"]}).scores}
    assert {"p", "r", "map", "potential", "acc-top1"} <= measures
    assert not {"swords-f", "prolex-f"} & measures


def test_candidates_to_be_ranked_that_are_not_given() -> None:
    message = refusal(GOLD, {"1": ["clever"]}, kind=UsageError, measures="gap(pool=candidates)")
    assert message.startswith("gap(pool=candidates,")
    assert "`candidates`" in message


def test_an_unknown_preset() -> None:
    message = refusal(GOLD, {"1": ["clever"]}, kind=UsageError, preset="coinco")
    assert message == "preset is one of semeval2007, swords, tsar, semdis, prolex, melamud-gap, not 'coinco'."


def test_an_unknown_way_to_take_names() -> None:
    message = refusal(GOLD, {"1": ["clever"]}, kind=UsageError, names="dropped")
    assert [word for word in ("apart", "terms", "'dropped'") if word not in message] == []


def test_the_preset_for_judged_golds_on_another() -> None:
    assert "how many people judged" in refusal(GOLD, {"1": ["clever"]}, preset="swords")


@pytest.mark.parametrize(
    ("option", "content"),
    [("candidates", "pub.n::bar\n"), ("candidates", "bright.a\n"), ("candidates", ""), ("ids", "99\n"), ("ids", "")],
)
def test_a_file_of_candidates_or_ids_that_is_of_other_data(tmp_path: Path, option: str, content: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(content, encoding="utf-8")
    gold = {("bright.a", "1"): {"clever": 2}}
    message = refusal(gold, {"1": ["clever"]}, measures="gap", kind=SteadError, **{option: path})
    assert message.startswith(f"{path}:")
