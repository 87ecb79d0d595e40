"""Which word of a phrase is inflected."""

import pytest

from stead.words.english import head_of


@pytest.mark.parametrize(
    ("phrase", "pos", "head"),
    [
        ("look after", "v", "look"),
        ("look_after", "v", "look"),
        ("be able to", "v", "be"),
        ("to look", "v", "look"),
        ("carefully examine", "v", "examine"),
        ("double-check", "v", "check"),
        ("tip-off", "v", "tip"),
        ("rely", "v", "rely"),
        ("game", "n", "game"),
        ("coffee table", "n", "table"),
        ("piece of cake", "n", "piece"),
        ("way in", "n", "way"),
        ("lack of interest in work", "n", "lack"),
        ("mother-in-law", "n", "mother"),
        ("passer-by", "n", "passer"),
        ("runner-up", "n", "runner"),
        ("close-up", "n", "up"),
        ("attorney general", "n", "attorney"),
        ("major general", "n", "general"),
        ("forget-me-not", "n", "not"),
        ("in charge", "n", ""),
        ("over", "n", "over"),
        ("", "n", ""),
        ("-", "n", ""),
        ("", "v", ""),
    ],
)
def test_this_is_the_head(phrase: str, pos: str, head: str) -> None:
    start, end = head_of(phrase, pos)
    assert phrase[start:end] == head
