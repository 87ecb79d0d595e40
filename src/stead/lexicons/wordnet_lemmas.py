"""Lemmas by WordNet, as NLTK finds them: what the SWORDS evaluator compares."""

from collections.abc import Callable
from functools import lru_cache

from stead.lexicons.base import PARTS_OF_SPEECH
from stead.lexicons.wordnet import WordNet
from stead.resources import folder
from stead.words.lemmatisers import WordNetMorphology

_KEPT = 1 << 18


def wordnet_lemmas() -> tuple[str, Callable[[str, str], str]]:
    """The name of the WordNet that is here (`wordnet-3.0`), and what finds lemmas in it.

    The function takes a form and a part of speech; what is no noun, verb, adjective or adverb is read as a noun, as in
    the SWORDS evaluator.
    """
    wordnet = WordNet(folder("wordnet"))
    morphology = WordNetMorphology({pos: wordnet.exceptions(pos) for pos in PARTS_OF_SPEECH}, wordnet.has)

    @lru_cache(_KEPT)
    def lemma(form: str, part_of_speech: str) -> str:
        return morphology.shortest(form, part_of_speech if part_of_speech in PARTS_OF_SPEECH else "n")

    return wordnet.name, lemma
