"""What a typed text is: by a table, and for any text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.golds import Problem, read_term

SUBSTITUTES = [
    "clever",
    "CLEVER",
    "quick on the uptake",
    "well-to-do",
    "s'en aller",
    "sur-le-champ",
    "être à la tête de",
    "a.m.",
    "'cause",
    "rock 'n' roll",
    "1,000 times",
    "24/7 service",
    "AT&T",
    "C++",
    "col·lega",
    "(to) leave",
    "<b>x</b>",
    "賢い",
    "ذكي",
    "می\u200cخواهم",  # a non-joiner that Persian needs
    "क्‍ष",  # a joiner that Hindi needs
    "orator",
    "oasis",
]
SPLIT = [
    ("clever, smart", "en", ("clever", "smart")),
    ("clever,smart", "", ("clever", "smart")),
    ("clever/smart", "en", ("clever", "smart")),
    ("clever / smart", "en", ("clever", "smart")),
    ("clever; smart", "en", ("clever", "smart")),
    ("clever | smart", "en", ("clever", "smart")),
    ("clever - smart", "en", ("clever", "smart")),
    ("clever & smart", "en", ("clever", "smart")),
    ("clever + smart", "en", ("clever", "smart")),
    ("clever -> smart", "en", ("clever", "smart")),
    ("clever→smart", "en", ("clever", "smart")),
    ("clever · smart", "en", ("clever", "smart")),
    ("clever and/or smart", "en", ("clever", "smart")),
    ("malin et/ou futé", "fr", ("malin", "futé")),
    ("1. clever, 2. smart", "en", ("clever", "smart")),
    ("clever or smart", "en", ("clever", "smart")),
    ("clever OR smart or gifted", "en-GB", ("clever", "smart", "gifted")),
    ("malin ou futé", "fr", ("malin", "futé")),
    ("furbo o sveglio", "it", ("furbo", "sveglio")),
    ("furbo oppure sveglio", "it", ("furbo", "sveglio")),
    ("clever, smart, or gifted.", "en", ("clever", "smart", "gifted")),
    ("聪明，机灵", "zh", ("聪明", "机灵")),
    ("ذكي، ماهر", "ar", ("ذكي", "ماهر")),
    ("clever, -, smart", "en", ("clever", "smart")),
    ("clever\u200b, smart", "en", ("clever", "smart")),
]
WORDS = [
    ("clever or smart", "fr"),  # French "or" is gold, as in "en or"
    ("malin ou futé", "en"),
    ("furbo o sveglio", ""),
]
OTHERS = [
    ("CLEVER.", Problem.PUNCTUATION, ("CLEVER",)),
    ("clever,", Problem.PUNCTUATION, ("clever",)),
    ("“clever”", Problem.PUNCTUATION, ("clever",)),
    ("« malin »", Problem.PUNCTUATION, ("malin",)),
    ("1. clever", Problem.PUNCTUATION, ("clever",)),
    ("2) clever", Problem.PUNCTUATION, ("clever",)),
    ("- clever", Problem.PUNCTUATION, ("clever",)),
    ("clever -", Problem.PUNCTUATION, ("clever",)),
    ("clever (adj)", Problem.PUNCTUATION, ("clever",)),
    ("clever. (adj.) (fam)", Problem.PUNCTUATION, ("clever",)),
    ("clever!!", Problem.PUNCTUATION, ("clever",)),
    ("clever, nil", Problem.MIXED, ("clever",)),
    ("NIL, clever", Problem.MIXED, ("clever",)),
    ("12", Problem.DIGITS, ()),
    ("50%", Problem.DIGITS, ()),
    ("1/2", Problem.DIGITS, ()),
    ("½", Problem.DIGITS, ()),
    ("٣", Problem.DIGITS, ()),
    ("::", Problem.SIGNS, ()),
    ("~", Problem.SIGNS, ()),
    ("...", Problem.SIGNS, ()),
    ("🙂", Problem.SIGNS, ()),
    ("NIL", Problem.NIL, ()),
    ("nil.", Problem.NIL, ()),
    ("None", Problem.NIL, ()),
    ("n/a", Problem.NIL, ()),
    ("-", Problem.NIL, ()),
    ("—", Problem.NIL, ()),
    ("?", Problem.NIL, ()),
    ("nil, none", Problem.NIL, ()),
    ("- NIL", Problem.NIL, ()),
    ("NAME", Problem.NAME, ()),
    ("proper name", Problem.NAME, ()),
    ("", Problem.INVISIBLE, ()),
    (" ", Problem.INVISIBLE, ()),
    ("\u200b", Problem.INVISIBLE, ()),
    ("\u202e", Problem.INVISIBLE, ()),
    ("\u200d\ufe0f", Problem.INVISIBLE, ()),
    ("\N{HANGUL FILLER}", Problem.INVISIBLE, ()),
    ("\x01\x7f", Problem.INVISIBLE, ()),
    ("cle\u200bver", Problem.HIDDEN, ("clever",)),
    ("\u202eclever", Problem.HIDDEN, ("clever",)),
    ("cle\u00adver", Problem.HIDDEN, ("clever",)),
]


@pytest.mark.parametrize("text", SUBSTITUTES)
def test_a_substitute_is_read_as_one(text: str) -> None:
    assert read_term(text, ("en",)).problem is None


@pytest.mark.parametrize(("text", "language", "offer"), SPLIT)
def test_several_substitutes_are_told_apart(text: str, language: str, offer: tuple[str, ...]) -> None:
    found = read_term(text, (language,))
    assert (found.problem, found.offer) == (Problem.SEVERAL, offer)


@pytest.mark.parametrize(("text", "language"), WORDS)
def test_or_is_a_word_of_its_language(text: str, language: str) -> None:
    assert read_term(text, (language,)).problem is None


@pytest.mark.parametrize(("text", "problem", "offer"), OTHERS)
def test_what_is_no_substitute_is_noticed(text: str, problem: Problem, offer: tuple[str, ...]) -> None:
    found = read_term(text, ("en",))
    assert (found.problem, found.offer) == (problem, offer)


@pytest.mark.parametrize(("text", "language"), [("aucun", "fr"), ("Nessuno.", "it")])
def test_none_is_said_in_its_language(text: str, language: str) -> None:
    assert read_term(text, (language,)).problem is Problem.NIL
    assert read_term(text, ("en",)).problem is not Problem.NIL


TYPED = st.text(
    st.one_of(
        st.sampled_from("ab1,;/|.-–?!'\"“”«» \t\n\u200b\u200d\u202e\u00ad\ufe0f、،éж賢"),
        st.characters(exclude_categories=[]),
    ),
    max_size=12,
) | st.lists(st.sampled_from(["clever", "or", "ou", "o", "nil", "-", ",", "/", "a.m.", "12", "\u200b"])).map(" ".join)
LANGUAGES = st.sampled_from([(), ("en",), ("fr",), ("it",), ("en", "fr", "it")])


@given(TYPED, LANGUAGES)
def test_any_text_is_something(text: str, languages: tuple[str, ...]) -> None:
    found = read_term(text, languages)
    with_offer = {Problem.SEVERAL, Problem.MIXED, Problem.PUNCTUATION, Problem.HIDDEN}
    assert bool(found.offer) == (found.problem in with_offer)
    assert (found.problem is Problem.SEVERAL) == (len(found.offer) > 1)
    for offered in found.offer:
        assert read_term(offered, languages).problem in (None, Problem.DIGITS)
        assert offered == " ".join(offered.split())


@given(TYPED, LANGUAGES)
def test_what_is_stored_as_a_substitute_can_be_seen(text: str, languages: tuple[str, ...]) -> None:
    if read_term(text, languages).problem is None:
        assert any(unicodedata.category(char)[0] == "L" for char in text)
        assert ";" not in text
        assert not {"Cc", "Cs"}.intersection(map(unicodedata.category, " ".join(text.split())))


@given(TYPED, TYPED)
def test_words_with_a_comma_between_are_several(one: str, other: str) -> None:
    if read_term(one).problem is None and read_term(other).problem is None:
        assert read_term(f"{one}, {other}").problem is Problem.SEVERAL
