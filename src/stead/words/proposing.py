"""Proposes targets for a new task, from what a lexicon and a frequency list know of words.

Lexical substitution is worth studying on words with several senses that have synonyms (McCarthy and Navigli 2007): this
keeps those in a band of frequency, and draws some of each part of speech.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import nsmallest
from typing import NamedTuple


class WordRecord(NamedTuple):
    """What is known of a word: how many senses and synonyms it has, and how frequent it is (in any unit)."""

    lemma: str
    part_of_speech: str
    senses: int
    synonyms: int
    frequency: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalSettings:
    """What makes a word a target, and how many of each part of speech are wanted."""

    per_part_of_speech: Mapping[str, int] = field(default_factory=lambda: {"n": 10, "v": 10, "a": 10, "r": 10})
    least_senses: int = 2
    least_synonyms: int = 1
    least_frequency: float = 0.0
    most_frequency: float = float("inf")
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """The lexelts drawn, by part of speech and alphabet, and how many words met every condition."""

    lexelts: list[str]
    suitable: dict[str, int]


def propose_targets(records: Iterable[WordRecord], settings: ProposalSettings) -> Proposal:
    """Draw targets among the words that meet every condition; the order of the records makes no difference."""
    suitable: dict[str, set[str]] = {pos: set() for pos in settings.per_part_of_speech}
    for record in records:
        if record.part_of_speech in suitable and _is_suitable(record, settings):
            suitable[record.part_of_speech].add(record.lemma)
    lexelts = [
        f"{lemma}.{pos}"
        for pos, wanted in settings.per_part_of_speech.items()
        for lemma in sorted(nsmallest(wanted, suitable[pos], key=lambda each: _number(each, pos, settings.seed)))
    ]
    return Proposal(lexelts, {pos: len(lemmas) for pos, lemmas in suitable.items()})


def _is_suitable(record: WordRecord, settings: ProposalSettings) -> bool:
    """One plain word in small letters, ambiguous, with synonyms, in the band."""
    return (
        record.lemma.isalpha()
        and record.lemma == record.lemma.lower()
        and record.senses >= settings.least_senses
        and record.synonyms >= settings.least_synonyms
        and settings.least_frequency <= record.frequency <= settings.most_frequency
    )


def _number(lemma: str, pos: str, seed: int) -> bytes:
    return blake2b(f"{seed}\0{lemma}\0{pos}".encode(), digest_size=8).digest()
