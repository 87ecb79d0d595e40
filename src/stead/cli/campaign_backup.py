"""`stead campaign backup`: everything in one file, while people work."""

import argparse
from pathlib import Path

from stead.cli.campaign_common import add_folder
from stead.cli.common import said


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.add_argument("file", metavar="FILE", help="the zip file to write; it must not be there yet")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write it whole, or not at all."""
    from stead.campaign.backup import back_up  # noqa: PLC0415
    from stead.campaign.folder import stored  # noqa: PLC0415

    with stored(options.folder) as campaign:
        size = back_up(campaign, Path(options.file))
    said(f"{options.file}: {size:,} bytes. It holds everything but the secret; keep it where only you can read it.")
    return 0
