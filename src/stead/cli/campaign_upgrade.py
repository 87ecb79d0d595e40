"""`stead campaign upgrade`: bring the database of an older version up to date."""

import argparse

from stead.cli.campaign_common import add_folder
from stead.cli.common import said


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the migrations, all or none."""
    from stead.campaign.folder import upgrade_campaign  # noqa: PLC0415

    before, after = upgrade_campaign(options.folder)
    said(f"{options.folder}: at revision {after}" + (", as before." if before == after else f"; before: {before}."))
    return 0
