"""The folder of a campaign: created whole or not at all, and opened only if it is complete."""

import os
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import mkdtemp

import sqlalchemy as sa

from stead.campaign.records import SCALES, CampaignItem, CampaignScreen, User
from stead.campaign.settings import (
    SETTINGS,
    CampaignSettings,
    RatingSettings,
    parse_settings,
    read_settings,
    settings_text,
)
from stead.campaign.store import schema
from stead.campaign.store.contents import CampaignItems, Screens, insert_items, insert_screens
from stead.campaign.store.database import (
    Clock,
    Database,
    check_revision,
    record_event,
    revision_of,
    stamp,
    system_clock,
    upgrade,
)
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.participants import Crowd
from stead.campaign.store.submissions import Leases
from stead.campaign.store.users import Sessions, Throttle, Users
from stead.campaign.tasks.annotation import AnnotationTask, ItemAssignment, count_failed_checks
from stead.campaign.tasks.annotation_overview import Overview
from stead.campaign.tasks.collected_ratings import Collector
from stead.campaign.tasks.rating import RatingTask, SubsetAssignment, count_accepted_plants
from stead.campaign.tasks.rating_overview import RatingOverview
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


@dataclass(frozen=True, eq=False)
class RatingPhase:
    """The rating of a campaign's pool: one object for each kind of operation."""

    screens: Screens
    assignment: SubsetAssignment
    ratings: RatingTask
    collector: Collector
    overview: RatingOverview


