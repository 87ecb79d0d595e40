"""The ratings of a campaign for post hoc evaluation: to filter, to make a gold, to study."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import sqlalchemy as sa

from stead.campaign.records import ANSWERED, CANNOT_JUDGE, LIVE, PRACTICE, CampaignScreen, LeaseState, StoredRating
from stead.campaign.settings import RatingSettings
from stead.campaign.store import schema
from stead.campaign.store.contents import Screens
from stead.campaign.store.database import Database, stamp
from stead.campaign.tasks.rating import RATINGS
from stead.core.pool import Dispatch, Screen
from stead.core.rating import Rating
from stead.posthoc.filtering import Filtered, FilterRules, filter_ratings

PHASE = "rating"


@dataclass(frozen=True)
class Collection:
    """Ratings, and the candidates that could not be judged, by rater and subset."""

    ratings: list[Rating]
    unjudged: Counter[tuple[str, int]]

    def apply_filter(self, dispatch: Dispatch, rules: FilterRules) -> Filtered:
        """Apply the rules of the quality filter; a candidate that cannot be judged is not a missing rating."""
        return filter_ratings(self.ratings, dispatch, rules, self.unjudged)


class Collector:
    """Reads the ratings of a campaign; changes nothing."""

    def __init__(self, database: Database, screens: Screens, settings: RatingSettings) -> None:
        self._database, self._screens, self._settings = database, screens, settings

    def collection(self, *, unfinished: bool = False, late: bool = False) -> Collection:
        """The newest ratings of every finished sitting, or also of others; deleted users are left out.

        In the order of raters and of what each was shown: what is shown again comes after what it repeats. A repeat
        is not the newest but the first revision, beside the first revision of what it repeats: nobody becomes
        consistent by changing ratings later.
        """
        states: set[LeaseState] = {LeaseState.ANSWERED}
        states |= set(LIVE) if unfinished else set()
        states |= {*ANSWERED, LeaseState.EXPIRED, LeaseState.RELEASED} if late else set()
        ratings: list[Rating] = []
        unjudged: Counter[tuple[str, int]] = Counter()
        before: dict[tuple[str, int, str], _RatedCandidate] = {}
        for screen, revisions in self._revisions(states):
            user = revisions[-1].user
            for at, candidate in enumerate(screen.candidates):
                given, key = _RatedCandidate(screen, revisions, at), (user, screen.item.id, candidate)
                rating = _repeat(given, before[key]) if key in before else given.newest()
                before.setdefault(key, given)
                if rating is None:
                    unjudged[user, screen.subset] += 1
                else:
                    ratings.append(rating)
        return Collection(ratings, unjudged)

    def _revisions(self, states: Iterable[LeaseState]) -> list[tuple[CampaignScreen, list[StoredRating]]]:
        """All revisions of each screen that a rater has rated, of sittings in certain states."""
        ratings, sittings, screens, users = schema.ratings, schema.sittings, schema.screens, schema.users
        same = sa.and_(sittings.c.user_id == ratings.c.user_id, sittings.c.subset == screens.c.subset)
        wanted = (
            RATINGS.select()
            .join(screens, screens.c.id == ratings.c.screen_id)
            .join(sittings, same)
            .where(sittings.c.state.in_(list(states)), users.c.deleted.is_(None), sittings.c.subset != PRACTICE)
            .order_by(ratings.c.revision)
        )
        with self._database.read() as connection:
            stored = [RATINGS.read(row) for row in connection.execute(wanted)]
        by_screen: dict[tuple[str, int], list[StoredRating]] = {}
        for rating in stored:
            by_screen.setdefault((rating.user, rating.screen_id), []).append(rating)
        pairs = [(self._screens.by_id[screen_id], revisions) for (_, screen_id), revisions in by_screen.items()]
        return sorted(pairs, key=lambda pair: (pair[1][0].user, pair[0].subset, pair[0].again, pair[0].position))

    def dispatch(self) -> Dispatch:
        """The dispatch: the organiser's copy, which shows the planted candidates."""
        screens = tuple(
            Screen(
                subset=screen.subset,
                lexelt=screen.item.item.lexelt,
                id=screen.item.item.id,
                candidates=list(screen.candidates),
                planted=list(screen.planted),
                again=screen.again,
            )
            for screen in self._screens.by_id.values()
            if not screen.is_practice
        )
        made = Dispatch(
            screens=screens,
            subsets=len(self._screens.subsets),
            size=0,
            least=self._settings.least_raters,
            most=self._settings.most_raters,
            repeats=0,
            planted=sum(len(screen.planted) for screen in screens if screen.subset == 1),
            signature=f"dispatch|campaign|subsets:{len(self._screens.subsets)}",
            pool="",
        )
        return replace(
            made,
            repeats=sum(
                len(candidate.repeated) for candidate in made.screen_candidates() if candidate.screen.subset == 1
            ),
        )


@dataclass(frozen=True)
class _RatedCandidate:
    """The ratings of one candidate on one screen by one rater: all revisions."""

    screen: CampaignScreen
    revisions: Sequence[StoredRating]
    at: int

    @property
    def values(self) -> list[str]:
        """The revisions, as they are stored."""
        return [revision.judgements[self.at] for revision in self.revisions]

    def newest(self) -> Rating | None:
        """The newest value, with the time at which it was first given; None if it cannot be judged."""
        values = self.values
        since = next(start for start in range(len(values)) if set(values[start:]) == {values[-1]})
        return self._rating(since)

    def first(self) -> Rating | None:
        """The rating before any change."""
        return self._rating(0)

    def _rating(self, revision: int) -> Rating | None:
        stored, item = self.revisions[revision], self.screen.item.item
        value = self.values[revision]
        if value == CANNOT_JUDGE:
            return None
        number = float(value) if value.isdigit() else value
        rating = Rating(
            lexelt=item.lexelt,
            id=item.id,
            candidate=self.screen.candidates[self.at],
            rater=stored.user,
            value=number,
            phase=PHASE,
        )
        return replace(rating, time=_moment(stored, self.at))


def _repeat(again: _RatedCandidate, before: _RatedCandidate) -> Rating | None:
    """A rating of a repeated candidate, with the earlier rating: both as first given.

    Where one of the two could not be judged at first, nothing is compared: a second rating is left out, or, if there
    is no other one, it is the rating of the candidate.
    """
    one, other = before.first(), again.first()
    if one is not None and other is not None:
        return replace(other, first=one.value)
    return again.newest() if before.newest() is None else None


def _moment(rating: StoredRating, at: int) -> str:
    """The time at which a candidate was rated: the time of receipt, less the duration of the form, plus its moment."""
    received = datetime.fromisoformat(rating.received)
    return stamp(received - timedelta(seconds=rating.seconds) + timedelta(milliseconds=rating.moments[at]))
