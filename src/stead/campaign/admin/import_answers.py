"""Import a lossless export into a campaign that nobody has worked on yet: all of it, or nothing."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from stead.campaign.admin.changes import refuse_fewer_places
from stead.campaign.admin.export import END, KINDS, LISTS, NUMBERS, SCHEMA, Record, RecordKind
from stead.campaign.folder import Campaign
from stead.campaign.records import CANNOT_JUDGE, SCALES, AnswerRefused, CampaignScreen, ItemKind, Submission
from stead.campaign.settings import MOST_SUBSTITUTES, SETTINGS, AnswerSettings
from stead.campaign.store import schema
from stead.campaign.store.contents import item_row, screen_row
from stead.campaign.store.guidelines import version_of
from stead.campaign.store.users import tidy_name
from stead.campaign.tasks.annotation_overview import PHASES
from stead.campaign.tasks.validation import LONGEST_COMMENT, LONGEST_TERM, normalise, normalise_seconds, normalise_uuid
from stead.core.errors import BadInput, UsageError
from stead.core.text import plural
from stead.formats.files import Content
from stead.formats.json_records import RECORD_ERRORS, decode, flag_of, number_of, text_of, texts_of

_TOGETHER = 1_000


def import_campaign(campaign: Campaign, content: Content) -> dict[str, int]:
    """Import an export into the campaign; return the number of records of each kind.

    Invitations and passwords are in no export: everybody needs a new invite link.
    """
    with campaign.database.write() as connection:
        _refuse_work(connection, campaign)
        for table in (schema.events, schema.guidelines, schema.settings_versions):
            connection.execute(sa.delete(table))
        try:
            counts = _Import(campaign, connection, content).run()
        except sa.exc.IntegrityError as error:
            reason = str(error.orig).strip().partition("\n")[0]
            raise BadInput(f"{content.path}: its records contradict each other ({reason}).") from None
        try:
            refuse_fewer_places(connection, campaign.settings)
        except BadInput as fault:
            raise BadInput(f"{content.path}: does not fit {SETTINGS}: {fault}") from None
        return counts


def _refuse_work(connection: sa.Connection, campaign: Campaign) -> None:
    for table in (schema.users, schema.answers, schema.meta):
        if connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one():
            raise UsageError(
                f"{campaign.folder}: somebody has worked on this campaign already; an export is imported into a "
                "new one (`stead campaign init`)."
            )


class _Import:
    """The import of one file."""

    def __init__(self, campaign: Campaign, connection: sa.Connection, content: Content) -> None:
        self._campaign, self._connection, self._path = campaign, connection, content.path
        self._lines = self._whole(self._read_records(content))
        self._users: dict[str, int] = {}
        self._items_seen = self._screens_seen = 0
        self._pilot: set[int] = set()
        self._before: tuple[Any, ...] = ()

    def run(self) -> dict[str, int]:
        """Import all records; refuse those of other items."""
        number, header = next(self._lines, (1, {}))
        if header.get("schema") != SCHEMA:
            raise BadInput(
                f'{self._path}:{number}: expected {{"schema": "{SCHEMA}"}}; made by `stead campaign export`?'
            )
        counts = dict.fromkeys(KINDS, 0)
        waiting: list[Record] = []
        last = ""
        for number, record in self._lines:
            kind = self._kind(number, record, last)
            if waiting and (kind.name != last or len(waiting) >= _TOGETHER):
                self._insert(KINDS[last], waiting)
                waiting = []
            last = kind.name
            counts[kind.name] += 1
            try:
                waiting += self._rows(kind, record)
            except RECORD_ERRORS as error:
                raise BadInput(
                    f"{self._path}:{number}: not a record of the kind {kind.name} ({_reason(error)})."
                ) from None
        if waiting:
            self._insert(KINDS[last], waiting)
        if self._items_seen != len(self._campaign.items.by_id):
            self._refuse_items("it lacks some of them")
        if self._screens_seen != len(self._screens):
            self._refuse_items("it was rated in other subsets")
        return counts

    def _whole(self, lines: Iterator[tuple[int, Record]]) -> Iterator[tuple[int, Record]]:
        """All records but the last, which has their number; refuse a file that was cut off."""
        seen = -1  # the header is none
        for number, record in lines:
            if record.get("record") != END:
                seen += 1
                yield number, record
                continue
            if record != {"record": END, "records": seen} or next(lines, None) is not None:
                raise BadInput(f"{self._path}:{number}: not the end of an export of {plural(seen, 'record')}.")
            return
        if seen >= 0:  # else nothing is there, of which the header tells
            raise BadInput(f"{self._path}: the file was cut off: the end of the export is missing. Export it again.")

    def _read_records(self, content: Content) -> Iterator[tuple[int, Record]]:
        for number, line in enumerate(content.data.split(b"\n"), start=1):
            if not line.strip():
                continue
            try:
                yield number, decode(line.decode())
            except RECORD_ERRORS as error:  # what is not UTF-8 is a ValueError too
                raise BadInput(f"{content.path}:{number}: not a record: {error}.") from None

    def _kind(self, number: int, record: Record, last: str) -> RecordKind:
        name = record.pop("record", None)
        if name not in KINDS:
            raise BadInput(f"{self._path}:{number}: expected a record, one of {', '.join(KINDS)}; found {name!r}.")
        names = list(KINDS)
        if last and names.index(name) < names.index(last):
            raise BadInput(f"{self._path}:{number}: a record of the kind {name} after one of the kind {last}.")
        return KINDS[name]

    def _rows(self, kind: RecordKind, record: Record) -> Iterable[Record]:
        if kind.table is schema.items:
            self._check_item(kind, record)
            return ()
        if kind.table is schema.screens:
            self._check_screen(kind, record)
            return ()
        row = {column.name: _value(record, name, column) for name, column in kind.columns}
        if kind.has_user:
            row["user_id"] = self._user(kind, record)
        if kind.has_item:
            row["item_id"] = self._item(kind, record)
        if kind.has_screen:
            row["screen_id"] = self._screen(record, row).id
        if kind.name in _CHECKS:
            _CHECKS[kind.name](row)
        if "revision" in row:
            self._check_revision(row)
        if kind.table is schema.sittings and all(row["subset"] != subset for subset, _ in self._screens):
            raise ValueError(f"there is no subset {row['subset']}")
        _refuse_unknown(record)
        return (row,)

    def _check_revision(self, row: Record) -> None:
        """Refuse revisions of one answer that are not numbered from 1 in the order of the file."""
        whose = tuple(row.get(name) for name in ("user_id", "item_id", "screen_id"))
        expected = self._before[-1] + 1 if self._before[:-1] == whose else 1
        if row["revision"] != expected:
            raise ValueError(f"revision {row['revision']} where revision {expected} was expected")
        self._before = (*whose, expected)

    def _screen(self, record: Record, row: Record) -> CampaignScreen:
        """The screen that was rated; refuse ratings that do not fit its candidates and the scale."""
        screen = self._screens[record.pop("subset"), record.pop("screen")]
        values = {CANNOT_JUDGE, *SCALES[self._campaign.settings.rating.scale]}
        given, moments = json.loads(row["judgements"]), json.loads(row["moments"])
        if not len(given) == len(moments) == len(screen.candidates) or not values.issuperset(given):
            raise ValueError(
                f"not a rating of each of {plural(len(screen.candidates), 'candidate')} on the scale of the campaign"
            )
        return screen

    def _user(self, kind: RecordKind, record: Record) -> int | None:
        if kind.table is schema.events and kind.user_key not in record:
            return None
        return self._users[record.pop(kind.user_key)]

    def _item(self, kind: RecordKind, record: Record) -> int | None:
        if kind.table is schema.events and "lexelt" not in record:
            return None
        item = self._campaign.items.by_key[record.pop("lexelt"), record.pop("id")]
        phase = PHASES[ItemKind.PILOT if item.id in self._pilot else item.kind]
        if kind.table is schema.answers and record.pop("phase") != phase:
            raise ValueError(f"the phase is {phase}")
        return item.id

    def _check_item(self, kind: RecordKind, record: Record) -> None:
        """Refuse other items: items are not imported, but have to be those of the campaign, in the same order.

        Those of a pilot that was closed are real ones in a new campaign, and closed here as well.
        """
        self._items_seen += 1
        item = self._campaign.items.by_id.get(self._items_seen)
        row = {column.name: _value(record, name, column) for name, column in kind.columns}
        _refuse_unknown(record)
        if item is not None and (row["kind"], item.kind) == (ItemKind.PILOT, ItemKind.REAL):
            self._pilot.add(item.id)
            row["kind"] = ItemKind.REAL
            closed = sa.update(schema.items).where(schema.items.c.id == item.id).values(kind=ItemKind.PILOT)
            self._connection.execute(closed)
        if item is None or row != item_row(item):
            self._refuse_items(f"its {row['lexelt']} {row['identifier']} is not there, or elsewhere, or otherwise")

    @property
    def _screens(self) -> dict[tuple[int, int], CampaignScreen]:
        return {} if self._campaign.rating is None else self._campaign.rating.screens.by_position

    def _check_screen(self, kind: RecordKind, record: Record) -> None:
        """Refuse other screens: screens are not imported either, but have to be those of the divided pool."""
        self._screens_seen += 1
        item_id = self._item(kind, record)
        row = {column.name: _value(record, name, column) for name, column in kind.columns}
        _refuse_unknown(record)
        screen = self._screens.get((row["subset"], row["position"]))
        if screen is None or {**row, "item_id": item_id} != screen_row(screen):
            self._refuse_items(f"its subset {row['subset']} shows something else")

    def _refuse_items(self, how: str) -> None:
        raise BadInput(
            f"{self._path}: an export of other items than those of {self._campaign.folder}: {how}. Make a campaign of "
            "the same files of items."
        )

    def _insert(self, kind: RecordKind, rows: list[Record]) -> None:
        self._connection.execute(sa.insert(kind.table), rows)
        if kind.table is schema.users:
            users = sa.select(schema.users.c.id, schema.users.c.name)
            self._users = {row.name: row.id for row in self._connection.execute(users)}


def _check_user(row: Record) -> None:
    try:
        stored = tidy_name(row["name"])
    except BadInput as error:
        raise ValueError(str(error)) from None
    if stored != row["name"]:
        raise ValueError(f"{row['name']!r} is not a name as it is stored: {stored!r}")


def _check_answer(row: Record) -> None:
    """Refuse an answer that no form can store, whatever the settings of the campaign are now."""
    substitutes = tuple(json.loads(row["substitutes"]))
    texts = {name: row[name] for name in ("nil", "name", "multiword", "comment", "seconds")}
    sent = Submission(uuid=row["uuid"], based_on=row["revision"] - 1, substitutes=substitutes, **texts)
    try:
        stored = normalise(sent, _ANYTHING)
    except AnswerRefused as error:
        raise ValueError(f"no form takes {', '.join(_MEANINGS[code] for code in error.codes)}") from None
    if stored != sent:
        raise ValueError("no form stores needless spaces, empty substitutes, or characters that do not print")


def _check_consent(row: Record) -> None:
    if row["consent_version"] != version_of(row["consent"]):
        raise ValueError("the consent_version is not that of the consent")


def _check_rating(row: Record) -> None:
    if normalise_uuid(row["uuid"]) != row["uuid"] or normalise_seconds(row["seconds"]) != row["seconds"]:
        raise ValueError("no form sends such a UUID or number of seconds")


_MEANINGS = {
    "uuid": "what is no UUID",
    "revision": "a revision below 1",
    "empty": "neither substitutes nor NIL nor NAME",
    "both": "substitutes beside NIL or NAME, or both of these",
    "too-many": f"more than {MOST_SUBSTITUTES} substitutes",
    "separator": "a semicolon in a substitute",
    "phrase-separator": "a semicolon in a multiword",
    "too-long": f"a text of more than {LONGEST_TERM} characters, or a comment of more than {LONGEST_COMMENT}",
    "invisible": "a substitute or multiword in which nothing can be seen",
}
_ANYTHING = AnswerSettings(max_substitutes=MOST_SUBSTITUTES)
_CHECKS: dict[str, Callable[[Record], None]] = {
    "user": _check_user,
    "consent": _check_consent,
    "answer": _check_answer,
    "rating": _check_rating,
}


def _value(record: Record, name: str, column: sa.Column[Any]) -> Any:
    """Take the value of a column out of the record; refuse a value of another type."""
    value = {name: record.pop(name)}
    if name in (*LISTS, *NUMBERS):
        return json.dumps(_list(value[name], name), ensure_ascii=False)
    if column.nullable and value[name] is None:
        return None
    if isinstance(column.type, sa.Boolean):
        return flag_of(value, name)
    if isinstance(column.type, sa.Integer):
        if type(value[name]) is not int:
            raise TypeError(f"{name} is not a whole number")
        return value[name]
    if isinstance(column.type, sa.Double):
        return number_of(value[name], name)
    text = text_of(value, name)
    if "\0" in text:
        raise ValueError(f"{name} holds a null character")
    return text


def _list(value: object, name: str) -> list[Any]:
    if name in LISTS:
        return texts_of(value, name)
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise TypeError(f"{name} is not a list of whole numbers")
    return value


def _refuse_unknown(record: Record) -> None:
    if record:
        raise ValueError(f"there is no field {next(iter(record))!r}")


def _reason(error: Exception) -> str:
    return f"no field or nobody called {error}" if isinstance(error, KeyError) else str(error)