@dataclass(frozen=True, eq=False, kw_only=True)
class Campaign:
    """An open campaign: its settings, and one object for each kind of operation, made when it is first needed."""

    folder: Path
    settings: CampaignSettings
    secret: bytes = field(repr=False)
    database: Database

    @cached_property
    def items(self) -> CampaignItems:
        """The items."""
        return CampaignItems(self.database)

    @cached_property
    def screens(self) -> Screens:
        """The sentences with candidates to rate; none if people give substitutes."""
        return Screens(self.database, self.items, self.settings.rating.seed)

    @cached_property
    def users(self) -> Users:
        """Annotators, raters and organisers."""
        return Users(self.database)

    @cached_property
    def sessions(self) -> Sessions:
        """The sessions of users who are signed in."""
        return Sessions(self.database, self.users, self.settings.access)

    @cached_property
    def throttle(self) -> Throttle:
        """The limit on attempts to sign in."""
        return Throttle(self.database, self.settings.access)

    @cached_property
    def guidelines(self) -> Guidelines:
        """The guidelines, and who has agreed to them."""
        settings = self.settings
        return Guidelines(self.database, self.folder / GUIDELINES, settings.interface.consent, settings.examples)

    @cached_property
    def assignment(self) -> ItemAssignment:
        """The assignment of items to annotators."""
        return ItemAssignment(self.database, self.items, self.settings.assignment)

    @cached_property
    def answers(self) -> AnnotationTask:
        """The answers of annotators, each for its own annotator."""
        return AnnotationTask(self.database, self.items, self.assignment, self.guidelines, self.settings.answers)

    @cached_property
    def overview(self) -> Overview:
        """The progress and the answers of all annotators, for organisers."""
        return Overview(self.database, self.items)

    @cached_property
    def rating(self) -> RatingPhase | None:
        """The rating of a pool; None if the campaign is one in which people give substitutes."""
        settings, screens = self.settings.rating, self.screens
        if not settings.scale:
            return None
        assignment = SubsetAssignment(self.database, screens, settings)
        collector = Collector(self.database, screens, settings)
        return RatingPhase(
            screens,
            assignment,
            RatingTask(self.database, screens, assignment, self.guidelines, settings.scale),
            collector,
            RatingOverview(self.database, screens, self.users, collector),
        )

    def __enter__(self) -> "Campaign":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the database."""
        self.database.close()

    @cached_property
    def crowd(self) -> Crowd:
        """The link for many, and who joined by it."""
        return Crowd(
            self.database,
            self.users,
            self.leases,
            self.settings.crowd,
            count_failed=self._count_failed_checks,
            secret=self.secret,
        )

    def _count_failed_checks(self, connection: sa.Connection, user_id: int) -> int:
        """The number of attention checks or, in a rating campaign, of planted words that a user has failed."""
        if self.rating is None:
            return count_failed_checks(connection, user_id, self.items)
        return count_accepted_plants(connection, user_id, self.screens, self.settings.rating.scale)

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

    def files_version(self) -> tuple[object, ...]:
        """A value that changes whenever the settings or the guidelines in the folder do; every page asks."""
        return tuple(_file_version(self.folder / name) for name in (SETTINGS, GUIDELINES))

    def invite_link(self, token: str) -> str:
        """The invite link for an annotator."""
        return f"{self._url}/join/{token}"

    def crowd_link(self, token: str) -> str:
        """The link for many, with the places that its platform fills in."""
        crowd = self.settings.crowd
        filled = {"workerId": "${{{0}}}", "survey_code": "%SURVEY_CODE%"}.get(crowd.participant, "{{{{%{0}%}}}}")
        return f"{self._url}/crowd/{token}?{'&'.join(f'{name}={filled.format(name)}' for name in crowd.names)}"

    @property
    def _url(self) -> str:
        return self.settings.interface.url.rstrip("/")


def _file_version(path: Path) -> tuple[int, ...]:
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns


@lru_cache(maxsize=64)  # a server may have several
def _is_deleted(campaign: Campaign, _half_second: int) -> bool:
    return bool(campaign.deleted)


def open_campaign(folder: str | os.PathLike[str], *, clock: Clock = system_clock) -> Campaign:
    """Open a campaign that `create_campaign` made."""
    path = Path(folder)
    settings = read_settings(path / SETTINGS)
    secret = _read_secret(path / SECRET)
    if not (path / GUIDELINES).is_file():
        raise BadInput(f"{path / GUIDELINES}: the guidelines are not there. Write them again, or restore a backup.")
    _refuse_missing_database(path, settings)
    database = Database(database_url(path, settings), clock)
    try:
        check_revision(database, str(path))
        campaign = Campaign(folder=path, settings=settings, secret=secret, database=database)
        _check_scale(database, campaign.screens, settings.rating)
    except sa.exc.DatabaseError as error:
        database.close()
        raise BadInput(f"{path}: the database cannot be read: {error.orig}. Restore a backup.") from None
    except BaseException:
        database.close()
        raise
    return campaign


def reload_campaign(campaign: Campaign) -> Campaign:
    """The same campaign with settings, guidelines and items as they are now, on the same connections."""
    settings = read_settings(campaign.folder / SETTINGS)
    if settings.database != campaign.settings.database:
        raise BadInput(
            f"{campaign.folder / SETTINGS}: another database in [database]; stop the server, and start it again."
        )
    if settings.interface.path != campaign.settings.interface.path:
        raise BadInput(
            f"{campaign.folder / SETTINGS}: another path in url of [interface]; stop the server, and start it again."
        )
    renewed = replace(campaign, settings=settings)
    _check_scale(renewed.database, renewed.screens, settings.rating)
    renewed.guidelines.version  # noqa: B018 (they are read here, where a fault in them can be reported)
    return renewed


def _check_scale(database: Database, screens: Screens, settings: RatingSettings) -> None:
    """Refuse settings of rating that do not fit the campaign: ratings on two scales cannot be told apart."""
    if bool(screens.by_id) != bool(settings.scale):
        wrong = (
            "there are candidates to rate, but no scale" if screens.by_id else "there is a scale, but nothing to rate"
        )
        raise BadInput(f"campaign.toml: {wrong}; expected the scale in [rating] that the campaign was made with.")
    if not settings.scale:
        return
    if settings.least_raters > settings.most_raters:
        raise BadInput("campaign.toml: least_raters in [rating] is more than most_raters.")
    others = {value for values in SCALES.values() for value in values} - set(SCALES[settings.scale])
    judgements = schema.ratings.c.judgements  # a JSON list, in which each is between quotes
    on_another = sa.or_(*(judgements.like(f'%"{value}"%') for value in sorted(others)))
    with database.read() as connection:
        rated = connection.execute(sa.select(schema.ratings.c.id).where(on_another).limit(1)).first() is not None
    if rated or any(not others.isdisjoint(screen.expected) for screen in screens.by_id.values()):
        raise BadInput(
            f"campaign.toml: the scale in [rating] is {settings.scale}, but there are ratings on another one; expected "
            "the scale that the campaign was made with."
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
    path = Path(folder)
    settings = read_settings(path / SETTINGS)
    _refuse_missing_database(path, settings)
    with closing(Database(database_url(path, settings))) as database:
        try:
            with database.read() as connection:
                revision = revision_of(connection)
        except sa.exc.DatabaseError as error:
            raise BadInput(f"{path}: the database cannot be read: {error.orig}. Restore a backup.") from None
        if not revision:
            raise BadInput(f"{path}: the database holds no campaign. Was it made by `stead campaign init`?")
        yield CampaignOnDisk(path, settings, database)


def _refuse_missing_database(folder: Path, settings: CampaignSettings) -> None:
    """Refuse a missing file: SQLite would make an empty one."""
    if not settings.database.url and not (folder / DATABASE).is_file():
        raise BadInput(f"{folder / DATABASE}: the database is not there. Restore a backup (`stead campaign restore`).")


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
    further: Mapping[str, bytes] | None = None,
) -> None:
    """Create a campaign in a folder that does not exist yet, or is empty; with screens, a rating campaign.

    `further` are files that its settings name, as the texts of a language.
    """
    with new_folder(Path(folder)) as made:
        fill_folder(made, settings, guidelines)
        for name, data in {**(further or {}), **({POOL: pool} if pool else {})}.items():
            write_private(made / name, data)
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
    text = settings_text(settings).encode()
    parse_settings(text, SETTINGS)  # says what is wrong with a title, or with an example of a translation
    write_private(folder / SETTINGS, text)
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
