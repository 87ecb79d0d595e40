"""The cache folder: where it is, locks, writes that happen completely or not at all, and derived files.

Derived files are converted once because they are faster to read, and remade if missing or damaged.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from logging import getLogger
from pathlib import Path

from stead.core.errors import BadInput
from stead.resources.manifest import (
    FileRecord,
    Manifest,
    file_records,
    find_damage,
    fingerprint,
    has_manifest,
    mark_verified,
    read_manifest,
    write_manifest,
)

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


@contextmanager
def _as_bad_input() -> Iterator[None]:
    """Turn OSError (a full disk, no permission) into BadInput; outside the cache, files are only read."""
    try:
        yield
    except OSError as error:
        where = Path(error.filename or cache_folder())
        if not where.is_relative_to(cache_folder()):
            raise BadInput(f"{where}: cannot be read: {error.strerror or error}.") from None
        raise BadInput(
            f"{where}: cannot be written: {error.strerror or error}. Nothing was kept; "
            "make room, or set STEAD_CACHE to a folder that can be written."
        ) from None


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
    versions = {str(path.absolute()): _version(path, manifests[path.parent]) for path in sources}
    return _short(["manifest", *versions])[:8], _short([*versions.values()])


def _version(path: Path, manifest: Mapping[str, FileRecord]) -> object:
    record = manifest.get(path.name)
    stat = path.stat()
    return (stat.st_size, stat.st_mtime_ns) if record is None or record.size != stat.st_size else record.sha256


def _manifest_of(folder: Path) -> Mapping[str, FileRecord]:
    try:
        return read_manifest(folder).files if has_manifest(folder) else {}
    except BadInput:
        return {}


def _short(value: object) -> str:
    return hashlib.sha256(repr(value).encode(errors="backslashreplace")).hexdigest()[:16]


_TEMPORARY: dict[str, Path] = {}


def _temporary(name: str, make: Callable[[Path], None]) -> Path:
    import atexit  # noqa: PLC0415
    from shutil import rmtree  # noqa: PLC0415
    from tempfile import mkdtemp  # noqa: PLC0415

    if name not in _TEMPORARY:
        folder = Path(mkdtemp(prefix=f"stead-{name}-"))
        atexit.register(rmtree, folder, ignore_errors=True)
        make(folder)
        _TEMPORARY[name] = folder
    return _TEMPORARY[name]
