"""The database with one writer at a time, on SQLite and on PostgreSQL alike.

Every change is one transaction that begins with the right to write: on SQLite by BEGIN IMMEDIATE, on PostgreSQL by an
advisory lock that ends with the transaction. What a change has read is therefore true until it is committed, and no
rule of the campaign (never more than k assignments, one revision after the other) needs more than plain code. What is
returned from a change is on disk: SQLite runs in WAL mode with synchronous=FULL, PostgreSQL with synchronous_commit on.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from stead.core.errors import BadInput, UsageError

Clock = Callable[[], datetime]
_BUSY_SECONDS = 60
_THREADS = 40  # as many as a server has: opening a connection takes longer than most questions
_SMALL_CACHE = "cache_size = -256"  # KiB for each of them; the system keeps the pages of the file anyway
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
        self._asking = {"stead_begin": ""} if self.is_sqlite else {}
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
            raise StoreUnavailable(f"{self._place}: the database cannot be opened: {_reason(error)}.") from None
        try:
            with connection:
                yield connection
        except sa.exc.DBAPIError as error:
            if _is_unavailable(error):
                raise StoreUnavailable(f"{self._place}: the database cannot be used: {_reason(error)}.") from error
            raise

    @property
    def _place(self) -> str:
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
        pool_pre_ping=True,
        pool_size=8,
        max_overflow=24,
    )
    event.listen(engine, "connect", _prepare_postgres)
    return engine


def _prepare_postgres(connection: Any, _record: object) -> None:
    """Commit synchronously, also where the server is set to be faster: acknowledged answers are on disk."""
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()
