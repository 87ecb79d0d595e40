"""The Python interface to comparisons: what is compared, saved, loaded and added to."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.core.faults import Report, Severity, Source
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from tests.cli.running import EXAMPLES, GOLD, RUN
from tests.reporting.reports import ANSWERS, RESAMPLES, WEIGHTS, example, gold_of, named_runs, run_of, small

NAMES = ("careful", "hedger", "magpie", "napper", "parrot")
RUNS = [EXAMPLES / "runs" / f"{name}.txt" for name in NAMES]
SENTENCES = sorted(EXAMPLES.glob("items.*.xml"))


def compared(*runs: Any, gold: Any = EXAMPLES / "gold.txt", **options: Any) -> stead.ComparisonResult:
    return stead.compare(gold, *runs, **{"measures": "best", "resamples": RESAMPLES, **options})


# ----------------------------------------------------------------------------------------------- what is found


def test_the_leaderboard_of_four_items_by_hand() -> None:
    """Best of a run is the mean over items of (weights found / answers given) / total weight.

    first: 1: (3+1)/2/4 = .5; 2: 2/1/4 = .5; 3: 0; the other leaves 3 out and gives mutt for 2/1/4 = .5 as well.
    """
    gold = {"1": {"clever": 3, "smart": 1}, "2": {"shiny": 2, "vivid": 1, "lit": 1}, "3": {"hound": 2, "mutt": 2}}
    first = {"1": ["smart", "clever"], "2": ["shiny"], "3": ["cat"]}
    second = {"2": ["shiny"], "3": ["mutt"]}
    report = compared(first, second, gold=gold).report
    recall = {each.run: each.value for each in report.comparisons[0].estimates if each.figure == "R"}
    assert recall == {"run 1": pytest.approx(1 / 3), "run 2": pytest.approx(1 / 3)}
    assert [(item.id, item.credit) for item in report.items] == [
        ("1", (0.5, 0.0)),
        ("2", (0.5, 0.5)),
        ("3", (0.0, 0.5)),
    ]
    assert report.items[0].gold == (("clever", 3.0), ("smart", 1.0))
    assert report.items[0].answers == ((("smart", 1.0), ("clever", 3.0)), ())


def test_both_units_are_there_and_the_one_asked_for_comes_first() -> None:
    assert [each.unit for each in small().report.comparisons] == ["item", "lexelt"]
    assert [each.unit for each in small(unit="lexelt").report.comparisons] == ["lexelt", "item"]


def test_one_run_has_intervals_and_nothing_to_be_compared_with() -> None:
    report = small("alone").report
    assert report.comparisons[0].estimates[0].interval.low is not None
    assert (report.comparisons[0].pairs, report.power, report.agreements, report.swaps) == ((), (), (), ())
    assert "There is one run: nothing to compare it with." in report.notes


def test_the_same_seed_gives_the_same_bytes_and_another_one_does_not() -> None:
    assert small().to("json") == small().to("json")
    assert small().to("json") != small(seed=2).to("json")


def test_every_option_of_the_procedure_reaches_it() -> None:
    options = {"tests": "bootstrap", "interval": "percentile", "level": 0.9, "correction": "bh", "seed": 7}
    procedure = small(**options, resamples=60).report.comparisons[0].procedure
    assert procedure | {"unit": ""} == {
        "tests": "bootstrap",
        "unit": "",
        "resamples": "60",
        "interval": "percentile",
        "level": "0.9",
        "correction": "bh",
        "seed": "7",
    }


def test_it_prints_as_tables_and_names_itself() -> None:
    assert str(small()).startswith("leaderboard\n")
    assert repr(small()) == "<ComparisonResult: one, two, three on gold>"


# -------------------------------------------------------------------------------------------------- sentences


def test_sentences_are_found_by_lexelt_and_id_or_by_an_id_that_only_one_has() -> None:
    own = Item(id="1", lexelt="target0.n", text="a bright dog", start=2, end=8)
    other = Item(id="2", lexelt="another.n", text="the lit room", start=4, end=7)
    twice = [
        Item(id="3", lexelt="x.n", text="one", start=0, end=3),
        Item(id="3", lexelt="y.n", text="two", start=0, end=3),
    ]
    found = {item.id: item.sentence for item in small(items=[own, other, *twice]).report.items}
    assert found == {"1": ("a ", "bright", " dog"), "2": ("the ", "lit", " room"), "3": None, "4": None}


def test_sentences_of_other_data_are_a_mistake() -> None:
    with pytest.raises(stead.BadInput, match="none of the sentences is of an item of the gold"):
        small(items=[Item(id="99", lexelt="x.n", text="one", start=0, end=3)])


def test_faults_of_every_file_are_reported(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    (tmp_path / "second.txt").write_text(GOLD + "nonsense\n", encoding="utf-8")
    (tmp_path / "run.txt").write_text(RUN + "more nonsense\n", encoding="utf-8")
    (tmp_path / "items.jsonl").write_text(
        '{"schema": "stead.items/1"}\n{"id": "1", "lexelt": "bright.a", "text": "bright", "start": 0, "end": 6}\n{}\n',
        encoding="utf-8",
    )
    result = compared(
        tmp_path / "run.txt",
        gold=tmp_path / "gold.txt",
        items=tmp_path / "items.jsonl",
        other_gold=tmp_path / "second.txt",
    )
    errors = {Path(report.path).name: len(report.of(Severity.ERROR)) for report in result.reports}
    assert errors == {"gold.txt": 0, "run.txt": 1, "items.jsonl": 1, "second.txt": 1}
    with pytest.raises(stead.BadInput, match="faults=strict refuses"):
        compared(RUNS[0], items=tmp_path / "items.jsonl", faults="strict")


# -------------------------------------------------------------------------------------------------- two golds


def test_ranks_on_a_second_gold_by_hand() -> None:
    """On the first gold `one` is right everywhere and `two` nowhere; on the second it is the other way round."""
    first, second = {"1": {"a": 2}, "2": {"a": 2}}, {"1": {"b": 2}, "2": {"b": 2}}
    runs = run_of("one", {"1": ["a"], "2": ["a"]}), run_of("two", {"1": ["b"], "2": ["b"]})
    (table,) = compared(*runs, gold=first, other_gold=second).report.golds
    assert [(row.run, row.first_rank, row.second_rank, row.rank_difference) for row in table.rows] == [
        ("two", 2, 1, -1),
        ("one", 1, 2, 1),
    ]
    assert (table.first.gold, table.second.gold) == ("gold", "gold (2)")


def test_golds_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    (table,) = compared({"1": ["clever"]}, gold=gold_of(WEIGHTS), other_gold=tmp_path / "gold.txt").report.golds
    assert (table.first.gold, table.second.gold) == ("gold", str(tmp_path / "gold.txt"))


def test_a_list_of_items_holds_for_both_golds(tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("1\n", encoding="utf-8")
    second = {"1": {"clever": 2}, "2": {"nothing": 5}}
    (table,) = small("one", "two", measures="best", other_gold=second, ids=tmp_path / "ids.txt").report.golds
    assert {row.run: row.second_value for row in table.rows} == {"one": pytest.approx(0.5), "two": 1.0}


# -------------------------------------------------------------------------------------------- saving and loading


@pytest.mark.parametrize("ending", [".html", ".json", ".md", ".tex", ".tsv", ".txt"])
def test_the_ending_says_the_form(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"report{ending}"
    small().save(path)
    forms = {".md": "markdown", ".tex": "latex", ".txt": "text"}
    assert path.read_text(encoding="utf-8") == small().to(forms.get(ending, ending[1:]))


def test_another_ending_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(stead.UsageError, match=r"the ending says the format; there are \.csv, \.html"):
        small().save(tmp_path / "report.docx")
    assert list(tmp_path.iterdir()) == []


def test_another_form_is_a_mistake() -> None:
    with pytest.raises(stead.UsageError, match=r"format is one of text, .*, not 'docx'"):
        small().to("docx")


def test_a_saved_comparison_can_be_loaded_packed_or_not(tmp_path: Path) -> None:
    small().save(tmp_path / "saved.json")
    loaded = stead.load_comparison(tmp_path / "saved.json")
    assert loaded.to("json") == small().to("json")
    assert loaded.to("html") == small().to("html")


def test_no_path_of_this_machine_is_in_a_saved_comparison(tmp_path: Path) -> None:
    (tmp_path / "forms.txt").write_text("nobody.n\n  a : b\n", encoding="utf-8")
    result = compared(*RUNS, items=SENTENCES, by=[EXAMPLES / "languages.tsv", "subset"], manual=EXAMPLES / "manual.txt")
    for name in ("json", "html", "tsv", "text", "latex", "markdown"):
        assert str(EXAMPLES) not in result.to(name)


def test_a_name_that_is_not_utf_8_is_escaped(tmp_path: Path) -> None:
    result = small("caf\udce9", "two")
    for ending in (".html", ".json", ".tex"):
        result.save(tmp_path / f"report{ending}")
    again = stead.load_comparison(tmp_path / "report.json")
    assert again.report.runs[0].name == "caf\udce9"
    assert r"caf\udce9" in (tmp_path / "report.html").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------- adding runs


def assert_added(given: list[Any], further: list[Any], tmp_path: Path, **options: Any) -> stead.ComparisonResult:
    """A saved comparison with further runs is that of all runs, byte by byte; the whole comparison."""
    whole = compared(*given, *further, **options)
    compared(*given, **options).save(tmp_path / "saved.json")
    added = stead.add_runs(stead.load_comparison(tmp_path / "saved.json"), *further)
    assert added.to("json") == whole.to("json")
    return whole


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"measures": None},
        {"measures": "best,oot@10,coverage", "by": ["pos", "lexelt", EXAMPLES / "languages.tsv"]},
        {"items": SENTENCES},
        {"tests": "bootstrap,wilcoxon", "unit": "lexelt", "correction": "none", "seed": 5, "level": 0.9},
        {"by": "subset", "multiwords": EXAMPLES / "gold-multiwords.txt", "manual": EXAMPLES / "manual.txt"},
        {"by": "subset"},
        {"match": "lenient,spelling=british,duplicates=paid", "min_responses": 3},
        {"measures": "oot@10", "faults": "skip", "format": "semeval-oot"},
        {"measures": "best", "format": "semeval"},
        {"weights": "graded", "names": "terms"},
        {"measures": "gap(pool=candidates)", "candidates": {"bright.a": ["clever", "smart", "sunny"]}},
        {"preset": "tsar"},
    ],
    ids=lambda options: ",".join(options) or "plain",
)
def test_three_runs_and_two_more_are_five(tmp_path: Path, options: dict[str, Any]) -> None:
    if options.get("format"):
        for name in NAMES:
            text = (EXAMPLES / "runs" / f"{name}.txt").read_text(encoding="utf-8")
            mark = " ::: " if "oot" in options["format"] else " :: "
            (tmp_path / f"{name}.txt").write_text(text.replace(" ::: ", " :: ").replace(" :: ", mark), encoding="utf-8")
        runs: list[Any] = [tmp_path / f"{name}.txt" for name in NAMES]
    else:
        runs = list(RUNS)
    assert_added(runs[:3], runs[3:], tmp_path, **options)


def test_runs_are_added_to_a_comparison_with_a_mapping_and_a_list_of_items(tmp_path: Path) -> None:
    forms = stead.CanonicalForms(
        {"bright.a": {"Clever": "clever", "luminous": "shiny"}}, Source("forms", "1" * 64, "semdis")
    )
    (tmp_path / "ids.txt").write_text("1\n2\n3\n101\n", encoding="utf-8")
    assert_added(RUNS[:3], RUNS[3:], tmp_path, mapping=forms, ids=tmp_path / "ids.txt", measures="semdis")


def test_runs_are_added_to_a_comparison_on_two_golds(tmp_path: Path) -> None:
    second = {row.id: dict(row.weights[:1]) for row in stead.read_gold(EXAMPLES / "gold.txt")}
    whole = assert_added(RUNS[:3], RUNS[3:], tmp_path, measures="best,oot@10", other_gold=second)
    assert len(whole.report.golds) == 2


def graded_gold() -> GoldStandard:
    """Weights are how many of ten judges accepted a substitute, as in SWORDS."""
    rows = [
        GoldRow("a.n", "1", [("x", 0.5), ("y", 0.1), ("z", 0.0)], judges=[10.0, 10.0, 10.0]),
        GoldRow("a.n", "2", [("x", 0.9), ("w", 0.2)], judges=[10.0, 5.0]),
        GoldRow("b.v", "3", [("v", 0.6)], names=1.0, judges=[10.0]),
    ]
    return GoldStandard.of(rows, Source("judged", "2" * 64), graded=True)


def scored_run(name: str, *order: str) -> Run:
    scores = [float(len(order) - place) for place in range(len(order))]
    rows = [RunRow("a.n", "1", list(order), scores), RunRow("a.n", "2", list(order), scores), RunRow("b.v", "3", [])]
    return Run.of(rows, Source(name, "3" * 64))


def test_runs_with_scores_are_added_on_a_graded_gold_with_judges(tmp_path: Path) -> None:
    runs = [scored_run("one", "x", "y"), scored_run("two", "y", "x"), scored_run("three", "z", "x", "w")]
    more = [scored_run("four", "w"), scored_run("five", "v", "x")]
    assert_added(runs, more, tmp_path, gold=graded_gold(), measures="swords-f,gap,best")


def test_runs_with_oddities_are_added(tmp_path: Path) -> None:
    """Repeated, unknown and empty items, other lexelts, blank answers: all are counted as before."""
    odd = (
        "bright.a 1 :: smart;clever;smart\nbright.a 1 :: lit\nother.n 2 :: shiny\nbright.a 99 :: x\n"
        "dog.n 3 ::\nnonsense\n"
    )
    (tmp_path / "gold.txt").write_text(GOLD + "more nonsense\n", encoding="utf-8")
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(odd.replace("clever", f"clever;{name}"), encoding="utf-8")
    runs = [tmp_path / f"{name}.txt" for name in ("a", "b", "c")]
    whole = assert_added(runs[:2], runs[2:], tmp_path, gold=tmp_path / "gold.txt", measures="best,oot@10")
    assert [run.faults for run in whole.report.runs] == [whole.report.runs[0].faults] * 3
    assert whole.report.runs[2].unknown_ids == ("99",)


@pytest.mark.parametrize("alone", [True, False], ids=["multiwords alone", "with the gold of substitutes"])
def test_runs_are_added_to_a_comparison_of_multiwords(tmp_path: Path, alone: bool) -> None:
    text = (EXAMPLES / "multiwords/lookout.txt").read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    for number in range(3):
        (tmp_path / f"run{number}.txt").write_text("".join(lines[number:]), encoding="utf-8")
    runs = [tmp_path / f"run{number}.txt" for number in range(3)]
    options: dict[str, Any] = {"measures": "multiwords", "by": ["pos", EXAMPLES / "languages.tsv"]}
    if alone:
        options["gold"] = EXAMPLES / "gold-multiwords.txt"
    else:
        options["multiwords"] = EXAMPLES / "gold-multiwords.txt"
    assert_added(runs[:1], runs[1:], tmp_path, **options)


def test_dicts_are_numbered_on(tmp_path: Path) -> None:
    runs = [{"1": ["clever"]}, {"1": ["smart"]}, {"2": ["lit"]}]
    whole = assert_added(runs[:1], runs[1:], tmp_path, gold=WEIGHTS)
    assert [run.name for run in whole.report.runs] == ["run 1", "run 2", "run 3"]


def test_a_run_of_a_name_already_there_goes_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "careful.txt"
    path.write_bytes(RUNS[3].read_bytes())
    added = stead.add_runs(compared(*RUNS[:2]), path)
    assert [run.name for run in added.report.runs] == ["careful", "hedger", str(path)]
    with pytest.raises(stead.BadInput, match="the same run is given twice"):
        stead.add_runs(added, path)


def test_runs_can_be_added_again_and_again(tmp_path: Path) -> None:
    added = compared(RUNS[0])
    for run in RUNS[1:]:
        added.save(tmp_path / "saved.json")
        added = stead.add_runs(stead.load_comparison(tmp_path / "saved.json"), run)
    assert added.to("json") == compared(*RUNS).to("json")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"bright.a 1 :: clever 3;smart 1;\n", "looks like a gold standard"),
        (b"bright.a 999 :: clever\n", "no id of the run is in the gold"),
        (b"\x00\x01\x02", "expected a run, found bytes that are not text"),
    ],
    ids=["empty", "a gold", "other items", "no text"],
)
def test_a_broken_run_cannot_be_added(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "broken.txt"
    path.write_bytes(content)
    with pytest.raises(stead.BadInput, match=said) as caught:
        stead.add_runs(compared(*RUNS[:2]), path)
    assert str(caught.value).startswith(str(path))


def test_faults_of_an_added_run_are_reported(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text(RUN + "nonsense\n", encoding="utf-8")
    (report,) = stead.add_runs(compared(*RUNS[:2]), tmp_path / "odd.txt").reports
    assert isinstance(report, Report)
    assert len(report.of(Severity.ERROR)) == 1


def test_adding_nothing_is_a_mistake() -> None:
    with pytest.raises(stead.UsageError, match="no run to add"):
        stead.add_runs(small())


# ------------------------------------------------------------------------------------------- names of runs


def test_runs_of_the_same_name_are_told_apart_by_what_differs(tmp_path: Path) -> None:
    for name in ("one/a/run.txt", "one/b/run.txt", "one/a/run.dat"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(RUN, encoding="utf-8")
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")

    def names(*files: str) -> list[str]:
        result = stead.score(tmp_path / "gold.txt", *(tmp_path / file for file in files), measures="best")
        return [run.name for run in result.evaluation.runs]

    assert names("one/a/run.txt", "one/b/run.txt") == ["a/run.txt", "b/run.txt"]
    assert names("one/a/run.txt", "one/a/run.dat") == ["run.txt", "run.dat"]
    assert names("one/a/run.txt", "one/b/run.txt", "one/a/run.dat") == ["a/run.txt", "b/run.txt", "a/run.dat"]


# ------------------------------------------------------------------------------------------------- what it needs


WITHOUT_SCIPY = """
import sys
sys.modules["scipy"] = None
import stead
runs = [{"1": ["a"], "2": ["b"]}, {"1": ["b"], "2": ["b"]}]
gold = {"1": {"a": 2}, "2": {"b": 3}}
print(stead.compare(gold, runs[0], resamples=20, measures="best").report.runs[0].name)
told = []
try:
    stead.compare(gold, *runs, resamples=20, measures="best", progress=lambda step, *_: told.append(step))
