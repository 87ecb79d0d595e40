"""`stead campaign undelete`: take a deletion back."""

import argparse

from stead.cli.campaign_common import ACTOR, add_folder, opened
from stead.cli.common import said


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.add_argument("--user", metavar="NAME", help="only this user: their answers count again where there is room")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Take it back."""
    with opened(options, deleted_too=options.user is None) as campaign:
        from stead.campaign.deleting import undelete_campaign, undelete_user  # noqa: PLC0415

        if options.user is None:
            undelete_campaign(campaign, actor=ACTOR)
        else:
            undelete_user(campaign, options.user, actor=ACTOR)
    said(f"{options.user or options.folder} is there again.")
    return 0
