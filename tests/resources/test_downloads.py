"""Downloads: what is cut is resumed, now or later; what has changed or is not resumable begins anew."""

import errno
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stead.core.errors import BadInput
from stead.core.progress import silent
from stead.resources.downloads import Download, download
from tests.resources.made import sha256, tree
from tests.resources.server import Served, serving

DATA = bytes(range(256)) * 1000


@pytest.fixture
def served() -> Iterator[Served]:
    with serving({"/data": DATA}) as server:
        yield server


def fetch(served: Served, target: Path, checksum: str = sha256(DATA), most: int = len(DATA)) -> bytes:
    wanted = Download(address=f"{served.address}/data", label="data", most_bytes=most, sha256=checksum)
    download(wanted, target, silent)
    return target.read_bytes()


def interrupted(served: Served, target: Path, checksum: str = sha256(DATA), after: int = 100_000) -> None:
    """A fetch that the server ends: first after some bytes, then, asked for the rest, at once."""
    served.cuts = [after, 0]
    with pytest.raises(BadInput, match=r"the connection was cut after .* bytes. What has arrived is kept"):
        fetch(served, target, checksum)
    served.asked.clear()


def test_a_file_is_fetched_whole_and_nothing_else_is_left(served: Served, tmp_path: Path, cache: Path) -> None:
    assert fetch(served, tmp_path / "x") == DATA
    assert served.asked == [("/data", "")]
    assert tree(cache) == ["partial"]


def test_a_connection_that_is_cut_is_opened_again_for_the_rest(served: Served, tmp_path: Path) -> None:
    served.cuts = [100_000, 50_000]
    assert fetch(served, tmp_path / "x") == DATA
    assert served.asked == [("/data", ""), ("/data", "bytes=100000-"), ("/data", "bytes=150000-")]


def test_what_was_interrupted_is_resumed_by_the_next_attempt(served: Served, tmp_path: Path, cache: Path) -> None:
    interrupted(served, tmp_path / "x")
    assert fetch(served, tmp_path / "x") == DATA
    assert served.asked == [("/data", "bytes=100000-")]
    assert tree(cache) == ["partial"]


def test_a_message_says_how_much_has_arrived(served: Served, tmp_path: Path) -> None:
    served.cuts = [100_000, 0]
    with pytest.raises(
        BadInput, match=r"/data: cannot be fetched: the connection was cut after 100,000 of 256,000 byt"
    ):
        fetch(served, tmp_path / "x")


def test_a_server_that_sends_little_each_time_is_given_up(served: Served, tmp_path: Path) -> None:
    served.cuts = [1] * 100
    with pytest.raises(BadInput, match="was cut after 5 of 256,000 bytes"):
        fetch(served, tmp_path / "x")
    assert len(served.asked) == 5


@pytest.mark.parametrize("checksum", [sha256(DATA), ""])
def test_a_server_that_knows_no_ranges_sends_the_file_anew(served: Served, tmp_path: Path, checksum: str) -> None:
    interrupted(served, tmp_path / "x", checksum)
    served.knows_ranges = False
    assert fetch(served, tmp_path / "x", checksum) == DATA


@pytest.mark.parametrize("checksum", [True, False])
def test_a_file_that_has_changed_since_is_fetched_anew(served: Served, tmp_path: Path, checksum: bool) -> None:
    interrupted(served, tmp_path / "x", sha256(DATA) if checksum else "")
    new = DATA[::-1]
    served.files["/data"], served.version = new, "2"
    assert fetch(served, tmp_path / "x", sha256(new) if checksum else "") == new
    assert served.asked == [("/data", "bytes=100000-"), ("/data", "")]


def test_a_changed_file_whose_version_is_unknown_is_noticed_by_its_checksum(served: Served, tmp_path: Path) -> None:
    served.version = ""
    interrupted(served, tmp_path / "x")
    new = DATA[::-1]
    served.files["/data"] = new
    assert fetch(served, tmp_path / "x", sha256(new)) == new
    assert served.asked == [("/data", "bytes=100000-"), ("/data", "")]


def test_without_version_and_checksum_nothing_is_resumed(served: Served, tmp_path: Path) -> None:
    served.version = ""
    interrupted(served, tmp_path / "x", checksum="")
    assert fetch(served, tmp_path / "x", checksum="") == DATA
    assert served.asked == [("/data", "")]


def test_a_file_that_has_become_shorter_is_fetched_anew(served: Served, tmp_path: Path) -> None:
    interrupted(served, tmp_path / "x")
    served.files["/data"], served.version = b"short", "2"
    assert fetch(served, tmp_path / "x", sha256(b"short")) == b"short"


def test_another_range_than_was_asked_for_is_not_put_together(served: Served, tmp_path: Path) -> None:
    interrupted(served, tmp_path / "x")
    served.lies_about = 10
    assert fetch(served, tmp_path / "x") == DATA


def test_what_arrived_whole_before_a_process_was_killed_is_not_asked_for_again(served: Served, tmp_path: Path) -> None:
    interrupted(served, tmp_path / "x", after=len(DATA) - 1)
    (partial,) = [path for path in (tmp_path / "cache" / "partial").iterdir() if path.stat().st_size > 1000]
    partial.write_bytes(DATA)
    assert fetch(served, tmp_path / "x") == DATA
    assert served.asked == []


def test_a_wrong_checksum_is_said_and_nothing_is_kept(served: Served, tmp_path: Path, cache: Path) -> None:
    with pytest.raises(BadInput) as refused:
        fetch(served, tmp_path / "x", checksum=sha256(b"other"))
    assert f"/data: has the checksum {sha256(DATA)}, but {sha256(b'other')} was expected; nothing was kept" in str(
        refused.value
    )
    assert tree(cache) == ["partial"]
    assert not (tmp_path / "x").exists()


def test_a_file_that_is_too_large_is_read_no_further(served: Served, tmp_path: Path, cache: Path) -> None:
    with pytest.raises(BadInput, match="/data: larger than 200,000 bytes; stead reads no further"):
        fetch(served, tmp_path / "x", most=200_000)
    assert tree(cache) == ["partial"]


class FullDisk(io.BytesIO):
    """A file on a disk that has no room."""

    def write(self, data: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_a_sentence_and_leaves_nothing(
    served: Served, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordinary = Path.open

    def opening(path: Path, mode: str = "r", *rest: Any, **further: Any) -> Any:
        return FullDisk() if mode == "wb" else ordinary(path, mode, *rest, **further)

    monkeypatch.setattr(Path, "open", opening)
    with pytest.raises(BadInput, match=r"cannot be written: No space left on device. Nothing was kept; make room"):
        fetch(served, tmp_path / "x")
    assert tree(cache) == ["partial"]


def test_a_file_that_is_not_there_is_said(served: Served, tmp_path: Path) -> None:
    served.files.clear()
    with pytest.raises(BadInput, match="/data: cannot be fetched: 404 Not Found"):
        fetch(served, tmp_path / "x")
