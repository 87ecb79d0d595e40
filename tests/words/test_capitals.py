"""Capitals: which kind a target has, and how a substitute gets them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.words.inflection import Capitals, apply_capitals, capitals_of


@pytest.mark.parametrize(
    ("text", "capitals"),
    [
        ("match", "lower"),
        ("Match", "first"),
        ("MATCH", "all"),
        ("A", "first"),
        ("iPod", "lower"),
        ("McDonald", "first"),
        ("Prime Minister", "every"),
        ("Prime minister", "first"),
        ("'Twas", "first"),
        ("X-RAY", "all"),
        ("比赛", "lower"),
        ("24/7", "lower"),
        ("", "lower"),
        ("ǅungla", "first"),
    ],
)
def test_a_text_has_these_capitals(text: str, capitals: str) -> None:
    assert capitals_of(text) == capitals


@pytest.mark.parametrize(
    ("text", "capitals", "language", "expected"),
    [
        ("game", Capitals.LOWER, "en", "game"),
        ("game", Capitals.FIRST, "en", "Game"),
        ("game", Capitals.ALL, "en", "GAME"),
        ("look after", Capitals.FIRST, "en", "Look after"),
        ("head of state", Capitals.EVERY, "en", "Head Of State"),
        ("French", Capitals.LOWER, "en", "French"),
        ("iPod", Capitals.FIRST, "en", "iPod"),
        ("'tis", Capitals.FIRST, "en", "'Tis"),
        ("izmir", Capitals.FIRST, "en", "Izmir"),
        ("izmir", Capitals.FIRST, "tr", "İzmir"),
        ("iki", Capitals.ALL, "tr", "İKİ"),
        ("straße", Capitals.ALL, "de", "STRASSE"),
        ("比赛", Capitals.FIRST, "zh", "比赛"),
        ("", Capitals.FIRST, "en", ""),
    ],
)
def test_a_text_gets_these_capitals(text: str, capitals: Capitals, language: str, expected: str) -> None:
    assert apply_capitals(text, capitals, language) == expected


CASED = [chr(code) for code in range(0x600) if chr(code).islower()]
ORDINARY = st.sampled_from(
    [letter for letter in CASED if len(letter.upper()) == 1 and letter.title() == letter.upper() != letter]
)


@given(st.text(ORDINARY, min_size=2), st.sampled_from([Capitals.LOWER, Capitals.FIRST, Capitals.ALL]))
def test_what_was_given_capitals_has_them(text: str, capitals: Capitals) -> None:
    assert capitals_of(apply_capitals(text, capitals)) is capitals
