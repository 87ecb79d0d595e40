"""Word vectors: nearest words, exactly, from every kind of file."""

import struct
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stead.core.errors import BadInput, UsageError
from stead.lexicons import vectors as module
from stead.lexicons.interface import Lexicon
from stead.lexicons.vectors import Vectors
from tests.lexicons.parquet_made import parquet
from tests.lexicons.real import real

# Cosines with bright (1, 0): clever (3, 4)/5 = .6, smart (4, 3)/5 = .8, dull (-1, 0) = -1, nil (0, 0) = 0, B = 1.
WORDS = ["bright", "clever", "smart", "dull", "nil", "B"]
MATRIX = np.array([[1, 0], [3, 4], [4, 3], [-1, 0], [0, 0], [2, 0]], dtype=np.float32)


@pytest.fixture
def vectors() -> Vectors:
    return Vectors(WORDS, MATRIX, "tiny", "en")


def test_it_is_a_lexicon_with_one_sense_of_near_words(vectors: Vectors) -> None:
    lexicon: Lexicon = vectors
    (sense,) = lexicon.senses("bright", "a")
    assert sense.synonyms == ("B", "smart", "clever", "nil", "dull")
    assert sense.weights == pytest.approx((1, 0.8, 0.6, 0, -1))
    assert (lexicon.senses("nothing"), "bright" in lexicon, "nothing" in lexicon) == ((), True, False)
    assert list(lexicon.lemmas()) == WORDS
    with pytest.raises(UsageError, match="not a part of speech"):
        lexicon.senses("bright", "x")


def test_words_are_found_as_written_or_in_small_letters(vectors: Vectors) -> None:
    assert ("Bright" in vectors, "b" in vectors, "B" in vectors) == (True, False, True)
    vector = vectors.vector("CLEVER")
    assert vector is not None
    assert vector.tolist() == pytest.approx([0.6, 0.8])
    assert vectors.vector("nothing") is None


def test_several_words_are_asked_at_once(vectors: Vectors) -> None:
    found = vectors.nearest(["smart", "nothing", "dull"], 2)
    # smart and clever: (12 + 12) / 25 = .96; smart and bright .8 = smart and B, bright comes first. dull: nil 0, and of
    # those below 0 clever -.6.
    assert [[near.word for near in each] for each in found] == [["clever", "bright"], [], ["nil", "clever"]]
    assert found[0][0].cosine == pytest.approx(0.96)


def test_none_cannot_be_asked_for(vectors: Vectors) -> None:
    with pytest.raises(UsageError, match="0 nearest words cannot be found; ask for 1 or more"):
        vectors.nearest(["bright"], 0)


def naive(matrix: npt.NDArray[np.float64], row: int, number: int) -> list[int]:
    """One cosine after the other, sorted by value and then by place."""
    cosines = []
    for other in range(len(matrix)):
        lengths = float(np.linalg.norm(matrix[row]) * np.linalg.norm(matrix[other]))
        cosines.append(float(matrix[row] @ matrix[other]) / lengths if lengths else 0.0)
    order = sorted((other for other in range(len(matrix)) if other != row), key=lambda other: -round(cosines[other], 5))
    return order[:number]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), block=st.integers(1, 40), number=st.integers(1, 12))
