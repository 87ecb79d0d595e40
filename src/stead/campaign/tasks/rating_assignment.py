"""Who rates which subset: leases, taken one at a time, never more than the most that may rate it."""

import hashlib
import json
from collections.abc import Sequence
from statistics import median

import sqlalchemy as sa

from stead.campaign.records import ANSWERED, LIVE, PRACTICE, Next, NotAssigned, Offer, Pause, State, User
from stead.campaign.settings import Rating
from stead.campaign.store import schema
from stead.campaign.store.database import Database
from stead.campaign.store.events import record_event
from stead.campaign.store.items import Screens
from stead.campaign.store.submissions import Leases, Row, may_not_work

_TABLE = schema.sittings


class Sittings:
    """Hands subsets out, and takes them back. Anybody may have any number of them, one after the other."""

    def __init__(self, database: Database, screens: Screens, settings: Rating) -> None:
        self._database, self._screens, self._settings = database, screens, settings
        self._leases = Leases(database, _TABLE, "subset", settings.lease_hours)

    def next(self, user: User, *, after: int | None = None) -> Next:
        """The screen that the user should see next: of the sitting that is open, first behind the screen `after`.

        Practice is begun at once. Another subset is begun only when the user says so (`begin`).
        """
        with self._database.write() as connection:
            self._leases.expire(connection)
            if may_not_work(connection, user.id):
                return Next(pause=Pause.PAUSED)
            own = self._leases.own(connection, user.id)
            practised = any(row.subset == PRACTICE and row.state != State.EXPIRED for row in own)
            if PRACTICE in self._screens.by_subset and not practised:
                self._leases.take(connection, user.id, PRACTICE)
                own = self._leases.own(connection, user.id)
            opened = next((row for row in own if row.state == State.LEASED), None)
            if opened is not None:
                return Next(self._next_screen(connection, user, opened.subset, after))
            chosen = self._choose(connection, user, own)
            if chosen is None:
                return Next(pause=self._reason(connection, own))
            pace = seconds_of_candidate(connection, user.id)
            size = self._screens.sizes[chosen]
            return Next(offer=Offer(size, None if pace is None else size * pace))

    def begin(self, user: User) -> bool:
        """Take a subset that lacks ratings, unless one is open; whether there is one to work on now."""
        with self._database.write() as connection:
            self._leases.expire(connection)
            if may_not_work(connection, user.id):
                return False
            own = self._leases.own(connection, user.id)
            if any(row.state == State.LEASED for row in own):
                return True
            chosen = self._choose(connection, user, own)
            if chosen is not None:
                self._leases.take(connection, user.id, chosen)
            return chosen is not None

    def reopen(self, user_id: int, subset: int) -> None:
        """Renew the lease on a subset that had run out, if a place is free."""
        with self._database.write() as connection:
            row = sitting_row(connection, user_id, subset)
            if row.state == State.EXPIRED and self.has_place(connection, subset):
                self._leases.renew(connection, row)

    def has_place(self, connection: sa.Connection, subset: int) -> bool:
        """Whether one more rater may have a subset; everybody may practise."""
        return subset == PRACTICE or self._leases.live_of(connection, subset) < self._settings.most_raters

    def release(self, user: User, *, actor: str) -> int:
        """Give the user's unfinished subsets back to the others; how many they were."""
        with self._database.write() as connection:
            freed = self._leases.give_back(connection, user.id)
            record_event(connection, self._database.now(), actor, "reassign", user_id=user.id, detail=str(freed))
        return freed

    def settle(self, connection: sa.Connection, row: Row) -> State:
        """What becomes of a sitting now that a screen of it was rated.

        It is answered when its last screen is rated, and leased for longer until then. One that had run out, or was
        given to others, goes on if a place is free, and is late if there is none.
        """
        if self.is_late(connection, row):
            state = State.LATE
        elif row.state == State.ANSWERED or self._is_complete(connection, row):
            state = State.ANSWERED
        else:
            self._leases.renew(connection, row)
            return State.LEASED
        if state != row.state:
            connection.execute(sa.update(_TABLE).where(_TABLE.c.id == row.id).values(state=state))
        return state

    def is_late(self, connection: sa.Connection, row: Row) -> bool:
        """Whether the places of a subset were filled by others, so that what comes now does not count."""
        if row.state in LIVE:
            return False
        return bool(row.state == State.LATE) or not self.has_place(connection, row.subset)

    def _is_complete(self, connection: sa.Connection, row: Row) -> bool:
        rated = rated_screens(connection, row.user_id)
        return all(each.id in rated for each in self._screens.by_subset[row.subset])

    def release_all(self, connection: sa.Connection, user_id: int) -> None:
        """For a user who is deleted: every place is free for others."""
        connection.execute(sa.update(_TABLE).where(_TABLE.c.user_id == user_id).values(state=State.RELEASED))

    def restore_all(self, connection: sa.Connection, user_id: int) -> None:
        """For a user who is there again: ratings count where a place is still free, and are late where there is none.

        What was not finished can be gone on with where a place is free.
        """
        rated = rated_screens(connection, user_id)
        own = sa.select(_TABLE).where(_TABLE.c.user_id == user_id)
        for row in connection.execute(own).all():
            begun = [each.id in rated for each in self._screens.by_subset[row.subset]]
            state = State.ANSWERED if all(begun) else State.EXPIRED
            if state is State.ANSWERED and not self.has_place(connection, row.subset):
                state = State.LATE
            connection.execute(sa.update(_TABLE).where(_TABLE.c.id == row.id).values(state=state))

    # ------------------------------------------------------------------------------------------- one transaction

    def _next_screen(self, connection: sa.Connection, user: User, subset: int, after: int | None) -> int:
        own, rated = self._screens.of(user.name, subset), rated_screens(connection, user.id)
        start = next((at for at, each in enumerate(own) if each.id == after), -1)
        left = [at for at, each in enumerate(own) if each.id not in rated] or [0]
        return own[next((at for at in left if at > start), left[0])].id

    def _choose(self, connection: sa.Connection, user: User, own: Sequence[Row]) -> int | None:
        """One that the user had begun, or else one with the fewest raters; which, is left to chance."""
        had = {row.subset for row in own if row.state != State.EXPIRED}
        live, most = self._leases.live(connection), self._settings.most_raters
        free = [each for each in self._screens.subsets if each not in had and live.get(each, 0) < most]
        begun = next((row.subset for row in own if row.state == State.EXPIRED and row.subset in free), None)
        return begun or min(free, key=lambda each: (live.get(each, 0), self._rank(user.name, each)), default=None)

    def _rank(self, name: str, subset: int) -> bytes:
        return hashlib.sha256(f"{self._settings.seed}\0{name}\0subset {subset}".encode()).digest()

    def _reason(self, connection: sa.Connection, own: Sequence[Row]) -> Pause:
        """Finished, unless a subset that not enough people have rated is only leased to others."""
        closed = self._leases.full(connection, self._settings.most_raters)
        had = {row.subset for row in own if row.state in (*ANSWERED, State.RELEASED)}
        left = any(each not in closed and each not in had for each in self._screens.subsets)
        return Pause.WAIT if left else Pause.FINISHED


