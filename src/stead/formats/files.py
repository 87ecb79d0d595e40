"""Bytes in, bytes out: plain or gzip, a path or `-`, never more than a stated size."""

import gzip
import hashlib
import io
import os
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

from stead.task import BadInput

MAX_BYTES = 1 << 31
"""No input is read beyond this many (uncompressed) bytes: a small .gz can hold terabytes."""

_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Content:
    """The uncompressed bytes of a file."""

    path: str
    data: bytes

    @property
    def name(self) -> str:
        """The file's name without folders and extensions of packing: what a table calls it."""
        base = Path(self.path).name.removesuffix(".gz")
        return "stdin" if self.path == "-" else Path(base).stem or base

    @property
    def sha256(self) -> str:
        """The hash of the uncompressed bytes, so that packing a file does not change its identity."""
        return hashlib.sha256(self.data).hexdigest()


def read_content(path: str | os.PathLike[str], *, limit: int = MAX_BYTES) -> Content:
    """Read a file (`-` is standard input), unpacking gzip whatever the file is called."""
    name = os.fspath(path)
    try:
        data = _read_input(limit) if name == "-" else _read_file(Path(name), limit)
    except gzip.BadGzipFile as error:
        raise BadInput(f"{name}: a damaged gzip file ({error}); pack or copy it again.") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{name}: cannot be read: {reason or error}.") from None
    except (EOFError, zlib.error) as error:
        raise BadInput(f"{name}: a damaged gzip file ({error}); pack or copy it again.") from None
    if len(data) > limit:
        raise BadInput(f"{name}: larger than {limit:,} bytes uncompressed; stead reads no further. Split the file.")
    return Content(name, data)


def _read_input(limit: int) -> bytes:
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput("-: standard input is closed; name a file, or give it something to read.")
    return _unpacked(io.BufferedReader(sys.stdin.buffer), limit)  # type: ignore[arg-type]


def _read_file(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        return _unpacked(file, limit)


def _unpacked(file: io.BufferedReader, limit: int) -> bytes:
    """What a file holds, unpacked if it begins like gzip; one byte more than the limit tells that there is more."""
    if file.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC):
        with gzip.GzipFile(fileobj=file) as packed:
            return packed.read(limit + 1)
    return file.read(limit + 1)


def write_content(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole or not at all (`-` is standard output); a name in .gz is packed, same bytes every time."""
    name = os.fspath(path)
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if name.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    try:
        _replace_file(Path(name), data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{name}: cannot be written: {reason or error}.") from None


def _replace_file(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():  # a device or pipe such as /dev/null cannot be replaced
        path.write_bytes(data)
        return
    from tempfile import NamedTemporaryFile  # noqa: PLC0415 (slow to import, and only writers need it)

    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.close()
            temporary.chmod(mode)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
