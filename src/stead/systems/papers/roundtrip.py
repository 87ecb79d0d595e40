"""Words that a translation there and back would use, after ParaLS (Qiang et al. 2023), which has a paraphraser for it.

The words around the target are translated, and the model of the way back is made to begin with the words before the
target: what it would write next keeps the meaning. Synonyms of a thesaurus are scored in the same slot. Articles and
other words before the target are exchanged for their other forms, so that nouns of another gender and words that begin
with a vowel have their chance.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import inf
from typing import NamedTuple

import numpy as np

from stead.core.item import Item
from stead.core.parallel import map_in_order
from stead.lexicons import Lexicon, default_lexicon, four_classes, open_lexicon
from stead.systems.base import Suggestion, System, real, suggestions_by_score, text
from stead.systems.context import TargetContext, morphology_of
from stead.systems.neural.translation import RoundTrip, TranslatedGap, open_round_trip
from stead.words import language_code, lemmatiser

_MODEL, _USUAL, _ENGLISH, _FRENCH = "opus", "usual", "en", "fr"
_WORDS = 12
_LETTERS = 240  # where words are not separated by spaces
_GENERATED, _LISTED = 40, 40
"""The most words that are generated, and that are taken from the thesaurus."""
_LEADS = {
    _ENGLISH: ("a an",),
    _FRENCH: (
        "le la l'",
        "un une",
        "ce cet cette",
        "mon ma",
        "ton ta",
        "son sa",
        "du de_la de_l'",
        "au \N{LATIN SMALL LETTER A WITH GRAVE}_la \N{LATIN SMALL LETTER A WITH GRAVE}_l'",
        "quel quelle",
        "aucun aucune",
        "de d'",
        "que qu'",
        "je j'",
        "me m'",
        "se s'",
        "ne n'",
    ),
}
"""Words that have another form before another word; `_` is a space."""
_SPACE_AFTER_ELISION = re.compile(r"(?<=\w['\N{RIGHT SINGLE QUOTATION MARK}]) +")
_VOWELS = re.compile(r"[aeiou\N{LATIN SMALL LIGATURE OE}]")
_MAYBE_VOWELS = re.compile(r"[hy]")


class _TargetSlot(NamedTuple):
    """Where the target stands: the words before it without the lead, the leads, the lead itself, the words after."""

    before: str
    leads: Sequence[str]
    lead: str
    target: str
    after: str

    def gap(self, options: Sequence[str]) -> TranslatedGap:
        return TranslatedGap(self.before, f"{self.lead}{self.target}", self.after, options)


@dataclass(frozen=True)
class RoundTripSystem(System):
    """The likeliest words at the target's place on the way back of a translation, and synonyms scored there.

    The score is the logarithm of the probability of the word and the next two pieces, minus that of the best.
    """

    name = "roundtrip"
    paper = "after Qiang et al. 2023"
    about = "words that a translation to French (or English) and back would use"
    languages = (_ENGLISH, _FRENCH)

    lexicon: str = text(_USUAL, "the thesaurus", "the name of a lexicon, or usual: that of the item's language")
    listed: float = real(2.0, "added to the logarithm for words that the thesaurus lists as synonyms of the target")
    cut: float = real(-4.0, "the score from which on candidates are good enough for coverage")

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Suggest what is generated and listed, the likeliest first."""
        return self.suggest_all([item], "oot")[0]

    def suggest_all(self, items: Sequence[Item], task: str) -> list[Sequence[Suggestion]]:  # noqa: ARG002
        """Suggest for many items: all sentences of a language are translated in one pass."""
        slots = [_slot_of(item, self._language(item)) for item in items]
        for language in dict.fromkeys(map(self._language, items)):
            texts = [
                slot.gap([]).text for slot, item in zip(slots, items, strict=True) if self._language(item) == language
            ]
            open_round_trip(_MODEL, language).pivots(texts)
        return list(map_in_order(lambda pair: self._suggest(*pair), zip(items, slots, strict=True)))

    def _suggest(self, item: Item, slot: _TargetSlot) -> Sequence[Suggestion]:
        language = self._language(item)
        models, lexicon = open_round_trip(_MODEL, language), self._lexicons(language)
        context = TargetContext(item)
        target, pos = context.target
        lemmas = _lemmas_of(lexicon, language)
        forms: dict[str, set[str]] = {}
        for number, word, _ in models.likely_words(slot.gap(slot.leads), _GENERATED):
            lemma = next((lemma for lemma in lemmas(word, pos) if lexicon.senses(lemma, pos)), "")
            if lemma:
                forms.setdefault(lemma, set()).add(f"{slot.leads[number]}{word}")
        listed = [word for group in four_classes(lexicon, target, pos) for word in group][:_LISTED]
        for word in listed:
            forms.setdefault(word, set()).update(_with_leads(slot.leads, context.form(word)))
        for other in (target, item.target.lower()):
            forms.pop(other, None)
        return self._rank(models, slot, forms, set(listed))

    def _rank(
        self, models: RoundTrip, slot: _TargetSlot, forms: dict[str, set[str]], listed: set[str]
    ) -> Sequence[Suggestion]:
        options = [(word, form) for word, some in forms.items() for form in sorted(some)]
        (logs,) = models.score([slot.gap([form for _, form in options])])
        scores = dict.fromkeys(forms, -inf)
        for (word, _), log in zip(options, logs.sum(axis=1).tolist(), strict=True):
            if log == log:  # noqa: PLR0124 (not NaN)
                scores[word] = float(np.logaddexp(scores[word], log))
        terms = [word for word, score in scores.items() if score > -inf]
        values = [scores[word] + (self.listed if word in listed else 0.0) for word in terms]
        return suggestions_by_score(terms, values, ["thesaurus" if word in listed else "translation" for word in terms])

    def signature(self) -> str:
        """The signature with the name of the models."""
        return f"{self}|listed:{self.listed:g}|model:{_MODEL}"

    def _language(self, item: Item) -> str:
        self.check_language(item)
        return language_code(item.language) if item.language else _ENGLISH

    @cached_property
    def _lexicons(self) -> Callable[[str], Lexicon]:
        return cache(
            lambda language: open_lexicon(default_lexicon(language) if self.lexicon == _USUAL else self.lexicon)
        )


