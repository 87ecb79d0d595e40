"""An acknowledged answer is never lost: clients are killed in the middle of their work, again and again."""

import random
import signal
import time

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign
from stead.campaign.admin.doctor import examine
from stead.campaign.store import schema
from stead.campaign.tasks.annotation import ANSWERS
from tests.campaign.conftest import Make, some_items
from tests.campaign.people import annotators
from tests.campaign.test_many_at_once import started

NAMES = ("ada", "bruno", "chiara", "doris")


def acknowledged_until_killed(campaign: Campaign, chance: random.Random) -> list[bytes]:
    """The lines that clients printed before they were killed at a random moment; a line that was cut off is none."""
    process = started("answer", campaign, *NAMES)
    assert process.stdin
    assert process.stdout
    assert process.stdout.readline() == b"ready\n"
    process.stdin.write(b"\n")
    process.stdin.flush()
    data = b"".join(process.stdout.readline() for _ in range(chance.randint(5, 60)))
    time.sleep(chance.uniform(0, 0.05))  # so that the end comes anywhere within an answer, and not behind one
    process.kill()
    data += process.stdout.read()
    assert process.wait() == -signal.SIGKILL
    process.stdin.close()
    process.stdout.close()
    return data.split(b"\n")[:-1]


def check_rounds(make: Make, rounds: int) -> None:
    campaign = make(some_items(30), annotators_per_item=4)
    annotators(campaign, *NAMES)
    chance = random.Random(rounds)
    expected: list[str] = []
    for _ in range(rounds):
        expected += [line.decode() for line in acknowledged_until_killed(campaign, chance)]
        with campaign.database.read() as connection:
            answers = ANSWERS.all(connection)
        stored = {
            f"{each.user}\t{each.item_id}\t{each.revision}\t{each.uuid}\t{each.substitutes[0]}" for each in answers
        }
        assert set(expected) - stored == set()
        # each of the four may have had one answer on its way that was stored and not acknowledged, in each round
        assert len(expected) <= len(stored) <= len(expected) + rounds * len(NAMES)
        assert [finding for finding in examine(campaign) if finding.problem] == []
    assert len(expected) >= rounds * 5


def test_what_was_acknowledged_before_a_kill_is_there(make: Make) -> None:
    check_rounds(make, 2)


@pytest.mark.soak
def test_what_was_acknowledged_before_20_kills_is_there(make: Make) -> None:
    check_rounds(make, 20)


def test_sqlite_and_postgres_wait_for_the_disk(make: Make) -> None:
    campaign = make()
    with campaign.database.write() as connection:
        if campaign.database.is_sqlite:
            found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
            assert found == ["wal", 2]  # 2 is FULL
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        else:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


def test_a_change_that_fails_leaves_nothing(make: Make) -> None:
    campaign = make()

    def change() -> None:
        with campaign.database.write() as connection:
            connection.execute(sa.insert(schema.meta).values(key="a", value="1"))
            connection.execute(sa.insert(schema.meta).values(key="a", value="2"))

    with pytest.raises(sa.exc.IntegrityError):
        change()
    with campaign.database.read() as connection:
        assert connection.execute(sa.select(schema.meta)).all() == []
