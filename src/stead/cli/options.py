"""Options that several commands share, and the keywords that they become."""

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stead.cli import choices
from stead.core.errors import UsageError

if TYPE_CHECKING:
    from stead.api.options import Scoring


def explain(parser: argparse.ArgumentParser, text: str = "", *, examples: str = "") -> None:
    """Add to the description of a command, and show examples below its options."""
    if text:
        parser.description = f"{parser.description or ''}\n\n{text.strip()}".strip()
    if examples:
        lines = (f"  {line}".rstrip() for line in examples.strip().splitlines())
        parser.epilog = "\n".join(["examples:", *lines])


# --------------------------------------------------------------------------------------------------------- values


def whole_number(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def number(text: str) -> float:
    """Any number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def range_of(text: str) -> tuple[int, int]:
    """A number, or two with a dash between them."""
    least, dash, most = text.partition("-")
    return whole_number(least), whole_number(most if dash else least)


# --------------------------------------------------------------------------------------------------- input, output


def add_output(parser: argparse.ArgumentParser, help: str, *, required: bool = False, metavar: str = "FILE") -> None:
    """`-o`: where the result goes; standard output if it need not be given."""
    if required:
        parser.add_argument("-o", "--output", required=True, metavar=metavar, help=help)
    else:
        words = f"{help} (default: standard output)"
        parser.add_argument("-o", "--output", default="-", metavar=metavar, help=words)


def add_form(parser: argparse.ArgumentParser, forms: Sequence[str] = choices.FORMS, help: str = "") -> None:
    """`--format`: the form of what is printed."""
    parser.add_argument("--format", choices=forms, default="text", dest="form", help=f"{help}default: text")


def add_seed(parser: argparse._ActionsContainer, help: str = "random seed") -> None:
    """`--seed`."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=f"{help} (default: 1)")


def add_items(parser: argparse.ArgumentParser, help: str, **settings: Any) -> None:
    """`--items`, which may be repeated."""
    settings = {"default": [], **settings}
    parser.add_argument("--items", action="append", metavar="FILE", help=f"{help}; may be repeated", **settings)


def add_machines(parser: argparse._ActionsContainer) -> None:
    """`--machines`: whether the answers of machines count."""
    explained = "; ".join(f"{word}: {what}" for word, what in choices.MACHINES.items())
    parser.add_argument(
        "--machines",
        choices=list(choices.MACHINES),
        default="leave-out",
        help=f"annotators and raters whose names begin with machine: - {explained} (default: leave-out)",
    )


def add_reading_options(parser: argparse.ArgumentParser, *, golds_and_runs: bool = False) -> None:
    """How files are read; golds and runs may be in different formats where both are read."""
    parser.add_argument(
        "--from",
        dest="format",
        default="auto",
        choices=["auto", *choices.FORMATS],
        metavar="FORMAT",
        help=f"format of the files: auto (default), {', '.join(choices.FORMATS)}",
    )
    if golds_and_runs:
        for kind in ("gold", "run"):
            parser.add_argument(
                f"--{kind}-format",
                choices=["auto", *choices.FORMATS],
                metavar="FORMAT",
                help=f"format of the {kind}s, if it is not that of --from",
            )
    add_fault_options(parser)


def add_fault_options(parser: argparse.ArgumentParser) -> None:
    """What is done about files that are not as they should be."""
    faults = parser.add_mutually_exclusive_group()
    faults.add_argument(
        "--faults",
        default="repair",
        choices=choices.FAULTS,
        help="repair (default): use what can be repaired for certain; skip: leave out every line that is not perfectly "
        "formed; strict: refuse the file",
    )
    faults.add_argument("--strict", dest="faults", action="store_const", const="strict", help="same as --faults strict")
    parser.add_argument(
        "--encoding", metavar="NAME", help="encoding of the files that are not UTF-8, such as windows-1252"
    )


def reading_arguments(options: argparse.Namespace) -> dict[str, Any]:
    """The options for reading files as Python functions take them."""
    names = ("format", "gold_format", "run_format", "faults", "encoding")
    return {name: getattr(options, name) for name in names if hasattr(options, name)}


# -------------------------------------------------------------------------------------------------------- scoring


RUN_HELP = "answers of a system, as FILE or name=FILE; a.best and a.oot, or two files of one name, are one system"


def named_runs(arguments: Sequence[str]) -> list[Any]:
    """Runs as Python functions take them: `name=FILE` is a named run, unless there is a file of that whole name."""
    runs: list[Any] = []
    for argument in arguments:
        name, equals, file = argument.partition("=")
        if not equals or os.path.exists(argument):  # noqa: PTH110 (pathlib is slow to import)
            runs.append(argument)
        elif not name.strip() or not file:
            raise UsageError(f"{argument}: expected name=FILE, or a file.")
        else:
            from pathlib import Path

            runs.append({name: [Path(file)]})  # a text in a list would be an answer
    return runs


def add_match(parser: argparse._ActionsContainer) -> None:
    """`--match`: when two substitutes are the same."""
    parser.add_argument(
        "--match",
        metavar="RULES",
        help=f"when two substitutes are the same: {', '.join(choices.MATCHING)} (default: lenient); with changes, as "
        "in lenient,spelling=british (`stead measures --match` lists the rules)",
    )


def add_measures_and_groups(parser: argparse.ArgumentParser) -> None:
    """Which measures, on which groups of items."""
    parser.add_argument(
        "-m",
        "--measures",
        action="append",
        metavar="LIST",
        help=f"measures such as best,oot@10, or the suites {', '.join(choices.SUITES)}; may be repeated; default: all "
        "that the gold allows (`stead measures` lists them)",
    )
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="WHAT",
        help="also score groups of items: pos, lexelt, subset (NMWT, NMWS, MAN, RAND), substitutes (how many the gold "
        "has), agreement (of the annotators on the item), length (of the sentences), frequency:LIST (of "
        "the target's lemma, per million: bnc, wordfreq:fr, list:FILE), or a file of id<TAB>group; may be repeated",
    )


def add_scoring_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what counts."""
    group = parser.add_argument_group("what counts")
    add_match(group)
    group.add_argument(
        "--min-responses",
        type=number,
        metavar="N",
        help="weight that an item needs to be scored; default 2 for counts, any for graded golds (EVALITA: 1)",
    )
    group.add_argument(
        "--preset",
        choices=[*choices.PRESETS, "none"],
        help="score as a reference program does: its measures, matching rules and items; default: what is usual for a "
        "data set that is given by name, else none",
    )
    group.add_argument("--candidates", metavar="FILE", help="lexelt::candidate;... for gap(pool=candidates)")
    group.add_argument("--ids", metavar="FILE", help="score only the items of this list, one id a line")
    group.add_argument("--weights", choices=choices.WEIGHTS, default="auto", help="what gold weights are")
    group.add_argument("--mapping", metavar="FILE", help="canonical forms of answers (SemDis), applied to runs only")
    group.add_argument(
        "--multiwords", metavar="FILE", help="gold of the multiword task: for -m multiwords, and for --by subset (NMWT)"
    )
    group.add_argument(
        "--manual", metavar="FILE", help="lexelts whose sentences were picked by hand, for --by subset (MAN, RAND)"
    )


def scoring_options(options: argparse.Namespace) -> "Scoring":
    """How runs are scored: every field of `Scoring` that the command has an option for."""
    from stead.api.options import Scoring, field_names

    given = {name: getattr(options, name) for name in field_names(Scoring) if hasattr(options, name)}
    if isinstance(options.measures, list):
        given["measures"] = ",".join(options.measures)
    return Scoring(**given)
