"""`stead tune`: set a system's parameters and its cut-off on development data."""

import argparse

from stead.api.inputs import reading_options
from stead.cli.common import add_reading_options, reading_arguments, refuse_overwriting, refuse_unwritable, said
from stead.cli.progress import draw_progress
from stead.core.text import counted
from stead.formats import load_content, read_content, write_content
from stead.records.json import to_json
from stead.records.tuned import TunedSystem
from stead.systems import parse_system
from stead.systems.tuning import Development, tune

_EXAMPLES = """
examples:
  stead tune cmlc --items dev.xml --gold dev-gold.txt -o tuned.json
  stead run tuned:tuned.json items.xml --task coverage -o run.txt

What is tuned is what a system lists as worth trying, and the score from which on candidates are good enough, so that
coverage F (k = 1) is highest. Cross-validated by lexelt: the file says what to expect of words that were not seen.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("system", metavar="SYSTEM", help="as `stead systems` lists them")
    parser.add_argument("--gold", required=True, metavar="GOLD", help="gold standard of the development data")
    parser.add_argument("--items", required=True, metavar="ITEMS", help="its sentences")
    parser.add_argument("-o", "--output", required=True, metavar="TUNED", help="where the tuned system is written")
    parser.add_argument(
        "--folds", type=int, default=5, metavar="N", help="parts that are left out in turn (default: 5)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="divides lexelts into folds (default: 1)")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tune, write, and say what to expect."""
    system = parse_system(options.system)
    refuse_overwriting({"-o": options.output}, [options.gold, options.items])
    refuse_unwritable(options.output)
    data = _development(options)
    with draw_progress() as progress:
        found = tune(system, data, folds=options.folds, seed=options.seed, progress=progress)
    write_content(options.output, to_json(found).encode())
    _say(found)
    return 0


def _development(options: argparse.Namespace) -> Development:
    reading = reading_options(**reading_arguments(options))
    items, gold = read_content(options.items), read_content(options.gold)
    sentences, report = load_content(items, "items", reading)
    standard, gold_report = load_content(gold, "gold", reading)
    for fault in (*report, *gold_report):
        said(str(fault))
    return Development(sentences, standard, items.sha256, gold.sha256)


def _say(found: TunedSystem) -> None:
    said(
        f"{found.system}: coverage F {100 * found.value:.2f} on {counted(found.items, 'item')}; "
        f"{100 * found.held_out:.2f} on lexelts left out, in {counted(len(found.folds), 'fold')} "
        f"({counted(found.tried, 'setting')} tried)."
    )
