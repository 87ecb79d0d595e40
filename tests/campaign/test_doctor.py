"""The doctor finds what is planted."""

import shutil
import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign, open_campaign
from stead.campaign.admin.doctor import examine
from stead.campaign.store.database import newest_revision
from stead.core.errors import BadInput
from tests.campaign.conftest import ON_SQLITE, Make, some_items
from tests.campaign.people import annotators, answer_everything


def by_hand(campaign: Campaign, *statements: str) -> None:
    """Change the tables behind the campaign's back, where no rule holds."""
    if campaign.database.is_sqlite:
        with closing(sqlite3.connect(str(campaign.database.url.database))) as connection:
            for trigger in ("answers_no_update", "answers_no_delete"):
                connection.execute(f"DROP TRIGGER {trigger}")
            for statement in statements:
                connection.execute(statement)
            connection.commit()
        return
    engine = sa.create_engine(campaign.database.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("SET session_replication_role = replica")
        connection.exec_driver_sql("DROP TRIGGER answers_no_change ON answers")
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def worked_on(make: Make) -> Campaign:
    campaign = make(some_items(3), annotators_per_item=2)
    for person in annotators(campaign, "ada", "bruno"):
        answer_everything(campaign, person)
    annotators(campaign, "chiara")
    return campaign


def problems(campaign: Campaign) -> dict[str, str]:
    return {finding.check: finding.problem for finding in examine(campaign) if finding.problem}


def test_a_campaign_in_order_is_fine(make: Make) -> None:
    assert problems(worked_on(make)) == {}


@pytest.mark.parametrize(
    ("statement", "check", "number"),
    [
        (
            "INSERT INTO assignments (user_id, item_id, position, state, leased, leased_until) "
            "SELECT 3, id, id, 'leased', '', '' FROM items",
            "never more than k annotators an item",
            3,
        ),
        ("DELETE FROM assignments WHERE user_id = 1", "every answer has its assignment, user and item", 3),
        ("DELETE FROM users WHERE id = 1", "every answer has its assignment, user and item", 3),
        ("DELETE FROM answers WHERE item_id = 1", "whoever is done has answered", 2),
        ("UPDATE assignments SET state = 'leased' WHERE item_id = 2", "whoever has answered is done", 2),
        ("DELETE FROM consents WHERE user_id = 1", "everybody had agreed to the guidelines", 3),
        ("UPDATE answers SET revision = 5 WHERE item_id = 2", "revisions without gaps", 2),
    ],
)
def test_rows_that_cannot_be_are_found(make: Make, statement: str, check: str, number: int) -> None:
    campaign = worked_on(make)
    by_hand(campaign, statement)
    found = problems(campaign)
    assert found[check].startswith(f"{number} ")
    assert "trigger" in found["answers cannot be changed"]


def test_another_table_is_a_difference(make: Make) -> None:
    campaign = make()
    with campaign.database.write() as connection:
        connection.exec_driver_sql("DROP INDEX ix_answers_item_id")
    assert problems(campaign) == {f"tables (revision {newest_revision()})": "1 difference from what stead makes"}


def test_a_secret_that_others_can_read_is_found(make: Make) -> None:
    campaign = make()
    (campaign.folder / "secret").chmod(0o644)
    assert problems(campaign)["permissions of secret"].startswith("others may read it (mode 0644); run `chmod 600")


def test_a_full_disk_is_found(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = make()
    usage = shutil.disk_usage(campaign.folder)._replace(free=5 << 20)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    assert problems(campaign) == {"disk space": "only 5 MB are free; make room for at least 200 MB"}


@ON_SQLITE
def test_a_damaged_file_is_found(make: Make) -> None:
    campaign = make(some_items(300))
    campaign.close()
    path = campaign.folder / "campaign.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        index = "SELECT rootpage FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_items%'"
        (root,) = connection.execute(index).fetchone()
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096 + 3 : (root - 1) * 4096 + 5] = b"\0\0"  # the index claims to have no cells
    path.write_bytes(data)
    assert "malformed" in problems(campaign)["reading the database"]


@ON_SQLITE
def test_a_file_that_is_no_database_is_a_sentence(make: Make) -> None:
    campaign = make()
    campaign.close()
    (campaign.folder / "campaign.sqlite").write_bytes(b"x" * 5_000)
    with pytest.raises(BadInput, match="the database cannot be read: file is not a database"):
        open_campaign(campaign.folder)
