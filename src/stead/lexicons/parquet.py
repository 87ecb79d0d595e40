"""Read a Parquet file of one text column: just enough of the format for the vocabulary of word vectors.

Parquet (parquet.apache.org): `PAR1`, pages, a footer in Thrift's compact protocol, its size, `PAR1`. Supported
are columns of byte arrays without nulls, plain or dictionary-encoded, in pages of version 1, uncompressed or in Snappy.
A damaged file raises one of DAMAGE; every loop ends with the bytes it reads.
"""

import struct
from typing import Any

DAMAGE = (ValueError, IndexError, KeyError, TypeError, AttributeError, struct.error)
"""What reading a damaged file may raise."""

_MAGIC = b"PAR1"
_BYTE_ARRAY = 6
_UNCOMPRESSED, _SNAPPY = 0, 1
_PLAIN, _PLAIN_DICTIONARY, _RLE_DICTIONARY = 0, 2, 8
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_MOST_BYTES = 1 << 30
_MOST_VALUES = 1 << 24
_DEEPEST = 16


def read_texts(data: bytes) -> list[str]:
    """Read the values of the only column."""
    footer = struct.unpack("<I", data[-8:-4])[0]
    if not data.startswith(_MAGIC) or data[-4:] != _MAGIC or footer > len(data) - 12:
        raise ValueError("not a Parquet file")
    meta = _Thrift(data[len(data) - 8 - footer : -8]).struct()
    _, *columns = meta[2]
    if len(columns) != 1 or columns[0].get(1) != _BYTE_ARRAY:
        raise ValueError("expected one column of texts")
    optional = columns[0].get(3, 0) == 1
    values: list[bytes] = []
    for group in meta[4]:
        values += _column_chunk(data, group[1][0][3], optional=optional)
    return [value.decode() for value in values]


def _column_chunk(data: bytes, column: dict[int, Any], *, optional: bool) -> list[bytes]:
    """Read the pages of a column: an optional dictionary, and values."""
    dictionary: list[bytes] = []
    values: list[bytes] = []
    offset = min(column[9], column.get(11) or column[9])
    if column[5] > _MOST_VALUES:
        raise ValueError("more texts than any vocabulary has")
    while len(values) < column[5]:
        thrift = _Thrift(data, offset)
        header = thrift.struct()
        if offset < len(_MAGIC) or header[3] <= 0:
            raise ValueError("a page outside the file")
        offset = thrift.offset + header[3]
        page = _decompressed(data[thrift.offset : offset], column[4], header[2])
        if header[1] == _DICTIONARY_PAGE:
            dictionary = _plain(page, header[7][1])
        elif header[1] == _DATA_PAGE:
            values += _data_page(page, header[5], dictionary, optional=optional)
        else:
            raise ValueError("a page of an unknown kind")
    return values


def _data_page(page: bytes, header: dict[int, Any], dictionary: list[bytes], *, optional: bool) -> list[bytes]:
    count, encoding = header[1], header[2]
    if not 0 < count <= _MOST_VALUES:
        raise ValueError("an impossible number of texts")
    if optional:
        size = struct.unpack_from("<I", page)[0]
        if any(level != 1 for level in _runs(page[4 : 4 + size], 1, count)):
            raise ValueError("a null among the texts")
        page = page[4 + size :]
    if encoding == _PLAIN:
        return _plain(page, count)
    if encoding in {_PLAIN_DICTIONARY, _RLE_DICTIONARY}:
        return [dictionary[code] for code in _runs(page[1:], page[0], count)]
    raise ValueError("an encoding other than plain and by dictionary")


def _plain(page: bytes, count: int) -> list[bytes]:
    """Read plain values, each after its length."""
    values, offset = [], 0
    for _ in range(count):
        start = offset + 4
        offset = start + struct.unpack_from("<I", page, offset)[0]
        if offset > len(page):
            raise ValueError("a text that is longer than its page")
        values.append(page[start:offset])
    return values


def _runs(data: bytes, width: int, count: int) -> list[int]:
    """Read numbers of `width` bits: runs of one repeated number, or packed in groups of eight."""
    values: list[int] = []
    offset = 0
    if not 0 < width <= 32:
        raise ValueError("numbers of an impossible width")
    while len(values) < count:
        header, offset = _varint(data, offset)
        if header & 1:
            size = (header >> 1) * width
            packed = int.from_bytes(data[offset : offset + size], "little")
            number = min((header >> 1) * 8, count - len(values))
            if not size or offset + size > len(data):
                raise ValueError("a run that is longer than its page")
            values += _unpacked(packed, width, number)
        else:
            size = (width + 7) // 8
            if not header or offset + size > len(data):
                raise ValueError("a run that is longer than its page")
            values += [int.from_bytes(data[offset : offset + size], "little")] * min(header >> 1, count - len(values))
        offset += size
    return values


