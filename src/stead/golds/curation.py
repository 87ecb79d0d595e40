"""Decisions of a person on what annotators wrote: which forms are one, what is left out and why."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from stead.golds.answers import Answers
from stead.task.terms import IntArray

STATUSES = ("accept", "refuse", "proposed")
REPLACING = ("merge", "lemmatise")
DROPPING = ("drop-item", "drop-lexelt")


@dataclass(frozen=True, slots=True)
class Decision:
    """Read `form` as `to` (in all items, those of a lexelt, or one item), or leave out an item or a lexelt."""

    status: str
    action: str
    form: str = ""
    to: str = ""
    lexelt: str = ""
    id: str = ""
    reason: str = ""
    line: int = 0

    def __str__(self) -> str:
        scope = " ".join(filter(None, (self.lexelt, self.id)))
        if self.action in DROPPING:
            return f"{self.action} {scope}"
        return f"{self.action} {self.form} into {self.to}{f' in {scope}' if scope else ''}"


@dataclass(frozen=True, slots=True)
class Curation:
    """Decisions in the order in which they are applied."""

    decisions: tuple[Decision, ...] = ()
    place: str = ""
    sha256: str = ""

    @property
    def accepted(self) -> tuple[Decision, ...]:
        """Those that are applied."""
        return tuple(each for each in self.decisions if each.status == "accept")

    @property
    def undecided(self) -> int:
        """How many are still to be decided."""
        return sum(each.status == "proposed" for each in self.decisions)


class Change(NamedTuple):
    """An accepted decision, and how many answers (for what is left out: annotations) it changed."""

    decision: Decision
    changed: int


class Curated(NamedTuple):
    """Answers after curation, what each decision changed, and why items are left out."""

    answers: Answers
    changes: tuple[Change, ...]
    dropped: dict[int, str]


def curated(answers: Answers, curation: Curation) -> Curated:
    """Apply the accepted decisions, one after the other."""
    if not curation.accepted:
        return Curated(answers, (), {})
    bench = _Bench(answers)
    changes = tuple(Change(each, bench.apply(each)) for each in curation.accepted)
    return Curated(bench.answers(), changes, bench.dropped)


class _Bench:
    """Answers while they are changed: substitutes and multiwords in one array, found by their term."""

    def __init__(self, answers: Answers) -> None:
        self.before = answers
        self.index = dict(zip(answers.vocabulary, range(len(answers.vocabulary)), strict=True))
        self.codes = np.concatenate([answers.codes, answers.multiwords])
        self.rows = np.concatenate([answers.owners, np.arange(len(answers))])
        self.kept = np.ones(len(answers), dtype=np.bool_)
        self.dropped: dict[int, str] = {}
        self._order = np.argsort(self.codes, kind="stable")
        self._sorted = self.codes[self._order]
        self._places: dict[int, IntArray] = {}
        self._items_of: dict[str, list[int]] = {}
        for position, (lexelt, _) in enumerate(answers.items):
            self._items_of.setdefault(lexelt, []).append(position)

    def apply(self, decision: Decision) -> int:
        """Apply one decision; how much it changed."""
        return self._drop(decision) if decision.action in DROPPING else self._replace(decision)

    def _drop(self, decision: Decision) -> int:
        items = self._items(decision)
        rows = self.kept & np.isin(self.before.item_of, items)
        self.kept &= ~rows
        for item in items:
            self.dropped.setdefault(item, f"{decision.action}: {decision.reason}")
        return int(rows.sum())

    def _replace(self, decision: Decision) -> int:
        old = self.index.get(decision.form)
        if old is None:
            return 0
        new = self.index.setdefault(decision.to, len(self.index))
        places = self._places_of(old)
        rows = self.rows[places]
        chosen = self.kept[rows]
        if decision.lexelt:
            chosen &= np.isin(self.before.item_of[rows], self._items(decision))
        self.codes[places[chosen]] = new
        self._places[new] = np.concatenate([self._places_of(new), places[chosen]])
        self._places[old] = places[~chosen]
        return int(chosen.sum())

    def _items(self, decision: Decision) -> list[int]:
        """The items of a decision's lexelt, or the one item that it names."""
        items = self._items_of.get(decision.lexelt, [])
        return [item for item in items if decision.id in {"", self.before.items[item][1]}]

    def _places_of(self, code: int) -> IntArray:
        if code not in self._places:
            start, end = np.searchsorted(self._sorted, [code, code + 1])
            self._places[code] = self._order[start:end]
        return self._places[code]

    def answers(self) -> Answers:
        """The answers as they now are."""
        substitutes = len(self.before.codes)
        changed = replace(
            self.before,
            vocabulary=list(self.index),
            codes=self.codes[:substitutes],
            multiwords=self.codes[substitutes:],
        )
        return changed.only(self.kept)
