"""Items that are named by their sentence: where the word stands in it."""

import pytest

from stead.formats.sentence_rows import find_whole_words
from tests.formats.made import quickly, read_items


@pytest.mark.parametrize(
    ("sentence", "word", "places"),
    [
        ("a bright boy", "bright", [2]),
        ("bright", "bright", [0]),
        ("bright bright", "bright", [0, 7]),
        ("brightly bright", "bright", [9]),
        ("overbright, bright.", "bright", [12]),
        ("snake_bright bright2 bright-ish", "bright", [21]),
        ("Bright", "bright", []),
        ("aa a a", "a a", [3]),
        ("naïve naïveté", "naïve", [0]),
        ("C++ and C", "C++", [0]),
        ("cost: $5", "$5", [6]),
        ("賢い人", "賢い", []),
        (".* a.c", "a.c", [3]),
        ("", "x", []),
    ],
)
def test_words_are_found_whole(sentence: str, word: str, places: list[int]) -> None:
    assert find_whole_words(sentence, word) == places


def test_a_part_of_a_word_is_taken_if_there_is_no_whole_one() -> None:
    [item], report = read_items("賢い人\t賢い\n", "tsar")
    assert (item.start, item.end, report.faults) == (0, 2, [])


@pytest.mark.parametrize("word", ["a", "a" * 99, "a" * 50_000])
def test_a_line_of_one_letter_is_looked_through_quickly(word: str) -> None:
    with quickly():
        assert find_whole_words("a" * 100_000, word) == []
        assert len(find_whole_words("a " * 50_000, word[:1])) == 1_000
        find_whole_words("x" + word * 2 + " " + word, word)


def test_ten_megabytes_are_looked_through_quickly() -> None:
    with quickly(3):
        [item], _ = read_items("a" * 10_000_000 + "\ta\n", "tsar")
    assert item.start == 0
