"""The options of every command that scores."""

import argparse

from stead.api.options import Scoring, field_names
from stead.measures import SUITES
from stead.rules.matching import PRESETS
from stead.scoring import PRESETS as SCORING_PRESETS


def add_measures_and_groups(parser: argparse.ArgumentParser, further: str = "") -> None:
    """Which measures, on which groups of items; `further` are groups that only some commands know."""
    parser.add_argument(
        "-m",
        "--measures",
        action="append",
        metavar="LIST",
        help=f"measures such as best,oot@10, or the suites {', '.join(SUITES)}; may be repeated; default: all that the "
        "gold allows (`stead measures` lists them)",
    )
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="WHAT",
        help="also score groups of items: pos, lexelt, subset (NMWT, NMWS, MAN, RAND), substitutes (how many the gold "
        f"has), agreement (of the annotators on the item), {further}frequency:LIST (of the target's lemma, per "
        "million: bnc, wordfreq:fr, list:FILE), or a file of id<TAB>group; may be repeated",
    )


def add_scoring_options(parser: argparse.ArgumentParser) -> None:
    """What counts."""
    group = parser.add_argument_group("what counts")
    group.add_argument(
        "--match",
        metavar="RULES",
        help=f"when two substitutes are the same: {', '.join(PRESETS)} (default: lenient); with changes, as in "
        "lenient,spelling=british (`stead measures --match` lists the rules)",
    )
    group.add_argument(
        "--min-responses",
        type=_weight,
        metavar="N",
        help="weight that an item needs to be scored; default 2 for counts, any for graded golds (EVALITA: 1)",
    )
    group.add_argument(
        "--preset",
        choices=list(SCORING_PRESETS),
        help="score as a reference program does: its measures, matching rules and items",
    )
    group.add_argument("--candidates", metavar="FILE", help="lexelt::candidate;... for gap(pool=candidates)")
    group.add_argument("--ids", metavar="FILE", help="score only the items of this list, one id a line")
    group.add_argument("--weights", choices=["auto", "counts", "graded"], default="auto", help="what gold weights are")
    group.add_argument("--mapping", metavar="FILE", help="canonical forms of answers (SemDis), applied to runs only")
    group.add_argument(
        "--multiwords", metavar="FILE", help="gold of the multiword task: for -m multiwords, and for --by subset (NMWT)"
    )
    group.add_argument(
        "--manual", metavar="FILE", help="lexelts whose sentences were picked by hand, for --by subset (MAN, RAND)"
    )


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def scoring_options(options: argparse.Namespace) -> Scoring:
    """How runs are scored: every field of `Scoring` that the command has an option for."""
    given = {name: getattr(options, name) for name in field_names(Scoring) if hasattr(options, name)}
    return Scoring(**{**given, "measures": None if options.measures is None else ",".join(options.measures)})
