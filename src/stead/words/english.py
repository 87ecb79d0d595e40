"""English: forms of words by Penn Treebank tag (by lemminflect), the tag of a form, heads of phrases, `a` or `an`."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from stead.core.extras import import_extra


def word_set(text: str) -> frozenset[str]:
    """Split a text into a set of words."""
    return frozenset(text.split())


TAGS = {
    "n": ("NN", "NNS"),
    "v": ("VB", "VBZ", "VBG", "VBD", "VBN"),
    "a": ("JJ", "JJR", "JJS"),
    "r": ("RB", "RBR", "RBS"),
}
"""The forms that a word of each part of speech has, the base form first."""

COMPARING = {"JJR": "more", "JJS": "most", "RBR": "more", "RBS": "most"}
"""The words that compare adjectives and adverbs without a comparative or superlative form."""

_UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_IRREGULAR: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {
    ("person", "n"): {"NNS": ("people", "persons")},
    ("ox", "n"): {"NNS": ("oxen",)},
    ("go", "n"): {"NNS": ("goes",)},
    ("forgo", "v"): {"VBD": ("forwent",), "VBN": ("forgone",), "VBG": ("forgoing",), "VBZ": ("forgoes",)},
    ("blend", "v"): {"VBD": ("blended",), "VBN": ("blended",)},
    ("quit", "v"): {"VBD": ("quit",), "VBN": ("quit",)},
    ("heave", "v"): {"VBD": ("heaved",), "VBN": ("heaved",)},
    ("wake", "v"): {"VBD": ("woke",), "VBN": ("woken",)},
    ("bide", "v"): {"VBD": ("bided",), "VBN": ("bided",)},
    ("weave", "v"): {"VBD": ("wove",), "VBN": ("woven",)},
    ("forego", "v"): {"VBD": ("forewent",), "VBN": ("foregone",), "VBG": ("foregoing",), "VBZ": ("foregoes",)},
}
_UNCOUNTABLE = word_set(
    """
    advice aid anger applause assistance baggage cash chaos clothing courage cutlery electricity employment equipment
    evidence feedback footage freight fun furniture garbage gossip grief guidance happiness hardware harm health help
    homework honesty hospitality housework ignorance information jewellery jewelry knowledge legislation leisure
    lightning livestock luck luggage machinery mail merchandise money music news nonsense offspring patience permission
    personnel poultry poverty progress publicity research rubbish scenery software stuff sunshine thunder traffic
    transportation trash underwear unemployment vegetation violence warmth wealth weather wildlife wisdom wrath
    """
)
_COMPARED_BY_MORE = word_set("common dead fun handsome ill real right wrong")
"""Adjectives that the dictionary inflects (`realer`), but people compare with `more`."""


@lru_cache(maxsize=1 << 16)
def english_forms(lemma: str, part_of_speech: str) -> Mapping[str, tuple[str, ...]]:
    """List the forms of a word by tag, the usual spelling of each first.

    An adjective or adverb that is compared by `more` and `most` has only its base form.
    """
    lower = lemma.lower()
    known = _known_forms(lower, part_of_speech) if any(map(str.isalpha, lower)) else {}
    base = TAGS[part_of_speech][0]
    forms = {tag: known[tag] for tag in TAGS[part_of_speech] if known.get(tag)}
    forms[base] = (lower,)
    if part_of_speech == "v":
        forms.setdefault("VBN", forms.get("VBD", ()))
    return {tag: tuple(_with_capitals_of(form, lemma) for form in spellings) for tag, spellings in forms.items()}


def _known_forms(lemma: str, part_of_speech: str) -> dict[str, tuple[str, ...]]:
    """Look up the forms in the dictionary; complete them by rules and by exceptions of our own."""
    lemminflect: Any = import_extra("lemminflect", "inflecting English words")
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
    if part_of_speech == "a" and _is_compared_by_more(lemma, lemminflect.getAllLemmas(lemma, "VERB")):
        return {}
    return {**known, **_IRREGULAR.get((lemma, part_of_speech), {})}


@lru_cache(maxsize=1 << 12)
def base_of_compared_adverb(form: str) -> str | None:
    """Find the adverb of which a form is the comparative or superlative (`fast` of `faster`)."""
    lemminflect: Any = import_extra("lemminflect", "inflecting English words")
    bases: Sequence[str] = lemminflect.getAllLemmas(form.lower(), _UPOS["r"]).get(_UPOS["r"], ())
    return next((base for base in bases if base != form.lower()), None)


def _is_compared_by_more(adjective: str, verbs: Mapping[str, Sequence[str]]) -> bool:
    """Whether an adjective takes `more`: a participle (`paid`), one that ends in -en (`golden`), some others."""
    is_participle = any(adjective not in bases for bases in verbs.values())
    return is_participle or adjective.endswith("en") or adjective in _COMPARED_BY_MORE


def _is_one_syllable(word: str) -> bool:
    """Whether a word has one group of vowels, apart from a silent e."""
    stem = word.removesuffix("e") if len(word) > 2 else word
    vowels = [letter in "aeiouy" for letter in stem]
    return sum(here and not before for before, here in zip([False, *vowels], vowels, strict=False)) == 1


def _with_capitals_of(form: str, lemma: str) -> str:
    """Give a form the capitals of its lemma: `TVs` of `TV`, `Frenchmen` of `Frenchman`."""
    shared = next((at for at, (one, other) in enumerate(zip(form, lemma.lower(), strict=False)) if one != other), None)
    kept = min(len(form), len(lemma)) if shared is None else shared
    return lemma[:kept] + form[kept:]


_BEFORE_INFINITIVE = word_set(
    "to can could may might must shall should will would 'll ca wo do does did let let's please cannot"
)
_BEFORE_PARTICIPLE = word_set(
    "have has had having 've be am is are was were been being 's 're 'm get gets got getting gotten"
)
_BEFORE_ATTRIBUTE = word_set(
    "a an the this these those my your his her its our their of in on at by for from with without"
)
_SUBJECTS = word_set("i you he she it we they who which that")
_BETWEEN = word_set(
    "not n't never ever always often also just already even still yet now then soon all both either almost quite "
    "so very too rather more most less much well"
)
_LOOKED_BACK = 4
_ENDINGS = {
    "n": (("s", "NNS"),),
    "v": (("ing", "VBG"), ("ed", "VBD"), ("s", "VBZ")),
    "a": (("er", "JJR"), ("est", "JJS")),
    "r": (("er", "RBR"), ("est", "RBS")),
}


def english_tag(
    form: str, lemma: str, part_of_speech: str, before: Sequence[str] = (), after: Sequence[str] = ()
) -> str:
    """Tag a form (Penn Treebank); the words before and after decide between past tense and participle."""
    form = form.lower()
    possible = _possible_tags(form, lemma.lower(), part_of_speech)
    if len(possible) == 1 or part_of_speech != "v":
        return possible[0]
    return _tag_in_context(possible, _normalised(before), _normalised(after))


def _normalised(words: Sequence[str]) -> list[str]:
    return [word.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for word in words]


def _possible_tags(form: str, lemma: str, part_of_speech: str) -> list[str]:
    known = [tag for tag, forms in english_forms(lemma, part_of_speech).items() if form in forms]
    if known:
        return known
    guessed = [tag for ending, tag in _ENDINGS[part_of_speech] if form.endswith(ending) and form != lemma]
    return [*guessed[:1], *(["VBN"] if guessed[:1] == ["VBD"] else [])] or [TAGS[part_of_speech][0]]


def _tag_in_context(possible: Sequence[str], before: Sequence[str], after: Sequence[str]) -> str:
    """Choose among VB, VBD and VBN by the nearest telling word before the verb."""
    telling = _telling_word(before)
    if telling in _BEFORE_INFINITIVE or (telling == "" and "VB" in possible):  # nothing before it: an imperative
        wanted = "VB"
    elif telling in _BEFORE_PARTICIPLE or telling in _BEFORE_ATTRIBUTE or after[:1] == ["by"]:
        wanted = "VBN"
    else:
        wanted = "VBD"
    return wanted if wanted in possible else possible[0]


def _telling_word(before: Sequence[str]) -> str:
    """Find the nearest word that is not an adverb; of a question's subject (`had he said`), the word before."""
    nearest = [word for word in before[: -_LOOKED_BACK - 1 : -1] if word not in _BETWEEN and not word.endswith("ly")]
    if not nearest or not any(map(str.isalnum, nearest[0])):
        return ""
    auxiliary = nearest[1] if len(nearest) > 1 else ""
    if nearest[0] in _SUBJECTS and auxiliary in _BEFORE_INFINITIVE | _BEFORE_PARTICIPLE:
        return auxiliary
    return nearest[0]


