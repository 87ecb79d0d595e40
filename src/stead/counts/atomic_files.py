"""Files and folders that are there whole or not at all."""

import errno
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.core.errors import SteadError

MANIFEST, SCHEMA = "manifest.json", "stead.counts/1"
"""What a model is known by."""
WORK, UNFINISHED = "work.json", ".part"
"""What a folder is known by in which a model is being made."""


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a record, on the disk before its name is."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=True)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


@contextmanager
def disk_of(folder: Path) -> Iterator[None]:
    """Where files are written into a folder: that the disk is full is told in one sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full(folder) from None
        raise


_FULL = (errno.ENOSPC, errno.EDQUOT)
NO_SPACE = "No space left on device"
"""How libraries say it that give no number."""


def disk_full(folder: Path) -> SteadError:
    """What is said of a full disk."""
    return SteadError(f"{folder}: the disk is full; free some space, and count again: what is done is kept.")


def read_json(path: Path) -> dict[str, Any] | None:
    """A record, or nothing if it is not there or damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def write_array(path: Path, array: npt.NDArray[Any]) -> None:
    """Write an array; NumPy itself does not say that a disk is full, only that something was not written."""
    buffer = io.BytesIO()
    np.save(buffer, array)
    path.write_bytes(buffer.getbuffer())


def new_array(path: Path, dtype: npt.DTypeLike, size: int) -> npt.NDArray[Any]:
    """An array on disk, to be filled; its space is taken at once, since a mapped file on a full disk ends a process."""
    if size == 0:  # nothing cannot be mapped for writing
        write_array(path, np.empty(0, dtype))
        return np.empty(0, dtype)
    array = np.lib.format.open_memmap(path, "w+", dtype, (size,))
    if hasattr(os, "posix_fallocate"):  # not everywhere
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)
    return array


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to be filled, which takes its name when it is."""
    fresh = path.with_name(f".{path.name}.new")
    rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    yield fresh
    replace_folder(fresh, path)


def replace_folder(fresh: Path, path: Path) -> None:
    """Give a folder its name, whatever had it before."""
    old = path.with_name(f".{path.name}.old")
    rmtree(old, ignore_errors=True)
    if path.exists():
        path.rename(old)
    fresh.rename(path)
    rmtree(old, ignore_errors=True)


def parts(folder: Path) -> list[str]:
    """The files of a table, in the order of its rows."""
    return sorted(str(path) for path in folder.glob("*.parquet"))


def once(path: Path, make: Callable[[Path], object]) -> Path:
    """A folder that `make` fills, unless it is there already."""
    if not path.exists():
        with new_folder(path) as fresh:
            make(fresh)
    return path
