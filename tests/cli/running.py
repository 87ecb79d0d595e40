"""Run the commands as a person does: words in, an exit status and two streams out."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Protocol

EXAMPLES = Path(str(files("stead"))) / "examples"
SCRIPTS = Path(sys.executable).parent
"""Where the commands of this environment are: next to its interpreter, which may be a link to one elsewhere."""

# Worked by hand: item 1 scores best (1+3)/2/4 = .5, item 2 scores 2/1/4 = .5, item 3 scores 0; item 4 has one
# response only and is not scored. The modes are clever and shiny; the run's first guesses are smart and shiny.
GOLD = (
    "bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: shiny 2;vivid 1;lit 1;\n"
    "dog.n 3 :: hound 2;mutt 2;\nrun.v 4 :: sprint 1;\n"
)
RUN = "bright.a 1 :: smart;clever\nbright.a 2 :: shiny\ndog.n 3 :: cat\n"


@dataclass(frozen=True)
class Outcome:
    """What a command leaves behind."""

    status: int
    out: str
    err: str


class Command(Protocol):
    """Runs a command in this process; `stdin` is what it finds on standard input."""

    def __call__(self, *words: str | Path, stdin: bytes = b"") -> Outcome: ...


class Write(Protocol):
    """Writes a file into the current folder and gives its name."""

    def __call__(self, name: str, content: str | bytes) -> str: ...


def run_script(
    name: str,
    *words: str | Path,
    stdin: bytes = b"",
    environment: dict[str, str] | None = None,
    folder: Path = EXAMPLES,
) -> subprocess.CompletedProcess[bytes]:
    """Run an installed command in a process of its own."""
    return subprocess.run(
        [str(SCRIPTS / name), *map(str, words)],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, **(environment or {})},
    )


def run_into_closed_pipe(name: str, *words: str) -> tuple[int, str]:
    """Run a command whose reader has already gone; its status and standard error."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [str(SCRIPTS / name), *words], stdout=writer, stderr=subprocess.PIPE, check=False, cwd=EXAMPLES
        )
    finally:
        os.close(writer)
    return done.returncode, done.stderr.decode()


def on_a_terminal(stream: str, *words: str, environment: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a command one of whose streams (`stdout` or `stderr`) is a terminal; its status, and what that was sent."""
    keeper, terminal = pty.openpty()
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: terminal}
    running = subprocess.Popen(
        [str(SCRIPTS / "stead"), *words],
        stdout=streams["stdout"],
        stderr=streams["stderr"],
        cwd=EXAMPLES,
        env={**os.environ, **(environment or {})},
    )
    os.close(terminal)
    sent = b""
    with suppress(OSError):  # nobody has the terminal open any more
        while part := os.read(keeper, 1 << 16):
            sent += part
    os.close(keeper)
    return running.wait(), sent.decode()


def cells(table: str) -> list[list[str]]:
    """The words of each line of a text table."""
    return [line.split() for line in table.splitlines()]


def tsv(text: str) -> list[dict[str, str]]:
    """The rows of a tab-separated table, by the names of its columns."""
    lines: Sequence[str] = text.rstrip("\n").split("\n")
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines[1:]]
