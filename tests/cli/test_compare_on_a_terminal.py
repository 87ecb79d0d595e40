"""Tables of a comparison on a terminal: bold and coloured there, plain everywhere else."""

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, SCRIPTS

WORDS = ("compare", "gold.txt", "runs/careful.txt", "runs/magpie.txt", "-m", "best", "--resamples", "200")


def sent_to_a_terminal(environment: dict[str, str]) -> str:
    """What a terminal of the usual width is sent on standard output."""
    keeper, terminal = pty.openpty()
    running = subprocess.Popen(
        [str(SCRIPTS / "stead"), *WORDS],
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        cwd=EXAMPLES,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120", **environment},
    )
    os.close(terminal)
    sent = b""
    while True:
        try:
            part = os.read(keeper, 1 << 16)
        except OSError:  # nobody has the terminal open any more
            break
        if not part:
            break
        sent += part
    os.close(keeper)
    assert running.wait() == 0
    return sent.decode().replace("\r\n", "\n")


def piped() -> str:
    done = subprocess.run([str(SCRIPTS / "stead"), *WORDS], capture_output=True, check=True, cwd=EXAMPLES)
    return done.stdout.decode()


def test_headings_are_bold_and_real_differences_marked() -> None:
    sent = sent_to_a_terminal({"NO_COLOR": ""})
    assert sent.startswith("\x1b[1mleaderboard\x1b[0m\n")
    assert "\x1b[1;32m>2\x1b[0m" in sent
    assert re.search(r"\x1b\[1;32m\.\d{3}\*\x1b\[0m", sent)
    assert re.sub(r"\x1b\[[\d;]*m", "", sent) == piped()


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_who_wants_no_colour_gets_none(environment: dict[str, str]) -> None:
    assert sent_to_a_terminal(environment) == piped()


def test_files_have_no_style(tmp_path: Path) -> None:
    subprocess.run([str(SCRIPTS / "stead"), *WORDS, "-o", str(tmp_path / "a.txt")], cwd=EXAMPLES, check=True)
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == piped()
