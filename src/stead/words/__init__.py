"""Words and sentences: tokenise, split, lemmatise, inflect, and sample sentences with given targets."""

from stead.words.corpus_reader import Corpus, CorpusLayout, Documents
from stead.words.inflection import Inflected, ReplacedTarget, inflect, replace_target
from stead.words.lemmatisers import Lemmatise, WordNetMorphology, language_code, lemmatiser
from stead.words.sentence_splitting import SentenceSpan, split_sentences
from stead.words.target_kinds import TargetKind, classify_target
from stead.words.target_spans import MarkedTarget, TargetFinder, locate_target, parse_marked, refuse_part_of_word
from stead.words.task_sampling import (
    Proposal,
    ProposalSettings,
    Sample,
    SampleSettings,
    TargetTally,
    WordRecord,
    propose_targets,
    sample_items,
)
from stead.words.tokens import Token, tokenise, words_of

__all__ = [
    "Corpus",
    "CorpusLayout",
    "Documents",
    "Inflected",
    "Lemmatise",
    "MarkedTarget",
    "Proposal",
    "ProposalSettings",
    "ReplacedTarget",
    "Sample",
    "SampleSettings",
    "SentenceSpan",
    "TargetFinder",
    "TargetKind",
    "TargetTally",
    "Token",
    "WordNetMorphology",
    "WordRecord",
    "classify_target",
    "inflect",
    "language_code",
    "lemmatiser",
    "locate_target",
    "parse_marked",
    "propose_targets",
    "refuse_part_of_word",
    "replace_target",
    "sample_items",
    "split_sentences",
    "tokenise",
    "words_of",
]
