"""Changes that organisers make to a campaign while it runs: settings, guidelines, more items, the end of a pilot.

Settings and guidelines stay files of the folder, and every version of them is kept in the store. Each change is an
event: who, when, what. A server that runs notices the files, and has the change at once.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import sqlalchemy as sa

from stead.campaign.admin.setup import refuse_null, refuse_repeats
from stead.campaign.folder import GUIDELINES, Campaign
from stead.campaign.records import LIVE, CampaignItem, ItemKind, LeaseState, Overtaken
from stead.campaign.settings import (
    EXAMPLES,
    SETTINGS,
    CampaignSettings,
    Storage,
    parse_settings,
    read_settings,
    settings_text,
)
from stead.campaign.store import schema
from stead.campaign.store.contents import insert_items
from stead.campaign.store.database import record_event
from stead.campaign.store.guidelines import Guidelines, version_of
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.text import plural, shorten
from stead.formats import Content, Options, load_content, refuse_empty, write_content

LONGEST_GUIDELINES = 200_000


@dataclass(frozen=True, slots=True)
class TextVersion:
    """A version of the settings or the guidelines that is kept in the store."""

    version: str
    text: str
    recorded: str


def settings_version(settings: CampaignSettings) -> str:
    """The version of settings, which names them in events and forms."""
    return version_of(_public_text(settings))


def settings_versions(campaign: Campaign) -> list[TextVersion]:
    """The versions of the settings that were changed in the browser, the newest first."""
    return _versions(campaign, schema.settings_versions)


def guideline_versions(campaign: Campaign) -> list[TextVersion]:
    """The versions of the guidelines that somebody has read, or that were written in the browser, the newest first."""
    return _versions(campaign, schema.guidelines)


def _versions(campaign: Campaign, table: sa.Table) -> list[TextVersion]:
    with campaign.database.read() as connection:
        rows = connection.execute(sa.select(table).order_by(table.c.recorded.desc(), table.c.version))
        return [TextVersion(row.version, row.text, row.recorded) for row in rows]


def change_settings(campaign: Campaign, settings: CampaignSettings, *, version: str, actor: str) -> None:
    """Write other settings, if those in the folder are of the given version; refuse those that do not fit the answers.

    The settings before and after are kept as versions.
    """
    text = settings_text(settings)
    parse_settings(text.encode(), SETTINGS)  # says what is wrong with them, before they are in the folder
    if settings.interface.path != campaign.settings.interface.path:
        raise BadInput(
            f"the path of {settings.interface.url} is another one; write it into {SETTINGS} and start the server again."
        )
    with campaign.database.write() as connection:
        before = read_settings(campaign.folder / SETTINGS)  # as they are now: nobody else can write them meanwhile
        if settings_version(before) != version or before.database != settings.database:
            raise Overtaken("the settings have changed in the meantime.")
        if settings == before:
            return
        refuse_fewer_places(connection, settings)
        for kept in (before, settings):
            _keep_version(connection, schema.settings_versions, _public_text(kept), campaign.database.now())
        detail = "; ".join(_differences(before, settings))
        record_event(connection, campaign.database.now(), actor, "settings", detail=detail)
        write_content(campaign.folder / SETTINGS, text.encode())


def _public_text(settings: CampaignSettings) -> str:
    """The settings as they are kept and exported: without the URL of the database, which may hold a password."""
    return settings_text(replace(settings, database=Storage()))


def _keep_version(connection: sa.Connection, table: sa.Table, text: str, now: str) -> None:
    version = version_of(text)
    if connection.execute(sa.select(table.c.version).where(table.c.version == version)).first() is None:
        connection.execute(sa.insert(table).values(version=version, text=text, recorded=now))


def refuse_fewer_places(connection: sa.Connection, settings: CampaignSettings) -> None:
    """Refuse fewer people for an item or a subset than have it already: they would be too many."""
    rates = bool(settings.rating.scale)
    table = schema.sittings if rates else schema.assignments
    thing = table.c.subset if rates else table.c.item_id
    places = settings.rating.most_raters if rates else settings.assignment.annotators_per_item
    live = sa.select(sa.func.count()).where(table.c.state.in_(LIVE)).group_by(thing)
    if rates:
        live = live.where(thing > 0)  # everybody practises
    else:
        real = sa.select(schema.items.c.id).where(schema.items.c.kind == ItemKind.REAL)
        live = live.where(thing.in_(real))
    taken = max(connection.execute(live).scalars(), default=0)
    if places < taken:
        what = "most_raters" if rates else "annotators_per_item"
        raise BadInput(
            f"{what} is {places}, but {taken} people have the same sentence already; expected {taken} or more."
        )


def _differences(before: CampaignSettings, after: CampaignSettings) -> Iterator[str]:
    """What was changed, setting by setting."""
    for section in fields(CampaignSettings):
        old, new = getattr(before, section.name), getattr(after, section.name)
        if section.name == EXAMPLES:
            if old != new:
                yield f"{EXAMPLES}: {len(old)} → {len(new)}"
            continue
        for setting in fields(old):
            values = [_in_words(getattr(side, setting.name)) for side in (old, new)]
            if values[0] != values[1]:
                yield f"{setting.name}: {' → '.join(shorten(value) or '-' for value in values)}"


def _in_words(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def change_guidelines(campaign: Campaign, text: str, *, version: str, actor: str) -> None:
    """Write other guidelines, if those in the folder are of the given version; all are asked to agree to them."""
    tidied = text.replace("\r\n", "\n").replace("\r", "\n").strip() + "\n"
    if not tidied.strip():
        raise BadInput("the guidelines are empty; expected what annotators read before they begin.")
    if len(tidied) > LONGEST_GUIDELINES:
        raise BadInput(f"the guidelines have {len(tidied):,} characters; expected {LONGEST_GUIDELINES:,} at most.")
    with campaign.database.write() as connection:
        before = _guidelines_now(campaign)
        if before.version != version:
            raise Overtaken("the guidelines have changed in the meantime.")
        before.record(connection)
        write_content(campaign.folder / GUIDELINES, tidied.encode(errors="replace"))
        written = _guidelines_now(campaign)
        written.record(connection)
        record_event(connection, campaign.database.now(), actor, "guidelines", detail=written.version)


def _guidelines_now(campaign: Campaign) -> Guidelines:
    """The guidelines as they are in the folder; another server, or a text editor, may have written them."""
    settings = campaign.settings
    return Guidelines(campaign.database, campaign.folder / GUIDELINES, settings.interface.consent, settings.examples)


# -------------------------------------------------------------------------------------------------------- items


def read_further_items(content: Content) -> list[Item]:
    """Read items in any format that `--items` knows."""
    items, report = load_content(content, "items", Options())
    refuse_empty(items, report)
    refuse_null(items, content.path)
    return list(items)


def add_items(campaign: Campaign, items: Sequence[Item], *, actor: str) -> int:
    """Add real items after those that are there, all or none; return their number."""
    if campaign.rating is not None:
        raise UsageError("the candidates of a rating campaign are those of its pool; make another campaign.")
    with campaign.database.write() as connection:
        table = schema.items
        known = [(row.lexelt, row.identifier) for row in connection.execute(sa.select(table))]
        refuse_repeats(items, known)
        last = connection.execute(sa.select(sa.func.max(table.c.id))).scalar_one()
        numbered = [CampaignItem(last + number, item, ItemKind.REAL, ()) for number, item in enumerate(items, start=1)]
        insert_items(connection, numbered)
        detail = plural(len(items), "item")
        record_event(connection, campaign.database.now(), actor, "items", detail=detail)
    _announce(campaign.folder)
    return len(items)


def close_pilot(campaign: Campaign, *, actor: str) -> int:
    """Close the pilot: the real items so far are assigned no more, and their answers are not in the gold.

    They stay in every export, in the phase `pilot`. Returns the number of items.
    """
    items, leases = schema.items, schema.assignments
    real = sa.select(items.c.id).where(items.c.kind == ItemKind.REAL)
    if campaign.rating is not None:
        raise UsageError("only a campaign in which people give substitutes has a pilot.")
    with campaign.database.write() as connection:
        open_leases = sa.and_(leases.c.item_id.in_(real), leases.c.state.in_((LeaseState.LEASED, LeaseState.EXPIRED)))
        connection.execute(sa.update(leases).where(open_leases).values(state=LeaseState.RELEASED))
        pilot = sa.update(items).where(items.c.kind == ItemKind.REAL).values(kind=ItemKind.PILOT)
        closed = int(connection.execute(pilot).rowcount)
        if not closed:
            raise BadInput("there is no item to close: add those of the main phase first.")
        record_event(connection, campaign.database.now(), actor, "pilot", detail=plural(closed, "item"))
    _announce(campaign.folder)
    return closed


def _announce(folder: Path) -> None:
    """Make every server of the folder look again: they watch the settings, and items are in the store."""
    os.utime(folder / SETTINGS)
