"""`stead campaign doctor`: look for anything that is wrong."""

import argparse

from stead.cli.campaign_common import add_folder, opened
from stead.cli.common import printed, said
from stead.core.text import counted


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """1 if anything is wrong."""
    with opened(options, deleted_too=True) as campaign:
        from stead.campaign.doctor import examine  # noqa: PLC0415

        findings = examine(campaign)
    printed("".join(f"{finding.check}: {finding.problem or 'fine'}\n" for finding in findings))
    wrong = sum(bool(finding.problem) for finding in findings)
    if wrong:
        said(f"{options.folder}: {counted(wrong, 'problem')}.")
    return 1 if wrong else 0
