"""Annotation by people: a folder with settings, and a store on SQLite or PostgreSQL that loses nothing.

`create_campaign` makes one and `open_campaign` opens it; see the class `Campaign` for what can be done with it.
"""

from stead.core.extras import EXTRAS, require

require(EXTRAS["web"].packages, "a campaign")

from stead.campaign.admin.setup import ItemFiles, read_items  # noqa: E402
from stead.campaign.folder import Campaign, create_campaign, open_campaign  # noqa: E402 (only what is there can be imported)
from stead.campaign.records import (  # noqa: E402
    Answer,
    AnswerConflict,
    AnswerRefused,
    CampaignItem,
    Event,
    ItemKind,
    ItemView,
    LeaseState,
    Listed,
    NotAgreed,
    NotAssigned,
    Pause,
    Progress,
    Role,
    Stale,
    Stored,
    Submission,
    User,
)
from stead.campaign.settings import CampaignSettings  # noqa: E402
from stead.campaign.tasks.validation import AnswerQuestion, is_expected, questions  # noqa: E402

__all__ = [
    "Answer",
    "AnswerConflict",
    "AnswerQuestion",
    "AnswerRefused",
    "Campaign",
    "CampaignItem",
    "CampaignSettings",
    "Event",
    "ItemFiles",
    "ItemKind",
    "ItemView",
    "LeaseState",
    "Listed",
    "NotAgreed",
    "NotAssigned",
    "Pause",
    "Progress",
    "Role",
    "Stale",
    "Stored",
    "Submission",
    "User",
    "create_campaign",
    "is_expected",
    "open_campaign",
    "questions",
    "read_items",
]
