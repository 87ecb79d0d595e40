"""`stead targets`: words that make good targets, from a lexicon."""

from pathlib import Path

import pytest

from stead.lexicons.frequencies import FrequencyList
from stead.lexicons.lookups import word_records
from stead.lexicons.thesauri import SynonymList
from stead.words import WordRecord
from tests.cli.running import Command, Write
from tests.lexicons.real import real

SYNONYMS = "match.n\tgame;contest\nspring.n\twell\nbright.a\tclever;vivid\nrun.v\toperate\n"
NUMBERS = "match\t60\nspring\t40\nbright\t55\nrun\t900\n"
OWN = ("--lexicon", "list:synonyms.tsv", "--frequencies", "list:numbers.tsv", "--min-senses", "1")


@pytest.fixture(autouse=True)
def lists(write: Write) -> None:
    """A list has one sense for each word and part of speech."""
    write("synonyms.tsv", SYNONYMS)
    write("numbers.tsv", NUMBERS)


def test_suitable_words_are_proposed(stead: Command) -> None:
    done = stead("targets", *OWN)
    assert (done.status, done.out) == (0, "match.n\nspring.n\nrun.v\nbright.a\n")
    assert "4 targets of synonyms.tsv" in done.err
    assert done.err.endswith("suitable: nouns 2, verbs 1, adjectives 1, adverbs 0.\n")


def test_the_list_is_what_sample_reads(stead: Command, write: Write) -> None:
    write("corpus.txt", "They lost the last match of the season in the rain of that year.\n")
    assert stead("targets", *OWN, "-o", "targets.txt", "--per-pos", "n=1", "--frequency", "50-").status == 0
    assert Path("targets.txt").read_text(encoding="utf-8") == "match.n\n"
    assert stead("sample", "corpus.txt", "--targets", "targets.txt", "--exact", "--per-target", "1").status == 0


@pytest.mark.parametrize(
    ("words", "proposed"),
    [
        (("--frequency", "50-100"), "match.n\nbright.a\n"),
        (("--frequency", "-50"), "spring.n\n"),
        (("--min-synonyms", "2"), "match.n\nbright.a\n"),
        (("--per-pos", "v=1,a=1"), "run.v\nbright.a\n"),
    ],
)
def test_conditions(stead: Command, words: tuple[str, ...], proposed: str) -> None:
    assert stead("targets", *OWN, *words).out == proposed


def test_another_seed_draws_others(stead: Command) -> None:
    drawn = {stead("targets", *OWN, "--per-pos", "n=1", "--seed", str(seed)).out for seed in range(20)}
    assert drawn == {"match.n\n", "spring.n\n"}


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ((*OWN, "--frequency", "1000-"), 1, "no word of synonyms.tsv"),
        ((*OWN, "--frequency", "9-5"), 2, "'9-5' is not a band such as 5-200, 5- or -200"),
        ((*OWN, "--frequency", "5"), 2, "'5' is not a band"),
        ((*OWN, "--per-pos", "q=5"), 2, "'q=5' is neither a number nor n=20,v=5"),
        ((*OWN, "--per-pos", "0"), 2, "'0' is neither"),
        (("--lang", "fr", *OWN[:2], "--frequencies", "wordfreq:en"), 2, "--lang is fr, but what is named is in en"),
        ((*OWN, "--min-senses", "-1"), 2, "--min-senses is a whole number from 0, not -1"),
        (("--lang", "sv"), 2, "there is no lexicon for 'sv'"),
    ],
)
def test_mistakes_are_a_sentence(stead: Command, words: tuple[str, ...], status: int, message: str) -> None:
    done = stead("targets", *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err


def test_wordnet_proposes_ten_of_each_part_of_speech(stead: Command) -> None:
    real("wordnet"), real("bnc")
    lexelts = stead("targets", "--frequency", "5-200").out.split()
    assert len(lexelts) == 40
    assert {lexelt[-1] for lexelt in lexelts} == set("nvar")


@pytest.mark.parametrize("output", ["synonyms.tsv", "./numbers.tsv"])
def test_lists_that_are_read_are_not_written_over(stead: Command, output: str) -> None:
    done = stead("targets", *OWN, "-o", output)
    assert (done.status, done.err) == (2, f"stead: -o would overwrite {output}, which is read. Name another file.\n")
    assert (Path("synonyms.tsv").read_text(), Path("numbers.tsv").read_text()) == (SYNONYMS, NUMBERS)


def test_phrases_are_passed_over_before_anything_is_asked_about_them(write: Write) -> None:
    lexicon = SynonymList(Path(write("phrases.tsv", "cup final.n\tmatch\nmatch.n\tgame\nX-ray.n\tradiograph\n")))
    frequencies = FrequencyList(Path("numbers.tsv"))
    assert list(word_records(lexicon, frequencies, ["n"])) == [WordRecord("match", "n", 1, 1, 60.0)]


def test_words_are_counted_on_a_terminal(stead: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, float, float]] = []
    monkeypatch.setattr("stead.cli.progress_bar.Line.__call__", lambda _, *told: shown.append(told))
    assert stead("targets", *OWN).status == 0
    assert shown == [("nouns", 1, 0), ("nouns", 2, 0), ("verbs", 3, 0), ("adjectives", 4, 0)]
