"""Restore a backup, without unpacking more than its manifest says.

The secret is made anew, and the tables of an older backup are brought up to date.
"""

import hashlib
import io
import json
import shutil
import zipfile
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from stead.campaign.admin.backup import CHUNK, MANIFEST, ROWS, SCHEMA, dump_rows, tables_of
from stead.campaign.folder import (
    CURATION,
    DATABASE,
    GUIDELINES,
    POOL,
    fill_folder,
    new_database,
    new_folder,
    write_private,
)
from stead.campaign.settings import OWN_LANGUAGE, SETTINGS, Storage, parse_settings
from stead.campaign.store.database import Database, refuse_unknown_revision, upgrade
from stead.core.errors import BadInput

_TOGETHER = 1_000
_LONGEST_CAUSE = 200
LARGEST_TEXT = 16 << 20
"""Bytes of a file that is read at once: settings, guidelines, the manifest, a row."""
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of others, a little can become any amount at once
_ENCRYPTED = 0x1


class Archive:
    """A zip file with a manifest: the files that it names, each of its size and with its SHA-256, and no others."""

    def __init__(self, file: zipfile.ZipFile, path: Path) -> None:
        self._file, self._path = file, path
        self.manifest = self._manifest()

    def _manifest(self) -> dict[str, Any]:
        try:
            manifest = json.loads(self.read(MANIFEST))
            files = {
                str(name): (str(promised["sha256"]), int(promised["bytes"]))
                for name, promised in manifest["files"].items()
            }
        except (KeyError, ValueError, TypeError, AttributeError):
            raise BadInput(f"{self._path}: not a backup made by `stead campaign backup`.") from None
        return {**manifest, "files": files}

    def __contains__(self, name: str) -> bool:
        return name in self.manifest["files"]

    def check(self, target: Path) -> None:
        """Compare every file with its size and hash in the manifest, before anything is restored."""
        promised: dict[str, tuple[str, int]] = self.manifest["files"]
        names = Counter(self._file.namelist())
        odd = next((name for name, number in names.items() if number > 1 or name not in (*promised, MANIFEST)), None)
        if odd is not None:
            raise BadInput(f"{self._path}: {odd!r} in it is not in its manifest, or there twice; nothing was restored.")
        needed, free = sum(size for _, size in promised.values()), shutil.disk_usage(target).free
        if needed > free:
            raise BadInput(f"{self._path}: {needed >> 20} MB are in it, and only {free >> 20} MB are free in {target}.")
        for name, (expected, size) in promised.items():
            if self._file.getinfo(name).file_size != size:
                raise BadInput(f"{self._path}: {name} in it is damaged: its size is not the one in the manifest.")
            if self._hash(name) != expected:
                raise BadInput(f"{self._path}: {name} in it is damaged: its SHA-256 is not the one in the manifest.")

    def _hash(self, name: str) -> str:
        digest = hashlib.sha256()
        for chunk in self.chunks(name):
            digest.update(chunk)
        return digest.hexdigest()

    def read(self, name: str) -> bytes:
        """Read a small file."""
        size = self._file.getinfo(name).file_size
        if size > LARGEST_TEXT:
            raise BadInput(
                f"{self._path}: {name} in it has {size >> 20} MB; expected at most {LARGEST_TEXT >> 20}. "
                "Not a backup made by `stead campaign backup`."
            )
        return b"".join(self.chunks(name))

    def chunks(self, name: str) -> Iterator[bytes]:
        """Read a file in chunks; other kinds of compression than stead's are refused."""
        with self._open_member(name) as file:
            while chunk := file.read(CHUNK):
                yield chunk

    def lines(self, name: str) -> Generator[bytes, None, None]:
        """The lines of a file, none longer than the longest possible row."""
        with io.BufferedReader(self._open_member(name), CHUNK) as file:
            while line := file.readline(LARGEST_TEXT + 1):
                if len(line) > LARGEST_TEXT:
                    raise BadInput(f"{self._path}: {name} in it has a row of more than {LARGEST_TEXT >> 20} MB.")
                yield line

    def _open_member(self, name: str) -> Any:
        member = self._file.getinfo(name)
        if member.compress_type not in _COMPRESSIONS or member.flag_bits & _ENCRYPTED:
            raise BadInput(f"{self._path}: {name} in it is not packed as `stead campaign backup` packs.")
        return self._file.open(name)


