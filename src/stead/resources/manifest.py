"""Manifests of fetched resources: the checksums of their files, and which files have been verified since.

Files are compared with their checksums once: `.compared.json` records their times and sizes then, and a file with
another time or size is read again.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from stead.core.errors import BadInput

FILE_NAME = "MANIFEST.json"
_SCHEMA = "stead.resource/1"


@dataclass(frozen=True, slots=True)
class FileRecord:
    """Checksum and size of one file."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Name, version and origin of a resource, and its files; `archive` is the checksum of what they came in."""

    name: str
    version: str
    origin: str
    archive: str
    contents: str
    files: dict[str, FileRecord]


def sha256_of(path: Path) -> str:
    """Compute the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_records(folder: Path, names: Iterable[str]) -> dict[str, FileRecord]:
    """Describe those of the named files that exist, by name."""
    present = [name for name in sorted(names) if (folder / name).is_file()]
    return {name: FileRecord(sha256_of(folder / name), (folder / name).stat().st_size) for name in present}


def fingerprint(files: Mapping[str, FileRecord]) -> str:
    """Compute one checksum of all files and their names: what `sha256sum * | sha256sum` prints in their folder."""
    lines = "".join(f"{files[name].sha256}  {name}\n" for name in sorted(files))
    return hashlib.sha256(lines.encode()).hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest next to the files."""
    text = json.dumps({"schema": _SCHEMA, **asdict(manifest)}, indent=1) + "\n"
    (folder / FILE_NAME).write_text(text, encoding="utf-8")


def has_manifest(folder: Path) -> bool:
    """Whether a folder has a manifest; an error if that cannot be read."""
    try:
        return (folder / FILE_NAME).exists()
    except OSError as error:
        raise _unreadable(folder / FILE_NAME, error) from None


def _unreadable(path: Path, error: OSError) -> BadInput:
    return BadInput(
        f"{path}: cannot be read: {error.strerror or error}; allow it, or set STEAD_CACHE to a folder of your own."
    )


def read_manifest(folder: Path, command: str | None = None) -> Manifest:
    """Read the manifest of a folder; if it is damaged, an error with the command that gets the files again."""
    path = folder / FILE_NAME
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        files = {
            name: FileRecord(str(entry["sha256"]), int(entry["size"])) for name, entry in document["files"].items()
        }
        name, version, origin, archive, contents = (
            str(document[key]) for key in ("name", "version", "origin", "archive", "contents")
        )
    except PermissionError as error:
        raise _unreadable(path, error) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        command = command or f"stead resources get {folder.name}"
        raise BadInput(f"{path}: damaged; `{command} --again` fetches it again.") from None
    return Manifest(name=name, version=version, origin=origin, archive=archive, contents=contents, files=files)


def damaged_files(folder: Path, manifest: Manifest, *, thorough: bool) -> Iterator[str]:
    """List files that are missing or have the wrong size or, if `thorough`, the wrong checksum."""
    for name, entry in manifest.files.items():
        path = folder / name
        try:
            yield from _damage(path, entry, thorough=thorough)
        except OSError as error:
            raise _unreadable(path, error) from None


def is_intact(folder: Path) -> bool:
    """Whether a folder has a manifest and all its files, in their sizes."""
    return has_manifest(folder) and not any(damaged_files(folder, read_manifest(folder), thorough=False))


def _damage(path: Path, entry: FileRecord, *, thorough: bool) -> Iterator[str]:
    if not path.is_file():
        yield f"{path} is missing"
    elif path.stat().st_size != entry.size:
        yield f"{path} has {path.stat().st_size} bytes instead of {entry.size}"
    elif thorough and sha256_of(path) != entry.sha256:
        yield f"{path} does not have the checksum it had when it was fetched"


_VERIFIED = ".compared.json"


def find_damage(folder: Path, manifest: Manifest) -> Iterator[str]:
    """List damage; checksums are compared at the first use of the files and when they have changed since."""
    verified = _is_verified(folder, manifest)
    problem = next(damaged_files(folder, manifest, thorough=not verified), None)
    if problem:
        yield problem
    elif not verified:
        mark_verified(folder, manifest)


def _is_verified(folder: Path, manifest: Manifest) -> bool:
    """Whether the files still have the times and sizes at which they were verified."""
    try:
        return bool(json.loads((folder / _VERIFIED).read_bytes()) == _times(folder, manifest))
    except (OSError, ValueError, RecursionError):
        return False


def mark_verified(folder: Path, manifest: Manifest) -> None:
    """Record that the files are intact; where nothing can be written, they are verified again the next time."""
    new = folder / f"{_VERIFIED}.{os.getpid()}"
    with suppress(OSError):
        new.write_text(json.dumps(_times(folder, manifest)), encoding="utf-8")
        new.replace(folder / _VERIFIED)


def _times(folder: Path, manifest: Manifest) -> dict[str, list[int]]:
    stats = {name: (folder / name).stat() for name in (FILE_NAME, *manifest.files)}
    return {name: [stat.st_size, stat.st_mtime_ns] for name, stat in stats.items()}
