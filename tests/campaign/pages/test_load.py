"""Load and memory: many annotators at once on SQLite, against a bare endpoint of the same framework.

The short runs look for errors and leaks; the long ones, for `make soak`, also hold the clock to the bars.
"""

import gc
import json
import logging
import random
import re
import statistics
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice, pairwise
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign
from stead.campaign.pages.shared import CampaignSite
from stead.campaign.store import schema
from tests.campaign.conftest import ON_SQLITE, Make, some_items
from tests.campaign.pages.guests import PASSWORD, Fields, Guest, Reply, forms, invited, item_form, organiser, served
from tests.campaign.pages.servers import server_process

ROOT = Path(__file__).parents[3]
THREADS = 24


@dataclass
class Clocked:
    """How long requests took, in seconds, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def time(self, ask: Callable[[], Reply]) -> Reply:
        began = time.perf_counter()
        found = ask()
        self.seconds.append(time.perf_counter() - began)
        return found

    def percentile(self, share: float) -> float:
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))]


def work(guest: Guest, clocked: Clocked, until: float, pause: Callable[[], float]) -> None:
    """Answer one item after the other, with pauses, until the time is over or everything is done."""
    try:
        page = guest.begin()
        while time.monotonic() < until and any(action.startswith("/annotate/") for action in forms(page.text)):
            time.sleep(pause())
            action, fields = item_form(page)
            fields = {**fields, "substitute": ["clever"]}
            reply = clocked.time(lambda: guest.post(action, fields))  # noqa: B023 (called at once)
            if reply.status != 303:
                clocked.errors.append(f"{reply.status} {reply.text[:500]}")
            page = reply
            while page.status == 303:
                page = clocked.time(lambda: guest.get(page.place))  # noqa: B023 (called at once)
            if page.status != 200:
                clocked.errors.append(f"{page.status} {page.text[:500]}")
    except OSError as error:
        clocked.errors.append(repr(error))


def crowd(campaign: Campaign, number: int, seconds: float, pause: Callable[[random.Random], float]) -> Clocked:
    """So many annotators at once, each with a connection of their own."""
    tokens = invited(campaign, *(f"person {each}" for each in range(number)))
    clocked = Clocked()
    with server_process(campaign.folder) as server:
        guests = [Guest(server.address).join(token) for token in tokens.values()]
        until = time.monotonic() + seconds
        threads = [
            threading.Thread(target=work, args=(guest, clocked, until, lambda: pause(random.Random())))
            for guest in guests
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return clocked


@ON_SQLITE
def test_a_class_of_annotators_meets_no_error(make: Make) -> None:
    campaign = make(some_items(50), annotators_per_item=30)
    clocked = crowd(campaign, 30, 3, lambda chance: chance.uniform(0, 1))
    assert clocked.errors == []
    assert clocked.seconds


@pytest.mark.soak
def test_200_annotators_at_human_pace_and_in_bursts_wait_for_nothing(make: Make) -> None:
    campaign = make(some_items(2000), annotators_per_item=200)

    def pause(chance: random.Random) -> float:
        return 0.0 if chance.random() < 0.05 else chance.uniform(5, 25)  # a burst now and then

    clocked = crowd(campaign, 200, 180, pause)
    assert clocked.errors == []
    assert clocked.percentile(0.99) < 0.2, f"{len(clocked.seconds)} requests, median {clocked.percentile(0.5):.3f} s"


# --------------------------------------------------------------------------------------------- submissions a second


@contextmanager
def bare_endpoint(folder: Path) -> Iterator[str]:
    """The same framework, server and durability: one endpoint that inserts one row."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.campaign.pages.bare", str(folder)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout
    try:
        yield process.stdout.readline().decode().strip()
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


Request = tuple[Guest, Callable[[], str], Callable[[], Fields]]
"""Who posts what where, each time anew."""


