"""`stead suggest` and `stead rewrite`: substitutes for one word of a sentence, or for the words of a whole text."""

import argparse
import json
import os
import stat
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stead.cli.options import add_seed, explain, number
from stead.cli.output import in_options, log, log_notes, log_what_is_made, write
from stead.core.errors import BadInput, UsageError

if TYPE_CHECKING:
    from stead.api.suggest import Substituter, Suggestions, TextOptions


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
stead suggest --text letter.txt --rarer-than 5 --simpler -n 3
""",
    )
    parser.add_argument("sentence", metavar="SENTENCE", nargs="?", help="with the target in [brackets]; default: stdin")
    parser.add_argument("-n", "--number", type=int, default=10, metavar="N", help="how many substitutes (default: 10)")
    parser.add_argument(
        "--lang", dest="language", default="en", metavar="CODE", help="language of the sentence (default: en)"
    )
    parser.add_argument("--pos", default="", metavar="LETTER", help="part of speech, if you know it: n, v, a or r")
    _add_system(parser)
    parser.add_argument(
        "--any-word", action="store_true", help="find substitutes for names, numbers and function words, too"
    )
    parser.add_argument("--explain", action="store_true", help="show each sentence with its substitute in place")
    parser.add_argument("--format", choices=["text", "json"], default="text", dest="form", help="default: text")
    parser.add_argument(
        "--text", metavar="FILE", help="instead of a sentence, a whole English text: substitutes for its content words"
    )
    _add_text_options(parser)


def declare_rewrite(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Content words and phrases get their best substitute, inflected, with capitals and `a` or `an` corrected. Names, numbers
and quotations stay. Options choose the words and the substitutes; a probability of 0.5 or more is a good start.
""",
        examples="""
stead rewrite letter.txt --min-probability 0.5 --format marks       each replacement as [old -> new]
stead rewrite letter.txt --simpler --rarer-than 10 --format diff
stead rewrite sentences.txt --variants 3 --seed 7 --format json
""",
    )
    parser.set_defaults(any_word=False)
    parser.add_argument("text", metavar="FILE", help="the English text; - is standard input")
    _add_system(parser)
    parser.add_argument(
        "--format",
        choices=["text", "marks", "json", "diff"],
        default="text",
        dest="form",
        help="the new text, with marks, a record for each sentence, or a unified diff (default: text)",
    )
    parser.add_argument("--pos", default="", metavar="LETTERS", help="only these parts of speech, letters of nvar")
    parser.add_argument(
        "--variants", type=int, default=0, metavar="K", help="draw K other versions of each sentence; text: one a line"
    )
    add_seed(parser, "random seed of the variants")
    _add_text_options(parser)


def _add_system(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--system", dest="tier", metavar="SYSTEM", help="as `stead systems` lists them; default: the language's best"
    )
    parser.add_argument("--synonyms", metavar="FILE", help="further candidates of your own: word<TAB>synonym;synonym")
    parser.add_argument("--spelling", choices=["british", "american"], help="spelling of English substitutes")
    parser.add_argument("--offensive", action="store_true", help="suggest slurs and vulgar words, too")
    parser.add_argument("--stop", action="store_true", help="only what the system finds good enough")
    parser.add_argument(
        "--min-probability", type=number, default=0.0, metavar="X", help="only what has at least this score"
    )


def _add_text_options(parser: argparse.ArgumentParser) -> None:
    texts = parser.add_argument_group("whole texts")
    texts.add_argument("--words", metavar="FILE", help="only these words, one a line")
    texts.add_argument("--block", metavar="FILE", help="words that are neither replaced nor used, one a line")
    texts.add_argument("--rarer-than", type=number, metavar="F", help="only words rarer than F per million words")
    texts.add_argument("--more-frequent-than", type=number, metavar="F", help="only words more frequent than that")
    texts.add_argument("--simpler", action="store_true", help="only more frequent words that are not longer")
    texts.add_argument("--every", type=int, default=1, metavar="N", help="of N words in a row, one at most")
    texts.add_argument("--quotations", action="store_true", help="also words in quotations")


# ---------------------------------------------------------------------------------------------------------- suggest


def run_suggest(options: argparse.Namespace) -> int:
    """Suggest, sentence by sentence."""
    log_what_is_made()
    substituter = _substituter(options, options.language)
    if options.text is not None:
        return _suggest_for_text(substituter, options)
    if options.sentence not in {None, "-"}:
        _refuse_file(options.sentence)
        suggestions = substituter.suggest(options.sentence, pos=options.pos, **_settings(options))
        _show(suggestions, options, set())
        return 0
    logged: set[str] = set()
    bad = lines = 0
    for suggestions in _answers(substituter, options):
        lines += 1
        if suggestions.refusal:
            log(f"line {suggestions.item.id}: {suggestions.refusal}")
            bad += 1
        _show(suggestions, options, logged)
    if not lines:
        raise BadInput("standard input holds no sentence.")
    return 1 if bad else 0


def _refuse_file(sentence: str) -> None:
    """Refuse the name of a file, which is no sentence."""
    if "[" not in sentence and "\0" not in sentence and os.path.isfile(sentence):  # noqa: PTH113 (no name is too long)
        raise UsageError(
            f"{sentence} is a file: `stead suggest < {sentence}` reads a sentence a line, `stead suggest --text "
            f"{sentence}` a whole text."
        )


