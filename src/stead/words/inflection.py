"""Inflect a substitute like its target, and put it into the sentence.

English substitutes are inflected by rules and a dictionary (`games` for `matches`, `gave` for `handed`), French,
Italian, Spanish and German ones by lists of forms (`stead.words.word_forms`). Where there is no list, or where it lacks
a word, a substitute stays as it is, and the result says so.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from stead.core.item import Item, lemma_of, part_of_speech_of
from stead.words.english import COMPARING, TAGS, correct_article, english_forms, english_tag, head_of
from stead.words.german import GermanTarget
from stead.words.lemmatisers import language_code
from stead.words.romance import RomanceTarget
from stead.words.tokens import tokenise
from stead.words.word_forms import word_forms


class Capitals(StrEnum):
    """Capitalisation of a text."""

    LOWER = "lower"  # begins in lower case; capitals inside it are part of the word (iPod)
    FIRST = "first"  # begins with a capital
    EVERY = "every"  # each of several words begins with a capital
    ALL = "all"  # all letters are capitals, at least two


def capitals_of(text: str) -> Capitals:
    """Classify the capitalisation of a text; a single capital letter counts as FIRST."""
    cased = [letter for letter in text if letter.isalpha() and letter.lower() != letter.upper()]
    if len(cased) > 1 and text.isupper():
        return Capitals.ALL
    if not cased or cased[0].islower():
        return Capitals.LOWER
    words = text.split()
    if len(words) > 1 and all(_begins_with_capital(word) for word in words):
        return Capitals.EVERY
    return Capitals.FIRST


def capitals_in(form: str, before: str, after: str) -> Capitals:
    """Classify the capitalisation of a form in its sentence, where an acronym (`TV`, `U.S.`) is not shouted.

    A substitute of an acronym is as the lexicon has it, but begins a sentence with a capital.
    """
    capitals = capitals_of(form)
    if capitals is not Capitals.ALL:
        return capitals
    letters = [letter for letter in form if letter.isalpha()]
    is_short = len(letters) <= _LONGEST_ACRONYM or "." in form.rstrip(".")
    if not is_short or not any(map(str.islower, before[-_CONTEXT:] + after[:_CONTEXT])):
        return capitals
    return Capitals.LOWER if before.strip() and before.rstrip()[-1:] not in ".!?" else Capitals.FIRST


def _begins_with_capital(word: str) -> bool:
    return next((letter.isupper() or letter.istitle() for letter in word if letter.isalpha()), False)


def apply_capitals(text: str, capitals: Capitals, language: str = "") -> str:
    """Capitalise a text; LOWER changes nothing, so that names keep their capitals."""
    match capitals:
        case Capitals.ALL:
            return _upper(text, language)
        case Capitals.FIRST:
            return _first_upper(text, language)
        case Capitals.EVERY:
            return " ".join(_first_upper(word, language) for word in text.split(" "))
        case _:
            return text


def _first_upper(text: str, language: str) -> str:
    """Capitalise the first letter, unless a capital follows it, which is part of the word (iPod)."""
    first = next((at for at, letter in enumerate(text) if letter.isalpha()), 0)
    if text[first + 1 : first + 2].isupper():
        return text
    return text[:first] + _upper(text[first : first + 1], language, title=True) + text[first + 1 :]


def _upper(text: str, language: str, *, title: bool = False) -> str:
    if language in {"tr", "az"}:  # the capital of i keeps its dot
        text = text.replace("i", "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}")
    return text.title() if title else text.upper()


_CONTEXT = 80  # number of characters around a target that are considered
_LONGEST_ACRONYM = 3  # letters; longer words in capitals are shouted
_POSSESSIVE = re.compile(r"(?<=\w)(?:['\u2019]s|(?<=s)['\u2019])$", re.IGNORECASE)
_TARGETS_KEPT = 64
_SIBILANTS = ("s", "x", "z", "ch", "sh")
_SAME_PART_OF_SPEECH = {"j": "a", "s": "a"}
_ALREADY_COMPARED = frozenset({"more", "most", "less", "least", "better", "best", "worse", "worst"})


@dataclass(frozen=True, slots=True)
class Inflected:
    """A substitute in the form of the target.

    `tag` is the form (Penn Treebank); `inflected` is False, and the tag empty,
    if there is no inflector for the language or the part of speech: then only the capitals were adapted.
    """

    text: str
    tag: str
    inflected: bool


@dataclass(frozen=True, slots=True)
class ReplacedTarget:
    """A sentence with the target replaced: `text[start:end]` is the substitute."""

    text: str
    start: int
    end: int
    inflected: bool


def inflect(
    substitute: str, form: str, lexelt: str, language: str = "en", *, before: str = "", after: str = ""
) -> Inflected:
    """Inflect a substitute (a lemma) like a target.

    `before` and `after` are the sentence around the target: they distinguish `handed` (gave) from `was handed` (given).
    """
    code = language_code(language) if language else ""
    target = _target_form(form, lexelt, code, before[-_CONTEXT:], after[:_CONTEXT])
    if not target.tag or not substitute.strip():
        return Inflected(apply_capitals(substitute, capitals_of(" ".join(form.split())), code), "", inflected=False)
    text = apply_capitals(inflect_lemma(substitute, target.tag), target.capitals, code)
    possessive = _possessive_of(text, target.possessive, target.tag) if target.possessive else ""
    return Inflected(text + possessive, target.tag, inflected=True)


class _TargetForm(NamedTuple):
    """What all substitutes of a target share; the tag is empty where nothing is inflected."""

    tag: str = ""
    capitals: Capitals = Capitals.LOWER
    possessive: str = ""


@lru_cache(_TARGETS_KEPT)
def _target_form(form: str, lexelt: str, code: str, before: str, after: str) -> _TargetForm:
    pos = part_of_speech_of(lexelt).lower()
    pos = _SAME_PART_OF_SPEECH.get(pos, pos)
    if code != "en" or pos not in TAGS:
        return _TargetForm()
    form, lemma = " ".join(form.split()), lemma_of(lexelt)
    possessive = _POSSESSIVE.search(form) if pos == "n" else None
    core = form[: possessive.start()] if possessive else form
    has_capital = lemma[:1].isupper() and before.strip() and capitals_of(core) is not Capitals.ALL
    return _TargetForm(
        _tag(core, lemma, pos, before, after),
        Capitals.LOWER if has_capital else capitals_in(core, before, after),  # `Jewish` has its capital anywhere
        possessive[0] if possessive else "",
    )


def replace_target(item: Item, substitute: str) -> ReplacedTarget:
    """Replace the target of an item's sentence by a substitute, inflected, and correct `a` or `an` before it."""
    before, after = item.text[: item.start], item.text[item.end :]
    language = language_code(item.language) if item.language else ""
    if (placed := _replace_by_list(item, substitute, language)) is not None:
        return placed
    inflected = inflect(substitute, item.target, item.lexelt, language, before=before, after=after)
    if language == "en":
        all_capitals = capitals_in(item.target, before, after) is Capitals.ALL
        before = correct_article(
            before,
            inflect_lemma(substitute, inflected.tag) if all_capitals else inflected.text,
            all_capitals=all_capitals,
        )
    return ReplacedTarget(
        before + inflected.text + after, len(before), len(before) + len(inflected.text), inflected.inflected
    )


