"""Ratings belong to the guidelines that their rater agreed to, and nothing chosen is lost when these change."""

from uuid import uuid4

from stead.campaign.pages.shared import CampaignSite
from tests.campaign.conftest import ON_SQLITE, Clock
from tests.campaign.pages.guests import Guest, invited, item_form, served
from tests.campaign.people import change_guidelines
from tests.campaign.rating.made import MakeRating, phase
from tests.campaign.rating.raters import begin_part, chosen


@ON_SQLITE
def test_a_form_from_before_the_guidelines_changed_is_stored_under_those_that_were_read(
    make_pool_campaign: MakeRating, clock: Clock
) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=3)
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        page = begin_part(ada)
    with change_guidelines(campaign) as again, served(again) as address:
        ada = Guest(address, ada.cookies)
        action, fields = chosen(page, "2")
        assert ada.get(action).place == "/guidelines"
        clock.forward(minutes=1)
        told = ada.follow(ada.post(action, fields))
        assert "have changed since you read them" in told.text
        (stored,) = phase(again).ratings.history(campaign.users.by_name("ada").id, int(action.rpartition("/")[2]))
        assert stored.guideline_version == campaign.guidelines.version != again.guidelines.version
        assert item_form(ada.begin())


@ON_SQLITE
def test_who_never_agreed_keeps_the_ratings_and_is_sent_to_the_guidelines(make_pool_campaign: MakeRating) -> None:
    campaign = make_pool_campaign(subsets=1, sentences=3)
    token = invited(campaign, "ada")["ada"]
    user = campaign.users.by_name("ada")
    with served(campaign) as address:
        ada = Guest(address).join(token)
        assert phase(campaign).assignment.begin(user)
        screen_id = phase(campaign).assignment.next(user).screen_id
        assert screen_id is not None
        number = len(phase(campaign).screens.by_id[screen_id].candidates)
        fields = {"item": [CampaignSite(campaign).task_key(user.id, screen_id)], "uuid": [str(uuid4())]}
        ratings = {f"c{at}": ["2"] for at in range(number)}
        told = ada.post(f"/annotate/{screen_id}", {**fields, **ratings, "based_on": ["0"]})
        assert (told.status, "Please read the guidelines" in told.text) == (409, True)
        ada.begin()
        assert ada.post(*item_form(told)).status == 303
    assert len(phase(campaign).ratings.history(user.id, screen_id)) == 1
