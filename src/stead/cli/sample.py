"""`stead sample`: draw sentences for a list of targets from a corpus."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from stead.cli.common import refuse_overwriting, said
from stead.cli.progress import draw_progress
from stead.core.errors import BadInput, UsageError
from stead.core.text import counted
from stead.formats import checked_encoding, save, shown, write_content
from stead.formats.tables import read_lexelts, read_targets
from stead.words import Corpus, Documents, Layout, Sample, SampleSettings, TargetFinder, TargetTally, sample_items

_MOST = 1_000_000
_DEFAULTS = SampleSettings()

_EXAMPLES = """
examples:
  stead sample news.txt.gz --targets targets.txt -o items.xml
  stead sample books/*.txt --targets targets.txt --layout wrapped --documents files --per-target 20 -o items.xml
  stead sample corpus.txt --targets targets.txt --manual manual.txt --selection selection.tsv -o items.xml

The same corpus, targets and seed give the same items, in whatever order the files are named. A target is found in all
its forms; its part of speech in the sentence is not known, since that would take a tagger.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("corpus", metavar="CORPUS", nargs="+", help="plain text in UTF-8, or gzip of it (- is input)")
    parser.add_argument("--targets", metavar="FILE", required=True, help="lexelts, one a line, as in bright.a")
    parser.add_argument("--encoding", metavar="NAME", help="encoding of the lists of lexelts, if they are not UTF-8")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="items as XML (default: standard output)")
    parser.add_argument("--lang", default="en", metavar="CODE", help="language of the corpus (default: en)")
    parser.add_argument("--seed", type=int, default=_DEFAULTS.seed, metavar="N", help="default: 1")
    parser.add_argument(
        "--layout",
        choices=list(map(str, Layout)),
        default=str(Layout.LINES),
        help="lines (default): a line holds one or several sentences; sentences: one; wrapped: sentences run over line "
        "ends, and blank lines part paragraphs",
    )
    parser.add_argument(
        "--documents",
        choices=list(map(str, Documents)),
        default=str(Documents.UNKNOWN),
        help="draw at most one sentence for a target from each document: files, or blank-lines (what lies between "
        "blank lines); unknown (default): no such limit",
    )
    parser.add_argument(
        "--exact", action="store_true", help="find targets only in the form of the list (needs no lemmatiser)"
    )
    _add_sizes(parser)
    _add_choice(parser)
    parser.set_defaults(run=run)


def _add_sizes(parser: argparse.ArgumentParser) -> None:
    for name, default, explained in (
        ("--per-target", _DEFAULTS.per_target, "sentences for each target"),
        ("--min-words", _DEFAULTS.least_words, "shortest sentence, in words"),
        ("--max-words", _DEFAULTS.most_words, "longest sentence, in words"),
    ):
        parser.add_argument(name, type=_number, default=default, metavar="N", help=f"{explained} (default: {default})")


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {_MOST}")
    return int(text)


def _add_choice(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how sentences are chosen")
    group.add_argument(
        "--manual",
        metavar="FILE",
        help="lexelts for which people will pick among the sentences (MAN); the others are RAND",
    )
    group.add_argument(
        "--selection", metavar="FILE", help="write lexelt<TAB>RAND or MAN for each target: `stead score --by` reads it"
    )


def run(options: argparse.Namespace) -> int:
    """Draw, write, and say what is missing; 1 if a target was not found at all."""
    encoding = checked_encoding(options.encoding)
    lexelts = read_targets(options.targets, encoding)
    manual = _manual(options.manual, lexelts, encoding)
    settings = SampleSettings(options.per_target, options.seed, options.min_words, options.max_words)
    _check_usage(options, settings)
    with draw_progress() as progress:
        layout, documents = Layout(options.layout), Documents(options.documents)
        corpus = Corpus(paths=options.corpus, layout=layout, documents=documents, progress=progress)
        sample = sample_items(corpus, lexelts, TargetFinder(lexelts, options.lang, exact=options.exact), settings)
    for message in (*corpus.left_out.messages(), *_shortfalls(sample, settings)):
        said(message)
    if not sample.items:
        raise BadInput("no target was found in any sentence that can be drawn; nothing is written.")
    if options.selection:
        write_content(options.selection, _selection(lexelts, manual).encode())
    save(sample.items, "items", options.output, "semeval")
    with_items = sum(1 for tally in sample.tallies.values() if tally.taken)
    said(f"{counted(len(sample.items), 'item')} for {with_items} of {counted(len(lexelts), 'target')} drawn.")
    return 0 if with_items == len(lexelts) else 1


def _manual(path: str | None, lexelts: list[str], encoding: str | None) -> set[str]:
    if path is None:
        return set()
    manual = read_lexelts(path, encoding)
    if not manual & {*lexelts}:
        raise BadInput(f"{path}: names none of the targets. Is it of the same data set?")
    if others := manual - {*lexelts}:
        said(f"{path}: {counted(len(others), 'lexelt')} not among the targets.")
    return manual


def _selection(lexelts: list[str], manual: set[str]) -> str:
    return "".join(f"{lexelt}\t{'MAN' if lexelt in manual else 'RAND'}\n" for lexelt in lexelts)


def _check_usage(options: argparse.Namespace, settings: SampleSettings) -> None:
    """Refuse before long work what would be refused after it."""
    places = {"-o": options.output} | ({"--selection": options.selection} if options.selection else {})
    refuse_overwriting(places, [*options.corpus, options.targets, options.manual])
    if settings.least_words > settings.most_words:
        raise UsageError(f"--min-words {settings.least_words} is more than --max-words {settings.most_words}.")
    if [*options.corpus, options.targets, options.manual].count("-") > 1:
        raise UsageError("standard input (-) can be read only once; name a file for the others.")
    if options.manual and not options.selection:
        raise UsageError("--manual is recorded in a table; say where with --selection FILE.")
    for path in filter(None, (options.output, options.selection)):
        folder = Path(path).parent
        if path == "-" or Path(path).exists() or (folder.is_dir() and os.access(folder, os.W_OK)):
            continue
        raise BadInput(f"{path}: cannot be written: {shown(str(folder))} is not a folder that can be written to.")


def _shortfalls(sample: Sample, settings: SampleSettings) -> Iterator[str]:
    """A sentence for each target with fewer sentences than wanted."""
    for lexelt, tally in sample.tallies.items():
        if tally.taken == settings.per_target:
            continue
        why = "; ".join(_reasons(tally))
        if not tally.taken and not why:
            yield f"{lexelt}: not found; is it spelt as in the corpus, and the language right? Or give more text."
        else:
            yield f"{lexelt}: {tally.taken} of {counted(settings.per_target, 'sentence')}{f' ({why})' if why else ''}."


def _reasons(tally: TargetTally) -> Iterator[str]:
    """What was found and could not be drawn."""
    for count, what in (
        (tally.wrong_length, "too short or too long"),
        (tally.in_name, "with a capital, as in a name"),
        (tally.forbidden, "with characters that XML cannot hold"),
        (tally.near_duplicates, "nearly the same as others"),
    ):
        if count:
            yield f"{count} {what}"
    if tally.reserve_exhausted:
        yield "more are there, but too many are nearly the same; draw again with another seed"
