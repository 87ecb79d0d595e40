"""The database with one writer at a time, on SQLite and on PostgreSQL alike.

Every change is one transaction that begins with the right to write: on SQLite by BEGIN IMMEDIATE, on PostgreSQL by an
advisory lock that ends with the transaction. What a change has read is therefore true until it is committed, and no
rule of the campaign (never more than k assignments, one revision after the other) needs more than plain code. What is
returned from a change is on disk: SQLite runs in WAL mode with synchronous=FULL, PostgreSQL with synchronous_commit on.
Here are also the revision of the tables, and the log of events, which is written in the transactions of the changes.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event

from stead.campaign.records import Event
from stead.campaign.store import schema
from stead.core.errors import BadInput, UsageError

Clock = Callable[[], datetime]
_BUSY_SECONDS = 60
_THREADS = 40  # as many as a server has: opening a connection takes longer than most questions
_SMALL_CACHE = "cache_size = -256"  # KiB for each of them; the system keeps the pages of the file anyway
_CHECKPOINTS, _CHECKPOINT_SECONDS = 100, 0.1
_IDLE_SECONDS = 1.0  # a question to the server before each use would double the time of short ones
_WRITERS_LOCK = 0x5354454144  # "STEAD": the same for every process that writes to one database

_SQLITE_UNAVAILABLE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
_POSTGRES_READ_ONLY = "25006"


class StoreUnavailable(BadInput):
    """The database cannot be opened, read or written at the moment: a full disk, lost rights, a server that is down."""


def system_clock() -> datetime:
    """The time of this machine."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """Format a time as the store keeps it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Database:
    """The connections to one database, and the clock that its rows are stamped by."""

    def __init__(self, url: str, clock: Clock = system_clock) -> None:
        self.url = _with_driver(url)
        self.clock = clock
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._engine = _sqlite_engine(self.url) if self.is_sqlite else _postgres_engine(self.url)
        self._writing = {"stead_begin": "IMMEDIATE"} if self.is_sqlite else {"isolation_level": "READ COMMITTED"}
        self._asking = {"stead_begin": ""} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._turn = threading.Lock()  # the writers of one process wait here, and not each with a connection in hand

    def now(self, after: timedelta | None = None) -> str:
        """The current time as it is stored, or the time after a while."""
        return stamp(self.clock() + (after or timedelta()))

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A transaction for reading a snapshot."""
        with self._connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def ask(self) -> Iterator[sa.Connection]:
        """A connection for a single query, which needs no transaction."""
        with self._connect() as connection:
            connection.execution_options(**self._asking)
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction for writing: all of it is on disk when the block is left, or nothing after an error."""
        with self._turn, self._connect() as connection:
            connection.execution_options(**self._writing)
            with connection.begin():
                if not self.is_sqlite:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_WRITERS_LOCK)))
                yield connection

    @contextmanager
    def _connect(self) -> Iterator[sa.Connection]:
        try:
            connection = self._engine.connect()
        except sa.exc.OperationalError as error:
            raise StoreUnavailable(f"{self._location}: the database cannot be opened: {_reason(error)}.") from None
        try:
            with connection:
                yield connection
        except sa.exc.DBAPIError as error:
            if _is_unavailable(error):
                raise StoreUnavailable(f"{self._location}: the database cannot be used: {_reason(error)}.") from error
            raise

    def compact(self, tables: Iterable[sa.Table]) -> None:
        """Write some tables anew, so that nothing of what was removed is left in free parts of their files."""
        if not self.is_sqlite:
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                for table in tables:
                    connection.exec_driver_sql(f"VACUUM FULL {table.name}")
            return
        with self._turn, closing(sqlite3.connect(str(self.url.database), timeout=_BUSY_SECONDS)) as bare:
            bare.execute("VACUUM")
            for _ in range(_CHECKPOINTS):  # a reader may hold the log; it is soon done
                busy, *_ = bare.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return
                time.sleep(_CHECKPOINT_SECONDS)
        raise StoreUnavailable(f"{self._location}: it is read all the time; what was removed is still in its log.")

    @property
    def _location(self) -> str:
        return self.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def _reason(error: sa.exc.DBAPIError) -> str:
    return str(error.orig).strip().partition("\n")[0]


