"""`stead score`: score runs against a gold standard."""

import argparse
from collections.abc import Iterator

from stead._api import Result, score
from stead._wording import counted
from stead.cli.common import add_reading_options, fault_messages, printed, said
from stead.matching import PRESETS
from stead.measures import SUITES
from stead.reporting import RENDERERS
from stead.scoring import PRESETS as SCORING_PRESETS
from stead.task import RunSummary, UsageError

_IDS_SHOWN = 3

_EXAMPLES = """
examples:
  stead score gold.txt run.txt                         every measure the gold allows
  stead score gold.txt runs/*.txt -m best,oot@10       two measures, several runs
  stead score gold.txt run.txt -m "coverage(k=0.5)"    brackets need quotes in a shell
  stead score gold.txt run.txt --by pos --format latex > table.tex
  stead score gold.txt run_mw.txt -m multiwords --multiwords gold_mw.txt
  stead score gold1.txt run.txt -m semdis --match semdis --mapping mapping.txt
  stead score gold.txt run.txt -m best --explain-official
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("gold", metavar="GOLD", help="gold standard (- is standard input; .gz is unpacked)")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="answers of a system")
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
        help="also score groups of items: pos, lexelt, subset (NMWT, NMWS, MAN, RAND), or a file of id<TAB>group; "
        "may be repeated",
    )
    parser.add_argument("--per-item", action="store_true", help="show every item's figures instead of the averages")
    parser.add_argument("--format", choices=list(RENDERERS), default="text", dest="output", help="default: text")
    parser.add_argument(
        "--explain-official",
        action="store_true",
        help="instead of scores, show where the 2007 program differs from stead on one run, and which defect does it",
    )
    _add_scoring_options(parser)
    add_reading_options(parser)
    parser.set_defaults(run=run, defaults=parser.get_default)


def _add_scoring_options(parser: argparse.ArgumentParser) -> None:
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


def run(options: argparse.Namespace) -> int:
    """Score, and print."""
    if options.explain_official:
        from stead.cli import explain_official  # noqa: PLC0415 (seldom needed)

        return explain_official.run(options)
    if options.per_item and options.by:
        raise UsageError("--per-item shows every item, not groups of them; leave one of --per-item and --by out.")
    result = score(
        options.gold,
        *options.runs,
        measures=None if options.measures is None else ",".join(options.measures),
        by=options.by,
        match=options.match,
        min_responses=options.min_responses,
        weights=options.weights,
        mapping=options.mapping,
        multiwords=options.multiwords,
        manual=options.manual,
        candidates=options.candidates,
        ids=options.ids,
        preset=options.preset,
        format=options.format,
        faults=options.faults,
    )
    for message in messages(result):
        said(message)
    printed(result.to(options.output, per_item=options.per_item))
    return 0


def messages(result: Result) -> Iterator[str]:
    """What a person should know about the files before believing the scores."""
    for report in result.reports:
        yield from fault_messages(report)
    multiwords = any(score.family == "multiword" for score in result.scores)
    for summary in result.evaluation.runs:
        if not multiwords:
            yield from _unanswered(summary, result.evaluation.gold.scored)
        yield from _oddities(summary)
    yield from result.evaluation.notes


def _unanswered(summary: RunSummary, scored: int) -> Iterator[str]:
    if summary.attempted < scored:
        yield f"{summary.name}: {scored - summary.attempted} of {counted(scored, 'scored item')} not answered."


def _oddities(summary: RunSummary) -> Iterator[str]:
    if summary.duplicates:
        yield (
            f"{summary.name}: {counted(summary.duplicates, 'repeated answer')} on "
            f"{counted(summary.items_with_duplicates, 'item')} (see dup in the signature)."
        )
    if summary.left_out:
        yield f"{summary.name}: {counted(summary.left_out, 'answer')} left out by the matching rules."
    for ids, what in (
        (summary.unknown_ids, "not in the gold, ignored"),
        (summary.repeated_ids, "given a second time, ignored"),
        (summary.other_targets, "under another lexelt than in the gold, matched all the same"),
    ):
        if ids:
            some = ", ".join(ids[:_IDS_SHOWN]) + (", ..." if len(ids) > _IDS_SHOWN else "")
            yield f"{summary.name}: {counted(len(ids), 'id')} {what} ({some})."