_PREPOSITIONS = word_set(
    """
    about above across after against along among around as at before behind below beneath beside between beyond by down
    during for from in inside into like near of off on onto out over past since than through to towards under until up
    upon with within without
    """
)
_BEFORE_A_VERB = frozenset({"to", "not", "never"})
_ADJECTIVE_LAST = frozenset(
    {
        ("attorney", "general"),
        ("body", "politic"),
        ("consul", "general"),
        ("court", "martial"),
        ("director", "general"),
        ("governor", "general"),
        ("heir", "apparent"),
        ("knight", "errant"),
        ("notary", "public"),
        ("poet", "laureate"),
        ("postmaster", "general"),
        ("president", "elect"),
        ("secretary", "general"),
        ("solicitor", "general"),
        ("surgeon", "general"),
    }
)
"""Nouns whose head is the first word although no preposition follows it."""

_DOERS = ("er", "or")
_PHRASE_WORD = re.compile(r"[^\s_]+")
_HYPHENATED_PART = re.compile(r"[^\-]+")


def head_of(phrase: str, part_of_speech: str) -> tuple[int, int]:
    """Find the span of the inflected word: a verb's first, a noun's last before a preposition; or 0, 0."""
    words = list(_PHRASE_WORD.finditer(phrase))
    texts = [word[0].lower() for word in words]
    position = _verb_head(texts) if part_of_speech == "v" else _noun_head(texts)
    if position is None:
        return 0, 0
    word = words[position]
    parts = list(_HYPHENATED_PART.finditer(phrase, word.start(), word.end()))
    if not parts:
        return 0, 0
    part = parts[_head_part([part[0].lower() for part in parts], part_of_speech)]
    return part.span()


