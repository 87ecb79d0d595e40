"""`stead suggest`: sentences in, tables out."""

import json
from pathlib import Path

import pytest

import stead as library
from stead.core.errors import BadInput, UsageError
from stead.systems import parse_system
from tests.cli.running import Command
from tests.cli.sources import small_system, without_resources


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return small_system(tmp_path, monkeypatch)


def rows(table: str) -> list[str]:
    """The substitutes of a table."""
    body = table.split("─\n")[2]
    return [line.split("  ")[0] for line in body.splitlines() if "  " in line]


def test_a_sentence_is_answered_with_a_table(stead: Command, system: str) -> None:
    done = stead("suggest", "They lost the [matches].", "--system", system)
    assert (done.status, done.err) == (0, "")
    assert rows(done.out) == ["lucifer", "Lucifer matches", "contests", "lighters", "equals", "competitions"]
    assert done.out.startswith("They lost the [matches].\n")
    assert "\nmatch.n; wordnet(frequencies=list:" in done.out
    assert "first synset" in done.out
    assert "4.500" in done.out


def test_as_many_as_asked_for(stead: Command, system: str) -> None:
    assert rows(stead("suggest", "a [match]", "-n", "2", "--system", system).out) == ["lucifer", "Lucifer match"]


def test_only_what_is_good_enough(stead: Command, system: str) -> None:
    """The scores are 4.5 (first synset), 4, 3.5 ...: the usual cut of 2.5 leaves out the last classes."""
    every = rows(stead("suggest", "a [match]", "--system", system).out)
    stopped = rows(stead("suggest", "a [match]", "--system", system, "--stop").out)
    sure = rows(stead("suggest", "a [match]", "--system", system, "--min-probability", "4.4").out)
    assert stopped == every[: len(stopped)]
    assert 0 < len(sure) < len(stopped) < len(every)


def test_records_for_programs(stead: Command, system: str) -> None:
    done = stead("suggest", "They lost the [matches].", "--system", system, "--format", "json", "-n", "1")
    record = json.loads(done.out)
    assert done.out.count("\n") == 1
    assert record["text"][record["start"] : record["end"]] == "matches"
    assert record["lexelt"] == "match.n"
    (only,) = record["substitutes"]
    assert (only["form"], only["sentence"], only["score"]) == ("lucifer", "They lost the lucifer.", 4.5)


def test_sentences_with_the_substitute_in_place(stead: Command, system: str) -> None:
    done = stead("suggest", "It was a [match].", "--explain", "--system", system, "--pos", "n")
    assert "It was a lucifer." in done.out
    assert "It was an equal." in done.out


def test_lines_of_standard_input(stead: Command, system: str) -> None:
    done = stead("suggest", "--system", system, stdin=b"The [match].\n\n  He [handed] it over.  \r\n")
    assert (done.status, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if "[" in line] == ["The [match].", "He [handed] it over."]


@pytest.mark.parametrize("words", [[], ["-"]])
def test_a_line_that_is_wrong_is_named_and_the_others_are_answered(
    stead: Command, system: str, words: list[str]
) -> None:
    lines = b"The [match].\nno target\n\nThe [ma\xfftch].\n[one] [two]\nThe [match].\n"
    done = stead("suggest", *words, "--system", system, stdin=lines)
    assert done.status == 1
    assert done.out.count("lucifer ") == 2
    first, second, third = done.err.splitlines()
    assert first.startswith('stead: line 2: no target is marked in "no target"; mark one word')
    assert second == "stead: line 4: byte 8 is not UTF-8."
    assert third.startswith("stead: line 5: 2 targets are marked")


