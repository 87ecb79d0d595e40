"""`stead campaign delete`: soft, so that it can be taken back."""

import argparse

from stead.cli.campaign_common import ACTOR, add_folder, opened
from stead.cli.common import said


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.add_argument(
        "--user", metavar="NAME", help="only this user: their answers count no longer, others get their places"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Delete, and say how to take it back."""
    with opened(options) as campaign:
        from stead.campaign.deleting import delete_campaign, delete_user  # noqa: PLC0415

        if options.user is None:
            delete_campaign(campaign, actor=ACTOR)
        else:
            delete_user(campaign, options.user, actor=ACTOR)
    user = "" if options.user is None else f" --user {options.user!r}"
    said(f"deleted; nothing was removed: stead campaign undelete {options.folder}{user}")
    return 0
