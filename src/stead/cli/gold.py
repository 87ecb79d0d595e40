"""`stead gold`: make, extend, compare, describe and curate gold standards."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from stead.cli import choices
from stead.cli.options import (
    add_form,
    add_items,
    add_machines,
    add_output,
    add_reading_options,
    explain,
    reading_arguments,
)
from stead.cli.output import log, log_notes, refuse_overwriting, text_width, write
from stead.core.errors import UsageError
from stead.core.text import one_line, plural

if TYPE_CHECKING:
    from stead.api.gold import GoldResult

_GRADE = "mean (the mean of the ratings), majority (a strict majority, else the lower median)"

# ----------------------------------------------------------------------------------------------------------- make


def declare_gold_make(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead gold make annotations.jsonl -o gold.txt
stead gold make annotations.csv -o gold.txt --multiwords gold-mw.txt --specials special.tsv
stead gold make annotations.jsonl -o gold.txt --curation curation.tsv --data-sheet gold-sheet
stead gold make annotations.jsonl -o gold.txt --items items.xml --min-responses 1
stead gold make ratings.jsonl -o gold2.txt
""",
    )
    parser.add_argument("annotations", metavar="ANNOTATIONS", help="annotations or ratings (- is standard input)")
    add_gold_outputs(parser)
    parser.add_argument(
        "--curation", metavar="FILE", help="decisions to apply before answers are counted (see `stead gold curate`)"
    )
    add_items(parser, "only these items, in their order")
    procedure = add_procedure(parser)
    add_machines(procedure)
    procedure.add_argument(
        "--grade",
        metavar="WORD",
        help=f"how the ratings of a candidate become its weight: {_GRADE} (default: mean of numbers, majority of "
        "verdicts)",
    )
    add_reading_options(parser)


def add_gold_outputs(parser: argparse.ArgumentParser) -> None:
    """Where a gold of annotations and what belongs to it go."""
    _add_gold_output(parser)
    parser.add_argument("--multiwords", metavar="FILE", help="also write the multiwords that annotators named")
    parser.add_argument("--specials", metavar="FILE", help="also write how often each item was answered NIL and NAME")


def _add_gold_output(parser: argparse.ArgumentParser) -> None:
    """Where a gold goes, in which format, and its data sheet."""
    add_output(parser, "file for the gold")
    parser.add_argument(
        "--to",
        choices=choices.GOLD_FORMATS,
        default="semeval",
        metavar="FORMAT",
        help=f"one of {', '.join(choices.GOLD_FORMATS)} (default: semeval)",
    )
    parser.add_argument(
        "--data-sheet",
        metavar="NAME",
        help="also write NAME.md and NAME.json (in a folder: data-sheet.md and data-sheet.json): procedure, counts, "
        "faults, notes, curation, distributions, agreement, ceilings, items left out",
    )


