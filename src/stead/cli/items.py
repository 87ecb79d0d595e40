"""Items of a new task: `stead targets` and `sample`."""

import argparse
from functools import partial

from stead.cli import choices
from stead.cli.options import add_output, add_seed, explain, whole_number
from stead.cli.output import log, log_notes, named_file, refuse_overwriting, refuse_unwritable
from stead.core.errors import BadInput, UsageError
from stead.core.text import plural

_BAND = (0.0, float("inf"))

# -------------------------------------------------------------------------------------------------------- targets


def declare_targets(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Single words in lower case that have several senses and a synonym are proposed. A person should read the list before
`stead sample` draws sentences for it.
""",
        examples="""
stead targets -o targets.txt                                       ten of each part of speech
stead targets --per-pos n=20,v=20 --frequency 5-200 --seed 7 -o targets.txt
stead targets --lang fr --per-pos n=30 -o targets.txt              from the language's usual thesaurus
""",
    )
    add_output(parser, "file for the lexelts, one a line")
    parser.add_argument(
        "--per-pos",
        type=_per_part_of_speech,
        default=10,
        metavar="N|n=N,v=N,...",
        help="how many, of all parts of speech (n, v, a, r) or of each one named (default: 10)",
    )
    parser.add_argument(
        "--frequency",
        type=_band,
        default=_BAND,
        metavar="LEAST-MOST",
        help="band of frequency, per million words unless your own list counts otherwise, as in 5-200 or 5-",
    )
    parser.add_argument("--min-senses", type=int, default=2, metavar="N", help="fewest senses (default: 2)")
    parser.add_argument("--min-synonyms", type=int, default=1, metavar="N", help="fewest synonyms (default: 1)")
    parser.add_argument("--lang", dest="language", default="en", metavar="CODE", help="language (default: en)")
    parser.add_argument("--lexicon", metavar="NAME", help="such as wordnet, mythes-fr, wn:LEXICON (default: the usual)")
    parser.add_argument(
        "--frequencies", metavar="NAME", help="such as bnc, wordfreq:fr, list:FILE (default: the usual)"
    )
    add_seed(parser)


def _per_part_of_speech(text: str) -> int | dict[str, int]:
    """`10`, or `n=20,v=5`."""
    if text.isdecimal() and int(text):
        return int(text)
    pairs = [part.partition("=") for part in text.split(",")]
    wanted = {pos.strip(): int(number) for pos, _, number in pairs if number.strip().isdecimal()}
    if len(wanted) != len(pairs) or not {*wanted} <= {*choices.PARTS_OF_SPEECH} or not any(wanted.values()):
        known = ", ".join(choices.PARTS_OF_SPEECH)
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor n=20,v=5 (parts of speech: {known})")
    return wanted


def _band(text: str) -> tuple[float, float]:
    """`5-200`, `5-` or `-200`."""
    least, dash, most = text.partition("-")
    try:
        band = float(least or _BAND[0]), float(most or _BAND[1])
    except ValueError:
        band = (1.0, 0.0)
    if not dash or not band[0] <= band[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is not a band such as 5-200, 5- or -200")
    return band


def run_targets(options: argparse.Namespace) -> int:
    """Propose and write; 1 if nothing is suitable."""
    from stead.api.corpora import propose_targets
    from stead.cli.progress_bar import draw_progress
    from stead.formats import write_content

    refuse_overwriting({"-o": options.output}, map(named_file, (options.lexicon, options.frequencies)))
    with draw_progress() as progress:
        targets = propose_targets(
            per_pos=options.per_pos,
            frequency=options.frequency,
            min_senses=options.min_senses,
            min_synonyms=options.min_synonyms,
            language=options.language,
            lexicon=options.lexicon,
            frequencies=options.frequencies,
            seed=options.seed,
            progress=progress,
        )
    write_content(options.output, "".join(f"{lexelt}\n" for lexelt in targets).encode())
    log_notes(targets.notes)
    return 0


# --------------------------------------------------------------------------------------------------------- sample


def declare_sample(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
The same corpus, targets and seed give the same items, in whatever order the files are named. A target is found in all
its forms; its part of speech in the sentence is not known, since that would take a tagger.
""",
        examples="""
stead sample news.txt.gz --targets targets.txt -o items.xml
stead sample books/*.txt --targets targets.txt --layout wrapped --documents files --per-target 20 -o items.xml
stead sample corpus.txt --targets targets.txt --manual manual.txt --selection selection.tsv -o items.xml
""",
    )
    parser.add_argument("corpus", metavar="CORPUS", nargs="+", help="plain text in UTF-8, or gzip of it (- is input)")
    parser.add_argument("--targets", metavar="FILE", required=True, help="lexelts, one a line, as in bright.a")
    parser.add_argument("--encoding", metavar="NAME", help="encoding of the lists of lexelts, if they are not UTF-8")
    add_output(parser, "file for the items (XML)")
    parser.add_argument(
        "--lang", dest="language", default="en", metavar="CODE", help="language of the corpus (default: en)"
    )
    add_seed(parser)
    parser.add_argument(
        "--layout",
        choices=choices.LAYOUTS,
        default="lines",
        help="lines (default): a line holds one or several sentences; sentences: one; wrapped: sentences run over line "
        "ends, and empty lines part paragraphs",
    )
    parser.add_argument(
        "--documents",
        choices=choices.DOCUMENTS,
        default="unknown",
        help="draw at most one sentence for a target from each document: files, or blank-lines (what lies between "
        "empty lines); unknown (default): no such limit",
    )
    parser.add_argument(
        "--exact", action="store_true", help="find targets only in the form of the list (needs no lemmatiser)"
    )
    add_number = partial(parser.add_argument, type=whole_number, metavar="N")
    add_number("--per-target", default=10, help="sentences for each target (default: 10)")
    add_number("--min-words", default=8, help="shortest sentence, in words (default: 8)")
    add_number("--max-words", default=60, help="longest sentence, in words (default: 60)")
    group = parser.add_argument_group("how sentences are chosen")
    group.add_argument(
        "--manual",
        metavar="FILE",
        help="lexelts for which people will pick among the sentences (MAN); the others are RAND",
    )
    group.add_argument(
        "--selection", metavar="FILE", help="write lexelt<TAB>RAND or MAN for each target: `stead score --by` reads it"
    )


