"""`stead filter`: ratings that are not to be trusted are excluded, counted and kept apart."""

import argparse
from dataclasses import replace

from stead.api.posthoc import filter_ratings
from stead.cli.common import add_fault_options, log_notes, printed, refuse_overwriting, said
from stead.core.text import counted
from stead.formats import save
from stead.posthoc.filtering import RULES, FilterRules
from stead.reporting import SHEET_RENDERERS

_EXAMPLES = """
examples:
  stead filter ratings.jsonl --dispatch dispatch.jsonl -o kept.jsonl --excluded excluded.jsonl
  stead filter filled-in/*.tsv --dispatch dispatch.jsonl -o kept.jsonl
  stead filter ratings.jsonl --dispatch dispatch.jsonl --fast none --incomplete 0.9 -o kept.jsonl
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument(
        "ratings",
        metavar="RATINGS",
        nargs="+",
        help="ratings (JSON Lines, or tables as raters fill them in); the files are left as they are",
    )
    parser.add_argument("--dispatch", metavar="FILE", help="as `stead dispatch` wrote it: what was to be rated")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the ratings that are used go")
    parser.add_argument("--excluded", metavar="FILE", help="where the others go, each with the rule that excluded it")
    parser.add_argument("--format", choices=list(SHEET_RENDERERS), default="text", dest="form", help="default: text")
    add_rules(parser)
    add_fault_options(parser)
    parser.set_defaults(run=run)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The rules with their thresholds."""
    group = parser.add_argument_group("rules", "Each has a threshold; `none` leaves it out.")
    for name, what in RULES.items():
        default = getattr(FilterRules, name)
        group.add_argument(
            f"--{name}", type=_threshold, default=default, metavar="X", help=f"excludes {what} (default: {default:.3g})"
        )


def _threshold(text: str) -> float | None:
    if text == "none":
        return None
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor none") from None


def run(options: argparse.Namespace) -> int:
    """Filter, write, and print what each rule did."""
    wanted = {"-o": options.output, "--excluded": options.excluded}
    places = {option: place for option, place in wanted.items() if place}
    refuse_overwriting(places, [*options.ratings, options.dispatch])
    thresholds = {name: getattr(options, name) for name in RULES}
    result = filter_ratings(
        options.ratings, dispatch=options.dispatch, faults=options.faults, encoding=options.encoding, **thresholds
    )
    log_notes(result.notes)
    if options.output:
        save(result.kept, "ratings", options.output, "stead")
        said(f"wrote {options.output}: {counted(len(result.kept), 'rating')}.")
    if options.excluded:
        excluded = [replace(rating, comment=f"excluded: {rule}") for rating, rule in result.filtered.excluded]
        controls = [replace(rating, comment="control") for rating in result.filtered.controls]
        save([*excluded, *controls], "ratings", options.excluded, "stead")
        left_out = f"{counted(len(excluded), 'rating')} excluded, {counted(len(controls), 'control')}"
        said(f"wrote {options.excluded}: {left_out}.")
    if options.output != "-":
        printed(result.to(options.form))
    return 0
