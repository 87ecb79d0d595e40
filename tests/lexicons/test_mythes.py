"""Thesauri in the format of MyThes, on tiny ones."""

from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.lexicons.interface import Lexicon
from stead.lexicons.thesauri import MyThes
from tests.lexicons.made import ENTRIES, write_mythes
from tests.lexicons.real import real


@pytest.fixture
def thesaurus(tmp_path: Path) -> MyThes:
    return MyThes(write_mythes(tmp_path / "th_fr_FR_v2"))


def test_it_is_a_lexicon_with_the_language_of_its_name(thesaurus: MyThes, tmp_path: Path) -> None:
    lexicon: Lexicon = thesaurus
    assert (lexicon.name, lexicon.language) == ("th_fr_FR_v2", "fr")
    assert MyThes(write_mythes(tmp_path / "thes_it"), "mythes-it").name == "mythes-it"
    assert MyThes(write_mythes(tmp_path / "thes_it")).language == "it"
    assert MyThes(write_mythes(tmp_path / "synonyms")).language == ""


def test_each_meaning_is_a_sense_with_the_part_of_speech_of_its_label(thesaurus: MyThes) -> None:
    assert [(sense.pos, sense.synonyms) for sense in thesaurus.senses("bright")] == [
        ("a", ("shiny", "lit up")),
        ("n", ("headlight",)),
    ]
    assert [sense.synonyms for sense in thesaurus.senses("bright", "n")] == [("headlight",)]


def test_remarks_that_name_relations_do_so(thesaurus: MyThes) -> None:
    sense = thesaurus.senses("bright", "a")[0]
    assert (sense.related("hypernym"), sense.related("similar"), sense.related("antonym")) == (
        ("light",),
        ("vivid",),
        ("dull",),
    )
    assert sense.related("hyponym") == ()
    with pytest.raises(UsageError, match="is not a relation"):
        sense.related("generic term")


def test_other_remarks_are_left_out_and_so_is_the_word_itself(thesaurus: MyThes) -> None:
    """`café` lists itself, `(petit) noir`, and `bar (argot) (familier)`."""
    assert thesaurus.senses("café")[0].synonyms == ("bistrot", "noir", "bar")


def test_a_label_may_name_several_parts_of_speech(thesaurus: MyThes) -> None:
    assert thesaurus.senses("café")[0].pos == "nv"
    assert len(thesaurus.senses("café", "v")) == 1
    assert thesaurus.senses("café", "a") == ()


def test_a_meaning_without_a_label_may_have_any(thesaurus: MyThes) -> None:
    assert [sense.pos for sense in thesaurus.senses("run", "v")] == [""]
    assert [sense.synonyms for sense in thesaurus.senses("so", "n")] == [("ainsi",)]
    assert [sense.synonyms for sense in thesaurus.senses("so", "r")] == [("thus",), ("ainsi",)]


@pytest.mark.parametrize(
    ("label", "pos"),
    [
        *(("(noun)", "n"), ("(adj)", "a"), ("(verb)", "v"), ("(adv)", "r")),
        *(("(Adjectif Nom)", "an"), ("(Adverbe Adjectif Nom Verbe)", "ranv"), ("(Preposition)", "x"), ("(?)", "")),
        *(("(s.m. Cibo a base di agnello)", "n"), ("(s.f.inv.)", "n"), ("(v. Avvilire)", "v"), ("(avv.)", "r")),
        *(("(m. fig.)", "n"), ("(intr.-prnl.)", "v"), ("(fig.)", ""), ("-", ""), ("", "")),
    ],
)
def test_labels_of_five_languages_are_understood(label: str, pos: str, tmp_path: Path) -> None:
    thesaurus = MyThes(write_mythes(tmp_path / "t", {"a": [f"{label}|b"]}))
    assert thesaurus.senses("a")[0].pos == pos


@pytest.mark.parametrize("word", ["Paris", "PARIS", "paris"])
def test_words_are_found_as_written_or_in_small_letters(word: str, thesaurus: MyThes) -> None:
    """The index has Paris with a capital, so that small letters do not find it."""
    assert (word in thesaurus) is (word == "Paris")
    assert "BRIGHT" in thesaurus


@pytest.mark.parametrize("word", ["", "brigh", "brights", "nothing", "shiny", "bright|", "UTF-8", "5", "日本"])
def test_what_is_not_in_it_has_no_senses(word: str, thesaurus: MyThes) -> None:
    assert (thesaurus.senses(word), word in thesaurus) == ((), False)


@pytest.mark.parametrize("encoding", ["ISO8859-1", "ISO8859-15", "microsoft-cp1252", "UTF-8"])
def test_encodings_are_read_as_they_state_themselves(encoding: str, tmp_path: Path) -> None:
    entries = {"más": ["-|además"], "ágil": ["-|rápido|ligero"], "zeta": ["-|fin"]}
    thesaurus = MyThes(write_mythes(tmp_path / "th_es_ES_v2", entries, encoding))
    assert thesaurus.senses("ágil")[0].synonyms == ("rápido", "ligero")
    assert thesaurus.senses("más")[0].synonyms == ("además",)
    assert sorted(thesaurus.lemmas()) == ["más", "zeta", "ágil"]
    assert "日本" not in thesaurus  # which some of them cannot write