def _replace_by_list(item: Item, substitute: str, language: str) -> ReplacedTarget | None:
    """Replace a target of a language that has a list of forms; None if a substitute cannot be put into form."""
    forms = word_forms(language) if language != "en" else None
    pos = part_of_speech_of(item.lexelt).lower()
    if forms is None or pos not in TAGS:
        return None
    before, after, lemma = item.text[: item.start], item.text[item.end :], lemma_of(item.lexelt)
    target: GermanTarget | RomanceTarget
    if language == "de":
        target = GermanTarget(forms=forms, before=before, form=item.target, after=after, lemma=lemma, pos=pos)
    else:
        target = RomanceTarget(
            forms=forms, language=language, before=before, form=item.target, after=after, lemma=lemma, pos=pos
        )
    placed = target.replace(substitute)
    if placed is None:
        return None
    before, form = placed
    form = apply_capitals(form, capitals_in(item.target, before, after), language)
    return ReplacedTarget(before + form + after, len(before), len(before) + len(form), inflected=True)


@lru_cache(1 << 15)
def inflect_lemma(substitute: str, tag: str) -> str:
    """Inflect an English lemma or phrase by a tag; of a phrase, the head is inflected."""
    pos = next((part for part, tags in TAGS.items() if tag in tags[1:]), None)
    if pos is None:  # a base form, or an unknown tag
        return substitute
    if tag in COMPARING:
        return _compared(substitute, tag, pos)
    start, end = head_of(substitute, pos)
    word = substitute[start:end]
    form = (english_forms(word, pos).get(tag) or (word,))[0]
    if tag == "NNS" and word[:1].isupper() and end == len(substitute):
        form = _plural_of_name(word, form)
    return substitute[:start] + form + substitute[end:]


def _plural_of_name(name: str, plural: str) -> str:
    """Give the plural of a name, which is regular even if the same word is not: `Hugo Wolfs`, but `Frenchmen`."""
    irregular = plural not in {name, f"{name}s", f"{name}es"} and not name.endswith(("man", "y", "Y"))
    return f"{name}{'es' if name.endswith(_SIBILANTS) else 's'}" if irregular else plural


def english_forms_of(lemma: str, part_of_speech: str) -> set[str]:
    """List all forms of an English lemma or phrase, in all spellings; an unknown part of speech means any."""
    if part_of_speech not in TAGS:
        return set().union(*(english_forms_of(lemma, part) for part in TAGS))
    start, end = head_of(lemma, part_of_speech) if part_of_speech in "nv" else (0, len(lemma))
    forms = english_forms(lemma[start:end], part_of_speech).values() if start < end else ()
    return {lemma, *(lemma[:start] + form + lemma[end:] for spellings in forms for form in spellings)}


def _compared(substitute: str, tag: str, pos: str) -> str:
    if re.split(r"[\s_\-]", substitute.lower())[0] in _ALREADY_COMPARED:
        return substitute
    forms = english_forms(substitute, pos).get(tag) if substitute.isalpha() else None
    return forms[0] if forms else f"{COMPARING[tag]} {substitute}"


def _tag(form: str, lemma: str, pos: str, before: str, after: str) -> str:
    """Tag a target; of a phrase, its head."""
    start, end = head_of(lemma, pos) if pos in "nv" else (0, len(lemma))
    after_head = len(lemma) - end
    head = form[start : len(form) - after_head]
    tokens_before = [token.text for token in tokenise(before + form[:start], "en")]
    tokens_after = [token.text for token in tokenise(form[len(form) - after_head :] + after, "en")]
    return english_tag(head, lemma[start:end], pos, tokens_before, tokens_after)


def without_possessive(form: str) -> str:
    """Remove a possessive ending: `father` of `father's`, `boys` of `boys'`."""
    return _POSSESSIVE.sub("", form)


def _possessive_of(text: str, possessive: str, tag: str) -> str:
    """Choose `'s`, or the apostrophe alone after the s of a plural."""
    mark = possessive[0]
    is_plural = tag == "NNS" or len(possessive) == 1
    return mark if is_plural and text.lower().endswith("s") else f"{mark}s"
