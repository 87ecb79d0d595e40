"""Tables of a comparison on a terminal: bold and coloured there, plain everywhere else."""

import re
from pathlib import Path

import pytest

from tests.cli.running import Command, on_a_terminal

WORDS = ("compare", "gold.txt", "runs/careful.txt", "runs/magpie.txt", "-m", "best", "--resamples", "200")


def sent_to_a_terminal(environment: dict[str, str]) -> str:
    """What a terminal of the usual width is sent on standard output."""
    status, sent = on_a_terminal("stdout", *WORDS, environment={"TERM": "xterm", "COLUMNS": "120", **environment})
    assert status == 0
    return sent.replace("\r\n", "\n")


@pytest.fixture
def piped(stead: Command, example: Path) -> str:
    """What is written to a pipe."""
    return stead(*WORDS).out


def test_headings_are_bold_and_real_differences_marked(piped: str) -> None:
    sent = sent_to_a_terminal({"NO_COLOR": ""})
    assert sent.startswith("\x1b[1mleaderboard\x1b[0m\n")
    assert "\x1b[1;32m>2\x1b[0m" in sent
    assert re.search(r"\x1b\[1;32m\.\d{3}\*\x1b\[0m", sent)
    assert re.sub(r"\x1b\[[\d;]*m", "", sent) == piped


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_who_wants_no_colour_gets_none(piped: str, environment: dict[str, str]) -> None:
    assert sent_to_a_terminal(environment) == piped


def test_files_have_no_style(stead: Command, piped: str, tmp_path: Path) -> None:
    assert stead(*WORDS, "-o", tmp_path / "a.txt").status == 0
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == piped