def _verb_head(words: Sequence[str]) -> int | None:
    """Find the first word, skipping adverbs and others before the verb (`carefully examine`)."""
    candidates = [at for at, word in enumerate(words) if word not in _BEFORE_A_VERB and not word.endswith("ly")]
    return candidates[0] if candidates else (0 if words else None)


def _noun_head(words: Sequence[str]) -> int | None:
    """Find the word before the first preposition, or the last; none if the phrase begins with a preposition."""
    if not words or (len(words) > 1 and words[0] in _PREPOSITIONS):
        return None
    if tuple(words) in _ADJECTIVE_LAST:
        return 0
    return next((at - 1 for at, word in enumerate(words) if at and word in _PREPOSITIONS), len(words) - 1)


def _head_part(parts: Sequence[str], part_of_speech: str) -> int:
    """Find the head of a hyphenated word: the last part, but the first of mother-in-law, passer-by, to tip-off."""
    last = len(parts) - 1
    inside = next((at - 1 for at, part in enumerate(parts) if 0 < at < last and part in _PREPOSITIONS), None)
    if inside is not None and part_of_speech == "n":
        return inside
    ends_in_particle = last > 0 and parts[last] in _PREPOSITIONS
    if ends_in_particle and (part_of_speech == "v" or parts[0].endswith(_DOERS)):
        return 0
    return last


_ARTICLE = re.compile(r"(?<![\w'\u2019\-])(?P<article>an?)\s+[\"'\u2018\u201c(\[]*\Z", re.I)
_ARTICLE_REACH = 80
"""Characters at the end of a text in which its article is looked for: a long text is not read for every word."""
_SILENT_H = re.compile(r"heir|hones|hono|hour")
# Vowel letters with the sound of a consonant: y (unit, use, Europe) or w (one).
_CONSONANT_SOUND = re.compile(
    r"eu|ewe|one(?!r)|once|ouija"
    r"|u(?:s[aeu]|t[eio]|tah|biq|fo|gand|k[eru]|nanim|ni(?:[cfgoptvx]|que|la|son|sex|dir)|ran|re[at]|ri|ro|ru)"
)
_VOWEL_LETTERS = frozenset("aeiou")
_LETTERS_WITH_VOWEL_NAMES = frozenset("AEFHILMNORSX")
_NUMBERS_WITH_VOWEL = re.compile(r"8|1[18](?!\d)")
_LETTER_AND_HYPHEN = re.compile(r"[A-Za-z][\-\u2010\u2011]")
_SPELT_OUT = re.compile(r"[A-Z](?![a-z])[A-Z]{0,2}(?![A-Za-z])|[B-DF-HJ-NP-TV-Z]{4,}(?![A-Za-z])")


def article_for(word: str) -> str:
    """Choose `a` or `an`; what is spelt out goes by the names of letters (an MP, a UN envoy, a U-turn)."""
    if _SPELT_OUT.match(word) or _LETTER_AND_HYPHEN.match(word) or (word.isupper() and word.startswith("U")):
        return "an" if word[0].upper() in _LETTERS_WITH_VOWEL_NAMES else "a"
    word = word.lower()
    if word[:1] in _VOWEL_LETTERS:
        return "a" if _CONSONANT_SOUND.match(word) else "an"
    return "an" if _SILENT_H.match(word) or _NUMBERS_WITH_VOWEL.match(word) else "a"


def correct_article(before: str, word: str, *, all_capitals: bool = False) -> str:
    """Correct the article before a word: `a` or `an` at the end of the text before it.

    A capital A inside a sentence is not an article (a grade A student).
    """
    match = _ARTICLE.search(before, max(0, len(before) - _ARTICLE_REACH))
    if not match:
        return before
    article, left = match["article"], before[: match.start()].rstrip()
    if article == "A" and left[-1:].isalnum() and not all_capitals:
        return before
    right = article_for(word)
    if article.isupper() and (all_capitals or len(article) > 1):
        right = right.upper()
    elif article[0].isupper():
        right = right.capitalize()
    return before[: match.start()] + right + before[match.end("article") :]
