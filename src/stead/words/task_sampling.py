"""Sample a new task: propose targets from a lexicon, and draw sentences with them from a corpus.

Lexical substitution is worth studying on words with several senses that have synonyms (McCarthy and Navigli 2007):
`propose_targets` selects those within a range of frequencies, and draws some of each part of speech.

Every sentence with a target gets a number, a hash of the seed, the target and the sentence, and those with the lowest
numbers are taken. That is a random sample in which every distinct sentence has the same chance, drawn in one pass with
little memory; it depends only on the sentences, the target and the seed, not on the order of files or sentences nor on
other targets. Where documents are known, each gives at most one sentence for a target, and every document has the same
chance.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import heappop, heappush, nsmallest
from typing import NamedTuple

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats.xml_items import FORBIDDEN
from stead.words.corpus_reader import Corpus, CorpusLayout, Documents
from stead.words.sentence_splitting import split_sentences
from stead.words.target_spans import TargetFinder, TargetSpan
from stead.words.tokens import words_of

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SHINGLE = 3
_NEAR = 0.5


def normalise_sentence(sentence: str) -> str:
    """Normalise a sentence for comparison: without case, punctuation and the values of numbers."""
    return _NUMBER.sub("0", " ".join(words_of(sentence.casefold())))


def shingles(normal: str) -> frozenset[tuple[str, ...]]:
    """List the word trigrams of a normalised sentence."""
    words = normal.split(" ")
    return frozenset(tuple(words[at : at + _SHINGLE]) for at in range(max(1, len(words) - _SHINGLE + 1)))


def nearly_same(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    """Whether the Jaccard similarity of two sentences' shingles is at least 0.5."""
    return len(one & other) >= _NEAR * len(one | other)


class WordRecord(NamedTuple):
    """A word with its numbers of senses and synonyms, and its frequency (in any unit)."""

    lemma: str
    part_of_speech: str
    senses: int
    synonyms: int
    frequency: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalSettings:
    """The conditions for a target, and how many targets of each part of speech to draw."""

    per_part_of_speech: Mapping[str, int] = field(default_factory=lambda: {"n": 10, "v": 10, "a": 10, "r": 10})
    least_senses: int = 2
    least_synonyms: int = 1
    least_frequency: float = 0.0
    most_frequency: float = float("inf")
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """The targets drawn, sorted by part of speech and alphabet, and how many words met all conditions."""

    lexelts: list[str]
    suitable: dict[str, int]


def propose_targets(records: Iterable[WordRecord], settings: ProposalSettings) -> Proposal:
    """Draw targets among the words that meet all conditions; the order of the records does not matter."""
    suitable: dict[str, set[str]] = {pos: set() for pos in settings.per_part_of_speech}
    for record in records:
        if record.part_of_speech in suitable and _is_suitable(record, settings):
            suitable[record.part_of_speech].add(record.lemma)
    lexelts = [
        f"{lemma}.{pos}"
        for pos, wanted in settings.per_part_of_speech.items()
        for lemma in sorted(nsmallest(wanted, suitable[pos], key=lambda word: _draw_number(word, pos, settings.seed)))
    ]
    return Proposal(lexelts, {pos: len(lemmas) for pos, lemmas in suitable.items()})


def _is_suitable(record: WordRecord, settings: ProposalSettings) -> bool:
    """Whether a word is a single lower-case word, ambiguous, with synonyms, in the range of frequencies."""
    return (
        record.lemma.isalpha()
        and record.lemma == record.lemma.lower()
        and record.senses >= settings.least_senses
        and record.synonyms >= settings.least_synonyms
        and settings.least_frequency <= record.frequency <= settings.most_frequency
    )


def _draw_number(lemma: str, pos: str, seed: int) -> bytes:
    return blake2b(f"{seed}\0{lemma}\0{pos}".encode(), digest_size=8).digest()


_RESERVE = 5  # candidates kept for each sentence wanted, to replace near-duplicates
_LEAST_RESERVE = 50


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """How many sentences to draw for each target, and of what length in words."""

    per_target: int = 10
    seed: int = 1
    least_words: int = 8
    most_words: int = 60


@dataclass(slots=True, kw_only=True)
class TargetTally:
    """How many sentences with one target were usable, and why others were not."""

    sentences: int = 0  # usable ones
    wrong_length: int = 0
    in_name: int = 0  # the target has a capital inside the sentence
    forbidden: int = 0  # characters that XML cannot hold
    near_duplicates: int = 0  # skipped while drawing
    reserve_exhausted: bool = False  # more near-duplicates than the reserve could replace
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """Items drawn from a corpus, target by target, and the counts of all sentences with each target."""

    items: list[Item]
    tallies: dict[str, TargetTally]


class _Candidate(NamedTuple):
    """A sentence whose `text[start:end]` is the target."""

    text: str
    start: int
    end: int


