"""Cutting each distinct piece once gives the words that cutting the whole text gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.counts.tokenising import BOUNDARY, LONGEST_WORD, Tokenised, Tokeniser
from stead.words import split_sentences, words_of
from stead.words.sentence_splitting import ends_inside

PIECES = ["The", "U.S.", "didn't", "L'homme", "dit-il", "Mr.", "x@y.org", "www.a.b/c.", "1,234.5", "...", '"Yes!"', "é"]
PIECES += [
    "e\u0301",
    "東京。",
    "İ",
    "ΣΑΣ",
    "a\u00a0b",
    "\u200b",
    "o'clock",
    "(no)",
    "No.",
    "\x03",
    "\x1c",
    "end?",
    "A",
    "a.",
]


def sentences(found: Tokenised) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    for code in found.codes:
        if code == BOUNDARY:
            lines.append([])
        else:
            lines[-1].append(found.forms[code - 1])
    return lines[:-1]


def plainly(text: str, language: str) -> list[list[str]]:
    """Line by line, sentence by sentence."""
    from unicodedata import normalize  # noqa: PLC0415

    clean = normalize("NFC", text).replace("\x03", " ")
    found = [each.text.lower() for line in clean.split("\n") for each in split_sentences(line, language)]
    return [words for words in (words_of(sentence, language) for sentence in found) if words]


@given(
    st.lists(st.sampled_from([*PIECES, " ", "\n", ". ", " "]), max_size=40), st.sampled_from(["en", "fr", "it", "zh"])
)
def test_words_and_sentences_are_those_of_the_whole_text(pieces: list[str], language: str) -> None:
    text = " ".join(pieces)
    assert sentences(Tokeniser(language)(text)) == plainly(text, language)


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    text = text.encode(errors="replace").decode()
    assert sentences(Tokeniser("en")(text)) == plainly(text, "en")


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_a_line_in_which_no_sentence_ends_is_one(pieces: list[str]) -> None:
    line = " ".join(pieces)
    if not ends_inside(line):
        assert len(split_sentences(line, "en")) <= 1


def test_counts_and_memory_of_what_was_cut_before() -> None:
    tokeniser = Tokeniser("en")
    for _ in range(2):
        found = tokeniser("To be or not to be.\n\nBe!\n")
        assert dict(zip(found.forms, found.counts.tolist(), strict=True)) == {"to": 2, "be": 3, "or": 1, "not": 1}


def test_what_is_too_long_to_be_a_word_is_left_out_and_counted() -> None:
    long = "x" * (LONGEST_WORD + 1)
    found = Tokeniser("en")(f"a {long} b {long} {'y' * LONGEST_WORD}\n")
    assert (sentences(found), found.too_long) == ([["a", "b", "y" * LONGEST_WORD]], 2)


@pytest.mark.parametrize("text", ["", "\n\n", "... !!\n--\n"])
def test_a_text_without_words_has_no_sentences(text: str) -> None:
    assert sentences(Tokeniser("en")(text)) == []
