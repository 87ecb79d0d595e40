"""Runs the examples of a Markdown page: console sessions and Python.

In a block ```` ```console ````, lines that begin with `$ ` are commands for bash (a line that begins with `> ` goes on
after a backslash), and the lines that follow are what the terminal shows. A line `...` stands for any lines. A
command with nothing after it only has to succeed. The last command of a block ```` ```console exit=1 ```` has
to exit with that status. The one command of a block ```` ```console serves ```` is a server: it is started on a port
that is free, its address is in the variable SERVER of what follows, and it is stopped when the next one is
started or the page ends. Blocks of ```` ```python ```` run as doctests if they have prompts, and otherwise as a
program. A block with `needs=wordnet,bnc` is run where these resources are.

A command that is `stead` and nothing else (no pipe, no redirection) runs in this process, which has imported long ago
what a new one imports for a second; a page with `cold` leaves every command to bash.

The blocks of a page run in order, in one folder and one Python namespace; each console block begins in that folder. It
holds the bundled example, and the files of the folder beside the page that has the page's name.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stead.cli import main

_FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|~{3,})[ ]*(?P<info>[^`]*)")
_LEFT_TO_CI = re.compile(r"(?<!gold )\bmake(?: |$)|\bpip install\b")
_STEAD_ALONE = re.compile(r"(?:cd (?P<folder>[\w/]+) && )?stead (?!campaign serve)(?P<words>[^|<>&;$()`#]+)")
_ANY_LINES = "..."


@dataclass(frozen=True)
class Block:
    """A fenced block: its info string, its lines, and the line of the page on which its text begins."""

    info: str
    lines: list[str]
    line: int

    @property
    def language(self) -> str:
        """The first word of the info string."""
        return self.info.split()[0] if self.info.split() else ""

    @property
    def serves(self) -> bool:
        """Whether the command of a console block is a server."""
        return "serves" in self.info.split()

    @property
    def needs(self) -> list[str]:
        """The resources without which the block is left out."""
        found = re.search(r"\bneeds=(\S+)", self.info)
        return found[1].split(",") if found else []

    @property
    def status(self) -> int:
        """The exit status that a console block expects of its last command."""
        found = re.search(r"\bexit=(\d+)", self.info)
        return int(found[1]) if found else 0


@dataclass
class Step:
    """A command and what it is expected to show."""

    command: str
    line: int
    expected: list[str] = field(default_factory=list)


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, also those indented in a list; one that is never closed is an error."""
    opened: re.Match[str] | None = None
    start = 0
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        fence = _FENCE.fullmatch(line.rstrip())
        if opened is None:
            if fence:
                opened, start, lines = fence, number + 1, []
        elif fence and not fence["info"] and fence["fence"].startswith(opened["fence"]):
            yield Block(opened["info"].strip(), lines, start)
            opened = None
        else:
            indent = len(opened["indent"])
            lines.append(line[indent:] if not line[:indent].strip() else line)
    if opened is not None:
        raise ValueError(f"the block that begins on line {start - 1} is never closed")


def steps(block: Block) -> list[Step]:
    """The commands of a console block, each with its expected lines."""
    found: list[Step] = []
    for number, line in enumerate(block.lines, start=block.line):
        if line.startswith("$ "):
            found.append(Step(line.removeprefix("$ "), number))
        elif found and not found[-1].expected and found[-1].command.endswith("\\") and line.startswith("> "):
            found[-1].command += "\n" + line.removeprefix("> ")
        elif found:
            found[-1].expected.append(line.rstrip())
        elif line.strip():
            raise ValueError(f"line {number}: output without a command, {line!r}")
    for step in found:
        while step.expected and not step.expected[-1]:
            step.expected.pop()
    return found


def is_left_to_ci(block: Block) -> bool:
    """Whether a console block installs or builds, which is what CI itself does."""
    return any(_LEFT_TO_CI.search(step.command) for step in steps(block))


def matches(expected: list[str], shown: list[str]) -> bool:
    """Whether the lines are those expected, where `...` stands for any lines, or none."""
    first, *others = _between_gaps(expected)
    if not others:
        return first == shown
    *middle, last = others
    place, end = len(first), len(shown) - len(last)
    if shown[:place] != first or end < place or shown[end:] != last:
        return False
    for part in middle:
        found = next((at for at in range(place, end - len(part) + 1) if shown[at : at + len(part)] == part), None)
        if found is None:
            return False
        place = found + len(part)
    return True


def _between_gaps(expected: list[str]) -> list[list[str]]:
    """The expected lines, cut wherever any lines may stand."""
    parts: list[list[str]] = [[]]
    for line in expected:
        if line == _ANY_LINES:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


@cache
def _is_here(resource: str) -> bool:
    """Whether a resource has been fetched."""
    command = [sys.executable, "-m", "stead", "resources", "path", resource]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def trimmed(text: str) -> list[str]:
    """The lines of an output without blanks at their ends and without blank lines at the end."""
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines


