"""`stead measures`: list the measures, or the rules of matching."""

import argparse
import textwrap

from stead.cli.common import printed
from stead.matching import PRESETS, Rules
from stead.measures import MEASURES, SUITES, parse_measure
from stead.reporting.tables import Table
from stead.reporting.text import text_table
from stead.task.declared import declarations, settings


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="explain one measure, with its formula")
    parser.add_argument("--match", action="store_true", help="list the rules of matching instead")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    if options.match:
        printed(matching_list())
    elif options.name:
        printed(measure_page(options.name))
    else:
        printed(measure_list())
    return 0


def measure_list() -> str:
    """Every measure: figures, range, paper, and what it rewards."""
    lines = []
    for measure in MEASURES.values():
        lines.append(f"{measure!s:20} {' '.join(measure.figures):6} 0 to 1   {measure.paper}")
        lines.append(f"  rewards {measure.rewards}")
    suites = [f"  {name:11} {', '.join(members)}" for name, members in SUITES.items()]
    return "\n".join([*lines, "", "suites (short for several):", *suites, "", _HINT]) + "\n"


_HINT = "`stead measures NAME` gives the formula, `stead measures --match` the rules of matching."


def measure_page(name: str) -> str:
    """One measure in full."""
    measure = parse_measure(name)
    explanation = textwrap.dedent("    " + (type(measure).__doc__ or "")).replace(".. math::", "").strip()
    lines = [str(measure), "", explanation, ""]
    lines += [f"paper:    {measure.paper}", f"rewards:  {measure.rewards}", f"figures:  {', '.join(measure.figures)}"]
    for parameter, declared in declarations(measure).items():
        lines.append(f"{parameter + ':':9} {declared.meaning}; {declared.accepts}")
    return "\n".join(lines) + "\n"


def matching_list() -> str:
    """Every rule of matching: what it is about, what it accepts, and its value in each preset."""
    rows = tuple(
        (name, *(settings(rules)[name] for rules in PRESETS.values()), declared.meaning, declared.accepts)
        for name, declared in declarations(Rules).items()
    )
    table = Table("rules of matching", ("rule", *PRESETS, "about", "accepts"), rows, labels=6)
    return f"{text_table(table)}\nUse: --match lenient,apostrophes=drop,spelling=british\n"
