"""`stead count`: a model from a corpus, and every mistake as one clear sentence."""

import gzip
import re
from pathlib import Path

import pytest

from stead.counts import open_model
from tests.cli.running import Command, Write, on_a_terminal, run_script
from tests.cli.test_progress import screen
from tests.counts import twelve


@pytest.fixture
def corpus(write: Write) -> str:
    return write("corpus.txt", twelve.TEXT)


def test_a_corpus_is_counted(stead: Command, corpus: str) -> None:
    done = stead("count", corpus, "-o", "model", "--window", "2", "--min-count", "2", "--lang", "english")
    assert (done.status, done.out) == (0, "")
    # Four forms occur once: cats, barked, bark, drank. Every lemma occurs at least twice.
    assert done.err == (
        "stead: wrote model: 43 words in 12 sentences of 1 file; 12 of 16 forms and 11 of 11 lemmas are frequent "
        "enough for pairs and n-grams.\n"
    )
    assert open_model("model").settings.window == 2


def test_a_process_that_ends_reports_no_leaks_of_the_database(corpus: str) -> None:
    done = run_script("stead", "count", corpus, "-o", "model", "--min-count", "1", folder=Path.cwd())
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1, done.stderr.decode()


def test_what_is_left_out_is_said(stead: Command, corpus: str, write: Write) -> None:
    write("bad.gz", gzip.compress(b"some words\n" * 99)[:-9])
    write("odd.txt", b"\xff\xff\n")
    done = stead("count", corpus, "bad.gz", "odd.txt", "-o", "model")
    assert done.status == 0
    left_out, odd, wrote = done.err.splitlines()
    assert left_out.startswith("stead: left out: bad.gz: a damaged gzip file (")
    assert odd == "stead: lines that are not valid UTF-8: 1."
    assert "43 words in 12 sentences of 2 files" in wrote
    done = stead("count", corpus, "bad.gz", "-o", "other", "--strict")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert not Path("other").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--window", "0"], "--window is 0; expected a whole number from 1 to 50."),
        (["--ngrams", "9"], "ngrams is 9; expected a whole number from 1 to 5."),
        (["--span", "-1"], "span is -1; expected a whole number from 0 to 1000."),
        (["--min-count", "0"], "--min-count is 0; expected a whole number from 1."),
        (["--common", "0"], "common is 0.0; expected a share above 0 and up to 1."),
        (["--lang", "?"], '"?" is not a language'),
        (["--memory", "12"], "'12' is no size of at least 500MB, such as 1GB"),
        (["--memory", "lots"], "'lots' is no size of at least 500MB, such as 1GB"),
        (["--engine", "abacus"], "invalid choice: 'abacus'"),
        (["-o", "-"], "-o names a folder."),
    ],
)
def test_wrong_usage(stead: Command, corpus: str, words: list[str], complaint: str) -> None:
    done = stead("count", corpus, "-o", "model", *words)
    assert done.status == 2
    assert complaint in done.err
    assert not Path("model").exists()


def test_a_corpus_that_is_empty_or_not_there(stead: Command, write: Write) -> None:
    done = stead("count", write("empty.txt", ""), "-o", "model")
    assert (done.status, done.err) == (1, "stead: the corpus has no words; nothing is written.\n")
    done = stead("count", "absent.txt", "-o", "model")
    assert (done.status, done.err) == (1, "stead: absent.txt: there is no such file or folder.\n")


def test_a_language_without_lemmas_and_words_that_are_too_rare_are_said(stead: Command, corpus: str) -> None:
    done = stead("count", corpus, "-o", "model", "--lang", "xx", "--min-count", "99")
    assert done.status == 0
    lemmas, rare, wrote = done.err.splitlines()
    assert lemmas == "stead: there is no lemmatiser for xx: every form is its own lemma."
    assert rare == "stead: no word occurs 99 times: give a smaller --min-count to have pairs and n-grams."
    assert "0 of 16 forms and 0 of 16 lemmas" in wrote


def test_a_terminal_is_shown_how_far_it_is(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text(twelve.TEXT * 2000, encoding="utf-8")
    status, sent = on_a_terminal("stderr", "count", str(tmp_path / "corpus.txt"), "-o", str(tmp_path / "model"))
    assert status == 0
    assert re.search(r"(reading|counting) [█░]{24} ", sent)
    assert screen(sent)[0].startswith("stead: wrote ")