def _substituter(options: argparse.Namespace, language: str = "en") -> "Substituter":
    from stead.api.suggest import Substituter

    return Substituter(
        options.tier,
        language,
        synonyms=options.synonyms,
        spelling=options.spelling,
        offensive=options.offensive,
        any_word=options.any_word,
    )


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    return {"number": options.number, "stop": options.stop, "min_probability": options.min_probability}


def _answers(substituter: "Substituter", options: argparse.Namespace) -> Iterator["Suggestions"]:
    """The answers to the lines of standard input: many at once from a file, one by one from a program that may wait."""
    from dataclasses import replace

    refused: dict[str, str] = {}
    requests = _requests(options, refused)
    settings = _settings(options)
    if _is_file(sys.stdin):
        answers = substituter.suggest_many(requests, **settings)
    else:
        answers = (answer for request in requests for answer in substituter.suggest_many([request], **settings))
    for suggestions in answers:
        reason = refused.pop(suggestions.item.id, "")
        yield replace(suggestions, refusal=in_options(reason or suggestions.refusal))


def _requests(options: argparse.Namespace, refused: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The lines of standard input that are not empty, with their numbers; `refused` gets those that are not UTF-8."""
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        raise UsageError('give a sentence, as in: stead suggest "They lost the [match]."')
    for line_number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            text = line.strip().decode()
        except UnicodeDecodeError as error:
            text = line.strip().decode(errors="replace")
            refused[str(line_number)] = f"byte {error.start + 1} is not UTF-8."
        yield {"id": str(line_number), "text": text, "pos": options.pos}


def _is_file(stream: Any) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # no descriptor, as in tests
        return False


def _show(suggestions: "Suggestions", options: argparse.Namespace, logged: set[str]) -> None:
    """Print the table or the record, and log the notes that were not logged before."""
    if options.form == "json":
        write(f"{json.dumps(suggestions.record(), ensure_ascii=False)}\n")
    elif not suggestions.refusal:
        write(f"{suggestion_table(suggestions, explain=options.explain)}\n")
    log_notes(note for note in suggestions.notes if note not in logged)
    logged.update(suggestions.notes)


def suggestion_table(suggestions: "Suggestions", *, explain: bool) -> str:
    """What was found, as a table for people."""
    from stead.reporting.tables import Table, text_table

    rows = tuple(
        (
            substitute.form if substitute.inflected or not suggestions.inflected else f"{substitute.form} *",
            substitute.source,
            *([substitute.sentence] if explain else []),
            f"{substitute.score:.3f}",
        )
        for substitute in suggestions.substitutes
    )
    columns = ("substitute", "source", *(["sentence"] if explain else []), "score")
    if not rows:
        rows = (("(nothing found)", *[""] * (len(columns) - 1)),)
    item = suggestions.item
    marked = f"{item.text[: item.start]}[{item.target}]{item.text[item.end :]}"
    caption = f"{item.lexelt}; {suggestions.system}"
    return text_table(Table(title=marked, columns=columns, rows=rows, caption=caption, labels=len(columns) - 1))


# ------------------------------------------------------------------------------------------------------ whole texts


def _text_options(options: argparse.Namespace, most: int) -> "TextOptions":
    from stead.api.suggest import TextOptions, read_words

    return TextOptions(
        words=read_words(options.words) if options.words else (),
        block=read_words(options.block) if options.block else (),
        pos=options.pos or "nvar",
        rarer_than=options.rarer_than,
        more_frequent_than=options.more_frequent_than,
        quotations=options.quotations,
        number=most,
        stop=options.stop,
        min_probability=options.min_probability,
        simpler=options.simpler,
        every=options.every,
    )


def _suggest_for_text(substituter: "Substituter", options: argparse.Namespace) -> int:
    """Print a line or a record for each target that has a substitute."""
    from stead.api.suggest import read_parts

    if options.sentence is not None:
        raise UsageError("--text and a sentence were given; give one of them.")
    for suggestions in substituter.text(read_parts(options.text), _text_options(options, options.number)):
        if options.form == "json":
            write(f"{json.dumps(suggestions.record(), ensure_ascii=False)}\n")
            continue
        item = suggestions.item
        forms = ", ".join(f"{substitute.form} {substitute.score:.2f}" for substitute in suggestions)
        start, end = suggestions.offset + item.start, suggestions.offset + item.end
        target = " ".join(item.target.split())
        write(f"{start}-{end}\t{target}\t{item.lexelt}\t{forms}\n")
    return 0


def run_rewrite(options: argparse.Namespace) -> int:
    """Rewrite, sentence by sentence."""
    from stead.api.suggest import read_parts, unified_diff

    log_what_is_made()
    text_options = _text_options(options, max(1, 10 if options.variants else 1))
    sentences = _substituter(options).rewrite(
        read_parts(options.text), text_options, variants=options.variants, seed=options.seed
    )
    if options.form == "diff":
        for lines in unified_diff(sentences, "standard input" if options.text == "-" else options.text):
            write(lines)
        return 0
    for sentence in sentences:
        if options.form == "json":
            if sentence.original:
                write(f"{json.dumps(sentence.record(), ensure_ascii=False)}\n")
        elif options.variants:
            write("".join(f"{' '.join(variant.split())}\n" for variant in sentence.variants))
        else:
            write(sentence.gap + (sentence.marked() if options.form == "marks" else sentence.text))
    return 0