except stead.SteadError as error:
    print(error, told)
"""


def test_without_scipy_one_sentence_says_what_to_install_before_the_work_begins() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_SCIPY], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "run 1",
        "comparing runs needs scipy, which is not installed: pip install 'stead[compare]' ['reading']",
    ]


def test_steps_are_told_in_order() -> None:
    told: list[tuple[str, float, float]] = []
    small(progress=lambda *step: told.append(step))
    assert [step for step, _, _ in told] == [
        "reading",
        "scoring",
        "resampling by item",
        "resampling by lexelt",
        "computing breakdowns",
    ]
    shares = [done / total for _, done, total in told]
    assert shares == sorted(shares)
    assert 0 <= min(shares) <= max(shares) < 1


def test_standard_input_can_be_read_once_only() -> None:
    with pytest.raises(stead.UsageError, match="can be read only once"):
        stead.compare("-", RUNS[0], items="-")


def test_no_run_is_a_mistake() -> None:
    with pytest.raises(stead.UsageError, match="no run to score"):
        stead.compare(WEIGHTS)


def test_a_measure_that_has_no_value_is_left_out_of_nothing() -> None:
    """No item has a mode: best-mode has no value for anybody, and yet every table can be made."""
    gold = {"1": {"a": 1, "b": 1}, "2": {"c": 1, "d": 1}}
    runs = [run_of("one", {"1": ["a"]}), run_of("two", {"2": ["c"]})]
    result = compared(*runs, gold=gold, measures="best-mode,best")
    values = [each.value for each in result.report.comparisons[0].estimates if each.measure == "best-mode"]
    assert values == [None] * 4
    for name in ("text", "markdown", "latex", "tsv", "json", "html"):
        assert result.to(name)


def test_many_runs_have_names_and_numbers(tmp_path: Path) -> None:
    result = small(*(f"system {number}" for number in range(30)), measures="best", resamples=20)
    assert len(result.report.comparisons[0].pairs) == 2 * 30 * 29 // 2
    assert "system 29" in result.to("text")


def test_what_is_saved_is_what_json_says() -> None:
    document = json.loads(example().to("json"))
    assert document["schema"] == "stead.report/1"
    assert [run["name"] for run in document["runs"]] == list(NAMES)


def test_the_helpers_make_runs_that_differ() -> None:
    """Otherwise the tests above would compare runs with themselves."""
    runs = named_runs(*map(str, range(8)))
    assert len({tuple(map(tuple, run.answers)) for run in runs}) == 8
    assert set(ANSWERS) == set(WEIGHTS)


# ---------------------------------------------------------------------------------------------------- baseline


def test_a_baseline_is_a_run_by_its_name_or_its_file() -> None:
    for baseline in ("napper", RUNS[3], str(RUNS[3])):
        for comparison in compared(*RUNS, baseline=baseline).report.comparisons:
            assert comparison.baseline == "napper"
            assert {pair.second for pair in comparison.pairs} == {"napper"}
            assert len({pair.first for pair in comparison.pairs}) == 4


def test_a_baseline_that_is_none_of_the_runs_is_refused_with_their_names() -> None:
    with pytest.raises(stead.UsageError, match=r"baseline is one of the runs, careful, hedger, not 'parrot'"):
        compared(*RUNS[:2], baseline="parrot")


def test_a_saved_comparison_keeps_its_baseline_when_runs_are_added(tmp_path: Path) -> None:
    compared(*RUNS[:2], baseline="hedger").save(tmp_path / "saved.json")
    added = stead.add_runs(tmp_path / "saved.json", *RUNS[2:])
    assert added.to("json") == compared(*RUNS, baseline="hedger").to("json")