def test_the_nearest_are_those_of_a_plain_loop(
    data: st.DataObject, block: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of axis-parallel vectors and their sums, so that ties are many and cosines are exact or far apart."""
    monkeypatch.setattr(module, "_BLOCK", block)
    monkeypatch.setattr(module, "_QUERIES", 3)
    rows = data.draw(st.lists(st.lists(st.sampled_from([-1, 0, 1]), min_size=4, max_size=4), min_size=2, max_size=60))
    matrix = np.array(rows, dtype=np.float32)
    words = [f"w{row}" for row in range(len(rows))]
    found = Vectors(words, matrix, "made").nearest(words, number)
    for row, near in enumerate(found):
        expected = naive(matrix.astype(np.float64), row, number)
        assert [round(each.cosine, 5) for each in near] == pytest.approx(
            [round(cosine(matrix, row, other), 5) for other in expected], abs=1e-4
        )
        assert [each.word for each in near] == [f"w{other}" for other in expected]


def cosine(matrix: npt.NDArray[np.float32], row: int, other: int) -> float:
    lengths = float(np.linalg.norm(matrix[row]) * np.linalg.norm(matrix[other]))
    return float(matrix[row] @ matrix[other]) / lengths if lengths else 0.0


def test_as_many_words_as_vectors(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="tiny: 1 words for 6 vectors"):
        Vectors(["one"], MATRIX, "tiny")
    np.save(tmp_path / "v.npy", MATRIX)
    (tmp_path / "v.txt").write_text("one\n")
    with pytest.raises(BadInput, match="the end: expected 6 words, found 1 words"):
        Vectors.open(tmp_path / "v.npy")


@pytest.mark.parametrize("value", [np.nan, np.inf, 3e38])
def test_numbers_that_are_none_or_too_large_are_refused(value: float) -> None:
    matrix = MATRIX.copy()
    matrix[2, 1] = value
    with pytest.raises(BadInput, match="tiny: expected finite numbers, found others in vector 3"):
        Vectors(WORDS, matrix, "tiny").senses("bright")


# --------------------------------------------------------------------------------------------------------- files


def as_text(*, header: bool) -> bytes:
    lines = [f"{word} {' '.join(map(str, row))}\n" for word, row in zip(WORDS, MATRIX.tolist(), strict=True)]
    return ((f"{len(WORDS)} 2\n" if header else "") + "".join(lines)).encode()


def as_binary(*, line_ends: bool) -> bytes:
    rows = zip(WORDS, MATRIX.tolist(), strict=True)
    end = b"\n" if line_ends else b""
    return b"6 2\n" + b"".join(word.encode() + b" " + struct.pack("<2f", *row) + end for word, row in rows)


FILES = {
    "glove.txt": as_text(header=False),
    "word2vec.txt": as_text(header=True),
    "word2vec.bin": as_binary(line_ends=False),
    "ends.bin": as_binary(line_ends=True),
}


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_is_read_and_mapped(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FILES[name])
    vectors = Vectors.open(tmp_path / name)
    assert (list(vectors.words), vectors.matrix.tolist()) == (WORDS, MATRIX.tolist())
    assert isinstance(vectors.matrix, np.memmap)
    assert vectors.name == Path(name).stem
    assert [near.word for near in vectors.nearest(["bright"], 2)[0]] == ["B", "smart"]


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", ["f4", "f8", "f2"])
def test_a_matrix_of_numpy_is_mapped_as_it_is(order: str, dtype: str, tmp_path: Path) -> None:
    np.save(tmp_path / "v.npy", np.array(MATRIX, dtype=dtype, order=order))  # type: ignore[call-overload]
    (tmp_path / "v.txt").write_text("\n".join(WORDS) + "\n")
    vectors = Vectors.open(tmp_path / "v.npy")
    assert isinstance(vectors.matrix, np.memmap)
    assert [near.word for near in vectors.nearest(["bright"], 2)[0]] == ["B", "smart"]


def test_the_vocabulary_may_be_named_and_in_parquet(tmp_path: Path) -> None:
    np.save(tmp_path / "v.npy", MATRIX)
    (tmp_path / "words.parquet").write_bytes(parquet(WORDS))
    assert list(Vectors.open(tmp_path / "v.npy", tmp_path / "words.parquet").words) == WORDS


def test_a_file_is_converted_once_and_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_bytes(FILES["glove.txt"])
    first = Vectors.open(path).matrix
    assert Vectors.open(path).matrix.filename == first.filename  # type: ignore[attr-defined]
    path.write_bytes(b"bright 1 0\nsmart 1 1\n")
    assert list(Vectors.open(path).words) == ["bright", "smart"]


def test_words_with_blanks_are_kept(tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text("at 1 0 0\nlook out 0 1 0\n. . . 0 0 1\n")
    assert list(Vectors.open(tmp_path / "g.txt").words) == ["at", "look out", ". . ."]


@pytest.mark.parametrize(
    ("name", "data", "complaint"),
    [
        ("v.txt", b"", "line 1: expected the number and size of vectors, or a word and its vector"),
        ("v.txt", b"hello\n", "line 1: expected the number and size"),
        ("v.txt", b"a 1 2\nb 1\n", "vector 2: expected a word and 2 numbers"),
        ("v.txt", b"a 1 2\nb 1 x\n", "vector 2: expected a word and 2 numbers"),
        ("v.txt", b"a 1 2\nb 1 nan\n", "vector 2: expected finite numbers"),
        ("v.txt", b"a 1 2\nb 1 1e99\n", "vector 2: expected finite numbers"),
        ("v.txt", b"a 1 2\nb 1 2\x00\n", "vector 2: expected a word and 2 numbers"),
        ("v.txt", b"a 1 2\n\xff 1 2\n", "vector 2: expected a word in UTF-8"),
        ("v.txt", b"a 1 2\n 1 2\n", "vector 2: expected a word"),
        ("v.txt", b"2 2\na 1 2\n", "the end: expected 2 vectors, found 1 vectors"),
        ("v.bin", as_binary(line_ends=False)[:-10], "the end: expected 6 vectors, found 5 vectors"),
        ("v.bin", b"6 2\n", "the end: expected 6 vectors, found 0 vectors"),
        ("v.bin", as_binary(line_ends=False)[:-3], r"byte \d+: expected a word and 2 numbers"),
        ("v.bin", b"6 2\n" + b"x" * 9000, "byte 4: expected a word and 2 numbers"),
        ("v.npy", b"\x93NUMPY\x01\x00", "byte 0: expected a NumPy matrix"),
        ("v.npy", b"nothing", "byte 0: expected a NumPy matrix"),
    ],
)
def test_damage_names_file_and_place(name: str, data: bytes, complaint: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    (tmp_path / "words").write_text("a\nb\n")
    with pytest.raises(BadInput, match=f"{name}: {complaint}"):
        Vectors.open(tmp_path / name, tmp_path / "words")


def test_a_matrix_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("a\nb\n")
    for number, array in enumerate((np.zeros(3), np.zeros((2, 2), dtype=int), np.array([["a"]]), np.zeros((0, 2)))):
        np.save(tmp_path / f"{number}.npy", array)
        with pytest.raises(BadInput, match="expected a matrix of floats, a row for each word"):
            Vectors.open(tmp_path / f"{number}.npy", tmp_path / "words")


def test_objects_in_a_matrix_are_never_unpickled(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("a\n")
    np.save(tmp_path / "v.npy", np.array([[{}]], dtype=object), allow_pickle=True)
    with pytest.raises(BadInput, match=r"v.npy: byte 0: expected a NumPy matrix"):
        Vectors.open(tmp_path / "v.npy", tmp_path / "words")


def test_a_vocabulary_that_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    np.save(tmp_path / "v.npy", MATRIX)
    with pytest.raises(BadInput, match=r"v.npy: expected the words next to it, one per line, in .*v.txt"):
        Vectors.open(tmp_path / "v.npy")
    (tmp_path / "v.txt").write_bytes(b"a\nb\n\xff\n")
    with pytest.raises(BadInput, match=r"v.txt: byte 4: expected words in UTF-8"):
        Vectors.open(tmp_path / "v.npy")
    (tmp_path / "v.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadInput, match=r"v.parquet: byte 0: expected a Parquet file with one column of words"):
        Vectors.open(tmp_path / "v.npy", tmp_path / "v.parquet")
    with pytest.raises(BadInput, match=r"none.bin: cannot be read: No such file or directory"):
        Vectors.open(tmp_path / "none.bin")


@pytest.mark.real
def test_glove_says_what_is_near() -> None:
    folder = real("glove")
    glove = Vectors.open(folder / "glove_6B_50d_emb.npy", folder / "glove_6B_index.parquet")
    (near,) = glove.nearest(["frog"], 5)
    assert {"toad", "snake"} & {each.word for each in near}  # the example of GloVe's own page: toad among the nearest
    assert near == sorted(near, key=lambda each: -each.cosine)
