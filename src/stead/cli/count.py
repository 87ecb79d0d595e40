"""`stead count`: a corpus to tables of frequencies, co-occurrences and n-grams."""

import argparse
import re
from pathlib import Path
from typing import Any

from stead.cli.common import said
from stead.cli.progress import draw_progress
from stead.core.errors import UsageError
from stead.core.text import counted
from stead.counts import ENGINES, CountSettings, count_corpus
from stead.words.languages import LEMMATISED

_DEFAULTS = CountSettings()
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_LEAST_MEMORY = 500_000_000
_MEMORY = "bound of memory, all processes together; with Spark only of Java on this machine (default: 1GB)"
_EXAMPLES = """
examples:
  stead count books/ -o model
  stead count news-*.jsonl.gz --field body --lang fr -o model
  stead count crawl/*.parquet --memory 8GB -o model
  stead count s3://bucket/crawl/ --engine spark -o model

A corpus is plain text in UTF-8 (a line holds one or several sentences), JSON Lines or Parquet; text and JSON may be
packed by gzip or zstd. What is done is kept in MODEL.part: an interrupted count goes on when it is called again.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("corpus", metavar="CORPUS", nargs="+", help="files, folders, globs, addresses of object stores")
    parser.add_argument("-o", "--output", required=True, metavar="MODEL", help="the folder that is written")
    for name, default, explained in (
        ("window", _DEFAULTS.window, "words on each side that are near a word"),
        ("ngrams", _DEFAULTS.ngrams, "the longest sequences of words to count"),
        ("min-count", _DEFAULTS.min_count, "leave rarer words out of pairs, and call them <unk> in n-grams"),
        ("span", _DEFAULTS.span, "words apart, at most, that are paired in a sentence; 0: no such pairs"),
    ):
        parser.add_argument(
            f"--{name}", type=int, default=default, metavar="N", help=f"{explained} (default: {default})"
        )
    parser.add_argument("--lang", default=_DEFAULTS.language, metavar="CODE", help="language (default: en)")
    parser.add_argument(
        "--common",
        type=float,
        default=_DEFAULTS.common,
        metavar="SHARE",
        help=f"leave lemmas that are a greater share of all words out of sentence pairs (default: {_DEFAULTS.common})",
    )
    parser.add_argument(
        "--field", default=_DEFAULTS.field, metavar="NAME", help="field or column that holds the text (default: text)"
    )
    parser.add_argument("--engine", choices=list(ENGINES), default="duckdb", help="default: duckdb")
    parser.add_argument("--memory", type=_memory, default="1GB", metavar="SIZE", help=_MEMORY)
    parser.add_argument("--strict", action="store_true", help="stop at a damaged file instead of leaving it out")
    parser.set_defaults(run=run)


def _memory(text: str) -> int:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", text.strip(), re.IGNORECASE)
    size = int(float(found[1]) * _UNITS[found[2].upper()]) if found else 0
    if size < _LEAST_MEMORY:
        raise argparse.ArgumentTypeError(f"{text!r} is no size of at least 500MB, such as 1GB")
    return size


def run(options: argparse.Namespace) -> int:
    """Count, and say what is in the model and what is not."""
    settings = CountSettings(
        window=options.window,
        ngrams=options.ngrams,
        language=options.lang,
        min_count=options.min_count,
        span=options.span,
        common=options.common,
        field=options.field,
    )
    if options.output == "-":
        raise UsageError("-o names a folder.")
    with draw_progress() as progress:
        manifest = count_corpus(
            options.corpus,
            Path(options.output),
            settings,
            memory=options.memory,
            engine=options.engine,
            strict=options.strict,
            progress=progress,
        )
    _report(manifest, options.output)
    return 0


def _report(manifest: dict[str, Any], model: str) -> None:
    for skipped in manifest["skipped"]:
        said(f"left out: {skipped['reason']}")
    for reason, number in manifest["left_out"].items():
        said(f"{reason}: {number:,}.")
    counts, settings = manifest["counts"], manifest["settings"]
    if settings["language"] not in LEMMATISED:
        said(f"there is no lemmatiser for {settings['language']}: every form is its own lemma.")
    if not counts["lemmas_kept"]:
        said(f"no word occurs {settings['min_count']} times: give a smaller --min-count to have pairs and n-grams.")
    said(
        f"wrote {model}: {counts['words']:,} words in {counts['sentences']:,} sentences of "
        f"{counted(len(manifest['corpus']['files']), 'file')}; {counts['forms_kept']:,} of {counts['forms']:,} forms "
        f"and {counts['lemmas_kept']:,} of {counts['lemmas']:,} lemmas are frequent enough for pairs and n-grams."
    )
