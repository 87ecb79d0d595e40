"""SemEval-2007 answers behind three colons, when only those will do."""

from stead.core.faults import Severity, Source
from stead.core.substitutes import Run, RunRow
from tests.formats.made import found, only_answers, read_run, written


def test_three_colons_are_read() -> None:
    assert only_answers("bright.a 1 ::: smart;clever\n", "semeval-oot") == ["smart", "clever"]


def test_two_colons_are_an_error_of_their_line() -> None:
    rows, report = read_run("bright.a 1 ::: smart\nbright.a 2 :: clever\n", "semeval-oot")
    assert [row.id for row in rows] == ["1"]
    assert found(report) == [(2, Severity.ERROR, "separator")]


def test_three_colons_are_written() -> None:
    run = Run.of([RunRow("bright.a", "1", ["smart", "clever"])], Source("made", ""))
    assert written(run, "run", "semeval-oot") == ("bright.a 1 ::: smart;clever\n", [])


def test_columns_are_repaired_as_in_the_best_task() -> None:
    rows, report = read_run("bright.a\t1\t:::\tsmart\n", "semeval-oot")
    assert rows == [RunRow("bright.a", "1", ["smart"])]
    assert found(report) == [(1, Severity.REPAIRED, "columns")]
