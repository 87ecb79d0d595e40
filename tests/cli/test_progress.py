"""How far long work is: a bar on a terminal, and nothing left of it afterwards."""

import io
import logging
import re
import sys

import pytest

from stead.cli.progress_bar import draw_progress
from stead.core.progress import Bytes, part_of
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
    with draw_progress() as progress:
        progress("first", 0.0, 1)
        progress("sec\x1bond", 0.5, 1)
        progress("first", 0.7, 1)
    assert capsys.readouterr().err == "stead: first ...\nstead: sec\\x1bond ...\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


HALF = f"{'█' * 12}{'░' * 12}"
AMOUNTS = [
    ("tiny", Bytes(1_500_000), Bytes(3_000_000), f"tiny {HALF} 1.5 of 3.0 MB"),
    ("tiny", Bytes(1_500_000), 0, "tiny 1.5 MB"),
    ("items", 2, 4, f"items {HALF} 2 of 4"),
    ("items", 600_000, 1_200_000, f"items {HALF} 600,000 of 1,200,000"),
    ("nouns", 12_000, 0, "nouns 12,000"),
    ("vocabulary", 0, 0, "vocabulary"),
    ("odd\x1bname", 2, 4, f"odd\\x1bname {HALF} 2 of 4"),
]


@pytest.mark.parametrize(("step", "done", "total", "shown"), AMOUNTS)
def test_amounts_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, step: str, done: float, total: float, shown: str
) -> None:
    monkeypatch.setattr("stead.cli.progress_bar._EVERY", 1e-9)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    with draw_progress() as progress:
        progress(step, done, total)
        assert stream.getvalue() == f"\r\x1b[K{shown}"
    assert stream.getvalue() == f"\r\x1b[K{shown}\r\x1b[K"


@pytest.mark.parametrize(("step", "done", "total", "shown"), AMOUNTS)
def test_amounts_are_nothing_elsewhere(
    monkeypatch: pytest.MonkeyPatch, step: str, done: float, total: float, shown: str
) -> None:
    monkeypatch.setattr("stead.cli.progress_bar._EVERY", 1e-9)
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with draw_progress() as progress:
        progress(step, done, total)
    assert stream.getvalue() == ""


def test_a_line_is_not_drawn_more_often_than_the_eye_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    with draw_progress() as progress:
        for number in range(1000):
            progress("items", number, 1000)
    assert stream.getvalue().count("items") < 100


def drawn(monkeypatch: pytest.MonkeyPatch, *told: tuple[float, str, float, float]) -> list[str]:
    """What is drawn at these seconds."""
    now = 0.0
    monkeypatch.setattr("stead.cli.progress_bar.monotonic", lambda: now)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    with draw_progress() as progress:
        for second, step, done, total in told:
            now = second
            progress(step, done, total)
    return stream.getvalue().split("\r\x1b[K")[1:-1]


def test_rate_and_time_left_leave_out_what_an_earlier_try_has_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """50 in 10 s; 100 are left."""
    found = drawn(monkeypatch, (0.0, "items", 50, 200), (10.0, "items", 100, 200))
    assert found == [f"items {HALF} 100 of 200, 5.0 a second, 20 s left"]


def test_every_step_has_a_rate_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    bytes_read = [(0.0, "reading", Bytes(0), Bytes(40_000_000)), (4.0, "reading", Bytes(20_000_000), Bytes(40_000_000))]
    found = drawn(monkeypatch, *bytes_read, (5.0, "counting", 0, 4), (7.0, "counting", 2, 4))
    assert found == [
        f"reading {HALF} 20.0 of 40.0 MB, 5.0 MB/s, 4 s left",
        f"counting {'░' * 24} 0 of 4",
        f"counting {HALF} 2 of 4, 1.0 a second, 2 s left",
    ]


def test_what_is_logged_stands_on_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    with draw_progress() as progress:
        progress("first", 0.5, 1)
        logging.getLogger("stead").info("laying out: a %s.", "minute")
        progress("second", 0.7, 1)
    assert screen(stream.getvalue()) == ["stead: laying out: a minute.", ""]


def test_a_part_of_the_work_lies_between_two_shares() -> None:
    told: list[tuple[str, float, float]] = []
    part_of(lambda *step: told.append(step), 0.5, 0.9)("annotators", 1, 4)
    ((step, done, total),) = told
    assert (step, total) == ("annotators", 1)
    assert done == pytest.approx(0.6)