class Page:
    """A page whose blocks are run one after the other."""

    def __init__(
        self, path: Path, folder: Path, example: Path, programs: Path | None = None, *, cold: bool = False
    ) -> None:
        """`programs` is a folder with another `stead` and `python` than those of this environment."""
        self.path, self.folder, self.programs = path, folder, programs
        self.cold = cold or programs is not None
        self.namespace: dict[str, Any] = {"__name__": "__main__"}
        self.variables: dict[str, str] = {}
        self._server: subprocess.Popen[bytes] | None = None
        shutil.copytree(example, folder, dirs_exist_ok=True)
        if path.with_suffix("").is_dir():
            shutil.copytree(path.with_suffix(""), folder, dirs_exist_ok=True)

    def run(self) -> list[str]:
        """Run everything; what went wrong, in words."""
        text = self.path.read_text(encoding="utf-8")
        try:
            return [problem for block in blocks(text) for problem in self.run_block(block)]
        finally:
            self._stop_server()

    def run_block(self, block: Block) -> list[str]:
        """Run one block; blocks in other languages are text."""
        if not all(map(_is_here, block.needs)):
            return []
        if block.language == "console" and block.serves:
            return self._start_server(block)
        if block.language == "console" and not is_left_to_ci(block):
            return self._run_console(block)
        if block.language == "python":
            return self._run_python(block)
        return []

    def _run_console(self, block: Block) -> list[str]:
        problems, here = [], self.folder
        session = steps(block)
        for position, step in enumerate(session):
            status, shown, here = self._run_command(step.command, here)
            wanted = block.status if position == len(session) - 1 else 0
            place = f"{self.path.name}:{step.line}: $ {step.command}\n"
            if status != wanted:
                problems.append(f"{place}exit status {status}, expected {wanted}:\n" + "\n".join(shown))
            elif step.expected and not matches(step.expected, shown):
                problems.append(
                    f"{place}expected:\n" + "\n".join(step.expected) + "\n\nshown:\n" + "\n".join(shown) + "\n"
                )
        return problems

    def _run_command(self, command: str, here: Path) -> tuple[int, list[str], Path]:
        """Status, lines as on a terminal, and the folder that the command has gone to."""
        alone = None if self.cold else _STEAD_ALONE.fullmatch(command)
        if alone:
            folder = here / (alone["folder"] or "")
            return *self._run_in_this_process(alone["words"], folder), folder
        note = self.folder.parent / f"{self.folder.name}.pwd"
        done = subprocess.run(
            ["bash", "-c", f"{command}\nstatus=$?; pwd > {str(note)!r}; exit $status"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            cwd=here,
            env=self._environment(),
            timeout=600,  # on a busy machine
        )
        gone_to = Path(note.read_text(encoding="utf-8").strip()) if note.exists() else here
        note.unlink(missing_ok=True)
        return done.returncode, trimmed(done.stdout.decode()), gone_to

    def _run_in_this_process(self, command: str, here: Path) -> tuple[int, list[str]]:
        """Run the words of a command of `stead`, with patterns of files expanded as bash does."""
        words = shlex.split(command.replace("\\\n", " "))
        names = [
            sorted(str(path.relative_to(here)) for path in here.glob(word)) if "*" in word else [] for word in words
        ]
        arguments = [name for word, found in zip(words, names, strict=True) for name in found or [word]]
        shown = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with (
            contextlib.chdir(here),
            contextlib.redirect_stdout(shown),
            contextlib.redirect_stderr(shown),
            pytest.MonkeyPatch.context() as patch,
        ):
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
            for name, value in self._environment().items():
                patch.setenv(name, value)
            try:
                status = main(arguments)
            except SystemExit as leaving:
                status = leaving.code if isinstance(leaving.code, int) else 0
        return status, trimmed(shown.buffer.getvalue().decode())

    def _environment(self) -> dict[str, str]:
        path = f"{self.programs or Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        own = {"PATH": path, "COLUMNS": "80", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        return {**os.environ, **own, **self.variables}

    def _start_server(self, block: Block) -> list[str]:
        """Start a server, and wait until it says where it is."""
        self._stop_server()
        (step,) = steps(block)
        log = self.folder.parent / f"{self.folder.name}.log"
        log.write_bytes(b"")
        command = ["bash", "-c", f"exec {step.command} --port 0 > {str(log)!r} 2>&1"]
        self._server = subprocess.Popen(command, cwd=self.folder, env=self._environment())
        end = time.monotonic() + 600
        while time.monotonic() < end and self._server.poll() is None:
            if found := re.search(r"served at (http://\S+)", log.read_text(encoding="utf-8")):
                self.variables["SERVER"] = found[1]
                return []
            time.sleep(0.1)
        return [f"{self.path.name}:{step.line}: $ {step.command}\nis not served:\n{log.read_text(encoding='utf-8')}"]

    def _stop_server(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait()
            self._server = None

    def _run_python(self, block: Block) -> list[str]:
        source = "\n".join(block.lines) + "\n"
        place = f"{self.path.name}:{block.line}"
        if self.programs is not None:
            return self._run_other_python(self.programs / "python", source, place)
        shown = io.StringIO()
        with (
            contextlib.chdir(self.folder),
            contextlib.redirect_stdout(shown),
            pytest.MonkeyPatch.context() as patch,
        ):
            for name, value in self.variables.items():
                patch.setenv(name, value)
            if ">>>" in source:
                return self._run_doctest(source, place)
            try:
                exec(compile(source, place, "exec"), self.namespace)
            except Exception as error:
                return [f"{place}: {type(error).__name__}: {error}"]
        return []

    def _run_other_python(self, python: Path, source: str, place: str) -> list[str]:
        done = subprocess.run(
            [python, "-c", source],
            cwd=self.folder,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        return [f"{place}: {done.stderr}"] if done.returncode else []

    def _run_doctest(self, source: str, place: str) -> list[str]:
        test = doctest.DocTestParser().get_doctest(source, {}, place, place, 0)
        test.globs = self.namespace
        report = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=report.write, clear_globs=False)
        return [f"{place}:\n{report.getvalue()}"] if runner.failures else []