def _slot_of(item: Item, language: str) -> _TargetSlot:
    context = TargetContext(item)
    before = " ".join(context.before[-_LETTERS:].split(" ")[-_WORDS - 1 :])
    after = " ".join(context.after[:_LETTERS].split(" ")[: _WORDS + 1])
    if language == _FRENCH:
        before, after = _SPACE_AFTER_ELISION.sub("", before), _SPACE_AFTER_ELISION.sub("", after)
    for lead, others in _leads(language).items():
        start = len(before) - len(lead)
        if before[max(0, start) :].lower() == lead and not before[:start][-1:].isalpha():
            capital = before[start].isupper()
            leads = [other.capitalize() if capital else other for other in others]
            return _TargetSlot(before[:start], leads, before[start:], item.target, after)
    return _TargetSlot(before, [""], "", item.target, after)


@cache
def _leads(language: str) -> dict[str, Sequence[str]]:
    """For each lead, with the space after it, all its forms; the longest leads first."""
    groups = [[_spaced(form.replace("_", " ")) for form in group.split()] for group in _LEADS.get(language, ())]
    leads = {lead: group for group in groups for lead in group}
    return dict(sorted(leads.items(), key=lambda pair: -len(pair[0])))


def _spaced(lead: str) -> str:
    return lead if lead.endswith("'") else f"{lead} "


def _with_leads(leads: Sequence[str], form: str) -> Iterator[str]:
    """A form after each lead that may stand before it: an elided one before vowels only, its other forms elsewhere."""
    elided = {"'" in lead for lead in leads}
    vowel = bool(_VOWELS.match(_plain(form)))
    for lead in leads:
        fits = len(elided) == 1 or _MAYBE_VOWELS.match(form) or ("'" in lead) == vowel
        if fits:
            yield f"{lead}{form}"


def _plain(form: str) -> str:
    """A form in lower case, without accents."""
    return unicodedata.normalize("NFD", form.lower())


@cache
def _lemmas_of(lexicon: Lexicon, language: str) -> Callable[[str, str], Sequence[str]]:
    return morphology_of(lexicon) if language == _ENGLISH else lemmatiser(language)
