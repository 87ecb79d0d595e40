"""Ratings: added, never changed; acknowledged when they are on disk."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

import sqlalchemy as sa

from stead.campaign.records import (
    ANSWERED,
    CANNOT_JUDGE,
    PRACTICE,
    SCALES,
    AnswerConflict,
    AnswerRefused,
    CampaignScreen,
    NotAssigned,
    RaterProgress,
    RatingClosed,
    RatingSubmission,
    RatingTask,
    SittingRow,
    State,
    StoredRating,
)
from stead.campaign.store import schema
from stead.campaign.store.database import Database
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.items import Screens
from stead.campaign.store.submissions import OTHER_ANSWER, sent_before
from stead.campaign.tasks.rating_assignment import Sittings, rated_screens, seconds_of_candidate, sitting_row
from stead.campaign.tasks.validation import sound_seconds, sound_uuid

_TABLE = schema.ratings


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings are on disk; `replayed` if they were there before under the same UUID."""

    stored: StoredRating
    replayed: bool


@dataclass(frozen=True, slots=True)
class Outdated:
    """Nothing was stored: the form was filled in on an older revision than the current one, which is this."""

    current: StoredRating | None


class Ratings:
    """The ratings of raters; every question is about one rater's own."""

    def __init__(
        self, database: Database, screens: Screens, sittings: Sittings, guidelines: Guidelines, scale: str
    ) -> None:
        self._database, self._screens, self._sittings = database, screens, sittings
        self._guidelines, self.values = guidelines, SCALES[scale]

    def submit(self, user_id: int, screen_id: int, submission: RatingSubmission) -> Rated | Outdated:
        """Store the ratings of one screen, and return when they are on disk.

        As with answers: the same UUID again is the same ratings (with others it is an AnswerConflict), what is not
        based on the current revision is Outdated, what cannot be stored is AnswerRefused, a screen that is not the
        user's is NotAssigned, and one that cannot be changed for now is RatingClosed.
        """
        screen = self._screens.by_id.get(screen_id)
        if screen is None:
            raise NotAssigned("there is no such sentence in your list.")
        made = self._tidied(submission, screen)
        try:
            return self._database.together(lambda connection: self._submit(connection, user_id, screen, made))
        except sa.exc.IntegrityError:  # of another screen, or of another user
            raise AnswerConflict(OTHER_ANSWER) from None

    def _tidied(self, submission: RatingSubmission, screen: CampaignScreen) -> RatingSubmission:
        seconds = sound_seconds(submission.seconds)
        made = replace(submission, uuid=sound_uuid(submission.uuid), seconds=seconds)
        known = {*self.values, CANNOT_JUDGE, ""}
        faults = {
            "uuid": not made.uuid,
            "revision": made.based_on < 0,
            "ratings": len(made.judgements) != len(screen.candidates) or not known.issuperset(made.judgements),
            "missing": "" in made.judgements,
        }
        codes = tuple(code for code, wrong in faults.items() if wrong)
        if codes:
            raise AnswerRefused(codes)
        return replace(made, moments=_sound_moments(submission.moments, len(screen.candidates), seconds))

    def _submit(
        self, connection: sa.Connection, user_id: int, screen: CampaignScreen, made: RatingSubmission
    ) -> Rated | Outdated:
        row = sitting_row(connection, user_id, screen.subset)
        before = _revisions(connection, user_id, screen.id)
        same = sent_before(before, made.uuid, made.based_on, lambda each: each.judgements == made.judgements)
        if same is not None:
            return Rated(same, replayed=True)
        if screen.id in self._screens.closed(screen.subset, rated_screens(connection, user_id)):
            raise RatingClosed("these ratings are saved; they can be changed when the rest of the sentence is rated.")
        if made.based_on != len(before):
            return Outdated(before[-1] if before else None)
        stored = StoredRating(
            uuid=made.uuid,
            user=row.rater,
            screen_id=screen.id,
            revision=made.based_on + 1,
            judgements=made.judgements,
            moments=made.moments,
            seconds=made.seconds,
            received=self._database.now(),
            guideline_version=self._guidelines.agreed_version(connection, user_id),
            late=self._sittings.is_late(connection, row),
        )
        lists = {name: json.dumps(getattr(stored, name), ensure_ascii=False) for name in ("judgements", "moments")}
        values = asdict(stored) | lists | {"user_id": user_id}
        del values["user"]
        connection.execute(sa.insert(_TABLE), values)
        self._sittings.settle(connection, row)
        return Rated(stored, replayed=False)

    # -------------------------------------------------------------------------------------------------- reading

    def task(self, user_id: int, screen_id: int) -> RatingTask:
        """A screen as its rater sees it; NotAssigned if it is not theirs."""
        screen = self._screens.by_id.get(screen_id)
        if screen is None:
            raise NotAssigned("there is no such sentence in your list.")
        with self._database.read() as connection:
            row = sitting_row(connection, user_id, screen.subset)
            revisions = _revisions(connection, user_id, screen_id)
            closed = self._screens.closed(screen.subset, rated_screens(connection, user_id))
        own = self._screens.of(row.rater, screen.subset)
        at = own.index(screen)
        before, behind = ([each.id for each in part if each.id not in closed] for part in (own[:at], own[at + 1 :]))
        return RatingTask(
            screen=screen,
            order=self._screens.order(row.rater, screen_id),
            state=State(row.state),
            stored=revisions[-1] if revisions else None,
            number=at + 1,
            total=len(own),
            previous_id=before[-1] if before else None,
            next_id=behind[0] if behind else None,
            closed=screen_id in closed,
        )

    def listed(self, user_id: int, name: str) -> list[SittingRow]:
        """The rater's own sittings, in the order in which they were begun."""
        table = schema.sittings
        with self._database.read() as connection:
            rows = connection.execute(sa.select(table).where(table.c.user_id == user_id).order_by(table.c.place)).all()
            rated = rated_screens(connection, user_id)
        return [
            SittingRow(
                row.place,
                row.subset,
                State(row.state),
                tuple((each, rated.get(each.id, 0)) for each in self._screens.of(name, row.subset)),
                self._screens.closed(row.subset, rated),
            )
            for row in rows
        ]

    def progress(self, user_id: int, subset: int) -> RaterProgress:
        """How far the rater has come in a subset."""
        table = schema.sittings
        finished = sa.select(sa.func.count()).where(
            table.c.user_id == user_id, table.c.state.in_(ANSWERED), table.c.subset != PRACTICE
        )
        with self._database.read() as connection:
            rated = rated_screens(connection, user_id)
            sittings = connection.execute(finished).scalar_one()
            pace = seconds_of_candidate(connection, user_id)
        own = self._screens.by_subset.get(subset, [])
        total = sum(len(each.candidates) for each in own)
        done = sum(len(each.candidates) for each in own if each.id in rated)
        return RaterProgress(done, total, sittings, None if pace is None else (total - done) * pace)

    def history(self, user_id: int, screen_id: int) -> list[StoredRating]:
        """Every revision of the rater's own ratings of a screen."""
        with self._database.read() as connection:
            return _revisions(connection, user_id, screen_id)


