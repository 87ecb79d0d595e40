"""Many connections that trickle and never ask for anything: a visitor still gets a page, and the log stays small."""

import selectors
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from tests.campaign.conftest import Make
from tests.campaign.pages.guests import Guest
from tests.campaign.pages.servers import server_process

_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "


class Crowd(threading.Thread):
    """So many connections that send a byte now and then; those that are closed come back."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__()
        place = urlsplit(address)
        self._place = (place.hostname or "", place.port or 0)
        self._number, self._leaving = number, threading.Event()
        self.here = threading.Event()
        self.came = 0

    def run(self) -> None:
        with selectors.DefaultSelector() as crowd:
            while not self._leaving.is_set():
                while len(crowd.get_map()) < self._number and not self._leaving.is_set():
                    self._come(crowd)
                self.here.set()
                for key, _ in crowd.select(timeout=0.2):  # to be read: closed, or refused
                    crowd.unregister(key.fileobj)
                    key.data.close()
                for key in list(crowd.get_map().values()):
                    try:
                        key.data.send(b"a")
                    except OSError:
                        crowd.unregister(key.fileobj)
                        key.data.close()
            for key in list(crowd.get_map().values()):
                key.data.close()

    def _come(self, crowd: selectors.DefaultSelector) -> None:
        made = socket.create_connection(self._place, timeout=30)
        made.setblocking(False)
        try:
            made.send(_HEAD)
        except OSError:
            made.close()
            return
        crowd.register(made, selectors.EVENT_READ, made)
        self.came += 1

    def leave(self) -> None:
        self._leaving.set()
        self.join(60)


@contextmanager
def crowd(address: str, number: int) -> Iterator[Crowd]:
    made = Crowd(address, number)
    made.start()
    try:
        assert made.here.wait(60)
        yield made
    finally:
        made.leave()


def visit_in_a_crowd(make: Make, limit: str, number: int, visits: int) -> tuple[float, int]:
    """The longest that a visitor waits for a page, in seconds, and how much the server writes meanwhile."""
    campaign = make()
    waited = []
    with server_process(campaign.folder, limit=limit) as server:
        with crowd(server.address, number) as others:
            for _ in range(visits):
                began = time.monotonic()
                assert Guest(server.address).get("/sign-in").status == 200
                waited.append(time.monotonic() - began)
                time.sleep(0.5)
            assert others.came >= number
        server.process.terminate()
        server.process.wait(30)
        return max(waited), len(server.said())


@pytest.mark.parametrize(("limit", "number"), [("-S -n 256", 400), ("-n 256", 150)])
def test_a_visitor_gets_a_page_among_those_who_trickle(make: Make, limit: str, number: int) -> None:
    seconds, written = visit_in_a_crowd(make, limit, number, 3)
    assert (seconds < 10, written < 5_000) == (True, True), (seconds, written)


@pytest.mark.soak
@pytest.mark.parametrize("limit", ["-S -n 1024", "-n 1024"])
def test_a_visitor_gets_a_page_among_1100_who_trickle(make: Make, limit: str) -> None:
    seconds, written = visit_in_a_crowd(make, limit, 1_100, 40)
    assert (seconds < 5, written < 5_000) == (True, True), (seconds, written)
