"""What a campaign to rate a pool is made of: what nobody could rate is refused, what is left out is told."""

from pathlib import Path

import pytest

from stead.campaign import open_campaign
from stead.campaign.admin.rating_setup import MOST_CANDIDATES, MadeScreens, PoolFiles, read_screens
from stead.campaign.settings import SETTINGS
from stead.core.errors import BadInput
from stead.core.rating import Rating
from stead.formats import save
from stead.posthoc.dispatching import DispatchRules
from tests.campaign.people import annotators
from tests.campaign.rating.made import MakeRating, made_screens, rate_subset


def practice_on(folder: Path, *expected: Rating) -> MadeScreens:
    """A campaign with one practice sentence, of which this is expected."""
    made_screens(folder, practice=True)
    save(list(expected), "ratings", folder / "expected.jsonl", "stead")
    files = PoolFiles(
        folder / "pool.jsonl", [folder / "items.jsonl"], [folder / "practice.jsonl"], folder / "expected.jsonl"
    )
    return read_screens(files, DispatchRules(subsets=2), "0-3")


def words(number: int) -> list[Rating]:
    return [Rating(lexelt="cold.a", id="p1", candidate=f"word{at}", rater="us", value=3.0) for at in range(number)]


def test_practice_shows_no_more_candidates_than_a_form_can_send(tmp_path: Path) -> None:
    assert len(practice_on(tmp_path, *words(MOST_CANDIDATES)).screens[0].candidates) == MOST_CANDIDATES
    with pytest.raises(BadInput, match=f"cold.a p1 would show {MOST_CANDIDATES + 1} candidates on one page"):
        practice_on(tmp_path, *words(MOST_CANDIDATES + 1))


def test_a_null_character_in_what_is_expected_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"a candidate of cold\.a p1 holds a null character"):
        practice_on(tmp_path, Rating(lexelt="cold.a", id="p1", candidate="chil\0ly", rater="us", value=3.0))


def test_expected_ratings_of_what_nobody_practises_on_are_told(tmp_path: Path) -> None:
    assert practice_on(tmp_path, *words(1)).notes == ()
    (note,) = practice_on(
        tmp_path, *words(1), Rating(lexelt="warm.a", id="p9", candidate="hot", rater="us", value=3.0)
    ).notes
    assert note == f"{tmp_path / 'expected.jsonl'}: 1 item that nobody practises on: left out."


@pytest.mark.parametrize("practice", [True, False])
def test_the_scale_cannot_be_changed_when_there_are_ratings_on_it(
    make_pool_campaign: MakeRating, *, practice: bool
) -> None:
    campaign = make_pool_campaign(practice=practice)
    place = campaign.folder / SETTINGS
    place.write_text(place.read_text().replace('scale = "0-3"', 'scale = "good-reasonable-bad"'))
    if not practice:  # of which ratings are expected
        open_campaign(campaign.folder).close()
        assert rate_subset(campaign, annotators(campaign, "ada")[0])
    with pytest.raises(BadInput, match="there are ratings on another one"):
        open_campaign(campaign.folder)
    place.write_text(place.read_text().replace('scale = "good-reasonable-bad"', 'scale = "0-3"'))
    open_campaign(campaign.folder).close()
