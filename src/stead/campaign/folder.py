"""The folder of a campaign: created whole or not at all, and opened only if it is complete."""

import os
import secrets
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import sqlalchemy as sa

from stead.campaign.records import CampaignItem, CampaignScreen, User
from stead.campaign.settings import SETTINGS, CampaignSettings, read_settings, settings_text
from stead.campaign.store import schema
from stead.campaign.store.contents import CampaignItems, insert_items, insert_screens
from stead.campaign.store.database import Clock, Database, stamp, system_clock
from stead.campaign.store.events import record_event
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.migrations import check_revision, revision_of, upgrade
from stead.campaign.store.submissions import Leases
from stead.campaign.store.users import Sessions, Throttle, Users
from stead.campaign.tasks.annotation_overview import Overview
from stead.campaign.tasks.annotation_task import AnnotationTask
from stead.campaign.tasks.item_assignment import ItemAssignment
from stead.campaign.tasks.rating_phase import RatingPhase, rating_phase
from stead.core.errors import BadInput, UsageError

SECRET = "secret"  # noqa: S105 (the name of the file)
GUIDELINES = "guidelines.md"
CURATION = "curation.tsv"
POOL = "pool.jsonl"
DATABASE = "campaign.sqlite"
COMMAND_LINE = "command line"
_SECRET_BYTES = 32
DELETED = "deleted"
_DELETED = sa.select(schema.meta.c.value).where(schema.meta.c.key == DELETED)


@dataclass(frozen=True, eq=False, kw_only=True)
class Campaign:
    """An open campaign: its settings, and one object for each kind of operation."""

    folder: Path
    settings: CampaignSettings
    secret: bytes
    database: Database
    items: CampaignItems
    users: Users
    assignment: ItemAssignment
    guidelines: Guidelines
    answers: AnnotationTask
    sessions: Sessions
    throttle: Throttle
    overview: Overview
    rating: RatingPhase | None
    """Only of a campaign in which people rate a pool."""

    def __enter__(self) -> "Campaign":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the database."""
        self.database.close()

    @property
    def leases(self) -> Leases:
        """The leases on items or, in a rating campaign, on subsets."""
        return self.assignment if self.rating is None else self.rating.assignment

    @property
    def deleted(self) -> str:
        """The time at which the campaign was deleted; empty if it was not."""
        with self.database.ask() as connection:
            return connection.execute(_DELETED).scalar() or ""

    @property
    def deletion_note(self) -> str:
        """A sentence on when the campaign was deleted; empty if it was not."""
        return f"Deleted on {self.deleted}." if self.deleted else ""

    def is_deleted(self) -> bool:
        """Whether the campaign is deleted, cached for half a second: every page asks."""
        return _is_deleted(self, int(2 * time.monotonic()))

    def invite_link(self, token: str) -> str:
        """The invite link for an annotator."""
        return f"{self.settings.interface.url.rstrip('/')}/join/{token}"


@lru_cache(maxsize=1)
def _is_deleted(campaign: Campaign, _half_second: int) -> bool:
    return bool(campaign.deleted)


def open_campaign(folder: str | os.PathLike[str], *, clock: Clock = system_clock) -> Campaign:
    """Open a campaign that `create_campaign` made."""
    place = Path(folder)
    settings = read_settings(place / SETTINGS)
    secret = _read_secret(place / SECRET)
    _refuse_missing_database(place, settings)
    database = Database(database_url(place, settings), clock)
    try:
        check_revision(database, str(place))
        return _assemble(place, settings, secret, database)
    except sa.exc.DatabaseError as error:
        database.close()
        raise BadInput(f"{place}: the database cannot be read: {error.orig}. Restore a backup.") from None
    except BaseException:
        database.close()
        raise


def _assemble(place: Path, settings: CampaignSettings, secret: bytes, database: Database) -> Campaign:
    items, users = CampaignItems(database), Users(database)
    assignment = ItemAssignment(database, items, settings.assignment)
    guidelines = Guidelines(database, place / GUIDELINES, settings.interface.consent, settings.examples)
    return Campaign(
        folder=place,
        settings=settings,
        secret=secret,
        database=database,
        items=items,
        users=users,
        assignment=assignment,
        guidelines=guidelines,
        answers=AnnotationTask(database, items, assignment, guidelines, settings.answers),
        sessions=Sessions(database, users, settings.access),
        throttle=Throttle(database, settings.access),
        overview=Overview(database, items, users, assignment),
        rating=rating_phase(database, items, users, guidelines, settings.rating),
    )


@dataclass(frozen=True)
class CampaignOnDisk:
    """A campaign on disk, whatever the revision of its tables."""

    folder: Path
    settings: CampaignSettings
    database: Database


@contextmanager
def open_on_disk(folder: str | os.PathLike[str]) -> Iterator[CampaignOnDisk]:
    """Open a campaign that can be backed up and upgraded, but not necessarily used."""
    place = Path(folder)
    settings = read_settings(place / SETTINGS)
    _refuse_missing_database(place, settings)
    with closing(Database(database_url(place, settings))) as database:
        try:
            with database.read() as connection:
                found = revision_of(connection)
        except sa.exc.DatabaseError as error:
            raise BadInput(f"{place}: the database cannot be read: {error.orig}. Restore a backup.") from None
        if not found:
            raise BadInput(f"{place}: the database holds no campaign. Was it made by `stead campaign init`?")
        yield CampaignOnDisk(place, settings, database)


def _refuse_missing_database(place: Path, settings: CampaignSettings) -> None:
    """Refuse a missing file: SQLite would make an empty one."""
    if not settings.database.url and not (place / DATABASE).is_file():
        raise BadInput(f"{place / DATABASE}: the database is not there. Restore a backup (`stead campaign restore`).")


def database_url(folder: Path, settings: CampaignSettings) -> str:
    """The URL of the database."""
    return settings.database.url or f"sqlite:///{(folder / DATABASE).absolute()}"


def _read_secret(path: Path) -> bytes:
    try:
        secret = path.read_bytes().strip()
    except OSError as error:
        raise BadInput(
            f"{path}: the secret cannot be read: {error.strerror}. Was it made by `stead campaign init`?"
        ) from None
    if len(secret) < _SECRET_BYTES:
        raise BadInput(f"{path}: not a secret: {len(secret)} bytes, expected at least {_SECRET_BYTES}.")
    return secret


# ------------------------------------------------------------------------------------------------------ making


def create_campaign(
    folder: str | os.PathLike[str],
    items: Sequence[CampaignItem],
    settings: CampaignSettings,
    guidelines: str,
    *,
    screens: Sequence[CampaignScreen] = (),
    pool: bytes = b"",
) -> None:
    """Create a campaign in a folder that does not exist yet, or is empty; with screens, a rating campaign."""
    with new_folder(Path(folder)) as made:
        fill_folder(made, settings, guidelines)
        if pool:
            write_private(made / POOL, pool)
        with new_database(made, settings) as connection:
            insert_items(connection, items)
            insert_screens(connection, screens)
            record_event(connection, stamp(system_clock()), COMMAND_LINE, "init")


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Make a folder under a temporary name beside it, and rename it when it is complete."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: there is something already; a campaign is made in a new or empty folder.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror}.") from None
    try:
        yield made
        made.replace(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def fill_folder(folder: Path, settings: CampaignSettings, guidelines: str) -> None:
    """Write settings, guidelines and a new secret; files with secrets are readable by their owner only."""
    write_private(folder / SETTINGS, settings_text(settings).encode())
    (folder / GUIDELINES).write_text(guidelines, encoding="utf-8")
    write_private(folder / SECRET, secrets.token_hex(_SECRET_BYTES).encode() + b"\n")


def write_private(path: Path, data: bytes) -> None:
    """Write a new file that only its owner may read."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


