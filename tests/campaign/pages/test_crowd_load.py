"""A crowd on one link, in bursts, while the server is killed: exactly k answers an item, and nothing is lost.

The short runs are of some people; the long ones, for `make soak`, of 300, and hold the clock to the bar.
"""

import http.client
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign, CampaignSettings, open_campaign
from stead.campaign.admin.doctor import examine
from stead.campaign.settings import AssignmentSettings, CrowdSettings
from stead.campaign.store import schema
from tests.campaign.conftest import Make, new_url, some_items
from tests.campaign.pages.guests import Guest, Reply, forms, invited, item_form, served
from tests.campaign.pages.servers import server_process

__all__ = ["new_url"]  # these run on PostgreSQL too

BROKEN = (OSError, http.client.HTTPException)


@dataclass
class Crowd:
    """People who come by one link, and what happened to them."""

    link: str
    address: str = ""
    """Of the server that runs at the moment."""
    acknowledged: set[str] = field(default_factory=set)
    """The UUIDs of all answers that the server said were stored."""
    finished: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def timed(self, ask: Callable[[], Reply]) -> Reply:
        began = time.perf_counter()
        reply = ask()
        self.seconds.append(time.perf_counter() - began)
        if reply.status not in (200, 303):
            self.errors.append(f"{reply.status} {reply.text[:300]}")
        return reply

    def follow(self, guest: Guest, reply: Reply) -> Reply:
        while reply.status == 303:
            place = reply.place
            reply = self.timed(lambda: guest.get(place))  # noqa: B023 (called at once)
        return reply

    def join(self, guest: Guest, name: str) -> Reply:
        page = self.timed(lambda: guest.get(f"/crowd/{self.link}?PROLIFIC_PID={name}"))
        reply = self.follow(guest, self.timed(lambda: guest.post("/crowd", page.form("/crowd"))))
        if "/guidelines" in forms(reply.text):
            agreed = {**reply.form("/guidelines"), "agree": ["yes"]}
            reply = self.follow(guest, self.timed(lambda: guest.post("/guidelines", agreed)))
        return reply

    def work(self, name: str, pause: Callable[[], float]) -> None:
        """Join, and answer until there is nothing left; when the server is gone, come again by the link."""
        while name not in self.finished and not self.ended.is_set():
            guest = Guest(self.address)
            try:
                page = self.join(guest, name)
                while 'action="/annotate/' in page.text and not self.ended.is_set():
                    time.sleep(pause())
                    action, fields = item_form(page)
                    filled = {**fields, "substitute": ["clever"]}
                    reply = self.timed(lambda: guest.post(action, filled))  # noqa: B023 (called at once)
                    if reply.status == 303:
                        self.acknowledged.add(fields["uuid"][0])
                    page = self.follow(guest, reply)
                if 'action="/annotate/' not in page.text:
                    self.finished.add(name)
            except BROKEN:
                time.sleep(0.2)
            finally:
                guest.leave()


def wanted(people: int, items: int, *, k: int) -> CampaignSettings:
    """One item more for each than it takes: else the last could be left with an item that they have answered before."""
    most = -(-items * k // people) + 1
    assignment = AssignmentSettings(mode="k-of-n", annotators_per_item=k, items_per_annotator=most)
    return CampaignSettings(assignment=assignment, crowd=CrowdSettings(most_people=people))


def answers_stored(campaign: Campaign) -> tuple[Counter[int], set[str]]:
    """The number of answers to each item that count, and the UUIDs of all answers."""
    given = schema.assignments
    with campaign.database.read() as connection:
        live = connection.execute(sa.select(given.c.item_id).where(given.c.state == "answered")).scalars()
        return Counter(live), set(connection.execute(sa.select(schema.answers.c.uuid)).scalars())


@dataclass(frozen=True, kw_only=True)
class Storm:
    """How many come to how many items, in bursts of how many, how long they think, and how often the server dies."""

    people: int
    items: int
    burst: int
    between: float
    thinking: tuple[float, float]
    kills: int = 0
    k: int = 3


def rage(make: Make, storm: Storm) -> Crowd:
    """Let the crowd come until everything is done; demand that each item has exactly k answers and none is lost."""
    campaign = make(some_items(storm.items), settings=wanted(storm.people, storm.items, k=storm.k))
    crowd = Crowd(campaign.crowd.open_link(actor="test"))
    chance = random.Random(storm.people)

    def pause() -> float:
        return 0.0 if chance.random() < 0.05 else chance.uniform(*storm.thinking)

    threads = [threading.Thread(target=crowd.work, args=(f"p{number}", pause)) for number in range(storm.people)]
    waiting = list(threads)

    def come() -> None:
        """The people come in bursts."""
        while waiting:
            for thread in waiting[: storm.burst]:
                thread.start()
            del waiting[: storm.burst]
            time.sleep(storm.between)

    arrival = threading.Thread(target=come)
    for round_number in range(storm.kills + 1):
        with server_process(campaign.folder) as server:
            crowd.address = server.address
            if round_number == 0:
                arrival.start()
            if round_number < storm.kills:
                time.sleep(chance.uniform(0.5, 2.0))
                server.kill()
                continue
            arrival.join()
            for thread in threads:
                thread.join(600)
            alive = sum(thread.is_alive() for thread in threads)
            crowd.ended.set()
    counts, stored = answers_stored(campaign)
    assert alive == 0
    assert crowd.errors == []
    assert set(counts.values()) == {storm.k}
    assert len(counts) == storm.items
    assert crowd.acknowledged <= stored
    with open_campaign(campaign.folder) as again:
        assert {finding.problem for finding in examine(again) if "disk" not in finding.check} == {""}
    return crowd


def test_some_people_on_one_link_while_the_server_is_killed(make: Make) -> None:
    storm = Storm(people=15, items=10, burst=8, between=0.2, thinking=(0.0, 0.3), kills=1)
    crowd = rage(make, storm)
    assert len(crowd.finished) == storm.people


@pytest.mark.soak
def test_300_people_on_one_link_in_bursts_while_the_server_is_killed_20_times(make: Make) -> None:
    storm = Storm(people=300, items=300, burst=30, between=1.5, thinking=(0.5, 4.0), kills=20, k=5)
    crowd = rage(make, storm)
    assert len(crowd.finished) == storm.people


@pytest.mark.soak
def test_300_people_in_bursts_200_at_once_wait_for_nothing(make: Make) -> None:
    storm = Storm(people=300, items=360, burst=10, between=1.0, thinking=(5.0, 25.0), k=5)
    crowd = rage(make, storm)
    taken = sorted(crowd.seconds)
    slow = taken[int(0.99 * (len(taken) - 1))]
    assert slow < 0.2, f"{len(taken)} requests, median {taken[len(taken) // 2]:.3f} s, 99th percentile {slow:.3f} s"


MOST_QUERIES = 30
"""For an answer and the page after it: with a database on another machine, each is a way there and back."""


def test_an_answer_and_the_next_page_take_few_queries(make: Make) -> None:
    campaign = make(some_items(5), annotators_per_item=3, mode="k-of-n")
    queries: list[str] = []
    with served(campaign) as address:
        guest = Guest(address).join(invited(campaign, "ada")["ada"])
        page = guest.follow(guest.answer(guest.begin(), "clever"))
        sa.event.listen(campaign.database._engine, "before_cursor_execute", lambda *sent: queries.append(sent[2]))
        page = guest.follow(guest.answer(page, "clever"))
    assert item_form(page)[0] == "/annotate/3"
    assert 0 < len(queries) <= MOST_QUERIES, queries
