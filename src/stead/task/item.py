"""A sentence with one marked target, and the names of target words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence in which `text[start:end]` is the target."""

    id: str
    lexelt: str
    text: str
    start: int
    end: int
    language: str = ""
    document: str = ""
    """What the sentence is part of, where a data set says it: sentences of one document are not independent."""

    @property
    def target(self) -> str:
        """The target as it stands in the sentence."""
        return self.text[self.start : self.end]


def lemma_of(lexelt: str) -> str:
    """The word of a lexelt: `bright` of `bright.a`; the whole lexelt if it names no part of speech."""
    return lexelt[: _end_of_word(lexelt)]


def part_of_speech_of(lexelt: str) -> str:
    """The part of speech of a lexelt: the first letter after the word (`n` of `bar.n.v`), or `` if there is none."""
    return lexelt[_end_of_word(lexelt) + 1 :][:1]


def _end_of_word(lexelt: str) -> int:
    """Where the tags begin: `bright.a`, `bar.n.v` (two), `e commerce.J`, `U.S..n` (dots in the word itself)."""
    end = len(lexelt)
    while end > 2 and lexelt[end - 2] == "." and lexelt[end - 1].isalpha():
        end -= 2
    return end
