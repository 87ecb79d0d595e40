"""Files and folders that are there whole or not at all."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a record, on the disk before its name is."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=True)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def read_json(path: Path) -> dict[str, Any] | None:
    """A record, or nothing if it is not there or damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


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
