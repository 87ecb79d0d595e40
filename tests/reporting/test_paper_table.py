"""The table for a paper: what its cells say, by hand, in every form."""

import csv
import io
import json
import re
from typing import Any

import pytest

import stead
from stead.core.errors import UsageError
from tests.reporting.reports import HOSTILE, run_of, small

GOLD = {str(number): {"right": 2} for number in range(10)}
"""Ten items with one right answer."""


def right_on(name: str, count: int) -> stead.Run:
    return run_of(name, {str(number): ["right" if number < count else "wrong"] for number in range(10)})


def three(**options: Any) -> stead.ComparisonResult:
    """`all` is right on ten items, `most` on nine, `none` on none.

    By all 2^10 swaps of ten differences, `all` and `none` are as far apart as ever in 2 of 1024 cases: p = .00195;
    `most` and `none` in 2 of 512: p = .0039. `all` and `most` differ on one item: p = 1. Holm over the three pairs:
    .0059, .0078, 1; over the two pairs with `none`: .0039 twice.
    """
    runs = [right_on("none", 0), right_on("most", 9), right_on("all", 10)]
    return stead.compare(GOLD, *runs, measures="best,p@1", resamples=2000, **options)


def rows(text: str) -> dict[str, list[str]]:
    """The cells of a LaTeX or Markdown table by run."""
    cells = [re.split(r" & | \| ", re.sub(r"^\| | \|$| \\\\$", "", line)) for line in text.splitlines()]
    return {row[0]: row[1:] for row in cells if row[0] in {"none", "most", "all"} and len(row) > 1}


DOUBLE = r"\rlap{\textsuperscript{\ddag}}"


def test_the_best_is_bold_and_what_is_surely_below_it_marked() -> None:
    assert rows(three().table().to("latex")) == {
        "none": [f"0.00{DOUBLE}", f"0.00{DOUBLE}"],
        "most": ["90.00", "90.00"],
        "all": [r"\textbf{100.00}", r"\textbf{100.00}"],
    }
    assert rows(three().table().to("markdown"))["none"] == ["0.00‡", "0.00‡"]
    assert rows(three().table().to("markdown"))["all"] == ["**100.00**", "**100.00**"]


def test_marks_are_against_the_baseline_if_there_is_one() -> None:
    assert rows(three(baseline="none").table().to("latex")) == {
        "none": ["0.00", "0.00"],
        "most": [f"90.00{DOUBLE}", f"90.00{DOUBLE}"],
        "all": [rf"\textbf{{100.00}}{DOUBLE}", rf"\textbf{{100.00}}{DOUBLE}"],
    }
    assert "different from none." in three(baseline="none").table().to("text")


def test_a_mark_says_its_level() -> None:
    """Right on six more of ten: all signs equal in 2 of 64 cases, p = .03; one pair, so nothing to correct for."""
    result = stead.compare(GOLD, right_on("low", 0), right_on("high", 6), measures="best", resamples=2000)
    assert re.search(r"^low +0\.00†$", result.table().to("text"), re.MULTILINE)


def test_runs_that_share_the_best_value_are_all_bold_and_those_below_are_tested_against_each() -> None:
    runs = [right_on("low", 0), right_on("one", 10), right_on("other", 10)]
    text = stead.compare(GOLD, *runs, measures="best", resamples=2000).table().to("latex")
    assert text.count(r"\textbf{100.00}") == 2
    assert text.count(DOUBLE) == 1


def test_values_that_only_look_the_same_do_not_share_the_best() -> None:
    """30000 and 29999.5 of 59999: both are printed as 50.00."""
    gold = {"1": {"right": 30000, "nearly": 29999}, "2": {"right": 30000, "nearly": 29999}}
    runs = [run_of("first", {"1": ["right"], "2": ["right"]}), run_of("second", {"1": ["nearly"], "2": ["right"]})]
    text = stead.compare(gold, *runs, measures="best", resamples=20).table().to("latex")
    assert r"first & \textbf{50.00} \\" in text
    assert r"second & 50.00 \\" in text


def test_runs_are_in_the_order_given_and_one_run_is_best_of_nothing() -> None:
    assert [record["run"] for record in three().table().records()] == ["none", "most", "all"]
    alone = small("alone", measures="best").table()
    assert "textbf" not in alone.to("latex")
    assert "Bold" not in alone.to("latex")
    assert "†" not in alone.to("text")


def test_the_caption_says_test_correction_number_of_items_and_how_to_read_the_marks() -> None:
    text = three().table().to("latex")
    assert (
        r"\caption{Results on gold. Scores $\times$~100; $n = 10$ items; test: approximate randomisation, corrected by "
        r"Holm over 3 pairs a measure; 2000 resamples, seed 1. \textsuperscript{\ddag}~$p < .01$: below the best of "
        r"the column. Bold: the best of a column.}"
    ) in text
    assert "\n\\label{tab:gold}\n" in text
    assert text.count("% signature: ") == 2


