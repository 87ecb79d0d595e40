"""Derived files: converted once because they are faster to read, cached, and remade if missing or damaged."""

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
    """Give the folder that `make` fills from these sources, once for each version of them.

    Where the cache cannot be written, it is filled once for each process, in a temporary folder. `wait` is
    a message for the user if making it takes long.
    """
    identity, version = _identity(sources)
    target = cache_folder() / "derived" / f"{kind}-{identity}-{version}"
    try:
        if _is_intact(target):
            return target
        with exclusive(target):
            if not _is_intact(target):
                if wait:
                    LOG.info(wait)
                with replacing(target) as new:
                    make(new)
                    _sign(new, kind)
                _clear_others(target, f"{kind}-{identity}-*")
    except BadInput:
        if os.access(target.parent, os.W_OK):
            raise  # the cache can be written: the fault is elsewhere
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
    """Hash the paths of the sources, and their sizes and times, which change with their content."""
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
