"""The cache folder: where it is, and how something gets into it whole or not at all."""

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
    """Hold the lock of this file; `waiting` is called if somebody else has it.

    The file stays: removing it would let two processes lock two files of the same name.
    """
    with path.open("ab") as file:
        if not _try(file.fileno()):
            waiting()
            _wait(file.fileno())
        yield


LOG = getLogger("stead")
"""Hears, in a sentence, what a person who waits should know."""


def cache_folder() -> Path:
    """`$STEAD_CACHE`, or the folder `stead` where this platform keeps what can be fetched again."""
    own = os.environ.get("STEAD_CACHE")
    if own:
        return Path(own).expanduser().absolute()
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
    return base if base.is_absolute() else Path.home() / ".cache"  # the XDG rules: a relative path is to be ignored


@contextmanager
def exclusive(target: Path) -> Iterator[None]:
    """One process at a time may replace a target; the others wait. What a killed process left behind is removed."""

    def wait() -> None:
        LOG.info("%s: another process is at it; waiting.", target.name)

    with _as_bad_input(), hold_lock(_lock_of(target), wait):
        _recover(target)
        _remove_leftovers(target)
        yield


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A new folder that takes the place of `target` if the block succeeds, and vanishes if it does not."""
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
    """A folder cannot replace another in one step; between the two the old one waits under a name of its own."""
    new.chmod(0o755)
    if target.exists():
        target.rename(_old(target))
    new.rename(target)
    _remove(_old(target))


def _recover(target: Path) -> None:
    """A process that was killed between the two steps has left only the old folder: put it back."""
    old = _old(target)
    if old.exists() and not target.exists():
        old.rename(target)
    _remove(old)


def _old(target: Path) -> Path:
    return target.parent / f".{target.name}.old"


def _remove_leftovers(target: Path) -> None:
    for left in target.parent.glob(f".{target.name}.new.*"):
        _remove(left)


def _remove(folder: Path) -> None:
    from shutil import rmtree  # noqa: PLC0415

    rmtree(folder, ignore_errors=True)


@contextmanager
def _as_bad_input() -> Iterator[None]:
    """A disk that is full or cannot be written is the user's to mend; outside the cache, files are only read."""
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
