"""`stead campaign upgrade`: bring the database of an older version up to date, after a backup."""

import argparse

from stead.cli.campaign_common import add_folder
from stead.cli.common import said


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Back up, and run the migrations, all or none."""
    from stead.campaign.upgrading import upgrade_campaign  # noqa: PLC0415

    done = upgrade_campaign(options.folder)
    if done.backup is None:
        said(f"{options.folder}: at revision {done.after}, as before.")
    else:
        said(f"{done.backup}: a backup of revision {done.before}.")
        said(f"{options.folder}: at revision {done.after}; before: {done.before}.")
    return 0
