"""The Moby thesaurus, on a tiny one."""

from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.lexicons.interface import Lexicon
from stead.lexicons.thesauri import Moby
from tests.lexicons.real import real

LINES = b"a la mode,chic,in,a la mode\r\nabide by,obey\r\nabide,stay,bide,stay\r\nSpartan,plain,spartan\r\n"


@pytest.fixture
def moby(tmp_path: Path) -> Moby:
    (tmp_path / "words.txt").write_bytes(LINES)
    return Moby(tmp_path / "words.txt")


def test_it_is_a_lexicon(moby: Moby) -> None:
    lexicon: Lexicon = moby
    assert (lexicon.name, lexicon.language) == ("moby", "en")


def test_a_word_has_one_sense_with_all_synonyms_whatever_the_part_of_speech(moby: Moby) -> None:
    for pos in ("", "n", "v"):
        (sense,) = moby.senses("abide", pos)
        assert (sense.synonyms, sense.pos, sense.count) == (("stay", "bide"), "", None)
    with pytest.raises(UsageError, match="not a part of speech"):
        moby.senses("abide", "verb")


def test_the_word_itself_is_not_its_synonym(moby: Moby) -> None:
    assert moby.senses("a la mode")[0].synonyms == ("chic", "in")
    assert moby.senses("Spartan")[0].synonyms == ("plain",)


def test_words_are_found_as_written_or_in_small_letters(moby: Moby) -> None:
    assert moby.senses("ABIDE BY")[0].synonyms == ("obey",)
    assert ("Abide" in moby, "spartan" in moby, "stay" in moby, "abid" in moby, 3 in moby) == (
        *(True, False),
        *(False, False, False),
    )
    assert moby.senses("stay") == ()


def test_all_entries_are_listed_in_the_order_of_the_file(moby: Moby) -> None:
    assert list(moby.lemmas()) == ["a la mode", "abide by", "abide", "Spartan"]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "byte 0: expected a lexicon, found an empty file"),
        (b"abide,stay\nabide by", "byte 11: expected a whole line, found no end of it"),
        (b"abide,stay\nno synonyms\n", r"byte 11: expected word,synonym,..., found b'no synonyms'"),
        (b"abide,stay\n\n", "byte 11: expected word,synonym,..."),
        (b"abide,st\xffay\n", "byte 0: expected text in UTF-8"),
    ],
)
def test_damage_names_file_and_byte(data: bytes, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_bytes(data)
    with pytest.raises(BadInput, match=f"words.txt: {complaint}"):
        Moby(tmp_path / "words.txt").senses("abide")


def test_a_head_that_is_no_text_is_damage_too(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_bytes(b"ab\xffide,stay\n")
    with pytest.raises(BadInput, match="byte 0: expected text in UTF-8"):
        list(Moby(tmp_path / "words.txt").lemmas())


@pytest.mark.real
def test_the_real_one_is_read() -> None:
    """The first line of the file, and the number of its lines (`wc -l`)."""
    moby = Moby(real("moby") / "words.txt")
    assert moby.senses("a cappella")[0].synonyms[:3] == ("abbandono", "accrescendo", "affettuoso")
    assert sum(1 for _ in moby.lemmas()) == 30259