def test_an_entry_that_comes_twice_has_the_senses_of_both(tmp_path: Path) -> None:
    """As some in the German thesaurus do."""
    path = write_mythes(tmp_path / "t", {"a": ["-|first"], "b": ["-|x"], "c": ["-|y"]})
    second = path.stat().st_size
    path.write_bytes(path.read_bytes() + b"a|1\n-|second\n")
    index = path.with_suffix(".idx")
    index.write_bytes(index.read_bytes().replace(b"a|6\n", b"a|6\na|%d\n" % second))
    thesaurus = MyThes(path)
    assert [sense.synonyms for sense in thesaurus.senses("a")] == [("first",), ("second",)]
    assert list(thesaurus.lemmas()) == ["a", "b", "c"]


def test_all_entries_are_listed_by_part_of_speech(thesaurus: MyThes) -> None:
    assert list(thesaurus.lemmas()) == sorted(ENTRIES)
    assert list(thesaurus.lemmas("r")) == ["run", "so"]


# -------------------------------------------------------------------------------------------------------- damage


@pytest.mark.parametrize(
    ("suffix", "old", "new", "complaint"),
    [
        (".dat", b"UTF-8\n", b"UTF-88\n", "t.dat: line 1: expected the name of an encoding, found b'UTF-88'"),
        (".dat", b"UTF-8\n", b"\xff\n", "t.dat: line 1: expected the name of an encoding"),
        (".idx", b"UTF-8\n", b"ISO8859-1\n", "t.idx: line 1: expected the encoding utf-8, found b'ISO8859-1'"),
        (".idx", b"bright|6", b"bright|x", r"t.idx: byte \d+: expected word|offset, found b'bright|x'"),
        (".idx", b"bright|6", b"bright|7", "t.dat: byte 7: expected the entry of 'bright', found b'right|2'"),
        (".idx", b"bright|6", b"bright|9999", "t.dat: byte 9999: expected a line, found a file of"),
        (".dat", b"bright|2", b"bright|y", "t.dat: byte 6: expected the entry of 'bright'"),
        (".dat", b"bright|2", b"bright|99", r"t.dat: byte \d+: expected a line, found a file of"),
        (".dat", b"shiny", b"sh\xffny", r"t.dat: byte 15: expected text in utf-8, found b'\(adj\)"),
    ],
)
def test_damage_names_file_and_byte(suffix: str, old: bytes, new: bytes, complaint: str, tmp_path: Path) -> None:
    path = write_mythes(tmp_path / "t")
    data = path.with_suffix(suffix).read_bytes()
    assert old in data
    path.with_suffix(suffix).write_bytes(data.replace(old, new, 1))
    with pytest.raises(BadInput, match=complaint):
        MyThes(path).senses("bright")


def test_a_missing_index_is_said(tmp_path: Path) -> None:
    path = write_mythes(tmp_path / "t")
    path.with_suffix(".idx").unlink()
    with pytest.raises(BadInput, match=r"t.idx: cannot be read: No such file or directory"):
        MyThes(path)


def test_german_meanings_are_those_of_the_word_and_list_what_can_take_its_place(tmp_path: Path) -> None:
    entries = {
        "fordern": ["-|fordern|verlangen|bitten (um)|heischen (veraltet)", "-|fördern|unterstützen"],
        "bitten": ["-|bitten (um)|ersuchen (um)|fordern"],
        "Arzt": ["-|Arzt|Mediziner (veraltet)"],
    }
    thesaurus = MyThes(write_mythes(tmp_path / "th_de_DE_v2", entries))
    assert [sense.synonyms for sense in thesaurus.senses("fordern")] == [("verlangen",), ()]
    assert ("ersuchen",) in [sense.synonyms for sense in thesaurus.senses("bitten")]
    assert [sense.synonyms for sense in thesaurus.senses("Arzt")] == [("Mediziner",)]
    french = MyThes(write_mythes(tmp_path / "th_fr_FR_v2", entries))
    assert french.senses("fordern")[1].synonyms == ("fördern", "unterstützen")


# ------------------------------------------------------------------------------------------------------ real ones


@pytest.mark.real
@pytest.mark.parametrize(
    ("name", "file", "lemma", "pos", "first"),
    [
        # The first meaning of each entry, as it stands in the file.
        ("mythes-fr", "thes_fr.dat", "abaissable", "a", ("abattable", "inclinable")),
        ("mythes-it", "th_it_IT_v2.dat", "abate", "n", ("priore", "superiore")),
        ("mythes-es", "th_es_ES_v2.dat", "a excepción de", "", ("aparte", "a salvo", "excepto", "menos")),
        ("mythes-en", "th_en_US_v2.dat", "'tween decks", "r", ("between decks",)),
        (
            "mythes-de",
            "th_de_DE_v2.dat",
            '"Grobe Betrachtung"',
            "",
            ("mit dem bloßen Auge erkennbare Strukturen", "Makroskopie"),
        ),
    ],
)
def test_real_thesauri_are_read(name: str, file: str, lemma: str, pos: str, first: tuple[str, ...]) -> None:
    thesaurus = MyThes(real(name) / file)
    assert thesaurus.language == name.removeprefix("mythes-")
    assert thesaurus.senses(lemma, pos)[0].synonyms == first


@pytest.mark.parametrize("byte", [b"\xff", b"\0"])
def test_an_index_of_other_bytes_is_no_empty_thesaurus(tmp_path: Path, byte: bytes) -> None:
    index = write_mythes(tmp_path / "th_fr").with_suffix(".idx")
    first, number, rest = index.read_bytes().split(b"\n", 2)
    index.write_bytes(b"\n".join((first, number, byte * len(rest))))
    with pytest.raises(BadInput, match=r"th_fr\.idx: byte \d+: expected a line of a word in utf-8"):
        MyThes(index.with_suffix(".dat")).senses("café")
