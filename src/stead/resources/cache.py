"""The cache folder: where it is, locks, writes that happen completely or not at all, manifests, and derived files.

The manifest of a folder has the checksums of its files. Files are compared with them once: `.compared.json` records
their times and sizes then, and a file with another time or size is read again.

Derived files are converted once because they are faster to read, and remade if missing or damaged.
"""

import errno
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from logging import getLogger
from pathlib import Path

from stead.core.errors import BadInput

if sys.platform == "win32":
    import msvcrt
    import time

    def _try(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait(descriptor: int) -> None:
        while not _try(descriptor):
            time.sleep(0.1)

else:
    import fcntl

    def _try(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


@contextmanager
def hold_lock(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of this file until the block ends; `waiting` is called if another process has it.

    The system releases it when the process ends, however it ends. The file stays: removing it would let two processes
    lock two files of the same name.
    """
    with path.open("ab") as file:
        if not _try(file.fileno()):
            waiting()
            _wait(file.fileno())
        yield


@contextmanager
def hold_short_lock(path: Path) -> Iterator[None]:
    """Hold the lock of a file that is removed when the block ends; other processes and threads wait.

    Who was waiting for a file that has been removed meanwhile tries again with the new one.
    """
    while True:
        with path.open("ab") as file:
            _wait(file.fileno())
            try:
                if not os.path.samestat(path.stat(), os.fstat(file.fileno())):
                    continue
            except FileNotFoundError:
                continue
            try:
                yield
            finally:
                with suppress(OSError):  # where open files cannot be removed, it stays
                    path.unlink()
            return


LOG = getLogger("stead")
"""Where progress messages for a waiting user go."""


def cache_folder() -> Path:
    """Give the cache folder: `$STEAD_CACHE`, or `stead` in the platform's folder for caches."""
    chosen = os.environ.get("STEAD_CACHE")
    if chosen:
        return Path(chosen).expanduser().absolute()
    try:
        return _platform_folder() / "stead"
    except RuntimeError:  # a user without a home, as in some containers
        raise BadInput("there is no home folder to keep files in; set STEAD_CACHE to a folder.") from None


def _platform_folder() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    base = Path(os.environ.get("XDG_CACHE_HOME") or "")
    return base if base.is_absolute() else Path.home() / ".cache"  # XDG: a relative path is ignored


@contextmanager
def exclusive(target: Path) -> Iterator[None]:
    """Let one process at a time replace a target; the others wait. Leftovers of a killed process are removed."""

    def wait() -> None:
        LOG.info("%s: another process is writing it; waiting.", target.name)

    with _as_bad_input(), hold_lock(_lock_of(target), wait):
        _recover(target)
        _remove_leftovers(target)
        yield


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a new folder that replaces `target` if the block succeeds, and is removed if it fails."""
    new = _new_folder(target)
    try:
        yield new
        _replace(target, new)
    finally:
        _remove(new)


def _lock_of(target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.parent / f".{target.name}.lock"


def _new_folder(target: Path) -> Path:
    from tempfile import mkdtemp  # noqa: PLC0415 (slow to import, and seldom needed)

    return Path(mkdtemp(dir=target.parent, prefix=f".{target.name}.new."))


def _replace(target: Path, new: Path) -> None:
    """Replace a folder in two steps, since one is impossible: rename the old one away, then the new one in."""
    new.chmod(0o755)
    if target.exists():
        target.rename(_old(target))
    new.rename(target)
    _remove(_old(target))


def _recover(target: Path) -> None:
    """Put the old folder back if a process was killed between the two steps."""
    old = _old(target)
    if old.exists() and not target.exists():
        old.rename(target)
    _remove(old)


def _old(target: Path) -> Path:
    return target.parent / f".{target.name}.old"


def _remove_leftovers(target: Path) -> None:
    for leftover in target.parent.glob(f".{target.name}.new.*"):
        _remove(leftover)


def _remove(folder: Path) -> None:
    from shutil import rmtree  # noqa: PLC0415

    rmtree(folder, ignore_errors=True)


_FULL = {errno.ENOSPC, errno.EDQUOT}
"""Errors of a disk, or of a user's share of it, that is full."""


@contextmanager
def _as_bad_input() -> Iterator[None]:
    """Turn OSError (a full disk, no permission) into BadInput; outside the cache, files are only read."""
    try:
        yield
    except OSError as error:
        is_full = error.errno in _FULL  # which names the source of a copy
        where = cache_folder() if is_full else Path(error.filename or cache_folder())
        if not where.is_relative_to(cache_folder()):
            raise BadInput(f"{where}: cannot be read: {error.strerror or error}.") from None
        raise BadInput(
            f"{where}: cannot be written: {error.strerror or error}. Nothing was kept; "
            "make room, or set STEAD_CACHE to a folder that can be written."
        ) from None


# ------------------------------------------------------------------------------------------------------------ manifests

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


# -------------------------------------------------------------------------------------------------------- derived files


def derive(kind: str, sources: Sequence[Path], make: Callable[[Path], None], wait: str = "") -> Path:
    """Give the folder that `make` fills from these sources, once for each version of them.

    Where the cache cannot be written, it is filled once for each process, in a temporary folder. `wait` is
    a message for the user if making it takes long; it is a warning, so that Python prints it unless told otherwise.
    """
    identity, version = _identity(sources)
    target = cache_folder() / "derived" / f"{kind}-{identity}-{version}"
    try:
        if _is_intact(target):
            return target
        with exclusive(target):
            if not _is_intact(target):
                if wait:
                    LOG.warning(wait)
                with replacing(target) as new:
                    make(new)
                    _sign(new, kind)
                _clear_others(target, f"{kind}-{identity}-*")
    except BadInput:
        if os.access(target.parent, os.W_OK):
            raise  # the cache can be written: the fault is elsewhere
        if wait and target.name not in _TEMPORARY:
            LOG.warning("%s (%s cannot be written: `stead resources prepare`)", wait, cache_folder())
        return _temporary(target.name, make)
    return target


def _is_intact(folder: Path) -> bool:
    """Whether a derived folder is intact; if it is not, it is remade without a message."""
    try:
        return has_manifest(folder) and not any(find_damage(folder, read_manifest(folder)))
    except BadInput:
        return False


def _sign(folder: Path, kind: str) -> None:
    files = file_records(folder, [path.name for path in folder.iterdir()])
    manifest = Manifest(name=kind, version="", origin="derived", archive="", contents=fingerprint(files), files=files)
    write_manifest(folder, manifest)
    mark_verified(folder, manifest)


def _clear_others(target: Path, pattern: str) -> None:
    """Remove what was derived from earlier versions of the same files."""
    from shutil import rmtree  # noqa: PLC0415

    for other in target.parent.glob(pattern):
        if other != target:
            rmtree(other, ignore_errors=True)


def _identity(sources: Sequence[Path]) -> tuple[str, str]:
    """Hash the paths of the sources, and what changes with their content.

    That is the checksum in the manifest of a resource, since building an image changes times; of other files, such as
    the user's own, size and time.
    """
    manifests = {folder: _manifest_of(folder) for folder in {path.parent for path in sources}}
    versions = {str(path.absolute()): _version(path, manifests[path.parent].get(path)) for path in sources}
    return _short(["manifest", *versions])[:8], _short([*versions.values()])


def _version(path: Path, record: FileRecord | None) -> object:
    stat = path.stat()
    return (stat.st_size, stat.st_mtime_ns) if record is None or record.size != stat.st_size else record.sha256


def _manifest_of(folder: Path) -> Mapping[Path, FileRecord]:
    """The records of files in the manifest of a folder, or else of the one above: a resource may have subfolders."""
    for parent in (folder, folder.parent):
        with suppress(BadInput):
            if has_manifest(parent):
                return {parent / name: record for name, record in read_manifest(parent).files.items()}
    return {}


def _short(value: object) -> str:
    return hashlib.sha256(repr(value).encode(errors="backslashreplace")).hexdigest()[:16]


_TEMPORARY: dict[str, Path] = {}


def _temporary(name: str, make: Callable[[Path], None]) -> Path:
    from functools import partial  # noqa: PLC0415
    from shutil import rmtree  # noqa: PLC0415
    from tempfile import mkdtemp  # noqa: PLC0415

    from stead.core.parallel import at_end  # noqa: PLC0415

    if name not in _TEMPORARY:
        folder = Path(mkdtemp(prefix=f"stead-{name}-"))
        at_end(partial(rmtree, folder, ignore_errors=True))
        make(folder)
        _TEMPORARY[name] = folder
    return _TEMPORARY[name]
