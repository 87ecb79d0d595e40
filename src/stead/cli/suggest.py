"""`stead suggest`: substitutes for one word of a sentence."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stead.cli.options import explain
from stead.cli.output import log, log_notes, log_what_is_made, write
from stead.core.errors import BadInput, UsageError

if TYPE_CHECKING:
    from stead.api.suggest import SuggestionsResult


def declare_suggest(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead suggest "They lost the [match]."
stead suggest "He [handed] it over." -n 5 --explain
stead suggest "He is a [bright] boy." --stop          only what is good enough
stead suggest "Il a pris le [train]." --lang fr
stead suggest < sentences.txt                        one sentence a line
stead suggest --format json < sentences.txt          and one record a line
""",
    )
    parser.add_argument("sentence", metavar="SENTENCE", nargs="?", help="with the target in [brackets]; default: stdin")
    parser.add_argument("-n", "--number", type=int, default=10, metavar="N", help="how many substitutes (default: 10)")
    parser.add_argument(
        "--lang", dest="language", default="en", metavar="CODE", help="language of the sentence (default: en)"
    )
    parser.add_argument("--pos", default="", metavar="LETTER", help="part of speech, if you know it: n, v, a or r")
    parser.add_argument(
        "--system", metavar="SYSTEM", help="as `stead systems` lists them; default: the language's best"
    )
    parser.add_argument("--stop", action="store_true", help="only what the system finds good enough")
    parser.add_argument(
        "--min-probability", type=float, default=0.0, metavar="X", help="only what has at least this score"
    )
    parser.add_argument("--offensive", action="store_true", help="suggest slurs and vulgar words, too")
    parser.add_argument(
        "--any-word", action="store_true", help="find substitutes for names, numbers and function words, too"
    )
    parser.add_argument("--explain", action="store_true", help="show each sentence with its substitute in place")
    parser.add_argument("--format", choices=["text", "json"], default="text", dest="form", help="default: text")


def run_suggest(options: argparse.Namespace) -> int:
    """Suggest, sentence by sentence."""
    log_what_is_made()
    if options.sentence not in {None, "-"}:
        _show(options.sentence, options, set())
        return 0
    logged: set[str] = set()
    bad = lines = 0
    for number, line in _lines():
        lines += 1
        try:
            _show(_decode(line), options, logged)
        except BadInput as error:
            log(f"line {number}: {error}")
            bad += 1
    if not lines:
        raise BadInput("standard input holds no sentence.")
    return 1 if bad else 0


def _show(sentence: str, options: argparse.Namespace, logged: set[str]) -> None:
    """Print the table, and log the notes that were not logged before."""
    from stead.api.suggest import suggest

    suggestions = suggest(
        sentence,
        number=options.number,
        language=options.language,
        system=options.system,
        pos=options.pos,
        stop=options.stop,
        min_probability=options.min_probability,
        offensive=options.offensive,
        any_word=options.any_word,
    )
    as_json = options.form == "json"
    write(f"{_record(suggestions) if as_json else suggestion_table(suggestions, explain=options.explain)}\n")
    log_notes(note for note in suggestions.notes if note not in logged)
    logged.update(suggestions.notes)


def _lines() -> Iterator[tuple[int, bytes]]:
    """The lines of standard input that are not empty, with their numbers."""
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        raise UsageError('give a sentence, as in: stead suggest "They lost the [match]."')
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if line.strip():
            yield number, line.strip()


def _decode(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"byte {error.start + 1} is not UTF-8.") from None


def _record(suggestions: "SuggestionsResult") -> str:
    """What was found, on one line, for programs."""
    import json
    from dataclasses import asdict

    item, substitutes = suggestions.item, [asdict(substitute) for substitute in suggestions.substitutes]
    about = {"text": item.text, "start": item.start, "end": item.end, "lexelt": item.lexelt, "language": item.language}
    return json.dumps({**about, "system": suggestions.system, "substitutes": substitutes}, ensure_ascii=False)


def suggestion_table(suggestions: "SuggestionsResult", *, explain: bool) -> str:
    """What was found, as a table for people."""
    from stead.reporting.tables import Table, text_table

    rows = tuple(
        (substitute.form, substitute.source, *([substitute.sentence] if explain else []), f"{substitute.score:.3f}")
        for substitute in suggestions.substitutes
    )
    columns = ("substitute", "source", *(["sentence"] if explain else []), "score")
    if not rows:
        rows = (("(nothing found)", *[""] * (len(columns) - 1)),)
    item = suggestions.item
    marked = f"{item.text[: item.start]}[{item.target}]{item.text[item.end :]}"
    caption = f"{item.lexelt}; {suggestions.system}"
    return text_table(Table(title=marked, columns=columns, rows=rows, caption=caption, labels=len(columns) - 1))
