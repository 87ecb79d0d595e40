"""Campaigns of an older revision: backed up as they are, restored and upgraded to the present one.

There is one revision so far; so the present one here is another, which changes nothing.
"""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign, open_campaign
from stead.campaign.admin.backup import back_up, upgrade_campaign
from stead.campaign.admin.doctor import examine
from stead.campaign.admin.restore import restore
from stead.campaign.folder import database_url, fill_folder, new_database, open_on_disk
from stead.campaign.settings import Storage
from stead.campaign.store import database, migrations, schema
from stead.campaign.store.database import Database, newest_revision, revision_of, revisions
from stead.cli import main
from stead.core.errors import BadInput
from tests.campaign.conftest import GUIDE, ON_SQLITE, Clock, Make
from tests.campaign.test_exporting import lived_in

OLDER = revisions()
Rows = dict[str, list[dict[str, Any]]]
NOTHING = {sa.Integer: 0, sa.Boolean: False, sa.Text: "", sa.Float: 0.0}
"""For columns that are no more."""


LATER = """
revision = "later"
down_revision = "{}"


def upgrade() -> None:
    pass
"""


@pytest.fixture(autouse=True)
def later_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version of stead that has one revision more than this one."""
    home = shutil.copytree(Path(migrations.__file__).parent, tmp_path / "migrations")
    (home / "versions" / "later.py").write_text(LATER.format(OLDER[-1]), encoding="utf-8")
    monkeypatch.setattr(database, "_MIGRATIONS", home)


def test_there_are_older_revisions() -> None:
    assert OLDER
    assert revisions() == [*OLDER, newest_revision()] == [*OLDER, "later"]


def tables_of(connection: sa.Connection) -> list[sa.Table]:
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def rows_of(database: Database, columns: dict[str, list[str]]) -> Rows:
    """Some columns of some tables, in the order of the rows' numbers."""
    with database.read() as connection:
        return {
            name: [
                dict(row)
                for row in connection.execute(
                    sa.select(*(schema.metadata.tables[name].c[column] for column in own)).order_by(
                        *schema.metadata.tables[name].primary_key.columns
                    )
                ).mappings()
            ]
            for name, own in columns.items()
        }


class Old:
    """The campaign of another, as it would have been at an older revision."""

    def __init__(self, campaign: Campaign, folder: Path, url: str, revision: str) -> None:
        folder.mkdir()
        self.folder = folder
        settings = replace(campaign.settings, database=Storage(url))
        fill_folder(folder, settings, GUIDE)
        self.columns: dict[str, list[str]] = {}
        with new_database(folder, settings, revision) as connection:
            for table in tables_of(connection):
                self._fill(connection, table, campaign)
        self.database_url = database_url(folder, settings)
        self.rows = rows_of(campaign.database, self.columns)

    def _fill(self, connection: sa.Connection, table: sa.Table, campaign: Campaign) -> None:
        known = schema.metadata.tables.get(table.name)
        if known is None or table.name in ("sessions", "attempts"):
            return
        own = self.columns[table.name] = [column.name for column in table.c if column.name in known.c]
        gone = {
            column.name: next(value for kind, value in NOTHING.items() if isinstance(column.type, kind))
            for column in table.c
            if column.name not in known.c and not column.nullable and column.server_default is None
        }
        rows = [{**row, **gone} for row in rows_of(campaign.database, {table.name: own})[table.name]]
        if rows:
            connection.execute(sa.insert(table), rows)

    def revision(self) -> str:
        database = Database(self.database_url)
        try:
            with database.read() as connection:
                return revision_of(connection)
        finally:
            database.close()


def check(folder: Path, old: Old) -> None:
    """The campaign is of the present revision, sound, and has every row of the old one."""
    with open_campaign(folder) as again:
        assert rows_of(again.database, old.columns) == old.rows
        assert sum(map(len, old.rows.values())) > 20
        assert [finding for finding in examine(again) if finding.problem] == []


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
@pytest.mark.parametrize("revision", OLDER)
def test_a_backup_of_an_older_revision_is_restored_as_one_of_the_present(
    make: Make,
    clock: Clock,
    tmp_path: Path,
    new_url: Callable[[], str],
    new_postgres: Callable[[], str],
    revision: str,
    target: str,
) -> None:
    old = Old(lived_in(make, clock), tmp_path / "old", new_url(), revision)
    with open_on_disk(old.folder) as found:
        back_up(found, tmp_path / "backup.zip")
    assert old.revision() == revision
    restore(tmp_path / "backup.zip", tmp_path / "again", database_url=new_postgres() if target == "postgres" else "")
    check(tmp_path / "again", old)


@pytest.mark.parametrize("revision", OLDER)
def test_an_upgrade_makes_a_backup_first_that_restores(
    make: Make, clock: Clock, tmp_path: Path, new_url: Callable[[], str], revision: str
) -> None:
    old = Old(lived_in(make, clock), tmp_path / "old", new_url(), revision)
    with pytest.raises(BadInput, match=f"at revision {revision}, .* `stead campaign upgrade` makes a backup"):
        open_campaign(old.folder)
    done = upgrade_campaign(old.folder)
    assert (done.before, done.after) == (revision, newest_revision())
    check(old.folder, old)
    assert done.backup is not None
    assert done.backup.parent == old.folder
    restore(done.backup, tmp_path / "again")
    check(tmp_path / "again", old)


@pytest.mark.parametrize("revision", OLDER)
def test_an_upgrade_without_room_for_its_backup_changes_nothing(
    make: Make,
    clock: Clock,
    tmp_path: Path,
    new_url: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    revision: str,
) -> None:
    old = Old(lived_in(make, clock), tmp_path / "old", new_url(), revision)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("stead.campaign.admin.backup._write_whole", full)
    with pytest.raises(BadInput, match="the backup cannot be written: No space left on device"):
        upgrade_campaign(old.folder)
    assert old.revision() == revision


@ON_SQLITE
def test_the_commands_say_which_revision_and_where_the_backup_is(
    make: Make, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*words: str | Path) -> str:
        assert main(["campaign", *map(str, words)]) == 0
        return capsys.readouterr().err

    old = Old(lived_in(make, clock), tmp_path / "old", "", OLDER[0])
    assert "bytes" in said("backup", old.folder, tmp_path / "mine.zip")
    told = said("upgrade", old.folder)
    (made,) = old.folder.glob("backup-*.zip")
    assert told == (
        f"stead: {made}: a backup of revision {OLDER[0]}.\n"
        f"stead: {old.folder}: at revision {newest_revision()}; before: {OLDER[0]}.\n"
    )
    assert said("upgrade", old.folder) == f"stead: {old.folder}: at revision {newest_revision()}, as before.\n"
    assert "restored" in said("restore", tmp_path / "mine.zip", tmp_path / "again")
    check(tmp_path / "again", old)
