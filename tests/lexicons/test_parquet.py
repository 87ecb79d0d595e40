"""The texts of a Parquet file of one column."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.lexicons.parquet import DAMAGE, decompress_snappy, read_texts
from tests.lexicons.parquet_made import footer, parquet, snappy, varint
from tests.lexicons.real import real

WORDS = ["the", ",", "café", "日本", "look out", "", "x" * 300]


@pytest.mark.parametrize("codec", [0, 1], ids=["plain", "snappy"])
@pytest.mark.parametrize("dictionary", [0, 1, 5, 7])
@pytest.mark.parametrize("optional", [True, False])
def test_words_are_read_plain_and_by_dictionary(codec: int, dictionary: int, optional: bool) -> None:
    assert read_texts(parquet(WORDS, codec=codec, dictionary=dictionary, optional=optional)) == WORDS


@given(words=st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=1, max_size=200), data=st.data())
def test_whatever_is_written_is_read(words: list[str], data: st.DataObject) -> None:
    dictionary = data.draw(st.integers(0, len(words)))
    assert read_texts(parquet(words, dictionary=dictionary)) == words


def test_copies_of_snappy_repeat_what_came_before() -> None:
    """Literal `ab`; a copy of 4 from 2 back (overlapping itself: `abab`); a two-byte copy of 3 from 6 back (`aba`)."""
    block = varint(9) + bytes([1 << 2]) + b"ab" + bytes([1, 2]) + bytes([2 << 2 | 2, 6, 0])
    assert decompress_snappy(block, 9) == b"ab" + b"abab" + b"aba"


def test_long_literals_and_far_copies_of_snappy() -> None:
    """A literal of 300 bytes states its length in two bytes (tag 61 << 2); a four-byte copy goes 300 back."""
    text = bytes(range(256)) + b"x" * 44
    block = varint(305) + bytes([61 << 2]) + (299).to_bytes(2, "little") + text
    block += bytes([4 << 2 | 3]) + (300).to_bytes(4, "little")
    assert decompress_snappy(block, 305) == text + text[:5]


@given(st.binary(max_size=500))
def test_literals_of_snappy(data: bytes) -> None:
    assert decompress_snappy(snappy(data), len(data)) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PAR1PAR1",
        b"PAR1" + bytes(4) + b"PAR1",
        b"PAR1" + b"\xff\xff\xff\x7f" + b"PAR1",
        parquet(WORDS)[:-1],
        b"x" + parquet(WORDS)[1:],
        b"PAR1" + footer(3, 2, 4, 0, optional=True),  # another compression
        b"PAR1" + footer(3, 0, 0, 0, optional=True),  # a page before the first
        b"PAR1" + footer(3, 0, 4, 0, optional=True),  # no page where one should be
    ],
)
def test_what_is_no_such_file_is_damage(data: bytes) -> None:
    with pytest.raises(DAMAGE):
        read_texts(data)


@settings(max_examples=300)
@given(st.data())
def test_a_damaged_file_is_damage_or_read_and_never_takes_for_ever(data: st.DataObject) -> None:
    dictionary = data.draw(st.integers(0, 7))
    raw = bytearray(parquet(WORDS, dictionary=dictionary, codec=data.draw(st.integers(0, 1))))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(raw)))
    for damaged in (bytes(raw), bytes(raw[:cut]) + bytes(raw[-20:])):
        try:
            read_texts(damaged)
        except DAMAGE:
            continue


def test_random_bytes_are_damage() -> None:
    source = random.Random(1)
    for _ in range(300):
        data = source.randbytes(200)
        with pytest.raises(DAMAGE):
            read_texts(b"PAR1" + data + (150).to_bytes(4, "little") + b"PAR1")


@pytest.mark.real
def test_the_vocabulary_of_glove_is_read() -> None:
    """400,000 words, all different; the first are the most frequent ones of English."""
    words = read_texts((real("glove") / "glove_6B_index.parquet").read_bytes())
    assert words[:5] == ["the", ",", ".", "of", "to"]
    assert len(words) == len(set(words)) == 400_000
