"""Which files a corpus is: names, folders, globs, and addresses in object stores."""

from collections.abc import Sequence
from glob import glob, has_magic
from os.path import realpath
from pathlib import Path

from stead.core.errors import BadInput, UsageError
from stead.core.extras import library
from stead.counts.files import MANIFEST, SCHEMA, UNFINISHED, WORK, read_json
from stead.counts.stores import address_below, is_address, reached, store_of


def files_of(corpus: Sequence[str]) -> dict[str, int]:
    """The files and how many bytes they have, in order of their names within each argument; each once."""
    found: dict[str, int] = {}
    known: set[str] = set()
    for each in corpus:
        files = _in_store(each) if is_address(each) else _on_disk(each)
        if not files:
            raise BadInput(f"{each}: there is no file; give files, folders, globs or addresses of an object store.")
        for name in sorted(files):
            real = name if is_address(name) else realpath(name)
            if real not in known:
                known.add(real)
                found[name] = files[name]
    return found


def _on_disk(given: str) -> dict[str, int]:
    path = Path(given)
    if given in ("", "-"):
        raise UsageError(f"{given!r} is no corpus: give files, which an interrupted count can read again.")
    if path.is_dir():
        counted = _counted_corpora(path)
        below = [
            each.relative_to(path) for each in path.rglob("*") if each.is_file() and counted.isdisjoint(each.parents)
        ]
        names = [str(path / each) for each in below if not _is_hidden(each.parts)]
    elif path.exists():
        names = [given]
    elif has_magic(given):
        names = [name for name in glob(given, recursive=True) if Path(name).is_file()]  # noqa: PTH207 (absolute too)
    else:
        raise BadInput(f"{given}: there is no such file or folder.")
    return {name: Path(name).stat().st_size for name in names}


def _counted_corpora(folder: Path) -> set[Path]:
    """The models below a folder, whole or begun: what was counted is not text."""
    schema = SCHEMA.split("/")[0]
    whole = {
        path.parent for path in folder.rglob(MANIFEST) if str((read_json(path) or {}).get("schema")).startswith(schema)
    }
    return whole | {path.parent for path in folder.rglob(WORK) if path.parent.name.endswith(UNFINISHED)}


def _is_hidden(parts: Sequence[str]) -> bool:
    """Whether a file, or a folder above it, is not meant to be read; what begins with _ is a mark of some engine."""
    return any(part.startswith((".", "_")) for part in parts)


def _in_store(address: str) -> dict[str, int]:
    """What pyarrow finds under an address: the object itself, or all below it."""
    fs = library("pyarrow.fs", "counting")
    with reached(address):
        filesystem, place = store_of(address)
        info = filesystem.get_file_info(place)
        if info.type == fs.FileType.File:
            return {address: info.size}
        found = filesystem.get_file_info(fs.FileSelector(place, recursive=True))
    sizes = {each.path[len(place.rstrip("/")) + 1 :]: each.size for each in found if each.type == fs.FileType.File}
    names = [name for name in sizes if not _is_hidden(name.split("/"))]
    return {address_below(address, name): sizes[name] for name in names}
