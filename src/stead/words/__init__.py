"""Words and sentences: tokenise, split, lemmatise, inflect, and sample sentences with given targets."""

from stead.words.inflection import Inflected, Replaced, in_stead, inflect
from stead.words.languages import language_code
from stead.words.lemmas import Lemmatise, lemmatiser
from stead.words.marking import Marked, marked
from stead.words.sentences import Sentence, split_sentences
from stead.words.tokens import Token, tokenise, words_of
from stead.words.wordnet_morphology import WordNetMorphology

__all__ = [
    "Inflected",
    "Lemmatise",
    "Marked",
    "Replaced",
    "Sentence",
    "Token",
    "WordNetMorphology",
    "in_stead",
    "inflect",
    "language_code",
    "lemmatiser",
    "marked",
    "split_sentences",
    "tokenise",
    "words_of",
]
