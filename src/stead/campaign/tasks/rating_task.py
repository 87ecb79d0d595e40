"""Rating as a kind of task: screens and ratings, on the engine of `store.submissions`."""

from dataclasses import replace

import sqlalchemy as sa

from stead.campaign.records import (
    ANSWERED,
    CANNOT_JUDGE,
    PRACTICE,
    SCALES,
    AnswerRefused,
    CampaignScreen,
    LeaseState,
    NotAssigned,
    RaterProgress,
    RatingClosed,
    RatingSubmission,
    ScreenView,
    SittingRow,
    StoredRating,
)
from stead.campaign.store import schema
from stead.campaign.store.contents import Screens
from stead.campaign.store.database import Database
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.submissions import RATING, SubmissionRecords, Submissions
from stead.campaign.tasks.rating_assignment import SubsetAssignment, seconds_of_candidate
from stead.campaign.tasks.validation import normalise_seconds, normalise_uuid

RATINGS = SubmissionRecords(StoredRating, schema.ratings, ("judgements", "moments"))


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
            raise NotAssigned("there is no such sentence in your list.")
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
            [each.id for each in part if each.id not in closed] for part in (screens[:at], screens[at + 1 :])
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
                row.place,
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
