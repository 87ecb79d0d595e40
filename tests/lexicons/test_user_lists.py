"""Synonym lists and frequency lists of the user's own."""

import gzip
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.lexicons.frequencies import FrequencyList
from stead.lexicons.interface import Lexicon, WordFrequencies
from stead.lexicons.thesauri import SynonymList

LINES = """# my list
bright.a\tclever;smart\t0.5
bright.a\tshiny
bright.n\tlight
run\thurry; dash\t2
look out.v\tbeware
U.S.\tAmerica
bar.n.v\tpub
bright.a\tclever\t9
"""


def written(folder: Path, text: str | bytes, name: str = "mine.tsv") -> Path:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / name


@pytest.fixture
def synonyms(tmp_path: Path) -> SynonymList:
    return SynonymList(written(tmp_path, LINES), "en")


def test_it_is_a_lexicon(synonyms: SynonymList) -> None:
    lexicon: Lexicon = synonyms
    assert (lexicon.name.partition("#")[0], lexicon.language) == ("mine.tsv", "en")


def test_lines_of_a_word_make_one_sense_for_each_part_of_speech(synonyms: SynonymList) -> None:
    """The first weight of a synonym counts; one without a weight weighs 1."""
    (adjective,) = synonyms.senses("bright", "a")
    assert (adjective.synonyms, adjective.weights) == (("clever", "smart", "shiny"), (0.5, 0.5, 1.0))
    assert [sense.pos for sense in synonyms.senses("bright")] == ["a", "n"]
    assert synonyms.senses("bright", "v") == ()


def test_a_word_without_a_part_of_speech_may_have_any(synonyms: SynonymList) -> None:
    assert synonyms.senses("run", "v") == synonyms.senses("run", "n") == synonyms.senses("run")
    assert synonyms.senses("run")[0].weights == (2.0, 2.0)


def test_phrases_and_dots_are_kept(synonyms: SynonymList) -> None:
    assert synonyms.senses("look out", "v")[0].synonyms == ("beware",)
    assert "U.S." in synonyms
    assert "bright" in synonyms
    assert "bright.a" not in synonyms
    assert synonyms.senses("Run")[0].synonyms == ("hurry", "dash")
    assert "RUN" in synonyms


def test_all_entries_are_listed(synonyms: SynonymList) -> None:
    assert list(synonyms.lemmas()) == ["bright", "run", "look out", "U.S.", "bar"]
    assert list(synonyms.lemmas("v")) == ["run", "look out", "U.S."]
    with pytest.raises(UsageError, match="not a part of speech"):
        synonyms.senses("run", "x")


@pytest.mark.parametrize("form", ["gzip", "windows", "bom"])
def test_other_forms_of_files_are_read(form: str, tmp_path: Path) -> None:
    data = LINES.encode()
    changed = {
        "gzip": gzip.compress(data, mtime=0),
        "windows": data.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + data,
    }[form]
    assert SynonymList(written(tmp_path, changed)).senses("bright", "a")[0].synonyms == ("clever", "smart", "shiny")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("bright\n", '1: expected "word<TAB>synonym;synonym<TAB>weight", found bright; correct the line.'),
        ("a\tb\n\tclever\n", "2: expected"),
        ("bright\t;\n", "1: expected"),
        ("bright\tclever\theavy\n", "1: expected a number as weight, found heavy"),
        ("bright\tclever\tnan\n", "1: expected a number as weight"),
        (b"bright\tcl\xffever\n", "1: expected text in UTF-8"),
        ("", "1: expected .* found no such line"),
        ("# only a remark\n\n", "1: expected .* found no such line"),
        (gzip.compress(LINES.encode(), mtime=0)[:40], "a damaged gzip file"),
    ],
)
def test_a_faulty_list_is_refused_with_its_line(text: str | bytes, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"mine.tsv: ?{complaint}"):
        SynonymList(written(tmp_path, text))


def test_a_list_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none.tsv: cannot be read: No such file or directory"):
        SynonymList(tmp_path / "none.tsv")


# --------------------------------------------------------------------------------------------------- frequencies


def test_numbers_are_as_given_and_those_of_a_word_are_added_up(tmp_path: Path) -> None:
    frequencies: WordFrequencies = FrequencyList(
        written(tmp_path, "bright\t10\nBright\t1\nrun\t2.5\nbright\t5\n"), "en"
    )
    assert (frequencies.name.partition("#")[0], frequencies.language) == ("mine.tsv", "en")
    assert [frequencies.of(word) for word in ("bright", "Bright", "BRIGHT", "run", "look out")] == [15, 1, 15, 2.5, 0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("bright 10\n", '1: expected "word<TAB>number", the number not below 0, found bright 10;'),
        ("bright\tmany\n", "1: expected"),
        ("bright\t-1\n", "1: expected"),
        ("bright\tinf\n", "1: expected"),
        ("a\t1\n\t3\n", "2: expected"),
        ("", '1: expected "word<TAB>number", found no such line'),
    ],
)
def test_a_faulty_frequency_list_is_refused_with_its_line(text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"mine.tsv: ?{complaint}"):
        FrequencyList(written(tmp_path, text))
