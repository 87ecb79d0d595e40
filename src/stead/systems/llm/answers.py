"""Read the answers of a language model: JSON as asked for, repaired where that is certain, else refused; never guessed.

The sentence may be hostile, and the model may do what it says. Whatever comes back, only words leave this module: texts
that are no words, sentences, words of another script and the target itself are dropped, one by one, and counted; an
answer in another language is refused.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from stead.core.item import Item, lemma_of
from stead.core.rating import MAX_RATING
from stead.core.text import tidy
from stead.systems.llm.endpoint import Reply
from stead.systems.llm.languages import LanguageCheck, check_language

MOST_SUBSTITUTES = 10
_LONGEST = 50  # characters of a substitute
_LONGEST_ANSWER = 50_000  # characters; ways to find JSON in it are tried one after another
_MOST_WORDS = 4
_INSIDE = "-'’·‐‑"  # noqa: RUF001 (hyphens, apostrophes, the Catalan l·l)
_THOUGHTS = (("<think>", "</think>"), ("[THINK]", "[/THINK]"))
"""The marks around what models think before they answer; the first is often the end of the prompt, not in the text."""
_STRAIGHT = {ord("’"): "'"}  # noqa: RUF001
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)
_BEGINNING = re.compile(r"(```(json)?\s*)?[{\[]")
"""How an answer begins that has no other words before it."""
_MOST_CUTS = 200  # commas that are tried from the end of what was cut off
_DECLINING = re.compile(
    r"(i|we)( am|'m| are)?( very| so)? (sorry|afraid|unable|not able|cannot|can not|can't)\b"
    r"|(i|we) (do not|don't|will not|won't)\b"
    r"|(i am|i'm|as) (just )?(an? )?(ai|language model|assistant)\b"
    r"|sorry,? (but|i|we|no|this|that)\b"
    r"|(cannot|can't|unable to|not able to) (help|assist|comply|answer|provide|fulfil|replace|substitute|be)\b"
    r"|(no|not any) (\w+ )?(substitute|synonym|replacement)s?\b"
    r"|(je suis )?désolée? (mais|je)\b|je (suis désolé|ne peux|ne suis pas|regrette)"
    r"|(es )?tut mir leid|ich (kann|darf|bin) (\w+ )?nicht\b"
    r"|lo siento\b|no puedo\b|mi dispiace\b|non posso\b"
)
"""How a model declines in place of a substitute, where a schema leaves it no other place; in lower case."""
_NOTHING = {"none", "n/a", "not applicable"}
"""How a model says, in place of the only substitute, that there is none, or that it has none."""
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "HANGUL": "CJK"}
"""Scripts that are written together."""


@dataclass(frozen=True)
class SubstitutesAnswer:
    """Substitutes, best first; None if the answer cannot be used. `faults`: what was repaired, dropped or refused.

    `unchecked` is why the language of the substitutes was not checked, if it was not.
    """

    terms: tuple[str, ...] | None
    faults: tuple[str, ...] = ()
    unchecked: str = ""


@dataclass(frozen=True)
class RatingsAnswer:
    """The rating of each candidate that was asked for; None where the answer has none that can be used.

    `unrated` are the candidates without a rating.
    """

    values: tuple[float | None, ...]
    faults: tuple[str, ...] = ()
    unrated: tuple[str, ...] = ()


def read_substitutes(reply: Reply, item: Item) -> SubstitutesAnswer:
    """Read the substitutes that a model gives for an item."""
    content, faults = _read_json(reply, ("]}", "]"))
    if isinstance(content, Mapping) and isinstance(content.get("substitutes"), list):
        content = content["substitutes"]
    if not isinstance(content, list):
        return SubstitutesAnswer(None, faults or ("answer refused: not the JSON that was asked for",))
    if _declines([tidy(entry).casefold().translate(_STRAIGHT) for entry in content if isinstance(entry, str)]):
        return SubstitutesAnswer(None, (*faults, "answer refused: the model declines"))
    terms: dict[str, str] = {}
    for entry in content:
        term = tidy(entry) if isinstance(entry, str) else ""
        problem = _problem(term, item) or ("substitute dropped: repeated" if term.casefold() in terms else "")
        if problem:
            faults = (*faults, problem)
        else:
            terms[term.casefold()] = term
    if content and not terms:
        return SubstitutesAnswer(None, (*faults, "answer refused: no substitute in it can be used"))
    kept, beyond = (*terms.values(),)[:MOST_SUBSTITUTES], len(terms) - MOST_SUBSTITUTES
    faults += (f"substitute dropped: more than {MOST_SUBSTITUTES}",) * beyond
    checked = check_language(kept, item.language) if kept else LanguageCheck()
    if checked.other:
        refusal = f"answer refused: in another language than the sentence ({checked.other})"
        return SubstitutesAnswer(None, (*faults, refusal))
    return SubstitutesAnswer(kept, faults, checked.unchecked)


def _declines(entries: Sequence[str]) -> bool:
    """Whether a model declines in one of its entries, or says in the only one that there is nothing."""
    return any(map(_DECLINING.match, entries)) or (len(entries) == 1 and entries[0] in _NOTHING)


def read_ratings(reply: Reply, candidates: Sequence[str]) -> RatingsAnswer:
    """Read the ratings that a model gives to candidates."""
    content, faults = _read_json(reply, ("}",))
    if not isinstance(content, Mapping):
        refusal = faults or ("answer refused: not the JSON that was asked for",)
        return RatingsAnswer((None,) * len(candidates), refusal, (*candidates,))
    values = tuple(_rating(content.get(candidate)) for candidate in candidates)
    unrated = tuple(candidate for candidate, value in zip(candidates, values, strict=True) if value is None)
    missing = ["rating missing or not from 0 to 3"] * len(unrated)
    unasked = ["rating of what was not asked"] * len(content.keys() - {*candidates})
    return RatingsAnswer(values, (*faults, *missing, *unasked), unrated)


def _rating(value: object) -> float | None:
    """Read a rating from 0 to 3, also one between quotes; anything else is no rating."""
    if isinstance(value, str) and value.strip() in {"0", "1", "2", "3"}:
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= MAX_RATING and value == int(value) else None


# ------------------------------------------------------------------------------------------------------------- JSON


def _read_json(reply: Reply, closings: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """Parse the one JSON value of a text; None if there is none. `closings` complete what was cut off."""
    text = _without_thoughts(reply.text).strip()
    if reply.refusal or not text:
        silent = "cut off before it began (max_tokens)" if reply.is_cut_off else "empty"
        return None, (f"answer refused: {'the model declines' if reply.refusal else silent}",)
    if len(text) > _LONGEST_ANSWER:
        return None, ("answer refused: longer than answers are",)
    if reply.is_cut_off and not _BEGINNING.match(text):
        return None, (
            "answer refused: cut off",
        )  # other words may be thoughts without a mark, and JSON in them a draft
    for fault, read in _READINGS.items():
        try:
            return read(text), (fault,) if fault else ()
        except ValueError:
            continue
    completed = _complete(text, closings) if reply.is_cut_off else None
    if completed is not None:
        return completed, ("answer repaired: cut off, the last entry is left out",)
    return None, (f"answer refused: {'cut off' if reply.is_cut_off else 'no JSON in it'}",)


def _without_thoughts(text: str) -> str:
    """What comes after the thoughts of a model: drafts of answers in these are none."""
    for begin, end in _THOUGHTS:
        text = text.rpartition(end)[2].partition(begin)[0]
    return text


def _parse(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once_each)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without names that have two values: nobody can know which is meant."""
    record = dict(pairs)
    if any(record[name] != value for name, value in pairs):
        raise ValueError("a name with two values")
    return record