@pytest.mark.parametrize("lines", [b"", b"\n \n"])
def test_standard_input_without_a_sentence(stead: Command, system: str, lines: bytes) -> None:
    done = stead("suggest", "--system", system, stdin=lines)
    assert (done.status, done.out, done.err) == (1, "", "stead: standard input holds no sentence.\n")


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        ([""], 1, 'no target is marked in ""'),
        (["They lost."], 1, "no target is marked"),
        (["[a] [b]"], 1, "2 targets are marked"),
        (["[]"], 1, "are empty"),
        (["[match"], 1, "a [ without its ]"),
        (["the [zzz]"], 1, '"zzz" is not in wordnet'),
        (["the [слово]"], 1, '"слово" is not in wordnet'),
        (["the [言葉]"], 1, '"言葉" is not in wordnet'),
        (["the [match]", "-n", "0"], 2, "--number is a whole number from 1, not 0"),
        (["the [match]", "-n", "few"], 2, "invalid int value"),
        (["the [match]", "--pos", "x"], 2, "'x' is not a part of speech"),
        (["the [match]", "--pos", "v"], 1, '"match" is not in wordnet'),
        (["the [match]", "--lang", "no language"], 2, "is not a language"),
        (["the [match]", "--lang", "xx"], 2, "there is no lexicon for 'xx' by default"),
        (["the [match]", "--lang", "fr", "--system", "wordnet"], 2, "wordnet is for en, but item 1 is in fr"),
        (["the [match]", "--system", "wordnte"], 2, "'wordnte' is not a system"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    stead: Command, system: str, words: list[str], status: int, complaint: str
) -> None:
    done = stead("suggest", *words)
    assert (done.status, done.out) == (status, "")
    assert complaint in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["The [match]."], "swift"),
        (["The [match].", "--system", "finest"], "finest"),
        (["Le [train].", "--lang", "fr"], "mythes-fr"),
        (["Die [Bahn].", "--lang", "de"], "mythes-de"),
    ],
)
def test_a_resource_that_is_not_here_is_one_sentence_with_the_command(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], needed: str
) -> None:
    without_resources(tmp_path, monkeypatch)
    done = stead("suggest", *words)
    assert (done.status, done.out) == (1, "")
    assert f"`stead resources get {needed}`" in done.err
    assert " MB" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_megabyte_is_no_trouble(stead: Command, system: str) -> None:
    done = stead("suggest", f"{'word ' * 100_000}the [match] {'and more ' * 60_000}", "--system", system, "-n", "1")
    assert done.status == 0
    assert "\nlucifer " in done.out


def test_control_characters_do_not_reach_the_terminal(stead: Command, system: str) -> None:
    done = stead("suggest", "A \x1b[31m\x07 [match].".replace("\x1b[", "\x1b\\["), "--system", system, "--explain")
    assert done.status == 0
    assert "\x1b" not in done.out
    assert "\x07" not in done.out


