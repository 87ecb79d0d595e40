"""Assignment of subsets to raters: leases, taken one at a time, up to the greatest number of raters."""

import hashlib
import json
from collections.abc import Sequence
from statistics import median

import sqlalchemy as sa

from stead.campaign.records import ANSWERED, PRACTICE, LeaseState, Next, Offer, Pause, User
from stead.campaign.settings import RatingSettings
from stead.campaign.store import schema
from stead.campaign.store.contents import Screens
from stead.campaign.store.database import Database
from stead.campaign.store.submissions import RATING, Leases, Row, may_not_work


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
            own = self.own(connection, user.id)
            practised = any(row.subset == PRACTICE and row.state != LeaseState.EXPIRED for row in own)
            if PRACTICE in self._screens.by_subset and not practised:
                self.take(connection, user.id, PRACTICE)
                own = self.own(connection, user.id)
            opened = next((row for row in own if row.state == LeaseState.LEASED), None)
            if opened is not None:
                return Next(self._next_screen(connection, user, opened.subset, after))
            chosen = self._choose(connection, user, own)
            if chosen is None:
                return Next(pause=self._reason(connection, own))
            pace = seconds_of_candidate(connection, user.id)
            size = self._screens.sizes[chosen]
            return Next(offer=Offer(size, None if pace is None else size * pace))

    def begin(self, user: User) -> bool:
        """Take a subset that lacks ratings, unless one is open; return whether there is one to work on now."""
        with self._database.write() as connection:
            self.expire(connection)
            if may_not_work(connection, user.id):
                return False
            own = self.own(connection, user.id)
            if any(row.state == LeaseState.LEASED for row in own):
                return True
            chosen = self._choose(connection, user, own)
            if chosen is not None:
                self.take(connection, user.id, chosen)
            return chosen is not None

    def _next_screen(self, connection: sa.Connection, user: User, subset: int, after: int | None) -> int:
        screens, rated = self._screens.of(user.name, subset), self.count_submissions(connection, user.id)
        start = next((at for at, screen in enumerate(screens) if screen.id == after), -1)
        left = [at for at, screen in enumerate(screens) if screen.id not in rated] or [0]
        return screens[next((at for at in left if at > start), left[0])].id

    def _choose(self, connection: sa.Connection, user: User, own: Sequence[Row]) -> int | None:
        """Choose a subset that the user had begun, or else one with the fewest raters, at random."""
        had = {row.subset for row in own if row.state != LeaseState.EXPIRED}
        live, most = self.live(connection), self._settings.most_raters
        free = [subset for subset in self._screens.subsets if subset not in had and live.get(subset, 0) < most]
        begun = next((row.subset for row in own if row.state == LeaseState.EXPIRED and row.subset in free), None)
        return begun or min(free, key=lambda subset: (live.get(subset, 0), self._rank(user.name, subset)), default=None)

    def _rank(self, name: str, subset: int) -> bytes:
        return hashlib.sha256(f"{self._settings.seed}\0{name}\0subset {subset}".encode()).digest()

    def _reason(self, connection: sa.Connection, own: Sequence[Row]) -> Pause:
        """The reason why there is no subset: finished, unless subsets that lack raters are only leased to others."""
        closed = self.full(connection)
        had = {row.subset for row in own if row.state in (*ANSWERED, LeaseState.RELEASED)}
        left = any(subset not in closed and subset not in had for subset in self._screens.subsets)
        return Pause.WAIT if left else Pause.FINISHED


_LATEST = 30  # screens from which the pace of a rater is estimated


def seconds_of_candidate(connection: sa.Connection, user_id: int) -> float | None:
    """The median time that a candidate took on the latest screens of a user; unknown if there are none."""
    table = schema.ratings
    own = sa.select(table.c.seconds, table.c.judgements).where(
        table.c.user_id == user_id, table.c.seconds > 0, table.c.revision == 1
    )
    rows = connection.execute(own.order_by(table.c.id.desc()).limit(_LATEST)).all()
    return median(row.seconds / len(json.loads(row.judgements)) for row in rows) if rows else None
