"""Bytes in and out: gzip, standard input and output, limits, and writing whole or not at all."""

import gzip
import hashlib
import io
import os
import random
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from stead.core.errors import BadInput
from stead.core.faults import Source
from stead.core.substitutes import Run, RunRow
from stead.formats import Content, load, open_content, read_content, save, write_content

LINE = b"bright.a 1 :: clever;smart\n"


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes into standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


def refusal(path: Path | str, limit: int | None = None) -> str:
    with pytest.raises(BadInput) as caught:
        read_content(path) if limit is None else read_content(path, limit=limit)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


# ------------------------------------------------------------------------------------------------------- reading


def test_a_plain_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_bytes(LINE)
    assert read_content(tmp_path / "run.txt") == Content(str(tmp_path / "run.txt"), LINE)


@pytest.mark.parametrize("name", ["run.txt.gz", "run.txt", "run", "run.xml", "-run"])
def test_gzip_is_unpacked_whatever_the_file_is_called(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(LINE))
    assert read_content(tmp_path / name).data == LINE


def test_a_plain_file_called_gz_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "run.txt.gz").write_bytes(LINE)
    assert read_content(tmp_path / "run.txt.gz").data == LINE


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_can_be_read_piece_by_piece(tmp_path: Path, packed: bool) -> None:
    (tmp_path / "run.txt").write_bytes(gzip.compress(LINE * 2) if packed else LINE * 2)
    with open_content(tmp_path / "run.txt") as file:
        assert [file.readline(), file.readline(6), file.read()] == [LINE, LINE[:6], LINE[6:]]


def test_standard_input_can_be_read_piece_by_piece(stdin: Callable[[bytes], None]) -> None:
    stdin(gzip.compress(LINE * 2))
    with open_content("-") as file:
        assert list(file) == [LINE, LINE]


def test_damage_in_the_middle_is_told_when_it_is_reached(tmp_path: Path) -> None:
    (tmp_path / "run.gz").write_bytes(gzip.compress(random.Random(1).randbytes(100_000))[:-50])
    pieces = []

    def read() -> None:
        with open_content(tmp_path / "run.gz") as file:
            pieces.append(file.read(1000))
            pieces.append(file.read())

    with pytest.raises(BadInput, match=r"run.gz: a damaged gzip file"):
        read()
    assert list(map(len, pieces)) == [1000]


def test_gzip_of_several_members_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "run.gz").write_bytes(gzip.compress(LINE) + gzip.compress(LINE))
    assert read_content(tmp_path / "run.gz").data == LINE * 2


def test_standard_input_is_read(stdin: Callable[[bytes], None]) -> None:
    stdin(LINE)
    content = read_content("-")
    assert (content.data, content.name) == (LINE, "stdin")


def test_standard_input_may_be_gzipped(stdin: Callable[[bytes], None]) -> None:
    stdin(gzip.compress(LINE))
    assert read_content("-").data == LINE


def test_a_run_is_loaded_from_standard_input(stdin: Callable[[bytes], None]) -> None:
    stdin(LINE)
    run, report = load("-", "run")
    assert run.name == "stdin"
    assert list(run) == [RunRow("bright.a", "1", ["clever", "smart"])]
    assert not report.faults


@pytest.mark.parametrize("cut", [5, 12, -9, -4, -1])
def test_a_truncated_gzip_file_is_refused_in_one_sentence(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(LINE * 100)[:cut])
    assert "gzip" in refusal(path)


@pytest.mark.parametrize("place", [3, 10, 15, -8, -4])
def test_a_damaged_gzip_file_is_refused_in_one_sentence_or_reads_the_same(tmp_path: Path, place: int) -> None:
    data = bytearray(gzip.compress(random.Random(1).randbytes(500)))
    data[place] ^= 0xFF
    path = tmp_path / "run.gz"
    path.write_bytes(data)
    assert "gzip" in refusal(path)


def test_garbage_behind_a_gzip_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(LINE) + b"garbage")
    assert "gzip" in refusal(path)


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_bytes(b"x" * 100)
    assert len(read_content(path, limit=100).data) == 100
    assert "larger than 99 bytes" in refusal(path, limit=99)


