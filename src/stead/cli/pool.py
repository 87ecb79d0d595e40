"""`stead pool`: what the gold and all runs propose, item by item, to be rated."""

import argparse

from stead.api.posthoc import pool
from stead.cli.common import (
    add_reading_options,
    log_notes,
    printed,
    reading_arguments,
    refuse_overwriting,
    said,
    whole_number,
)
from stead.core.text import counted
from stead.posthoc.pooling import DEPTH
from stead.reporting import SHEET_RENDERERS
from stead.rules.matching import PRESETS

_EXAMPLES = """
examples:
  stead pool gold.txt runs/*.txt -o pool.jsonl                          everything, as SemDis did
  stead pool gold.txt runs/*.txt --only-single-words -o pool.jsonl
  stead pool gold.txt runs/*.txt --sample 100 --min-substitutes 3 --no-names --no-multiwords \\
      --annotations annotations.jsonl -o pool.jsonl                     a sample, as SemEval-2007 did
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("gold", metavar="GOLD", help="first gold standard")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="answers of a system")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="where the pool goes (JSON Lines)")
    parser.add_argument(
        "--baseline", action="append", default=[], metavar="RUN", help="answers of a baseline; may be repeated"
    )
    parser.add_argument(
        "--depth", type=_depth, default=DEPTH, metavar="N", help=f"how many answers of a run, or all (default: {DEPTH})"
    )
    parser.add_argument("--only-single-words", action="store_true", help="leave phrases out, on both sides")
    parser.add_argument("--match", default="lenient", metavar="RULES", help=f"when two are one: {', '.join(PRESETS)}")
    parser.add_argument("--mapping", metavar="FILE", help="canonical forms of answers (SemDis), applied to runs only")
    parser.add_argument("--ids", metavar="FILE", help="only the items of this list, one id a line")
    parser.add_argument("--format", choices=list(SHEET_RENDERERS), default="text", dest="form", help="default: text")
    group = parser.add_argument_group("which items")
    group.add_argument("--sample", type=int, metavar="N", help="draw so many of those that fulfil the conditions")
    group.add_argument("--min-substitutes", type=int, default=0, metavar="N", help="so many single words in the gold")
    group.add_argument("--no-names", action="store_true", help="nobody answered NAME")
    group.add_argument("--no-multiwords", action="store_true", help="the target is part of no gold multiword")
    group.add_argument("--annotations", metavar="FILE", help="raw annotations, which know of NAME and multiwords")
    group.add_argument("--multiwords", metavar="FILE", help="gold of the multiword task")
    group.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with (default: 1)")
    add_reading_options(parser, golds_and_runs=True)
    parser.set_defaults(run=run)


def _depth(text: str) -> int | None:
    return None if text == "all" else whole_number(text)


def run(options: argparse.Namespace) -> int:
    """Pool, write, and print where candidates come from."""
    read = [options.gold, *options.runs, *options.baseline, options.mapping, options.ids]
    refuse_overwriting({"-o": options.output}, [*read, options.annotations, options.multiwords])
    result = pool(
        options.gold,
        *options.runs,
        baselines=options.baseline,
        depth=options.depth,
        only_single_words=options.only_single_words,
        match=options.match,
        mapping=options.mapping,
        ids=options.ids,
        sample=options.sample,
        min_substitutes=options.min_substitutes,
        no_names=options.no_names,
        no_multiwords=options.no_multiwords,
        annotations=options.annotations,
        multiwords=options.multiwords,
        seed=options.seed,
        **reading_arguments(options),
    )
    log_notes(result.notes)
    result.save(options.output)
    said(f"wrote {options.output}: {counted(result.pool.size, 'candidate')} for {counted(len(result.pool), 'item')}.")
    if options.output != "-":
        printed(result.to(options.form))
    return 0
