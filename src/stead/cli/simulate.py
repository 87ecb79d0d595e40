"""`stead simulate`: campaigns with known truth, and plans for real ones."""

import argparse
from dataclasses import fields

from stead.api.study import plan, simulate
from stead.cli.common import printed, said, whole_number
from stead.core.errors import UsageError
from stead.core.text import counted
from stead.posthoc.planning import CAMPAIGNS, PEOPLE
from stead.posthoc.world import Design
from stead.reporting import SHEET_RENDERERS

_EXAMPLES = """
examples:
  stead simulate campaign                                   30 targets x 10 sentences, as SemDis had
  stead simulate campaign --bad-raters 5 --repeats 5 --planted 5 --seed 7
  stead simulate --plan --targets 20 --sentences 10         how many annotators do I need?
"""
_MEANINGS = {
    "targets": "target words",
    "sentences": "sentences of each target",
    "annotators": "people who give substitutes",
    "runs": "systems, besides the baseline",
    "raters": "people who rate the pool",
    "bad_raters": "raters who are not honest",
    "size": "candidates of a subset, at most",
    "least": "ratings of a candidate, at least",
    "most": "ratings of a candidate, at most",
    "repeats": "candidates shown again in each subset",
    "planted": "words that fit nowhere, in each subset",
    "seed": "what chance begins with",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="where the files of the campaign go")
    parser.add_argument("--plan", action="store_true", help="instead, show what more annotators and raters would bring")
    parser.add_argument(
        "--people", type=_numbers, default=PEOPLE, metavar="LIST", help=f"numbers of people for --plan, as in {_LISTED}"
    )
    parser.add_argument("--campaigns", type=int, default=CAMPAIGNS, metavar="N", help="campaigns that --plan simulates")
    parser.add_argument("--format", choices=list(SHEET_RENDERERS), default="text", dest="form", help="of the plan")
    group = parser.add_argument_group("how large")
    for field in fields(Design):
        option, words = f"--{field.name.replace('_', '-')}", f"{_MEANINGS[field.name]} (default: {field.default})"
        group.add_argument(option, type=int, default=field.default, metavar="N", help=words)
    parser.set_defaults(run=run)


_LISTED = ",".join(map(str, PEOPLE))


def _numbers(text: str) -> list[int]:
    return [whole_number(part) for part in text.split(",")]


def run(options: argparse.Namespace) -> int:
    """Simulate and write, or plan and print."""
    design = {field.name: getattr(options, field.name) for field in fields(Design)}
    if options.plan == bool(options.folder):
        raise UsageError("name a folder for the campaign, or ask for a plan (--plan).")
    if options.plan:
        if not 1 <= options.campaigns <= 1000:
            raise UsageError(f"--campaigns is a whole number from 1 to 1000, not {options.campaigns}.")
        printed(plan(people=options.people, campaigns=options.campaigns, **design).to(options.form))
        return 0
    result = simulate(**design)
    files = result.write(options.folder)
    own = result.campaign
    said(
        f"wrote {counted(len(files), 'file')} to {options.folder}: {counted(len(own.items), 'item')}, "
        f"{counted(own.pool.size, 'candidate')}, {counted(len(own.ratings), 'rating')}."
    )
    return 0
