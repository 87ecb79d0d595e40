"""Candidates in their places: inflected where that is known, as they were given where it is not."""

from pathlib import Path

import pytest

from stead.campaign.pages import rate
from stead.campaign.pages.rate import PlacedCandidate, place_candidate
from stead.core.errors import UsageError
from stead.core.item import Item

RAN = Item(id="1", lexelt="run.v", text="They ran along the river every day.", start=5, end=8, language="en")


@pytest.mark.parametrize(
    ("item", "candidate", "expected"),
    [
        (RAN, "sprint", PlacedCandidate("They ", "sprinted", " along the river every day.", "sprint")),
        (RAN, "go_jogging", PlacedCandidate("They ", "went jogging", " along the river every day.", "go jogging")),
        (
            Item(id="2", lexelt="bright.a", text="A bright idea.", start=2, end=8, language="en"),
            "able",
            PlacedCandidate("An ", "able", " idea.", ""),
        ),
        (
            Item(id="3", lexelt="courir.v", text="Ils couraient toujours.", start=4, end=13, language="fr"),
            "filer",
            PlacedCandidate("Ils ", "filer", " toujours.", ""),
        ),
        (
            Item(id="4", lexelt="x.n", text="an x", start=3, end=4, language="no language at all"),
            "y",
            PlacedCandidate("an ", "y", "", ""),
        ),
        (Item(id="5", lexelt="x.n", text="an x", start=3, end=4), "_", PlacedCandidate("an ", "_", "", "")),
    ],
)
def test_a_candidate_stands_in_its_place(
    item: Item, candidate: str, expected: PlacedCandidate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """French forms are a resource, which is not here."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path))
    assert place_candidate(item, candidate) == expected


def test_of_a_long_sentence_a_few_whole_words_stand_around_it() -> None:
    words = "one two three four five six seven eight nine ten "
    found = place_candidate(
        Item(id="1", lexelt="x.n", text=f"{words}x {words}", start=len(words), end=len(words) + 1, language="fr"), "y"
    )
    assert (found.before, found.after) == ("… five six seven eight nine ten ", " one two three four five six …")


def test_without_an_inflector_candidates_are_shown_as_they_were_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(item: Item, term: str) -> object:
        raise UsageError("lemminflect is not installed.")

    monkeypatch.setattr(rate, "replace_target", missing)
    assert place_candidate(RAN, "sprint") == PlacedCandidate("They ", "sprint", " along the river every day.", "")
