"""A whole comparison as one document: what reports render, what is saved, and what runs can be added to."""

from dataclasses import dataclass
from typing import NamedTuple

from stead.core.item import Item
from stead.records.comparison import (
    Breakdown,
    Comparison,
    DiscriminativePower,
    GoldsTable,
    RankAgreement,
    Stability,
    SwapRate,
    WithoutAnnotator,
)
from stead.records.scores import Division, GoldSummary, RunSummary, Score, Weighed


class ReportSentence(NamedTuple):
    """A sentence in three parts."""

    before: str
    target: str
    behind: str

    @classmethod
    def of(cls, item: Item) -> "ReportSentence":
        """The sentence of an item."""
        return cls(item.text[: item.start], item.target, item.text[item.end :])


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportItem:
    """A scored item: its gold, heaviest first, and for each run its answers and its credit by the headline figure."""

    lexelt: str
    id: str
    sentence: ReportSentence | None
    gold: tuple[Weighed, ...]
    answers: tuple[tuple[Weighed, ...], ...]
    credit: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A file inside the document: `content` is what it holds, in stead's own format of JSON Lines."""

    name: str
    sha256: str
    format: str
    content: str


@dataclass(frozen=True, slots=True)
class MappingTable:
    """Canonical forms of answers, by lexelt and form."""

    name: str
    sha256: str
    format: str
    canonical: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportInputs:
    """All that is needed to score again, with further runs.

    `reading` is the format that runs were said to be in, `encoding` that of files that are not UTF-8, `gold_terms` how
    terms of the gold were read, `remarks` is what was said about the options, and `program` the reference program that
    scored.
    """

    gold: Embedded
    runs: tuple[Embedded, ...]
    items: Embedded | None
    multiwords: Embedded | None
    mapping: MappingTable | None
    candidates: dict[str, tuple[str, ...]] | None
    measures: tuple[str, ...]
    match: str
    min_responses: float | None
    policy: str
    separator: str | None
    names: str
    other_gold: Embedded | None
    annotations: Embedded | None
    divisions: tuple[Division, ...]
    single_words: bool
    reading: str
    encoding: str | None
    gold_terms: str
    remarks: tuple[str, ...]
    program: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonReport:
    """Everything about some runs on one gold standard; `comparisons` are one for each unit that was resampled.

    `annotators` says what becomes of the rankings without each of them, if annotations were given.
    """

    version: str
    gold: GoldSummary
    runs: tuple[RunSummary, ...]
    scores: tuple[Score, ...]
    comparisons: tuple[Comparison, ...]
    breakdowns: tuple[Breakdown, ...]
    agreements: tuple[RankAgreement, ...]
    power: tuple[DiscriminativePower, ...]
    stability: tuple[Stability, ...]
    swaps: tuple[SwapRate, ...]
    annotators: tuple[WithoutAnnotator, ...]
    golds: tuple[GoldsTable, ...]
    items: tuple[ReportItem, ...]
    notes: tuple[str, ...]
    inputs: ReportInputs
    schema: str = "stead.report/1"
