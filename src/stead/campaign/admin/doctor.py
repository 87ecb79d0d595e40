"""The doctor: checks that find problems of a campaign before they do harm."""

import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from stead.campaign.folder import DATABASE, POOL, SECRET, Campaign
from stead.campaign.records import ANSWERED, LIVE, PRACTICE, ItemKind, LeaseState
from stead.campaign.settings import SETTINGS
from stead.campaign.store import schema
from stead.campaign.store.database import StoreUnavailable, revision_of
from stead.core.text import plural

_LEAST_SPACE = 200 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Finding:
    """A check and the problem that it found; empty if there is none."""

    check: str
    problem: str = ""


def examine(campaign: Campaign) -> list[Finding]:
    """Run every check that can be made while people work."""
    looked_at = (examine_folder(campaign), _database(campaign), _rows(campaign))
    return [finding for findings in looked_at for finding in _guarded(findings)]


def _guarded(findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings up to the point where the database could not be read any further."""
    try:
        yield from findings
    except sa.exc.DatabaseError as error:
        yield Finding("reading the database", f"{error.orig}; restore a backup (`stead campaign restore`)")
    except StoreUnavailable as error:
        yield Finding("reading the database", str(error))


def examine_folder(campaign: Campaign) -> Iterator[Finding]:
    """Check the permissions of the files, and the free space."""
    private = [SECRET, SETTINGS if campaign.settings.database.url else DATABASE]
    if campaign.rating is not None:
        private.append(POOL)  # it tells where candidates come from
    for name in private:
        yield Finding(f"permissions of {name}", _open_to_others(campaign.folder / name))
    free = shutil.disk_usage(campaign.folder).free
    needed = max(_LEAST_SPACE, 2 * _size(campaign.folder / DATABASE))
    short = f"only {free >> 20} MB are free; make room for at least {needed >> 20} MB"
    yield Finding("disk space", short if free < needed else "")


def _open_to_others(path: Path) -> str:
    if not path.is_file():
        return "it is not there; restore a backup (`stead campaign restore`)"
    mode = stat.S_IMODE(path.stat().st_mode)
    return f"others may read it (mode {mode:04o}); run `chmod 600 {path}`" if mode & 0o077 else ""


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _database(campaign: Campaign) -> Iterator[Finding]:
    with campaign.database.read() as connection:
        yield Finding(f"tables (revision {revision_of(connection)})", _differences(connection))
        if campaign.database.is_sqlite:
            faults = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            yield Finding("integrity of the database", "" if faults == ["ok"] else "; ".join(map(str, faults[:5])))
            broken = len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())
            yield Finding(
                "references between rows", f"{plural(broken, 'row')} without what it refers to" if broken else ""
            )
            modes = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
            safe = modes == ["wal", 2]
        else:
            safe = all(
                connection.exec_driver_sql(f"SHOW {name}").scalar() != "off" for name in ("fsync", "synchronous_commit")
            )
        yield Finding("durability", "" if safe else "the database is set to be fast rather than safe")
        yield Finding(
            "answers cannot be changed", "" if _is_guarded(connection) else "the trigger that forbids it is missing"
        )


def _differences(connection: sa.Connection) -> str:
    differences = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    return f"{plural(len(differences), 'difference')} from what stead makes" if differences else ""


def _is_guarded(connection: sa.Connection) -> bool:
    if connection.dialect.name == "sqlite":
        wanted = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('answers', 'ratings')"
        return bool(connection.exec_driver_sql(wanted).scalar_one() == 4)
    names = (
        "(('answers'::regclass, 'answers_no_change'), ('answers'::regclass, 'answers_no_update'), "
        "('ratings'::regclass, 'ratings_no_change'))"
    )
    wanted = f"SELECT count(*) FROM pg_trigger WHERE (tgrelid, tgname) IN {names}"  # noqa: S608 (the names are ours)
    return bool(connection.exec_driver_sql(wanted).scalar_one() == 3)


def _rows(campaign: Campaign) -> Iterator[Finding]:
    settings = campaign.settings
    asked = _questions(settings.assignment.annotators_per_item)
    if campaign.rating is not None:
        asked = rating_questions(settings.rating.most_raters)
    agreed = _agreement_question(schema.answers if campaign.rating is None else schema.ratings)
    with campaign.database.read() as connection:
        for check, query, trouble in (*asked, agreed):
            number = connection.execute(sa.select(sa.func.count()).select_from(query.subquery())).scalar_one()
            yield Finding(check, f"{number} {trouble}" if number else "")


def _agreement_question(given: sa.Table) -> tuple[str, sa.Select[tuple[int]], str]:
    """The check that everybody worked by guidelines that they had agreed to."""
    consents = schema.consents
    same = sa.and_(consents.c.user_id == given.c.user_id, consents.c.guideline_version == given.c.guideline_version)
    return (
        "everybody had agreed to the guidelines",
        sa.select(given.c.id).outerjoin(consents, same).where(consents.c.id.is_(None)),
        f"{given.name} are by guidelines that their authors have not agreed to",
    )


def _questions(most: int) -> Iterator[tuple[str, sa.Select[tuple[int]], str]]:
    """The checks of an annotation campaign: name, query for bad rows, and the problem that they are."""
    answers, assignments, items, users = schema.answers, schema.assignments, schema.items, schema.users
    same = sa.and_(assignments.c.user_id == answers.c.user_id, assignments.c.item_id == answers.c.item_id)
    live = assignments.join(items, items.c.id == assignments.c.item_id)
    yield (
        "never more than k annotators an item",
        sa.select(items.c.id)
        .select_from(live)
        .where(items.c.kind == ItemKind.REAL, assignments.c.state.in_(LIVE))
        .group_by(items.c.id)
        .having(sa.func.count() > most),
        f"items are with more than {most} annotators",
    )
    yield (
        "every answer has its assignment, user and item",
        sa.select(answers.c.id)
        .outerjoin(assignments, same)
        .outerjoin(users, users.c.id == answers.c.user_id)
        .outerjoin(items, items.c.id == answers.c.item_id)
        .where(sa.or_(assignments.c.id.is_(None), users.c.id.is_(None), items.c.id.is_(None))),
        "answers lack one of them",
    )
    yield (
        "whoever is done has answered",
        sa.select(assignments.c.id)
        .outerjoin(answers, same)
        .where(assignments.c.state.in_(ANSWERED), answers.c.id.is_(None)),
        "assignments count as answered without an answer",
    )
    yield (
        "whoever has answered is done",
        sa.select(assignments.c.id)
        .join(answers, same)
        .where(assignments.c.state.in_(("leased", "expired")))
        .distinct(),
        "assignments have an answer but count as open",
    )
    yield (
        "revisions without gaps",
        sa.select(answers.c.user_id)
        .group_by(answers.c.user_id, answers.c.item_id)
        .having(sa.func.max(answers.c.revision) != sa.func.count()),
        "answers lack a revision",
    )


_SCREENS, _SITTINGS, _RATINGS = schema.screens, schema.sittings, schema.ratings


def rating_questions(most: int) -> Iterator[tuple[str, sa.Select[tuple[int]], str]]:
    """The checks of a rating campaign: name, query for bad rows, and the problem that they are."""
    same = sa.and_(_SITTINGS.c.user_id == _RATINGS.c.user_id, _SITTINGS.c.subset == _SCREENS.c.subset)
    yield (
        "never more raters than may rate a subset",
        sa.select(_SITTINGS.c.subset)
        .where(_SITTINGS.c.state.in_(LIVE), _SITTINGS.c.subset != PRACTICE)
        .group_by(_SITTINGS.c.subset)
        .having(sa.func.count() > most),
        f"subsets are with more than {most} raters",
    )
    yield (
        "every rating has its sitting",
        sa.select(_RATINGS.c.id)
        .join(_SCREENS, _SCREENS.c.id == _RATINGS.c.screen_id)
        .outerjoin(_SITTINGS, same)
        .where(_SITTINGS.c.id.is_(None)),
        "ratings lack it",
    )
    rated = sa.select(_RATINGS.c.id).where(
        _RATINGS.c.user_id == _SITTINGS.c.user_id, _RATINGS.c.screen_id == _SCREENS.c.id
    )
    yield (
        "whoever is done has rated everything",
        sa.select(_SITTINGS.c.id)
        .join(_SCREENS, _SCREENS.c.subset == _SITTINGS.c.subset)
        .where(_SITTINGS.c.state == LeaseState.ANSWERED, ~rated.exists()),
        "sentences are not rated in sittings that count as done",
    )
    yield (
        "revisions of ratings without gaps",
        sa.select(_RATINGS.c.user_id)
        .group_by(_RATINGS.c.user_id, _RATINGS.c.screen_id)
        .having(sa.func.max(_RATINGS.c.revision) != sa.func.count()),
        "ratings lack a revision",
    )