def _sound_moments(moments: tuple[int, ...], number: int, seconds: float) -> tuple[int, ...]:
    """When each candidate was rated, within the time that the screen took; evenly spread if that is not known."""
    most = round(1000 * seconds)
    if len(moments) != number:
        return tuple(round(most * at / number) for at in range(1, number + 1))
    return tuple(min(max(0, moment), most) for moment in moments)


def _revisions(connection: sa.Connection, user_id: int, screen_id: int) -> list[StoredRating]:
    return [as_rating(row) for row in connection.execute(_REVISIONS, {"of_user": user_id, "of_screen": screen_id})]


def all_ratings() -> sa.Select[Any]:
    """Every revision of all ratings, with the rater's name."""
    users = schema.users
    return sa.select(_TABLE, users.c.name.label("rater")).join(users, users.c.id == _TABLE.c.user_id)


_REVISIONS = (
    all_ratings()
    .where(_TABLE.c.user_id == sa.bindparam("of_user"), _TABLE.c.screen_id == sa.bindparam("of_screen"))
    .order_by(_TABLE.c.revision)
)


def as_rating(row: Any) -> StoredRating:
    """A row with the rater's name as ratings."""
    return StoredRating(
        uuid=row.uuid,
        user=row.rater,
        screen_id=row.screen_id,
        revision=row.revision,
        judgements=tuple(json.loads(row.judgements)),
        moments=tuple(json.loads(row.moments)),
        seconds=row.seconds,
        received=row.received,
        guideline_version=row.guideline_version,
        late=row.late,
    )
