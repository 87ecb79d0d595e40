"""The Python interface, as a researcher uses and misuses it."""

import gzip
import json
import math
import pickle
import re
from collections import defaultdict
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.core.faults import Source
from stead.core.substitutes import CanonicalForms
from stead.measures import default_measures, parse_measure
from stead.records.comparison import headline_figures
from stead.records.scores import headline_figure
from stead.rules.definitions import Rules

EXAMPLES = Path(str(files("stead"))) / "examples"

# Worked by hand: item 1 scores best (1+3)/2/4 = .5, item 2 scores 2/1/4 = .5, item 3 scores 0; item 4 has one
# response only and is not scored. The modes are clever and shiny; the run's first guesses are smart and shiny.
GOLD = {
    ("bright.a", 1): {"clever": 3, "smart": 1},
    ("bright.a", 2): {"shiny": 2, "vivid": 1, "lit": 1},
    ("dog.n", 3): {"hound": 2, "mutt": 2},
    ("run.v", 4): {"sprint": 1},
}
RUN = {("bright.a", 1): ["smart", "clever"], ("bright.a", 2): ["shiny"], ("dog.n", 3): ["cat"]}
OTHER = {("bright.a", 1): ["clever"]}

GOLD_TEXT = (
    "bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: shiny 2;vivid 1;lit 1;\n"
    "dog.n 3 :: hound 2;mutt 2;\nrun.v 4 :: sprint 1;\n"
)
RUN_TEXT = "bright.a 1 :: smart;clever\nbright.a 2 :: shiny\ndog.n 3 :: cat\n"


