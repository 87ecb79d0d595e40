"""A Debian package is an `ar` archive of three members: `debian-binary`, `control.tar.*`, `data.tar.*` (deb(5))."""

import re
from collections.abc import Iterator
from typing import IO

MAGIC = b"!<arch>\n"
_HEADER = re.compile(rb"(?P<name>[^\x00\n]{16})[ \d]{12}[ \d]{6}[ \d]{6}[ 0-7]{8}(?P<size>\d{1,10}) {0,9}`\n")
_HEADER_SIZE = 60
_MOST_MEMBERS = 8  # three, and room for signatures


class Part:
    """The bytes of one member, read in place."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int) -> bytes:
        """The next bytes; none at the end of the member."""
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        return data


def data_archive(file: IO[bytes]) -> Part:
    """The member that holds the package's files: `data.tar`, in whatever compression."""
    if file.read(len(MAGIC)) != MAGIC:
        raise ValueError("no ar archive")
    first = True
    for name, size, start in _headers(file):
        if first and name != "debian-binary":
            raise ValueError(f"an ar archive that begins with {name!r}, not with debian-binary")
        first = False
        if name.startswith("data.tar"):
            file.seek(start)
            return Part(file, size)
    raise ValueError("a package without data.tar")


def _headers(file: IO[bytes]) -> Iterator[tuple[str, int, int]]:
    """Name, size and place of each member."""
    start = len(MAGIC)
    for _ in range(_MOST_MEMBERS):
        file.seek(start)
        raw = file.read(_HEADER_SIZE)
        header = _HEADER.fullmatch(raw)
        if not header:
            raise ValueError(f"byte {start}: expected the header of a member, found {raw[:20]!r}")
        size = int(header["size"])
        yield header["name"].decode("latin-1").strip().removesuffix("/"), size, start + _HEADER_SIZE
        start += _HEADER_SIZE + size + size % 2
