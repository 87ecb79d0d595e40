"""Where targets are in sentences: found in all their forms, or marked by brackets (`They lost the [match].`).

English forms are generated; in other languages the words of the sentence are lemmatised. Neither determines the part of
speech of a word in its sentence: `bright.a` and `bright.n` are found in the same positions.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stead.core.errors import BadInput, UsageError
from stead.core.item import lemma_of, part_of_speech_of
from stead.core.text import plural
from stead.formats import quote
from stead.words.inflection import english_forms_of
from stead.words.lemmatisers import LEMMATISED, Lemmatise, language_code, lemmatiser
from stead.words.tokens import Token, tokenise, words_of

_BRACKET = re.compile(r"\\[\[\]]|[\[\]]")
_EXAMPLE = "mark one word, as in: They lost the [match]."


class MarkedTarget(NamedTuple):
    """A sentence whose target, `text[start:end]`, was marked by brackets."""

    text: str
    start: int
    end: int

    @property
    def target(self) -> str:
        """The target as written in the sentence."""
        return self.text[self.start : self.end]


def parse_marked(sentence: str) -> MarkedTarget:
    r"""Parse a sentence with its target in brackets; spaces inside the brackets are not part of the target.

    Brackets that belong to the sentence are written `\[` and `\]`.
    """
    pieces = _pieces(sentence)
    if len(pieces) == 1:
        raise BadInput(f"no target is marked in {quote(sentence)}; {_EXAMPLE}")
    if len(pieces) > 3:
        raise BadInput(f"{len(pieces) // 2} targets are marked in {quote(sentence)}; {_EXAMPLE}")
    left, target, right = pieces
    if not target.strip():
        raise BadInput(f"the brackets in {quote(sentence)} are empty; {_EXAMPLE}")
    start = len(left) + len(target) - len(target.lstrip())
    return MarkedTarget(left + target + right, start, start + len(target.strip()))


def locate_target(
    text: str,
    target: str | None = None,
    *,
    start: int | None = None,
    end: int | None = None,
    occurrence: int | None = None,
) -> MarkedTarget:
    """Find the target of a text: between offsets, the only or n-th occurrence of a word, or marked by brackets.

    Brackets are read as marks only if neither a target nor offsets are given.
    """
    if start is not None or end is not None:
        return _between(text, target, start, end)
    if target is None:
        return parse_marked(text)
    words = r"\s+".join(re.escape(word) for word in target.split())
    spans = [match.span() for match in re.finditer(rf"(?<!\w){words}(?!\w)", text)] if words else []
    if len(spans) < (occurrence or 1) or (len(spans) > 1 and occurrence is None):
        choose = "say which by `occurrence`, or mark one with [brackets]" if spans else "mark a word with [brackets]"
        if spans and occurrence is not None:
            choose = f"there is no occurrence {occurrence}"
        raise BadInput(f"{quote(target)} occurs {plural(len(spans), 'time')} in {quote(text)}; {choose}.")
    return MarkedTarget(text, *spans[(occurrence or 1) - 1])


def _between(text: str, target: str | None, start: int | None, end: int | None) -> MarkedTarget:
    """The target between two offsets; the end may be left out if the target is given."""
    if start is None:
        raise UsageError("start is lacking: give both offsets, or start and target.", parameter="start")
    if end is None:
        if target is None:
            raise UsageError("end is lacking: give both offsets, or start and target.", parameter="end")
        end = start + len(target)
    if not 0 <= start < end <= len(text):
        raise BadInput(f"{start} to {end} is no part of a text of {plural(len(text), 'character')}.")
    marked = text[start:end]
    if target is not None and marked.split() != target.split():
        raise BadInput(f"characters {start} to {end} are {quote(marked)}, not {quote(target)}.")
    if not marked.strip():
        raise BadInput(f"characters {start} to {end} are white space; expected a word.")
    start += len(marked) - len(marked.lstrip())
    return MarkedTarget(text, start, start + len(marked.strip()))


_NEAR = 40
"""Characters around a target that are tokenised to see whether it is a whole word."""


def refuse_part_of_word(marked: MarkedTarget, language: str) -> None:
    """Refuse a target that begins or ends inside a word (`un[happy]`)."""
    text, start, end = marked
    first = max(0, start - _NEAR)
    for token in tokenise(text[first : end + _NEAR], language):
        inside = [at for at in (start, end) if first + token.start < at < first + token.end]
        if any(text[at - 1].isalnum() and text[at].isalnum() for at in inside):
            raise BadInput(f"{quote(marked.target)} is only a part of {quote(token.text)}; mark the whole word.")


def _pieces(sentence: str) -> list[str]:
    """Split a sentence into the text outside and inside brackets, alternately; other brackets are refused."""
    pieces, start = [""], 0
    for bracket in _BRACKET.finditer(sentence):
        pieces[-1] += sentence[start : bracket.start()]
        start = bracket.end()
        if bracket[0].startswith("\\"):
            pieces[-1] += bracket[0][1]
            continue
        inside = len(pieces) % 2 == 0
        if (bracket[0] == "]") is not inside:
            problem = "a [ inside brackets" if inside else "a ] without its ["
            raise BadInput(f"{problem} in {quote(sentence)}; {_EXAMPLE} (Write \\[ for a bracket of the sentence.)")
        pieces.append("")
    if len(pieces) % 2 == 0:
        raise BadInput(f"a [ without its ] in {quote(sentence)}; {_EXAMPLE}")
    pieces[-1] += sentence[start:]
    return pieces


_OPENING = frozenset({'"', "'", "``", "\u2018", "\u201c", "\u201e", "\u00ab", "\u2039", ":", "(", "["})
_NOUNS_WITH_CAPITALS = frozenset({"de", "lb"})
_REMEMBERED = 1 << 18  # number of words whose lemmas are cached


class TargetSpan(NamedTuple):
    """A target in a sentence, and whether it may be part of a name (a capital inside the sentence)."""

    lexelt: str
    start: int
    end: int
    in_name: bool


def capitals_mean_names(language: str) -> bool:
    """Whether a capital inside a sentence of a language marks a name, not just any noun."""
    return language not in _NOUNS_WITH_CAPITALS


def begins_sentence(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token begins a sentence or what somebody says in it."""
    return not any(token.is_word for token in tokens[:at]) or tokens[at - 1].text in _OPENING


