"""Backups: one file with everything but the secret, of one moment, taken while people work.

A backup is a zip file with the settings (without the address of the database), the guidelines, the curation if there is
one, and the rows: of SQLite a copy of the database made by its online backup, of PostgreSQL a dump of all tables as
JSON Lines. A manifest holds the SHA-256 and the size of each, and the revision of the tables. Sessions are not kept;
the secret is made anew when a backup is restored. The tables of an older backup are brought up to date then.
"""

import hashlib
import json
import os
import sqlite3
import zipfile
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import IO, Any

import sqlalchemy as sa

from stead._version import __version__
from stead.campaign.admin.archive import CHUNK, LARGEST_TEXT, MANIFEST, Archive
from stead.campaign.folder import (
    CURATION,
    DATABASE,
    GUIDELINES,
    POOL,
    Campaign,
    CampaignOnDisk,
    fill_folder,
    new_database,
    new_folder,
    write_private,
)
from stead.campaign.settings import SETTINGS, Storage, parse_settings, written_settings
from stead.campaign.store import schema
from stead.campaign.store.database import Database
from stead.campaign.store.migrations import refuse_unknown, revision_of, upgrade
from stead.core.errors import BadInput, UsageError

SCHEMA = "stead.campaign-backup/1"
_ROWS = "rows.jsonl"
_LEFT_OUT = (schema.sessions.name, schema.attempts.name)
_VERSION = "alembic_version"
_TOGETHER = 1_000
_LONGEST_CAUSE = 200


# ------------------------------------------------------------------------------------------------------ taking


def back_up(campaign: Campaign | CampaignOnDisk, path: Path) -> int:
    """Write a backup; its size in bytes. The file is there whole or not at all, and only its owner may read it."""
    if path.exists():
        raise UsageError(f"{path}: there is a file already; a backup never overwrites anything.")
    try:
        _write_whole(campaign, path)
    except OSError as error:
        raise BadInput(f"{path}: the backup cannot be written: {error.strerror}.") from None
    return path.stat().st_size


def _write_whole(campaign: Campaign | CampaignOnDisk, path: Path) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:  # nobody else's to read
        try:
            _write_zip(campaign, file)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _write_zip(campaign: Campaign | CampaignOnDisk, file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        files = {name: _put(archive, name, [data]) for name, data in _small_files(campaign).items()}
        with _rows_of(campaign.database) as (name, revision, chunks):
            files[name] = _put(archive, name, chunks)
        manifest = {
            "schema": SCHEMA,
            "made": campaign.database.now(),
            "stead": __version__,
            "revision": revision,
            "files": files,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=2) + "\n")


def _small_files(campaign: Campaign | CampaignOnDisk) -> dict[str, bytes]:
    """Settings, guidelines, curation and pool; the address of a database may hold a password, so it stays here."""
    found = {name: campaign.folder / name for name in (SETTINGS, GUIDELINES, CURATION, POOL)}
    files = {name: path.read_bytes() for name, path in found.items() if path.is_file()}
    if campaign.settings.database.url:
        files[SETTINGS] = written_settings(replace(campaign.settings, database=Storage())).encode()
    return files


def _put(archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes]) -> dict[str, str | int]:
    """Write a file; what the manifest promises of it."""
    digest, size = hashlib.sha256(), 0
    with archive.open(name, "w", force_zip64=True) as target:
        for chunk in chunks:
            digest.update(chunk)
            size += target.write(chunk)
    return {"sha256": digest.hexdigest(), "bytes": size}


@contextmanager
def _rows_of(database: Database) -> Iterator[tuple[str, str, Iterator[bytes]]]:
    """All rows of one moment: the name of the file for them, the revision of the tables, and the bytes."""
    if not database.is_sqlite:
        with database.read() as connection:
            yield _ROWS, revision_of(connection), _dumped(connection, _tables_of(connection))
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / DATABASE
        with closing(sqlite3.connect(str(database.url.database))) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            for table in _LEFT_OUT:
                target.execute(f"DELETE FROM {table}")  # noqa: S608 (the name is ours)
            target.commit()
            target.execute("PRAGMA journal_mode = DELETE")
            target.execute("VACUUM")
        with closing(Database(f"sqlite:///{copy}")) as own, own.read() as connection:
            revision = revision_of(connection)
        with copy.open("rb") as file:
            yield DATABASE, revision, iter(lambda: file.read(CHUNK), b"")


def _tables_of(connection: sa.Connection) -> dict[str, sa.Table]:
    """The tables as they are at the revision of the database, in an order in which rows can be put into them."""
    found = sa.MetaData()
    found.reflect(connection)
    return {table.name: table for table in found.sorted_tables if table.name not in (*_LEFT_OUT, _VERSION)}


def _dumped(connection: sa.Connection, tables: dict[str, sa.Table]) -> Iterator[bytes]:
    for table in tables.values():
        for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns)).mappings():
            yield json.dumps({"table": table.name, "row": dict(row)}, ensure_ascii=False).encode() + b"\n"


# --------------------------------------------------------------------------------------------------- restoring


