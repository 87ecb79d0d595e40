"""`stead gold make`: annotations or ratings in, a gold standard out."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from stead.api.gold import GoldResult, make_gold
from stead.cli.common import add_reading_options, log_notes, reading_arguments, refuse_overwriting, said
from stead.core.parameters import declarations
from stead.core.text import counted, one_line
from stead.formats import FORMATS, write_content, written
from stead.golds import AnswerRules, RatingRules

_EXAMPLES = """
examples:
  stead gold make annotations.jsonl -o gold.txt
  stead gold make annotations.csv -o gold.txt --multiwords gold-mw.txt --specials special.tsv
  stead gold make annotations.jsonl -o gold.txt --curation curation.tsv --data-sheet gold-sheet
  stead gold make annotations.jsonl -o gold.txt --items items.xml --min-responses 1
  stead gold make ratings.jsonl -o gold2.txt
"""
_WRITERS = [name for name, known in FORMATS.items() if "gold" in known.writers]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("annotations", metavar="ANNOTATIONS", help="annotations or ratings (- is standard input)")
    add_output_options(parser)
    parser.add_argument(
        "--curation", metavar="FILE", help="decisions to apply before answers are counted (see `stead gold curate`)"
    )
    parser.add_argument(
        "--items", action="append", default=[], metavar="FILE", help="only these items, in their order; may be repeated"
    )
    add_procedure(parser, AnswerRules, RatingRules)
    add_reading_options(parser)
    parser.set_defaults(run=run)


_LISTED = ", ".join(_WRITERS) + " (default: semeval)"


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Where a gold of annotations and what belongs to it go."""
    add_gold_output(parser)
    parser.add_argument("--multiwords", metavar="FILE", help="also write the multiwords that annotators named")
    parser.add_argument("--specials", metavar="FILE", help="also write how often each item was answered NIL and NAME")


def add_gold_output(parser: argparse.ArgumentParser) -> None:
    """Where a gold goes, in which format, and its data sheet."""
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE", help="where the gold goes (default: standard output)"
    )
    parser.add_argument("--to", choices=_WRITERS, default="semeval", metavar="FORMAT", help=f"one of {_LISTED}")
    parser.add_argument(
        "--data-sheet",
        metavar="NAME",
        help="also write NAME.md and NAME.json (in a folder: data-sheet.md and data-sheet.json): procedure, counts, "
        "faults, notes, curation, distributions, agreement, ceilings, items left out",
    )


def add_procedure(parser: argparse.ArgumentParser, *declared_by: type) -> None:
    """How the gold is made: the parameters of these rules."""
    group = parser.add_argument_group("procedure")
    for rules in declared_by:
        for name, declared in declarations(rules).items():
            usual = "mean of numbers, majority of verdicts" if rules is RatingRules else getattr(rules, name)
            kind = int if isinstance(getattr(rules, name), int) else str
            words = f"{declared.meaning}: {declared.accepts} (default: {usual})"
            group.add_argument(
                f"--{name.replace('_', '-')}", type=kind, metavar="N" if kind is int else "WORD", help=words
            )


def run(options: argparse.Namespace) -> int:
    """Make everything, and then write it."""
    refuse_overwriting(places(options), [options.annotations, options.curation, *options.items])
    result = make_gold(
        options.annotations,
        curation=options.curation,
        items=options.items,
        weights=options.weights,
        max_answers=options.max_answers,
        min_responses=options.min_responses,
        grade=options.grade,
        **reading_arguments(options),
    )
    write_result(result, options)
    return 0


def write_result(result: GoldResult, options: argparse.Namespace) -> None:
    """Say what is to be known about the gold, and write everything that was asked for."""
    write_gold(result, _outputs(result, options), "substitute")


def write_gold(result: GoldResult, outputs: Mapping[str, bytes], term: str) -> None:
    """Say what is to be known about a gold of such terms, and write what goes where."""
    log_notes(result.notes)
    for name, data in outputs.items():
        write_content(name, data)
    terms = counted(len(result.gold.weights), term)
    said(f"{counted(len(result.gold), 'item')} in the gold, {terms}. signature: {result.signature}")


def places(options: argparse.Namespace) -> dict[str, str]:
    """Where each result goes, by the option that says so."""
    own = {"--multiwords": options.multiwords, "--specials": options.specials}
    given = {option: place for option, place in own.items() if place is not None}
    return {"-o": options.output, **given, **gold_places(options)}


def gold_places(options: argparse.Namespace) -> dict[str, str]:
    """Where the gold and its data sheet go."""
    found = {"-o": options.output}
    if options.data_sheet is not None:
        page, document = _sheet_files(options.data_sheet)
        found |= {"--data-sheet": page, "--data-sheet (JSON)": document}
    return found


def _outputs(result: GoldResult, options: argparse.Namespace) -> dict[str, bytes]:
    """What goes where; nothing is written before all of it could be put into words."""
    outputs = gold_outputs(result, options)
    if options.multiwords is not None:
        outputs[options.multiwords] = written(result.multiwords, "gold", options.to).text.encode()
    if options.specials is not None:
        outputs[options.specials] = _specials(result).encode()
    return outputs


def gold_outputs(result: GoldResult, options: argparse.Namespace) -> dict[str, bytes]:
    """The gold in its format, and its data sheet if it was asked for."""
    text, losses = written(result.gold, "gold", options.to)
    for loss in losses:
        said(f"{options.to} cannot hold {loss}: lost{_REMEDIES.get(loss, '')}.")
    outputs = {options.output: text.encode()}
    if options.data_sheet is not None:
        sheet, (page, document) = result.data_sheet(), _sheet_files(options.data_sheet)
        outputs[page] = sheet.to("markdown").encode()
        outputs[document] = sheet.to("json").encode()
    return outputs


_REMEDIES = {"that the weights are counts": "; score it with `--weights counts`, or write it with `--to stead`"}


def _specials(result: GoldResult) -> str:
    rows = [("lexelt", "id", "NIL", "NAME"), *result.specials]
    return "".join("\t".join(one_line(str(cell)) for cell in row) + "\n" for row in rows)


def _sheet_files(name: str) -> tuple[str, str]:
    """The names of the data sheet in Markdown and in JSON."""
    prefix = str(Path(name) / "data-sheet") if Path(name).is_dir() else name
    return f"{prefix}.md", f"{prefix}.json"
