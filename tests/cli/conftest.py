"""What the tests of the command line share."""

import io
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from stead.cli import main
from stead.cli.lexsub_score import main as lexsub_score_main
from tests.cli.running import EXAMPLES, GOLD, RUN, Command, Outcome, Write


def _command(
    entry: Callable[[Sequence[str]], int], capture: pytest.CaptureFixture[bytes], patch: pytest.MonkeyPatch
) -> Command:
    def run(*words: str | Path, stdin: bytes = b"") -> Outcome:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capture.readouterr()
        try:
            status = entry([str(word) for word in words])
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 0
        captured = capture.readouterr()
        return Outcome(status, captured.out.decode(), captured.err.decode())

    return run


@pytest.fixture
def stead(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command `stead`."""
    return _command(main, capsysbinary, monkeypatch)


@pytest.fixture
def lexsub_score(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command `lexsub_score`."""
    return _command(lexsub_score_main, capsysbinary, monkeypatch)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder is the bundled example, which is only read."""
    monkeypatch.chdir(EXAMPLES)
    return EXAMPLES


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """The current folder is a new one that holds `gold.txt` and `run.txt`; the function writes further files."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, content: str | bytes) -> str:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    written("gold.txt", GOLD)
    written("run.txt", RUN)
    return written


@pytest.fixture
def interrupts_are_heard() -> Iterator[None]:
    """What is started in the background of a shell ignores Ctrl-C, and so does whatever it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