def sitting_row(connection: sa.Connection, user_id: int, subset: int) -> Row:
    """The sitting of a user on a subset; anything else is not there for them, and nothing is for who was deleted."""
    row = connection.execute(_OWN_ROW, {"of_user": user_id, "of_subset": subset}).first()
    if row is None:
        raise NotAssigned("there is no such sentence in your list.")
    return row


_OWN_ROW = (
    sa.select(_TABLE, schema.users.c.name.label("rater"))
    .join(schema.users, schema.users.c.id == _TABLE.c.user_id)
    .where(
        _TABLE.c.user_id == sa.bindparam("of_user"),
        _TABLE.c.subset == sa.bindparam("of_subset"),
        schema.users.c.deleted.is_(None),
    )
)


def rated_screens(connection: sa.Connection, user_id: int) -> dict[int, int]:
    """The screens that a user has rated, and how many revisions there are of each."""
    table = schema.ratings
    wanted = sa.select(table.c.screen_id, sa.func.max(table.c.revision)).where(table.c.user_id == user_id)
    return {row[0]: row[1] for row in connection.execute(wanted.group_by(table.c.screen_id))}


_LATEST = 30  # screens that tell a rater's pace


def seconds_of_candidate(connection: sa.Connection, user_id: int) -> float | None:
    """The median time that a candidate took on the latest screens of a user; unknown if there are none."""
    table = schema.ratings
    own = sa.select(table.c.seconds, table.c.judgements).where(
        table.c.user_id == user_id, table.c.seconds > 0, table.c.revision == 1
    )
    rows = connection.execute(own.order_by(table.c.id.desc()).limit(_LATEST)).all()
    return median(row.seconds / len(json.loads(row.judgements)) for row in rows) if rows else None
