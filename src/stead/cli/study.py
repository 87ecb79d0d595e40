"""`stead study`: was a second gold worth it?"""

import argparse

from stead.api.inputs import GoldLike, ItemsLike, PoolLike, RatingsLike
from stead.api.results import ENDINGS, format_of
from stead.api.study import MEASURES, study
from stead.cli.common import (
    add_reading_options,
    log_notes,
    named_file,
    printed,
    reading_arguments,
    refuse_overwriting,
    said,
)
from stead.cli.memory import keep_freed_memory
from stead.comparing import UNITS
from stead.reporting.studies import STUDY_RENDERERS
from stead.rules.matching import PRESETS

_EXAMPLES = """
examples:
  stead study --gold1 gold1.txt --gold2 gold2.txt --pool pool.jsonl --ratings kept.jsonl --runs runs/*.txt -o study.html
  stead study --gold1 gold1.txt --gold2 gold2.txt --runs runs/*.txt                      tables on the terminal
  stead study --gold1 gold1.txt --gold2 gold2.txt --runs runs/*.txt --frequencies wordfreq:fr --format latex
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("--gold2", required=True, metavar="FILE", help="second gold standard: what raters accept")
    parser.add_argument("--pool", metavar="FILE", help="as `stead pool` wrote it (default: of gold 1 and the runs)")
    parser.add_argument("--ratings", metavar="FILE", help="what gold 2 was made of")
    parser.add_argument("--items", action="append", metavar="FILE", help="sentences, for the page; may be repeated")
    add_study_options(parser)
    parser.set_defaults(run=run)


def add_study_options(parser: argparse.ArgumentParser) -> None:
    """All options but those that say what was rated."""
    parser.add_argument("--gold1", required=True, metavar="FILE", help="first gold standard: what annotators gave")
    parser.add_argument("--runs", required=True, nargs="+", metavar="RUN", help="answers of systems")
    parser.add_argument("--baseline", action="append", default=[], metavar="RUN", help="answers of a baseline")
    parser.add_argument("--annotations", metavar="FILE", help="what gold 1 was made of")
    parser.add_argument("--frequencies", metavar="NAME", help="bnc, wordfreq:LANGUAGE or list:FILE")
    parser.add_argument("-m", "--measures", default=MEASURES, metavar="LIST", help=f"default: {MEASURES}")
    parser.add_argument("--match", default="lenient", metavar="RULES", help=f"when two are one: {', '.join(PRESETS)}")
    parser.add_argument("--mapping", metavar="FILE", help="canonical forms of answers (SemDis), applied to runs only")
    parser.add_argument("--min-responses", type=float, metavar="N", help="weight that an item of a gold needs")
    parser.add_argument("--ids", metavar="FILE", help="only the items of this list, one id a line")
    parser.add_argument("--format", choices=list(STUDY_RENDERERS), default="text", dest="form", help="default: text")
    parser.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help=f"write a file instead, in the form that its ending says ({' '.join(ENDINGS)}); may be repeated",
    )
    group = parser.add_argument_group("how chance is allowed for")
    group.add_argument("--unit", default="item", choices=list(UNITS), help="what is drawn as one (default: item)")
    group.add_argument("--resamples", type=int, default=2000, metavar="N", help="default: 2000; 0: no intervals")
    group.add_argument("--level", type=float, default=0.95, metavar="L", help="of the intervals (default: 0.95)")
    group.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with (default: 1)")
    add_reading_options(parser, golds_and_runs=True)


def run(options: argparse.Namespace) -> int:
    """Study, and print or write."""
    keep_freed_memory()
    refuse_study_outputs(options, [options.gold2, options.pool, options.ratings, *(options.items or [])])
    write_study(options, options.gold2, options.pool, options.ratings, options.items)
    return 0


def refuse_study_outputs(options: argparse.Namespace, others: list[str | None], gold: str | None = None) -> None:
    """Refuse a result of no known form, or in the place of what is read."""
    for path in options.output:
        format_of(path)
    read = [options.gold1, *options.runs, *options.baseline, options.annotations, options.mapping, options.ids, *others]
    outputs = {f"-o {path}": path for path in options.output} | ({"--gold2": gold} if gold else {})
    refuse_overwriting(outputs, [*read, named_file(options.frequencies)])


def write_study(
    options: argparse.Namespace,
    gold2: GoldLike,
    pool: PoolLike | None,
    ratings: RatingsLike | None,
    items: ItemsLike | None,
) -> None:
    """The study of what was rated."""
    result = study(
        options.gold1,
        gold2,
        *options.runs,
        pool=pool,
        ratings=ratings,
        annotations=options.annotations,
        baselines=options.baseline,
        frequencies=options.frequencies,
        measures=options.measures,
        match=options.match,
        mapping=options.mapping,
        min_responses=options.min_responses,
        ids=options.ids,
        items=items,
        unit=options.unit,
        resamples=options.resamples,
        level=options.level,
        seed=options.seed,
        **reading_arguments(options),
    )
    log_notes(result.notes)
    for path in options.output:
        result.save(path)
        said(f"wrote {path}")
    if not options.output:
        printed(result.to(options.form))