def test_a_small_gzip_file_that_unpacks_to_much_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(50_000_000)))
    assert "larger than 1,000,000 bytes" in refusal(path, limit=1_000_000)


def test_a_gzip_file_of_exactly_the_limit_is_read_even_if_packing_made_it_larger(tmp_path: Path) -> None:
    path, data = tmp_path / "noise.gz", random.Random(1).randbytes(2_000)
    path.write_bytes(gzip.compress(data))
    assert path.stat().st_size > 2_000
    assert read_content(path, limit=2_000).data == data


def test_a_gzip_file_that_is_too_large_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "noise.gz"
    path.write_bytes(gzip.compress(random.Random(1).randbytes(2_000)))
    assert "larger than 1,000 bytes" in refusal(path, limit=1_000)


def test_standard_input_is_limited_too(stdin: Callable[[bytes], None]) -> None:
    stdin(b"x" * 11)
    assert "larger" in refusal("-", limit=10)


def test_a_missing_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "absent.txt")


def test_a_directory_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "directory" in refusal(tmp_path)


def test_a_name_too_long_for_the_system_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path / ("x" * 5_000))


def test_a_name_with_a_null_character_is_refused_in_one_sentence() -> None:
    assert "cannot be read" in refusal("a\x00b")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_bytes(LINE)
    path.chmod(0)
    assert "Permission" in refusal(path)


# ---------------------------------------------------------------------------------------------------- identity


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("folder/run.txt", "run"),
        ("run.txt.gz", "run"),
        ("run.v2.txt", "run.v2"),
        ("run", "run"),
        (".hidden", ".hidden"),
        ("-", "stdin"),
    ],
)
def test_a_table_calls_a_file_by_its_name_without_folders_and_endings(path: str, name: str) -> None:
    assert Content(path, b"").name == name


def test_packing_a_file_does_not_change_its_hash(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_bytes(LINE)
    (tmp_path / "packed.gz").write_bytes(gzip.compress(LINE))
    expected = hashlib.sha256(LINE).hexdigest()
    assert read_content(tmp_path / "plain.txt").sha256 == expected
    assert read_content(tmp_path / "packed.gz").sha256 == expected


# ------------------------------------------------------------------------------------------------------ writing


def test_a_file_is_written_and_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    for data in (b"first, and longer", b"second"):
        write_content(path, data)
        assert path.read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]


def test_a_written_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.write_bytes(b"")
    write_content(tmp_path / "out.txt", b"x")
    assert stat.S_IMODE((tmp_path / "out.txt").stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_a_name_in_gz_is_packed_with_the_same_bytes_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_content(tmp_path / "one.gz", LINE)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    write_content(tmp_path / "two.gz", LINE)
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.gz").read_bytes()) == LINE


def test_standard_output_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(buffer))
    write_content("-", LINE)
    assert buffer.getvalue() == LINE


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_content("/dev/null", LINE)
    assert Path("/dev/null").is_char_device()


def test_a_failure_while_the_old_file_is_replaced_leaves_it_whole_and_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.txt"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        write_content(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]


def test_a_failure_while_bytes_are_written_leaves_the_old_file_whole_and_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.txt"
    path.write_bytes(b"old")
    genuine = tempfile.NamedTemporaryFile

    def full(*arguments: object, **options: object) -> IO[bytes]:
        file: IO[bytes] = genuine(*arguments, **options)  # type: ignore[call-overload]

        def write(_: bytes) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(file, "write", write, raising=False)
        return file

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    with pytest.raises(BadInput, match="No space left on device"):
        write_content(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.parametrize("name", ["absent/out.txt", "."])
def test_a_place_that_cannot_be_written_to_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"cannot be written: .+\.$"):
        write_content(tmp_path / name, b"x")


def test_a_noun_is_saved_packed_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "run.txt.gz"
    run = Run.of([RunRow("bright.a", "1", ["clever"])], Source("made", ""))
    assert save(run, "run", path, "semeval") == []
    assert gzip.decompress(path.read_bytes()) == b"bright.a 1 :: clever\n"
    assert list(load(path, "run")[0]) == list(run)
