"""`stead gold curate`: propose decisions for a person to make, or undo some that were made."""

import argparse

from stead.api.gold import propose_curation
from stead.api.inputs import refuse_second_input
from stead.cli.common import add_reading_options, log_notes, reading_arguments, refuse_overwriting, said
from stead.core.errors import UsageError
from stead.core.text import counted
from stead.formats import read_content, write_content
from stead.golds import read_curation, undone, written_curation

_EXAMPLES = """
A curation file has one decision a line: status (accept, refuse, proposed), action (merge, lemmatise, split, drop,
drop-item, drop-lexelt), from, to, lexelt, id, reason, between tabs. Change `proposed` into `accept` or `refuse`, add
lines of your own, and give the file to `stead gold make --curation`. To split, the substitutes (to) stand between
semicolons; drop leaves a substitute out, and needs a reason.

examples:
  stead gold curate annotations.jsonl --language en -o curation.tsv
  stead gold curate annotations.jsonl --curation curation.tsv -o curation.tsv     add what is new
  stead gold curate --curation curation.tsv --undo 1                              take the last decision back
  stead gold curate --curation curation.tsv --undo 1 -o shorter.tsv               the same, into another file
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("annotations", metavar="ANNOTATIONS", nargs="?", help="annotations (- is standard input)")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where to (default: standard output; with --undo: the file of --curation)",
    )
    parser.add_argument(
        "--curation", metavar="FILE", help="decisions made before: they are kept, and not proposed again"
    )
    parser.add_argument(
        "--items",
        action="append",
        default=[],
        metavar="FILE",
        help="only these items, in their languages; may be repeated",
    )
    parser.add_argument("--language", metavar="CODE", help="language of the answers, as in en; default: of the items")
    parser.add_argument(
        "--undo",
        type=int,
        metavar="N",
        help="instead, take the last N decisions (accepted or refused) out of the file of --curation",
    )
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Propose or undo."""
    if options.undo is not None:
        return _undo(options)
    if options.annotations is None:
        raise UsageError("say which annotations are to be curated (or --undo N).")
    refuse_second_input([options.annotations, options.curation])
    output = "-" if options.output is None else options.output
    refuse_overwriting({"-o": output}, [options.annotations, *options.items])
    before = None if options.curation is None else read_content(options.curation)
    found = propose_curation(
        options.annotations,
        curation=None if before is None else read_curation(before),
        items=options.items,
        language=options.language,
        **reading_arguments(options),
    )
    log_notes(found.notes)
    write_content(output, written_curation(found.decisions, before))
    said(f"{counted(len(found.decisions), 'new proposal')}.")
    return 0


def _undo(options: argparse.Namespace) -> int:
    if options.curation is None or options.annotations is not None:
        raise UsageError("--undo takes decisions back from the file of --curation, and nothing else is given with it.")
    data, removed = undone(read_content(options.curation), options.undo)
    write_content(options.curation if options.output is None else options.output, data)
    for decision in removed:
        said(f"undone: {decision.status} {decision} ({decision.reason}).")
    return 0