def _lemmatiser(language: str) -> Lemmatise:
    if language not in LEMMATISED:
        raise UsageError(
            f"there is no lemmatiser for {language}; find only the forms of the list (`exact`), or set the language "
            f"with `language`: {', '.join(sorted(LEMMATISED))}."
        )
    return lemmatiser(language)


class TargetFinder:
    """Finds targets in sentences of one language; with `exact`, only in the form of the list."""

    def __init__(self, lexelts: Iterable[str], language: str, *, exact: bool = False) -> None:
        self.language = language_code(language)
        self._lemmatise = None if exact or self.language == "en" else _lemmatiser(self.language)
        self._patterns: dict[str, list[tuple[Sequence[str], str]]] = {}
        for lexelt in lexelts:
            for form in self._forms(lexelt, exact=exact):
                self._add(lexelt, form)
        self._relevant = {word for patterns in self._patterns.values() for pattern, _ in patterns for word in pattern}
        self._keys: dict[str, tuple[str, ...]] = {}

    def _forms(self, lexelt: str, *, exact: bool) -> Iterable[str]:
        lemma = lemma_of(lexelt).replace("_", " ")
        if self.language == "en" and not exact:
            return sorted(english_forms_of(lemma, part_of_speech_of(lexelt).lower()))
        return [lemma]

    def _add(self, lexelt: str, form: str) -> None:
        pattern = [word.lower() for word in words_of(form, self.language)]
        if not pattern:
            raise BadInput(f"{quote(lexelt)}: no word to look for; expected a target such as `bright.a`.")
        patterns = self._patterns.setdefault(pattern[0], [])
        if (pattern, lexelt) not in patterns:
            patterns.append((pattern, lexelt))

    def may_hold(self, text: str) -> bool:
        """Whether a text has a word of any target: a fast test that most of a corpus fails."""
        words = words_of(text, self.language)
        if self._lemmatise is None:
            return not self._patterns.keys().isdisjoint(map(str.lower, words))
        return any(map(self._keys_of, words))

    def find(self, sentence: str) -> list[TargetSpan]:
        """Find all targets in a sentence, in order."""
        tokens = tokenise(sentence, self.language)
        keys = [self._keys_of(token.text) for token in tokens]
        return [
            TargetSpan(lexelt, tokens[at].start, tokens[at + len(pattern) - 1].end, self._in_name(lexelt, tokens, at))
            for at, word_keys in enumerate(keys)
            for key in word_keys
            for pattern, lexelt in self._patterns.get(key, ())
            if len(pattern) <= len(keys) - at
            and all(word in keys[at + offset] for offset, word in enumerate(pattern) if offset)
        ]

    def _keys_of(self, word: str) -> tuple[str, ...]:
        """Give the relevant keys of a word: itself and its lemmas, as far as a pattern has them."""
        keys = self._keys.get(word)
        if keys is None:
            if len(self._keys) >= _REMEMBERED:
                self._keys.clear()
            lemmas = self._lemmatise(word, "") if self._lemmatise else ()
            candidates = dict.fromkeys([word.lower(), *map(str.lower, lemmas)])
            keys = self._keys[word] = tuple(key for key in candidates if key in self._relevant)
        return keys

    def _in_name(self, lexelt: str, tokens: Sequence[Token], at: int) -> bool:
        """Whether a target has a capital that neither the language, the list nor the start of a sentence explains."""
        if not tokens[at].text[0].isupper() or lexelt[0].isupper() or not capitals_mean_names(self.language):
            return False
        return not begins_sentence(tokens, at)
