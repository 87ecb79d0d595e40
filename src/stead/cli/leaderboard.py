"""`stead leaderboard`: a static site from a folder of runs."""

import argparse
import os
from pathlib import Path

from stead.api.leaderboard import leaderboard
from stead.cli.common import add_reading_options, log_notes, said
from stead.cli.compare import BY_LENGTH, add_statistics_options, resampling_options
from stead.cli.memory import keep_freed_memory
from stead.cli.progress import draw_progress
from stead.cli.scoring_options import add_measures_and_groups, add_scoring_options, scoring_options
from stead.core.errors import UsageError
from stead.core.text import counted

_EXAMPLES = """
examples:
  stead leaderboard runs/ --gold gold.txt -o site/                      drop a file into runs/ and say it again
  stead leaderboard runs/ --gold gold.txt --items items.xml -m best,oot -o site/
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("runs", metavar="RUNS", help="folder with one file for each system")
    parser.add_argument("--gold", required=True, metavar="GOLD", help="gold standard")
    parser.add_argument("-o", "--output", required=True, metavar="SITE", help="folder for the site")
    add_measures_and_groups(parser, BY_LENGTH)
    add_statistics_options(parser)
    add_scoring_options(parser)
    add_reading_options(parser, golds_and_runs=True)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare, and write the site."""
    keep_freed_memory()
    if os.path.realpath(options.runs) == os.path.realpath(options.output):
        raise UsageError(f"{options.output}: is the folder of runs; name another one for the site (-o).")
    if Path(options.output).exists() and not Path(options.output).is_dir():
        raise UsageError(f"{options.output}: is a file; name a folder for the site (-o).")
    with draw_progress() as progress:
        found = leaderboard(
            options.runs,
            options.gold,
            items=options.items,
            annotations=options.annotations,
            options=scoring_options(options),
            resampling=resampling_options(options),
            progress=progress,
        )
    log_notes(found.notes)
    pages = found.write(options.output)
    said(f"wrote {counted(len(pages), 'file')}; begin with {pages[0]}")
    return 0
