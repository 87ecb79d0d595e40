"""What a caller may give as runs: dicts of answers, systems by name, and systems with a run for each task."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import stead
from stead.core.faults import Source
from stead.core.substitutes import RunRow

GOLD = {"1": {"clever": 3, "smart": 1}, "2": {"team": 2, "club": 1, "squad": 1}}
BEST = {"1": ["smart"], "2": ["team"]}
OOT = {"1": ["able", "clever"], "2": ["gang", "club", "squad"]}


def noun(answers: dict[str, list[str]], name: str = "an object") -> stead.Run:
    return stead.Run.of([RunRow("", key, terms) for key, terms in answers.items()], Source(name, ""))


def write(path: Path, answers: dict[str, list[str]], separator: str) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    lines = (f"x.n {key} {separator} {';'.join(terms)}\n" for key, terms in answers.items())
    path.write_text("".join(lines), encoding="utf-8")
    return path


def by_hand(measure: str) -> float:
    """The recall of the system with both runs, by the formulas of SemEval-2007."""
    credit = {"best": [1 / 4, 2 / 4], "oot@10": [3 / 4, 2 / 4]}[measure]
    return sum(credit) / len(GOLD)


def names(result: stead.ScoreResult) -> list[str]:
    return list(result.evaluation.systems)


# ---------------------------------------------------------------------------------------------------- named systems


@pytest.mark.parametrize("run", [BEST, noun(BEST), pd.DataFrame({"id": ["1", "2"], "substitute": ["smart", "team"]})])
def test_a_dict_from_names_to_runs_names_them(run: Any) -> None:
    result = stead.score(GOLD, {"mine": run, "theirs": OOT}, measures="best")
    assert names(result) == ["mine", "theirs"]
    assert result.value("best", run="mine") == pytest.approx(by_hand("best"))


def test_a_dict_from_names_to_files_names_them(tmp_path: Path) -> None:
    path = write(tmp_path / "x.txt", BEST, "::")
    for given in (path, str(path)):
        assert names(stead.score(GOLD, {"mine": given}, measures="best")) == ["mine"]


def test_a_dict_of_answers_is_a_run() -> None:
    assert names(stead.score(GOLD, BEST, measures="best")) == ["run 1"]


def test_a_run_may_have_an_item_that_is_called_best() -> None:
    gold, run = {"best": {"good": 2}}, {"best": ["good"]}
    assert stead.score(gold, run, measures="best").value("best") == 1
    assert stead.score(gold, {"mine": run}, measures="best").value("best", run="mine") == 1
    assert stead.score(gold, {"mine": {"best": {"good": 0.5}}}, measures="best").value("best", run="mine") == 1


def test_texts_in_a_list_are_answers_and_no_files(tmp_path: Path) -> None:
    path = write(tmp_path / "x.best", BEST, "::")
    with pytest.raises(stead.BadInput, match="no id of the run is in the gold"):
        stead.score(GOLD, {"mine": [str(path)]})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"1": ["smart"], "mine": BEST}, r"run 1: .*found answers to '1' and the system 'mine'"),
        ({"1": "smart"}, r"run 1\['1'\]: expected a list of answers, best first, or the file of a run, found 'smart'"),
        ({"1": 5}, r"run 1\['1'\]: expected a list of answers, best first, found 5"),
        ({7: noun(BEST)}, "expected a text as the name of a system, found 7"),
        ({"mine": {"1": {"smart": "x"}}}, r"run 1\['mine'\]\['1'\]: expected numbers as the scores"),
        ({"mine": {"best": BEST, "1": ["smart"]}}, r"run 1\['mine'\]: expected runs by task .*, found '1'\."),
        ({"mine": {"bset": BEST}}, r"run 1\['mine'\]: expected runs by task \(best, oot, mw\), .*, found 'bset'\."),
        ({"mine": {}}, "the run has 1 item, but no answer; expected answers by item, as in"),
        ({"mine": [BEST, OOT]}, "mine: several runs, and it is not known which task each is for"),
        ({"1": ["smart", ("able", 1)]}, "expected scores with all answers or with none"),
        ({"1": [("smart", float("nan"))]}, "expected numbers as the scores of answers"),
        ({"1": [(5, 0.5)]}, "expected texts as answers"),
    ],
    ids=str,
)
def test_what_is_neither_is_refused_in_a_sentence(given: Any, message: str) -> None:
    with pytest.raises(stead.BadInput, match=message):
        stead.score(GOLD, given)


def test_a_name_that_another_system_has_is_refused(tmp_path: Path) -> None:
    mine, other = write(tmp_path / "mine.txt", BEST, "::"), write(tmp_path / "other.txt", OOT, "::")
    with pytest.raises(stead.BadInput, match=r"mine: two systems have this name \(.*other.txt, .*mine.txt\)"):
        stead.score(GOLD, {"mine": other}, mine)


# ------------------------------------------------------------------------------------------------ a run for each task


def systems_with_two_runs(folder: Path) -> dict[str, tuple[Any, ...]]:
    best, oot = write(folder / "mine.best", BEST, "::"), write(folder / "mine.oot", OOT, ":::")
    plain = write(folder / "a.txt", BEST, "::"), write(folder / "b.txt", OOT, ":::")
    return {
        "files of one stem": (best, oot),
        "in any order": (str(oot), str(best)),
        "objects read of them": (stead.read_run(best), stead.read_run(oot)),
        "with a further ending": (
            write(folder / "x" / "mine.best.txt", BEST, "::"),
            write(folder / "x" / "mine.oot.txt", OOT, ":::"),
        ),
        "dicts by task": ({"mine": {"oot": OOT, "best": BEST}},),
        "files by task": ({"mine": {"best": str(plain[0]), "oot": plain[1]}},),
        "a list of files": ({"mine": [best, oot]},),
        "files whose separators say it": ({"mine": list(plain)},),
        "a name given twice": ({"mine": plain[0]}, {"mine": [plain[1]]}),
    }


@pytest.mark.parametrize(
    "given",
    [
        "files of one stem",
        "in any order",
        "objects read of them",
        "with a further ending",
        "dicts by task",
        "files by task",
        "a list of files",
        "files whose separators say it",
        "a name given twice",
    ],
)
def test_each_measure_is_computed_from_the_run_of_its_task(given: str, tmp_path: Path) -> None:
    runs = systems_with_two_runs(tmp_path)[given]
    result = stead.score(GOLD, *runs, measures="best,oot,gap")
    assert names(result) == ["mine"]
    assert result.value("best") == pytest.approx(by_hand("best"))
    assert result.value("oot@10") == pytest.approx(by_hand("oot@10"))
    assert result.value("gap") == stead.score(GOLD, OOT, measures="gap").value("gap")


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    return write(tmp_path / "mine.best", BEST, "::"), write(tmp_path / "mine.oot", OOT, ":::")


def test_it_is_said_which_run_a_measure_is_computed_from(two: tuple[Path, Path]) -> None:
    result = stead.score(GOLD, *two, measures="best,oot,gap")
    assert "mine: best from the run for best; all other measures from the run for oot." in result.notes
    signed = {score.label: score.signature for score in result.scores}
    assert ["|run:best|" in signed["best"], "|run:oot|" in signed["oot@10"], "|run:oot|" in signed["gap"]] == [True] * 3
    alone = [stead.read_run(path).source.sha256 for path in two]
    assert [(run.task, run.sha256) for run in result.evaluation.runs] == list(zip(("best", "oot"), alone, strict=True))


def test_a_table_has_one_row_for_a_system_in_the_order_of_the_measures(two: tuple[Path, Path]) -> None:
    result = stead.score(GOLD, *two, OOT, measures="oot,best,gap", by="pos")
    rows = [(score.run, score.group, score.label) for score in result.scores]
    labels = ["oot@10", "best", "gap"]
    groups = list(dict.fromkeys(group for _, group, _ in rows))
    assert rows == [(run, group, label) for run in ("mine", "run 3") for group in groups for label in labels]
    tables = result.to("markdown").split("**")
    assert [sum("| mine " in line for line in table.splitlines()) for table in tables if "| mine " in table] == [
        len(groups)
    ] * len(labels)


def test_the_only_run_of_a_system_serves_every_measure(two: tuple[Path, Path]) -> None:
    result = stead.score(GOLD, two[0], measures="best,oot")
    assert result.value("oot@10") == pytest.approx(by_hand("best"))
    assert "run:" not in result.scores[0].signature


def test_a_run_that_no_measure_needs_is_left_out_with_a_note(two: tuple[Path, Path]) -> None:
    result = stead.score(GOLD, *two, measures="best")
    assert [run.task for run in result.evaluation.runs] == ["best"]
    assert f"mine: {two[1]} is not used: no measure is computed from the run for oot." in result.notes


def test_two_runs_of_one_task_are_refused(tmp_path: Path) -> None:
    runs = [write(tmp_path / name, BEST, "::") for name in ("a.txt", "b.txt")]
    with pytest.raises(stead.BadInput, match=r"mine: two runs for best \(.*a.txt, .*b.txt\)"):
        stead.score(GOLD, {"mine": runs})


def test_systems_of_the_same_stem_in_two_folders_are_told_apart(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "other")]
    runs = [write(folder / f"mine.{task}", OOT, "::") for folder in folders for task in ("best", "oot")]
    assert names(stead.score(GOLD, *runs, measures="best,oot")) == ["one/mine", "other/mine"]


def test_multiword_measures_need_a_run_for_multiwords(two: tuple[Path, Path]) -> None:
    with pytest.raises(stead.BadInput, match="mine: has runs for best and oot, and none that mw-detection can score"):
        stead.score(GOLD, *two, measures="mw-detection")


def test_the_2007_program_scores_both_tasks_at_once(two: tuple[Path, Path]) -> None:
    gold = {("x.n", key): weights for key, weights in GOLD.items()}
    both = stead.score(gold, *two, preset="semeval2007")
    assert names(both) == ["mine"]
    for path, measure in zip(two, ("best", "oot"), strict=True):
        alone = stead.score(gold, path, preset="semeval2007", measures=measure)
        assert both.value(measure) == alone.value(measure)
    with_another = stead.score(gold, *two, BEST, preset="semeval2007")
    assert with_another.value("oot", run="mine") == both.value("oot")
    assert with_another.value("oot", run="run 3") is None
    assert stead.score(gold, *two, BEST, preset="semeval2007", measures="best").value("best", run="mine") == 3 / 8


def test_a_comparison_has_one_row_for_a_system_and_takes_further_ones(two: tuple[Path, Path], tmp_path: Path) -> None:
    measures = "best,oot,p@1"
    other = {"theirs": {"best": OOT, "oot": BEST}}
    whole = stead.compare(GOLD, *two, other, measures=measures, resamples=20)
    assert whole.report.systems == ("mine", "theirs")
    values = {
        (each.run, each.measure): each.value for each in whole.report.comparisons[0].estimates if each.figure == "R"
    }
    assert values["mine", "best"] == pytest.approx(by_hand("best"))
    assert values["mine", "oot@10"] == pytest.approx(by_hand("oot@10"))
    assert [[term for term, _ in item.answers[0]] for item in whole.report.items] == list(BEST.values())
    stead.compare(GOLD, *two, measures=measures, resamples=20).save(tmp_path / "saved.json")
    added = stead.add_runs(tmp_path / "saved.json", other)
    assert json.loads(added.to("json")) == json.loads(whole.to("json"))
    assert "2 systems" in whole.to("html")


# ------------------------------------------------------------------------------------------------------------ scores


@pytest.mark.parametrize(
    "answers", [[("smart", 0.9), ("clever", 0.4)], [["smart", 0.9], ["clever", 0.4]], {"clever": 0.4, "smart": 0.9}]
)
def test_scores_of_a_dict_are_kept_the_highest_first(answers: Any) -> None:
    prepared = stead.score({"1": {"clever": 3, "smart": 1}}, {"mine": {"1": answers}}, measures="p@1,best")
    assert prepared.value("best", run="mine") == pytest.approx((1 + 3) / 4 / 2)
    assert prepared.value("p@1", run="mine") == 1


def test_the_name_of_a_data_set_without_a_part_is_answered_with_its_parts() -> None:
    with pytest.raises(stead.BadInput, match="semeval2007 has several parts; name one of semeval2007:test"):
        stead.score("semeval2007", BEST)


def test_the_official_preset_says_that_a_run_is_for_another_task(tmp_path: Path) -> None:
    """Two files of one task each that do not say that they are of one system: each has figures for its own task."""
    files = [write(tmp_path / "first.txt", BEST, "::"), write(tmp_path / "second.txt", OOT, ":::")]
    gold = tmp_path / "gold.txt"
    gold.write_text("x.n 1 :: clever 3;smart 1;\nx.n 2 :: team 2;club 1;squad 1;\n", encoding="utf-8")
    result = stead.score(gold, *files, preset="semeval2007")
    assert [result.value("best", run=name) for name in ("first", "second")] == [3 / 8, None]
    assert {
        "first: has no run for oot, and no figures there.",
        "second: has no run for best, and no figures there.",
    } <= {*result.notes}
    with pytest.raises(stead.BadInput, match="written as a run for oot, but scored for best"):
        stead.score(gold, files[1], preset="semeval2007", measures="best")
