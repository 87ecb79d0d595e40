"""Counted corpora: `stead count` and `neighbours`."""

import argparse

from stead.cli import choices
from stead.cli.options import add_output, explain
from stead.cli.output import log, log_notes, write
from stead.core.errors import UsageError
from stead.core.text import plural


def declare_count(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
A corpus is plain text in UTF-8 (a line holds one or several sentences), JSON Lines or Parquet; text and JSON may be
packed by gzip or zstd. What is done is kept in MODEL.part: an interrupted count is resumed when it is called again.
""",
        examples="""
stead count books/ -o model
stead count news-*.jsonl.gz --field body --lang fr -o model
stead count crawl/*.parquet --memory 8GB -o model
stead count s3://bucket/crawl/ --engine spark -o model
""",
    )
    parser.add_argument("corpus", metavar="CORPUS", nargs="+", help="files, folders, globs, addresses of object stores")
    add_output(parser, "the folder that is written", required=True, metavar="MODEL")
    for name, default, explained in (
        ("window", 5, "words on each side that are near a word"),
        ("ngrams", 3, "the longest sequences of words to count"),
        ("min-count", 5, "leave rarer words out of pairs, and call them <unk> in n-grams"),
        ("span", 50, "words apart, at most, that are paired in a sentence; 0: no such pairs"),
    ):
        parser.add_argument(
            f"--{name}", type=int, default=default, metavar="N", help=f"{explained} (default: {default})"
        )
    parser.add_argument("--lang", dest="language", default="en", metavar="CODE", help="language (default: en)")
    parser.add_argument(
        "--common",
        type=float,
        default=0.003,
        metavar="SHARE",
        help="leave lemmas that are a greater share of all words out of sentence pairs (default: 0.003)",
    )
    parser.add_argument(
        "--field", default="text", metavar="NAME", help="field or column that holds the text (default: text)"
    )
    parser.add_argument("--engine", choices=choices.ENGINES, default="duckdb", help="default: duckdb")
    parser.add_argument(
        "--memory",
        default="1GB",
        metavar="SIZE",
        help="bound of memory, all processes together; with Spark only of Java on this machine (default: 1GB)",
    )
    parser.add_argument("--strict", action="store_true", help="stop at a damaged file instead of leaving it out")


def run_count(options: argparse.Namespace) -> int:
    """Count, and log what is in the model and what is not."""
    from stead.api.corpora import count
    from stead.cli.progress_bar import draw_progress

    if options.output == "-":
        raise UsageError("-o names a folder.")
    with draw_progress() as progress:
        counted = count(
            options.corpus,
            options.output,
            window=options.window,
            ngrams=options.ngrams,
            min_count=options.min_count,
            span=options.span,
            common=options.common,
            language=options.language,
            field=options.field,
            engine=options.engine,
            memory=options.memory,
            strict=options.strict,
            progress=progress,
        )
    log_notes(counted.notes)
    counts, files = counted.manifest["counts"], counted.manifest["corpus"]["files"]
    log(
        f"wrote {options.output}: {counts['words']:,} words in {counts['sentences']:,} sentences of "
        f"{plural(len(files), 'file')}; {counts['forms_kept']:,} of {counts['forms']:,} forms "
        f"and {counts['lemmas_kept']:,} of {counts['lemmas']:,} lemmas are frequent enough for pairs and n-grams."
    )
    return 0


# ----------------------------------------------------------------------------------------------------- neighbours


def declare_neighbours(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead neighbours match                                   in WordNet's own text, counted when it is first needed
stead neighbours match --model MODEL --measure cosine    in a corpus that `stead count` has counted
stead neighbours match --pos n -n 20                     only nouns (which words are, says the lexicon)
""",
    )
    parser.add_argument("words", metavar="WORD", nargs="+", help="lemmas")
    parser.add_argument("--model", default="glosses", metavar="FOLDER", help="a counted corpus (default: the glosses)")
    parser.add_argument("--measure", choices=choices.SIMILARITIES, default="lin", help="the similarity (default: lin)")
    parser.add_argument("--alpha", type=float, default=0.99, metavar="A", help="of the measure skew (default: 0.99)")
    parser.add_argument("--pos", default="", metavar="LETTER", help="only words of a part of speech: n, v, a or r")
    parser.add_argument("--lexicon", default="wordnet", metavar="NAME", help="what knows them (default: wordnet)")
    parser.add_argument("-n", "--number", type=int, default=10, metavar="N", help="how many (default: 10)")


def run_neighbours(options: argparse.Namespace) -> int:
    """Print a table for each word; 1 if one of them is not known."""
    from stead.api.corpora import neighbours
    from stead.reporting.tables import Table, text_table

    similar = neighbours(
        *options.words,
        model=options.model,
        measure=options.measure,
        alpha=options.alpha,
        pos=options.pos,
        lexicon=options.lexicon,
        number=options.number,
    )
    for word in options.words:
        if word in similar.missing:
            log(f"{word}: {similar.missing[word]}")
            continue
        rows = tuple((neighbour.lemma, f"{neighbour.similarity:.4f}") for neighbour in similar[word])
        note = f"{similar.corpus}; {options.measure}"
        write(text_table(Table(title=word, columns=("neighbour", "similarity"), rows=rows, caption=note, labels=1)))
    return 1 if similar.missing else 0
