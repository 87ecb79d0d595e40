"""`stead gold extend`: post hoc ratings in, a second gold out."""

import argparse

from stead.api.posthoc import extend_gold
from stead.cli.common import add_reading_options, reading_arguments, refuse_overwriting
from stead.cli.gold_make import add_gold_output, gold_outputs, gold_places, write_gold
from stead.core.parameters import declarations
from stead.golds import RatingRules
from stead.posthoc.extending import MERGES
from stead.rules.matching import PRESETS

_EXAMPLES = """
examples:
  stead gold extend gold1.txt kept.jsonl -o gold2.txt --data-sheet gold2-sheet
  stead gold extend gold1.txt verdicts.jsonl --grade majority -o gold2.txt
  stead gold extend gold1.txt kept.jsonl --merge added --annotators 7 -o gold2.txt
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("gold", metavar="GOLD", help="first gold standard")
    parser.add_argument("ratings", metavar="RATINGS", help="ratings, as `stead filter` leaves them")
    add_gold_output(parser)
    grade = declarations(RatingRules)["grade"]
    parser.add_argument("--grade", metavar="WORD", help=f"{grade.meaning}: {grade.accepts}")
    explained = "; ".join(f"{name}: {what}" for name, what in MERGES.items())
    parser.add_argument("--merge", choices=list(MERGES), default="posthoc", help=f"{explained} (default: posthoc)")
    parser.add_argument(
        "--annotators",
        type=int,
        metavar="N",
        help="who made the first gold, for --merge added",
    )
    parser.add_argument("--match", default="lenient", metavar="RULES", help=f"when two are one: {', '.join(PRESETS)}")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make everything, and then write it."""
    refuse_overwriting(gold_places(options), [options.gold, options.ratings])
    result = extend_gold(
        options.gold,
        options.ratings,
        grade=options.grade,
        merge=options.merge,
        annotators=options.annotators,
        match=options.match,
        **reading_arguments(options),
    )
    write_gold(result, gold_outputs(result, options), "candidate")
    return 0
