"""Reading plain text of any size: layouts, documents, and what is left out."""

import gzip
import tracemalloc
import unicodedata
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.words.corpus_reader import MAX_BYTES, NOT_UTF8, TOO_LONG, Corpus, CorpusLayout, Documents


def passages(
    *paths: Path, layout: CorpusLayout = CorpusLayout.LINES, documents: Documents = Documents.UNKNOWN
) -> list[tuple[int, str]]:
    corpus = Corpus(paths=list(map(str, paths)), layout=layout, documents=documents)
    return [(passage.document, passage.text) for passage in corpus.passages()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "corpus.txt"


def test_every_line_is_a_passage(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfOne. Two.\r\n\n  Three. \nlast")
    assert passages(file) == [(0, "One. Two."), (0, "Three."), (0, "last")]


def test_wrapped_lines_are_joined_up_to_a_blank_one(file: Path) -> None:
    file.write_text("One\ntwo.\n \n\nThree\nfour.\n")
    assert passages(file, layout=CorpusLayout.WRAPPED) == [(0, "One\ntwo."), (0, "Three\nfour.")]


def test_files_and_what_lies_between_blank_lines_are_documents(file: Path) -> None:
    file.write_text("One.\nTwo.\n\nThree.\n")
    other = file.with_name("other.txt")
    other.write_text("Four.\n")
    assert [each for each, _ in passages(file, other, documents=Documents.FILES)] == [0, 0, 0, 1]
    assert [each for each, _ in passages(file, other, documents=Documents.BLANK_LINES)] == [0, 0, 1, 2]
    wrapped = passages(file, other, layout=CorpusLayout.WRAPPED, documents=Documents.BLANK_LINES)
    assert len({each for each, _ in wrapped}) == len(wrapped) == 3


def test_gzip_is_unpacked_and_text_is_composed(file: Path) -> None:
    file.write_bytes(gzip.compress(unicodedata.normalize("NFD", "un été\n").encode()))
    assert passages(file) == [(0, unicodedata.normalize("NFC", "un été"))]


def test_lines_that_are_not_utf8_are_left_out_and_counted(file: Path) -> None:
    file.write_bytes("One.\nun été\nTwo.\nà\n".encode("latin-1"))
    corpus = Corpus(paths=[str(file)])
    assert [text for _, text in corpus.passages()] == ["One.", "Two."]
    assert corpus.left_out.messages() == [f"{file}: 2 lines left out (the first is line 2): {NOT_UTF8}."]


def test_a_line_of_a_hundred_megabytes_is_left_out_without_being_held(file: Path) -> None:
    packed = gzip.compress(b"word " * 20_000_000 + b"\n", compresslevel=1)
    file.write_bytes(gzip.compress(b"One.\n") + packed + gzip.compress(b"Two.\n"))
    corpus = Corpus(paths=[str(file)])
    tracemalloc.start()
    try:
        texts = [text for _, text in corpus.passages()]
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert texts == ["One.", "Two."]
    assert most < 12 * MAX_BYTES
    assert corpus.left_out.messages() == [f"{file}: 1 line left out (the first is line 2): {TOO_LONG}."]
    assert corpus.read == 100_000_000 + 11


@pytest.mark.parametrize(("size", "kept"), [(MAX_BYTES - 1, True), (MAX_BYTES, True), (MAX_BYTES + 1, False)])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_the_longest_line_is_this_long(file: Path, size: int, kept: bool, end: bytes) -> None:
    file.write_bytes(b"a" * size + end)
    assert bool(passages(file)) is kept


def test_a_paragraph_that_is_too_long_is_left_out(file: Path) -> None:
    line = "a" * 1000 + "\n"
    file.write_text(f"One.\n\n{line * (MAX_BYTES // 1000 + 1)}\nTwo.\n")
    corpus = Corpus(paths=[str(file)], layout=CorpusLayout.WRAPPED)
    assert [text for _, text in corpus.passages()] == ["One.", "Two."]
    [message] = corpus.left_out.messages()
    assert "1 line left out" in message
    assert TOO_LONG in message


def test_utf16_is_refused_with_the_command_that_converts_it(file: Path) -> None:
    file.write_bytes("One.\n".encode("utf-16"))
    with pytest.raises(BadInput, match=r"corpus.txt: in UTF-16; convert it, as in `iconv -f UTF-16 -t UTF-8`"):
        passages(file)


@pytest.mark.parametrize("damage", ["truncated", "changed"])
def test_a_damaged_gzip_is_refused(file: Path, damage: str) -> None:
    packed = bytearray(gzip.compress(b"One two three.\n" * 10_000))
    if damage == "changed":
        packed[len(packed) // 2] ^= 0xFF
    file.write_bytes(packed[:-20] if damage == "truncated" else packed)
    with pytest.raises(BadInput, match=r"corpus.txt: a damaged gzip file .*; pack or copy it again."):
        passages(file)


def test_a_missing_file_is_refused_before_anything_is_read(file: Path) -> None:
    file.write_text("One.\n")
    with pytest.raises(BadInput, match=r"gone.txt: cannot be read: No such file"):
        Corpus(paths=[str(file), str(file.with_name("gone.txt"))]).check()


def test_progress_is_told_now_and_then(file: Path) -> None:
    file.write_bytes(b"a line of text\n" * 300_000)
    told: list[float] = []
    for _ in Corpus(paths=[str(file)], progress=lambda _, done, total: told.append(done)).passages():
        pass
    assert told == sorted(told)
    assert told[-1] == 4_500_000
    assert len(told) == 5  # every 1,048,576 bytes, and in the end
