"""What a fetched resource consists of: written beside its files, and compared with them by `verify`."""

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
    """One file."""

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
    """The checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_records(folder: Path, names: Iterable[str]) -> dict[str, FileRecord]:
    """Those of the files that are there, by name."""
    present = [name for name in sorted(names) if (folder / name).is_file()]
    return {name: FileRecord(sha256_of(folder / name), (folder / name).stat().st_size) for name in present}


def fingerprint(files: Mapping[str, FileRecord]) -> str:
    """One checksum for all files and their names: what `sha256sum * | sha256sum` prints in a folder of only them."""
    lines = "".join(f"{files[name].sha256}  {name}\n" for name in sorted(files))
    return hashlib.sha256(lines.encode()).hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write it beside the files."""
    text = json.dumps({"schema": _SCHEMA, **asdict(manifest)}, indent=1) + "\n"
    (folder / FILE_NAME).write_text(text, encoding="utf-8")


def has_manifest(folder: Path) -> bool:
    """Whether something was fetched into a folder, as far as may be looked."""
    try:
        return (folder / FILE_NAME).exists()
    except OSError as error:
        raise _unreadable(folder / FILE_NAME, error) from None


def _unreadable(path: Path, error: OSError) -> BadInput:
    return BadInput(
        f"{path}: cannot be read: {error.strerror or error}; allow it, or set STEAD_CACHE to a folder of your own."
    )


def read_manifest(folder: Path) -> Manifest:
    """Read it; one that cannot be read is damage like any other."""
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
        raise BadInput(f"{path}: damaged; `stead resources get {folder.name} --again` fetches it anew.") from None
    return Manifest(name=name, version=version, origin=origin, archive=archive, contents=contents, files=files)


def damaged_files(folder: Path, manifest: Manifest, *, thorough: bool) -> Iterator[str]:
    """The files that are missing or of the wrong size or, if looked at thoroughly, of the wrong checksum."""
    for name, entry in manifest.files.items():
        path = folder / name
        try:
            yield from _damage(path, entry, thorough=thorough)
        except OSError as error:
            raise _unreadable(path, error) from None


def _damage(path: Path, entry: FileRecord, *, thorough: bool) -> Iterator[str]:
    if not path.is_file():
        yield f"{path} is missing"
    elif path.stat().st_size != entry.size:
        yield f"{path} has {path.stat().st_size} bytes instead of {entry.size}"
    elif thorough and sha256_of(path) != entry.sha256:
        yield f"{path} does not have the checksum it had when it was fetched"


_VERIFIED = ".compared.json"


def find_damage(folder: Path, manifest: Manifest) -> Iterator[str]:
    """What is wrong with the files; all bytes are compared at their first use, and when they have changed since."""
    compared = _is_compared(folder, manifest)
    problem = next(damaged_files(folder, manifest, thorough=not compared), None)
    if problem:
        yield problem
    elif not compared:
        mark_verified(folder, manifest)


def _is_compared(folder: Path, manifest: Manifest) -> bool:
    """Whether the files are those that were compared."""
    try:
        return bool(json.loads((folder / _VERIFIED).read_bytes()) == _times(folder, manifest))
    except (OSError, ValueError, RecursionError):
        return False


def mark_verified(folder: Path, manifest: Manifest) -> None:
    """The files are as they should be; where nothing can be written, they are read again the next time."""
    new = folder / f"{_VERIFIED}.{os.getpid()}"
    with suppress(OSError):
        new.write_text(json.dumps(_times(folder, manifest)), encoding="utf-8")
        new.replace(folder / _VERIFIED)


def _times(folder: Path, manifest: Manifest) -> dict[str, list[int]]:
    stats = {name: (folder / name).stat() for name in (FILE_NAME, *manifest.files)}
    return {name: [stat.st_size, stat.st_mtime_ns] for name, stat in stats.items()}
