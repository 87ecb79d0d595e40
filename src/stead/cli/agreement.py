"""`stead agreement`: how far annotators agree, and how well each scores against the others."""

import argparse

from stead.agreement import DIVISIONS, RESAMPLES
from stead.api.agreement import AgreementResult, HumansResult, agree, humans
from stead.cli.common import add_reading_options, log_notes, printed, reading_arguments
from stead.core.errors import UsageError
from stead.core.parameters import declarations
from stead.golds import AnswerRules
from stead.reporting import RENDERERS
from stead.rules.matching import PRESETS

_EXAMPLES = """
examples:
  stead agreement annotations.jsonl                      every coefficient, and what was left out
  stead agreement annotations.jsonl --by pos             also for each part of speech
  stead agreement annotations.jsonl --without bruno      as if bruno had not been there
  stead agreement annotations.jsonl --humans             each annotator scored against the others
  stead agreement annotations.jsonl --humans -m best,oot --format latex > table.tex
"""
_MOST = declarations(AnswerRules)["max_answers"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument(
        "annotations", metavar="ANNOTATIONS", help="annotations or ratings: who answered what (- is standard input)"
    )
    parser.add_argument(
        "--by", action="append", default=[], choices=DIVISIONS, help="also groups of items; may be repeated"
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="ANNOTATOR",
        help="leave an annotator (or rater) out altogether; may be repeated",
    )
    parser.add_argument(
        "--max-answers",
        type=int,
        metavar="N",
        help=f"{_MOST.meaning}: {_MOST.accepts} (default: {AnswerRules.max_answers}), as in `stead gold make`",
    )
    parser.add_argument(
        "--humans",
        action="store_true",
        help="instead of agreement, score each annotator as a run against the gold of the others",
    )
    parser.add_argument(
        "-m",
        "--measures",
        action="append",
        metavar="LIST",
        help="for --humans: measures such as best,oot@10; may be repeated; default: those of SemEval-2007",
    )
    parser.add_argument(
        "--match",
        metavar="RULES",
        help=f"when two substitutes are the same: {', '.join(PRESETS)} (default: lenient); with changes, as in "
        "lenient,spelling=british (`stead measures --match` lists the rules)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the resamples (default: 1)")
    parser.add_argument(
        "--resamples",
        type=int,
        default=RESAMPLES,
        metavar="N",
        help=f"how often items are drawn again for the intervals (default: {RESAMPLES}; 0: no intervals)",
    )
    parser.add_argument("--format", choices=list(RENDERERS), default="text", dest="output", help="default: text")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure, and print."""
    result = _humans(options) if options.humans else _agreement(options)
    log_notes(result.notes)
    printed(result.to(options.output))
    return 0


def _agreement(options: argparse.Namespace) -> AgreementResult:
    if options.measures:
        raise UsageError("measures (-m) are for scoring annotators against the others; add --humans.")
    return agree(
        options.annotations,
        by=options.by,
        without=options.without,
        max_answers=options.max_answers,
        match=options.match,
        seed=options.seed,
        resamples=options.resamples,
        **reading_arguments(options),
    )


def _humans(options: argparse.Namespace) -> HumansResult:
    if options.by:
        raise UsageError("--humans shows annotators, not groups of items; leave one of --humans and --by out.")
    return humans(
        options.annotations,
        measures=None if options.measures is None else ",".join(options.measures),
        without=options.without,
        max_answers=options.max_answers,
        match=options.match,
        **reading_arguments(options),
    )
