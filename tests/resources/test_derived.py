"""Files made from other files: made once, made again when a source changes, whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.resources import derive


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "source").write_text("one")
    return tmp_path / "source"


class Maker:
    """Counts how often it is asked."""

    def __init__(self, error: Exception | None = None) -> None:
        self.calls, self.error = 0, error

    def __call__(self, folder: Path) -> None:
        self.calls += 1
        (folder / "made").write_text(f"{self.calls}")
        if self.error:
            raise self.error


def test_it_is_made_once(source: Path, cache: Path) -> None:
    make = Maker()
    first = derive("test", [source], make)
    assert derive("test", [source], make) == first
    assert make.calls == 1
    assert first.parent == cache / "derived"
    assert (first / "made").read_text() == "1"


def test_it_is_made_again_when_the_source_changes(source: Path) -> None:
    make = Maker()
    first = derive("test", [source], make)
    source.write_text("another")
    assert derive("test", [source], make) != first
    assert make.calls == 2


@pytest.mark.parametrize("damage", [b"2", b"", b"longer"])
def test_what_is_damaged_is_made_again(source: Path, damage: bytes) -> None:
    make = Maker()
    folder = derive("test", [source], make)
    (folder / "made").write_bytes(damage)
    assert derive("test", [source], make) == folder
    assert (make.calls, (folder / "made").read_text()) == (2, "2")
    (folder / "made").unlink()
    (folder / "MANIFEST.json").write_text("{")
    derive("test", [source], make)
    assert (make.calls, (folder / "made").read_text()) == (3, "3")


def test_what_was_made_from_earlier_versions_is_cleared(source: Path, cache: Path) -> None:
    (source.parent / "other").write_text("one")
    other = derive("test", [source.parent / "other"], Maker())
    another_kind = derive("kind", [source], Maker())
    for text in ("first", "second version", "third"):
        source.write_text(text)
        newest = derive("test", [source], Maker())
    assert {path for path in (cache / "derived").iterdir() if path.is_dir()} == {newest, other, another_kind}


def test_what_fails_leaves_nothing(source: Path, cache: Path) -> None:
    with pytest.raises(BadInput, match="no good"):
        derive("test", [source], Maker(BadInput("no good")))
    assert [path for path in (cache / "derived").iterdir() if path.is_dir()] == []


@pytest.fixture
def unwritable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    (source := Path(tempfile.mkdtemp())).chmod(0o755)
    (source / "source").write_text("one")
    monkeypatch.setenv("STEAD_CACHE", str(folder / "cache"))
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield source / "source"
    finally:
        os.seteuid(user)
        (source / "source").unlink()
        source.rmdir()
        folder.rmdir()


def test_without_a_cache_it_is_made_once_for_the_process(unwritable: Path) -> None:
    make = Maker()
    first = derive("test", [unwritable], make)
    assert derive("test", [unwritable], make) == first
    assert (make.calls, (first / "made").read_text()) == (1, "1")
    assert first.is_relative_to(tempfile.gettempdir())


def test_without_a_cache_an_error_of_the_source_is_still_said(unwritable: Path) -> None:
    with pytest.raises(BadInput, match="no good"):
        derive("fails", [unwritable], Maker(BadInput("no good")))
