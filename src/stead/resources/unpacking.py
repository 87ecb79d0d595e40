"""Unpack what is wanted from an archive, and only that: plain files with known names, of no more than a known size.

An archive may hold anything: paths that lead out of the folder, links, devices, terabytes of zeros. A name that leads
out, or too many bytes, is reason to refuse it all. Links and devices are passed over, whatever they are called: none is
made, none is followed.
"""

import errno
import gzip
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from shutil import rmtree

from stead.core.errors import BadInput
from stead.core.text import one_line
from stead.resources.members import Member, members
from stead.resources.resource import Resource

NOTICES = "licence"
"""The folder for licence texts, below that of the files."""

_PARENTS = ".parents"
_MOST_MEMBERS = 20_000
_DAMAGE = (
    tarfile.TarError,
    zipfile.BadZipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    ValueError,
    LookupError,
    struct.error,
    NotImplementedError,
    RuntimeError,
    OverflowError,
)


def unpack(archive: Path, resource: Resource, into: Path) -> None:
    """Write the files of a resource into a folder."""
    try:
        _Unpacking(resource, into).take(members(archive, resource.most_bytes))
    except BadInput as error:
        raise BadInput(f"{archive.name}: refused: {error}. Nothing was kept.") from None
    except (*_DAMAGE, OSError) as error:
        if isinstance(error, OSError) and not _is_damage(error):
            raise
        reason = one_line(str(error)) or type(error).__name__
        raise BadInput(f"{archive.name}: damaged, or no archive that stead can unpack ({reason}).") from None


def _is_damage(error: OSError) -> bool:
    """Whether it is the archive's fault (bad gzip, or a place before the file's beginning) and not the disk's."""
    return isinstance(error, gzip.BadGzipFile) or error.errno == errno.EINVAL


class _Unpacking:
    """An archive being gone through; files with the same parent belong together."""

    def __init__(self, resource: Resource, into: Path) -> None:
        self.resource, self.into = resource, into
        self.bytes = 0
        self.parents: dict[str, set[str]] = {}
        self.links: list[str] = []

    def take(self, found: Iterable[Member]) -> None:
        for count, member in enumerate(found, start=1):
            if count > _MOST_MEMBERS:
                raise BadInput(f"it has more than {_MOST_MEMBERS:,} members")
            self._take_one(member)
        self._keep(self._complete_parent())

    def _take_one(self, member: Member) -> None:
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts or "\\" in member.name:
            raise BadInput(f"{shown(member.name)} leads out of the folder it is unpacked in")
        if path.name in self.resource.wanted and member.plain:
            self._take_wanted(member, str(path.parent), path.name)
        elif path.name in self.resource.wanted:
            self.links.append(path.name)
        elif path.name in self.resource.notices and member.plain:
            self._write(member, self.into / NOTICES, path.name)

    def _take_wanted(self, member: Member, parent: str, name: str) -> None:
        names = self.parents.setdefault(parent, set())
        if name in names:
            raise BadInput(f"{shown(member.name)} is in it twice")
        names.add(name)
        self._write(member, self._folder(parent), name)

    def _write(self, member: Member, folder: Path, name: str) -> None:
        self.bytes += member.size
        if self.bytes > self.resource.most_bytes:
            raise BadInput(f"it unpacks to more than {self.resource.most_bytes >> 20} MB")
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / name).open("wb") as file:
            file.writelines(member.chunks())

    def _folder(self, parent: str) -> Path:
        """Parents are numbered: no name of the archive's becomes the name of a folder."""
        return self.into / _PARENTS / str(list(self.parents).index(parent))

    def _complete_parent(self) -> str:
        needed = set(self.resource.files)
        complete = [parent for parent, names in self.parents.items() if needed <= names]
        if not complete:
            fullest = max(self.parents.values(), key=len, default=set())
            lacking = sorted(needed - fullest)
            why = " (a link is no file)" if set(lacking) & set(self.links) else ""
            raise BadInput(f"it does not hold {self.resource.name}: {', '.join(lacking[:3])} missing{why}")
        if len(complete) > 1:
            raise BadInput(f"it holds {self.resource.name} twice, in {shown(complete[0])} and in {shown(complete[1])}")
        return complete[0]

    def _keep(self, parent: str) -> None:
        for name in self.parents[parent]:
            (self._folder(parent) / name).rename(self.into / name)
        rmtree(self.into / _PARENTS)


def shown(name: str) -> str:
    """A name of an archive's as it can stand in a message."""
    return f'"{one_line(name)[:80]}"'
