"""`stead datasets`: the field's data sets, which of them are here, and how to get, find, cite and verify them."""

import argparse
import signal
import sys
from collections.abc import Iterator
from typing import Any

from stead.cli.options import add_form, explain
from stead.cli.output import log, render_list, write
from stead.cli.progress_bar import draw_progress
from stead.core.errors import BadInput

_COLUMNS = ("name", "items", "kB", "lang", "here", "licence", "paper")
_CAPTION = "`stead datasets get NAME` gets one. ask: it has no public address; get says where to ask."
_NO_CHECKSUM = "no checksum is published, so the files were not compared"
_NAMES = "a data set, or a part of one (`stead datasets` lists them)"


def declare_datasets_list(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
A name such as swords:dev stands wherever a gold, items or candidates are expected, once it is here.
""",
        examples="""
stead datasets                              what there is, and what of it is here
stead datasets get semeval2007              fetch all its parts
stead score semeval2007:test my.best        score a run on one of them
""",
    )
    add_form(parser)


def declare_datasets_get(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Files are fetched from where they are published, compared with their SHA-256, and kept in $STEAD_CACHE, or where this
platform keeps such files. A fetch that was interrupted is resumed. A mirror (an address or a folder that has the files
under owner/repository/commit/path) can be named by --from or by $STEAD_MIRROR.
""",
        examples="""
stead datasets get semeval2007 swords:dev
stead datasets get semeval2007:trial --from FOLDER       files are found in it by their checksums
stead datasets get evalita2009:test --from FOLDER        data that has no public address
""",
    )
    parser.add_argument("names", metavar="NAME", nargs="+", help=_NAMES)
    parser.add_argument(
        "--from",
        dest="source",
        default="",
        metavar="SOURCE",
        help="a folder, a file, or the address of a mirror, instead of where it is published",
    )
    parser.add_argument("--offline", action="store_true", help="fetch nothing: fail if it is not here")
    parser.add_argument("--again", action="store_true", help="fetch even if it is here")


def declare_datasets_path(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="NAME", help=_NAMES)


def declare_datasets_cite(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(parser, examples="stead datasets cite semeval2007 swords >> paper.bib")
    parser.add_argument("names", metavar="NAME", nargs="+", help=_NAMES)


def declare_datasets_verify(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("names", metavar="NAME", nargs="*", help="default: all that are here")


def run_datasets_list(options: argparse.Namespace) -> int:
    """Print the table."""
    from stead.api.data_sets import part_records
    from stead.reporting.tables import Table

    records = part_records(log)
    table = Table(
        title="data sets",
        columns=_COLUMNS,
        rows=tuple(map(_row, records)),
        caption=" ".join([_CAPTION, *_without_gold(records)]),
        labels=len(_COLUMNS),
        numbers=frozenset(map(_COLUMNS.index, ("items", "kB"))),
    )
    shown = records if options.form == "json" else list(map(_flat, records))
    write(render_list(shown, options.form, table=table, schema="stead.datasets/1"))
    return 0


def _without_gold(records: list[dict[str, Any]]) -> Iterator[str]:
    """Name the parts that cannot be scored against, with what they hold."""
    others = [record for record in records if record["holds"] and "gold" not in record["holds"]]
    if others:
        listed = ", ".join(f"{record['name']} ({', '.join(record['holds'])})" for record in others)
        yield f"Without a gold: {listed}."


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """A record without lists: papers and addresses in one text each."""
    files = " ".join(file["address"] for file in record["files"])
    papers, holds = "; ".join(record["papers"]), " ".join(record["holds"])
    return {**record, "items": record["items"] or "", "holds": holds, "papers": papers, "files": files}


def _row(record: dict[str, Any]) -> tuple[str, ...]:
    """What the table shows of a part; of its papers, the first."""
    items, size, paper = record["items"] or "", record["kB"] or "", (record["papers"] or [""])[0]
    return record["name"], str(items), str(size), record["language"], record["here"], record["licence"], paper


def run_datasets_get(options: argparse.Namespace) -> int:
    """Find or fetch all that can be had, and print the folders; 1 if something could not be had."""
    from stead.api.data_sets import get_part, select_parts
    from stead.resources import FetchOptions

    fetching = FetchOptions(source=options.source, offline=options.offline, again=options.again)
    problems: dict[str, str] = {}
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is half done is cleared away
    try:
        for part in select_parts(options.names):
            try:
                with draw_progress() as progress:
                    ready = get_part(part, fetching, progress)
            except BadInput as error:
                problems[part.name] = str(error)
                continue
            checked = "SHA-256 checked" if ready.has_checksums else _NO_CHECKSUM
            log(f"{ready.name}: from {ready.origin}, {checked}; licence: {ready.licence}.")
            write(f"{ready.folder}\n")
    finally:
        signal.signal(signal.SIGTERM, before)
    for message in problems.values():
        log(message)
    if len(problems) > 1:
        log(f"not fetched: {', '.join(problems)}.")
    return 1 if problems else 0


def run_datasets_path(options: argparse.Namespace) -> int:
    """Print the folder."""
    from stead.api.data_sets import dataset

    write(f"{dataset(options.name).folder}\n")
    return 0


def run_datasets_cite(options: argparse.Namespace) -> int:
    """Print the BibTeX entries."""
    from stead.api.data_sets import bibtex_of

    write(bibtex_of(options.names))
    return 0


def run_datasets_verify(options: argparse.Namespace) -> int:
    """Compare; 1 if anything is damaged, or if what was asked for is not here."""
    from stead.api.data_sets import verify_parts

    bad = {"damaged", "absent"} if options.names else {"damaged"}
    status = 0
    for name, state, message in verify_parts(options.names):
        write(f"{name}: {state}: {message}\n")
        status |= state in bad
    return status
