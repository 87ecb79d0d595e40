"""Every address as every role, and anything sent to it: who may see what, and that nobody sees another's."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest

from stead.campaign import Campaign
from stead.campaign.pages import campaign_pages
from stead.campaign.pages.shared import CampaignSite
from stead.campaign.records import RatingSubmission
from tests.campaign.conftest import ON_SQLITE
from tests.campaign.pages.guests import PASSWORD, Fields, Guest, invited, organiser, served
from tests.campaign.pages.test_access import CROWD_AND_PRIVACY, FORGED, ROLES, House, send_forged
from tests.campaign.pages.test_access import TABLE as OF_ANNOTATION
from tests.campaign.pages.test_fuzz import FIELDS, FORMS, NUMBERS, Dice, Fuzzer, fuzz
from tests.campaign.people import annotators
from tests.campaign.rating.made import MakeRating, phase, rate_subset
from tests.campaign.rating.raters import chosen, rate_part

ACTING = tuple(f"/organise/{name}" for name in ("people", "settings", "guidelines", "files", "events"))
"""The pages that act are those of both kinds of campaigns; only one of them is of annotating alone."""
ANNOTATION = {route: statuses for route, statuses in OF_ANNOTATION.items() if not route[1].endswith("/extend")}

# What each role gets. Screen 1 is Ada's, in the one subset that she has rated; Bruno has nothing yet.
TABLE = {
    ("GET", "/"): (200, 303, 303, 303),
    ("GET", "/assets/{name}"): (200, 200, 200, 200),
    ("GET", "/join/{invite}"): (200, 200, 200, 200),
    ("POST", "/join"): (403, 403, 403, 403),  # with a wrong invitation
    ("GET", "/sign-in"): (200, 200, 200, 200),
    ("POST", "/sign-in"): (403, 403, 403, 403),  # with a wrong password
    ("GET", "/guidelines"): (401, 200, 200, 403),
    ("POST", "/guidelines"): (401, 303, 303, 403),
    ("GET", "/annotate"): (401, 200, 200, 403),  # nothing is left for Ada, and there is no place for Bruno
    ("POST", "/annotate"): (401, 303, 303, 403),
    ("GET", "/annotate/{screen:number}"): (401, 200, 404, 403),
    ("POST", "/annotate/{screen:number}"): (401, 303, 404, 403),
    ("GET", "/annotate/{screen:number}/feedback"): (401, 404, 404, 403),  # it is no practice
    ("GET", "/list"): (401, 200, 200, 403),
    ("GET", "/organise"): (303, 403, 403, 200),
    ("GET", "/organise/candidates"): (303, 403, 403, 200),
    ("GET", "/organise/filter"): (303, 403, 403, 200),
    ("GET", "/organise/preview"): (303, 403, 403, 200),
    ("GET", "/organise/preview/{screen:number}"): (303, 403, 403, 200),
    ("POST", "/organise/preview/{screen:number}"): (401, 403, 403, 303),
    ("GET", "/organise/people/{person:number}"): (303, 403, 403, 200),
    ("POST", "/organise/people/{person:number}/pause"): (401, 403, 403, 303),
    ("POST", "/organise/people/{person:number}/reassign"): (401, 403, 403, 303),
    ("POST", "/sign-out"): (401, 303, 303, 303),
    **{route: statuses for route, statuses in ANNOTATION.items() if route[1].startswith(ACTING)},
    **CROWD_AND_PRIVACY,
}


class RatingHouse(House):
    """A campaign in which people rate, with one guest of each role."""

    def _fields(self, guest: Guest, address: str) -> Fields:
        shared = address == "/guidelines" or address.startswith("/organise/")
        fields = super()._fields(guest, address if shared else "") | ({"what": ["ratings"]} if shared else {})
        if address.startswith("/annotate/"):
            fields = chosen(self.guests["ada"].get("/annotate/1"), "1")[1]
        if address.startswith("/organise/preview/"):
            fields = chosen(self.guests["olga"].get("/organise/preview/1"), "1")[1]
        return fields


@contextmanager
def inhabited(make_pool_campaign: MakeRating) -> Iterator[RatingHouse]:
    campaign = make_pool_campaign(subsets=1, sentences=3, most=1)
    tokens = invited(campaign, "ada", "bruno", "dora")
    organiser(campaign)
    with served(campaign) as address:
        guests = {role: Guest(address) for role in ROLES}
        rate_part(guests["ada"].join(tokens["ada"]), "3")
        guests["bruno"].join(tokens["bruno"]).begin()
        assert guests["olga"].sign_in("olga", PASSWORD).place == "/organise"
        style = CampaignSite(campaign).assets.address("style.css").rpartition("/")[2]
        yield RatingHouse(campaign, guests, style)


def histories(campaign: Campaign) -> list[object]:
    ada = campaign.users.by_name("ada").id
    return [phase(campaign).ratings.history(ada, screen_id) for screen_id in phase(campaign).screens.by_id]


def test_every_address_as_every_role(make_pool_campaign: MakeRating) -> None:
    with inhabited(make_pool_campaign) as house:
        pages = {(page.method, page.address) for page in campaign_pages(CampaignSite(house.campaign))}
        assert pages == set(TABLE)
        found = {
            route: tuple(house.ask(role, *route).status for role in ROLES)
            for route in sorted(TABLE, key=lambda route: route == ("POST", "/sign-out"))
        }
    assert found == TABLE


def test_no_form_of_another_site_does_anything_and_organisers_change_no_rating(make_pool_campaign: MakeRating) -> None:
    with inhabited(make_pool_campaign) as house:
        before = histories(house.campaign)
        for role, sender in product(("ada", "olga"), FORGED):
            send_forged(house, TABLE, role, sender)
            assert histories(house.campaign) == before, (role, sender)
        for method, address in TABLE:
            if (method, address) != ("POST", "/sign-out"):
                house.ask("olga", method, address)
        assert histories(house.campaign) == before


# ----------------------------------------------------------------------------------------------------------- fuzz

VALUES = {
    **{name: values for name, values in FIELDS.items() if name not in ("asked", "kept", "accept")},
    **{f"c{at}": ("0", "3", "?", "", "good", "9") for at in range(8)},
    "moments": (
        "0:10 1:20 2:30 3:40 4:50",
        " ".join(f"{at}:{at}" for at in range(8)),
        "0:x",
        "9:9",
        "1:999999999999",
        " ",
    ),
    "show": ("disputed", "unrated", "all"),
}
RATED = ("uuid", "based_on", "moments", *(f"c{at}" for at in range(8)))
RATING_FORMS = {**FORMS, "/annotate/": RATED, "/organise/preview": RATED}
REQUESTS = 600


@contextmanager
def fuzzer(make_pool_campaign: MakeRating) -> Iterator[Fuzzer]:
    campaign = make_pool_campaign(subsets=2, sentences=4, practice=True)
    organiser(campaign)
    ada, bruno = annotators(campaign, "ada", "bruno")
    for user in (ada, bruno):
        phase(campaign).assignment.next(user)
    rate_subset(campaign, bruno)
    phase(campaign).assignment.begin(ada)
    made = Fuzzer(campaign)
    try:
        yield made
    finally:
        made.caller.close()


@ON_SQLITE
def test_nothing_that_is_sent_breaks_the_server(make_pool_campaign: MakeRating) -> None:
    with fuzzer(make_pool_campaign) as found:
        fuzz(found, REQUESTS, Dice(1, VALUES, RATING_FORMS))


@ON_SQLITE
@pytest.mark.soak
def test_nothing_that_is_sent_for_long_breaks_the_server(make_pool_campaign: MakeRating) -> None:
    with fuzzer(make_pool_campaign) as found:
        fuzz(found, 50_000, Dice(2, VALUES, RATING_FORMS))


@ON_SQLITE
def test_the_fuzzer_finds_a_planted_error(make_pool_campaign: MakeRating, monkeypatch: pytest.MonkeyPatch) -> None:
    with fuzzer(make_pool_campaign) as found:
        ratings = phase(found._campaign).ratings
        real = ratings.submit

        def fragile(user_id: int, screen_id: int, submission: RatingSubmission) -> object:
            if submission.moments and screen_id > 1:
                raise RuntimeError("planted")
            return real(user_id, screen_id, submission)

        monkeypatch.setattr(ratings, "submit", fragile)
        monkeypatch.setattr(found, "_names", ("ada",))  # the organiser would pause or erase her before she gets far
        with pytest.raises(RuntimeError, match="planted"):
            fuzz(found, 3 * REQUESTS, Dice(4, VALUES, RATING_FORMS))


@ON_SQLITE
def test_numbers_beyond_any_screen_are_not_found(make_pool_campaign: MakeRating) -> None:
    with inhabited(make_pool_campaign) as house:
        for number in NUMBERS:
            if number.isascii() and number not in ("1", "2", "3"):
                assert house.guests["ada"].get(f"/annotate/{number}").status in (200, 303, 404)
                assert house.guests["bruno"].get(f"/annotate/{number or 'x'}").status == 404
