"""Terms as lemmas, where the matching rules compare those: the lemma depends on the target's part of speech."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from stead.core.arrays import Ragged
from stead.core.gold import GoldStandard
from stead.core.item import lemma_of, speech_letter
from stead.core.terms import Column, TermLists


@dataclass(frozen=True, slots=True)
class Lemmatiser:
    """What finds lemmas, by a name that stands in signatures: a form and a part of speech in, the lemma out."""

    name: str
    lemma: Callable[[str, str], str]

    def terms(self, terms: TermLists, lexelts: Sequence[str]) -> TermLists:
        """The terms of each list as lemmas for the part of speech of its lexelt; each pair is looked up once."""
        speech = Column.of(map(speech_letter, lexelts))
        size = max(len(speech.vocabulary), 1)
        pairs, own = np.unique(terms.codes * size + speech.codes[terms.positions], return_inverse=True)
        lemmas = [self.lemma(terms.vocabulary[pair // size], speech.vocabulary[pair % size]) for pair in pairs.tolist()]
        return TermLists(lemmas, Ragged(own, terms.starts))


def target_words(gold: GoldStandard, lemmatiser: Lemmatiser | None) -> list[str]:
    """The target of each row, as substitutes are compared with it."""
    forms = gold.targets or [""] * len(gold)
    return [target_word(*target, lemmatiser) for target in zip(gold.lexelts, forms, strict=True)]


def target_word(lexelt: str, form: str, lemmatiser: Lemmatiser | None) -> str:
    """The word of a lexelt, or the lemma that a lemmatiser finds, for the target's form in the sentence if it is known.

    The form matters: the lemma that is found for `saw` need not be the `see` of the lexelt.
    """
    word = lemma_of(lexelt)
    return word if lemmatiser is None else lemmatiser.lemma(form or word, speech_letter(lexelt))