def test_intervals_are_shown_if_they_are_wanted() -> None:
    table = three().table(intervals=True)
    assert r"& \scriptsize {[}100.00, 100.00{]} & \scriptsize {[}100.00, 100.00{]} \\" in table.to("latex")
    assert re.search(r"^all +100\.00  \[100\.00, 100\.00\]", table.to("text"), re.MULTILINE)
    assert "brackets: 95 % interval (BCa bootstrap)" in table.to("markdown")
    assert "brackets" not in three().table().to("markdown")


def test_figures_are_the_headline_all_or_those_named() -> None:
    result = small(measures="best,coverage,gap")
    columns = {figures: list(result.table(figures=figures).records()[0]) for figures in ("headline", "all", "P,R", "F")}
    named = {name: [column for column in each if " p against " not in column] for name, each in columns.items()}
    assert named == {
        "headline": ["run", "best R", "coverage F", "gap"],
        "all": ["run", "best P", "best R", "coverage P", "coverage R", "coverage F", "gap"],
        "P,R": ["run", "best P", "best R", "coverage P", "coverage R", "gap"],
        "F": ["run", "best R", "coverage F", "gap"],
    }
    with pytest.raises(
        UsageError, match="figures are headline, all, or some of R, F, mean, P, joined by commas, not 'X'"
    ):
        result.table(figures="P,X")


def test_figures_of_one_measure_stand_below_its_name() -> None:
    text = small(measures="best,oot@10").table(figures="P,R").to("latex")
    assert r"& \multicolumn{2}{c}{best} & \multicolumn{2}{c}{oot@10} \\" in text
    assert r"\cmidrule(lr){2-3}\cmidrule(lr){4-5}" in text
    assert r"run & P & R & P & R \\" in text


def test_rows_for_programs_have_every_digit_and_are_quoted() -> None:
    result = small("a, b", 'say "x"', "three", measures="best")
    found = list(csv.DictReader(io.StringIO(result.table().to("csv"))))
    assert [row["run"] for row in found] == ["a, b", 'say "x"', "three"]
    values = {each.run: each.value for each in result.report.comparisons[0].estimates if each.figure == "R"}
    assert {row["run"]: float(row["best R"]) for row in found} == values
    tsv = [line.split("\t") for line in result.table().to("tsv").splitlines()]
    assert tsv[0] == ["run", "best R", "best R p against the best", "signatures"]
    assert {row[-1] for row in tsv[1:]} == {" ".join(json.loads(result.table().to("json"))["signatures"])}
    document = json.loads(result.table().to("json"))
    assert document["records"] == result.table().records()
    assert document["schema"] == "stead.paper-table/1"


@pytest.mark.parametrize("label", ["tab:x}", "a b", "", "é"])
def test_a_label_that_latex_cannot_have_is_refused(label: str) -> None:
    with pytest.raises(UsageError, match="label is of letters, digits"):
        small().table(label=label)


def test_a_label_is_made_of_any_name_of_a_gold() -> None:
    for name in HOSTILE.values():
        gold = stead.GoldStandard.of(
            [stead.core.substitutes.GoldRow("", "1", [("a", 2.0)])], stead.core.faults.Source(name, "f" * 64)
        )
        text = stead.compare(gold, run_of("one", {"1": ["a"]}), measures="best", resamples=5).table().to("latex")
        assert re.search(r"^\\label\{tab:[A-Za-z0-9-]+\}$", text, re.MULTILINE)


def test_columns_that_do_not_fit_a_terminal_are_divided() -> None:
    table = small("one", "two", measures="best,oot@10,coverage,gap").table(intervals=True)
    wide, narrow = (table.to("text", width=width) for width in (200, 60))
    assert "Results on gold\n" in wide
    assert "Results on gold, columns 1 to 2\n" in narrow
    assert max(map(len, narrow.split("signature")[0].splitlines())) <= 60


def test_marks_compare_with_any_run_whose_pairs_were_tested() -> None:
    result = three()
    first, *_, last = result.report.systems
    for run in (first, last):
        (record,) = [record for record in result.table(baseline=run).records() if record["run"] == run]
        assert {value for name, value in record.items() if name.endswith(f" p against {run}")} == {None}
        assert f"different from {run}." in result.table(baseline=run).to("text")
    with pytest.raises(UsageError, match=r"baseline is one of the runs, .*, not 'nobody'"):
        result.table(baseline="nobody")


def test_a_comparison_with_a_baseline_has_no_marks_against_another_run() -> None:
    gold, runs = {"1": {"a": 2}, "2": {"b": 2}}, [run_of(name, {"1": ["a"]}) for name in ("one", "two")]
    result = stead.compare(gold, *runs, measures="best", resamples=5, baseline="one")
    assert "different from one" in result.table(baseline="one").to("text")
    with pytest.raises(UsageError, match="only pairs with one were tested; compare again with the baseline two"):
        result.table(baseline="two")