def restore(path: Path, folder: Path, *, database_url: str = "") -> None:
    """Restore a backup into a folder that does not exist yet, or is empty."""
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
    """The cause of an error, without the rows of a statement, which can be long and private."""
    if isinstance(error, RecursionError):
        return "it holds JSON that is nested too deeply"
    if isinstance(error, sa.exc.SQLAlchemyError):
        cause = str(getattr(error, "orig", None) or error.args[0]).strip().partition("\n")[0]
        return f"its rows do not fit into the tables ({cause[:_LONGEST_CAUSE].rstrip('.')})"
    if isinstance(error, KeyError):
        return f"a part of it is missing ({str(error.args[0])[:_LONGEST_CAUSE]})"
    return str(getattr(error, "strerror", None) or error).rstrip(".")


def _check_revision(manifest: dict[str, Any], path: Path) -> None:
    """Refuse a revision that this version of stead cannot read."""
    if manifest.get("schema") != SCHEMA:
        raise BadInput(f"{path}: a backup of the kind {manifest.get('schema')!r}; expected {SCHEMA!r}.")
    revision = manifest.get("revision")
    if not isinstance(revision, str):
        raise BadInput(f"{path}: damaged: its manifest does not say at which revision the tables are.")
    refuse_unknown_revision(revision, str(path))


def _restore(archive: Archive, made: Path, database_url: str) -> None:
    settings = parse_settings(archive.read(SETTINGS), SETTINGS)
    settings = replace(settings, database=Storage(database_url))
    fill_folder(made, settings, archive.read(GUIDELINES).decode())
    if not database_url:
        _copy(archive, SETTINGS, made / SETTINGS)
    if CURATION in archive:
        _copy(archive, CURATION, made / CURATION)
    language = settings.interface.language
    for name in (POOL, *([language] if OWN_LANGUAGE.fullmatch(language) else [])):
        if name in archive:
            write_private(made / name, b"")
            _copy(archive, name, made / name)
    with new_database(made, settings, archive.manifest["revision"]) as connection:
        tables = tables_of(connection)
        with closing(_rows_in(archive, tables)) as groups:  # the file, too, when a row is refused
            for name, rows in groups:
                _refuse_unknown_columns(tables[name], rows)
                connection.execute(sa.insert(tables[name]), rows)
        if connection.dialect.name == "postgresql":
            _continue_numbers(connection, tables)
        upgrade(connection)


def _refuse_unknown_columns(table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """Refuse columns that the database does not have, and would leave out."""
    odd = next((name for row in rows for name in row if name not in table.columns), None)
    if odd is not None:
        cause = f"there is no column {odd[:_LONGEST_CAUSE]} in {table.name}"
        raise ValueError(f"its rows do not fit into the tables ({cause})")


def _copy(archive: Archive, name: str, path: Path) -> None:
    with path.open("wb") as target:
        for chunk in archive.chunks(name):
            target.write(chunk)


def _rows_in(archive: Archive, tables: dict[str, sa.Table]) -> Generator[tuple[str, list[dict[str, Any]]], None, None]:
    """The rows of a backup of either kind, in batches, in an order in which they can be inserted."""
    if ROWS in archive:
        with closing(archive.lines(ROWS)) as lines:
            yield from _batch_rows(lines)
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / DATABASE
        _copy(archive, DATABASE, copy)
        with closing(Database(f"sqlite:///{copy}")) as database, database.read() as connection:
            yield from _batch_rows(dump_rows(connection, tables))


def _batch_rows(lines: Iterator[bytes]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Batches of rows of one table: at most a number of rows, and no more bytes than one row may have."""
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
    record = json.loads(line)
    if (
        not isinstance(record, dict)
        or not isinstance(record.get("table"), str)
        or not isinstance(record.get("row"), dict)
    ):
        raise ValueError("a line of its rows is not a row of a table")
    return record["table"], record["row"]


def _continue_numbers(connection: sa.Connection, tables: dict[str, sa.Table]) -> None:
    """Continue the numbering of rows after those that were restored, where the database numbers them."""
    for table in tables.values():
        if "id" in table.columns:
            number = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0) + 1).scalar_subquery()
            sequence = sa.func.pg_get_serial_sequence(table.name, "id")
            connection.execute(sa.select(sa.func.setval(sequence, number, sa.false())))
