"""What a lexicon and a list of frequencies know of every word: the ground on which targets are proposed."""

from collections.abc import Iterable, Iterator

from stead.lexicons.base import Frequencies, Lexicon
from stead.words import WordRecord


def word_records(lexicon: Lexicon, frequencies: Frequencies, parts_of_speech: Iterable[str]) -> Iterator[WordRecord]:
    """A record for each word of these parts of speech; a synonym of several senses counts once.

    Phrases are passed over before anything is asked about them: they are half of a lexicon, and none is a target.
    """
    for pos in parts_of_speech:
        for lemma in filter(str.isalpha, lexicon.lemmas(pos)):
            senses = lexicon.senses(lemma, pos)
            synonyms = {synonym for sense in senses for synonym in sense.synonyms}
            yield WordRecord(lemma, pos, len(senses), len(synonyms), frequencies.of(lemma))