@contextmanager
def new_database(folder: Path, settings: CampaignSettings, revision: str = "head") -> Iterator[sa.Connection]:
    """Make an empty database with tables in one transaction."""
    if not settings.database.url:
        write_private(folder / DATABASE, b"")
    database = Database(database_url(folder, settings))
    try:
        with database.write() as connection:
            if revision_of(connection) or sa.inspect(connection).get_table_names():
                raise UsageError("the database holds something already; a campaign needs an empty one of its own.")
            upgrade(connection, revision)
            yield connection
    finally:
        database.close()


def delete_campaign(campaign: Campaign, *, actor: str) -> None:
    """Delete a campaign: stop serving it."""
    if campaign.deleted:
        raise UsageError(f"{campaign.folder}: the campaign was deleted before, on {campaign.deleted}.")
    with campaign.database.write() as connection:
        now = campaign.database.now()
        connection.execute(sa.insert(schema.meta).values(key=DELETED, value=now))
        record_event(connection, now, actor, "delete-campaign")


def undelete_campaign(campaign: Campaign, *, actor: str) -> None:
    """Undelete a campaign: serve it again."""
    if not campaign.deleted:
        raise UsageError(f"{campaign.folder}: the campaign is not deleted.")
    with campaign.database.write() as connection:
        connection.execute(sa.delete(schema.meta).where(schema.meta.c.key == DELETED))
        record_event(connection, campaign.database.now(), actor, "undelete-campaign")


def delete_user(campaign: Campaign, name: str, *, actor: str) -> None:
    """Delete a user: they cannot sign in, their answers do not count, and others get their places."""
    user = campaign.users.by_name(name)
    if user.deleted:
        raise UsageError(f"{name!r} was deleted before.")
    with campaign.database.write() as connection:
        now = campaign.database.now()
        _set_deleted(connection, user, now)
        connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.user_id == user.id))
        campaign.leases.free(connection, user.id)
        record_event(connection, now, actor, "delete", user_id=user.id)


def undelete_user(campaign: Campaign, name: str, *, actor: str) -> None:
    """Undelete a user: answers count again where a place is still free, and are late where there is none."""
    user = campaign.users.by_name(name)
    if not user.deleted:
        raise UsageError(f"{name!r} is not deleted.")
    with campaign.database.write() as connection:
        _set_deleted(connection, user, None)
        campaign.leases.restore(connection, user.id)
        record_event(connection, campaign.database.now(), actor, "undelete", user_id=user.id)


def _set_deleted(connection: sa.Connection, user: User, when: str | None) -> None:
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user.id).values(deleted=when))
