"""Files made from other files, because they are faster to read: kept in the cache, made again if gone or damaged."""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from stead.core.errors import BadInput
from stead.resources.cache import LOG, cache_folder, exclusive, replacing
from stead.resources.manifest import (
    Manifest,
    file_records,
    find_damage,
    fingerprint,
    has_manifest,
    mark_verified,
    read_manifest,
    write_manifest,
)


def derive(kind: str, sources: Sequence[Path], make: Callable[[Path], None], wait: str = "") -> Path:
    """The folder that `make` has filled for these sources; it is filled once for each version of them.

    Where the cache cannot be written, it is filled once for each process, in a temporary folder. `wait` says what is
    being made and how long it takes, if it is long.
    """
    place, version = _identity(sources)
    target = cache_folder() / "derived" / f"{kind}-{place}-{version}"
    try:
        if _is_whole(target):
            return target
        with exclusive(target):
            if not _is_whole(target):
                if wait:
                    LOG.info(wait)
                with replacing(target) as new:
                    make(new)
                    _sign(new, kind)
                _clear_others(target, f"{kind}-{place}-*")
    except BadInput:
        if os.access(target.parent, os.W_OK):
            raise  # it was not the folder that was at fault
        return _temporary(target.name, make)
    return target


def _is_whole(folder: Path) -> bool:
    """Whether everything is as it was made; what is not can be made again, so that nobody needs to hear of it."""
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
    """What was made from earlier versions of the same files is of no more use."""
    from shutil import rmtree  # noqa: PLC0415

    for other in target.parent.glob(pattern):
        if other != target:
            rmtree(other, ignore_errors=True)


def _identity(sources: Sequence[Path]) -> tuple[str, str]:
    """The sources, and what changes whenever one of them does, as far as can be told without reading it."""
    stats = {str(path.absolute()): path.stat() for path in sources}
    return _short([*stats])[:8], _short([(stat.st_size, stat.st_mtime_ns) for stat in stats.values()])


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
