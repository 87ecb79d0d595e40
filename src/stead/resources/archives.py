"""Unpack from an archive only the wanted files: plain files with known names, within a size limit.

Archives are zip (wheels), tar (plain, gzip, xz, zstd) or Debian packages. They may contain anything: paths that lead
out of the folder, links, devices, terabytes of zeros. If a path leads out, or there are too many bytes, the archive
is refused. Links and devices are skipped: none is created or followed. Nothing is run.
"""

import errno
import gzip
import io
import lzma
import re
import shutil
import stat
import struct
import subprocess
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from shutil import rmtree
from typing import IO, Protocol, Self, cast

from stead.core.errors import BadInput
from stead.core.text import one_line
from stead.resources.catalogue import Resource

_STREAM_CHUNK = 1 << 16
_MOST_MEMORY = 1 << 28
"""The memory limit of xz, which may ask for a dictionary of gigabytes; Debian's need 64 MB at most."""

_GZIP, _XZ, _ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"


class Readable(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """Read the next bytes; none at the end."""


@contextmanager
def decompress(stream: Readable, archive: Path) -> Iterator[Readable]:
    """Decompress a stream; the compression is recognised by the first bytes."""
    head = stream.read(len(_XZ))
    whole = _Joined(head, stream)
    if head == _XZ:
        yield _Xz(whole)
    elif head.startswith(_GZIP):
        yield gzip.GzipFile(fileobj=cast("IO[bytes]", whole))
    elif head.startswith(_ZSTD):
        with _by_dpkg(archive) as plain:
            yield plain
    else:
        yield whole


class Limited(io.RawIOBase):
    """A stream with a limit on its bytes."""

    def __init__(self, stream: Readable, most: int) -> None:
        self._stream, self._left, self._most = stream, most, most

    def read(self, size: int = -1) -> bytes:
        """Read the next bytes; an error beyond the limit."""
        data = self._stream.read(size if 0 <= size <= self._left else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise BadInput(f"it unpacks to more than {self._most >> 20} MB")
        return data


class _Joined(io.RawIOBase):
    """Bytes that have been read already, followed by the rest of the stream."""

    def __init__(self, head: bytes, rest: Readable) -> None:
        self._head, self._rest = head, rest

    def read(self, size: int = -1) -> bytes:
        if not self._head:
            return self._rest.read(size)
        data, self._head = self._head[:size], self._head[size:]
        return data


class _Xz:
    """An xz stream with a memory limit, which Python's own xz files lack."""

    def __init__(self, packed: Readable) -> None:
        self._packed = packed
        self._decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_MEMORY)

    def read(self, size: int, /) -> bytes:
        while not self._decompressor.eof:
            packed = self._packed.read(_STREAM_CHUNK) if self._decompressor.needs_input else b""
            if self._decompressor.needs_input and not packed:
                raise EOFError("the xz stream ends too early")
            if data := self._decompressor.decompress(packed, size):
                return data
        return b""


@contextmanager
def _by_dpkg(archive: Path) -> Iterator[Readable]:
    """Decompress by `dpkg-deb`, since Python 3.11 has no zstd; it comes with `apt-get`, and runs nothing."""
    program = shutil.which("dpkg-deb")
    if program is None:
        raise BadInput("it is packed with zstd, which needs dpkg-deb; unpack it yourself and give the folder")
    words = [program, "--fsys-tarfile", str(archive)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            yield cast("IO[bytes]", process.stdout)
        finally:
            process.kill()


AR_MAGIC = b"!<arch>\n"
_AR_HEADER = re.compile(rb"(?P<name>[^\x00\n]{16})[ \d]{12}[ \d]{6}[ \d]{6}[ 0-7]{8}(?P<size>\d{1,10}) {0,9}`\n")
_AR_HEADER_SIZE = 60
_MOST_AR_MEMBERS = 8  # debian-binary, control.tar, data.tar, and signatures


class Part:
    """A stream of the bytes of one member of an ar archive."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int) -> bytes:
        """Read the next bytes; none at the end of the member."""
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        return data


def data_archive(file: IO[bytes]) -> Part:
    """Open the member of a Debian package (deb(5)) that holds the files: `data.tar`, in any compression."""
    if file.read(len(AR_MAGIC)) != AR_MAGIC:
        raise ValueError("no ar archive")
    first = True
    for name, size, start in _ar_headers(file):
        if first and name != "debian-binary":
            raise ValueError(f"an ar archive that begins with {name!r}, not with debian-binary")
        first = False
        if name.startswith("data.tar"):
            file.seek(start)
            return Part(file, size)
    raise ValueError("a package without data.tar")


def _ar_headers(file: IO[bytes]) -> Iterator[tuple[str, int, int]]:
    """List name, size and start of each member."""
    start = len(AR_MAGIC)
    for _ in range(_MOST_AR_MEMBERS):
        file.seek(start)
        raw = file.read(_AR_HEADER_SIZE)
        header = _AR_HEADER.fullmatch(raw)
        if not header:
            raise ValueError(f"byte {start}: expected the header of a member, found {raw[:20]!r}")
        size = int(header["size"])
        yield header["name"].decode("latin-1").strip().removesuffix("/"), size, start + _AR_HEADER_SIZE
        start += _AR_HEADER_SIZE + size + size % 2


_CHUNK = 1 << 16
_ZIP_MAGIC = b"PK"
_HOLE = bytes(len(AR_MAGIC))
"""How a zip archive begins whose first pieces are left out; a tar archive with anything in it begins with a name."""
_EXTENSIONS = {b"x", b"g", b"X", b"L", b"K"}  # pax records of a member, or of all; of Solaris; a long name, a long link
_LARGEST_HEADER = 4096
_MOST_HEADERS = 1 << 20
_COMPRESSIONS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an archive; `open` works only until the next member is reached."""

    name: str
    size: int
    plain: bool
    open: Callable[[], IO[bytes]]

    def chunks(self) -> Iterator[bytes]:
        """Read the bytes, never more than the stated size."""
        left = self.size
        with self.open() as file:
            while left and (chunk := file.read(min(_CHUNK, left))):
                left -= len(chunk)
                yield chunk
        if left:
            raise EOFError(f"{self.name} ends {left} bytes too early")


def members(archive: Path, most_bytes: int) -> Iterator[Member]:
    """List the members of an archive; a compressed stream is not unpacked beyond `most_bytes`."""
    with archive.open("rb") as file:
        magic = file.read(len(AR_MAGIC))
        file.seek(0)
        if magic.startswith(_ZIP_MAGIC) or magic == _HOLE:
            yield from _of_zip(file)
        else:
            packed = data_archive(file) if magic == AR_MAGIC else file
            with decompress(packed, archive) as stream:
                yield from _of_tar(cast("IO[bytes]", Limited(stream, most_bytes)))


def _of_zip(file: IO[bytes]) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            mode = info.external_attr >> 16  # 0 where the archive was not made on Unix
            plain = not info.is_dir() and (stat.S_ISREG(mode) or not stat.S_IFMT(mode))
            usable = info.compress_type in _COMPRESSIONS and not info.flag_bits & 1  # bit 0: encrypted
            yield Member(info.filename, info.file_size, plain and usable, _opener(archive, info))


def _opener(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    return lambda: archive.open(info)


class _BoundedHeader(tarfile.TarInfo):
    """A tar header; large extensions of the next one (long names, pax records) are refused.

    Python reads such a header completely, and searches it in quadratic time.
    """

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.type in _EXTENSIONS and not 0 <= header.size <= _LARGEST_HEADER:
            raise BadInput(
                f"it has a header of more than {_LARGEST_HEADER:,} bytes; unpack it yourself, and give the folder"
            )
        return header


def _of_tar(stream: IO[bytes]) -> Iterator[Member]:
    headers = 0
    with tarfile.open(fileobj=stream, mode="r|", errorlevel=2, tarinfo=_BoundedHeader) as archive:
        for info in archive:
            headers += info.offset_data - info.offset - tarfile.BLOCKSIZE
            if headers > _MOST_HEADERS:
                raise BadInput(
                    f"its headers have more than {_MOST_HEADERS:,} bytes; unpack it yourself, and give the folder"
                )
            plain = info.isreg() and not info.issparse()  # a sparse file claims bytes that are not there
            yield Member(info.name.removeprefix("./"), info.size, plain, _extractor(archive, info))


def _extractor(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Callable[[], IO[bytes]]:
    return lambda: archive.extractfile(info) or io.BytesIO()


NOTICES = "licence"
"""The subfolder for licence texts."""

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
    """Extract the files of a resource into a folder."""
    with _as_refusals(archive):
        _Unpacking(resource, into).take(members(archive, resource.most_bytes))


@contextmanager
def _as_refusals(archive: Path) -> Iterator[None]:
    """Turn what is wrong with an archive into a sentence."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{archive.name}: refused: {error}. Nothing was kept.") from None
    except (*_DAMAGE, OSError) as error:
        if isinstance(error, OSError) and not _is_damage(error):
            raise
        reason = one_line(str(error)) or type(error).__name__
        raise BadInput(f"{archive.name}: damaged, or no archive that stead can unpack ({reason}).") from None


def append_piece(archive: Path, name: str, most_bytes: int, joined: IO[bytes]) -> None:
    """Append the one member of this name, a piece of another archive, to that."""
    with _as_refusals(archive):
        pieces = 0
        for member in members(archive, most_bytes):
            if PurePosixPath(member.name).name == name and member.plain:
                pieces += 1
                if pieces > 1 or member.size > most_bytes:
                    raise BadInput(f"it holds {name} twice, or in more than {most_bytes >> 20} MB")
                joined.writelines(member.chunks())
        if not pieces:
            raise BadInput(f"it does not hold {name}")


def _is_damage(error: OSError) -> bool:
    """Whether the archive is at fault (bad gzip, or an offset before the start of the file) and not the disk."""
    return isinstance(error, gzip.BadGzipFile) or error.errno == errno.EINVAL


class _Unpacking:
    """The extraction of one archive; files with the same parent folder belong together."""

    def __init__(self, resource: Resource, into: Path) -> None:
        self.resource, self.into = resource, into
        self.depths = sorted({name.count("/") + 1 for name in resource.wanted})
        self.bytes = 0
        self.parents: dict[str, set[str]] = {}
        self.links: list[str] = []

    def take(self, members: Iterable[Member]) -> None:
        for count, member in enumerate(members, start=1):
            if count > _MOST_MEMBERS:
                raise BadInput(f"it has more than {_MOST_MEMBERS:,} members")
            self._take_one(member)
        self._keep(self._complete_parent())

    def _take_one(self, member: Member) -> None:
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts or "\\" in member.name:
            raise BadInput(f"{quote_name(member.name)} leads out of the folder it is unpacked in")
        parent, name = self._wanted(path)
        if name and member.plain:
            self._take_wanted(member, parent, name)
        elif name:
            self.links.append(name)
        elif path.name in self.resource.notices and member.plain:
            self._write(member, self.into / NOTICES, path.name)

    def _wanted(self, path: PurePosixPath) -> tuple[str, str]:
        """Divide a path into a parent folder and the name of a file that is wanted; empty if it is not."""
        for depth in self.depths:
            name = "/".join(path.parts[-depth:])
            if name in self.resource.wanted:
                return "/".join(path.parts[:-depth]), name
        return "", ""

    def _take_wanted(self, member: Member, parent: str, name: str) -> None:
        names = self.parents.setdefault(parent, set())
        if name in names:
            raise BadInput(f"{quote_name(member.name)} is in it twice")
        names.add(name)
        self._write(member, self._folder(parent), name)

    def _write(self, member: Member, folder: Path, name: str) -> None:
        self.bytes += member.size
        if self.bytes > self.resource.most_bytes:
            raise BadInput(f"it unpacks to more than {self.resource.most_bytes >> 20} MB")
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            file.writelines(member.chunks())

    def _folder(self, parent: str) -> Path:
        """Number the parents: no name from the archive becomes the name of a folder."""
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
            raise BadInput(
                f"it holds {self.resource.name} twice, in {quote_name(complete[0])} and in {quote_name(complete[1])}"
            )
        return complete[0]

    def _keep(self, parent: str) -> None:
        for name in self.parents[parent]:
            (self.into / name).parent.mkdir(parents=True, exist_ok=True)
            (self._folder(parent) / name).rename(self.into / name)
        rmtree(self.into / _PARENTS)


def quote_name(name: str) -> str:
    """Quote a name from an archive for a message."""
    return f'"{one_line(name)[:80]}"'
