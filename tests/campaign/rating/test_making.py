"""What a campaign to rate a pool is made of: what nobody could rate is refused, what is left out is told."""

from pathlib import Path

import pytest

from stead.campaign.rating import MadeScreens, PoolFiles, read_screens
from stead.campaign.rating.making import MOST_CANDIDATES
from stead.formats import save
from stead.posthoc import DispatchRules
from stead.task import BadInput, Rating
from tests.campaign.rating.made import made_screens


def practice_on(folder: Path, *expected: Rating) -> MadeScreens:
    """A campaign with one practice sentence, of which this is expected."""
    made_screens(folder, practice=True)
    save(list(expected), "ratings", folder / "expected.jsonl", "stead")
    files = PoolFiles(
        folder / "pool.jsonl", [folder / "items.jsonl"], [folder / "practice.jsonl"], folder / "expected.jsonl"
    )
    return read_screens(files, DispatchRules(subsets=2), "0-3")


def words(number: int) -> list[Rating]:
    return [Rating("cold.a", "p1", f"word{at}", "us", 3.0) for at in range(number)]


def test_practice_shows_no_more_candidates_than_a_form_can_send(tmp_path: Path) -> None:
    assert len(practice_on(tmp_path, *words(MOST_CANDIDATES)).screens[0].candidates) == MOST_CANDIDATES
    with pytest.raises(BadInput, match=f"cold.a p1 would show {MOST_CANDIDATES + 1} candidates on one page"):
        practice_on(tmp_path, *words(MOST_CANDIDATES + 1))


def test_a_null_character_in_what_is_expected_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"a candidate of cold\.a p1 holds a null character"):
        practice_on(tmp_path, Rating("cold.a", "p1", "chil\0ly", "us", 3.0))


def test_expected_ratings_of_what_nobody_practises_on_are_told(tmp_path: Path) -> None:
    assert practice_on(tmp_path, *words(1)).notes == ()
    (note,) = practice_on(tmp_path, *words(1), Rating("warm.a", "p9", "hot", "us", 3.0)).notes
    assert note == f"{tmp_path / 'expected.jsonl'}: 1 item that nobody practises on: left out."
