"""Forms of English words by Penn Treebank tag, from lemminflect's dictionary."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from stead.core.extras import library
from stead.words.tables import word_set

TAGS = {
    "n": ("NN", "NNS"),
    "v": ("VB", "VBZ", "VBG", "VBD", "VBN"),
    "a": ("JJ", "JJR", "JJS"),
    "r": ("RB", "RBR", "RBS"),
}
"""The forms that a word of each part of speech has, the base form first."""

COMPARING = {"JJR": "more", "JJS": "most", "RBR": "more", "RBS": "most"}
"""What compares a word that has no form of its own for it."""

_UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_IRREGULAR: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {
    ("person", "n"): {"NNS": ("people", "persons")},
    ("ox", "n"): {"NNS": ("oxen",)},
    ("forgo", "v"): {"VBD": ("forwent",), "VBN": ("forgone",), "VBG": ("forgoing",), "VBZ": ("forgoes",)},
    ("forego", "v"): {"VBD": ("forewent",), "VBN": ("foregone",), "VBG": ("foregoing",), "VBZ": ("foregoes",)},
}
_UNCOUNTABLE = word_set(
    """
    advice aid anger assistance baggage cash clothing courage electricity equipment evidence feedback footage fun
    furniture garbage happiness hardware health help homework housework information jewellery jewelry knowledge leisure
    luck luggage machinery mail money music news patience permission progress research rubbish scenery software stuff
    traffic trash wealth weather wisdom
    """
)


@lru_cache(maxsize=1 << 16)
def english_forms(lemma: str, part_of_speech: str) -> Mapping[str, tuple[str, ...]]:
    """The forms of a word by tag, the usual spelling of each first.

    An adjective or adverb that is compared by `more` and `most` has only its base form.
    """
    lower = lemma.lower()
    known = _known_forms(lower, part_of_speech) if any(map(str.isalpha, lower)) else {}
    base = TAGS[part_of_speech][0]
    forms = {tag: known[tag] for tag in TAGS[part_of_speech] if known.get(tag)}
    forms[base] = (lower,)
    if part_of_speech == "v":
        forms.setdefault("VBN", forms.get("VBD", ()))
    return {tag: tuple(_as_written(form, lemma) for form in own) for tag, own in forms.items()}


def _known_forms(lemma: str, part_of_speech: str) -> dict[str, tuple[str, ...]]:
    """What the dictionary has, completed by rules where every word has a form, and by our own exceptions."""
    lemminflect: Any = library("lemminflect", "inflecting English words")
    upos = _UPOS[part_of_speech]
    known: dict[str, tuple[str, ...]] = lemminflect.getAllInflections(lemma, upos)
    if part_of_speech == "n" and not known:
        known = lemminflect.getAllInflections(lemma, "PROPN")  # as it has Frenchman
        if not known and lemma.endswith("man"):
            known = {"NNS": (lemma.removesuffix("an") + "en",)}
    if not known and lemminflect.getAllLemmas(lemma, upos):
        return dict.fromkeys(TAGS[part_of_speech], (lemma,))  # a form of another word (`humans`, `larger`): let it be
    if part_of_speech in "nv" or (not known and _is_one_syllable(lemma)):
        missing = set(TAGS[part_of_speech]) - {*known, "VBN"}
        if missing:
            known = {**lemminflect.getAllInflectionsOOV(lemma, upos), **known}
    if part_of_speech == "n" and lemma in _UNCOUNTABLE:
        known["NNS"] = (lemma,)
    return {**known, **_IRREGULAR.get((lemma, part_of_speech), {})}


def _is_one_syllable(word: str) -> bool:
    """By its groups of vowels, a silent e aside."""
    stem = word.removesuffix("e") if len(word) > 2 else word
    vowels = [letter in "aeiouy" for letter in stem]
    return sum(here and not before for before, here in zip([False, *vowels], vowels, strict=False)) == 1


def _as_written(form: str, lemma: str) -> str:
    """A form with the capitals of its lemma: `TVs` of `TV`, `Frenchmen` of `Frenchman`."""
    shared = next((at for at, (one, other) in enumerate(zip(form, lemma.lower(), strict=False)) if one != other), None)
    kept = min(len(form), len(lemma)) if shared is None else shared
    return lemma[:kept] + form[kept:]
