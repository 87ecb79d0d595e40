"""Progress is shown on a terminal only, and wiped in the end."""

import io
import sys
from collections.abc import Callable

import pytest

from stead.cli.progress import Counting, Fetching, Line, Reading


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def fetching() -> Line:
    line = Fetching("tiny")
    line(1_500_000, 3_000_000)
    return line


def fetching_unknown() -> Line:
    line = Fetching("tiny")
    line(1_500_000, 0)
    return line


def reading() -> Line:
    line = Reading()
    line(12_000_000)
    return line


def counting() -> Line:
    line = Counting("items", 4)
    line(2)
    return line


@pytest.mark.parametrize(
    ("work", "shown"),
    [
        (fetching, f"tiny [{'#' * 15}{'.' * 15}] 1.5 of 3.0 MB"),
        (fetching_unknown, "tiny 1.5 MB"),
        (reading, "read 12 MB, "),
        (counting, f"items [{'#' * 15}{'.' * 15}] 2 of 4, "),
    ],
)
def test_a_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Line], shown: str) -> None:
    monkeypatch.setattr("stead.cli.progress._EVERY", 1e-9)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    line = work()
    assert stream.getvalue().startswith(f"\r\x1b[K{shown}")
    line.done()
    assert stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("work", [fetching, fetching_unknown, reading, counting])
def test_nothing_elsewhere(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Line]) -> None:
    monkeypatch.setattr("stead.cli.progress._EVERY", 1e-9)
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    work().done()
    assert stream.getvalue() == ""


def test_a_line_is_not_drawn_more_often_than_the_eye_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    line = Counting("items", 1000)
    for number in range(1000):
        line(number)
    assert stream.getvalue().count("items") < 100
