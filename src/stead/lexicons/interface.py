"""What every lexicon answers: a word and its part of speech in; senses, their synonyms and related words out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from stead.core.errors import BadInput, UsageError
from stead.core.text import one_line

PARTS_OF_SPEECH = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}
"""WordNet's letters; `` asks for all of them."""

OTHER = "x"
"""The part of speech of what is none of those four."""

RELATIONS = (
    *("hypernym", "hyponym", "instance_hypernym", "instance_hyponym", "similar", "also", "antonym", "derivation"),
    *("pertainym", "participle", "attribute", "entails", "causes", "other"),
    *("mero_member", "mero_substance", "mero_part", "holo_member", "holo_substance", "holo_part"),
    *("domain_topic", "domain_region", "exemplifies", "has_domain_topic", "has_domain_region", "is_exemplified_by"),
)
"""What a sense may be related by, under the names of the Global WordNet formats; `other` is related without a name."""


class Sense(Protocol):
    """One meaning of a word."""

    @property
    def id(self) -> str:
        """What tells it from the other senses of the lexicon."""

    @property
    def pos(self) -> str:
        """The letters of its parts of speech, or `` if the lexicon does not say."""

    @property
    def synonyms(self) -> tuple[str, ...]:
        """The other words of this meaning, in the lexicon's order."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of each synonym, or nothing if they weigh the same."""

    @property
    def count(self) -> int | None:
        """How often the word was seen in this sense, or None if nobody counted."""

    def related(self, relation: str) -> tuple[str, ...]:
        """The words of the senses that this one is related to, without the word itself."""


class Lexicon(Protocol):
    """A source of candidates."""

    @property
    def name(self) -> str:
        """What signatures call it."""

    @property
    def language(self) -> str:
        """A code such as `en`, or `` if it is not known."""

    def __hash__(self) -> int:
        """One lexicon is not another, so that answers can be remembered."""

    def senses(self, lemma: str, pos: str = "") -> tuple[Sense, ...]:
        """The senses of a word, the most usual first where the lexicon says so; none if it is not in it."""

    def __contains__(self, lemma: object) -> bool:
        """Whether a word or phrase has an entry."""

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """All entries (with this part of speech), in the lexicon's order."""


class WordFrequencies(Protocol):
    """How frequent words are."""

    @property
    def name(self) -> str:
        """What signatures call them."""

    @property
    def language(self) -> str:
        """A code such as `en`, or `` if it is not known."""

    def of(self, word: str) -> float:
        """Per million words (or, in a list of the user's own, the number it gives); 0 for what is not listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSense:
    """A sense whose words are listed outright, as in a thesaurus."""

    id: str
    pos: str
    synonyms: tuple[str, ...]
    weights: tuple[float, ...] = ()
    relations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    count: int | None = None

    def related(self, relation: str) -> tuple[str, ...]:
        """The words that are listed under a relation."""
        return self.relations.get(check_relation(relation), ())


def check_pos(pos: str) -> str:
    """The letter, if it is one."""
    if pos and pos not in PARTS_OF_SPEECH:
        letters = ", ".join(f"{letter} ({what})" for letter, what in PARTS_OF_SPEECH.items())
        raise UsageError(f"{pos!r} is not a part of speech; there are {letters}, and '' for all.")
    return pos


def check_relation(relation: str) -> str:
    """The relation, if it is one."""
    if relation not in RELATIONS:
        raise UsageError(f"{relation!r} is not a relation; there are {', '.join(RELATIONS)}.")
    return relation


def has_pos(sense_pos: str, pos: str) -> bool:
    """Whether a sense may have a part of speech: it has it, or nothing is asked or said."""
    return not pos or not sense_pos or pos in sense_pos


def damage_error(path: Path, place: str, expected: str, found: object) -> BadInput:
    """The error for a file that is not as it should be; `place` is a line or a byte."""
    shown = found if isinstance(found, str) else repr(found)
    return BadInput(
        f"{path}: {place}: expected {expected}, found {one_line(shown)[:60]}; the file is damaged or no such lexicon. "
        "Get it again (`stead resources verify` tells which files are damaged)."
    )
