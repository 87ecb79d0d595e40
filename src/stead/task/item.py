"""A sentence with one marked target, and the names of target words."""

import re
from dataclasses import dataclass

# "bright.a", "bar.n.v" (two parts of speech), "e commerce.J" (blanks), "U.S..n" (dots in the word itself)
_LEXELT = re.compile(r"(?P<lemma>.+?)(?P<tags>(?:\.\w)+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence in which `text[start:end]` is the target."""

    id: str
    lexelt: str
    text: str
    start: int
    end: int
    language: str = ""

    @property
    def target(self) -> str:
        """The target as it stands in the sentence."""
        return self.text[self.start : self.end]

    def with_substitute(self, substitute: str) -> str:
        """The sentence with a substitute in the target's stead, not inflected."""
        return self.text[: self.start] + substitute + self.text[self.end :]


def lemma_of(lexelt: str) -> str:
    """The word of a lexelt: `bright` of `bright.a`; the whole lexelt if it names no part of speech."""
    match = _LEXELT.fullmatch(lexelt)
    return match["lemma"] if match else lexelt


def part_of_speech_of(lexelt: str) -> str:
    """The part of speech of a lexelt: the first letter after the word (`n` of `bar.n.v`), or `` if there is none."""
    match = _LEXELT.fullmatch(lexelt)
    return match["tags"][1] if match else ""
