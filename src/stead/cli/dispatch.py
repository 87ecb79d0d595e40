"""`stead dispatch`: subsets for raters, and the check that they are what they should be."""

import argparse
from pathlib import Path

from stead.api.posthoc import DispatchResult, blind_sheets, dispatch, sentences_of, verify_dispatch
from stead.cli.common import log_notes, printed, refuse_overwriting, said, whole_number
from stead.core.errors import BadInput, UsageError
from stead.core.text import counted
from stead.formats import write_content
from stead.reporting import SHEET_RENDERERS

_EXAMPLES = """
examples:
  stead dispatch pool.jsonl --subsets 90 -o dispatch.jsonl
  stead dispatch pool.jsonl --size 150 --ratings 3-7 --repeats 5 --planted 5 -o dispatch.jsonl
  stead dispatch pool.jsonl --size 150 -o dispatch.jsonl --sheets sheets --items items.xml
  stead dispatch pool.jsonl --verify dispatch.jsonl
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("pool", metavar="POOL", help="as `stead pool` writes it")
    how_many = add_division(parser)
    how_many.add_argument("--verify", metavar="DISPATCH", help="check a dispatch of this pool instead")
    parser.add_argument("-o", "--output", metavar="FILE", help="the organiser's copy, which tells what is planted")
    parser.add_argument("--sheets", metavar="FOLDER", help="also write what raters get, one table for each subset")
    parser.add_argument(
        "--items",
        action="append",
        default=[],
        metavar="FILE",
        help="sentences, for --sheets and the languages of --planted",
    )
    parser.add_argument(
        "--ratings", type=range_of, default=(3, 7), metavar="K", help="people for each subset: 3, or 3-7 (default)"
    )
    parser.add_argument("--format", choices=list(SHEET_RENDERERS), default="text", dest="form", help="default: text")
    parser.set_defaults(run=run)


def add_division(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """How a pool is divided; the group of options of which there is one."""
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument("--subsets", type=int, metavar="N", help="how many subsets")
    how_many.add_argument("--size", type=int, metavar="N", help="how many candidates a subset holds at most")
    parser.add_argument("--repeats", type=int, default=0, metavar="N", help="candidates shown again, in each subset")
    parser.add_argument("--planted", type=int, default=0, metavar="N", help="words that fit nowhere, in each subset")
    parser.add_argument(
        "--bare",
        choices=["refuse", "leave-out"],
        default="refuse",
        help="sentences without a substitute of the first gold (default: refuse)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with (default: 1)")
    return how_many


def range_of(text: str) -> tuple[int, int]:
    """A number, or two with a dash between them."""
    least, dash, most = text.partition("-")
    return whole_number(least), whole_number(most if dash else least)


def run(options: argparse.Namespace) -> int:
    """Divide and write, or verify."""
    if options.verify:
        return _verified(options)
    if not options.output:
        raise UsageError("say where the dispatch goes (-o FILE).")
    refuse_overwriting({"-o": options.output}, [options.pool, *(options.items or [])])
    result = dispatch(
        options.pool,
        size=options.size,
        subsets=options.subsets,
        ratings=options.ratings,
        repeats=options.repeats,
        planted=options.planted,
        bare=options.bare,
        seed=options.seed,
        items=options.items,
    )
    sheets = _sheets(result, options)
    log_notes(result.notes)
    result.save(options.output)
    said(f"wrote {options.output}: {counted(result.dispatch.subsets, 'subset')}.")
    if options.sheets:
        _write_sheets(Path(options.sheets), sheets)
    if options.output != "-":
        printed(result.to(options.form))
    return 0


def _verified(options: argparse.Namespace) -> int:
    result = verify_dispatch(options.verify, options.pool)
    printed(result.to(options.form))
    broken = [check.constraint for check in result.checks if not check.holds]
    if broken:
        said(f"{options.verify}: broken: {'; '.join(broken)}.")
    return 1 if broken else 0


def _sheets(result: DispatchResult, options: argparse.Namespace) -> dict[str, str]:
    """The tables for raters, if they are wanted; one that is there already may have been filled in."""
    if not options.sheets:
        if options.items and not options.planted:
            raise UsageError(
                "--items are the sentences of the tables for raters, and tell the languages of planted words; say "
                "where the tables go (--sheets FOLDER), or how many words to plant (--planted N)."
            )
        return {}
    sentences = sentences_of(options.items)
    tables = blind_sheets(result.dispatch, sentences)
    there = next((name for name in tables if (Path(options.sheets) / name).exists()), None)
    if there is not None:
        place = Path(options.sheets) / there
        raise UsageError(f"--sheets would overwrite {place}, which may have been filled in. Name another folder.")
    shown = dict.fromkeys((screen.lexelt, screen.id) for screen in result.dispatch.screens)
    bare = [" ".join(key) for key in shown if key not in sentences]
    if bare:
        said(
            f"{len(bare)} of {counted(len(shown), 'item')} without a sentence ({bare[0]}); give them with --items FILE."
        )
    return tables


def _write_sheets(folder: Path, tables: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}.") from None
    for name, text in tables.items():
        write_content(folder / name, text.encode())
    said(f"wrote {counted(len(tables), 'table')} for raters to {folder}.")
