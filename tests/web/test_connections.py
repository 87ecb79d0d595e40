"""Room for connections: whoever idles makes room for whoever comes, and what cannot be accepted is said once."""

import asyncio
import logging
import subprocess
import sys
from dataclasses import dataclass, field

import pytest

from stead.web.serving import Connections, Refusals


@dataclass(eq=False)
class Guest:
    """A connection."""

    is_waited_for: bool = True
    dropped: bool = field(default=False, init=False)

    def drop(self) -> None:
        self.dropped = True


def test_the_one_that_was_waited_for_longest_makes_room() -> None:
    connections = Connections(3)
    first, second, third, fourth, fifth, sixth = (Guest() for _ in range(6))
    assert [connections.admit(each) for each in (first, second, third)] == [True] * 3
    first.is_waited_for = False  # its request is being answered
    assert connections.admit(fourth)
    assert [each.dropped for each in (first, second, third)] == [False, True, False]
    connections.renew(third)  # a whole request has come, and was answered
    assert connections.admit(fifth)
    assert [each.dropped for each in (first, third, fourth)] == [False, False, True]
    connections.forget(third)
    assert connections.admit(sixth)
    assert not fifth.dropped


def test_who_is_being_answered_is_not_dropped_for_anybody() -> None:
    connections = Connections(2)
    working = [Guest(is_waited_for=False) for _ in range(2)]
    assert [connections.admit(each) for each in working] == [True, True]
    assert not connections.admit(Guest())
    assert not any(each.dropped for each in working)


@pytest.mark.parametrize(
    ("limit", "found"),
    [
        # 128 files are kept for the database and the rest; of the others a half is for connections, an eighth is
        # accepted at a time. At most 2,000 connections are kept.
        ("-n 256", "64 16 256"),
        ("-n 1024", "448 112 1024"),
        ("-S -n 256; ulimit -H -n 4000", "1936 484 4000"),  # the soft limit is raised
        ("-n 64", "8 8 64"),
    ],
)
def test_connections_are_as_many_as_there_are_files_for(limit: str, found: str) -> None:
    program = (
        "import resource; from stead.web.serving import make_room; room = make_room(); "
        "print(room.connections, room.accepted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    command = ["sh", "-c", f'ulimit {limit} && exec "$@"', "sh", sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == found


def test_what_cannot_be_accepted_is_said_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    refusals = Refusals(lambda: now[0])
    loop = asyncio.new_event_loop()
    refused = {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many"), "socket": 1}
    with caplog.at_level(logging.ERROR):
        for _ in range(1_000):
            refusals(loop, refused)
        assert len(caplog.messages) == 1
        assert "Too many" in caplog.messages[0]
        now[0] = 61.0
        refusals(loop, refused)
        assert "(1000 times)" in caplog.messages[1]
        refusals(loop, {"message": "something else", "exception": RuntimeError("odd")})
        assert len(caplog.messages) == 3  # what else goes wrong is told as ever
    loop.close()