@pytest.fixture
def gold_file(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text(GOLD_TEXT, encoding="utf-8")
    return path


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    path = tmp_path / "run.txt"
    path.write_text(RUN_TEXT, encoding="utf-8")
    return path


# ---------------------------------------------------------------------------------------- what can be scored


def check_figures(result: stead.ScoreResult) -> None:
    assert result.value("best", "P") == pytest.approx(1 / 3)
    assert result.value("best", "R") == pytest.approx(1 / 3)
    assert result.value("best-mode", "R") == pytest.approx(1 / 2)
    assert result.value("oot@10", "R") == pytest.approx(1 / 2)


def test_dicts_are_scored() -> None:
    check_figures(stead.score(GOLD, RUN))


def test_paths_as_text_are_scored(gold_file: Path, run_file: Path) -> None:
    check_figures(stead.score(str(gold_file), str(run_file)))


def test_paths_as_objects_are_scored(gold_file: Path, run_file: Path) -> None:
    check_figures(stead.score(gold_file, run_file))


def test_loaded_objects_are_scored(gold_file: Path, run_file: Path) -> None:
    check_figures(stead.score(stead.read_gold(gold_file), stead.read_run(run_file)))


def test_files_and_dicts_can_be_mixed(gold_file: Path) -> None:
    check_figures(stead.score(gold_file, RUN))


def test_gzip_is_unpacked_and_is_the_same_gold(gold_file: Path, run_file: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.gz"
    packed.write_bytes(gzip.compress(gold_file.read_bytes()))
    plain, zipped = stead.score(gold_file, run_file), stead.score(packed, run_file)
    assert [score.signature for score in plain.scores] == [score.signature for score in zipped.scores]


@pytest.mark.parametrize("key", ["1", 1, ("", "1"), ("", 1)])
def test_a_dict_is_keyed_by_ids_or_by_lexelt_and_id(key: Any) -> None:
    assert stead.score({key: {"clever": 3, "smart": 1}}, {"1": ["smart"]}).value("best") == 0.25


def test_the_docstring_of_the_package_tells_the_truth() -> None:
    result = stead.score({"1": {"clever": 3, "smart": 1}}, {"1": ["smart"]}, measures="best,oot@10")
    assert result.value("best", "R") == 0.25


def test_the_input_is_left_as_it_was() -> None:
    gold, run = {"1": {"Clever": 2.0}}, {"1": ["clever", "CLEVER"]}
    stead.score(gold, run)
    assert (gold, run) == ({"1": {"Clever": 2.0}}, {"1": ["clever", "CLEVER"]})


def test_a_figure_of_several_runs_needs_the_name_of_one() -> None:
    result = stead.score(GOLD, RUN, OTHER, measures="best")
    with pytest.raises(stead.UsageError, match=r"several runs; say which one \(run=\.\.\.\).*'run 1', 'run 2'"):
        result.value("best")


@pytest.mark.parametrize(
    ("measure", "figure"), [("best", "R"), ("oot@10", "R"), ("coverage", "F"), ("semdis-best-norm", "mean")]
)
def test_the_figure_that_comparisons_rank_by_is_taken_where_none_is_named(measure: str, figure: str) -> None:
    result = stead.score(GOLD, RUN, measures=measure)
    figures = result.scores[0].figures
    assert result.value(measure) == figures[figure]
    (ranked,) = headline_figures(stead.compare(GOLD, RUN, measures=measure, resamples=10).report.comparisons[0])
    assert ranked[1] == figure


def test_a_name_among_the_substitutes_is_no_word_in_a_dict_and_in_a_file_alike(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text("stone.n 1 :: rock 2;pn 3;\nstone.n 2 :: pn 4;rock 1;\n", encoding="utf-8")
    from_dict = {("stone.n", 1): {"rock": 2, "pn": 3}, ("stone.n", 2): {"pn": 4, "rock": 1}}
    run = {("stone.n", 1): ["pn", "rock"]}
    of_file, of_dict = (stead.score(gold, run, measures="best") for gold in (path, from_dict))
    assert of_file.scores[0].scored == of_dict.scores[0].scored == 1  # a second item has one response only
    assert of_dict.value("best") == of_file.value("best") == 2 / 2 / 2
    as_terms = [stead.score(gold, run, measures="best", names="terms").value("best") for gold in (path, from_dict)]
    assert as_terms == [(3 + 2) / 2 / 5 / 2] * 2


def test_what_names_can_be_is_said_where_they_are_something_else() -> None:
    with pytest.raises(stead.UsageError, match=r"'apart' \(never scored\) or 'terms' .*, not 'pn'"):
        stead.score(GOLD, RUN, names="pn")


def test_several_runs_are_told_apart() -> None:
    result = stead.score(GOLD, RUN, OTHER, measures="best")
    assert [score.run for score in result.scores] == ["run 1", "run 2"]
    assert result.value("best", run="run 2") == pytest.approx(0.25)
    assert result.value("best", "P", run="run 2") == pytest.approx(0.75)


def test_files_of_the_same_name_are_told_apart_by_their_folders(gold_file: Path, tmp_path: Path) -> None:
    paths = [tmp_path / folder / "run.txt" for folder in "ab"]
    for path in paths:
        path.parent.mkdir()
        path.write_text(RUN_TEXT, encoding="utf-8")
    result = stead.score(gold_file, *paths, measures="best")
    assert [score.run for score in result.scores] == ["a/run.txt", "b/run.txt"]


def test_the_same_file_twice_is_refused(gold_file: Path, run_file: Path) -> None:
    with pytest.raises(stead.BadInput, match="twice"):
        stead.score(gold_file, run_file, run_file)


# ---------------------------------------------------------------------------------------------- the options


def test_without_measures_all_measures_of_substitutes_are_computed() -> None:
    measures = [score.measure for score in stead.score(GOLD, RUN).scores]
    assert measures == [str(measure) for measure in default_measures()]
    assert {"best", "oot@10", "coverage(k=1)", "rank@10", "semdis-oot-norm@10"} <= set(measures)
    assert not any(measure.startswith("mw-") for measure in measures)


@pytest.mark.parametrize(
    "measures", ["best, oot@5", ["best", "oot@5"], [parse_measure("best"), "oot@5"], ("best,oot@5", "best")]
)
def test_measures_are_a_list_in_text_or_names_or_values(measures: Any) -> None:
    assert [score.measure for score in stead.score(GOLD, RUN, measures=measures).scores] == ["best", "oot@5"]


def test_items_are_divided_by_part_of_speech() -> None:
    result = stead.score(GOLD, RUN, measures="best", by="pos")
    assert [score.group for score in result.scores] == ["all", "pos=n", "pos=a"]
    assert result.value("best", group="pos=a") == pytest.approx(0.5)
    assert result.value("best", group="pos=n") == 0


def test_items_are_divided_in_several_ways_at_once() -> None:
    groups = [score.group for score in stead.score(GOLD, RUN, measures="best", by=["pos", "lexelt"]).scores]
    assert groups == ["all", "pos=n", "pos=a", "lexelt=bright.a", "lexelt=dog.n"]


def test_items_without_a_part_of_speech_have_a_group_of_their_own() -> None:
    result = stead.score({"1": {"clever": 2}}, {"1": ["clever"]}, measures="best", by="pos")
    assert result.value("best", group="pos=(none)") == 1


def test_items_are_divided_by_a_file(tmp_path: Path) -> None:
    table = tmp_path / "genre.tsv"
    table.write_text("1\tnews\ndog.n\tfiction\n", encoding="utf-8")
    result = stead.score(GOLD, RUN, measures="best", by=str(table))
    assert [score.group for score in result.scores] == ["all", "genre=fiction", "genre=news", "genre=(none)"]


def test_two_files_of_groups_with_the_same_name_are_both_used(tmp_path: Path) -> None:
    for folder, group in (("a", "1\tx\n2\ty\n3\ty\n"), ("b", "1\ty\n2\tx\n3\tx\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "split.tsv").write_text(group, encoding="utf-8")
    tables = [str(tmp_path / folder / "split.tsv") for folder in "ab"]
    scores = stead.score(GOLD, RUN, measures="best", by=tables).scores
    assert len(scores) == 5, "all items, and two groups of each file"


def test_matching_rules_are_a_preset_with_changes_or_a_value() -> None:
    gold, run = {"1": {"clever": 2}}, {"1": ["Clever"]}
    assert stead.score(gold, run, match="lenient").value("best") == 1
    assert stead.score(gold, run, match="exact").value("best") == 0
    assert stead.score(gold, run, match="lenient,case=keep").value("best") == 0
    assert stead.score(gold, run, match=Rules(case="keep")).value("best") == 0


def test_the_least_number_of_responses_can_be_lowered() -> None:
    assert stead.score(GOLD, RUN, measures="best").scores[0].scored == 3
    assert stead.score(GOLD, RUN, measures="best", min_responses=1).scores[0].scored == 4


def test_weights_that_are_no_counts_keep_the_largest_of_equal_terms() -> None:
    gold = {"1": {"Clever": 2, "clever": 1, "smart": 1}}
    run = {"1": ["clever"]}
    assert stead.score(gold, run, weights="counts").value("best") == pytest.approx(3 / 4)
    assert stead.score(gold, run, weights="graded").value("best") == pytest.approx(2 / 3)


def test_weights_with_a_fraction_are_graded_unless_said_otherwise() -> None:
    result = stead.score({"1": {"clever": 0.5}}, {"1": ["clever"]}, measures="best")
    assert result.value("best") == 1
    assert "weights:graded" in result.scores[0].signature


def test_a_mapping_is_a_file_or_an_object(tmp_path: Path) -> None:
    run = {("bright.a", 1): ["brainy"]}
    path = tmp_path / "mapping.txt"
    path.write_text("brainy(bright.a)-->clever\n", encoding="utf-8")
    mapping = CanonicalForms({"bright.a": {"brainy": "clever"}}, Source("mapping", "0" * 64))
    assert stead.score(GOLD, run, measures="oot").value("oot") == 0
    for each in (path, str(path), mapping):
        result = stead.score(GOLD, run, measures="oot", mapping=each)
        assert result.value("oot", "P") == 0.75
        assert "|map:sha256:" in result.scores[0].signature


def test_subsets_need_a_multiword_gold_and_a_list_of_lexelts(tmp_path: Path) -> None:
    manual = tmp_path / "manual.txt"
    manual.write_text("dog.n\n", encoding="utf-8")
    multiwords = {("bright.a", 1): {"bright spark": 3}}
    result = stead.score(GOLD, RUN, measures="best", by="subset", multiwords=multiwords, manual=manual)
    groups = {score.group: score.scored for score in result.scores}
    assert groups == {"all": 3, "subset=MWT": 1, "subset=NMWT": 2, "subset=MAN": 1, "subset=RAND": 2, "subset=NMWS": 3}


def test_multiword_measures_take_the_substitute_gold_and_the_multiword_gold() -> None:
    multiwords = {1: {"bright spark": 3}, 2: {"bright lights": 1}}
    run = {1: ["bright spark"], 3: ["hot dog"], 4: ["trial run"]}
    result = stead.score(GOLD, run, measures="multiwords", multiwords=multiwords)
    assert result.value("mw-detection", "P") == 0.5, "item 4 is not scored for substitutes"
    assert result.value("mw-identification", "R") == 1


def test_the_format_can_be_said(gold_file: Path, run_file: Path) -> None:
    assert stead.score(gold_file, run_file, format="semeval").evaluation.gold.format == "semeval"
    with pytest.raises(stead.BadInput, match="schema"):
        stead.score(gold_file, run_file, format="stead")


def test_faults_are_repaired_skipped_or_refused(gold_file: Path, tmp_path: Path) -> None:
    run = tmp_path / "odd.txt"
    run.write_text("bright.a  1 ::  clever\nbright.a 2 :: shiny\n", encoding="utf-8")
    assert stead.score(gold_file, run, measures="best", faults="repair").scores[0].attempted == 2
    assert stead.score(gold_file, run, measures="best", faults="skip").scores[0].attempted == 1
    with pytest.raises(stead.BadInput, match=r"(?s)odd\.txt:1.*strict refuses"):
        stead.score(gold_file, run, faults="strict")


def test_what_was_repaired_is_in_the_result(gold_file: Path, tmp_path: Path) -> None:
    run = tmp_path / "odd.txt"
    run.write_text("bright.a  1 ::  clever\n", encoding="utf-8")
    result = stead.score(gold_file, run)
    assert result.evaluation.runs[0].faults == {"repaired": {"columns": 1}}
    assert [fault.line for fault in result.reports[1]] == [1]


@pytest.mark.parametrize(
    "option",
    [
        {"match": "exact"},
        {"match": "lenient,duplicates=paid"},
        {"min_responses": 1},
        {"weights": "graded"},
        {"faults": "skip"},
    ],
    ids=str,
)
def test_every_option_that_can_move_a_score_changes_its_signature(option: dict[str, Any]) -> None:
    plain = stead.score(GOLD, RUN, measures="best").scores[0].signature
    assert stead.score(GOLD, RUN, measures="best", **option).scores[0].signature != plain


# ---------------------------------------------------------------------------------------------- the result


@pytest.fixture(scope="module")
def result() -> stead.ScoreResult:
    runs = [EXAMPLES / "runs" / f"{name}.txt" for name in ("careful", "napper", "parrot")]
    return stead.score(EXAMPLES / "gold.txt", *runs, measures="semeval,jabbari,semdis", by="pos")


def test_a_value_is_the_headline_figure_on_all_items_unless_said_otherwise(result: stead.ScoreResult) -> None:
    assert result.value("best", run="napper") == result.value("best", "R", run="napper", group="all")
    assert result.value("rank", run="napper") == result.value("rank@10", "mean", run="napper")
    assert result.value("oot", run="napper") == result.value("oot@10", run="napper")


def test_a_value_that_does_not_exist_is_none() -> None:
    result = stead.score({"1": {"a": 1, "b": 1}}, {"1": ["a"]}, measures="best-mode")
    assert result.value("best-mode", "P") is None


@pytest.mark.parametrize(
    "ask",
    [
        lambda result: result.value("bset"),
        lambda result: result.value("oot@5"),
        lambda result: result.value("best", run="nobody"),
        lambda result: result.value("best", run="careful", group="pos=x"),
        lambda result: result.value("best", "F", run="careful"),
        lambda result: result.value("rank", "R", run="careful"),
    ],
    ids=["measure", "parameter", "run", "group", "figure", "figure of a mean"],
)
def test_a_value_that_was_not_computed_is_an_error_in_words(
    result: stead.ScoreResult, ask: Callable[[stead.ScoreResult], object]
) -> None:
    with pytest.raises(stead.UsageError):
        ask(result)


def test_there_is_one_flat_record_for_each_figure(result: stead.ScoreResult) -> None:
    records = result.records()
    assert len(records) == sum(len(score.figures) for score in result.scores) == 3 * 5 * (4 * 2 + 3 + 7)
    assert len({tuple(record) for record in records}) == 1, "all have the same columns"
    for record in records:
        assert all(isinstance(value, str | int | float | None) for value in record.values())
    keys = {(record["run"], record["group"], record["measure"], record["figure"]) for record in records}
    assert len(keys) == len(records)


def test_records_and_values_agree(result: stead.ScoreResult) -> None:
    for record in result.records():
        value = result.value(record["measure"], record["figure"], run=record["run"], group=record["group"])
        assert value == record["value"]


def figures_from(sums: dict[str, float]) -> dict[str, float]:
    """What a measure's summed statistics amount to, by the names of its fields alone."""
    counted, attempted = sums["counted"], sums["attempted"]
    if "credit" in sums:
        return {"P": sums["credit"] / attempted, "R": sums["credit"] / counted}
    if "score" in sums:
        return {"mean": sums["score"] / counted}
    precision, recall = sums["precision"] / counted, sums["recall"] / counted
    return {"P": precision, "R": recall, "F": 2 * precision * recall / (precision + recall)}


def item_statistics(result: stead.ScoreResult) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(result.to("json", per_item=True))["items"]
    return found


def test_the_statistics_of_the_items_add_up_to_every_score(result: stead.ScoreResult) -> None:
    sums: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for record in item_statistics(result):
        for name, value in record["statistics"].items():
            sums[record["run"], record["measure"]][name] += value
    assert len(sums) == 3 * 12
    for (run, measure), own in sums.items():
        for figure, value in figures_from(own).items():
            assert value == pytest.approx(result.value(measure, figure, run=run), abs=1e-12)


def test_the_statistics_of_a_group_add_up_to_its_score(result: stead.ScoreResult) -> None:
    nouns = [
        record["statistics"]
        for record in item_statistics(result)
        if (record["run"], record["measure"]) == ("napper", "best") and record["lexelt"].endswith(".n")
    ]
    credit = sum(statistics["credit"] for statistics in nouns)
    assert credit / len(nouns) == pytest.approx(result.value("best", run="napper", group="pos=n"))


def test_item_records_name_every_scored_item_once(result: stead.ScoreResult) -> None:
    own = [record for record in result.items() if (record["run"], record["measure"]) == ("careful", "rank@10")]
    assert len({(record["lexelt"], record["id"]) for record in own}) == len(own) == 67


def test_every_score_is_signed_and_no_two_alike_within_a_run(result: stead.ScoreResult) -> None:
    own = [score.signature for score in result.scores if score.run == "careful"]
    assert len(set(own)) == len(own)
    for score in result.scores:
        assert score.signature.startswith(f"{score.measure}|")
        assert score.signature.endswith(f"|v:{stead.__version__}")


def test_no_score_is_above_its_ceiling(result: stead.ScoreResult) -> None:
    for record in result.records():
        assert record["value"] is None or 0 <= record["value"] <= record["ceiling"] + 1e-12 <= 1 + 1e-9


MULTIWORD_GOLD = {
    ("bright.a", 1): {"clever": 3, "smart": 1},
    ("bright.a", 2): {"full of light": 2, "well lit": 2},
    ("dog.n", 3): {"hound": 2, "mutt": 2},
}
"""Without multiwords, nothing is left of the second item; the first alone has a mode."""


def test_footnote_and_signature_count_the_items_that_a_measure_scores() -> None:
    result = stead.score(MULTIWORD_GOLD, {("bright.a", 1): ["clever"]}, measures="best,best-mode,gap")
    items = {score.measure: re.search(r"\|items:(\d+/\d+)\|", score.signature) for score in result.scores}
    assert {measure: found[1] for measure, found in items.items() if found} == {
        "best": "3/3",
        "best-mode": "1/3",
        "gap(pool=gold,multiwords=removed,ties=expected,weights=counts)": "2/3",
    }
    text = str(result)
    assert "Scores x 100 on 3 of 3 items of gold; 1 of them has a mode; ceiling" in text
    assert "Scores x 100 on 2 of 3 items of gold; ceiling" in text
    signed = [line.partition("|")[0] for line in text.splitlines() if line.startswith("signature: ")]
    assert [line.removeprefix("signature: ").partition("(")[0] for line in signed] == ["best", "best-mode", "gap"]


def test_the_footnote_of_a_comparison_names_the_measures_of_fewer_items() -> None:
    run, other = {("bright.a", 1): ["clever"]}, {("dog.n", 3): ["hound"], ("bright.a", 1): ["smart"]}
    text = stead.compare(MULTIWORD_GOLD, run, other, measures="best,best-mode,gap", resamples=20).to("text")
    words = " ".join(text.split())
    assert "n = 3 items;" in words
    assert "items of measures that are not defined on all: best-mode 1, gap 2." in words


def test_the_difference_needed_with_one_pair_of_runs_is_a_dash() -> None:
    def needed(*runs: Any) -> str:
        gold = {number: {"a": 2} for number in range(8)}
        lines = stead.compare(gold, *runs, measures="best", resamples=20).to("text").splitlines()
        return next(line for line in lines if line.startswith("best R")).split()[-1]

    far_apart = [dict.fromkeys(range(8), answers) for answers in (["a"], ["a", "b"], ["b"])]
    assert needed(*far_apart[:2]) == "-"
    assert needed(*far_apart) != "-"


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_that_there_are_more_signatures_is_not_printed_as_one(form: str) -> None:
    gold = {(f"word{number}.n", number): {"a": 2} for number in range(12)}
    run = {key: ["a"] for key in gold}
    text = stead.score(gold, run, measures="best", by="lexelt").to(form)
    assert text.count("signature: ") == 1
    assert "12 more signatures: JSON and TSV have them all." in text


def test_a_result_prints_as_text(result: stead.ScoreResult) -> None:
    assert str(result).startswith(result.to("text"))
    assert "careful" in str(result)
    assert "ceiling" in str(result)


@pytest.mark.parametrize("per_item", [False, True])
@pytest.mark.parametrize("format", ["text", "markdown", "latex", "tsv", "csv", "json"])
def test_every_format_ends_in_one_line_end_and_names_the_run(
    result: stead.ScoreResult, format: str, per_item: bool
) -> None:
    text = result.to(format, per_item=per_item)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "careful" in text


def test_json_holds_what_the_result_holds(result: stead.ScoreResult) -> None:
    document = json.loads(result.to("json", per_item=True))
    assert len(document["scores"]) == len(result.scores)
    credit = [item["figures"][headline_figure(list(item["figures"]))] for item in document["items"]]
    assert credit == [item["credit"] for item in result.items()]


def test_an_unknown_format_of_output_is_an_error_that_lists_the_known(result: stead.ScoreResult) -> None:
    with pytest.raises(stead.UsageError, match="markdown"):
        result.to("xml")


# ---------------------------------------------------------------------------------------------- mistakes


MISTAKES: dict[str, tuple[Callable[[], object], type[stead.SteadError], str]] = {
    "no run": (lambda: stead.score(GOLD), stead.UsageError, "at least one run"),
    "unknown measure": (lambda: stead.score(GOLD, RUN, measures="bset"), stead.UsageError, "best-mode"),
    "no measure": (lambda: stead.score(GOLD, RUN, measures=[]), stead.UsageError, "no measure"),
    "unknown parameter": (lambda: stead.score(GOLD, RUN, measures="rank(k=1)"), stead.UsageError, "depth"),
    "bad depth": (lambda: stead.score(GOLD, RUN, measures="oot@none"), stead.UsageError, "whole number"),
    "two tasks": (lambda: stead.score(GOLD, RUN, measures="best,mw-detection"), stead.UsageError, "apart"),
    "unknown preset": (lambda: stead.score(GOLD, RUN, match="strict"), stead.UsageError, "lenient, exact"),
    "unknown rule": (lambda: stead.score(GOLD, RUN, match="exact,x=y"), stead.UsageError, "hyphens"),
    "bad rule": (lambda: stead.score(GOLD, RUN, match="exact,case=UP"), stead.UsageError, "lower"),
    "bad weights": (lambda: stead.score(GOLD, RUN, weights="x"), stead.UsageError, "graded"),
    "bad policy": (lambda: stead.score(GOLD, RUN, faults="x"), stead.UsageError, "repair"),
    "bad format": (lambda: stead.score("x", RUN, format="csv"), stead.SteadError, "."),
    "no such gold": (lambda: stead.score("no such file", RUN), stead.BadInput, "no such file: cannot be read"),
    "no such run": (lambda: stead.score(GOLD, "no such file"), stead.BadInput, "no such file: cannot be read"),
    "no such mapping": (lambda: stead.score(GOLD, RUN, mapping="none"), stead.BadInput, "none: cannot be read"),
    "no such list": (lambda: stead.score(GOLD, RUN, by="subset", manual="none"), stead.BadInput, "none: cannot be"),
    "no gold": (lambda: stead.score({}, RUN), stead.BadInput, "gold"),
    "nothing scored": (lambda: stead.score({1: {"a": 1}}, RUN), stead.BadInput, "no item is scored"),
    "empty run": (lambda: stead.score(GOLD, {}), stead.BadInput, "empty"),
    "no answers": (lambda: stead.score(GOLD, {1: []}), stead.BadInput, "no answer"),
    "other ids": (lambda: stead.score(GOLD, {"x9": ["a"]}), stead.BadInput, "no id of the run is in the gold"),
    "refused repeats": (
        lambda: stead.score(GOLD, {1: ["a", "A"]}, match="lenient,duplicates=error"),
        stead.BadInput,
        "twice",
    ),
}


@pytest.mark.parametrize("mistake", list(MISTAKES))
def test_a_mistake_is_answered_with_a_sentence(mistake: str) -> None:
    call, kind, words = MISTAKES[mistake]
    with pytest.raises(kind) as caught:
        call()
    message = str(caught.value)
    assert words in message
    assert message.endswith((".", "?"))
    assert "\n" not in message


@pytest.mark.parametrize("weight", [math.nan, math.inf, -1.0], ids=str)
def test_a_weight_that_is_no_weight_is_refused(weight: float) -> None:
    with pytest.raises(stead.BadInput):
        stead.score({"1": {"clever": weight, "smart": 2}}, {"1": ["clever"]})


def test_a_weight_that_is_text_is_refused_in_words() -> None:
    gold: Any = {"1": {"clever": "many"}}
    with pytest.raises(stead.SteadError):
        stead.score(gold, {"1": ["clever"]})


def test_one_answer_given_as_text_is_not_taken_apart_into_letters() -> None:
    run: Any = {"1": "smart"}
    try:
        result = stead.score({"1": {"smart": 2}}, run)
    except stead.SteadError:
        return
    assert result.value("best") == 1


def test_a_gold_without_weights_is_refused_in_words() -> None:
    gold: Any = {"1": ["smart", "clever"]}
    with pytest.raises(stead.SteadError):
        stead.score(gold, {"1": ["smart"]})


def test_answers_that_are_no_text_are_refused_in_words() -> None:
    run: Any = {"1": [1, 2]}
    with pytest.raises(stead.SteadError):
        stead.score({"1": {"smart": 2}}, run)


@pytest.mark.parametrize("least", [-1.0, math.nan], ids=str)
def test_a_least_number_of_responses_that_makes_no_sense_is_refused(least: float) -> None:
    with pytest.raises(stead.UsageError):
        stead.score(GOLD, RUN, min_responses=least)


def test_a_mistyped_division_is_answered_with_those_there_are() -> None:
    with pytest.raises(stead.SteadError, match="lexelt"):
        stead.score(GOLD, RUN, by="pso")


@pytest.mark.parametrize("given", [{"bright.a": "clever"}, {"bright.a": 3}, {3: ["clever"]}, {"bright.a": [1]}])
def test_candidates_that_are_no_lists_of_texts_are_refused(given: Any) -> None:
    with pytest.raises(stead.BadInput, match=r"candidates\[.*expected a list of texts"):
        stead.score(
            {("bright.a", "1"): {"clever": 2}},
            {("bright.a", "1"): ["clever"]},
            measures="gap(pool=candidates)",
            candidates=given,
        )


def test_candidates_for_other_targets_are_refused() -> None:
    with pytest.raises(stead.BadInput, match="names no id and no lexelt"):
        stead.score(
            {("bright.a", "1"): {"clever": 2}},
            {("bright.a", "1"): ["clever"]},
            measures="gap(pool=candidates)",
            candidates={"dark.a": ["dim"]},
        )


@pytest.mark.parametrize("preset", [None, "semeval2007"])
def test_no_run_has_the_name_of_the_row_of_a_perfect_run(preset: str | None) -> None:
    gold, run = {"1": {"clever": 3}}, {"1": ["clever"]}
    with pytest.raises(stead.BadInput, match=r"ceiling: a run cannot be called ceiling, .* Give it another name"):
        stead.score(gold, {"ceiling": run}, measures="best", preset=preset)
    assert stead.score(gold, {"Ceiling": run}, measures="best", preset=preset).value("best") == 1


def test_ids_that_are_sentences_are_shortened_in_messages() -> None:
    sentence = "The **bright** boy " * 20
    result = stead.score({"1": {"clever": 3}}, {"1": ["clever"], sentence: ["smart"]}, measures="best")
    assert result.notes == (f"run 1: 1 id not in the gold, ignored ({sentence[:59]}…).",)
    with pytest.raises(stead.BadInput) as refused:
        stead.score({sentence: {"clever": 3}}, {sentence[::-1]: ["clever"]})
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("options", [{}, {"confidence": True}])
def test_a_result_is_pickled_with_the_statistics_of_its_items(options: dict[str, Any]) -> None:
    result = stead.score(GOLD, RUN, **options)
    again = pickle.loads(pickle.dumps(result))
    for one, other in zip(result.evaluation.statistics, again.evaluation.statistics, strict=True):
        assert one.values.tolist() == other.values.tolist()
