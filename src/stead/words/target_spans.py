"""Finds the targets of a list in sentences, in all their forms.

English forms are generated; in other languages the words of the sentence are lemmatised. Neither tells the part of
speech that a word has in its sentence: `bright.a` and `bright.n` are found in the same places.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stead.core.errors import BadInput, UsageError
from stead.core.item import lemma_of, part_of_speech_of
from stead.formats import quote
from stead.words.inflection import english_forms_of
from stead.words.language_codes import LEMMATISED, language_code
from stead.words.lemmatisers import Lemmatise, lemmatiser
from stead.words.tokens import Token, tokenise, words_of

_BRACKET = re.compile(r"\\[\[\]]|[\[\]]")
_EXAMPLE = "mark one word, as in: They lost the [match]."


class MarkedTarget(NamedTuple):
    """A sentence in which `text[start:end]` is the target."""

    text: str
    start: int
    end: int

    @property
    def target(self) -> str:
        """The target as it stands in the sentence."""
        return self.text[self.start : self.end]


def parse_marked(sentence: str) -> MarkedTarget:
    """The sentence without its brackets, and where its target is; blanks inside the brackets are not the target's."""
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


def _pieces(sentence: str) -> list[str]:
    """The text outside and inside brackets, in turns; a bracket that is out of turn is refused."""
    pieces, place = [""], 0
    for bracket in _BRACKET.finditer(sentence):
        pieces[-1] += sentence[place : bracket.start()]
        place = bracket.end()
        if bracket[0].startswith("\\"):
            pieces[-1] += bracket[0][1]
            continue
        inside = len(pieces) % 2 == 0
        if (bracket[0] == "]") is not inside:
            found = "a [ inside brackets" if inside else "a ] without its ["
            raise BadInput(f"{found} in {quote(sentence)}; {_EXAMPLE} (Write \\[ for a bracket of the sentence.)")
        pieces.append("")
    if len(pieces) % 2 == 0:
        raise BadInput(f"a [ without its ] in {quote(sentence)}; {_EXAMPLE}")
    pieces[-1] += sentence[place:]
    return pieces


_OPENING = frozenset({'"', "'", "``", "\u2018", "\u201c", "\u201e", "\u00ab", "\u2039", ":", "(", "["})
_NOUNS_WITH_CAPITALS = frozenset({"de", "lb"})
_REMEMBERED = 1 << 18  # so many words whose lemmas are kept


class TargetSpan(NamedTuple):
    """A target in a sentence, and whether it looks like part of a name: a capital inside the sentence."""

    lexelt: str
    start: int
    end: int
    in_name: bool


def _lemmatiser(language: str) -> Lemmatise:
    if language not in LEMMATISED:
        raise UsageError(
            f"there is no lemmatiser for {language}; find only the forms of the list (`exact`), or say the language "
            f"with `language`: {', '.join(sorted(LEMMATISED))}."
        )
    return lemmatiser(language)


class TargetFinder:
    """Finds targets in sentences of one language; with `exact`, only where they stand in the form of the list."""

    def __init__(self, lexelts: Iterable[str], language: str, *, exact: bool = False) -> None:
        self.language = language_code(language)
        self._lemmatise = None if exact or self.language == "en" else _lemmatiser(self.language)
        self._patterns: dict[str, list[tuple[Sequence[str], str]]] = {}
        for lexelt in lexelts:
            for form in self._forms(lexelt, exact=exact):
                self._add(lexelt, form)
        self._relevant = {word for own in self._patterns.values() for pattern, _ in own for word in pattern}
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
        own = self._patterns.setdefault(pattern[0], [])
        if (pattern, lexelt) not in own:
            own.append((pattern, lexelt))

    def may_hold(self, text: str) -> bool:
        """Whether a text has a word of some target: a fast answer, so that most of a corpus is looked at once."""
        words = words_of(text, self.language)
        if self._lemmatise is None:
            return not self._patterns.keys().isdisjoint(map(str.lower, words))
        return any(map(self._keys_of, words))

    def find(self, sentence: str) -> list[TargetSpan]:
        """Every target in a sentence, in order."""
        tokens = tokenise(sentence, self.language)
        keys = [self._keys_of(token.text) for token in tokens]
        return [
            TargetSpan(lexelt, tokens[at].start, tokens[at + len(pattern) - 1].end, self._in_name(lexelt, tokens, at))
            for at, own in enumerate(keys)
            for key in own
            for pattern, lexelt in self._patterns.get(key, ())
            if len(pattern) <= len(keys) - at
            and all(word in keys[at + place] for place, word in enumerate(pattern) if place)
        ]

    def _keys_of(self, word: str) -> tuple[str, ...]:
        """What a word may be found as, of all that is looked for: itself, or its lemmas."""
        keys = self._keys.get(word)
        if keys is None:
            if len(self._keys) >= _REMEMBERED:
                self._keys.clear()
            lemmas = self._lemmatise(word, "") if self._lemmatise else ()
            candidates = dict.fromkeys([word.lower(), *map(str.lower, lemmas)])
            keys = self._keys[word] = tuple(key for key in candidates if key in self._relevant)
        return keys

    def _in_name(self, lexelt: str, tokens: Sequence[Token], at: int) -> bool:
        """Whether a target has a capital that neither language, list nor the beginning of a sentence explains."""
        if not tokens[at].text[0].isupper() or lexelt[0].isupper() or self.language in _NOUNS_WITH_CAPITALS:
            return False
        begins = not any(token.is_word for token in tokens[:at]) or tokens[at - 1].text in _OPENING
        return not begins
