"""Whatever a file holds, reading it takes time and memory in proportion to its size."""

import subprocess
import sys
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.formats import Options, load
from stead.formats.format import BLOCK
from stead.rules.definitions import Rules
from tests.formats.made import quickly

MANY = "".join(f"bright.a {number} :: clever;smart;a;b;c\n" for number in range(1, 20_001))


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize("spaces", [10, 10_000_000])
def test_spaces_inside_a_line_take_no_time(tmp_path: Path, spaces: int) -> None:
    path = write(tmp_path / "run.txt", MANY + f"bright.a 0 :: x;{' ' * spaces}y {' ' * spaces};z\n")
    with quickly(5):
        run, _ = load(path, "run")
    assert list(run)[-1].answers == ["x", "y", "z"]


def test_spaces_inside_a_gold_line_take_no_time(tmp_path: Path) -> None:
    path = write(tmp_path / "gold.txt", f"bright.a 1 :: x{' ' * 3_000_000}2;{' ' * 3_000_000}y 1;\n")
    with quickly(5):
        gold, _ = load(path, "gold")
    assert next(iter(gold)).weights == [("x", 2.0), ("y", 1.0)]


def test_rows_of_combining_marks_take_no_time() -> None:
    with quickly(3):
        Rules().normalise("a" + "\u0301\u0323" * 1_000_000)


def test_combining_marks_are_composed_where_terms_are_terms() -> None:
    assert Rules().normalise("e\u0301te\u0301") == "été"


@pytest.mark.parametrize("before", ["bright.a 1 :: clever\n", None])
def test_a_carriage_return_means_the_same_wherever_a_block_ends(tmp_path: Path, before: str | None) -> None:
    """The last two lines end in CR alone, which is no line end in a file that has LF."""
    if before is None:
        line = "bright.a 1 :: clever;smart\n"
        before = line * (BLOCK // len(line) - 1)
        before += f"bright.a 1 :: {'x' * (BLOCK - len(before) - 15)}\n"
        assert len(before) == BLOCK
    path = write(tmp_path / "run.txt", f"{before}bright.a 2 :: dim\rbright.a 3 :: dull\r")
    run, report = load(path, "run")
    assert run.ids[-1] == "2"
    assert report.counts() == {}


def test_a_line_beyond_all_bounds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.formats.format.MAX_LINE", 1 << 23)
    path = write(tmp_path / "run.txt", "bright.a 1 :: clever\n" + "x" * (1 << 23) + "y\n")
    with pytest.raises(BadInput, match=r"run\.txt:2: a line of 8,388,610 bytes; lines have 8,388,608 at most"):
        load(path, "run")


def test_one_long_word_makes_no_column_for_all_others(tmp_path: Path) -> None:
    """What a block takes is bounded; beyond it, memory follows the bytes of the file."""
    lines = "".join(f"bright.a {number} :: {';'.join(['ab'] * 34_000)}\n" for number in range(400))
    path = write(tmp_path / "run.txt", f"{lines}bright.a 401 :: {'z' * 500}\n")
    code = f"import stead; stead.read_run({str(path)!r}); " + _PEAK
    assert float(_output(code)) < 10 * path.stat().st_size / 2**20 + 500


# Not ru_maxrss, which begins with what the process that starts this one takes: a worker of the tests may be large.
_PEAK = "print(int(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0]) / 1024)"


def _output(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_a_file_of_faults_is_counted_to_the_end(tmp_path: Path) -> None:
    path = write(tmp_path / "run.txt", MANY + "x y\n" * 30_000)
    _, report = load(path, "run", Options())
    assert report.total() == 30_000
    assert len(report.faults) == 10_001
    assert "only counted" in report.faults[-1].message
