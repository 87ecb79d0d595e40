"""WordNet's files, on a tiny WordNet."""

import shutil
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.lexicons import four_classes
from stead.lexicons.interface import RELATIONS, Lexicon
from stead.lexicons.wordnet_files import SYMBOLS, WordNet
from tests.lexicons.made import write_wordnet


@pytest.fixture
def wordnet(tmp_path: Path) -> WordNet:
    return WordNet(write_wordnet(tmp_path / "dict"))


def test_it_is_a_lexicon(wordnet: WordNet) -> None:
    lexicon: Lexicon = wordnet
    assert (lexicon.name, lexicon.language) == ("wordnet-3.0", "en")


def test_senses_come_in_the_order_of_the_index(wordnet: WordNet) -> None:
    """match: fire first, then game, then match2, though the data file has them otherwise."""
    assert [sense.synonyms for sense in wordnet.senses("match", "n")] == [
        ("lucifer", "Lucifer match"),
        (),
        ("equal",),
    ]


def test_underscores_are_blanks_markers_are_gone_and_capitals_stay(wordnet: WordNet) -> None:
    assert wordnet.senses("bible", "n")[0].synonyms == ("Good Book",)
    assert wordnet.senses("lit up", "a")[0].synonyms == ("aglow",)
    assert wordnet.senses("aglow", "a")[0].synonyms == ("lit up",)


@pytest.mark.parametrize("spelling", ["good book", "Good Book", "good_book", " GOOD BOOK "])
def test_words_are_found_however_they_are_written(wordnet: WordNet, spelling: str) -> None:
    assert wordnet.senses(spelling, "n")[0].synonyms == ("Bible",)
    assert spelling in wordnet


@pytest.mark.parametrize(
    "word", ["", " ", "nothing", "matc", "matchx", "zzz", "  1", "naïve", "a" * 5000, "match n", "\n"]
)
def test_what_is_not_in_it_has_no_senses(wordnet: WordNet, word: str) -> None:
    assert wordnet.senses(word) == ()
    assert word not in wordnet


def test_without_a_part_of_speech_all_are_asked(wordnet: WordNet) -> None:
    assert [sense.pos for sense in wordnet.senses("hand")] == ["v", "v"]
    assert [sense.pos for sense in wordnet.senses("match")] == ["n", "n", "n"]


def test_entries_say_what_looking_each_up_says(wordnet: WordNet) -> None:
    entries = list(wordnet.entries())
    assert [(entry.lemma, entry.pos) for entry in entries] == [(w, p) for p in "nvar" for w in wordnet.lemmas(p)]
    assert any(sum(entry.counts) for entry in entries)
    for entry in entries:
        senses = wordnet.senses(entry.lemma, entry.pos)
        assert [f"{offset:08d}-{entry.pos}" for offset in entry.offsets] == [sense.id for sense in senses]
        assert entry.counts == [sense.count for sense in senses]