def add_procedure(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """How a gold is made of annotations."""
    group = parser.add_argument_group("procedure")
    group.add_argument(
        "--max-answers",
        type=int,
        metavar="N",
        help="how many answers of an annotator to an item are used, the first ones: a whole number from 1 to 20 "
        "(default: 3)",
    )
    group.add_argument(
        "--min-responses",
        type=int,
        metavar="N",
        help="how many usable answers, of all annotators together, an item needs: a whole number from 1 to 1000000 "
        "(default: 2)",
    )
    group.add_argument(
        "--weights",
        metavar="WORD",
        help="what an answer adds to the weight of a substitute: counts (an annotator gives 1 to each answer), shares "
        "(an annotator shares 1 among all answers) (default: counts)",
    )
    return group


def run_gold_make(options: argparse.Namespace) -> int:
    """Make the gold, then write everything."""
    from stead.api.gold import make_gold

    refuse_overwriting(gold_places(options), [options.annotations, options.curation, *options.items])
    result = make_gold(
        options.annotations,
        curation=options.curation,
        items=options.items,
        weights=options.weights,
        max_answers=options.max_answers,
        min_responses=options.min_responses,
        grade=options.grade,
        machines=options.machines,
        **reading_arguments(options),
    )
    write_gold(result, options)
    return 0


def gold_places(options: argparse.Namespace) -> dict[str, str | None]:
    """Where each result goes, by the option that says so."""
    outputs: dict[str, str | None] = {"-o": options.output}
    for option, name in (("--multiwords", "multiwords"), ("--specials", "specials")):
        outputs[option] = getattr(options, name, None)
    if options.data_sheet is not None:
        page, document = _sheet_files(options.data_sheet)
        outputs |= {"--data-sheet": page, "--data-sheet (JSON)": document}
    return outputs


def write_gold(result: "GoldResult", options: argparse.Namespace, term: str = "substitute") -> None:
    """Log what is to be known about a gold of such terms, and write everything that was asked for."""
    from stead.formats import write_content

    outputs = _outputs(result, options)
    log_notes(result.notes)
    for name, data in outputs.items():
        write_content(name, data)
    terms = plural(len(result.gold.weights), term)
    log(f"{plural(len(result.gold), 'item')} in the gold, {terms}. signature: {result.signature}")


def _outputs(result: "GoldResult", options: argparse.Namespace) -> Mapping[str, bytes]:
    """What goes where; nothing is written before all of it is rendered."""
    from stead.formats import serialise

    text, losses = serialise(result.gold, "gold", options.to)
    for loss in losses:
        log(f"{options.to} cannot hold {loss}: lost{_REMEDIES.get(loss, '')}.")
    outputs = {options.output: text.encode()}
    if options.data_sheet is not None:
        sheet, (page, document) = result.data_sheet(), _sheet_files(options.data_sheet)
        outputs[page] = sheet.to("markdown").encode()
        outputs[document] = sheet.to("json").encode()
    if getattr(options, "multiwords", None) is not None:
        outputs[options.multiwords] = serialise(result.multiwords, "gold", options.to).text.encode()
    if getattr(options, "specials", None) is not None:
        rows = [("lexelt", "id", "NIL", "NAME"), *result.specials]
        lines = ("\t".join(one_line(str(cell)) for cell in row) for row in rows)
        outputs[options.specials] = "".join(f"{line}\n" for line in lines).encode()
    return outputs


_REMEDIES = {"that the weights are counts": "; score it with `--weights counts`, or write it with `--to stead`"}


def _sheet_files(name: str) -> tuple[str, str]:
    """The names of the data sheet in Markdown and in JSON."""
    prefix = str(Path(name) / "data-sheet") if Path(name).is_dir() else name
    return f"{prefix}.md", f"{prefix}.json"


# --------------------------------------------------------------------------------------------------------- extend


def declare_gold_extend(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead gold extend gold1.txt kept.jsonl -o gold2.txt --data-sheet gold2-sheet
stead gold extend gold1.txt verdicts.jsonl --grade majority -o gold2.txt
stead gold extend gold1.txt kept.jsonl --merge added --annotators 7 -o gold2.txt
""",
    )
    parser.add_argument("gold", metavar="GOLD", help="first gold standard")
    parser.add_argument("ratings", metavar="RATINGS", help="ratings, as `stead filter` leaves them")
    _add_gold_output(parser)
    parser.add_argument("--grade", metavar="WORD", help=f"how the ratings of a candidate become its weight: {_GRADE}")
    explained = "; ".join(f"{name}: {what}" for name, what in choices.MERGES.items())
    parser.add_argument(
        "--merge", choices=list(choices.MERGES), default="posthoc", help=f"{explained} (default: posthoc)"
    )
    parser.add_argument("--annotators", type=int, metavar="N", help="who made the first gold, for --merge added")
    parser.add_argument(
        "--match", default="lenient", metavar="RULES", help=f"when two are one: {', '.join(choices.MATCHING)}"
    )
    add_machines(parser)
    add_reading_options(parser)


def run_gold_extend(options: argparse.Namespace) -> int:
    """Make the gold, then write everything."""
    from stead.api.posthoc import extend_gold

    refuse_overwriting(gold_places(options), [options.gold, options.ratings])
    result = extend_gold(
        options.gold,
        options.ratings,
        grade=options.grade,
        merge=options.merge,
        annotators=options.annotators,
        match=options.match,
        machines=options.machines,
        **reading_arguments(options),
    )
    write_gold(result, options, "candidate")
    return 0


# -------------------------------------------------------------------------------------------------- diff and stats


def declare_gold_diff(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("first", metavar="A", help="a gold standard (- is standard input)")
    parser.add_argument("second", metavar="B", help="another gold standard")
    add_form(parser)
    add_reading_options(parser)


def run_gold_diff(options: argparse.Namespace) -> int:
    """Compare, and print."""
    from stead.api.gold import compare_golds

    result = compare_golds(options.first, options.second, **reading_arguments(options))
    log_notes(result.notes)
    write(result.to(options.form, width=text_width()))
    return 0


def declare_gold_stats(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("gold", metavar="GOLD", help="gold standard (- is standard input)")
    parser.add_argument("--multiwords", metavar="FILE", help="gold of the multiword task")
    add_form(parser)
    add_reading_options(parser)


def run_gold_stats(options: argparse.Namespace) -> int:
    """Describe, and print."""
    from stead.api.gold import describe_gold

    result = describe_gold(options.gold, multiwords=options.multiwords, **reading_arguments(options))
    log_notes(result.notes)
    write(result.to(options.form, width=text_width()))
    return 0


# --------------------------------------------------------------------------------------------------------- curate


def declare_gold_curate(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
A curation file has one decision a line: status (accept, refuse, proposed), action (merge, lemmatise, split, drop,
drop-item, drop-lexelt), from, to, lexelt, id, reason, between tabs. Change `proposed` into `accept` or `refuse`, add
lines of your own, and give the file to `stead gold make --curation`. To split, the substitutes (to) stand between
semicolons; drop leaves a substitute out, and needs a reason.
""",
        examples="""
stead gold curate annotations.jsonl --language en -o curation.tsv
stead gold curate annotations.jsonl --curation curation.tsv -o curation.tsv     add what is new
stead gold curate --curation curation.tsv --undo 1                              take the last decision back
stead gold curate --curation curation.tsv --undo 1 -o shorter.tsv               the same, into another file
""",
    )
    parser.add_argument("annotations", metavar="ANNOTATIONS", nargs="?", help="annotations (- is standard input)")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="output file (default: standard output; with --undo: the file of --curation)",
    )
    parser.add_argument(
        "--curation", metavar="FILE", help="decisions made before: they are kept, and not proposed again"
    )
    add_items(parser, "only these items, in their languages")
    parser.add_argument("--language", metavar="CODE", help="language of the answers, as in en; default: of the items")
    parser.add_argument(
        "--undo",
        type=int,
        metavar="N",
        help="instead, take the last N decisions (accepted or refused) out of the file of --curation",
    )
    add_reading_options(parser)


def run_gold_curate(options: argparse.Namespace) -> int:
    """Propose or undo."""
    if options.undo is not None:
        return _undo(options)
    if options.annotations is None:
        raise UsageError("say which annotations are to be curated (or --undo N).")
    from stead.api.gold import propose_curation
    from stead.api.inputs import refuse_second_input

    refuse_second_input([options.annotations, options.curation])
    output = "-" if options.output is None else options.output
    refuse_overwriting({"-o": output}, [options.annotations, *options.items])
    proposals = propose_curation(
        options.annotations,
        curation=options.curation,
        items=options.items,
        language=options.language,
        **reading_arguments(options),
    )
    log_notes(proposals.notes)
    proposals.save(output)
    log(f"{plural(len(proposals.decisions), 'new proposal')}.")
    return 0


def _undo(options: argparse.Namespace) -> int:
    if options.curation is None or options.annotations is not None:
        raise UsageError("--undo takes decisions back from the file of --curation, and nothing else is given with it.")
    from stead.api.gold import undo_curation

    for decision in undo_curation(options.curation, options.undo, options.output):
        log(f"undone: {decision.status} {decision} ({decision.reason}).")
    return 0
