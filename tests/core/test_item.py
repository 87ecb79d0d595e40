"""Items, and what a lexelt says about its word."""

import time
from dataclasses import FrozenInstanceError

import pytest

from stead.core.item import Item, lemma_of, part_of_speech_of

ITEM = Item(id="1", lexelt="bright.a", text="who was a bright boy", start=10, end=16, language="english")


def test_the_target_is_the_marked_part_of_the_text() -> None:
    assert ITEM.target == "bright"


def test_places_count_characters_not_bytes() -> None:
    assert Item(id="1", lexelt="賢い.a", text="😀賢い人", start=1, end=3).target == "賢い"


def test_an_item_is_a_value() -> None:
    assert {ITEM: 1}[
        Item(id="1", lexelt="bright.a", text="who was a bright boy", start=10, end=16, language="english")
    ] == 1
    with pytest.raises(FrozenInstanceError):
        ITEM.id = "2"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("lexelt", "lemma", "part_of_speech"),
    [
        ("bright.a", "bright", "a"),
        ("softly.r", "softly", "r"),
        ("bar.n.v", "bar", "n"),
        ("cross.n.a", "cross", "n"),
        ("e commerce.J", "e commerce", "J"),
        ("U.S..n", "U.S.", "n"),
        ("web2.0.n", "web2.0", "n"),
        ("3.5.a", "3.5", "a"),
        ("mother-in-law.n", "mother-in-law", "n"),
        ("o'clock.r", "o'clock", "r"),
        ("賢い.a", "賢い", "a"),
        ("a.a", "a", "a"),
        ("bright", "bright", ""),
        ("bright.", "bright.", ""),
        ("bright.adj", "bright.adj", ""),
        (".n", ".n", ""),
        ("", "", ""),
    ],
)
def test_a_lexelt_is_a_word_and_the_first_letter_of_its_part_of_speech(
    lexelt: str, lemma: str, part_of_speech: str
) -> None:
    assert lemma_of(lexelt) == lemma
    assert part_of_speech_of(lexelt) == part_of_speech


def test_a_lexelt_made_to_hurt_is_read_quickly() -> None:
    start = time.process_time()
    part_of_speech_of("a" + ".b" * 10_000 + "!")
    assert time.process_time() - start < 1.0
