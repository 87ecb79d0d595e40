"""`stead campaign import`: read an export into a new campaign."""

import argparse

from stead.cli.campaign_common import add_folder, opened
from stead.cli.common import said
from stead.core.text import counted
from stead.formats import read_content

_EXAMPLES = """
The campaign has to be a new one of the same items. Invite links and passwords are in no export: give everybody a new
link (stead campaign users reset). To move a campaign with its links, use backup and restore.

example:
  stead campaign init second --items items.xml --annotators 5
  stead campaign import second everything.jsonl
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    add_folder(parser)
    parser.add_argument("file", metavar="FILE", help="what `stead campaign export` wrote (- is standard input)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read all of it, or nothing."""
    content = read_content(options.file)
    with opened(options) as campaign:
        from stead.campaign.importing import import_campaign  # noqa: PLC0415

        counts = import_campaign(campaign, content)
    found = ", ".join(counted(number, kind.removesuffix("s")) for kind, number in counts.items() if number)
    said(f"{options.folder}: {found}. Give everybody a new invite link (stead campaign users reset).")
    return 0
