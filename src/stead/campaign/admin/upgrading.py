"""The tables of a campaign brought up to date, after a backup of what they were."""

import os
from dataclasses import dataclass
from pathlib import Path

from stead.campaign.admin.backup import back_up
from stead.campaign.folder import open_on_disk
from stead.campaign.store.migrations import newest, refuse_unknown, revision_of, upgrade


@dataclass(frozen=True)
class Upgraded:
    """The revisions before and after, and where the backup is, if there was anything to do."""

    before: str
    after: str
    backup: Path | None


def upgrade_campaign(folder: str | os.PathLike[str]) -> Upgraded:
    """Back up a campaign and bring its tables up to date, while nobody can write; all of it or nothing."""
    with open_on_disk(folder) as campaign, campaign.database.write() as connection:
        before = revision_of(connection)
        refuse_unknown(before, str(folder))
        if before == newest():
            return Upgraded(before, before, None)
        moment = campaign.database.now().replace(":", "").replace("-", "").partition(".")[0]
        backup = campaign.folder / f"backup-{before}-{moment}.zip"
        back_up(campaign, backup)
        upgrade(connection)
        return Upgraded(before, revision_of(connection), backup)
