"""A backup is read no further than its manifest promises: neither memory nor disk can be filled by a small file."""

import hashlib
import json
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stead.campaign.admin.backup import back_up
from stead.campaign.admin.restore import restore
from stead.core.errors import BadInput
from tests.campaign.conftest import ON_SQLITE, Make

MB = 1 << 20
Files = dict[str, bytes]
Change = Callable[[zipfile.ZipFile, Files, dict[str, dict[str, object]]], None]


def zeros(megabytes: int) -> Iterator[bytes]:
    return (bytes(MB) for _ in range(megabytes))


def put(archive: zipfile.ZipFile, name: str, chunks: Iterator[bytes]) -> dict[str, object]:
    """Write what is compressed to almost nothing; what an honest manifest would say of it."""
    digest, size = hashlib.sha256(), 0
    with archive.open(name, "w", force_zip64=True) as target:
        for chunk in chunks:
            digest.update(chunk)
            size += target.write(chunk)
    return {"sha256": digest.hexdigest(), "bytes": size}


def swollen(source: Path, target: Path, change: Change) -> Path:
    """A backup, changed: a file that is changed is written by the change."""
    with zipfile.ZipFile(source) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        change(archive, files, manifest["files"])
        for name, data in files.items():
            archive.writestr(name, data)
        if "manifest.json" not in archive.namelist():
            archive.writestr("manifest.json", json.dumps(manifest))
    assert target.stat().st_size < 8 * MB
    return target


def promised(name: str, megabytes: int) -> Change:
    def change(archive: zipfile.ZipFile, files: Files, manifest: dict[str, dict[str, object]]) -> None:
        files.pop(name, None)
        manifest[name] = put(archive, name, zeros(megabytes))

    return change


def unpromised(name: str, megabytes: int) -> Change:
    def change(archive: zipfile.ZipFile, files: Files, _manifest: object) -> None:
        files.pop(name, None)
        put(archive, name, zeros(megabytes))

    return change


def rows(megabytes: int) -> Change:
    """One row that goes on and on, in the form of a backup of PostgreSQL."""

    def change(archive: zipfile.ZipFile, files: Files, manifest: dict[str, dict[str, object]]) -> None:
        for name in ("campaign.sqlite", "rows.jsonl"):
            files.pop(name, None)
            manifest.pop(name, None)
        manifest["rows.jsonl"] = put(archive, "rows.jsonl", zeros(megabytes))

    return change


def larger_than_the_disk(_archive: object, _files: object, manifest: dict[str, dict[str, object]]) -> None:
    manifest["campaign.sqlite"]["bytes"] = 1 << 60


def packed_otherwise(archive: zipfile.ZipFile, files: Files, manifest: dict[str, dict[str, object]]) -> None:
    archive.writestr("campaign.toml", files.pop("campaign.toml"), zipfile.ZIP_BZIP2)


def refuse(make: Make, tmp_path: Path, change: Change, complaint: str) -> None:
    """Refused in a sentence, in little memory, and nothing is left."""
    back_up(make(), tmp_path / "backup.zip")
    bomb = swollen(tmp_path / "backup.zip", tmp_path / "bomb.zip", change)
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=complaint):
            restore(bomb, tmp_path / "again")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64 * MB  # less than any of these files holds
    assert not (tmp_path / "again").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def cases(megabytes: int) -> list[tuple[Change, str]]:
    return [
        (promised("campaign.toml", megabytes), f"campaign.toml in it has {megabytes} MB; expected at most 16"),
        (unpromised("campaign.toml", megabytes), "its size is not the one in the manifest"),
        (unpromised("more", megabytes), "'more' in it is not in its manifest"),
        (unpromised("manifest.json", megabytes), f"manifest.json in it has {megabytes} MB"),
        (promised("campaign.sqlite", megabytes), "not a backup that can be read"),
        (rows(megabytes), "has a row of more than 16 MB"),
    ]


@ON_SQLITE
@pytest.mark.parametrize(
    ("change", "complaint"),
    [*cases(80), (larger_than_the_disk, "MB are free in"), (packed_otherwise, "is not packed as")],
)
def test_a_small_file_that_holds_very_much_is_refused(
    make: Make, tmp_path: Path, change: Change, complaint: str
) -> None:
    refuse(make, tmp_path, change, complaint)


@pytest.mark.soak
@ON_SQLITE
@pytest.mark.parametrize(("change", "complaint"), cases(3_000))
def test_3_gigabytes_in_3_megabytes_are_refused(make: Make, tmp_path: Path, change: Change, complaint: str) -> None:
    refuse(make, tmp_path, change, complaint)


@ON_SQLITE
def test_a_file_that_is_there_twice_is_refused(make: Make, tmp_path: Path) -> None:
    def twice(archive: zipfile.ZipFile, files: Files, _manifest: object) -> None:
        archive.writestr("guidelines.md", b"other")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("guidelines.md", files.pop("guidelines.md"))

    refuse(make, tmp_path, twice, "or there twice")


@ON_SQLITE
def test_what_is_nested_too_deeply_is_refused(make: Make, tmp_path: Path) -> None:
    def deep(archive: zipfile.ZipFile, _files: object, _manifest: object) -> None:
        archive.writestr("manifest.json", b"[" * 1_000_000)

    refuse(make, tmp_path, deep, "not a backup")
