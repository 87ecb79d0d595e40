"""Tokens: what is one, what is cut, and that nothing but blanks is lost."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stead.words import Token, tokenise, words_of
from stead.words.tokens import _marks
from tests.formats.made import quickly

LANGUAGES = ["", "en", "fr", "it", "ca", "de", "zh"]
BLANKS_WITHOUT_WIDTH = "\u200b\ufeff"


def texts(text: str, language: str = "") -> list[str]:
    return [token.text for token in tokenise(text, language)]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("", "They lost the match.", ["They", "lost", "the", "match", "."]),
        ("", "", []),
        ("", " \t\n\u200b\ufeff", []),
        ("", "well-known, mid- and late", ["well-known", ",", "mid", "-", "and", "late"]),
        ("", "geht's o'clock 'quoted'", ["geht's", "o'clock", "'", "quoted", "'"]),
        ("en", "They don't.", ["They", "do", "n't", "."]),
        ("en", "the dog’s and dogs' tails", ["the", "dog", "’s", "and", "dogs", "'", "tails"]),
        (
            "en",
            "He'd've gone at 5 o'clock, O'Brien's",
            ["He", "'d", "'ve", "gone", "at", "5", "o'clock", ",", "O'Brien", "'s"],
        ),
        ("en", "DON'T I'M", ["DO", "N'T", "I", "'M"]),
        ("fr", "L'homme qu'il voit aujourd'hui", ["L'", "homme", "qu'", "il", "voit", "aujourd'hui"]),
        ("fr", "dit-il, a-t-elle, rendez-vous", ["dit", "-il", ",", "a", "-t-elle", ",", "rendez-vous"]),
        ("fr", "dites-le-moi l’après-midi", ["dites", "-le", "-moi", "l’", "après-midi"]),
        ("fr", "presqu'île chef-d'œuvre", ["presqu'île", "chef-d'œuvre"]),
        ("it", "dell'arte c'è quest'anno", ["dell'", "arte", "c'", "è", "quest'", "anno"]),
        ("ca", "l'home col·lega", ["l'", "home", "col·lega"]),
        ("de", "z.B. der 3. Mai", ["z.B.", "der", "3", ".", "Mai"]),
        ("", "U.S. e.g. U.S.A a.m. J. Smith", ["U.S.", "e.g.", "U.S.A", "a.m.", "J", ".", "Smith"]),
        ("", "1,234.5 or 3.14, 2.30pm $5 10%", ["1,234.5", "or", "3.14", ",", "2.30", "pm", "$", "5", "10", "%"]),
        ("", "10-year-old 1990s", ["10-year-old", "1990s"]),
        ("", "see www.example.org/x, or a.b@c.org.", ["see", "www.example.org/x", ",", "or", "a.b@c.org", "."]),
        ("", "(http://x.org/a_b?c=d)", ["(", "http://x.org/a_b?c=d", ")"]),
        ("", "a@ @b www. x", ["a", "@", "@", "b", "www", ".", "x"]),
        ("", "wait... -- ``so'' _very_!?", ["wait", "...", "--", "``", "so", "''", "_", "very", "_", "!", "?"]),
        ("", "п'ять слів", ["п'ять", "слів"]),
        ("hi", "हिन्दी में लिखा है।", ["हिन्दी", "में", "लिखा", "है", "।"]),
        ("fa", "می‌خواهم بروم", ["می‌خواهم", "بروم"]),
        ("he", "צה״ל בית־ספר", ["צה״ל", "בית־ספר"]),
        ("", "cafe\u0301 ko\u00adoperieren", ["cafe\u0301", "ko\u00adoperieren"]),
        ("zh", "我们输了。Hello世界", ["我", "们", "输", "了", "。", "Hello", "世", "界"]),
        ("ja", "サッカーの試合", ["サ", "ッ", "カ", "ー", "の", "試", "合"]),
        ("th", "กินข้าว", ["กิ", "น", "ข้", "า", "ว"]),
        ("", "ok 👩\u200d👩\u200d👧 👍🏽!", ["ok", "👩\u200d👩\u200d👧", "👍🏽", "!"]),
        ("", "\u0301a", ["\u0301", "a"]),
    ],
)
def test_a_text_is_cut_into_these_tokens(language: str, text: str, expected: list[str]) -> None:
    assert texts(text, language) == expected


def test_a_token_knows_its_place_and_whether_it_is_a_word() -> None:
    assert tokenise("Dogs' 9!", "en") == [Token("Dogs", 0, 4), Token("'", 4, 5), Token("9", 6, 7), Token("!", 7, 8)]
    assert [token.is_word for token in tokenise("Dogs' 9!", "en")] == [True, False, True, False]


VISIBLE = ["a", "Ä", "dog", "1", "23", "n't", "l'", "www.", "http://", *"'’-.,@_我กé👩🏽…«·İß"]
INVISIBLE = " \n \u0e34 \u0301 \u200d \u00ad \u200b \ufeff \u05f4 \x00 \x85 \ud800"
PIECES = st.sampled_from([*VISIBLE, *INVISIBLE])
TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join))


@given(TEXTS, st.sampled_from(LANGUAGES))
@example("a@b.c.", "en")
@example("x.y.z.\u0301", "")
def test_the_spans_of_tokens_rebuild_the_text(text: str, language: str) -> None:
    tokens = tokenise(text, language)
    place = 0
    rebuilt = ""
    for token in tokens:
        between = text[place : token.start]
        assert all(letter.isspace() or letter in BLANKS_WITHOUT_WIDTH for letter in between)
        assert token.text
        assert token.text == text[token.start : token.end]
        rebuilt += between + token.text
        place = token.end
    rest = text[place:]
    assert all(letter.isspace() or letter in BLANKS_WITHOUT_WIDTH for letter in rest)
    assert rebuilt + rest == text


@given(TEXTS, st.sampled_from(LANGUAGES))
def test_the_words_alone_are_the_tokens_that_are_words(text: str, language: str) -> None:
    assert [word for word in words_of(text, language) if any(map(str.isalnum, word))] == [
        token.text for token in tokenise(text, language) if token.is_word
    ]


def test_every_combining_mark_of_unicode_is_known() -> None:
    marks = {chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)).startswith("M")}
    ranges = [(ord(_marks()[at]), ord(_marks()[at + 2])) for at in range(0, len(_marks()), 3)]
    covered = {chr(code) for first, last in ranges for code in range(first, last + 1)}
    assert covered == marks


HOSTILE = [
    "a",
    "'",
    "a'",
    "a's",
    "a.b.",
    "-a",
    "@",
    "www.",
    "www.!",
    "a@b-",
    "1,",
    "\u0301",
    "e\u0301",
    "\u200d",
    "我",
    "l'",
    "-t-il",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_text_without_blanks_takes_no_longer_than_others(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    with quickly(8):
        for language in ("en", "fr", "it"):
            assert "".join(texts(text, language)) == text
