"""Backups: one file with everything but the secret, a snapshot taken while people work.

A backup is a zip file with the settings (without the address of the database), the guidelines, the curation if there is
one, and the rows: of SQLite a copy of the database made by its online backup, of PostgreSQL a dump of all tables as
JSON Lines. A manifest holds the SHA-256 and the size of each, and the revision of the tables. Sessions are not kept.
"""

import hashlib
import json
import os
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import IO

import sqlalchemy as sa

from stead._version import __version__
from stead.campaign.folder import CURATION, DATABASE, GUIDELINES, POOL, Campaign, CampaignOnDisk, open_on_disk
from stead.campaign.settings import OWN_LANGUAGE, SETTINGS, Storage, settings_text
from stead.campaign.store import schema
from stead.campaign.store.database import Database, newest_revision, refuse_unknown_revision, revision_of, upgrade
from stead.core.errors import BadInput, UsageError

SCHEMA = "stead.campaign-backup/1"
MANIFEST = "manifest.json"
CHUNK = 1 << 20
ROWS = "rows.jsonl"
_LEFT_OUT = (schema.sessions.name, schema.attempts.name)
_VERSION = "alembic_version"


def back_up(campaign: Campaign | CampaignOnDisk, path: Path) -> int:
    """Write a backup, whole or not at all, readable by its owner only; return its size in bytes."""
    if path.exists():
        raise UsageError(f"{path}: there is a file already; a backup never overwrites anything.")
    try:
        _write_whole(campaign, path)
    except OSError as error:
        raise BadInput(f"{path}: the backup cannot be written: {error.strerror}.") from None
    return path.stat().st_size


def backups_in(folder: Path) -> list[Path]:
    """The backups in the folder of a campaign, the newest first: an organiser's, and those made before upgrades."""
    backups = (path for path in folder.rglob("backup-*.zip") if path.is_file())
    return sorted(backups, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)


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
    """Settings, guidelines, curation and pool, without the database URL, which may hold a password."""
    language = campaign.settings.interface.language
    names = (SETTINGS, GUIDELINES, CURATION, POOL, *([language] if OWN_LANGUAGE.fullmatch(language) else []))
    paths = {name: campaign.folder / name for name in names}
    files = {name: path.read_bytes() for name, path in paths.items() if path.is_file()}
    if campaign.settings.database.url:
        files[SETTINGS] = settings_text(replace(campaign.settings, database=Storage())).encode()
    return files


def _put(archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes]) -> dict[str, str | int]:
    """Write a file into the archive; return its entry in the manifest."""
    digest, size = hashlib.sha256(), 0
    with archive.open(name, "w", force_zip64=True) as target:
        for chunk in chunks:
            digest.update(chunk)
            size += target.write(chunk)
    return {"sha256": digest.hexdigest(), "bytes": size}


@contextmanager
def _rows_of(database: Database) -> Iterator[tuple[str, str, Iterator[bytes]]]:
    """A snapshot of all rows: the name of their file, the revision of the tables, and the bytes."""
    if not database.is_sqlite:
        with database.read() as connection:
            yield ROWS, revision_of(connection), dump_rows(connection, tables_of(connection))
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
        with closing(Database(f"sqlite:///{copy}")) as copied, copied.read() as connection:
            revision = revision_of(connection)
        with copy.open("rb") as file:
            yield DATABASE, revision, iter(lambda: file.read(CHUNK), b"")


def tables_of(connection: sa.Connection) -> dict[str, sa.Table]:
    """The tables at the revision of the database, in an order in which rows can be inserted."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    return {table.name: table for table in metadata.sorted_tables if table.name not in (*_LEFT_OUT, _VERSION)}


def dump_rows(connection: sa.Connection, tables: dict[str, sa.Table]) -> Iterator[bytes]:
    """Dump all rows of some tables as lines of JSON."""
    for table in tables.values():
        for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns)).mappings():
            yield json.dumps({"table": table.name, "row": dict(row)}, ensure_ascii=False).encode() + b"\n"


@dataclass(frozen=True)
class Upgraded:
    """The revisions before and after an upgrade, and the path of the backup, if anything was changed."""

    before: str
    after: str
    backup: Path | None


def upgrade_campaign(folder: str | os.PathLike[str]) -> Upgraded:
    """Back up a campaign and upgrade its tables while nobody can write, in one transaction."""
    with open_on_disk(folder) as campaign, campaign.database.write() as connection:
        before = revision_of(connection)
        refuse_unknown_revision(before, str(folder))
        if before == newest_revision():
            return Upgraded(before, before, None)
        moment = campaign.database.now().replace(":", "").replace("-", "").partition(".")[0]
        backup = campaign.folder / f"backup-{before}-{moment}.zip"
        back_up(campaign, backup)
        upgrade(connection)
        return Upgraded(before, revision_of(connection), backup)
