"""Files made from other files, because they are faster to read: kept in the cache, made again if they are gone."""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from stead.resources.cache import cache_folder, exclusive, replacing
from stead.task.errors import BadInput


def derived(kind: str, sources: Sequence[Path], make: Callable[[Path], None]) -> Path:
    """The folder that `make` has filled for these sources; it is filled once for each version of them.

    Where the cache cannot be written, it is filled once for each process, in a temporary folder.
    """
    target = cache_folder() / "derived" / f"{kind}-{_identity(sources)}"
    if target.exists():
        return target
    try:
        with exclusive(target, lambda _: None):
            if not target.exists():
                with replacing(target) as new:
                    make(new)
    except BadInput:
        if os.access(target.parent, os.W_OK):
            raise  # it was not the folder that was at fault
        return _temporary(target.name, make)
    return target


def _identity(sources: Sequence[Path]) -> str:
    """Changes whenever a source does, as far as can be told without reading it."""
    stats = [(str(path.absolute()), path.stat()) for path in sources]
    text = repr([(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats])
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:16]


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
