"""How far long work is: a bar on a terminal, and nothing left of it afterwards."""

import io
import re
import sys
from collections.abc import Callable

import pytest

from stead.cli.progress import Counting, Fetching, Line, Reading, Tables, progress
from tests.cli.running import on_a_terminal


def screen(sent: str) -> list[str]:
    """What is left to be seen: a carriage return and an erasure clear a line."""
    return [line.rpartition("\r\x1b[K")[2] for line in sent.replace("\r\n", "\n").split("\n")]


def test_a_terminal_is_shown_a_bar_that_is_gone_at_the_end() -> None:
    words = ["compare", "gold.txt", "runs/careful.txt", "runs/parrot.txt", "-m", "best", "--resamples", "50"]
    status, sent = on_a_terminal("stderr", *words)
    assert status == 0
    shares = [int(share) for share in re.findall(r"[█░]{24} +(\d+)% ", sent)]
    assert shares == sorted(shares)
    assert len(shares) == 5
    assert "resampling by lexelt ..." in sent
    assert screen(sent)[0] == "stead: parrot: 186 repeated answers on 67 items (see dup in the signature)."
    assert screen(sent)[-1] == ""


def test_an_error_stands_on_a_line_of_its_own() -> None:
    status, sent = on_a_terminal("stderr", "compare", "gold.txt", "nowhere.txt")
    assert status == 1
    assert screen(sent) == ["stead: nowhere.txt: cannot be read: No such file or directory.", ""]


def test_elsewhere_each_step_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as told:
        told("first", 0.0)
        told("sec\x1bond", 0.5)
    assert capsys.readouterr().err == "stead: first ...\nstead: sec\\x1bond ...\n"


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
        (fetching, f"tiny {'█' * 12}{'░' * 12} 1.5 of 3.0 MB"),
        (fetching_unknown, "tiny 1.5 MB"),
        (reading, "read 12 MB, "),
        (counting, f"items {'█' * 12}{'░' * 12} 2 of 4, "),
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


def test_things_show_their_rate_and_the_time_left_without_those_of_an_earlier_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moments = iter([0.0, 0.0, 10.0])
    monkeypatch.setattr("stead.cli.progress.monotonic", lambda: next(moments, 10.0))
    shown: list[str] = []
    line = Counting("items", 200, already=50)
    monkeypatch.setattr(line, "show", shown.append)
    line(100)  # 50 in 10 s; 100 are left
    assert shown == [f"items {'█' * 12}{'░' * 12} 100 of 200, 5.0 a second, 20 s left"]


def test_tables_show_bytes_with_their_rate_and_other_things_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0.0, 0.0, 1.0, 2.0, 2.0, 4.0, 4.0, 4.0, 5.0, 6.0, 6.0, 6.0])
    monkeypatch.setattr("stead.cli.progress.monotonic", lambda: next(moments, 9.0))
    shown: list[str] = []
    line = Tables()
    monkeypatch.setattr(line, "show", shown.append)
    line("reading", 0, 40_000_000)
    line("reading", 10_000_000, 40_000_000)
    line("counting", 0, 4)
    assert shown[0].endswith("0 of 40 MB, 0.0 MB/s")
    assert re.search(r"10 of 40 MB, \d+\.\d MB/s, \d+ s left$", shown[1])
    assert shown[2].endswith("░ 0 of 4")
