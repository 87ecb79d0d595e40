"""When two sentences are nearly the same."""

import pytest

from stead.words.task_sampling import nearly_same, normalise_sentence, shingles

SENTENCE = "the old dog chased a quick cat over the garden wall"


def near(one: str, other: str) -> bool:
    return nearly_same(shingles(normalise_sentence(one)), shingles(normalise_sentence(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The match, of 1998!", "the MATCH of 2007"),
        ("Straße", "STRASSE"),
        ("“Yes” — he said.", "yes he said"),
        ("3.5 or 10", "12 or 7.25"),
    ],
)
def test_capitals_punctuation_and_numbers_do_not_count(one: str, other: str) -> None:
    assert normalise_sentence(one) == normalise_sentence(other)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (SENTENCE, True),
        # 11 words have 9 shingles; a changed last word changes 1: 8 shared of 10.
        (SENTENCE.replace("wall", "fence"), True),
        # A changed word in the middle changes 3: 6 shared of 12, just half.
        (SENTENCE.replace("quick", "slow"), True),
        # Two changed words, 3 shingles each: 3 shared of 15.
        (SENTENCE.replace("quick", "slow").replace("old", "young"), False),
        ("they lost the match", False),
        ("", False),
    ],
)
def test_half_of_the_shingles_make_two_sentences_nearly_the_same(other: str, same: bool) -> None:
    assert near(SENTENCE, other) is same
    assert near(other, SENTENCE) is same


def test_short_sentences_are_compared_as_a_whole() -> None:
    assert near("a dog", "A dog!")
    assert not near("a dog", "a cat")
