"""A report that the program made is consistent; what single damages are called is in test_damage."""

from dataclasses import replace

import pytest

from stead.core.errors import BadInput
from stead.reporting.comparisons import check_consistency
from tests.reporting.reports import example, small


def test_what_the_program_makes_fits_together() -> None:
    for result in (example(), small(), small("alone"), small(unit="lexelt"), small(baseline="two")):
        check_consistency(result.report, "here")


def test_what_does_not_is_refused_with_its_place() -> None:
    report = small().report
    with pytest.raises(BadInput, match=r"here: its parts do not fit together: .* Save the comparison again"):
        check_consistency(replace(report, runs=report.runs[1:]), "here")


def test_comparisons_of_other_runs_are_refused() -> None:
    report, other = small("one", "two").report, small("one", "three").report
    for name in ("comparisons", "breakdowns", "inputs", "scores"):
        with pytest.raises(BadInput, match="do not fit together"):
            check_consistency(replace(report, **{name: getattr(other, name)}), "here")


def test_a_baseline_that_is_no_run_or_not_that_of_every_comparison_is_refused() -> None:
    report = small(baseline="two").report
    first, second = report.comparisons
    for others in (
        [replace(first, baseline="four"), replace(second, baseline="four")],
        [first, small().report.comparisons[1]],
    ):
        with pytest.raises(BadInput, match="baseline"):
            check_consistency(replace(report, comparisons=tuple(others)), "saved.json")


def test_a_group_that_lacks_a_run_or_a_figure_is_refused() -> None:
    report = small(by="pos").report
    last = report.scores[-1]
    assert last.group != "all"
    for scores in (report.scores[:-1], (*report.scores[:-1], replace(last, figures={"other": 0.5}))):
        with pytest.raises(BadInput, match="a group of items does not have every figure of every run"):
            check_consistency(replace(report, scores=scores), "saved.json")
