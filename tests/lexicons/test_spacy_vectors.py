"""Word vectors inside a pipeline of spaCy: keys, rows and words, on tiny files."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput
from stead.lexicons.vector_files import key_of, read_spacy_vectors
from tests.lexicons.real import real

ROWS = {"maison": 0, "demeure": 0, "été": 1, "rien": 2}
MATRIX = np.array([[3.0, 4.0], [0.0, 2.0], [0.0, 0.0]], np.float32)


def _packed(number: int) -> bytes:
    """MessagePack's shortest unsigned integer."""
    if number < 0x80:
        return bytes([number])
    width = next(width for width in (1, 2, 4, 8) if number < 1 << 8 * width)
    return bytes([{1: 0xCC, 2: 0xCD, 4: 0xCE, 8: 0xCF}[width]]) + number.to_bytes(width, "big")


def _map(numbers: dict[int, int]) -> bytes:
    head = bytes([0xDF]) + len(numbers).to_bytes(4, "big")
    return head + b"".join(_packed(key) + _packed(value) for key, value in numbers.items())


def write_vectors(folder: Path, rows: dict[str, int] = ROWS) -> Path:
    """The three files; one string more than there are keys, as pipelines have it."""
    folder.mkdir(exist_ok=True)
    with (folder / "vectors").open("wb") as file:
        np.save(file, MATRIX)
    (folder / "key2row").write_bytes(_map({key_of(word): row for word, row in rows.items()}))
    (folder / "strings.json").write_text(json.dumps([*rows, "PROPN"]), encoding="utf-8")
    return folder


def test_keys_are_those_of_spacy() -> None:
    """The two that its documentation gives."""
    assert key_of("spacy") == 10639093010105930009
    assert key_of("coffee") == 3197928453018144401


def test_words_that_share_a_row_have_the_same_vector_of_length_one(tmp_path: Path) -> None:
    vectors = read_spacy_vectors(write_vectors(tmp_path))
    assert vectors.words == ["maison", "demeure", "été", "rien"]
    for word in ("maison", "demeure", "Maison"):
        found = vectors.vector(word)
        assert found is not None
        assert found.tolist() == pytest.approx([0.6, 0.8])
    assert vectors.vector("rien") is None  # null
    assert vectors.vector("PROPN") is None  # no key
    assert vectors.vector("zèbre") is None


@pytest.mark.parametrize(("head", "numbers"), [(b"\x81", 1), (b"\xde\x00\x02", 2)])
def test_smaller_maps_are_read_too(tmp_path: Path, head: bytes, numbers: int) -> None:
    words = [*ROWS][:numbers]
    write_vectors(tmp_path)
    (tmp_path / "key2row").write_bytes(head + b"".join(_packed(key_of(word)) + b"\x01" for word in words))
    assert read_spacy_vectors(tmp_path).words == words


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("vectors", b"", "a NumPy matrix"),
        ("vectors", b"no matrix", "a NumPy matrix"),
        ("key2row", b"", "a map of keys to rows"),
        ("key2row", b"\x92\x01\x02", "a map of keys to rows"),  # an array
        ("key2row", b"\xdf\xff\xff\xff\xff\x01\x01", "a map of keys to rows"),  # says more than it holds
        ("key2row", _map({key_of("maison"): 9}), "one of 3, found 9"),
        ("key2row", _map({}), "one of 3, found none"),
        ("strings.json", b"[1, 2]", "a list of words"),
        ("strings.json", b"\xff", "a list of words"),
        ("strings.json", b"[" * 100_000, "a list of words"),
    ],
)
def test_damage_is_said_with_the_file(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    write_vectors(tmp_path)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput, match=said) as error:
        read_spacy_vectors(tmp_path)
    assert str(tmp_path / name) in str(error.value)


def test_infinite_numbers_are_damage(tmp_path: Path) -> None:
    write_vectors(tmp_path)
    with (tmp_path / "vectors").open("wb") as file:
        np.save(file, np.array([[np.inf, 0.0]], np.float32))
    with pytest.raises(BadInput, match="finite numbers"):
        read_spacy_vectors(tmp_path)


@given(content=st.binary(max_size=40))
def test_any_bytes_are_keys_or_damage(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = write_vectors(tmp_path_factory.getbasetemp() / "fuzzed")
    (folder / "key2row").write_bytes(content)
    with pytest.raises(BadInput):  # nothing so short holds the key of one of four words, but by a miracle
        read_spacy_vectors(folder)


def test_the_real_french_ones() -> None:
    vectors = read_spacy_vectors(real("vectors-fr"))
    assert len(vectors.words) > 499_000
    death, end, table = (vectors.vector(word) for word in ("décès", "mort", "table"))
    assert death is not None
    assert end is not None
    assert table is not None
    assert death @ end > 0.5 > death @ table
