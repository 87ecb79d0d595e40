"""Which files a corpus is: names, folders, globs, and addresses in object stores."""

from glob import glob, has_magic
from pathlib import Path

from stead.counts.extras import library
from stead.task import BadInput


def files_of(corpus: list[str]) -> list[str]:
    """The files, in order of their names within each argument; each once."""
    found: dict[str, None] = {}
    for each in corpus:
        files = _in_store(each) if "://" in each else _on_disk(each)
        if not files:
            raise BadInput(f"{each}: there is no file; give files, folders, globs or addresses of an object store.")
        found.update(dict.fromkeys(files))
    return list(found)


def _on_disk(given: str) -> list[str]:
    path = Path(given)
    if path.is_dir():
        return sorted(str(each) for each in path.rglob("*") if each.is_file() and not _is_hidden(each, path))
    if path.exists():
        return [given]
    if has_magic(given):
        return sorted(name for name in glob(given, recursive=True) if Path(name).is_file())  # noqa: PTH207 (absolute too)
    raise BadInput(f"{given}: there is no such file or folder.")


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _in_store(address: str) -> list[str]:
    """What pyarrow finds under an address: the object itself, or all below it."""
    fs = library("pyarrow.fs")
    try:
        filesystem, place = fs.FileSystem.from_uri(address)
        info = filesystem.get_file_info(place)
        if info.type == fs.FileType.File:
            return [address]
        below = filesystem.get_file_info(fs.FileSelector(place, recursive=True))
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{address}: cannot be read: {error}.") from None
    start = address.removesuffix("/")
    names = [each.path for each in below if each.type == fs.FileType.File]
    return sorted(start + name[len(place.rstrip("/")) :] for name in names)
