"""Which files of a fetched resource have been compared with their checksums, so that it is done once for each version.

The times and sizes that they had stand in a file beside them. A file that has another time or size is read again.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from stead.resources.manifest import FILE_NAME, Manifest, damaged_files

_REMEMBERED = ".compared.json"


def damage_since(folder: Path, manifest: Manifest) -> Iterator[str]:
    """What is wrong with the files; all bytes are compared at their first use, and when they have changed since."""
    compared = _is_compared(folder, manifest)
    problem = next(damaged_files(folder, manifest, thorough=not compared), None)
    if problem:
        yield problem
    elif not compared:
        remember(folder, manifest)


def _is_compared(folder: Path, manifest: Manifest) -> bool:
    """Whether the files are those that were compared."""
    try:
        return bool(json.loads((folder / _REMEMBERED).read_bytes()) == _times(folder, manifest))
    except (OSError, ValueError, RecursionError):
        return False


def remember(folder: Path, manifest: Manifest) -> None:
    """The files are as they should be; where nothing can be written, they are read again the next time."""
    new = folder / f"{_REMEMBERED}.{os.getpid()}"
    with suppress(OSError):
        new.write_text(json.dumps(_times(folder, manifest)), encoding="utf-8")
        new.replace(folder / _REMEMBERED)


def _times(folder: Path, manifest: Manifest) -> dict[str, list[int]]:
    stats = {name: (folder / name).stat() for name in (FILE_NAME, *manifest.files)}
    return {name: [stat.st_size, stat.st_mtime_ns] for name, stat in stats.items()}
