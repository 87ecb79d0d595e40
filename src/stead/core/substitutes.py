"""Substitutes of items: the gold standard's with their weights, a run's in its order, and their canonical forms."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar
from unicodedata import normalize

import numpy as np

from stead.core.arrays import Array, BoolArray, FloatArray, TermLists
from stead.core.faults import Source

MAX_WEIGHT = 1e12
"""No weight is larger: far above any count, far below where sums of weights lose whole units."""

PROPER_NAME = "pn"
"""How a NAME response is written among the substitutes: an entry whose whole term is `pn`, as in the 2007 gold."""

Value = TypeVar("Value", np.float64, np.bool_)

_LONGEST_FORM = 1_000  # composing a row of combining marks takes time in proportion to its square


class GoldRow(NamedTuple):
    """The gold of one item: substitutes with their weights, and how many annotators called it a NAME.

    `judges` says how many people judged each substitute, where they were asked to (SWORDS); `proficient` which
    substitutes are at least as advanced as the target (ProLex); `target` is the target as it is written in its
    sentence, where the gold has it.
    """

    lexelt: str
    id: str
    weights: list[tuple[str, float]]
    names: float = 0.0
    judges: list[float] | None = None
    target: str = ""
    proficient: list[bool] | None = None

    @classmethod
    def of(cls, lexelt: str, identifier: str, entries: Iterable[tuple[str, float]]) -> "GoldRow":
        """Make a row of entries, of which some may be NAME responses."""
        all_entries = list(entries)
        names = sum(weight for term, weight in all_entries if term == PROPER_NAME)
        return cls(lexelt, identifier, [entry for entry in all_entries if entry[0] != PROPER_NAME], names)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GoldStandard:
    """Real weights for the substitutes of each item.

    Weights are annotator counts, or, in a `graded` gold, mean ratings. Equal terms may occur more than once: the
    matching rules merge them, since only those say what is equal.
    """

    lexelts: list[str]
    ids: list[str]
    substitutes: TermLists
    weights: FloatArray
    names: FloatArray
    graded: bool
    source: Source
    judges: FloatArray | None = None
    targets: list[str] | None = None
    proficient: BoolArray | None = None

    @classmethod
    def of(cls, rows: Iterable[GoldRow], source: Source, *, graded: bool | None = None) -> "GoldStandard":
        """Make a gold of rows; without `graded`, one with a weight that is not a whole number is graded."""
        rows = list(rows)
        weights = np.array([weight for row in rows for _, weight in row.weights], dtype=np.float64)
        if graded is None:
            graded = bool(np.any(weights != np.floor(weights)))
        return cls(
            lexelts=[row.lexelt for row in rows],
            ids=[row.id for row in rows],
            substitutes=TermLists.of([term for term, _ in row.weights] for row in rows),
            weights=weights,
            names=np.array([row.names for row in rows], dtype=np.float64),
            graded=graded,
            source=source,
            judges=_if_known([row.judges for row in rows], np.float64),
            targets=[row.target for row in rows] if any(row.target for row in rows) else None,
            proficient=_if_known([row.proficient for row in rows], np.bool_),
        )

    @property
    def known(self) -> set[str]:
        """What the gold says of each substitute besides its weight: `judges`, `proficient`, both or nothing."""
        return {name for name in ("judges", "proficient") if getattr(self, name) is not None}

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[GoldRow]:
        starts = self.substitutes.starts.tolist()
        weights = self.weights.tolist()
        judges = None if self.judges is None else self.judges.tolist()
        proficient = None if self.proficient is None else self.proficient.tolist()
        targets = self.targets or [""] * len(self)
        rows = zip(self.lexelts, self.ids, self.substitutes, self.names.tolist(), targets, strict=True)
        for position, (lexelt, identifier, terms, names, target) in enumerate(rows):
            entries = slice(starts[position], starts[position + 1])
            pairs = list(zip(terms, weights[entries], strict=True))
            yield GoldRow(
                lexelt=lexelt,
                id=identifier,
                weights=pairs,
                names=names,
                judges=None if judges is None else judges[entries],
                target=target,
                proficient=None if proficient is None else proficient[entries],
            )


def _if_known(lists: Sequence[Sequence[float] | None], kind: type[Value]) -> Array[Value] | None:
    """Join the values of the entries of each row; None if they are not known for all."""
    if not lists or any(values is None for values in lists):
        return None
    return np.array([value for values in lists for value in values or ()], dtype=kind)


class RunRow(NamedTuple):
    """The answers to one item, best first, with the system's own scores if it gave any."""

    lexelt: str
    id: str
    answers: list[str]
    scores: list[float] | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Run:
    """Answers of one system, in the order of its file.

    `task` is the task of SemEval-2007 (best, oot, mw) that it is for, if that is known. A system may have several runs:
    runs of the same name, each for a task. Where a system has one run, that serves every measure.
    """

    lexelts: list[str]
    ids: list[str]
    answers: TermLists
    source: Source
    scores: FloatArray | None = None
    task: str = ""

    @classmethod
    def of(cls, rows: Iterable[RunRow], source: Source) -> "Run":
        """Make a run of rows; scores are kept if every answer has one."""
        rows = list(rows)
        scored = any(row.answers for row in rows) and all(row.scores is not None for row in rows if row.answers)
        scores = [score for row in rows for score in row.scores or ()] if scored else None
        return cls(
            lexelts=[row.lexelt for row in rows],
            ids=[row.id for row in rows],
            answers=TermLists.of(row.answers for row in rows),
            source=source,
            scores=None if scores is None else np.array(scores, dtype=np.float64),
        )

    @property
    def name(self) -> str:
        """The name people know the run by."""
        return self.source.name

    def against_scores(self) -> list[int]:
        """The rows in which an answer has a higher score than the one before it."""
        if self.scores is None:
            return []
        owners = self.answers.owners
        rises = (self.scores[1:] > self.scores[:-1]) & (owners[1:] == owners[:-1])
        rows: list[int] = np.unique(owners[1:][rises]).tolist()
        return rows

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[RunRow]:
        starts = self.answers.starts.tolist()
        scores = None if self.scores is None else self.scores.tolist()
        for position, (lexelt, identifier, answers) in enumerate(
            zip(self.lexelts, self.ids, self.answers, strict=True)
        ):
            row_scores = None if scores is None else scores[starts[position] : starts[position + 1]]
            yield RunRow(lexelt, identifier, answers, row_scores)


@dataclass(frozen=True, slots=True)
class CanonicalForms:
    """`canonical[lexelt][form]` is what `form`, answered for `lexelt`, is to be read as (SemDis 2014)."""

    canonical: Mapping[str, Mapping[str, str]]
    source: Source

    def apply(self, run: Run, lexelts: list[str] | None = None) -> Run:
        """The run with its answers in canonical form; `lexelts` are the targets, if not the run's own."""
        forms = (self.canonical.get(lexelt, {}) for lexelt in (run.lexelts if lexelts is None else lexelts))
        answers = TermLists.of(
            [form.get(term, form.get(normalize("NFC", term[:_LONGEST_FORM]), term)) if form else term for term in terms]
            for form, terms in zip(forms, run.answers, strict=True)
        )
        return replace(run, answers=answers)
