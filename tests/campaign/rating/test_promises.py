"""The promises for raters through the real server, on both databases: nothing acknowledged is lost or doubled."""

import http.client
import random
import re

import pytest

from stead.campaign import Campaign
from stead.campaign.admin.doctor import examine
from stead.campaign.tasks.rating import RATINGS
from tests.campaign.conftest import ON_POSTGRES
from tests.campaign.pages.guests import Guest, forms, invited
from tests.campaign.pages.servers import server_process
from tests.campaign.pages.test_promises import NAMES, Sent, Tally, one_round
from tests.campaign.rating.made import MakeRating
from tests.campaign.rating.raters import begin_part, chosen, radios

Known = tuple[str, int, tuple[str, ...]]


def stored(campaign: Campaign) -> dict[str, Known]:
    """Every revision by its UUID; one UUID twice would be a fault of its own."""
    with campaign.database.read() as connection:
        ratings = RATINGS.all(connection)
    assert len({each.uuid for each in ratings}) == len(ratings)
    return {each.uuid: (each.user, each.screen_id, each.judgements) for each in ratings}


def as_stored(sent: Sent) -> tuple[str, Known]:
    name, address, fields = sent
    names = sorted((field for field in fields if field[1:].isdigit()), key=lambda field: int(field[1:]))
    return fields["uuid"][0], (name, int(address.rpartition("/")[2]), tuple(fields[each][0] for each in names))


def work_until_it_breaks(guest: Guest, name: str, chance: random.Random, tally: Tally) -> None:
    """Rate, correct and begin parts until the server is gone."""
    sent: Sent | None = None
    try:
        page = begin_part(guest)
        while True:
            if not any(action.startswith("/annotate/") for action in forms(page.text)):
                page = begin_part(guest)
                if not any(action.startswith("/annotate/") for action in forms(page.text)):
                    own = re.findall(r'href="(/annotate/\d+)"', guest.get("/list").text)
                    page = guest.get(chance.choice(own))  # all is done: correct something
                continue
            action, fields = chosen(page, {each: chance.choice("0123?") for each in radios(page.text)})
            sent = name, action, fields
            reply = guest.post(action, fields)
            assert reply.status == 303, reply.text
            tally.acknowledged.append(sent)
            sent = None
            page = guest.follow(reply)
    except (OSError, http.client.HTTPException):
        if sent is not None:
            tally.unanswered.append(sent)


def check_rounds(make_pool_campaign: MakeRating, rounds: int) -> None:
    campaign = make_pool_campaign(subsets=3, sentences=12, most=4)
    tokens = invited(campaign, *NAMES)
    chance = random.Random(rounds)
    acknowledged: dict[str, Known] = {}
    tallies: list[Tally] = []
    for _ in range(rounds):
        tallies.append(one_round(campaign, tokens, chance, work_until_it_breaks))
        acknowledged |= dict(map(as_stored, tallies[-1].acknowledged))
        found = stored(campaign)
        assert acknowledged.items() <= found.items()
        unknown = found.keys() - acknowledged.keys()
        assert unknown <= {sent[2]["uuid"][0] for tally in tallies for sent in tally.unanswered}
        assert [finding for finding in examine(campaign) if finding.problem] == []
    check_replays(campaign, tokens, tallies[-1])


def check_replays(campaign: Campaign, tokens: dict[str, str], tally: Tally) -> None:
    """Send every request of a round twice more: what is stored stays as it is, what was on its way is stored once."""
    with server_process(campaign.folder) as server:
        guests = {name: Guest(server.address).join(tokens[name]) for name in NAMES}
        expected = stored(campaign) | dict(map(as_stored, tally.unanswered))
        for name, action, fields in [*tally.unanswered, *tally.acknowledged]:
            for _ in range(2):
                assert guests[name].post(action, fields).status == 303
        assert stored(campaign) == expected


@ON_POSTGRES
def test_a_server_killed_under_load_loses_nothing_and_doubles_nothing(make_pool_campaign: MakeRating) -> None:
    check_rounds(make_pool_campaign, 2)


@pytest.mark.soak
def test_a_server_killed_20_times_loses_nothing_and_doubles_nothing(make_pool_campaign: MakeRating) -> None:
    check_rounds(make_pool_campaign, 20)
