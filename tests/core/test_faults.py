"""Faults and reports."""

import pytest

from stead.core.faults import Fault, Report, Severity


def made() -> Report:
    report = Report("gold.txt")
    report.error(3, "malformed", "no separator")
    report.repair(5, "columns", "tabs")
    report.note(None, "separator", "mixed")
    report.error(7, "malformed", "no id")
    report.error(9, "weight", "no number")
    return report


def test_a_fault_prints_its_place_severity_and_message() -> None:
    assert [str(fault) for fault in made()][:3] == [
        "gold.txt:3: error: no separator",
        "gold.txt:5: repaired: tabs",
        "gold.txt: note: mixed",
    ]


def test_a_fault_knows_its_place() -> None:
    assert [fault.location for fault in made()][:3] == ["gold.txt:3", "gold.txt:5", "gold.txt"]


def test_faults_keep_the_order_in_which_they_were_found() -> None:
    assert [fault.line for fault in made()] == [3, 5, None, 7, 9]


def test_counts_are_by_severity_and_kind_and_only_of_what_occurred() -> None:
    assert made().counts() == {
        "error": {"malformed": 2, "weight": 1},
        "repaired": {"columns": 1},
        "note": {"separator": 1},
    }
    assert Report("gold.txt").counts() == {}


@pytest.mark.parametrize(("severity", "number"), [(Severity.ERROR, 3), (Severity.REPAIRED, 1), (Severity.NOTE, 1)])
def test_faults_of_one_severity_are_found(severity: Severity, number: int) -> None:
    faults = made().of(severity)
    assert len(faults) == number
    assert {fault.severity for fault in faults} == {severity}


def test_two_reports_share_nothing() -> None:
    first, second = Report("a"), Report("b")
    first.error(1, "malformed", "x")
    assert second.faults == []


def test_a_fault_is_a_value() -> None:
    assert Fault("a", 1, Severity.NOTE, "k", "m") == Fault("a", 1, Severity.NOTE, "k", "m")
