"""`stead agreement`: how far annotators agree, and how well each scores against the others."""

import argparse

from stead.cli import choices
from stead.cli.options import (
    add_form,
    add_machines,
    add_match,
    add_reading_options,
    add_seed,
    explain,
    reading_arguments,
)
from stead.cli.output import log_notes, write
from stead.core.errors import UsageError


def declare_agreement(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead agreement annotations.jsonl                      every coefficient, and what was left out
stead agreement annotations.jsonl --by pos             also for each part of speech
stead agreement annotations.jsonl --without bruno      as if bruno had not been there
stead agreement annotations.jsonl --humans             each annotator scored against the others
stead agreement annotations.jsonl --humans -m best,oot --format latex > table.tex
""",
    )
    parser.add_argument(
        "annotations", metavar="ANNOTATIONS", help="annotations or ratings: who answered what (- is standard input)"
    )
    parser.add_argument(
        "--by", action="append", default=[], choices=choices.DIVISIONS, help="also groups of items; may be repeated"
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
        help="how many answers of an annotator to an item are used, the first ones: a whole number from 1 to 20 "
        "(default: 3), as in `stead gold make`",
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
    add_machines(parser)
    add_match(parser)
    add_seed(parser, "random seed of the resamples")
    parser.add_argument(
        "--resamples",
        type=int,
        default=1000,
        metavar="N",
        help="how often items are drawn again for the intervals (default: 1000; 0: no intervals)",
    )
    add_form(parser)
    add_reading_options(parser)


def run_agreement(options: argparse.Namespace) -> int:
    """Measure, and print."""
    from stead.api.agreement import human_ceiling, measure_agreement

    shared = {
        "without": options.without,
        "max_answers": options.max_answers,
        "match": options.match,
        **reading_arguments(options),
    }
    if options.humans:
        if options.by:
            raise UsageError("--humans shows annotators, not groups of items; leave one of --humans and --by out.")
        measures = None if options.measures is None else ",".join(options.measures)
        scored = human_ceiling(options.annotations, measures=measures, **shared)
        log_notes(scored.notes)
        write(scored.to(options.form))
        return 0
    if options.measures:
        raise UsageError("measures (-m) are for scoring annotators against the others; add --humans.")
    agreement = measure_agreement(
        options.annotations,
        by=options.by,
        seed=options.seed,
        resamples=options.resamples,
        machines=options.machines,
        **shared,
    )
    log_notes(agreement.notes)
    write(agreement.to(options.form))
    return 0
