"""Parquet files of one column, written by hand: enough to test the reader."""

import struct
from collections.abc import Sequence

Field = tuple[int, int, object]
"""Number, kind and value of a field of Thrift's compact protocol."""

I32, BINARY, LIST, STRUCT = 5, 8, 9, 12


def varint(value: int) -> bytes:
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def thrift(*fields: Field) -> bytes:
    """A structure; a list is a pair of the kind of its elements and the encoded elements."""
    out, last = b"", 0
    for number, kind, value in fields:
        out += bytes([(number - last) << 4 | kind])
        last = number
        if kind == I32:
            assert isinstance(value, int)
            out += varint(value << 1)
        elif kind == BINARY:
            assert isinstance(value, bytes)
            out += varint(len(value)) + value
        elif kind == LIST:
            assert isinstance(value, tuple)
            element, items = value
            out += bytes([len(items) << 4 | element]) + b"".join(items)
        else:
            assert isinstance(value, bytes)
            out += value
    return out + b"\0"


def snappy(data: bytes) -> bytes:
    """The block as literals: nothing is saved, but it is Snappy."""
    out = varint(len(data))
    for start in range(0, len(data), 60):
        part = data[start : start + 60]
        out += bytes([(len(part) - 1) << 2]) + part
    return out


def plain(words: Sequence[str]) -> bytes:
    return b"".join(struct.pack("<I", len(word.encode())) + word.encode() for word in words)


def page(kind: int, body: bytes, header: bytes, codec: int) -> bytes:
    packed = snappy(body) if codec == 1 else body
    number = 7 if kind == 2 else 5
    return thrift((1, I32, kind), (2, I32, len(body)), (3, I32, len(packed)), (number, STRUCT, header)) + packed


def parquet(words: Sequence[str], *, codec: int = 1, dictionary: int = 0, optional: bool = True) -> bytes:
    """A file; the first `dictionary` words are in a dictionary page, from which a data page takes them."""
    data = b"PAR1"

    def leveled(count: int) -> bytes:
        """That so many values are there, none of them null: one run of ones."""
        run = varint(count << 1) + b"\x01"
        return struct.pack("<I", len(run)) + run if optional else b""

    first_dictionary = 0
    if dictionary:
        first_dictionary = len(data)
        header = thrift((1, I32, dictionary), (2, I32, 0))
        data += page(2, plain(words[:dictionary]), header, codec)
    first_data = len(data)
    if dictionary:
        width = max(1, (dictionary - 1).bit_length())
        groups = (dictionary + 7) // 8
        packed = sum(code << (code * width) for code in range(dictionary)).to_bytes(groups * width, "little")
        body = leveled(dictionary) + bytes([width]) + varint(groups << 1 | 1) + packed
        data += page(0, body, thrift((1, I32, dictionary), (2, I32, 8), (3, I32, 3), (4, I32, 3)), codec)
    rest = words[dictionary:]
    if rest:
        body = leveled(len(rest)) + plain(rest)
        data += page(0, body, thrift((1, I32, len(rest)), (2, I32, 0), (3, I32, 3), (4, I32, 3)), codec)
    return data + footer(len(words), codec, first_data, first_dictionary, optional=optional)


def footer(count: int, codec: int, data_page: int, dictionary_page: int, *, optional: bool) -> bytes:
    root = thrift((4, BINARY, b"schema"), (5, I32, 1))
    column = thrift((1, I32, 6), (3, I32, int(optional)), (4, BINARY, b"words"))
    places = [(9, I32, data_page), *([(11, I32, dictionary_page)] if dictionary_page else [])]
    meta = thrift((1, I32, 6), (4, I32, codec), (5, I32, count), *places)
    chunk = thrift((3, STRUCT, meta))
    group = thrift((1, LIST, (STRUCT, [chunk])), (3, I32, count))
    whole = thrift((1, I32, 2), (2, LIST, (STRUCT, [root, column])), (3, I32, count), (4, LIST, (STRUCT, [group])))
    return whole + struct.pack("<I", len(whole)) + b"PAR1"
