"""Files of lines: wherever a line ends, however many read at once, and what happens to the file in the meantime."""

import gc
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.lexicons.lexicon_files import LineFile, RandomAccessFile

CHUNKS = (1 << 11, 1 << 14, 1 << 16, 1 << 17)  # of lines that are read one by one and of those that are read in order
LONGEST = 1 << 20
WORDS = [b"%06d" % number for number in range(0, 40_000, 2)]


def write_lines(path: Path, *lines: bytes) -> LineFile:
    path.write_bytes(b"".join(lines))
    return LineFile(path)


@pytest.fixture
def sorted_lines(tmp_path: Path) -> LineFile:
    """Some blocks of lines of a word and a number."""
    return write_lines(tmp_path / "index", *(b"%s %d\n" % (word, int(word)) for word in WORDS))


def found(file: LineFile, word: bytes) -> list[bytes]:
    return [line for _, line in file.lines_of(word, b" ")]


@pytest.fixture
def _without_positioned_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pread", raising=False)


@pytest.mark.parametrize("length", [chunk + more for chunk in CHUNKS for more in (-1, 0, 1)] + [LONGEST])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_may_end_anywhere_in_a_chunk(length: int, end: bytes, tmp_path: Path) -> None:
    first = b"a " + b"x" * (length - 2 - len(end))
    file = write_lines(tmp_path / "index", first, end, b"b 2", end)
    assert file.line(0) == first
    assert file.next_line(0) == length
    assert list(file.lines()) == [(0, first), (length, b"b 2")]
    assert list(file.lines_of(b"a", b" ")) == [(0, first)]
    assert list(file.lines_of(b"b", b" ")) == [(length, b"b 2")]


@pytest.mark.parametrize("more", [0, 1 << 13])
def test_a_line_that_is_too_long_has_no_end(more: int, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "index", b"a 1\nb ", b"x" * (LONGEST - 2 + more), b"\nc 3\n")
    complaint = "index: byte 4: expected a whole line, found no end of it"
    with pytest.raises(BadInput, match=complaint):
        file.line(4)
    with pytest.raises(BadInput, match=complaint):
        list(file.lines())
    with pytest.raises(BadInput, match=r"index: byte \d: expected (a whole line|whole lines), found no end of "):
        found(file, b"b")


def test_a_last_line_without_an_end_is_damage_where_it_is_read(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "index", b"a 1\nb 2")
    assert found(file, b"a") == [b"a 1"]
    assert file.next_line(4) == file.size == 7
    complaint = "index: byte 4: expected a whole line, found no end of it"
    with pytest.raises(BadInput, match=complaint):
        file.line(4)
    with pytest.raises(BadInput, match=complaint):
        found(file, b"b")
    lines = file.lines()
    assert next(lines) == (0, b"a 1")
    with pytest.raises(BadInput, match=complaint):
        next(lines)


def test_every_word_of_many_blocks_is_found_and_no_other(sorted_lines: LineFile) -> None:
    for word in WORDS[::7]:
        assert found(sorted_lines, word) == [b"%s %d" % (word, int(word))]
        assert found(sorted_lines, b"%06d" % (int(word) + 1)) == found(sorted_lines, word[:-1]) == []


def test_lines_of_one_word_may_fill_several_blocks(tmp_path: Path) -> None:
    lines = [b"b %d" % number for number in range(3000)]
    file = write_lines(tmp_path / "index", b"a 1\n", b"\n".join(lines), b"\nc 1\n")
    assert found(file, b"b") == lines


def test_only_bytes_of_the_file_are_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"0123456789")
    file = RandomAccessFile(tmp_path / "file")
    assert [file.read(*place) for place in ((0, 3), (8, 3), (10, 1), (12, 1), (4, 0))] == [b"012", b"89", b"", b"", b""]


@pytest.mark.usefixtures("_without_positioned_reads")
def test_threads_read_at_once_also_without_positioned_reads(sorted_lines: LineFile) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda word: found(sorted_lines, word), WORDS[::11])
        assert list(answers) == [[b"%s %d" % (word, int(word))] for word in WORDS[::11]]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_and_its_parent_read_at_once(sorted_lines: LineFile) -> None:
    def all_found() -> bool:
        return all(found(sorted_lines, word) == [b"%s %d" % (word, int(word))] for word in WORDS)

    process = os.fork()
    if process == 0:
        signal.alarm(60)
        os._exit(0 if all_found() else 1)
    assert all_found()
    assert os.waitpid(process, 0)[1] == 0


@pytest.mark.parametrize("positioned", [True, False])
def test_a_file_that_shrinks_while_it_is_open_is_damage(
    positioned: bool, sorted_lines: LineFile, request: pytest.FixtureRequest
) -> None:
    if not positioned:
        request.getfixturevalue("_without_positioned_reads")
    size = sorted_lines.size
    os.truncate(sorted_lines.path, 5000)
    complaint = f"index: byte 5000: expected a file of {size} bytes, found its end; the file is damaged"
    for read in (
        lambda: list(sorted_lines.lines()),
        lambda: sorted_lines.line(4990),
        lambda: sorted_lines.next_line(4999),
        lambda: found(sorted_lines, WORDS[-1]),
    ):
        with pytest.raises(BadInput, match=complaint):
            read()


def test_an_error_of_the_disk_is_said(sorted_lines: LineFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: int) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "pread", fail, raising=False)
    with pytest.raises(BadInput, match=r"index: cannot be read: Input/output error\."):
        sorted_lines.line(0)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        LineFile(tmp_path)
    with pytest.raises(BadInput, match="byte 0: expected a lexicon, found an empty file"):
        write_lines(tmp_path / "index")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_a_file_that_nobody_has_any_more_is_closed(tmp_path: Path) -> None:
    def is_open() -> bool:
        names = (os.path.realpath(entry) for entry in Path("/proc/self/fd").iterdir())
        return str(tmp_path / "index") in names

    file = write_lines(tmp_path / "index", b"a 1\n")
    own = [file]
    own.append(own)  # type: ignore[arg-type]  # a ring, which only the garbage collector finds
    assert is_open()
    del file, own
    gc.collect()
    assert not is_open()
