"""The interface of lexicons: a word and its part of speech in; senses, their synonyms and related words out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from stead.core.errors import BadInput, UsageError
from stead.core.text import one_line

PARTS_OF_SPEECH = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}
"""WordNet's letters; an empty string means all parts of speech."""

OTHER = "x"
"""The letter of all other parts of speech."""

RELATIONS = (
    *("hypernym", "hyponym", "instance_hypernym", "instance_hyponym", "similar", "also", "antonym", "derivation"),
    *("pertainym", "participle", "attribute", "entails", "causes", "other"),
    *("mero_member", "mero_substance", "mero_part", "holo_member", "holo_substance", "holo_part"),
    *("domain_topic", "domain_region", "exemplifies", "has_domain_topic", "has_domain_region", "is_exemplified_by"),
)
"""The relations between senses, by their names in the Global WordNet formats; `other` is an unnamed relation."""


class Sense(Protocol):
    """One meaning of a word."""

    @property
    def id(self) -> str:
        """The identifier of the sense within the lexicon."""

    @property
    def pos(self) -> str:
        """The letters of its parts of speech; empty if the lexicon does not say."""

    @property
    def synonyms(self) -> tuple[str, ...]:
        """The other words of this meaning, in the lexicon's order."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of each synonym; empty if all weights are equal."""

    @property
    def count(self) -> int | None:
        """How often the word was observed in this sense, or None if there are no counts."""

    def related(self, relation: str) -> tuple[str, ...]:
        """List the words of the senses that this one is related to, without the word itself."""


class Lexicon(Protocol):
    """A source of candidates."""

    @property
    def name(self) -> str:
        """The name in signatures."""

    @property
    def language(self) -> str:
        """A code such as `en`; empty if unknown."""

    def __hash__(self) -> int:
        """Hash a lexicon by identity, so that answers can be cached."""

    def senses(self, lemma: str, pos: str = "") -> tuple[Sense, ...]:
        """List the senses of a word, the most usual first if the lexicon is ordered; empty if it has no entry."""

    def __contains__(self, lemma: object) -> bool:
        """Whether a word or phrase has an entry."""

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all entries (of a part of speech), in the lexicon's order."""


class WordFrequencies(Protocol):
    """A source of word frequencies."""

    @property
    def name(self) -> str:
        """The name in signatures."""

    @property
    def language(self) -> str:
        """A code such as `en`; empty if unknown."""

    def of(self, word: str) -> float:
        """Give the frequency per million words (of a user's list, its number); 0 for unlisted words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSense:
    """A sense whose words are listed explicitly, as in a thesaurus."""

    id: str
    pos: str
    synonyms: tuple[str, ...]
    weights: tuple[float, ...] = ()
    relations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    count: int | None = None

    def related(self, relation: str) -> tuple[str, ...]:
        """List the words of a relation."""
        return self.relations.get(check_relation(relation), ())


def check_pos(pos: str) -> str:
    """Check the letter of a part of speech, and give it back."""
    if pos and pos not in PARTS_OF_SPEECH:
        letters = ", ".join(f"{letter} ({what})" for letter, what in PARTS_OF_SPEECH.items())
        raise UsageError(f"{pos!r} is not a part of speech; there are {letters}, and '' for all.")
    return pos


def check_relation(relation: str) -> str:
    """Check the name of a relation, and give it back."""
    if relation not in RELATIONS:
        raise UsageError(f"{relation!r} is not a relation; there are {', '.join(RELATIONS)}.")
    return relation


def has_pos(sense_pos: str, pos: str) -> bool:
    """Whether a sense may have a part of speech: it has it, or one of the two is unspecified."""
    return not pos or not sense_pos or pos in sense_pos


def damage_error(path: Path, position: str, expected: str, actual: object) -> BadInput:
    """Make the error for a damaged file; `position` is a line or a byte."""
    shown = actual if isinstance(actual, str) else repr(actual)
    return BadInput(
        f"{path}: {position}: expected {expected}, found {one_line(shown)[:60]}; the file is damaged or of another "
        "kind. Get it again (`stead resources verify` lists damaged files)."
    )
