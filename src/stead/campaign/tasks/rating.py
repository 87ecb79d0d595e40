"""Rating as a kind of task, on the engine of `store.submissions`.

Subsets of the pool are assigned to raters, one at a time, up to the greatest number of raters for each; what is rated
is a screen of a subset.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import sqlalchemy as sa

from stead.campaign.records import (
    ANSWERED,
    CANNOT_JUDGE,
    LIVE,
    PRACTICE,
    SCALES,
    AnswerRefused,
    CampaignScreen,
    LeaseState,
    Next,
    NotAssigned,
    Offer,
    Pause,
    RaterProgress,
    RatingClosed,
    RatingSubmission,
    ScreenView,
    SittingRow,
    StoredRating,
    User,
)
from stead.campaign.settings import RatingSettings
from stead.campaign.store import schema
from stead.campaign.store.contents import Screens
from stead.campaign.store.database import Database
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.submissions import (
    NOT_LISTED,
    RATING,
    Leases,
    Row,
    SubmissionRecords,
    Submissions,
    may_not_work,
)
from stead.campaign.tasks.validation import normalise_seconds, normalise_uuid


class SubsetAssignment(Leases):
    """Hands subsets out, and takes them back. Anybody may have any number of them, one after the other."""

    def __init__(self, database: Database, screens: Screens, settings: RatingSettings) -> None:
        super().__init__(database, RATING, places=settings.most_raters, hours=settings.lease_hours)
        self._screens, self._settings = screens, settings

    def is_unlimited(self, thing: int) -> bool:
        """Whether a subset is practice, which everybody may have."""
        return thing == PRACTICE

    def tasks_of(self, thing: int) -> list[int]:
        """The screens of a subset."""
        return [screen.id for screen in self._screens.by_subset[thing]]

    def next(self, user: User, *, after: int | None = None) -> Next:
        """The screen that the user should see next: of the sitting that is open, first those after the screen `after`.

        Practice is begun at once. Another subset is begun only when the user says so (`begin`).
        """
        with self._database.write() as connection:
            self.expire(connection)
            if may_not_work(connection, user.id):
                return Next(pause=Pause.PAUSED)
            leases = self.own(connection, user.id)
            practised = any(row.subset == PRACTICE and row.state != LeaseState.EXPIRED for row in leases)
            if PRACTICE in self._screens.by_subset and not practised:
                self.take(connection, user.id, PRACTICE)
                leases = self.own(connection, user.id)
            opened = next((row for row in leases if row.state == LeaseState.LEASED), None)
            if opened is not None:
                return Next(self._next_screen(connection, user, opened.subset, after))
            chosen = self._choose(connection, user, leases)
            if chosen is None:
                return Next(pause=self._reason(connection, leases))
            pace = seconds_of_candidate(connection, user.id)
            size = self._screens.sizes[chosen]
            return Next(offer=Offer(size, None if pace is None else size * pace))

    def begin(self, user: User) -> bool:
        """Take a subset that lacks ratings, unless one is open; return whether there is one to work on now."""
        with self._database.write() as connection:
            self.expire(connection)
            if may_not_work(connection, user.id):
                return False
            leases = self.own(connection, user.id)
            if any(row.state == LeaseState.LEASED for row in leases):
                return True
            chosen = self._choose(connection, user, leases)
            if chosen is not None:
                self.take(connection, user.id, chosen)
            return chosen is not None

    def _next_screen(self, connection: sa.Connection, user: User, subset: int, after: int | None) -> int:
        screens, rated = self._screens.of(user.name, subset), self.count_submissions(connection, user.id)
        start = next((at for at, screen in enumerate(screens) if screen.id == after), -1)
        left = [at for at, screen in enumerate(screens) if screen.id not in rated] or [0]
        return screens[next((at for at in left if at > start), left[0])].id

    def _choose(self, connection: sa.Connection, user: User, leases: Sequence[Row]) -> int | None:
        """Choose a subset that the user had begun, or else one with the fewest raters, at random."""
        had = {row.subset for row in leases if row.state != LeaseState.EXPIRED}
        if self._has_enough(leases):
            return None
        live, most = self.live(connection), self._settings.most_raters
        free = [subset for subset in self._screens.subsets if subset not in had and live.get(subset, 0) < most]
        begun = next((row.subset for row in leases if row.state == LeaseState.EXPIRED and row.subset in free), None)
        return begun or min(free, key=lambda subset: (live.get(subset, 0), self._rank(user.name, subset)), default=None)

    def _has_enough(self, leases: Sequence[Row]) -> bool:
        """Whether the user has as many subsets as the settings allow."""
        most = self._settings.subsets_per_rater
        had: int = sum(row.subset != PRACTICE and row.state in (*LIVE, LeaseState.LATE) for row in leases)
        return 0 < most <= had

    def _rank(self, name: str, subset: int) -> bytes:
        return hashlib.sha256(f"{self._settings.seed}\0{name}\0subset {subset}".encode()).digest()

    def _reason(self, connection: sa.Connection, leases: Sequence[Row]) -> Pause:
        """The reason why there is no subset: finished, unless subsets that lack raters are only leased to others."""
        if self._has_enough(leases):
            return Pause.FINISHED
        closed = self.full(connection)
        had = {row.subset for row in leases if row.state in (*ANSWERED, LeaseState.RELEASED)}
        left = any(subset not in closed and subset not in had for subset in self._screens.subsets)
        return Pause.WAIT if left else Pause.FINISHED


_LATEST = 30  # screens from which the pace of a rater is estimated


def seconds_of_candidate(connection: sa.Connection, user_id: int) -> float | None:
    """The median time that a candidate took on the latest screens of a user; unknown if there are none."""
    table = schema.ratings
    first_ratings = sa.select(table.c.seconds, table.c.judgements).where(
        table.c.user_id == user_id, table.c.seconds > 0, table.c.revision == 1
    )
    rows = connection.execute(first_ratings.order_by(table.c.id.desc()).limit(_LATEST)).all()
    return median(row.seconds / len(json.loads(row.judgements)) for row in rows) if rows else None


# ------------------------------------------------------------------------------------------------------ ratings

RATINGS = SubmissionRecords(StoredRating, RATING, ("judgements", "moments"))
_ACCEPTED = 2  # on either scale, the first value that takes a word for a fitting one


def count_accepted_plants(connection: sa.Connection, user_id: int, screens: Screens, scale: str) -> int:
    """The number of planted words, which fit nowhere, that a user has taken for fitting ones."""
    rows = connection.execute(RATINGS.select_newest().where(schema.ratings.c.user_id == user_id))
    fitting = SCALES[scale][_ACCEPTED:]
    return sum(
        judgement in fitting
        for rating in map(RATINGS.read, rows)
        for screen in [screens.by_id[rating.screen_id]]
        for candidate, judgement in zip(screen.candidates, rating.judgements, strict=True)
        if candidate in screen.planted
    )


class RatingTask(Submissions[RatingSubmission, StoredRating]):
    """The ratings of raters; every query is about one rater's own."""

    content = ("judgements",)

    def __init__(
        self, database: Database, screens: Screens, assignment: SubsetAssignment, guidelines: Guidelines, scale: str
    ) -> None:
        super().__init__(database, guidelines, assignment, RATING, RATINGS)
        self._screens, self.values = screens, SCALES[scale]

    def thing_of(self, task_id: int) -> int:
        """The subset of a screen."""
        return self._screen(task_id).subset

    def _screen(self, screen_id: int) -> CampaignScreen:
        screen = self._screens.by_id.get(screen_id)
        if screen is None:
            raise NotAssigned(NOT_LISTED)
        return screen

    def check(self, task_id: int, sent: RatingSubmission) -> RatingSubmission:
        """Normalise ratings for the store; AnswerRefused if they are not one of the scale for each candidate."""
        candidates, seconds = len(self._screen(task_id).candidates), normalise_seconds(sent.seconds)
        known = {*self.values, CANNOT_JUDGE, ""}
        uuid = normalise_uuid(sent.uuid)
        faults = {
            "uuid": not uuid,
            "revision": sent.based_on < 0,
            "ratings": len(sent.judgements) != candidates or not known.issuperset(sent.judgements),
            "missing": "" in sent.judgements,
        }
        codes = tuple(code for code, wrong in faults.items() if wrong)
        if codes:
            raise AnswerRefused(codes)
        return replace(sent, uuid=uuid, seconds=seconds, moments=_normalise_moments(sent.moments, candidates, seconds))

    def refuse_closed(self, connection: sa.Connection, user_id: int, task_id: int) -> None:
        """Refuse changes to a screen while another screen of the same sentence is still to be rated."""
        rated = self._leases.count_submissions(connection, user_id)
        if task_id in self._screens.closed_screens(self._screen(task_id).subset, rated):
            raise RatingClosed("these ratings are saved; they can be changed when the rest of the sentence is rated.")

    # -------------------------------------------------------------------------------------------------- reading

    def task(self, user_id: int, screen_id: int) -> ScreenView:
        """A screen as its rater sees it; NotAssigned if it is not theirs."""
        screen = self._screen(screen_id)
        with self._database.read() as connection:
            row = self._leases.own_row(connection, user_id, screen.subset)
            revisions = self.revisions(connection, user_id, screen_id)
            closed = self._screens.closed_screens(screen.subset, self._leases.count_submissions(connection, user_id))
        screens = self._screens.of(row.annotator, screen.subset)
        at = screens.index(screen)
        before, after = (
            [other.id for other in part if other.id not in closed] for part in (screens[:at], screens[at + 1 :])
        )
        return ScreenView(
            screen=screen,
            order=self._screens.order(row.annotator, screen_id),
            state=LeaseState(row.state),
            answer=revisions[-1] if revisions else None,
            number=at + 1,
            total=len(screens),
            previous_id=before[-1] if before else None,
            next_id=after[0] if after else None,
            closed=screen_id in closed,
        )

    def list_sittings(self, user_id: int, name: str) -> list[SittingRow]:
        """The rater's own sittings, in the order in which they were begun."""
        with self._database.read() as connection:
            rows = self._leases.own(connection, user_id)
            rated = self._leases.count_submissions(connection, user_id)
        return [
            SittingRow(
                row.position,
                row.subset,
                LeaseState(row.state),
                tuple((screen, rated.get(screen.id, 0)) for screen in self._screens.of(name, row.subset)),
                self._screens.closed_screens(row.subset, rated),
            )
            for row in rows
        ]

    def progress(self, user_id: int, subset: int) -> RaterProgress:
        """The progress of the rater in a subset."""
        with self._database.read() as connection:
            rated = self._leases.count_submissions(connection, user_id)
            leases = self._leases.own(connection, user_id)
            pace = seconds_of_candidate(connection, user_id)
        finished = sum(row.state in ANSWERED and row.subset != PRACTICE for row in leases)
        screens = self._screens.by_subset.get(subset, [])
        total = sum(len(screen.candidates) for screen in screens)
        done = sum(len(screen.candidates) for screen in screens if screen.id in rated)
        return RaterProgress(done, total, finished, None if pace is None else (total - done) * pace)


def _normalise_moments(moments: tuple[int, ...], number: int, seconds: float) -> tuple[int, ...]:
    """The moment at which each candidate was rated, within the time of the screen; evenly spread if unknown."""
    most = round(1000 * seconds)
    if len(moments) != number:
        return tuple(round(most * at / number) for at in range(1, number + 1))
    return tuple(min(max(0, moment), most) for moment in moments)
