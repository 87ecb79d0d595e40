"""Those who guess passwords are slowed down; nobody else is: neither the person of that name nor other visitors."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice

import pytest
from starlette.responses import Response

from stead.campaign import Campaign, CampaignSettings
from stead.campaign.settings import Access
from stead.web import app
from tests.campaign.conftest import Make
from tests.campaign.pages.guests import PASSWORD, Guest, Reply, organiser, served
from tests.campaign.pages.servers import server_process
from tests.campaign.pages.test_load import resident

PROXY = Access(attempts=3, proxies=("127.0.0.1",))
"""Guests of these tests are behind a proxy of this machine: it is they who write X-Forwarded-For."""
LOCAL = Access(attempts=3)
HERE, ELSEWHERE = "198.51.100.1", "203.0.113.7"


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long those who signed in had to wait; here, nobody does."""
    noted: list[float] = []

    async def note(queue: app.Queue, wanted: app.Later) -> Response:
        noted.append(wanted.seconds)
        return await respond(queue, replace(wanted, seconds=0.0))

    respond = app.Queue.response
    monkeypatch.setattr(app.Queue, "response", note)
    return noted


@contextmanager
def site(make: Make, access: Access) -> Iterator[tuple[Campaign, str]]:
    campaign = make(settings=CampaignSettings(access=access))
    organiser(campaign)
    with served(campaign) as address:
        yield campaign, address


def sign_in(address: str, password: str, forwarded: str, name: str = "olga") -> Reply:
    fields = {"name": [name], "password": [password]}
    return Guest(address).post("/sign-in", fields, X_Forwarded_For=forwarded)


def test_the_right_password_is_late_after_wrong_ones_but_not_refused(make: Make, pauses: list[float]) -> None:
    with site(make, LOCAL) as (_, address):
        guest = Guest(address)
        assert [guest.sign_in("olga", f"guess {number}").status for number in range(4)] == [403] * 4
        assert guest.sign_in("olga", PASSWORD).place == "/organise"
        assert pauses == [0.0, 0.0, 0.0, 1.0, 3.0]
        assert [guest.sign_in("olga", PASSWORD).status for _ in range(5)] == [303] * 5  # success forgets
        assert pauses[5:] == [0.0] * 5


def test_guesses_at_once_are_made_one_after_the_other_or_not_at_all(make: Make, pauses: list[float]) -> None:
    with site(make, LOCAL) as (_, address), ThreadPoolExecutor(20) as pool:
        replies = list(pool.map(lambda number: Guest(address).sign_in("olga", f"guess {number}"), range(20)))
    assert sorted(pauses) == [0.0, 0.0, 0.0, 1.0, 3.0, 7.0]  # the clock of the test stands still
    assert sorted(reply.status for reply in replies) == [403] * 6 + [429] * 14
    slow = next(reply for reply in replies if reply.status == 429)
    assert slow.headers["retry-after"] == "15"
    assert "try again in a few seconds" in slow.text


def test_guessing_a_name_locks_nobody_out_elsewhere(make: Make, pauses: list[float]) -> None:
    with site(make, PROXY) as (_, address):
        statuses = [sign_in(address, f"guess {number}", HERE).status for number in range(20)]
        assert statuses == [403] * 6 + [429] * 14
        pauses.clear()
        assert sign_in(address, PASSWORD, ELSEWHERE).place == "/organise"
    assert pauses == [0.0]


def test_a_new_invite_link_is_the_way_back_and_is_told(make: Make, pauses: list[float]) -> None:
    with site(make, LOCAL) as (campaign, address):
        guest = Guest(address)
        replies = [guest.sign_in("olga", f"guess {number}") for number in range(7)]
        assert replies[-1].status == 429
        assert "stead campaign users reset" in replies[-1].text
        token = campaign.users.reset("olga", actor="test")
        asked = guest.post("/join", guest.get(f"/join/{token}").form("/join"))
        fields = {**asked.form("/join"), "password": ["another horse"], "again": ["another horse"]}
        assert guest.post("/join", fields).place == "/organise"
        assert guest.get("/organise").status == 200


