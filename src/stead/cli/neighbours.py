"""`stead neighbours`: the words that are used like a word, in a counted corpus."""

import argparse

from stead.cli.common import printed, said
from stead.core.errors import UsageError
from stead.core.text import counted
from stead.counts.similarity import MEASURES, Similarities, measure_named
from stead.lexicons import open_lexicon
from stead.reporting.tables import Table
from stead.reporting.text import text_table
from stead.systems.counted import GLOSSES, open_counts
from stead.systems.distributional import lemmas_with

_EXAMPLES = """
examples:
  stead neighbours match                                   in WordNet's own text, counted when it is first needed
  stead neighbours match --model MODEL --measure cosine    in a corpus that `stead count` has counted
  stead neighbours match --pos n -n 20                     only nouns (which words are, says the lexicon)
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("words", metavar="WORD", nargs="+", help="lemmas")
    parser.add_argument("--model", default=GLOSSES, metavar="FOLDER", help="a counted corpus (default: the glosses)")
    parser.add_argument("--measure", choices=list(MEASURES), default="lin", help="the similarity (default: lin)")
    parser.add_argument("--alpha", type=float, default=0.99, metavar="A", help="of the measure skew (default: 0.99)")
    parser.add_argument("--pos", default="", metavar="LETTER", help="only words of a part of speech: n, v, a or r")
    parser.add_argument("--lexicon", default="wordnet", metavar="NAME", help="what knows them (default: wordnet)")
    parser.add_argument("-n", "--number", type=int, default=10, metavar="N", help="how many (default: 10)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """A table for each word; 1 if one of them is not known."""
    if options.number < 1:
        raise UsageError(f"-n is {options.number}; expected a whole number from 1.")
    model = open_counts(options.model)
    measure = measure_named(options.measure, options.alpha)
    among = lemmas_with(model, open_lexicon(options.lexicon), options.pos) if options.pos else None
    similarities, unknown = Similarities(model), 0
    for word in options.words:
        found = similarities.nearest(word, measure, options.number, among)
        if not found:
            unknown += 1
            said(f"{word}: {_why(model.lemma_frequency(word), model.settings.min_count)} in {model.name}.")
            continue
        rows = tuple((each.lemma, f"{each.similarity:.4f}") for each in found)
        note = f"{model.name}: {model.words:,} words; {options.measure}"
        printed(text_table(Table(title=word, columns=("neighbour", "similarity"), rows=rows, caption=note, labels=1)))
    return 1 if unknown else 0


def _why(frequency: int, least: int) -> str:
    if not frequency:
        return "does not occur; is it a lemma, in small letters, of the corpus's language? It is not"
    return (
        f"occurs {counted(frequency, 'time')}, and has no neighbours below {least}"
        if frequency < least
        else "has no neighbours"
    )
