"""`stead systems`: what there is to run."""

import argparse

from stead.cli.common import printed, said
from stead.reporting.tables import Table
from stead.reporting.text import text_table
from stead.systems import known_systems, parse_system
from stead.task.declared import declarations, settings


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("names", metavar="SYSTEM", nargs="*", help="show the parameters of these")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List them, or their parameters."""
    if not options.names:
        rows = tuple((name, kind.about, kind.paper) for name, kind in known_systems(said).items())
        printed(text_table(Table("systems", ("name", "what it does", "paper"), rows, labels=3)))
        return 0
    for name in options.names:
        printed(text_table(_parameters(name)))
    return 0


def _parameters(name: str) -> Table:
    system = parse_system(name)
    values = settings(system)
    rows = tuple(
        (parameter, values[parameter], declared.meaning, declared.accepts)
        for parameter, declared in declarations(system).items()
    )
    return Table(str(system), ("parameter", "value", "meaning", "accepts"), rows, type(system).about + ".", labels=4)
