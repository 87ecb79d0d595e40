"""Never more than k assignments, however many ask at once."""

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign, LeaseState, Pause, Stored, Submission
from stead.campaign.admin.doctor import examine
from stead.campaign.store import schema
from tests.campaign.conftest import ON_POSTGRES, Make, some_items
from tests.campaign.people import annotators, submission

ROOT = Path(__file__).parents[2]
CLIENTS = 50


def started(what: str, campaign: Campaign, *names: str) -> subprocess.Popen[bytes]:
    """Clients in a process of their own, ready to begin."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.campaign.clients", what, str(campaign.folder), *names],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def live(campaign: Campaign) -> Counter[int]:
    table = schema.assignments
    with campaign.database.read() as connection:
        rows = connection.execute(sa.select(table.c.item_id).where(table.c.state.in_(("leased", "answered"))))
        return Counter(rows.scalars())


def take_at_once(make: Make, processes: int, clients: int = CLIENTS) -> None:
    campaign = make(some_items(20), annotators_per_item=3)
    names = [f"person {number}" for number in range(clients)]
    annotators(campaign, *names)
    running = [started("take", campaign, *names[at::processes]) for at in range(processes)]
    for process in running:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
    for process in running:
        assert process.stdin
        process.stdin.write(b"\n")
        process.stdin.close()
    assert [process.wait(120) for process in running] == [0] * processes
    for process in running:
        assert process.stdout
        process.stdout.close()
    # 20 items x 3 places = 60; 24 people or more who would take 10 each leave none free, and get not one more
    assert live(campaign) == dict.fromkeys(range(1, 21), 3)
    assert [finding for finding in examine(campaign) if finding.problem] == []


def test_24_clients_of_2_processes_never_get_more_than_k(make: Make) -> None:
    take_at_once(make, processes=2, clients=24)


@pytest.mark.soak
def test_50_processes_never_get_more_than_k(make: Make) -> None:
    take_at_once(make, processes=CLIENTS)


@pytest.mark.parametrize("mode", ["all", "k-of-n"])
def test_50_threads_fill_every_place_exactly(make: Make, mode: str) -> None:
    campaign = make(some_items(12), annotators_per_item=4, mode=mode)
    people = annotators(campaign, *(f"person {number}" for number in range(CLIENTS)))
    together = Barrier(CLIENTS)

    def work(position: int) -> int:
        together.wait()
        found = campaign.assignment.next(people[position])
        if not isinstance(found, int):
            return 0
        campaign.answers.submit(people[position].id, found, submission("clever"))
        return 1

    with ThreadPoolExecutor(CLIENTS) as pool:
        done = sum(pool.map(work, range(CLIENTS)))
    assert done == 48  # 12 items x 4 places; the last two of 50 come for nothing
    assert live(campaign) == dict.fromkeys(range(1, 13), 4)
    assert {campaign.assignment.next(person) for person in people} == {Pause.FINISHED}


def test_one_submission_sent_by_20_threads_is_one_answer(make: Make) -> None:
    campaign = make(some_items(1))
    (ada,) = annotators(campaign, "ada")
    campaign.assignment.next(ada)
    typed = submission("clever")
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda _: campaign.answers.submit(ada.id, 1, typed), range(20)))
    stored = [each for each in found if isinstance(each, Stored)]
    assert (len(stored), sum(not each.replayed for each in stored)) == (20, 1)
    assert len(campaign.answers.history(ada.id, 1)) == 1


def test_of_20_tabs_at_once_one_wins_and_the_others_are_told(make: Make) -> None:
    campaign = make(some_items(1))
    (ada,) = annotators(campaign, "ada")
    campaign.assignment.next(ada)
    tabs: list[Submission] = [submission(f"word {number}") for number in range(20)]
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda typed: campaign.answers.submit(ada.id, 1, typed), tabs))
    assert sum(isinstance(each, Stored) for each in found) == 1
    assert len(campaign.answers.history(ada.id, 1)) == 1
    assert campaign.answers.task(ada.id, 1).state is LeaseState.ANSWERED


@ON_POSTGRES
def test_a_connection_that_the_server_ended_while_nobody_used_it_is_made_anew(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, other = make(), make()
    annotators(campaign, "ada")
    monkeypatch.setattr("stead.campaign.store.database._IDLE_SECONDS", 0)
    with campaign.database.ask() as connection:
        backend = connection.execute(sa.select(sa.func.pg_backend_pid())).scalar_one()
    with other.database.ask() as connection:
        assert connection.execute(sa.select(sa.func.pg_terminate_backend(backend, 10_000))).scalar_one()
    assert [user.name for user in campaign.users.all()] == ["ada"]
