"""`stead campaign gold`: a gold standard of the campaign's annotations."""

import argparse

from stead.api.gold import make_gold
from stead.cli.campaign_common import add_folder, opened, refuse_rating
from stead.cli.common import refuse_overwriting, said
from stead.cli.gold_make import add_output_options, add_procedure, places, write_result
from stead.core.text import counted
from stead.golds import AnswerRules

_EXAMPLES = """
As `stead gold make` does it, of the newest revision of every answer that counts: not those of practice, attention
checks, deleted users, or beyond the number of annotators for an item (late). The decisions of curation.tsv in the
folder are applied, if it is there.

examples:
  stead campaign gold mine -o gold.txt --data-sheet gold-sheet
  stead campaign gold mine -o gold.txt --curation curation.tsv --multiwords gold-mw.txt
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    add_folder(parser)
    add_output_options(parser)
    parser.add_argument("--curation", metavar="FILE", help="decisions to apply; default: curation.tsv of the folder")
    parser.add_argument("--late", action="store_true", help="also count late answers")
    add_procedure(parser, AnswerRules)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make everything, and then write it."""
    refuse_overwriting(places(options), [options.curation])
    with opened(options, deleted_too=True) as campaign:
        from stead.campaign.folder import CURATION  # noqa: PLC0415
        from stead.campaign.records import Kind  # noqa: PLC0415

        refuse_rating(campaign)
        annotations = campaign.overview.annotations(late=options.late)
        late = len(campaign.overview.annotations(late=True)) - len(annotations)
        items = [each.item for each in campaign.items.of(Kind.REAL)]
        own = campaign.folder / CURATION
    if late:
        said(f"{counted(late, 'late answer')} left out (--late counts them).")
    result = make_gold(
        annotations,
        curation=options.curation or (own if own.is_file() else None),
        items=items,
        weights=options.weights,
        max_answers=options.max_answers,
        min_responses=options.min_responses,
    )
    write_result(result, options)
    return 0
