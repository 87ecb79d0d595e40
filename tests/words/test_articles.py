"""`a` or `an`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.words.english import article_for, correct_article

AN = """
apple easy intelligent old umbrella unusual unimportant uninformed unidentified unanswered uncle usher utter urban
urgent hour honest honour heir hourglass onerous owl MP FBI HTML X-ray SMS LED AIDS 8 80 11 18 11th 8-year-old igloo
"""
A = """
game clever house hotel historic unit union university unique uniform unilateral universal unison use used user useful
usual usurper utility utopia utensil ubiquitous uranium urine unanimous European euro ewe one once one-off year UN UK
USA USSR UNESCO NATO T-shirt U-turn DVD 1 10 110 180 7 yellow word
"""


@pytest.mark.parametrize("word", AN.split())
def test_these_take_an(word: str) -> None:
    assert article_for(word) == "an"


@pytest.mark.parametrize("word", A.split())
def test_these_take_a(word: str) -> None:
    assert article_for(word) == "a"


@pytest.mark.parametrize(
    ("before", "word", "expected"),
    [
        ("He is a ", "honest", "He is an "),
        ("He is an ", "clever", "He is a "),
        ("A ", "easy", "An "),
        ("An ", "simple", "A "),
        ('"A ', "easy", '"An '),
        ('It is a "', "easy", 'It is an "'),
        ("It is an\n", "game", "It is a\n"),
        ("a very ", "easy", "a very "),
        ("Panama ", "easy", "Panama "),
        ("ex-a ", "easy", "ex-a "),
        ("the ", "easy", "the "),
        ("grade A ", "easy", "grade A "),
        ("He left. A ", "easy", "He left. An "),
        ("AN ", "game", "A "),
        ("", "easy", ""),
        ("a", "easy", "a"),
    ],
)
def test_the_article_before_a_word_is_mended(before: str, word: str, expected: str) -> None:
    assert correct_article(before, word) == expected


def test_among_capitals_the_article_is_one_too() -> None:
    assert correct_article("IT WAS A ", "easy", all_capitals=True) == "IT WAS AN "
    assert correct_article("IT WAS AN ", "game", all_capitals=True) == "IT WAS A "


@given(st.text(), st.text())
def test_nothing_but_the_last_word_changes_and_mending_twice_changes_nothing(before: str, word: str) -> None:
    once = correct_article(before, word)
    assert correct_article(once, word) == once
    assert once.lower().split()[:-1] == before.lower().split()[:-1]


@pytest.mark.parametrize(
    ("word", "article"), [("u-turn", "a"), ("U-turn", "a"), ("x-ray", "an"), ("e-mail", "an"), ("t-shirt", "a")]
)
def test_a_letter_before_a_hyphen_goes_by_its_name(word: str, article: str) -> None:
    assert article_for(word) == article
