"""`stead campaign status`: how far everybody has come, and how far they agree."""

import argparse
from dataclasses import replace

from stead.api.gold import agreement_of
from stead.cli.campaign_common import add_folder, opened
from stead.cli.campaign_ratings import rating_status
from stead.cli.common import printed
from stead.core.text import counted
from stead.records.sheet import Section, Sheet
from stead.reporting import RENDERERS, render_sheet

_CAPTION = "Of the newest answers that count. Percentages, but for alpha; 95 % intervals."
_PEOPLE = "Of real items; substitutes: per answer with any; checks: attention checks passed; seconds: the median."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.add_argument("--format", choices=list(RENDERERS), default="text", dest="output", help="default: text")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look, and print."""
    with opened(options, deleted_too=True) as campaign:
        if campaign.rating is not None:
            printed(render_sheet(rating_status(campaign, campaign.rating), options.output))
            return 0
        people, items = campaign.overview.annotators(), campaign.overview.items()
        places = campaign.settings.assignment.annotators_per_item
        annotations = campaign.overview.annotations()
        deleted = campaign.deleted
    rows = tuple(
        (
            row.user.name,
            row.answered,
            row.open,
            row.late,
            row.substitutes,
            row.nil,
            row.names,
            row.comments,
            f"{row.checks_passed}/{row.checks_answered}",
            row.median_seconds,
            "paused" if row.user.paused else "",
        )
        for row in people
    )
    columns = (
        "annotator",
        "answered",
        "open",
        "late",
        "substitutes",
        "NIL",
        "NAME",
        "comments",
        "checks",
        "seconds",
        "",
    )
    finished = sum(item.answered >= places for item in items)
    counts = (
        ("items", len(items)),
        (f"items with {counted(places, 'answer')}", finished),
        ("items without an answer", sum(item.answered == 0 for item in items)),
        ("answers", sum(item.answered for item in items)),
        ("answers wanted", places * len(items)),
    )
    agreement = agreement_of(annotations)
    sections = (
        Section("Items", ("count of", "number"), counts, f"Deleted on {deleted}." if deleted else ""),
        Section("Annotators", columns, rows, _PEOPLE),
        replace(agreement, text=_CAPTION) if agreement.rows else agreement,
    )
    printed(render_sheet(Sheet(f"The campaign {options.folder}", sections), options.output))
    return 0
