"""Words and sentences: tokenise, split, lemmatise, inflect, and sample sentences with given targets."""

from stead.words.corpus import Corpus, Documents, Layout
from stead.words.finding import TargetFinder
from stead.words.inflection import Inflected, Replaced, in_stead, inflect
from stead.words.languages import language_code
from stead.words.lemmas import Lemmatise, lemmatiser
from stead.words.marking import Marked, marked
from stead.words.proposing import Proposal, ProposalSettings, WordRecord, propose_targets
from stead.words.sampling import Sample, SampleSettings, TargetTally, sample_items
from stead.words.sentences import Sentence, split_sentences
from stead.words.tokens import Token, tokenise, words_of
from stead.words.wordnet_morphology import WordNetMorphology

__all__ = [
    "Corpus",
    "Documents",
    "Inflected",
    "Layout",
    "Lemmatise",
    "Marked",
    "Proposal",
    "ProposalSettings",
    "Replaced",
    "Sample",
    "SampleSettings",
    "Sentence",
    "TargetFinder",
    "TargetTally",
    "Token",
    "WordNetMorphology",
    "WordRecord",
    "in_stead",
    "inflect",
    "language_code",
    "lemmatiser",
    "marked",
    "propose_targets",
    "sample_items",
    "split_sentences",
    "tokenise",
    "words_of",
]