def _is_unavailable(error: sa.exc.DBAPIError) -> bool:
    """Whether an error is one of the disk or the server, not of the query."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _SQLITE_UNAVAILABLE  # the rest of the number says more of the same fault
    return isinstance(error, sa.exc.OperationalError) or getattr(error.orig, "sqlstate", "") == _POSTGRES_READ_ONLY


def _with_driver(url: str) -> sa.URL:
    try:
        made = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):  # a ValueError is a port that is no number
        raise UsageError(f"not the URL of a database; expected {_EXPECTED}.") from None
    if made.get_backend_name() == "postgresql":
        return made.set(drivername="postgresql+psycopg")
    if made.drivername == "sqlite" and made.database:
        return made
    raise UsageError(f"{made.drivername}: not a database that campaigns are kept in; expected {_EXPECTED}.")


_EXPECTED = "sqlite:///FILE or postgresql://USER@HOST/NAME"


def _sqlite_engine(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(
        url, connect_args={"timeout": _BUSY_SECONDS}, pool_size=_THREADS, max_overflow=24, pool_use_lifo=True
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transaction of its own accord
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", _SMALL_CACHE):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: sa.Connection) -> None:
    kind = connection.get_execution_options().get("stead_begin", "DEFERRED")
    if kind:
        connection.exec_driver_sql(f"BEGIN {kind}")


def _postgres_engine(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(
        url,
        isolation_level="REPEATABLE READ",  # for readers; writers wait for their turn and then see everything
        pool_size=8,
        max_overflow=24,
    )
    event.listen(engine, "connect", _prepare_postgres)
    event.listen(engine, "checkin", _note_time)
    event.listen(engine, "checkout", _refuse_lost)
    return engine


def _note_time(_connection: Any, record: Any) -> None:
    record.info["idle since"] = time.monotonic()


def _refuse_lost(connection: Any, record: Any, _proxy: object) -> None:
    """Refuse a connection that the server has ended while nobody used it; one used a moment ago is not asked."""
    from psycopg import OperationalError  # noqa: PLC0415 (an extra)

    now = time.monotonic()
    if now - record.info.get("idle since", now) > _IDLE_SECONDS:
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except OperationalError:
            raise sa.exc.DisconnectionError from None


def _prepare_postgres(connection: Any, _record: object) -> None:
    """Commit synchronously, also where the server is set to be faster: acknowledged answers are on disk."""
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()


# ----------------------------------------------------------------------------------------------------- revisions
# Migrations run when a campaign is made or restored; the revision of the tables is checked whenever one is opened.

_MIGRATIONS = Path(__file__).parent / "migrations"


def _configuration(folder: Path, **attributes: Any) -> Config:
    configuration = Config(attributes=attributes)
    configuration.set_main_option("script_location", str(folder).replace("%", "%%"))
    return configuration


@cache
def _scripts(folder: Path) -> ScriptDirectory:
    """The migrations in a folder, loaded once."""
    return ScriptDirectory.from_config(_configuration(folder))


def newest_revision() -> str:
    """The revision that this version of stead works with."""
    return _scripts(_MIGRATIONS).get_current_head() or ""


def revisions() -> list[str]:
    """All revisions that this version of stead knows, the oldest first."""
    return [script.revision for script in _scripts(_MIGRATIONS).walk_revisions()][::-1]


def refuse_unknown_revision(revision: str, location: str) -> None:
    """Refuse tables that this version of stead cannot bring up to date."""
    if revision not in revisions():
        raise BadInput(
            f"{location}: the tables are at revision {revision}, and this version of stead knows only "
            f"{', '.join(revisions())}. Install a newer stead."
        )


def revision_of(connection: sa.Connection) -> str:
    """The revision of a database; empty if it holds no campaign."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Bring the tables up to date, or to a revision, within the transaction of the connection."""
    command.upgrade(_configuration(_MIGRATIONS, connection=connection), revision)


def check_revision(database: Database, location: str) -> None:
    """Refuse a database that this version of stead cannot work with."""
    with database.read() as connection:
        revision = revision_of(connection)
    if not revision:
        raise BadInput(f"{location}: the database holds no campaign. Was it made by `stead campaign init`?")
    refuse_unknown_revision(revision, location)
    if revision != newest_revision():
        raise BadInput(
            f"{location}: the tables are at revision {revision}, and this version of stead works with "
            f"{newest_revision()}. `stead campaign upgrade` makes a backup and brings them up to date."
        )


# -------------------------------------------------------------------------------------------------------- events


def record_event(
    connection: sa.Connection,
    time: str,
    actor: str,
    kind: str,
    *,
    user_id: int | None = None,
    item_id: int | None = None,
    detail: str = "",
) -> None:
    """Write an event, in the transaction of the change that it is about."""
    values = {"time": time, "actor": actor, "kind": kind, "user_id": user_id, "item_id": item_id, "detail": detail}
    connection.execute(sa.insert(schema.events).values(values))


def read_events(database: Database) -> list[Event]:
    """Read every event, in order."""
    table = schema.events
    wanted = (
        sa.select(table, schema.users.c.name.label("user"))
        .join(schema.users, schema.users.c.id == table.c.user_id, isouter=True)
        .order_by(table.c.id)
    )
    with database.read() as connection:
        rows = connection.execute(wanted).all()
    return [
        Event(
            time=row.time, actor=row.actor, kind=row.kind, user=row.user or "", item_id=row.item_id, detail=row.detail
        )
        for row in rows
    ]
