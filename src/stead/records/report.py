"""A whole comparison as one document, which is rendered, saved, and extended with further runs."""

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
from stead.records.scores import Division, GoldSummary, RunSummary, Score, WeightedTerm, system_names


class ReportSentence(NamedTuple):
    """A sentence in three parts: before the target, the target, after it."""

    before: str
    target: str
    after: str

    @classmethod
    def of(cls, item: Item) -> "ReportSentence":
        """Split the sentence of an item at its target."""
        return cls(item.text[: item.start], item.target, item.text[item.end :])


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportItem:
    """A scored item: its gold, heaviest first, and each run's answers and credit by the headline figure."""

    lexelt: str
    id: str
    sentence: ReportSentence | None
    gold: tuple[WeightedTerm, ...]
    answers: tuple[tuple[WeightedTerm, ...], ...]
    credit: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class EmbeddedFile:
    """A file embedded in the document, with its `content` as stead JSON Lines, and its task if it is a run with one."""

    name: str
    sha256: str
    format: str
    content: str
    task: str = ""


@dataclass(frozen=True, slots=True)
class MappingTable:
    """Canonical forms of answers by lexelt and form."""

    name: str
    sha256: str
    format: str
    canonical: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportInputs:
    """Everything needed to score again, with further runs.

    `reading` is the format given for the runs, `encoding` that of files that are not UTF-8, `gold_terms` how gold
    terms were read, `remarks` are notes about the options, and `program` is the reference program that scored.
    """

    gold: EmbeddedFile
    runs: tuple[EmbeddedFile, ...]
    items: EmbeddedFile | None
    multiwords: EmbeddedFile | None
    mapping: MappingTable | None
    candidates: dict[str, tuple[str, ...]] | None
    measures: tuple[str, ...]
    match: str
    min_responses: float | None
    policy: str
    separator: str | None
    names: str
    other_gold: EmbeddedFile | None
    annotations: EmbeddedFile | None
    divisions: tuple[Division, ...]
    single_words: bool
    reading: str
    encoding: str | None
    gold_terms: str
    remarks: tuple[str, ...]
    program: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonReport:
    """All results of some runs on one gold standard; `comparisons` has one for each unit of resampling.

    `annotators` has the rankings without each annotator, if annotations were given.
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

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems: one may have several runs."""
        return system_names(self.runs)
