"""Read and write bytes: plain or gzip, a path or `-`, at most a stated size, in UTF-8 or a named encoding.

No character is ever guessed: a file in another encoding is refused, with the one that it looks like.
"""

import codecs
import hashlib
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from stead.core.errors import BadInput, UsageError
from stead.core.parameters import Record
from stead.core.text import one_line

# gzip, pathlib and tempfile take longer to import than a small file takes to read: they are imported when needed.
if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 1 << 31
"""No input is read beyond this many (uncompressed) bytes: a small .gz can hold terabytes."""

_GZIP_MAGIC = b"\x1f\x8b"
_PARQUET_MAGIC = b"PAR1"


class Content(Record):
    """The uncompressed bytes of a file; `sha256_before` is their hash before they were converted to UTF-8."""

    path: str
    data: bytes
    sha256_before: str = ""

    @property
    def name(self) -> str:
        """The name of the file without folders and extensions, as tables show it."""
        base = os.path.basename(self.path).removesuffix(".gz")  # noqa: PTH119
        return "stdin" if self.path == "-" else os.path.splitext(base)[0] or base  # noqa: PTH122

    @property
    def sha256(self) -> str:
        """The hash of the uncompressed bytes, so that compressing a file does not change its identity."""
        return self.sha256_before or hashlib.sha256(self.data).hexdigest()


def read_content(path: str | os.PathLike[str], *, limit: int = MAX_BYTES) -> Content:
    """Read a file (`-` is standard input), decompressing gzip whatever the file is called."""
    name = os.fspath(path)
    with open_content(path) as file:
        data = file.read(limit + 1)  # one byte more, to see whether there is more
    if len(data) > limit:
        raise BadInput(f"{name}: larger than {limit:,} bytes uncompressed; stead reads no further. Split the file.")
    return Content(name, data)


@contextmanager
def open_content(path: str | os.PathLike[str]) -> Iterator[io.BufferedIOBase]:
    """Open a file (`-` is standard input), decompressing gzip."""
    name = os.fspath(path)
    try:
        with _input() if name == "-" else open(name, "rb") as file:  # noqa: PTH123
            if file.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC):
                with _unpack(file, name) as unpacked:
                    yield unpacked
            else:
                yield file
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{name}: cannot be read: {reason or error}.") from None


@contextmanager
def _unpack(file: io.BufferedReader, name: str) -> Iterator[io.BufferedIOBase]:
    import gzip  # noqa: PLC0415
    import zlib  # noqa: PLC0415

    try:
        yield gzip.GzipFile(fileobj=file)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadInput(f"{name}: a damaged gzip file ({error}); pack or copy it again.") from None


@contextmanager
def _input() -> Iterator[io.BufferedReader]:
    """Open standard input so that its beginning can be peeked at."""
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput("-: standard input is closed; name a file, or give it something to read.")
    yield io.BufferedReader(cast("io.RawIOBase", sys.stdin.buffer))


def is_parquet(path: str | os.PathLike[str]) -> bool:
    """Whether a path is that of a Parquet file, or of a folder with some."""
    try:
        if os.path.isdir(path):  # noqa: PTH112
            return any(name.endswith(".parquet") for name in os.listdir(path))  # noqa: PTH208
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(len(_PARQUET_MAGIC)) == _PARQUET_MAGIC
    except (OSError, ValueError):
        return False