def test_an_entry_of_no_synset_is_damage(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    lines = (folder / "index.noun").read_bytes().splitlines(keepends=True)
    (folder / "index.noun").write_bytes(b"".join(lines).replace(lines[-1].split()[-1], b"00000001"))
    with pytest.raises(BadInput, match=r"index.noun: byte \d+: expected the synsets of a word"):
        list(WordNet(folder).entries())


def test_another_part_of_speech_is_refused(wordnet: WordNet) -> None:
    with pytest.raises(UsageError, match=r"'s' is not a part of speech; there are n \(noun\), v \(verb\), a "):
        wordnet.senses("bright", "s")


def test_a_satellite_is_an_adjective(wordnet: WordNet) -> None:
    assert {sense.pos for sense in wordnet.senses("bright", "a")} == {"a"}
    assert [sense.synonyms for sense in wordnet.senses("bright", "a")] == [(), ("shiny", "lustrous")]


def test_related_words_leave_out_the_word_itself(wordnet: WordNet) -> None:
    """match2 is a hypernym of fire, and holds Match again."""
    assert wordnet.senses("match", "n")[0].related("hypernym") == ("lighter", "contest", "equal")
    assert wordnet.senses("hand", "v")[0].related("hypernym") == ("give", "turn over")


def test_similar_goes_from_head_to_satellites_and_back(wordnet: WordNet) -> None:
    head, satellite = wordnet.senses("bright", "a")
    assert head.related("similar") == ("shiny", "lustrous", "aglow", "lit up")
    assert satellite.related("similar") == ()  # its head is bright itself
    assert wordnet.senses("shiny", "a")[0].related("similar") == ("bright",)


def test_a_pointer_between_words_leads_to_that_word_only(wordnet: WordNet) -> None:
    """dull (not dim) is the antonym of bright."""
    assert wordnet.senses("bright", "a")[0].related("antonym") == ("dull",)
    assert wordnet.senses("dull", "a")[0].related("antonym") == ("bright",)
    assert wordnet.senses("dim", "a")[0].related("antonym") == ()


def test_relations_cross_parts_of_speech(wordnet: WordNet) -> None:
    assert wordnet.senses("quickly", "r")[0].related("pertainym") == ("bright",)


def test_an_instance_is_no_hyponym(wordnet: WordNet) -> None:
    bible = wordnet.senses("Bible", "n")[0]
    assert (bible.related("hypernym"), bible.related("instance_hypernym")) == ((), ("contest", "competition"))


def test_an_unknown_relation_is_refused_and_a_missing_one_is_empty(wordnet: WordNet) -> None:
    match = wordnet.senses("match", "n")[0]
    assert match.related("mero_part") == ()
    with pytest.raises(UsageError, match="'hyperonym' is not a relation; there are hypernym, hyponym, "):
        match.related("hyperonym")


def test_every_relation_has_a_symbol_of_its_own() -> None:
    assert sorted(SYMBOLS) == sorted(RELATIONS)
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


def test_counts_are_those_of_the_word_in_the_sense(wordnet: WordNet) -> None:
    """By sense key: lexicographer's file 03 and id n - 1 for the nth synset of a word, the head for a satellite."""
    assert [sense.count for sense in wordnet.senses("match", "n")] == [2, 7, 0]
    assert [sense.count for sense in wordnet.senses("bright", "a")] == [5, 4]
    assert [sense.count for sense in wordnet.senses("fast", "r")] == [0]


def test_without_a_file_of_counts_nobody_counted(tmp_path: Path) -> None:
    wordnet = WordNet(write_wordnet(tmp_path, counts={}))
    assert [sense.count for sense in wordnet.senses("match", "n")] == [None, None, None]


def test_counts_may_come_from_the_index_of_senses(tmp_path: Path) -> None:
    write_wordnet(tmp_path, counts={})
    (tmp_path / "index.sense").write_text("match%1:03:00:: 00000120 2 9\nmatch%1:03:01:: 00000180 1 11\n")
    assert [sense.count for sense in WordNet(tmp_path).senses("match", "n")] == [11, 9, 0]


def test_the_four_classes_are_disjoint_and_in_order(wordnet: WordNet) -> None:
    """Class 1: fire. 2: its hypernyms. 3: match2 adds nothing, equal was a hypernym's. 4: game's hypernym."""
    assert four_classes(wordnet, "match", "n") == (
        ("lucifer", "Lucifer match"),
        ("lighter", "contest", "equal"),
        (),
        ("competition",),
    )


def test_adjectives_take_what_is_similar_and_adverbs_nothing(wordnet: WordNet) -> None:
    assert four_classes(wordnet, "bright", "a") == ((), ("shiny", "lustrous", "aglow", "lit up"), (), ())
    assert four_classes(wordnet, "quickly", "r") == (("fast",), (), (), ())
    assert four_classes(wordnet, "nothing", "n") == ((), (), (), ())


def test_all_entries_are_listed(wordnet: WordNet) -> None:
    assert list(wordnet.lemmas("r")) == ["fast", "quickly"]
    assert list(wordnet.lemmas("v")) == ["give", "hand", "pass", "turn over"]
    assert len(list(wordnet.lemmas())) == len(set(wordnet.lemmas())) == 10 + 4 + 7 + 2  # n, v, a, r


def test_exceptions_are_for_those_who_lemmatise(wordnet: WordNet, tmp_path: Path) -> None:
    assert wordnet.exceptions("v") == {"went": ("go",), "went on": ("go on",), "axes": ("ax", "axis")}
    assert WordNet(write_wordnet(tmp_path / "plain", exceptions=False)).exceptions("v") == {}


def test_each_wordnet_has_its_own_exceptions_and_counts(wordnet: WordNet, tmp_path: Path) -> None:
    other = WordNet(write_wordnet(tmp_path / "other", counts={}))
    (other.folder / "verb.exc").write_text("came come\n")
    for _ in range(2):
        assert wordnet.exceptions("v")["went"] == ("go",)
        assert other.exceptions("v") == {"came": ("come",)}
        assert [sense.count for sense in wordnet.senses("match", "n")] == [2, 7, 0]
        assert [sense.count for sense in other.senses("match", "n")] == [None, None, None]


def test_exceptions_are_of_one_part_of_speech(wordnet: WordNet) -> None:
    with pytest.raises(UsageError, match="exceptions belong to a part of speech; name one"):
        wordnet.exceptions("")


def test_nothing_is_opened_until_it_is_needed(tmp_path: Path) -> None:
    wordnet = WordNet(tmp_path / "nowhere")
    with pytest.raises(BadInput, match=r"nowhere/index.noun: cannot be read: No such file or directory"):
        wordnet.senses("match", "n")


def test_senses_are_the_same_objects_the_second_time(wordnet: WordNet) -> None:
    assert wordnet.senses("match", "n") is wordnet.senses("match", "n")


def test_files_of_version_3_1_name_themselves(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    path = folder / "data.noun"
    path.write_bytes(path.read_bytes().replace(b"WordNet 3.0 ", b"WordNet 3.1 "))
    assert WordNet(folder).name == "wordnet-3.1"
    path.write_bytes(path.read_bytes().replace(b"WordNet 3.1 ", b"WordNote 3.1"))
    assert WordNet(folder).name == "wordnet"


# -------------------------------------------------------------------------------------------------------- damage


def test_a_line_that_ends_too_early_names_file_and_byte(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    path = folder / "index.noun"
    data = path.read_bytes()
    place = data.index(b"\nmatch n") + 1
    path.write_bytes(data[: place + 12])
    with pytest.raises(BadInput, match=f"index.noun: byte {place}: expected a whole line, found no end of it; the"):
        WordNet(folder).senses("match", "n")


def test_a_synset_that_is_not_where_the_index_says_is_damage(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    path = folder / "data.noun"
    path.write_bytes(b" " + path.read_bytes())
    with pytest.raises(BadInput, match=r"data.noun: byte \d+: expected a synset, found .*Get it again"):
        WordNet(folder).senses("match", "n")


def test_an_index_that_leads_to_the_synset_of_another_word_is_damage(tmp_path: Path) -> None:
    """The line of `quickly` is given to another word of the same length."""
    folder = write_wordnet(tmp_path)
    path = folder / "index.adv"
    path.write_bytes(path.read_bytes().replace(b"quickly", b"quicker"))
    with pytest.raises(BadInput, match=r"data.adv: byte \d+: expected a synset of 'quicker', found one of 'quickly'"):
        WordNet(folder).senses("quicker", "r")


def test_an_offset_beyond_the_file_is_damage(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    path = folder / "index.verb"
    path.write_bytes(path.read_bytes().replace(b"  \n", b"99  \n"))
    with pytest.raises(BadInput, match=r"data.verb: byte \d+: expected a line, found a file of \d+ bytes"):
        WordNet(folder).senses("hand", "v")


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("index.noun", b"match n 3", b"match n 4"),
        ("index.noun", b"match n 3", b"match n x"),
        ("index.noun", b"match n 3 2", b"match n 3 9999"),
        ("data.noun", b" n 03 match", b" n zz match"),
        ("data.noun", b" n 03 match", b" n 00 match"),
        ("data.noun", b" n 03 match", b" v 03 match"),
        ("data.noun", b" n 03 match", b" n ff match"),
    ],
)
def test_a_number_that_cannot_be_is_damage(file: str, old: bytes, new: bytes, tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    data = (folder / file).read_bytes()
    assert old in data
    (folder / file).write_bytes(data.replace(old, new))
    with pytest.raises(BadInput, match=f"{file}: byte "):
        WordNet(folder).senses("match", "n")


@pytest.mark.parametrize(("old", "new"), [(b"@ 0", b"@ x"), (b" n 0000 @", b" q 0000 @"), (b" 0000 @", b" 9900 @")])
def test_a_pointer_that_cannot_be_is_damage(old: bytes, new: bytes, tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    data = (folder / "data.noun").read_bytes()
    assert old in data
    (folder / "data.noun").write_bytes(data.replace(old, new))
    with pytest.raises(BadInput, match=r"data.noun: byte "):
        WordNet(folder).senses("match", "n")[0].related("hypernym")


def test_a_count_that_is_no_number_is_damage(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    (folder / "cntlist.rev").write_text("match%1:03:01:: 1 many\n")
    with pytest.raises(BadInput, match=r"cntlist.rev: byte 0: expected a sense with its count"):
        _ = WordNet(folder).senses("match", "n")[0].count


def test_an_empty_file_is_damage(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    (folder / "index.noun").write_bytes(b"")
    with pytest.raises(BadInput, match=r"index.noun: byte 0: expected a lexicon, found an empty file"):
        WordNet(folder).senses("match", "n")


def test_files_with_windows_line_ends_are_read(tmp_path: Path) -> None:
    """As some archives have them: the offsets count the extra bytes."""
    folder = write_wordnet(tmp_path / "a")
    shutil.copytree(folder, tmp_path / "b")
    path = tmp_path / "b" / "index.verb"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert WordNet(tmp_path / "b").senses("hand", "v")[0].synonyms == ("pass",)


@pytest.mark.parametrize("bit", [0x80, 0x40, 0x20])
def test_a_wrong_letter_in_the_index_is_not_taken_for_another_order(tmp_path: Path, bit: int) -> None:
    """Without this, a word whose key is hit is merely not found, and another part of speech answers for it."""
    index = write_wordnet(tmp_path) / "index.noun"
    data = bytearray(index.read_bytes())
    data[data.index(b"\nmatch n") + 1] ^= bit
    index.write_bytes(data)
    with pytest.raises(BadInput, match=r"index\.noun: byte \d+: expected (lines in order|a line of a word in ascii)"):
        WordNet(tmp_path).senses("match")


def test_an_index_of_zeros_is_no_empty_wordnet(tmp_path: Path) -> None:
    index = write_wordnet(tmp_path) / "index.noun"
    index.write_bytes(bytes(len(index.read_bytes())))
    with pytest.raises(BadInput, match=r"index\.noun: byte 0: expected a line of a word in ascii"):
        WordNet(tmp_path).senses("match")
