"""The progress of rating, for organisers: subsets, raters, candidates, and a preview of the quality filter."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np
import sqlalchemy as sa

from stead.agreement import standard_deviations
from stead.campaign.records import PRACTICE, CampaignScreen, LeaseState, Role, StoredRating, User
from stead.campaign.store import schema
from stead.campaign.store.contents import Screens
from stead.campaign.store.database import Database
from stead.campaign.store.users import Users
from stead.campaign.tasks.collected_ratings import Collection, Collector
from stead.campaign.tasks.rating import RATINGS
from stead.core.rating import Rating
from stead.core.text import plural
from stead.posthoc.filtering import FilterRules, RaterSittings, Sitting, rating_value
from stead.posthoc.summary_sheets import filter_sheet
from stead.records.sheet import Section, Sheet

if TYPE_CHECKING:
    from stead.campaign.folder import Campaign, RatingPhase

_ACCEPTED = 2.0
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubsetRow:
    """One subset on the organiser's page."""

    subset: int
    sentences: int
    candidates: int
    done: int
    open: int
    late: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaterRow:
    """One rater on the organiser's page: sittings, ratings, pace, and results on the controls."""

    user: User
    done: int
    open: int
    late: int
    ratings: int
    unjudged: int
    seconds: float | None
    """The median for a candidate."""
    repeats: int
    change: float | None
    """How far the repeated ratings are from the first, on average."""
    planted: int
    accepted: int
    last: str


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One candidate on the organiser's page, with the ratings that it has so far."""

    screen: CampaignScreen
    candidate: str
    ratings: tuple[Rating, ...]

    @property
    def mean(self) -> float | None:
        """The mean rating; verdicts are 0 (bad) to 2 (good)."""
        return fmean(map(rating_value, self.ratings)) if self.ratings else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation, of two ratings or more."""
        if len(self.ratings) < 2:
            return None
        values = np.array([rating_value(rating) for rating in self.ratings])
        return float(standard_deviations(values, np.ones((1, len(values))))[0])

    @property
    def unanimous(self) -> bool:
        """Whether two or more raters gave the same rating."""
        return len(self.ratings) > 1 and len({rating.value for rating in self.ratings}) == 1


class RatingOverview:
    """Progress of raters, subsets and candidates, of sittings that are finished or open; changes nothing."""

    def __init__(self, database: Database, screens: Screens, users: Users, collector: Collector) -> None:
        self._database, self._screens, self._users, self._collector = database, screens, users, collector

    def version(self) -> tuple[object, ...]:
        """A value that changes whenever ratings, sittings or users do."""
        users, table = schema.users, schema.sittings
        newest = sa.select(sa.func.max(schema.ratings.c.id))
        states = sa.select(table.c.subset, table.c.state, sa.func.count()).group_by(table.c.subset, table.c.state)
        people = sa.select(users.c.id, users.c.name, users.c.paused, users.c.deleted).order_by(users.c.id)
        asked = (newest, states.order_by(table.c.subset, table.c.state), people)
        with self._database.read() as connection:
            return tuple(tuple(map(tuple, connection.execute(query).all())) for query in asked)

    def subsets(self) -> list[SubsetRow]:
        """Every subset that counts."""
        states = self._states()
        numbers = Counter(states.values())
        return [
            SubsetRow(
                subset=subset,
                sentences=len({screen.item.id for screen in self._screens.by_subset[subset]}),
                candidates=self._screens.sizes[subset],
                done=numbers[subset, LeaseState.ANSWERED],
                open=numbers[subset, LeaseState.LEASED],
                late=numbers[subset, LeaseState.LATE],
            )
            for subset in self._screens.subsets
        ]

    def _states(self) -> dict[tuple[int, int], tuple[int, str]]:
        """The state of every sitting that counts, with its subset, by user and subset."""
        table = schema.sittings
        with self._database.read() as connection:
            rows = connection.execute(sa.select(table).where(table.c.subset != PRACTICE)).all()
        return {(row.user_id, row.subset): (row.subset, row.state) for row in rows}

    def raters(self) -> list[RaterRow]:
        """Every rater who was not deleted, by name."""
        collection = self._collector.collection(unfinished=True, late=True)
        sittings = RaterSittings.of(collection.ratings, self._collector.dispatch())
        by_rater: dict[str, list[Sitting]] = {}
        for sitting in sittings.all:
            by_rater.setdefault(sitting.rater, []).append(sitting)
        states = Counter((user_id, state) for (user_id, _), (_, state) in self._states().items())
        stored: dict[str, list[StoredRating]] = {}
        for rating in self._first_ratings():
            stored.setdefault(rating.user, []).append(rating)
        unjudged: Counter[str] = Counter()
        for (rater, _), number in collection.unjudged.items():
            unjudged[rater] += number
        people = [user for user in self._users.all() if user.role is Role.ANNOTATOR]
        return [
            _rater(user, states, by_rater.get(user.name, []), stored.get(user.name, []), unjudged[user.name])
            for user in people
        ]

    def _first_ratings(self) -> list[StoredRating]:
        with self._database.read() as connection:
            ratings = RATINGS.all(connection, schema.ratings.c.revision == 1)
        return [rating for rating in ratings if not self._screens.by_id[rating.screen_id].is_practice]

    def collection(self) -> Collection:
        """The ratings so far, of sittings that are finished or open."""
        return self._collector.collection(unfinished=True)

    def candidates(self) -> list[CandidateRow]:
        """Every candidate of the pool, with its first ratings: without repeats and planted candidates."""
        sittings = RaterSittings.of(self.collection().ratings, self._collector.dispatch())
        by_candidate: dict[Key, list[Rating]] = {}
        for rating in (rating for sitting in sittings.all for rating in sitting.ratings):
            by_candidate.setdefault((rating.lexelt, rating.id, rating.candidate), []).append(rating)
        first: dict[Key, CandidateRow] = {}
        for screen in sorted(self._screens.by_id.values(), key=lambda screen: (screen.item.id, screen.again)):
            for term in screen.candidates:
                if not screen.is_practice and term not in screen.planted:
                    key = screen.item.item.lexelt, screen.item.item.id, term
                    first.setdefault(key, CandidateRow(screen, term, tuple(by_candidate.get(key, ()))))
        return list(first.values())

    def preview(self, rules: FilterRules | None = None) -> Sheet | None:
        """Apply the quality filter to the finished sittings; None if there is none."""
        collection = self._collector.collection()
        if not collection.ratings:
            return None
        return filter_sheet(collection.apply_filter(self._collector.dispatch(), rules or FilterRules()), "")

    def pace(self) -> dict[str, int]:
        """The number of ratings on each day that had any."""
        pace: Counter[str] = Counter()
        for rating in self._first_ratings():
            pace[rating.received[:10]] += len(rating.judgements)
        return dict(sorted(pace.items()))


def figures(rows: Sequence[CandidateRow]) -> dict[str, float | None]:
    """The share of unanimous candidates and the mean standard deviation, of those with two ratings or more."""
    several = [row for row in rows if len(row.ratings) > 1]
    deviations = [row.deviation for row in several if row.deviation is not None]
    return {
        "unanimous": sum(row.unanimous for row in several) / len(several) if several else None,
        "deviation": fmean(deviations) if deviations else None,
    }


def _rater(
    user: User, states: Counter[tuple[int, str]], sittings: list[Sitting], stored: list[StoredRating], unjudged: int
) -> RaterRow:
    changes = [change for sitting in sittings for change in sitting.changes()]
    planted = [rating_value(rating) for sitting in sittings for rating in sitting.planted]
    paces = [rating.seconds / len(rating.judgements) for rating in stored if rating.seconds > 0]
    return RaterRow(
        user=user,
        done=states[user.id, LeaseState.ANSWERED],
        open=states[user.id, LeaseState.LEASED],
        late=states[user.id, LeaseState.LATE],
        ratings=sum(sitting.size for sitting in sittings),
        unjudged=unjudged,
        seconds=median(paces) if paces else None,
        repeats=len(changes),
        change=fmean(changes) if changes else None,
        planted=len(planted),
        accepted=sum(value >= _ACCEPTED for value in planted),
        last=max((rating.received for rating in stored), default=""),
    )


# ------------------------------------------------------------------------------------------------------- status

_RATERS = ("rater", "done", "open", "late", "ratings", "cannot judge", "seconds", "repeats", "planted", "")
_CAPTION = "Repeats: how far from the first rating, on average. Planted: accepted of those shown."


def rating_status(campaign: "Campaign", rating: "RatingPhase") -> Sheet:
    """Subsets, raters and their agreement."""
    subsets, candidates = rating.overview.subsets(), rating.overview.candidates()
    least, most = campaign.settings.rating.least_raters, campaign.settings.rating.most_raters
    counts = (
        ("subsets", len(subsets)),
        (f"subsets with {plural(least, 'rater')}", sum(row.done >= least for row in subsets)),
        (f"subsets with {plural(most, 'rater')}, the most", sum(row.done >= most for row in subsets)),
        ("candidates", len(candidates)),
        (f"candidates with {plural(least, 'rating')}", sum(len(row.ratings) >= least for row in candidates)),
        ("candidates without a rating", sum(not row.ratings for row in candidates)),
    )
    rows = tuple(
        (
            row.user.name,
            row.done,
            row.open,
            row.late,
            row.ratings,
            row.unjudged,
            None if row.seconds is None else round(row.seconds, 2),
            None if row.change is None else round(row.change, 3),
            f"{row.accepted}/{row.planted}",
            "paused" if row.user.paused else "",
        )
        for row in rating.overview.raters()
    )
    preview = rating.overview.preview()
    sections = (
        Section("Subsets", ("count of", "number"), counts, campaign.deletion_note),
        Section("Raters", _RATERS, rows, _CAPTION),
        *(() if preview is None else preview.sections[1:]),
    )
    return Sheet(f"The campaign {campaign.folder}", sections)
