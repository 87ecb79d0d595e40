"""`stead targets`: propose targets for a new task from a lexicon."""

import argparse
from collections.abc import Iterable, Iterator

from stead.cli.common import named_file, refuse_overwriting, said
from stead.cli.progress import draw_progress
from stead.core.errors import BadInput, UsageError
from stead.core.progress import Progress
from stead.core.text import counted
from stead.formats import write_content
from stead.lexicons import PARTS_OF_SPEECH, open_frequencies, open_lexicon, usual_frequencies, usual_lexicon
from stead.lexicons.records import word_records
from stead.words import Proposal, ProposalSettings, WordRecord, language_code, propose_targets

_DEFAULTS = ProposalSettings()
_EXAMPLES = """
examples:
  stead targets -o targets.txt                                       ten of each part of speech
  stead targets --per-pos n=20,v=20 --frequency 5-200 --seed 7 -o targets.txt
  stead targets --lang fr --per-pos n=30 -o targets.txt              from the language's usual thesaurus

Proposed are single words in small letters that have several senses and a synonym. A person should read the list before
`stead sample` draws sentences for it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="lexelts, one a line (default: output)")
    parser.add_argument(
        "--per-pos",
        type=_per_part_of_speech,
        default=_DEFAULTS.per_part_of_speech,
        metavar="N|n=N,v=N,...",
        help="how many, of all parts of speech (n, v, a, r) or of each one named (default: 10)",
    )
    parser.add_argument(
        "--frequency",
        type=_band,
        default=(_DEFAULTS.least_frequency, _DEFAULTS.most_frequency),
        metavar="LEAST-MOST",
        help="band of frequency, per million words unless your own list counts otherwise, as in 5-200 or 5-",
    )
    for name, default, what in (
        ("--min-senses", _DEFAULTS.least_senses, "senses"),
        ("--min-synonyms", _DEFAULTS.least_synonyms, "synonyms"),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=f"fewest {what} (default: {default})")
    parser.add_argument("--lang", default="en", metavar="CODE", help="language (default: en)")
    parser.add_argument("--lexicon", metavar="NAME", help="such as wordnet, mythes-fr, wn:LEXICON (default: the usual)")
    parser.add_argument(
        "--frequencies", metavar="NAME", help="such as bnc, wordfreq:fr, list:FILE (default: the usual)"
    )
    parser.add_argument("--seed", type=int, default=_DEFAULTS.seed, metavar="N", help="default: 1")
    parser.set_defaults(run=run)


def _per_part_of_speech(text: str) -> dict[str, int]:
    """`10`, or `n=20,v=5`."""
    pairs = [part.partition("=") for part in text.split(",")]
    if len(pairs) == 1 and not pairs[0][1]:
        pairs = [(pos, "=", text) for pos in PARTS_OF_SPEECH]
    wanted = {pos.strip(): int(number) for pos, _, number in pairs if number.strip().isdecimal()}
    if len(wanted) != len(pairs) or not wanted.keys() <= PARTS_OF_SPEECH.keys() or not any(wanted.values()):
        known = ", ".join(PARTS_OF_SPEECH)
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor n=20,v=5 (parts of speech: {known})")
    return wanted


def _band(text: str) -> tuple[float, float]:
    """`5-200`, `5-` or `-200`."""
    least, dash, most = text.partition("-")
    try:
        band = float(least or _DEFAULTS.least_frequency), float(most or _DEFAULTS.most_frequency)
    except ValueError:
        band = (1.0, 0.0)
    if not dash or not band[0] <= band[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is not a band such as 5-200, 5- or -200")
    return band


def run(options: argparse.Namespace) -> int:
    """Propose and write; 1 if nothing is suitable."""
    refuse_overwriting({"-o": options.output}, map(named_file, (options.lexicon, options.frequencies)))
    code = language_code(options.lang)
    lexicon = open_lexicon(options.lexicon or usual_lexicon(code))
    frequencies = open_frequencies(options.frequencies or usual_frequencies(code))
    _check_languages(code, lexicon.language, frequencies.language)
    with draw_progress() as progress:
        records = _shown(word_records(lexicon, frequencies, options.per_pos), progress)
        proposal = propose_targets(records, _settings(options))
    if not proposal.lexelts:
        raise BadInput(f"no word of {lexicon.name} meets every condition; widen the band or ask for fewer senses.")
    write_content(options.output, "".join(f"{lexelt}\n" for lexelt in proposal.lexelts).encode())
    said(f"{counted(len(proposal.lexelts), 'target')} of {lexicon.name} with {frequencies.name}; {_shares(proposal)}.")
    return 0


def _shown(records: Iterable[WordRecord], progress: Progress) -> Iterator[WordRecord]:
    """The records, counted on the terminal as they come."""
    for number, record in enumerate(records, start=1):
        progress(f"{PARTS_OF_SPEECH[record.part_of_speech]}s", number, 0)
        yield record


def _check_languages(asked: str, *own: str) -> None:
    for language in filter(None, own):
        if language != asked:
            raise UsageError(f"--lang is {asked}, but what is named is in {language}.")


def _settings(options: argparse.Namespace) -> ProposalSettings:
    least, most = options.frequency
    return ProposalSettings(
        per_part_of_speech=options.per_pos,
        least_senses=options.min_senses,
        least_synonyms=options.min_synonyms,
        least_frequency=least,
        most_frequency=most,
        seed=options.seed,
    )


def _shares(proposal: Proposal) -> str:
    """How many words each part of speech had to draw from."""
    numbers = (f"{PARTS_OF_SPEECH[pos]}s {number}" for pos, number in proposal.suitable.items())
    return f"suitable: {', '.join(numbers)}"