def _in_fence(text: str) -> Any:
    (inside,) = _FENCE.findall(text)  # a ValueError if there are none or several
    return _parse(inside)


def _among_words(text: str) -> Any:
    """The one object in a text; a ValueError if another begins, whole or not: it may be the one that is meant."""
    decoder = json.JSONDecoder(object_pairs_hook=_once_each)
    try:
        value, end = decoder.raw_decode(text, text.index("{"))
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if "{" in text[end:]:
        raise ValueError("several objects")
    return value


_READINGS: dict[str, Callable[[str], Any]] = {
    "": _parse,
    "answer repaired: JSON in a code block": _in_fence,
    "answer repaired: JSON among other words": _among_words,
}
"""Ways to find the JSON of an answer, and what was repaired."""


def _complete(text: str, closings: Sequence[str]) -> Any:
    """The entries before the last comma of a value that was cut off; these are whole."""
    start = min((index for index in (text.find("{"), text.find("[")) if index >= 0), default=0)
    end = len(text)
    for _ in range(_MOST_CUTS):
        end = text.rfind(",", start, end)
        if end < 0:
            return None
        for closing in closings:
            try:
                return _parse(text[start:end] + closing)
            except ValueError:
                continue
    return None


# ------------------------------------------------------------------------------------------------------------ words


def _problem(term: str, item: Item) -> str:
    """Why a text is no substitute, or nothing."""
    if not term or len(term) > _LONGEST or len(term.split()) > _MOST_WORDS:
        return "substitute dropped: empty, or longer than words are"
    if not all(map(_is_word, term.split())):
        return "substitute dropped: not a word"
    if term.casefold() in {item.target.casefold(), lemma_of(item.lexelt).casefold()}:
        return "substitute dropped: the target itself"
    if not _scripts(term) <= _scripts(item.text):
        return "substitute dropped: of another script than the sentence"
    return ""


def _is_word(text: str) -> bool:
    """Whether a text has letters, and otherwise at most digits, hyphens, apostrophes and the stops of `U.S.`."""
    others = {char for char in text if not (char.isalnum() or unicodedata.category(char).startswith("M"))}
    stops = {"."} if text.count(".") > 1 else set()  # one stop may end a sentence
    return any(map(str.isalpha, text)) and others <= {*_INSIDE} | stops


def _scripts(text: str) -> frozenset[str]:
    """The scripts of the letters of a text, as Unicode names them."""
    return frozenset(_script(char) for char in text if char.isalpha())


@lru_cache(1 << 12)
def _script(char: str) -> str:
    script = unicodedata.name(char, "").partition(" ")[0].partition("-")[0]
    return _TOGETHER.get(script, script)
