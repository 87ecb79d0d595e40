"""Lemmas of forms in many languages, by simplemma's dictionaries and rules."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from stead.core.errors import UsageError
from stead.core.extras import library
from stead.words.language_codes import LEMMATISED, language_code

Lemmatise = Callable[[str, str], tuple[str, ...]]
"""From a form and a part of speech (one letter, or none) to the lemmas it may belong to, the likeliest first."""


def lemmatiser(language: str) -> Lemmatise:
    """What finds the lemma of a form in a language; it knows no parts of speech, so that they make no difference."""
    code = language_code(language)
    if code not in LEMMATISED:
        raise UsageError(f"there is no lemmatiser for {code}; there are {', '.join(sorted(LEMMATISED))}.")
    lemmatize = library("simplemma", "finding lemmas").lemmatize

    def lemmas(form: str, part_of_speech: str = "") -> tuple[str, ...]:  # noqa: ARG001
        if not form.strip():
            return ()
        form = normalize("NFC", form)  # a capital may begin a sentence or be part of the lemma (Häuser): try both
        return tuple(dict.fromkeys(lemmatize(each, lang=code) for each in dict.fromkeys((form, form.lower()))))

    return lemmas


_RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
_NLTK_RULES = {"n": (("ves", "f"),)}
_BETWEEN_WORDS = re.compile(r"([ _-])")
_SHORTEST_PLURAL = 3


@dataclass(frozen=True, slots=True)
class WordNetMorphology:
    """WordNet's lemmatiser.

    `exceptions[part_of_speech][form]` are the lemmas of an irregular form; `is_lemma(lemma, part_of_speech)` says
    whether WordNet has an entry. Phrases are given to both as the lemmatiser is given them, with blanks or underscores.
    """

    exceptions: Mapping[str, Mapping[str, Sequence[str]]]
    is_lemma: Callable[[str, str], bool]

    def __call__(self, form: str, part_of_speech: str = "") -> tuple[str, ...]:
        """The lemmas of a form, itself first if it is one; of every part of speech if none is named."""
        if not part_of_speech:
            return tuple(dict.fromkeys(lemma for each in _RULES for lemma in self(form, each)))
        form, pos = form.lower(), {"s": "a"}.get(part_of_speech, part_of_speech)
        found = [form, *self._bases(form, pos), *self._phrases(form, pos)]
        return tuple(lemma for lemma in dict.fromkeys(found) if self.is_lemma(lemma, pos))

    def shortest(self, form: str, part_of_speech: str) -> str:
        """The lemma that NLTK's `WordNetLemmatizer` gives for a form: the shortest, or the form if none is found.

        Unlike WordNet's own program it takes a form as it is written: one with a capital, or a phrase with a space, is
        its own lemma. It knows one rule more (`shelves`: `shelf`), and it shortens `us` to `u`.
        """
        if " " in form or form != form.lower():
            return form
        endings = (*_RULES.get(part_of_speech, ()), *_NLTK_RULES.get(part_of_speech, ()))
        detached = (form.removesuffix(old) + new for old, new in endings if form.endswith(old))
        bases = self.exceptions.get(part_of_speech, {}).get(form) or detached
        return min((lemma for lemma in (form, *bases) if self.is_lemma(lemma, part_of_speech)), key=len, default=form)

    def _bases(self, form: str, pos: str) -> Iterable[str]:
        """What a form may come from: its exceptions, or, if it has none, what the rules make of it."""
        exceptions = self.exceptions.get(pos, {}).get(form)
        return exceptions if exceptions else _detached(form, pos)

    def _phrases(self, form: str, pos: str) -> Iterator[str]:
        """A phrase whose first word alone, or every word, is put into its base form (`looked after`, `men of war`)."""
        words = _BETWEEN_WORDS.split(form)
        if len(words) == 1:
            return
        bases = [self._base(word, pos) for word in words]
        if pos == "v":
            yield "".join([bases[0], *words[1:]])
        yield "".join(bases)

    def _base(self, word: str, pos: str) -> str:
        known = (base for base in self._bases(word, pos) if self.is_lemma(base, pos))
        return next(known, word)


def _detached(form: str, pos: str) -> Iterator[str]:
    """What the rules of detachment make of a form."""
    ending = ""
    if pos == "n":
        if form.endswith("ful"):  # boxesful -> boxful
            form, ending = form.removesuffix("ful"), "ful"
        if form.endswith("ss") or len(form) < _SHORTEST_PLURAL:
            return
    for old, new in _RULES.get(pos, ()):
        if form.endswith(old):
            yield form.removesuffix(old) + new + ending
