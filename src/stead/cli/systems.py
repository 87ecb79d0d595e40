"""`stead systems`: what there is to run."""

import argparse

from stead.cli.cards import card_tables
from stead.cli.common import printed, said
from stead.core.parameters import declarations, settings
from stead.reporting.tables import Table
from stead.reporting.text import text_table
from stead.systems import System, known_systems, parse_system
from stead.systems.blend.model import open_model
from stead.systems.blend.system import BlendSystem


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "names", metavar="SYSTEM", nargs="*", help="show the parameters of these, and what a model was learned from"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List them, or their parameters."""
    if not options.names:
        rows = tuple((name, kind.about, kind.paper) for name, kind in known_systems(said).items())
        printed(text_table(Table(title="systems", columns=("name", "what it does", "paper"), rows=rows, labels=3)))
        return 0
    for system in map(parse_system, options.names):
        printed(text_table(_parameters(system)))
        if isinstance(system, BlendSystem) and system.model:
            printed("".join(f"\n{text_table(table)}" for table in card_tables(open_model(system.model).card)))
    return 0


def _parameters(system: System) -> Table:
    values = settings(system)
    rows = tuple(
        (parameter, values[parameter], declared.meaning, declared.accepts)
        for parameter, declared in declarations(system).items()
    )
    return Table(
        title=str(system),
        columns=("parameter", "value", "meaning", "accepts"),
        rows=rows,
        caption=type(system).about + ".",
        labels=4,
    )
