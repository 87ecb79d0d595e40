"""The promises, through HTTP and the real server, on both databases: nothing acknowledged is lost, nothing is twice."""

import http.client
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from stead.campaign import Campaign
from stead.campaign.admin.doctor import examine
from stead.campaign.tasks.annotation import ANSWERS
from tests.campaign.conftest import ON_SQLITE, Make, new_url, some_items
from tests.campaign.pages.guests import Fields, Guest, forms, invited, item_form
from tests.campaign.pages.servers import server_process
from tests.campaign.test_many_at_once import live

__all__ = ["new_url"]  # these run on PostgreSQL too

NAMES = ("ada", "bruno", "chloe", "dario")
Sent = tuple[str, str, Fields]


@dataclass
class Tally:
    """What clients sent, and of that what was acknowledged; by the name of the sender, address and fields."""

    acknowledged: list[Sent] = field(default_factory=list)
    unanswered: list[Sent] = field(default_factory=list)


def stored(campaign: Campaign) -> dict[str, tuple[str, int, tuple[str, ...]]]:
    """Every revision by its UUID, with the place of its item; one UUID twice would be a fault of its own."""
    with campaign.database.read() as connection:
        answers = ANSWERS.all(connection)
    assert len({each.uuid for each in answers}) == len(answers)
    listed = {user.name: campaign.answers.list_items(user.id) for user in campaign.users.all()}
    places = {(name, each.item.id): each.position for name, own in listed.items() for each in own}
    return {each.uuid: (each.user, places[each.user, each.item_id], each.substitutes) for each in answers}


def as_stored(sent: Sent) -> tuple[str, tuple[str, int, tuple[str, ...]]]:
    name, address, fields = sent
    return fields["uuid"][0], (name, int(address.rpartition("/")[2]), tuple(fields["substitute"]))


def work_until_it_breaks(guest: Guest, name: str, chance: random.Random, tally: Tally) -> None:
    """Answer, correct and look around until the server is gone."""
    sent: Sent | None = None
    seen: list[str] = []
    try:
        page = guest.begin()
        while True:
            if not any(action.startswith("/annotate/") for action in forms(page.text)):
                page = guest.get(chance.choice(seen or ["/annotate/1"]))  # all is done: correct something
                continue
            action, fields = item_form(page)
            seen.append(action)
            sent = name, action, {**fields, "substitute": [f"{name} {chance.random()}"], "choice": ["words"]}
            reply = guest.post(action, sent[2])
            assert reply.status == 303, reply.text
            tally.acknowledged.append(sent)
            sent = None
            page = guest.follow(reply)
    except (OSError, http.client.HTTPException):
        if sent is not None:
            tally.unanswered.append(sent)


Work = Callable[[Guest, str, random.Random, Tally], None]


def one_round(
    campaign: Campaign, tokens: dict[str, str], chance: random.Random, work: Work = work_until_it_breaks
) -> Tally:
    """Clients at work until the server is killed at a random moment."""
    tally = Tally()
    with server_process(campaign.folder) as server:
        guests = {name: Guest(server.address).join(tokens[name]) for name in NAMES}
        threads = [
            threading.Thread(target=work, args=(guest, name, random.Random(chance.random()), tally))
            for name, guest in guests.items()
        ]
        for thread in threads:
            thread.start()
        while not tally.acknowledged:  # on a busy machine the first answer takes its time
            time.sleep(0.05)
        time.sleep(chance.uniform(0.2, 1.0))
        server.kill()
        for thread in threads:
            thread.join(60)
    return tally


def check_rounds(make: Make, rounds: int) -> None:
    campaign = make(some_items(40), annotators_per_item=4)
    tokens = invited(campaign, *NAMES)
    chance = random.Random(rounds)
    acknowledged: dict[str, tuple[str, int, tuple[str, ...]]] = {}
    tallies = []
    for _ in range(rounds):
        tallies.append(one_round(campaign, tokens, chance))
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
        for name, action, fields in tally.unanswered:
            assert guests[name].post(action, fields).status == 303
        before = stored(campaign)
        for name, action, fields in [*tally.acknowledged, *tally.unanswered]:
            for _ in range(2):
                assert guests[name].post(action, fields).status == 303
        assert stored(campaign) == before


@ON_SQLITE
def test_a_server_killed_under_load_loses_nothing_and_doubles_nothing(make: Make) -> None:
    check_rounds(make, 2)


@pytest.mark.soak
def test_a_server_killed_20_times_loses_nothing_and_doubles_nothing(make: Make) -> None:
    check_rounds(make, 20)


@ON_SQLITE
def test_50_guests_at_once_never_get_more_than_k(make: Make) -> None:
    campaign = make(some_items(20), annotators_per_item=3)
    tokens = invited(campaign, *(f"person {number}" for number in range(50)))
    with server_process(campaign.folder) as server:
        guests = [Guest(server.address).join(token) for token in tokens.values()]
        together = threading.Barrier(len(guests))

        def ask(guest: Guest) -> int:
            fields = guest.get("/guidelines").form("/guidelines")
            guest.post("/guidelines", fields)
            together.wait()
            place, given = "/annotate", 0
            for _ in range(6):
                reply = guest.get(place)
                if reply.status != 303:
                    break
                given += 1
                place = f"/annotate?after={reply.place.partition('?')[0].rpartition('/')[2]}"
            return given

        with ThreadPoolExecutor(len(guests)) as pool:
            given = list(pool.map(ask, guests))
    # 20 items x 3 places = 60; 50 guests who would take 6 each leave no place free, and get not one more
    assert live(campaign) == Counter(dict.fromkeys(range(1, 21), 3))
    assert sum(given) >= 60
    assert [finding for finding in examine(campaign) if finding.problem] == []
