"""Comparisons in every form: the same numbers, and nothing that is in a name can act."""

import re
from typing import Any

import pytest

from stead import compare
from stead.reporting.comparisons import COMPARISON_RENDERERS
from tests.cli.running import tsv
from tests.reporting.reports import HOSTILE, example, small


def test_there_are_these_forms() -> None:
    assert list(COMPARISON_RENDERERS) == ["text", "markdown", "latex", "tsv", "csv", "json", "html"]


@pytest.mark.parametrize("form", COMPARISON_RENDERERS)
def test_the_same_comparison_is_the_same_bytes(form: str) -> None:
    assert small().to(form) == small().to(form)
    assert small().to(form).endswith("\n")


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_every_form_for_people_has_every_table_and_the_signatures(form: str) -> None:
    text = example().to(form)
    for title in ("leaderboard", "differences in best R", "discriminative power and stability of the measures"):
        assert title in text
    assert text.count("signature: ") == 4, "by item, by lexelt, of the mode, and of all other scores"
    assert text.count("|dup:once|match:lenient|") == 2


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
@pytest.mark.parametrize("other", [{"match": "exact"}, {"faults": "skip"}, {"min_responses": 1}])
def test_the_signatures_below_a_comparison_say_how_runs_were_scored(form: str, other: dict[str, Any]) -> None:
    golds, runs = {"1": {"clever": 3}, "2": {"lit": 2}}, ({"1": ["Clever"]}, {"2": ["lit"]})
    usual, others = (
        [line for line in compare(golds, *runs, resamples=20, **options).to(form).splitlines() if "signature: " in line]
        for options in ({}, other)
    )
    assert usual[:2] == others[:2]
    assert usual[2:] != others[2:]
    assert len(usual) == len(others) == 3


def test_tsv_has_the_signatures_of_comparison_and_scores() -> None:
    report = small("one", "two").report
    for row in tsv(small("one", "two").to("tsv")):
        assert row["signature"] in {comparison.signature for comparison in report.comparisons}
        assert row["score_signature"] in {
            score.signature for score in report.scores if (score.measure, score.group) == (row["measure"], "all")
        }


def test_tsv_has_every_figure_and_every_pair_by_every_unit() -> None:
    rows = tsv(small("one", "two", "three").to("tsv"))
    pairs, single = [row for row in rows if row["second"]], [row for row in rows if not row["second"]]
    assert len(pairs) == len(single) == 3 * 4 * 2, "three pairs or runs, P and R of two measures, two units"
    assert {row["unit"] for row in pairs} == {row["unit"] for row in single} == {"item", "lexelt"}
    assert {(row["first"], row["second"]) for row in pairs} == {("one", "two"), ("one", "three"), ("two", "three")}
    for row in pairs:
        difference = float(row["first_value"]) - float(row["second_value"])
        assert float(row["difference"]) == pytest.approx(difference, abs=1e-12)
        assert row["test"] == "randomisation"
    for row in single:
        assert float(row["low"]) <= float(row["first_value"]) <= float(row["high"])
        assert (row["test"], row["p"], row["difference"]) == ("", "", "")


def test_tsv_of_one_run_has_its_figures_all_the_same() -> None:
    assert {row["first"] for row in tsv(small("alone").to("tsv"))} == {"alone"}


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "tsv"])
def test_hostile_names_cannot_move_the_cursor_or_break_a_row(form: str) -> None:
    text = small(*HOSTILE.values()).to(form)
    assert all(character.isprintable() or character in "\n\t" for character in text)
    if form == "tsv":
        assert {line.count("\t") for line in text.splitlines()} == {14}
    if form == "markdown":
        for part in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in part.splitlines()}) == 1


def test_markup_in_names_is_escaped_in_markdown() -> None:
    text = small(*HOSTILE.values()).to("markdown")
    assert "<script>" not in text
    assert r"\<script\>" in text
