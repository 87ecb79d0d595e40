"""`stead measures`: list the measures, or the rules of matching."""

import argparse
import re
import textwrap

from stead.cli.common import printed
from stead.core.parameters import declarations, settings
from stead.measures import MEASURES, SUITES, Measure, parse_measures
from stead.rules.matching import PRESETS, Rules


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="explain a measure or suite, with its formulas")
    parser.add_argument("--match", action="store_true", help="list the rules of matching instead")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    if options.match:
        printed(matching_list())
    elif options.name:
        printed("\n".join(map(measure_page, parse_measures(options.name))))
    else:
        printed(measure_list())
    return 0


def measure_list() -> str:
    """Every measure: figures, range, paper, and what it rewards."""
    lines = []
    for measure in MEASURES.values():
        lines.append(f"{measure!s:20} {' '.join(measure.figures):6} 0 to 1   {measure.paper}")
        lines.append(f"  rewards {measure.rewards}")
    suites = [
        textwrap.fill(
            ", ".join(members),
            100,
            initial_indent=f"  {name:11} ",
            subsequent_indent=" " * 14,
            break_on_hyphens=False,
        )
        for name, members in SUITES.items()
    ]
    return "\n".join([*lines, "", "suites (short for several):", *suites, "", _HINT]) + "\n"


_HINT = "`stead measures NAME` gives the formula, `stead measures --match` the rules of matching."


def measure_page(measure: Measure) -> str:
    """One measure in full."""
    explanation = textwrap.dedent("    " + (type(measure).__doc__ or "")).replace(".. math::", "")
    lines = [str(measure), "", re.sub(r":math:`(.*?)`", r"\1", explanation).strip(), ""]
    lines += [f"paper:    {measure.paper}", f"rewards:  {measure.rewards}", f"figures:  {', '.join(measure.figures)}"]
    for parameter, declared in declarations(measure).items():
        lines.append(f"{parameter + ':':9} {declared.meaning}; {declared.accepts}")
    return "\n".join(lines) + "\n"


def matching_list() -> str:
    """Every rule of matching: what it is about, what it accepts, and its value in each preset."""
    lines = []
    for name, declared in declarations(Rules).items():
        values = ", ".join(f"{preset} {settings(rules)[name]}" for preset, rules in PRESETS.items())
        lines += [f"{name}: {declared.meaning}", f"  accepts {declared.accepts}", f"  presets {values}"]
    return "\n".join([*lines, "", "Use: --match lenient,apostrophes=drop,spelling=british"]) + "\n"