def sample_items(corpus: Corpus, lexelts: Sequence[str], finder: TargetFinder, settings: SampleSettings) -> Sample:
    """Read a corpus once, and draw items for each lexelt."""
    corpus.check()
    urns = {lexelt: _Urn(lexelt, settings, corpus.documents) for lexelt in lexelts}
    empty = True
    for document, text in corpus.passages():
        empty = False
        if not finder.may_hold(text):
            continue
        for sentence in _sentences(text, corpus.layout, finder):
            _offer(sentence, document, finder, urns)
    if empty:
        raise BadInput("\n".join([*corpus.left_out.messages(), f"{', '.join(corpus.paths)}: no text to draw from."]))
    drawn = [(lexelt, candidate) for lexelt, urn in urns.items() for candidate in urn.draw()]
    items = [
        Item(id=str(number), lexelt=lexelt, text=text, start=start, end=end, language=finder.language)
        for number, (lexelt, (text, start, end)) in enumerate(drawn, start=1)
    ]
    return Sample(items, {lexelt: urn.tally for lexelt, urn in urns.items()})


def _sentences(text: str, layout: CorpusLayout, finder: TargetFinder) -> Iterator[str]:
    """List the sentences of a passage that may have a target, with single spaces between words."""
    parts = (
        [text] if layout is CorpusLayout.SENTENCES else [span.text for span in split_sentences(text, finder.language)]
    )
    for part in parts:
        if len(parts) == 1 or finder.may_hold(part):
            yield " ".join(part.split())


def _offer(sentence: str, document: int, finder: TargetFinder, urns: dict[str, "_Urn"]) -> None:
    """Offer a sentence to the urn of each target in it."""
    by_lexelt: dict[str, list[TargetSpan]] = {}
    for span in finder.find(sentence):
        by_lexelt.setdefault(span.lexelt, []).append(span)
    if not by_lexelt:
        return
    length, normal = len(words_of(sentence, finder.language)), normalise_sentence(sentence)
    forbidden = FORBIDDEN.search(sentence) is not None
    for lexelt, spans in by_lexelt.items():
        urn = urns[lexelt]
        usable = [span for span in spans if not span.in_name]
        if not usable:
            urn.tally.in_name += 1
        elif not urn.settings.least_words <= length <= urn.settings.most_words:
            urn.tally.wrong_length += 1
        elif forbidden:
            urn.tally.forbidden += 1
        else:
            which = usable[urn.number("which", normal) % len(usable)]
            urn.offer(document, _Candidate(sentence, which.start, which.end), normal)


class _Urn:
    """The candidates of one target with the lowest numbers: a bottom-k sample."""

    def __init__(self, lexelt: str, settings: SampleSettings, documents: Documents) -> None:
        self.settings = settings
        self.tally = TargetTally()
        self._lexelt = lexelt
        self._grouped = documents is not Documents.UNKNOWN
        self._size = max(_RESERVE * settings.per_target, settings.per_target + _LEAST_RESERVE)
        self._kept: dict[int, _Candidate] = {}
        self._highest: list[int] = []  # the same numbers, negative, as a heap
        self._document = -1
        self._best: tuple[int, _Candidate, str] | None = None  # of that document

    def number(self, purpose: str, normal: str) -> int:
        """Hash a sentence with the seed and the target to 64 bits, which decide whether it is drawn."""
        text = "\0".join([str(self.settings.seed), self._lexelt, purpose, normal])
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())

    def offer(self, document: int, candidate: _Candidate, normal: str) -> None:
        """Consider a sentence; where documents are known, only the best of each is kept."""
        self.tally.sentences += 1
        if not self._grouped:
            self._keep(candidate, normal)
            return
        if document != self._document:
            self._close_document()
            self._document = document
        rival = (self.number("within", normal), candidate, normal)
        self._best = rival if self._best is None else min(self._best, rival)

    def _close_document(self) -> None:
        if self._best is not None:
            self._keep(*self._best[1:])
        self._best = None

    def _keep(self, candidate: _Candidate, normal: str) -> None:
        number = self.number("among", normal)
        if number in self._kept:  # the same sentence, whatever its capitals and punctuation
            self._kept[number] = min(candidate, self._kept[number])
            return
        self._kept[number] = candidate
        heappush(self._highest, -number)
        if len(self._kept) > self._size:
            del self._kept[-heappop(self._highest)]
            self.tally.reserve_exhausted = True  # unless enough is drawn

    def draw(self) -> list[_Candidate]:
        """Draw the candidates with the lowest numbers, skipping near-duplicates of earlier ones."""
        self._close_document()
        drawn: list[_Candidate] = []
        seen: list[frozenset[tuple[str, ...]]] = []
        for _, candidate in sorted(self._kept.items()):
            if len(drawn) == self.settings.per_target:
                break
            grams = shingles(normalise_sentence(candidate.text))
            if any(nearly_same(grams, other) for other in seen):
                self.tally.near_duplicates += 1
                continue
            drawn.append(candidate)
            seen.append(grams)
        self.tally.taken = len(drawn)
        self.tally.reserve_exhausted &= len(drawn) < self.settings.per_target
        return drawn
