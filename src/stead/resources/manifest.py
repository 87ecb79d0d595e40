"""What a fetched resource consists of: written beside its files, and compared with them by `verify`."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from stead.core.errors import BadInput

FILE_NAME = "MANIFEST.json"
_SCHEMA = "stead.resource/1"


@dataclass(frozen=True, slots=True)
class Entry:
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
    files: dict[str, Entry]


def sha256_of(path: Path) -> str:
    """The checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def entries_of(folder: Path, names: Iterable[str]) -> dict[str, Entry]:
    """Those of the files that are there, by name."""
    present = [name for name in sorted(names) if (folder / name).is_file()]
    return {name: Entry(sha256_of(folder / name), (folder / name).stat().st_size) for name in present}


def fingerprint(files: Mapping[str, Entry]) -> str:
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
        files = {name: Entry(str(entry["sha256"]), int(entry["size"])) for name, entry in document["files"].items()}
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


def _damage(path: Path, entry: Entry, *, thorough: bool) -> Iterator[str]:
    if not path.is_file():
        yield f"{path} is missing"
    elif path.stat().st_size != entry.size:
        yield f"{path} has {path.stat().st_size} bytes instead of {entry.size}"
    elif thorough and sha256_of(path) != entry.sha256:
        yield f"{path} does not have the checksum it had when it was fetched"
