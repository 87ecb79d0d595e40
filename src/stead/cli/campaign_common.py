"""What the actions on campaigns share. The store is imported late: it needs packages that scoring does not."""

import argparse
from typing import TYPE_CHECKING

from stead.core.errors import UsageError

if TYPE_CHECKING:
    from stead.campaign import Campaign
    from stead.campaign.rating import RatingPhase

ACTOR = "command line"
"""Who did it, in the list of events."""


def add_folder(parser: argparse.ArgumentParser) -> None:
    """The campaign that it is about."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the campaign")


def opened(options: argparse.Namespace, *, deleted_too: bool = False) -> "Campaign":
    """The campaign, unless it was deleted and that matters."""
    from stead.campaign import open_campaign  # noqa: PLC0415

    campaign = open_campaign(options.folder)
    if campaign.deleted and not deleted_too:
        campaign.close()
        raise UsageError(f"{options.folder}: the campaign was deleted; `stead campaign undelete` takes that back.")
    return campaign


def refuse_rating(campaign: "Campaign") -> None:
    """Say what is for campaigns in which people rate instead."""
    if campaign.rating is not None:
        raise UsageError(
            f"{campaign.folder}: people rate here, and give no annotations. `stead campaign ratings` writes the "
            "ratings, `stead campaign study` makes a gold of them."
        )


def rating_of(campaign: "Campaign") -> "RatingPhase":
    """The rating of a campaign, if people rate in it."""
    if campaign.rating is None:
        raise UsageError(f"{campaign.folder}: nobody rates here; `stead campaign rate init` makes a campaign for that.")
    return campaign.rating
