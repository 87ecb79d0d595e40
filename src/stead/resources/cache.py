"""The cache folder: where it is, locks, and writes that happen completely or not at all."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
