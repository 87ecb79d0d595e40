"""Files and folders that are written completely or not at all."""

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
"""The file, and the schema in it, that identify a model."""
WORK, UNFINISHED = "work.json", ".part"
"""The file and the ending of the name that identify a folder in which a model is being made."""


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a record and sync it to disk before it gets its name."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=True)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


@contextmanager
def report_full_disk(folder: Path) -> Iterator[None]:
    """Report a full disk in one sentence while files are written into a folder."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full(folder) from None
        raise


_FULL = (errno.ENOSPC, errno.EDQUOT)
NO_SPACE = "No space left on device"
"""The message of libraries that give no error number."""


def disk_full(folder: Path) -> SteadError:
    """Make the error for a full disk."""
    return SteadError(f"{folder}: the disk is full; free some space, and count again: finished work is kept.")


def read_json(path: Path) -> dict[str, Any] | None:
    """Read a record; None if it is missing or damaged."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) else None


def write_array(path: Path, array: npt.NDArray[Any]) -> None:
    """Write an array; unlike `np.save`, which hides the reason, with an error that says if the disk is full."""
    buffer = io.BytesIO()
    np.save(buffer, array)
    path.write_bytes(buffer.getbuffer())


def new_array(path: Path, dtype: npt.DTypeLike, size: int) -> npt.NDArray[Any]:
    """Map a new array on disk; its space is allocated at once: writing to a mapped file on a full disk crashes."""
    if size == 0:  # an empty file cannot be mapped
        write_array(path, np.empty(0, dtype))
        return np.empty(0, dtype)
    array = np.lib.format.open_memmap(path, "w+", dtype, (size,))
    if hasattr(os, "posix_fallocate"):  # not everywhere
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)
    return array


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Give a new folder, which gets its name when the block succeeds."""
    fresh = path.with_name(f".{path.name}.new")
    rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    yield fresh
    replace_folder(fresh, path)


def replace_folder(fresh: Path, path: Path) -> None:
    """Rename a folder, replacing what has the name."""
    old = path.with_name(f".{path.name}.old")
    rmtree(old, ignore_errors=True)
    if path.exists():
        path.rename(old)
    fresh.rename(path)
    rmtree(old, ignore_errors=True)


def parts(folder: Path) -> list[str]:
    """List the files of a table, in the order of its rows."""
    return sorted(str(path) for path in folder.glob("*.parquet"))


def once(path: Path, make: Callable[[Path], object]) -> Path:
    """Let `make` fill a folder unless it exists."""
    if not path.exists():
        with new_folder(path) as fresh:
            make(fresh)
    return path
