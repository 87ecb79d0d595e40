"""Soft deletion, of a campaign or of a user: nothing is removed, and it can be taken back."""

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.events import record_event
from stead.campaign.folder import DELETED, Campaign
from stead.campaign.records import ANSWERED, State, User
from stead.core.errors import UsageError


def delete_campaign(campaign: Campaign, *, actor: str) -> None:
    """Serve it no longer."""
    if campaign.deleted:
        raise UsageError(f"{campaign.folder}: the campaign was deleted before, on {campaign.deleted}.")
    with campaign.database.write() as connection:
        now = campaign.database.now()
        connection.execute(sa.insert(schema.meta).values(key=DELETED, value=now))
        record_event(connection, now, actor, "delete-campaign")


def undelete_campaign(campaign: Campaign, *, actor: str) -> None:
    """Serve it again."""
    if not campaign.deleted:
        raise UsageError(f"{campaign.folder}: the campaign is not deleted.")
    with campaign.database.write() as connection:
        connection.execute(sa.delete(schema.meta).where(schema.meta.c.key == DELETED))
        record_event(connection, campaign.database.now(), actor, "undelete-campaign")


def delete_user(campaign: Campaign, name: str, *, actor: str) -> None:
    """Let a user sign in no longer, count their answers no longer, and give their places to others."""
    user = campaign.users.named(name)
    if user.deleted:
        raise UsageError(f"{name!r} was deleted before.")
    with campaign.database.write() as connection:
        now = campaign.database.now()
        _set_deleted(connection, user, now)
        connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.user_id == user.id))
        _free_places(connection, user)
        if campaign.rating is not None:
            campaign.rating.sittings.release_all(connection, user.id)
        record_event(connection, now, actor, "delete", user_id=user.id)


def undelete_user(campaign: Campaign, name: str, *, actor: str) -> None:
    """Take a deletion back: answers count again where a place is still free, and are late where there is none."""
    user = campaign.users.named(name)
    if not user.deleted:
        raise UsageError(f"{name!r} is not deleted.")
    table = schema.assignments
    with campaign.database.write() as connection:
        _set_deleted(connection, user, None)
        answered = sa.select(schema.answers.c.item_id).where(schema.answers.c.user_id == user.id).distinct()
        for item_id in connection.execute(answered).scalars().all():
            state = State.ANSWERED if campaign.work.has_place(connection, item_id) else State.LATE
            own = sa.and_(table.c.user_id == user.id, table.c.item_id == item_id)
            connection.execute(sa.update(table).where(own).values(state=state))
        if campaign.rating is not None:
            campaign.rating.sittings.restore_all(connection, user.id)
        record_event(connection, campaign.database.now(), actor, "undelete", user_id=user.id)


def _free_places(connection: sa.Connection, user: User) -> None:
    """What is answered is released; what is open has run out, so that it can be given again to who comes back."""
    table = schema.assignments
    own = sa.update(table).where(table.c.user_id == user.id)
    connection.execute(own.where(table.c.state == State.LEASED).values(state=State.EXPIRED))
    connection.execute(own.where(table.c.state.in_(ANSWERED)).values(state=State.RELEASED))


def _set_deleted(connection: sa.Connection, user: User, when: str | None) -> None:
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user.id).values(deleted=when))
