"""`stead run`: the answers of a system to a file of items."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from stead.api.inputs import reading_options
from stead.cli.common import (
    add_reading_options,
    named_file,
    reading_arguments,
    refuse_overwriting,
    said,
    say_what_is_made,
    whole_number,
)
from stead.cli.progress import draw_progress
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.parameters import settings
from stead.core.text import counted
from stead.formats import FORMATS, checked_encoding, load, load_content, read_content, save
from stead.formats.tables import read_candidates
from stead.systems import TASKS, Answering, Asker, Question, RunWriter, Streaming, System, parse_system

_FORMATS = {"best": "semeval", "oot": "semeval-oot", "mw": "semeval", "coverage": "semeval-oot", "rank": "ranking"}
_WRITERS = [name for name, known in FORMATS.items() if "run" in known.writers]
_LISTED = f"{', '.join(_WRITERS)} (default: that of the task's papers)"
_EXAMPLES = """
examples:
  stead run wordnet items.xml --task oot -o run.txt
  stead run "dictionary(lexicon=mythes-fr)" items.fr.xml --task best -o run.txt
  stead run multiword items.xml --task mw -o multiwords.txt
  stead run wordnet items.xml --task rank --candidates gold:gold.txt -o ranked.txt
  stead run my_package.systems:Mine items.xml -o run.txt
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("system", metavar="SYSTEM", help="as `stead systems` lists them, or module:attribute")
    parser.add_argument("items", metavar="ITEMS", help="sentences with marked targets")
    parser.add_argument("-o", "--output", required=True, metavar="RUN", help="where to; go on there if it was killed")
    tasks = "; ".join(f"{name}: {what}" for name, what in TASKS.items())
    parser.add_argument("--task", choices=list(TASKS), default="oot", help=f"{tasks} (default: oot)")
    parser.add_argument(
        "--candidates", metavar="FILE", help="what to rank: lexelt::candidate;... or gold:FILE, all that a gold has"
    )
    parser.add_argument("--to", choices=_WRITERS, metavar="FORMAT", help=f"one of {_LISTED}")
    parser.add_argument(
        "--workers",
        type=_at_least_one,
        metavar="N",
        help="processes that answer side by side; 1: only this one (default: this one and, if it takes long, one for "
        "each core)",
    )
    add_reading_options(parser)
    parser.set_defaults(run=run)


def _at_least_one(text: str) -> int:
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def run(options: argparse.Namespace) -> int:
    """Answer, keeping answers as they come, and write the run."""
    say_what_is_made()
    system = parse_system(options.system)
    path = _output(options, system)
    content = read_content(options.items)
    items, report = load_content(content, "items", reading_options(**reading_arguments(options)))
    for fault in report:
        said(str(fault))
    answering = Answering(Asker(_question(items, options), system), options.workers)
    work = Streaming(items, answering, _signature(system, content.sha256, options))
    writer = RunWriter(path)
    already = writer.written(work)
    if already:
        said(f"{counted(already, 'item')} of {len(items)} were answered before; going on.")
    with draw_progress() as progress:
        found = writer.run(work, system.name, progress)
    losses = save(found, "run", path, options.to or _FORMATS[options.task])
    writer.finished()
    answered = sum(1 for row in found if row.answers)
    said(f"wrote {path}: {answered} of {counted(len(items), 'item')} answered. {system.signature()}")
    for loss in losses if options.to or options.task == "rank" else []:
        said(f"the file does not hold {loss}.")
    return 0


def _output(options: argparse.Namespace, system: System) -> Path:
    """Where to: a file that is none of those that are read."""
    if options.output == "-":
        raise UsageError("-o names a file: what is answered so far is kept beside it.")
    if Path(options.output).is_dir():
        raise UsageError(f"{options.output} is a folder; -o names a file.")
    candidates = options.candidates and options.candidates.removeprefix("gold:")
    opened = (named_file(str(value)) for value in settings(system).values())
    refuse_overwriting({"-o": options.output}, [options.items, candidates, *opened])
    return Path(options.output)


def _question(items: Sequence[Item], options: argparse.Namespace) -> Question:
    if options.task != "rank":
        if options.candidates:
            raise UsageError("--candidates are for --task rank.")
        return Question(options.system, options.task)
    if not options.candidates:
        raise UsageError("--task rank needs --candidates.")
    pools = _pools(options.candidates, options.encoding)
    if not any(item.lexelt in pools for item in items):
        wanted = f"expected lexelts such as {items[0].lexelt}" if items else "there are no items"
        raise BadInput(f"{options.candidates} has candidates for none of the {counted(len(items), 'item')}; {wanted}.")
    return Question(options.system, options.task, pools)


def _pools(given: str, encoding: str | None) -> Mapping[str, Sequence[str]]:
    """Candidates by lexelt: those of a file, or all that a gold has for a target in any of its items."""
    kind, _, path = given.partition(":")
    if kind != "gold" or not path:
        return read_candidates(Path(given), checked_encoding(encoding))
    pools: dict[str, dict[str, None]] = {}
    for row in load(path, "gold", reading_options(encoding=encoding))[0]:
        pools.setdefault(row.lexelt, {}).update(dict.fromkeys(term for term, weight in row.weights if weight > 0))
    return {lexelt: list(terms) for lexelt, terms in pools.items()}


def _signature(system: System, items: str, options: argparse.Namespace) -> str:
    """What must be the same for answers of an earlier try to be of use."""
    candidates = options.candidates and read_content(options.candidates.removeprefix("gold:")).sha256
    own = ",".join(f"{name}={value}" for name, value in settings(system).items())
    reading = f"{options.format}|{options.faults}|{options.encoding}"
    return f"{system.signature()}|{own}|{options.task}|{reading}|{items}|{candidates}"
