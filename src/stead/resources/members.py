"""What is inside an archive, one member after the other: zip (wheels), tar (plain, gzip, xz) and Debian packages.

Nothing here writes a file, follows a link or runs anything.
"""

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self, cast

from stead.core.errors import BadInput
from stead.resources import deb
from stead.resources.streams import Limited, unpacked

_CHUNK = 1 << 16
_ZIP_MAGIC = b"PK"
_EXTENSIONS = {b"x", b"g", b"X", b"L", b"K"}  # pax records of a member, or of all; of Solaris; a long name, a long link
_LARGEST_HEADER = 4096
_MOST_HEADERS = 1 << 20
_COMPRESSIONS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


@dataclass(frozen=True, slots=True)
class Member:
    """A name, a size, whether it is a plain file, and the bytes, which can be had only until the next member."""

    name: str
    size: int
    plain: bool
    open: Callable[[], IO[bytes]]

    def chunks(self) -> Iterator[bytes]:
        """The bytes, never more than the size says."""
        left = self.size
        with self.open() as file:
            while left and (chunk := file.read(min(_CHUNK, left))):
                left -= len(chunk)
                yield chunk
        if left:
            raise EOFError(f"{self.name} ends {left} bytes too early")


def members(archive: Path, most_bytes: int) -> Iterator[Member]:
    """The members; a compressed stream is not unpacked beyond `most_bytes`."""
    with archive.open("rb") as file:
        magic = file.read(len(deb.MAGIC))
        file.seek(0)
        if magic.startswith(_ZIP_MAGIC):
            yield from _of_zip(file)
        else:
            packed = deb.data_archive(file) if magic == deb.MAGIC else file
            with unpacked(packed, archive) as stream:
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
    """A header of a tar; one that only extends the next (a long name, pax records) is refused if it is large.

    Python reads such a header whole, and looks through it in a time that grows with the square of its size.
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