def write_content(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole or not at all (`-` is standard output); a name in .gz is compressed, without a time."""
    name = os.fspath(path)
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if name.endswith(".gz"):
        import gzip  # noqa: PLC0415

        data = gzip.compress(data, mtime=0)
    from pathlib import Path  # noqa: PLC0415

    try:
        _replace_file(Path(name), data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{name}: cannot be written: {reason or error}.") from None


def _replace_file(path: "Path", data: bytes) -> None:
    if path.exists() and not path.is_file():  # a device or pipe such as /dev/null cannot be replaced
        path.write_bytes(data)
        return
    from pathlib import Path  # noqa: PLC0415
    from tempfile import NamedTemporaryFile  # noqa: PLC0415

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


UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_TEXT_ENCODINGS = re.compile(
    r"utf-(8|16|32)(-[lb]e)?|iso8859-\d+|cp\d+|koi8-[ru]|mac-\w+|euc[-_]\w+|shift_jis\w*|gb\w+|big5\w*"
)
_XML_DECLARATION = re.compile(rb"\s*<\?xml[^>]*encoding\s*=")
_LOOKED_AT = 1 << 16
_MOST_ZEROS = 0.9  # of every other byte
_MOST_ACCENTS = 0.5  # of all letters
_MOST_USUAL = "windows-1252"


def text_encoding(name: str) -> str | None:
    """Python's name of an encoding of text (UTF-8 for ASCII); None if it is none, or its files could pass for ASCII."""
    try:
        encoding = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    if encoding == "ascii":
        return "utf-8"
    return encoding if _TEXT_ENCODINGS.fullmatch(encoding) else None


def parse_encoding(name: object) -> str | None:
    """Check an encoding that a user names, and return Python's name of it."""
    if name is None:
        return None
    encoding = text_encoding(name) if isinstance(name, str) else None
    if encoding is None:
        raise UsageError(
            f"{name!r} is not an encoding of text; there are utf-8, utf-16, {_MOST_USUAL}, iso-8859-15, ..."
        )
    return encoding


def to_utf8(content: Content, encoding: str | None) -> Content:
    """Convert a file from the named encoding to UTF-8; one that is UTF-8, or declares its encoding, is kept.

    A file that is UTF-8 for the most part is not in another encoding: it is damaged.
    """
    if encoding in {None, "utf-8"} or content.data.startswith(UTF16_MARKS) or _XML_DECLARATION.match(content.data):
        return content
    if b"\0" not in content.data and (is_utf8(content.data) or _is_mostly_utf8(content.data)):
        return content
    text = decode_content(content, encoding, f"neither UTF-8 nor {encoding}", "name the encoding that the file is in")
    return replace(content, data=text.encode(), sha256_before=content.sha256)


def decode_content(content: Content, encoding: str, problem: str, remedy: str) -> str:
    """Decode a file; one in another encoding is refused, with the first line and byte that are not valid."""
    try:
        return content.data.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{content.data[error.start]:02x}"
        raise BadInput(f"{content.path}:{line}: {problem} ({byte}); {remedy}.") from None


def is_utf8(data: bytes) -> bool:
    """Whether bytes are valid UTF-8."""
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether more non-ASCII characters are valid UTF-8 than are not."""
    sample = data.decode(errors="replace")
    lost = sample.count("\N{REPLACEMENT CHARACTER}")
    return sum(not character.isascii() for character in sample) - lost > lost


def encoding_advice(data: bytes, position: int) -> str:
    """Advice on a byte that is not UTF-8: the likely encoding, and the options."""
    if _is_mostly_utf8(data):
        return "The rest is UTF-8: correct that line, or leave such lines out (`faults='skip'`)."
    word = _word_at(data, position)
    looks = f'It looks like {_MOST_USUAL} ("{one_line(word)}"): read' if word else "Read"
    name = _MOST_USUAL if word else "NAME"
    return f"{looks} it with `encoding='{name}'`, or save it as UTF-8."


def _word_at(data: bytes, position: int) -> str:
    """The word at this position in the most common encoding, if most letters around it are ASCII."""
    begin = max(position - _LOOKED_AT, 0)
    try:
        text = data[begin : position + _LOOKED_AT].decode(_MOST_USUAL)
    except UnicodeDecodeError:
        return ""
    letters = [character for character in text if character.isalpha()]
    word = next(match.group() for match in re.finditer(r"\w+|\W", text) if match.end() > position - begin)
    beyond = sum(not letter.isascii() for letter in letters)
    return word if word.isalpha() and beyond <= _MOST_ACCENTS * len(letters) else ""


def looks_like_utf16(content: Content) -> str | None:
    """`utf-16-le` or `utf-16-be` if every other byte is zero and most others are ASCII; there is no byte order mark."""
    data = content.data[:_LOOKED_AT]
    for name, zeros, letters in (("utf-16-le", data[1::2], data[::2]), ("utf-16-be", data[::2], data[1::2])):
        plain = sum(ord(" ") <= letter <= ord("~") for letter in letters)
        if zeros.count(0) > _MOST_ZEROS * len(zeros) and plain > len(letters) / 2:
            return name
    return None