def run_sample(options: argparse.Namespace) -> int:
    """Draw, write, and log what is missing; 1 if a target was not found at all."""
    from stead.api.corpora import sample
    from stead.api.data import write
    from stead.cli.progress_bar import draw_progress
    from stead.formats import write_content

    outputs = {"-o": options.output, "--selection": options.selection}
    refuse_overwriting(outputs, [*options.corpus, options.targets, options.manual])
    for option, path in outputs.items():
        refuse_unwritable(path, option)
    if options.manual and not options.selection:
        raise UsageError("--manual is recorded in a table; say where with --selection FILE.")
    with draw_progress() as progress:
        drawn = sample(
            options.corpus,
            options.targets,
            per_target=options.per_target,
            language=options.language,
            min_words=options.min_words,
            max_words=options.max_words,
            layout=options.layout,
            documents=options.documents,
            exact=options.exact,
            manual=options.manual,
            seed=options.seed,
            encoding=options.encoding,
            progress=progress,
        )
    log_notes(drawn.notes)
    if not drawn.items:
        raise BadInput("no target was found in any sentence that can be drawn; nothing is written.")
    if options.selection:
        write_content(options.selection, drawn.selection().encode())
    write(drawn.items, options.output, format="semeval")
    total = len(drawn.tallies)
    log(f"{plural(len(drawn), 'item')} for {drawn.found} of {plural(total, 'target')} drawn.")
    return 0 if drawn.found == total else 1