def restore(path: Path, folder: Path, *, database_url: str = "") -> None:
    """Make a campaign of a backup, in a folder that is not there yet, or empty."""
    try:
        with zipfile.ZipFile(path) as file:
            archive = Archive(file, path)
            _check_revision(archive.manifest, path)
            with new_folder(folder) as made:
                archive.check(made)
                _restore(archive, made, database_url)
    except _UNREADABLE as error:
        raise BadInput(f"{path}: not a backup that can be read: {_reason(error)}.") from None


_UNREADABLE = (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError, RecursionError, sa.exc.SQLAlchemyError)
"""What is raised for damaged files."""


def _reason(error: Exception) -> str:
    """What is wrong, without the rows of a statement, which can be long and are not for everybody."""
    if isinstance(error, RecursionError):
        return "it holds JSON that is nested too deeply"
    if isinstance(error, sa.exc.SQLAlchemyError):
        cause = str(getattr(error, "orig", None) or error.args[0]).strip().partition("\n")[0]
        return f"its rows do not fit into the tables ({cause[:_LONGEST_CAUSE].rstrip('.')})"
    if isinstance(error, KeyError):
        return f"a part of it is missing ({str(error.args[0])[:_LONGEST_CAUSE]})"
    return str(getattr(error, "strerror", None) or error).rstrip(".")


def _check_revision(manifest: dict[str, Any], path: Path) -> None:
    """Refuse what this version of stead cannot read."""
    if manifest.get("schema") != SCHEMA:
        raise BadInput(f"{path}: a backup of the kind {manifest.get('schema')!r}; expected {SCHEMA!r}.")
    revision = manifest.get("revision")
    if not isinstance(revision, str):
        raise BadInput(f"{path}: damaged: its manifest does not say at which revision the tables are.")
    refuse_unknown(revision, str(path))


def _restore(archive: Archive, made: Path, database_url: str) -> None:
    settings = parse_settings(archive.read(SETTINGS), SETTINGS)
    settings = replace(settings, database=Storage(database_url))
    fill_folder(made, settings, archive.read(GUIDELINES).decode())
    if not database_url:
        _copy(archive, SETTINGS, made / SETTINGS)
    if CURATION in archive:
        _copy(archive, CURATION, made / CURATION)
    if POOL in archive:
        write_private(made / POOL, b"")
        _copy(archive, POOL, made / POOL)
    with new_database(made, settings, archive.manifest["revision"]) as connection:
        tables = _tables_of(connection)
        with closing(_rows_in(archive, tables)) as groups:  # the file, too, when a row is refused
            for name, rows in groups:
                _refuse_unknown_columns(tables[name], rows)
                connection.execute(sa.insert(tables[name]), rows)
        if connection.dialect.name == "postgresql":
            _continue_numbers(connection, tables)
        upgrade(connection)


def _refuse_unknown_columns(table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """The database would leave them out."""
    odd = next((name for row in rows for name in row if name not in table.columns), None)
    if odd is not None:
        cause = f"there is no column {odd[:_LONGEST_CAUSE]} in {table.name}"
        raise ValueError(f"its rows do not fit into the tables ({cause})")


def _copy(archive: Archive, name: str, path: Path) -> None:
    with path.open("wb") as target:
        for chunk in archive.chunks(name):
            target.write(chunk)


def _rows_in(archive: Archive, tables: dict[str, sa.Table]) -> Generator[tuple[str, list[dict[str, Any]]], None, None]:
    """The rows of a backup of either kind, some at a time, in an order in which they can be put back."""
    if _ROWS in archive:
        with closing(archive.lines(_ROWS)) as lines:
            yield from _grouped(lines)
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / DATABASE
        _copy(archive, DATABASE, copy)
        with closing(Database(f"sqlite:///{copy}")) as database, database.read() as connection:
            yield from _grouped(_dumped(connection, tables))


def _grouped(lines: Iterator[bytes]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table that go into it together: a number of them, and no more bytes than one row may have."""
    waiting: list[dict[str, Any]] = []
    last, size = "", 0
    for line in lines:
        table, row = _row_of(line)
        if waiting and (table != last or len(waiting) >= _TOGETHER or size + len(line) > LARGEST_TEXT):
            yield last, waiting
            waiting, size = [], 0
        last = table
        size += len(line)
        waiting.append(row)
    if waiting:
        yield last, waiting


def _row_of(line: bytes) -> tuple[str, dict[str, Any]]:
    found = json.loads(line)
    if not isinstance(found, dict) or not isinstance(found.get("table"), str) or not isinstance(found.get("row"), dict):
        raise ValueError("a line of its rows is not a row of a table")
    return found["table"], found["row"]


def _continue_numbers(connection: sa.Connection, tables: dict[str, sa.Table]) -> None:
    """Let new rows have numbers behind those that were put back, where the database numbers them."""
    for table in tables.values():
        if "id" in table.columns:
            number = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0) + 1).scalar_subquery()
            sequence = sa.func.pg_get_serial_sequence(table.name, "id")
            connection.execute(sa.select(sa.func.setval(sequence, number, sa.false())))
