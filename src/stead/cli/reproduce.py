"""`stead reproduce`: the tables of the field's papers, made again."""

import argparse

from stead.cli.options import add_form, add_output, explain
from stead.cli.output import log_notes, refuse_unwritable, text_width, write
from stead.cli.progress_bar import draw_progress
from stead.core.errors import UsageError


def declare_reproduce(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from stead.api.paper_tables import paper_names

    explain(
        parser,
        """
Without a table, lists them with what can be computed here. Worked examples are computed; baselines are run on the
paper's data set, or on another part of it that is here, and the table says so. What cannot be had says why, and shows
its layout on simulated data.
""",
        examples="""
stead reproduce                                     what there is
stead reproduce jabbari2010                         all tables and worked examples of a paper
stead datasets get semeval2007                      then the baselines are run on its data:
stead reproduce mccarthy2007:2 mccarthy2007:5
stead reproduce --all -o page.md                    everything on one page
""",
    )
    papers = ", ".join(paper_names())
    parser.add_argument("tables", metavar="TABLE", nargs="*", help=f"such as mccarthy2007:2, or a paper: {papers}")
    parser.add_argument("--all", action="store_true", dest="every", help="all tables of all papers")
    parser.add_argument(
        "--no-data", action="store_false", dest="data", help="use no data set: only what is the same everywhere"
    )
    add_output(parser, "file to write; its ending (.md, .tex, .tsv, ...) says the format")
    add_form(parser)


def run_reproduce(options: argparse.Namespace) -> int:
    """Make the tables, and print or write them."""
    from stead.api.reproduction import reproduce

    if options.every and options.tables:
        raise UsageError("--all is every table; leave out --all or the names of tables.")
    refuse_unwritable(options.output)
    with draw_progress() as progress:
        made = reproduce(*(["all"] if options.every else options.tables), data=options.data, progress=progress)
    log_notes(made.notes)
    if options.output == "-":
        write(made.to(options.form, width=text_width()))
    else:
        made.save(options.output)
    return 0