def _unpacked(packed: int, width: int, number: int) -> list[int]:
    """Unpack numbers from a large integer, lowest bits first; in parts, since shifting a large integer is slow."""
    if number <= 64:
        mask = (1 << width) - 1
        return [packed >> (offset * width) & mask for offset in range(number)]
    half = number // 2
    low = packed & ((1 << (half * width)) - 1)
    return _unpacked(low, width, half) + _unpacked(packed >> (half * width), width, number - half)


# ------------------------------------------------------------------------------------------------------- Snappy


def _decompressed(data: bytes, codec: int, size: int) -> bytes:
    if codec == _UNCOMPRESSED:
        return data
    if codec != _SNAPPY:
        raise ValueError("a compression other than Snappy")
    return decompress_snappy(data, size)


def decompress_snappy(data: bytes, size: int) -> bytes:
    """Decompress a Snappy block: literals, and copies of earlier bytes."""
    length, offset = _varint(data, 0)
    if length != size or size > _MOST_BYTES:
        raise ValueError("a block of another size than its page says")
    out = bytearray()
    while offset < len(data):
        tag = data[offset]
        if tag & 3:
            count, back, offset = _copy(data, offset, tag)
            _append_copy(out, back, count)
        else:
            count, offset = _literal(data, offset, tag)
            out += data[offset : offset + count]
            offset += count
        if len(out) > size:
            break
    if len(out) != size:
        raise ValueError("a block of another size than it says")
    return bytes(out)


def _literal(data: bytes, offset: int, tag: int) -> tuple[int, int]:
    """Read the length and the start of a literal."""
    count = (tag >> 2) + 1
    more = count - 60
    if more <= 0:
        return count, offset + 1
    return int.from_bytes(data[offset + 1 : offset + 1 + more], "little") + 1, offset + 1 + more


def _copy(data: bytes, offset: int, tag: int) -> tuple[int, int, int]:
    """Read the length and the distance of a copy, and the start of the next element."""
    if tag & 3 == 1:
        return (tag >> 2 & 7) + 4, (tag >> 5) << 8 | data[offset + 1], offset + 2
    size = 2 if tag & 3 == 2 else 4
    return (tag >> 2) + 1, int.from_bytes(data[offset + 1 : offset + 1 + size], "little"), offset + 1 + size


def _append_copy(out: bytearray, back: int, count: int) -> None:
    start = len(out) - back
    if start < 0 or not back:
        raise ValueError("a copy from before the beginning")
    if back >= count:
        out += out[start : start + count]
    else:  # the copy overlaps itself: a repetition
        out += (bytes(out[start:]) * (count // back + 1))[:count]


# ------------------------------------------------------------------------------------------------------- Thrift


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            return value, offset
        if shift > 63:
            raise ValueError("a number of more than 64 bits")


class _Thrift:
    """Reads structures in Thrift's compact protocol, as dicts from field numbers to values."""

    def __init__(self, data: bytes, offset: int = 0) -> None:
        self.data, self.offset, self.depth = data, offset, 0

    def struct(self) -> dict[int, Any]:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ValueError("structures that are nested too deeply")
        fields: dict[int, Any] = {}
        number = 0
        while byte := self._byte():
            number = number + (byte >> 4) if byte >> 4 else self._signed()
            kind = byte & 15
            fields[number] = kind == 1 if kind in {1, 2} else self._value(kind)
        self.depth -= 1
        return fields

    def _value(self, kind: int) -> Any:
        if kind in {1, 2, 3}:  # an element of a list is a whole byte even where it is true or false
            return self._byte()
        if kind in {4, 5, 6}:
            return self._signed()
        if kind == 7:
            return self._bytes(8)
        if kind == 8:
            return self._bytes(self._unsigned())
        if kind == 9:
            return self._list()
        if kind == 12:
            return self.struct()
        raise ValueError("a value of an unknown kind")

    def _list(self) -> list[Any]:
        byte = self._byte()
        size = byte >> 4 if byte >> 4 < 15 else self._unsigned()
        if size > len(self.data) - self.offset:  # every element takes a byte or more
            raise ValueError("a list that is longer than the file")
        return [self._value(byte & 15) for _ in range(size)]

    def _byte(self) -> int:
        self.offset += 1
        return self.data[self.offset - 1]

    def _bytes(self, size: int) -> bytes:
        self.offset += size
        if self.offset > len(self.data):
            raise ValueError("a text that is longer than the file")
        return self.data[self.offset - size : self.offset]

    def _unsigned(self) -> int:
        value, self.offset = _varint(self.data, self.offset)
        return value

    def _signed(self) -> int:
        value = self._unsigned()
        return value >> 1 ^ -(value & 1)