def rate(requests: list[Request], seconds: float) -> float:
    """Posts a second, with one thread for each guest."""
    done = [0] * len(requests)
    until = time.monotonic() + seconds

    def post(number: int) -> None:
        guest, address, fields = requests[number]
        while time.monotonic() < until:
            assert guest.post(address(), fields()).status == 303
            done[number] += 1

    threads = [threading.Thread(target=post, args=(number,)) for number in range(len(requests))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / seconds


def first_answer(site: CampaignSite, user_id: int, page_fields: Fields, item_id: int) -> Fields:
    """The fields of an answer to an item that has none yet."""
    key = site.task_key(user_id, item_id)
    return {**page_fields, "item": [key], "uuid": [str(uuid4())], "based_on": ["0"], "substitute": ["clever"]}


def give_everything(campaign: Campaign) -> None:
    """Lease every item to everybody at once, so that submissions need not wait for pages."""
    users, items = campaign.users.all(), campaign.items.by_id
    fixed = {"state": "leased", "leased": "2026", "leased_until": "2999"}
    rows = [
        {"user_id": user.id, "item_id": item_id, "position": item_id, **fixed} for user in users for item_id in items
    ]
    with campaign.database.write() as connection:
        connection.execute(sa.insert(schema.assignments), rows)


@pytest.mark.soak
def test_submissions_come_in_at_half_the_rate_of_a_bare_insert(make: Make, tmp_path: Path) -> None:
    campaign = make(some_items(3000), annotators_per_item=200)
    tokens = invited(campaign, *(f"person {each}" for each in range(THREADS)))
    give_everything(campaign)
    with server_process(campaign.folder) as server, bare_endpoint(tmp_path) as bare:
        site = CampaignSite(campaign)
        mine: list[Request] = []
        for name, token in tokens.items():
            guest = Guest(server.address).join(token)
            fields = item_form(guest.begin())[1]
            addresses = (f"/annotate/{number}" for number in count(1))
            answers = map(partial(first_answer, site, campaign.users.by_name(name).id, fields), count(1))
            mine.append((guest, addresses.__next__, answers.__next__))
        plain: list[Request] = [(Guest(bare), lambda: "/", lambda: {"text": ["clever"]}) for _ in range(THREADS)]
        rate(mine, 2)
        rate(plain, 2)
        # in turns, since the machine may be busy with other things
        ratios = [rate(mine, 4) / rate(plain, 4) for _ in range(5)]
    assert statistics.median(ratios) >= 0.5, ratios


# ------------------------------------------------------------------------------------------------------------ memory


GUESTS = 8


def resident(pid: int) -> float:
    """Kilobytes of a process in memory."""
    size = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    assert size
    return float(size[1])


def traced() -> float:
    """Kilobytes that the Python objects of this process take, but garbage and those older than the first call."""
    gc.collect()
    tracemalloc.start()  # not earlier: it is slow
    return tracemalloc.get_traced_memory()[0] / 1024


@dataclass(frozen=True, kw_only=True)
class Requests:
    """How many requests warm a server up, and how many each of the windows after them has."""

    warming: int
    window: int
    windows: int = 5

    @property
    def items(self) -> int:
        """How many items each guest needs: an answer is two requests."""
        return (self.warming + self.window * self.windows) // GUESTS // 2


def growth(campaign: Campaign, address: str, requests: Requests, memory: Callable[[], float]) -> float:
    """By how many kilobytes the server grows in a window of requests: the least, after others that fill its caches.

    Those are bounded: the pages that each connection to the database keeps, compiled statements, threads. A leak shows
    in every window; what an allocator or a collection of garbage keeps or gives back, in some of them.
    """
    tokens = invited(campaign, *(f"person {number}" for number in range(GUESTS)))
    give_everything(campaign)
    guests = [Guest(address).join(token) for token in tokens.values()]
    user_ids = [campaign.users.by_name(name).id for name in tokens]
    pages = [(user_id, item_form(guest.begin())[1], count(1)) for user_id, guest in zip(user_ids, guests, strict=True)]
    site = CampaignSite(campaign)

    def ask(guest: Guest, user_id: int, fields: Fields, numbers: Iterator[int], number: int) -> None:
        for item_id in islice(numbers, number):
            answer = first_answer(site, user_id, fields, item_id)
            assert guest.post(f"/annotate/{item_id}", answer).status == 303
            assert guest.get(f"/annotate/{item_id}").status == 200

    def memory_after(number: int) -> float:
        threads = [
            threading.Thread(target=ask, args=(guest, *page, number // GUESTS // 2))
            for guest, page in zip(guests, pages, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return memory()

    sizes = [memory_after(requests.warming), *(memory_after(requests.window) for _ in range(requests.windows))]
    return min(after - before for before, after in pairwise(sizes))


@pytest.fixture
def _no_tracing_afterwards() -> Iterator[None]:
    logging.disable()  # pytest keeps what is logged
    yield
    logging.disable(logging.NOTSET)
    tracemalloc.stop()


@ON_SQLITE
@pytest.mark.usefixtures("_no_tracing_afterwards")
def test_memory_does_not_grow_with_every_request(make: Make) -> None:
    requests = Requests(warming=160, window=64)
    campaign = make(some_items(requests.items), annotators_per_item=GUESTS)
    with served(campaign) as address:  # a process would keep garbage over thousands of requests
        assert growth(campaign, address, requests, traced) < requests.window  # less than a kilobyte a request


@pytest.mark.soak
def test_memory_is_flat_over_100_000_requests(make: Make) -> None:
    requests = Requests(warming=25_000, window=15_000)
    campaign = make(some_items(requests.items), annotators_per_item=GUESTS)
    with server_process(campaign.folder) as server:
        kilobytes = growth(campaign, server.address, requests, lambda: resident(server.process.pid))
    assert kilobytes < 1_500  # of about 100,000: 100 bytes a request


# ------------------------------------------------------------------------------------------------ a large campaign


def fill(campaign: Campaign, names: list[str], answers_per_item: int) -> None:
    """So many answers to every item, as if people had worked for weeks."""
    chance, users = random.Random(1), [campaign.users.by_name(name) for name in names]
    given: list[dict[str, object]] = []
    answers: list[dict[str, object]] = []
    places = dict.fromkeys(names, 0)
    fixed = {"revision": 1, "nil": False, "name": False, "multiword": "", "comment": "", "seconds": 9.5, "late": False}
    for item_id in campaign.items.by_id:
        for user in chance.sample(users, answers_per_item):
            places[user.name] += 1
            own = {"user_id": user.id, "item_id": item_id}
            given.append({**own, "position": places[user.name], "state": "answered", "leased": "", "leased_until": ""})
            words = json.dumps(chance.sample([f"word{number}" for number in range(8)], 3))
            received = f"2026-03-{chance.randint(1, 28):02d}T10:00:00.000000Z"
            answers.append({**own, **fixed, "uuid": str(uuid4()), "substitutes": words, "received": received})
    for user in users:
        campaign.guidelines.agree(user.id)
    version = {"guideline_version": campaign.guidelines.version}
    with campaign.database.write() as connection:
        connection.execute(sa.insert(schema.assignments), given)
        connection.execute(sa.insert(schema.answers), [{**answer, **version} for answer in answers])


@pytest.mark.soak
def test_pages_of_a_large_campaign_come_at_once(make: Make) -> None:
    campaign = make(some_items(2_000), mode="k-of-n", annotators_per_item=5)
    names = [f"person {each}" for each in range(20)]
    token = invited(campaign, *names, "ada")["ada"]
    organiser(campaign)
    fill(campaign, names, 5)
    with served(campaign) as address:
        olga, ada = Guest(address), Guest(address).join(token)
        olga.sign_in("olga", PASSWORD)
        pages = [(olga, "/organise"), (olga, "/organise"), (olga, "/organise/items"), (olga, "/organise/people/1")]
        spent = []
        for guest, path in [*pages, (ada, "/list"), (ada, "/annotate")]:
            began = time.process_time()  # the server is a thread of this process, and others may have the machine
            assert guest.get(path).status in (200, 303)
            spent.append(time.process_time() - began)
    assert spent[0] < 1.5, spent  # worked out for the first time
    assert max(spent[1:]) < 0.3, spent
