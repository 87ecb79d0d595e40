"""`stead campaign restore`: make a campaign of a backup."""

import argparse
from pathlib import Path

from stead.cli.common import said


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="what `stead campaign backup` wrote")
    parser.add_argument("folder", metavar="DIR", help="the folder to make; it must not be there yet, or be empty")
    parser.add_argument("--database", metavar="URL", default="", help="an empty PostgreSQL database; default: a file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make all of it, or nothing."""
    from stead.campaign.backup import restore  # noqa: PLC0415

    restore(Path(options.file), Path(options.folder), database_url=options.database)
    said(f"{options.folder}: restored. Invite links and passwords are those of the backup; everybody signs in again.")
    return 0