def test_addresses_that_a_visitor_invents_do_not_help(make: Make, pauses: list[float]) -> None:
    def invented(number: int) -> str:
        return f"192.0.2.{number}"

    with site(make, LOCAL) as (_, address):  # no proxy is named, so nobody's word is taken
        statuses = [sign_in(address, "guess", invented(number)).status for number in range(8)]
    assert statuses == [403] * 6 + [429] * 2
    with site(make, PROXY) as (_, address):  # the proxy appends the address that it sees
        statuses = [sign_in(address, "guess", f"{invented(number)}, {HERE}").status for number in range(8)]
    assert statuses == [403] * 6 + [429] * 2
    with site(make, replace(PROXY, proxies=("10.0.0.0/8",))) as (_, address):  # another proxy than this one
        statuses = [sign_in(address, "guess", invented(number)).status for number in range(8)]
    assert statuses == [403] * 6 + [429] * 2


def test_no_page_waits_for_passwords_to_be_hashed(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    too_many, go_on, hashing = 6, threading.Event(), threading.Semaphore(0)

    def hash_for_long(*_: object) -> None:
        hashing.release()
        assert go_on.wait(60)

    with site(make, PROXY) as (campaign, address), ThreadPoolExecutor(app.MOST_WAITING + too_many) as pool:
        monkeypatch.setattr(campaign.users, "by_password", hash_for_long)
        try:
            addresses = [f"192.0.2.{number}" for number in range(app.MOST_WAITING + too_many)]
            asked = [pool.submit(sign_in, address, PASSWORD, each) for each in addresses]
            busy = [each.result() for each in islice(as_completed(asked, timeout=60), too_many)]
            assert {reply.status for reply in busy} == {503}
            assert {reply.headers["retry-after"] for reply in busy} == {"5"}
            assert "Too many people are signing in" in busy[0].text
            assert Guest(address).get("/sign-in").status == 200  # while all the others wait
            assert sum(each.done() for each in asked) == too_many
            assert [hashing.acquire(timeout=0) for _ in range(app.THREADS + 1)] == [True, True, False]
        finally:
            go_on.set()
        assert sorted(each.result().status for each in asked) == [403] * app.MOST_WAITING + [503] * too_many


# ------------------------------------------------------------------------------------------------------------- storms


def storm(make: Make, attempts: int) -> tuple[float, float]:
    """Many sign-ins at once, each from an address of its own: the most memory (kB), and the slowest page (s)."""
    campaign = make(settings=CampaignSettings(access=PROXY))
    organiser(campaign)
    with server_process(campaign.folder) as server, ThreadPoolExecutor(attempts) as pool:
        visitor = Guest(server.address)
        visitor.get("/sign-in")
        addresses = [f"198.51.{number // 250}.{number % 250}" for number in range(attempts)]
        asked = [pool.submit(sign_in, server.address, "guess", each, f"name {each}") for each in addresses]
        memory, slowest = 0.0, 0.0
        while not all(each.done() for each in asked):
            began = time.monotonic()
            assert visitor.get("/sign-in").status == 200
            slowest = max(slowest, time.monotonic() - began)
            memory = max(memory, resident(server.process.pid))
        assert {each.result().status for each in asked} <= {403, 503}
        assert sum(each.result().status == 403 for each in asked) >= min(attempts, app.MOST_WAITING)
    return memory, slowest


def test_60_sign_ins_at_once_take_little_memory(make: Make) -> None:
    memory, _ = storm(make, 60)
    assert memory < 300_000  # kB


@pytest.mark.soak
def test_sign_ins_at_once_hold_no_page_up(make: Make) -> None:
    storms = [storm(make, 60) for _ in range(5)]
    assert max(slowest for _, slowest in storms) < 1.0, storms
    assert storm(make, 300)[0] < 300_000
