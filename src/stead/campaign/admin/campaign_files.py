"""The files that organisers take away: exports, the gold standard with its data sheet, and backups."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from stead.api.gold import GoldResult, make_gold
from stead.campaign.admin.backup import back_up, backups_in
from stead.campaign.admin.export import export_lines
from stead.campaign.admin.payments import payment_rows, payments_csv
from stead.campaign.admin.pseudonyms import KEY, Pseudonyms
from stead.campaign.folder import CURATION, Campaign
from stead.campaign.records import ItemKind
from stead.campaign.store import schema
from stead.campaign.store.database import record_event
from stead.core.errors import UsageError
from stead.core.item import Item
from stead.formats import serialise

BACKUPS = "backups"
_STANDARD = "semeval"


def real_items(campaign: Campaign) -> list[Item]:
    """The items that the gold is of."""
    return [campaign_item.item for campaign_item in campaign.items.of(ItemKind.REAL)]


def gold_of(
    campaign: Campaign,
    *,
    curation: Path | None = None,
    late: bool = False,
    weights: str | None = None,
    max_answers: int | None = None,
    min_responses: int | None = None,
) -> GoldResult:
    """Make the gold of the answers that count, with the decisions in the folder unless another file is given."""
    refuse_rating(campaign)
    decisions = curation or campaign.folder / CURATION
    return make_gold(
        campaign.overview.annotations(late=late),
        curation=decisions if curation is not None or decisions.is_file() else None,
        items=real_items(campaign),
        weights=weights,
        max_answers=max_answers,
        min_responses=min_responses,
    )


def refuse_rating(campaign: Campaign) -> None:
    """Refuse a campaign in which people rate."""
    if campaign.rating is not None:
        raise UsageError(
            f"{campaign.folder}: people rate here, and give no annotations. `stead campaign ratings` writes the "
            "ratings, `stead campaign study` makes a gold of them."
        )


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """A file that an organiser can download: its name, and how it is made."""

    file_name: str
    make: Callable[..., bytes]
    of_ratings: bool | None = False
    """Whether it is for campaigns in which people rate; None: for both."""
    names_people: bool = False
    """Whether it is also made under pseudonyms."""

    @property
    def pseudonymous_name(self) -> str:
        """Its name under pseudonyms."""
        path = Path(self.file_name)
        return f"{path.stem}-pseudonyms{path.suffix}"


def _everything(campaign: Campaign, pseudonyms: Pseudonyms | None = None) -> bytes:
    return "".join(export_lines(campaign, pseudonyms)).encode()


def _annotations(campaign: Campaign, pseudonyms: Pseudonyms | None = None, form: str = "stead") -> bytes:
    annotations = campaign.overview.annotations()
    if pseudonyms is not None:
        annotations = pseudonyms.rename(annotations, "annotator")
    return serialise(annotations, "annotations", form).text.encode()


def _table(campaign: Campaign, pseudonyms: Pseudonyms | None = None) -> bytes:
    return _annotations(campaign, pseudonyms, "annotations-csv")


def _items(campaign: Campaign) -> bytes:
    return serialise(real_items(campaign), "items", _STANDARD).text.encode()


def _gold(campaign: Campaign) -> bytes:
    return serialise(gold_of(campaign).gold, "gold", _STANDARD).text.encode()


def _multiwords(campaign: Campaign) -> bytes:
    return serialise(gold_of(campaign).multiwords, "gold", _STANDARD).text.encode()


def _data_sheet(campaign: Campaign) -> bytes:
    return gold_of(campaign).data_sheet().to("markdown").encode()


def _data_sheet_records(campaign: Campaign) -> bytes:
    return gold_of(campaign).data_sheet().to("json").encode()


def _ratings(campaign: Campaign, pseudonyms: Pseudonyms | None = None) -> bytes:
    if campaign.rating is None:
        raise UsageError(f"{campaign.folder}: people give substitutes here, and rate nothing.")
    ratings = campaign.rating.collector.collection(unfinished=False, late=False).ratings
    if pseudonyms is not None:
        ratings = pseudonyms.rename(ratings, "rater")
    return serialise(ratings, "ratings", "stead").text.encode()


def _payments(campaign: Campaign) -> bytes:
    return payments_csv(payment_rows(campaign)).encode()


_TURN = threading.Lock()
"""Of the key file: two exports at once would give people two pseudonyms."""


@contextmanager
def _key_file(campaign: Campaign) -> Iterator[Pseudonyms]:
    with _TURN:
        pseudonyms = Pseudonyms(campaign.folder / KEY)
        yield pseudonyms
        with campaign.database.write() as connection:  # somebody may have been erased meanwhile, from the file as well
            saved = Pseudonyms(campaign.folder / KEY)
            saved.adopt(pseudonyms.among(set(connection.execute(sa.select(schema.users.c.name)).scalars())))
            saved.save()


def _key(campaign: Campaign) -> bytes:
    """The key file, with everybody who is in the campaign."""
    with _key_file(campaign) as pseudonyms:
        for user in campaign.users.all(deleted=True):
            pseudonyms.of(user.name)
    return (campaign.folder / KEY).read_bytes()


DOWNLOADS = {
    "gold": CampaignFile("gold.txt", _gold),
    "multiwords": CampaignFile("gold-multiwords.txt", _multiwords),
    "data-sheet": CampaignFile("data-sheet.md", _data_sheet),
    "data-sheet-json": CampaignFile("data-sheet.json", _data_sheet_records),
    "annotations": CampaignFile("annotations.jsonl", _annotations, names_people=True),
    "csv": CampaignFile("annotations.csv", _table, names_people=True),
    "items": CampaignFile("items.xml", _items),
    "ratings": CampaignFile("ratings.jsonl", _ratings, of_ratings=True, names_people=True),
    "everything": CampaignFile("everything.jsonl", _everything, of_ratings=None, names_people=True),
    "pseudonyms": CampaignFile(KEY, _key, of_ratings=None),
    "payments": CampaignFile("payments.csv", _payments, of_ratings=None),
}
"""By name, in the order in which pages offer them."""


def downloads_of(campaign: Campaign) -> dict[str, CampaignFile]:
    """The downloads that a campaign of its kind has."""
    rates = campaign.rating is not None
    return {name: download for name, download in DOWNLOADS.items() if download.of_ratings in (None, rates)}


def make_download(campaign: Campaign, name: str, *, actor: str, pseudonyms: bool = False) -> tuple[str, bytes]:
    """Make a file, under pseudonyms if asked for; record who took it, and return its name and contents."""
    download = downloads_of(campaign)[name]
    if pseudonyms and download.names_people:
        file_name = download.pseudonymous_name
        with _key_file(campaign) as key:
            data = download.make(campaign, key)
    else:
        file_name, data = download.file_name, download.make(campaign)
    _record(campaign, actor, "export", file_name)
    return file_name, data


# ------------------------------------------------------------------------------------------------------ backups


def make_backup(campaign: Campaign, *, actor: str) -> Path:
    """Back up the campaign into its folder, under the name of the moment."""
    folder = campaign.folder / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    moment = campaign.database.now().replace(":", "").replace("-", "").removesuffix("Z").replace(".", "-")
    path = folder / f"backup-{moment}.zip"
    back_up(campaign, path)
    _record(campaign, actor, "backup", path.name)
    return path


def backups(campaign: Campaign) -> dict[str, Path]:
    """The backups in the folder by name, the newest first."""
    return {path.name: path for path in backups_in(campaign.folder)}


def take_backup(campaign: Campaign, name: str, *, actor: str) -> Path | None:
    """The path of a backup for a download, which is recorded; None if there is none of this name."""
    path = backups(campaign).get(name)
    if path is not None:
        _record(campaign, actor, "take-backup", name)
    return path


def delete_backup(campaign: Campaign, name: str, *, actor: str) -> bool:
    """Delete a backup, which is recorded; return whether there was one of this name."""
    path = backups(campaign).get(name)
    if path is not None:
        path.unlink()
        _record(campaign, actor, "delete-backup", name)
    return path is not None


def _record(campaign: Campaign, actor: str, kind: str, detail: str) -> None:
    with campaign.database.write() as connection:
        record_event(connection, campaign.database.now(), actor, kind, detail=detail)