def test_another_language_is_not_inflected_and_that_is_said(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_resources(tmp_path, monkeypatch)
    (tmp_path / "list.tsv").write_text("слово\tречь;термин\n", encoding="utf-8")
    (tmp_path / "counts.tsv").write_text("термин\t1\n", encoding="utf-8")
    sources = f"dictionary(lexicon=list:{tmp_path / 'list.tsv'},frequencies=list:{tmp_path / 'counts.tsv'})"
    done = stead("suggest", "Это [слово].", "--lang", "ru", "--system", sources)
    assert done.status == 0
    assert rows(done.out) == ["термин", "речь"]
    assert "stead does not inflect ru" in done.err
    found = library.suggest("Это [слово].", language="ru", system=sources)
    assert [f"stead: {note}" for note in found.notes] == done.err.splitlines()


def test_nothing_found_is_said(stead: Command, system: str) -> None:
    done = stead("suggest", "A [Bible].", "--system", "multiword", "--any-word")
    assert done.status == 0
    assert "(nothing found)" in done.out


def own_list(folder: Path, synonyms: str) -> str:
    """The dictionary on a list of one's own."""
    (folder / "list.tsv").write_text(synonyms, encoding="utf-8")
    (folder / "counts.tsv").write_text("auto\t9\n", encoding="utf-8")
    return f"dictionary(lexicon=list:{folder / 'list.tsv'},frequencies=list:{folder / 'counts.tsv'})"


@pytest.mark.parametrize(
    ("sentence", "language", "found"),
    [
        ("Les [voitures] sont chères.", "fr", ["auto", "bagnole"]),
        ("[Voitures] à vendre.", "fr", ["Auto", "Bagnole"]),
        ("Des [marches] hautes.", "fr", ["degrés"]),  # a form that the list has is not changed
        ("Le [case] sono alte.", "it", ["abitazione"]),
        ("Les [trucs].", "fr", []),
    ],
)
def test_forms_of_other_languages_are_traced_to_their_lemmas(
    stead: Command, tmp_path: Path, system: str, sentence: str, language: str, found: list[str]
) -> None:
    own = own_list(tmp_path, "voiture\tauto;bagnole\nmarche\tmarcher\nmarches\tdegrés\ncasa\tabitazione\n")
    done = stead("suggest", sentence, "--lang", language, "--system", own)
    assert (done.status, rows(done.out)) == (0, found)


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_wrong_part_of_speech_is_refused_in_every_language(
    stead: Command, tmp_path: Path, system: str, language: str
) -> None:
    own = own_list(tmp_path, "match\tauto\n")
    done = stead("suggest", "a [match]", "--pos", "q", "--lang", language, "--system", own)
    assert (done.status, done.out) == (2, "")
    assert "'q' is not a part of speech" in done.err


def test_english_without_wordnet_goes_by_the_lexicon_of_the_system(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_resources(tmp_path, monkeypatch)
    own = own_list(tmp_path, "car.n\tauto\n")
    assert rows(stead("suggest", "Two [cars] came.", "--system", own).out) == ["autos"]
    other = stead("suggest", "Two [dogs] came.", "--system", own)
    assert (other.status, '"dogs" is not in list.tsv#' in other.err) == (1, True)


def test_words_that_have_the_same_form_here_are_one(stead: Command, tmp_path: Path, system: str) -> None:
    own = own_list(tmp_path, "car.n\tautomobile;autos;auto;van\n")
    assert rows(stead("suggest", "Two [cars].", "--system", own, "-n", "3").out) == ["autos", "automobiles", "vans"]
    assert rows(stead("suggest", "A [car].", "--system", own, "-n", "3").out) == ["auto", "automobile", "autos"]


def test_a_word_that_wordnet_lacks_is_looked_up_in_the_lexicon_of_the_system(
    stead: Command, tmp_path: Path, system: str
) -> None:
    own = own_list(tmp_path, "selfie.n\tauto\n")
    assert rows(stead("suggest", "Two [selfies].", "--system", own).out) == ["autos"]


# ------------------------------------------------------------------------------------------------------ from Python


def test_the_target_can_be_given_apart(system: str) -> None:
    found = library.suggest("A rematch: [the] match.", "match", system=system, number=1)
    assert [each.sentence for each in found] == ["A rematch: [the] lucifer."]
    assert (found.item.lexelt, found.inflected) == ("match.n", True)
    assert [(each.term, each.form, each.score) for each in found] == [("lucifer", "lucifer", 4.5)]


@pytest.mark.parametrize("target", ["", "game", "match", "mat"])
def test_a_target_that_stands_there_never_or_twice_is_refused(system: str, target: str) -> None:
    with pytest.raises(BadInput, match=r"occurs [02] times in .*\[brackets\]"):
        library.suggest("A match is a match.", target, system=system)


def test_a_system_can_be_given_as_a_value(system: str) -> None:
    assert list(library.suggest("the [match]", system=parse_system(system))) == list(
        library.suggest("the [match]", system=system)
    )
    with pytest.raises(UsageError, match="number is a whole number from 1, not 0"):
        library.suggest("the [match]", number=0)


def test_names_and_numbers_are_left_alone_unless_asked_for(stead: Command, tmp_path: Path, system: str) -> None:
    own = own_list(tmp_path, "maria.n\tanna\nthree.n\ttrio\n")
    for sentence, kind in (("I sent it to [Maria].", "a name"), ("I saw [three] dogs.", "a number")):
        refused = stead("suggest", sentence, "--system", own)
        assert refused.status == 1
        assert kind in refused.err
        assert "--any-word" in refused.err
        assert stead("suggest", sentence, "--system", own, "--any-word").status == 0


def test_a_record_of_a_refused_line_names_the_option_too(stead: Command, system: str) -> None:
    refused = stead("suggest", "--system", system, "--format", "json", stdin=b"I sent it to [Maria].\n")
    assert "--any-word" in json.loads(refused.out)["error"]


def test_the_name_of_a_file_is_no_sentence(stead: Command, tmp_path: Path, system: str) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text("They lost the [match].\n", encoding="utf-8")
    refused = stead("suggest", str(file), "--system", system)
    assert refused.status == 2
    assert f"stead suggest < {file}" in refused.err
    assert "--text" in refused.err


def test_words_that_hurt_are_shown_only_if_asked_for(stead: Command, tmp_path: Path, system: str) -> None:
    own = own_list(tmp_path, "woman.n\tslut;lady\n")
    assert rows(stead("suggest", "A [woman] came.", "--system", own).out) == ["lady"]
    shown = rows(stead("suggest", "A [woman] came.", "--system", own, "--offensive").out)
    assert sorted(shown) == ["lady", "slut"]
