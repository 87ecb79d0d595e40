"""Compressed streams, unpacked a little at a time, within limits of memory and size."""

import gzip
import io
import lzma
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol, cast

from stead.core.errors import BadInput

_CHUNK = 1 << 16
_MOST_MEMORY = 1 << 28
"""An xz stream may ask for a dictionary of gigabytes; Debian's need 64 MB at most."""

_GZIP, _XZ, _ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"


class Readable(Protocol):
    """Something that gives bytes."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, none at the end."""


@contextmanager
def unpacked(stream: Readable, archive: Path) -> Iterator[Readable]:
    """The stream without its compression, which is known by its first bytes."""
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
    """A stream that refuses to give more than so many bytes."""

    def __init__(self, stream: Readable, most: int) -> None:
        self._stream, self._left, self._most = stream, most, most

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        data = self._stream.read(size if 0 <= size <= self._left else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise BadInput(f"it unpacks to more than {self._most >> 20} MB")
        return data


class _Joined(io.RawIOBase):
    """What was read already, and the rest."""

    def __init__(self, head: bytes, rest: Readable) -> None:
        self._head, self._rest = head, rest

    def read(self, size: int = -1) -> bytes:
        if not self._head:
            return self._rest.read(size)
        data, self._head = self._head[:size], self._head[size:]
        return data


class _Xz:
    """An xz stream; Python's own reader of such files knows no limit of memory."""

    def __init__(self, packed: Readable) -> None:
        self._packed = packed
        self._decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_MEMORY)

    def read(self, size: int, /) -> bytes:
        while not self._decompressor.eof:
            packed = self._packed.read(_CHUNK) if self._decompressor.needs_input else b""
            if self._decompressor.needs_input and not packed:
                raise EOFError("the xz stream ends too early")
            if data := self._decompressor.decompress(packed, size):
                return data
        return b""


@contextmanager
def _by_dpkg(archive: Path) -> Iterator[Readable]:
    """Python 3.11 has no zstd; `dpkg-deb` has, and is wherever `apt-get` is. It unpacks and runs nothing."""
    program = shutil.which("dpkg-deb")
    if program is None:
        raise BadInput("it is packed with zstd, which needs dpkg-deb; unpack it yourself and give the folder")
    words = [program, "--fsys-tarfile", str(archive)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            yield cast("IO[bytes]", process.stdout)
        finally:
            process.kill()
