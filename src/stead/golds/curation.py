"""Decisions of a person on what annotators wrote: which forms are one or several, what is left out and why."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from stead.core.arrays import IntArray
from stead.core.errors import BadInput, UsageError
from stead.core.text import tidy
from stead.formats import quote
from stead.golds.answers import NO_MULTIWORD, Answers

STATUSES = ("accept", "refuse", "proposed")
REPLACING = ("merge", "lemmatise")
SPLIT, DROP = "split", "drop"
DROPPING = ("drop-item", "drop-lexelt")
ACTIONS = (*REPLACING, SPLIT, DROP, *DROPPING)
_SEPARATOR = ";"
_DROPPED = NO_MULTIWORD


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Read `form` as `to`, or leave it out: in all items, those of a lexelt, or one; or leave out an item or a lexelt.

    To split, `to` names the substitutes between semicolons.
    """

    status: str
    action: str
    form: str = ""
    to: str = ""
    lexelt: str = ""
    id: str = ""
    reason: str = ""
    line: int = 0

    def __post_init__(self) -> None:
        for name in ("status", "action", "form", "to", "lexelt", "id", "reason"):
            text = getattr(self, name)
            if not isinstance(text, str):
                raise UsageError(f"the {name} of a decision is a text, not {text!r}.")
            object.__setattr__(self, name, tidy(text))
        problem = _problem(self)
        if problem:
            raise BadInput(f"{problem}.")

    def __str__(self) -> str:
        scope = " ".join(filter(None, (self.lexelt, self.id)))
        if self.action in DROPPING:
            return f"{self.action} {scope}"
        into = f" into {self.to}" if self.to else ""
        return f"{self.action} {self.form}{into}{f' in {scope}' if scope else ''}"

    @property
    def parts(self) -> tuple[str, ...]:
        """What the form is read as: one substitute, the several that it is split into, or none."""
        texts = self.to.split(_SEPARATOR) if self.action == SPLIT else [self.to]
        return tuple(filter(None, map(tidy, texts)))


@dataclass(frozen=True, slots=True)
class Curation:
    """Decisions in the order in which they are applied."""

    decisions: tuple[Decision, ...] = ()
    place: str = ""
    sha256: str = ""

    def __post_init__(self) -> None:
        given: Any = self.decisions
        if not isinstance(given, Sequence) or not all(isinstance(each, Decision) for each in given):
            raise UsageError(f"a curation is a list of decisions, not {given!r}.")
        object.__setattr__(self, "decisions", tuple(given))

    @property
    def accepted(self) -> tuple[Decision, ...]:
        """Those that are applied."""
        return tuple(each for each in self.decisions if each.status == "accept")

    @property
    def undecided(self) -> int:
        """How many are still to be decided."""
        return self.count("proposed")

    def count(self, status: str) -> int:
        """How many decisions have this status."""
        return sum(each.status == status for each in self.decisions)

    @property
    def identity(self) -> str:
        """The hash of the file, or of the decisions if they come from none."""
        if self.sha256:
            return self.sha256
        content = repr([replace(each, line=0) for each in self.decisions])
        return hashlib.sha256(content.encode(errors="backslashreplace")).hexdigest()

    def place_of(self, decision: Decision) -> str:
        """Where a decision stands: file and line, or which one it is."""
        if self.place and decision.line:
            return f"{self.place}:{decision.line}"
        return f"{self.place or 'curation'}, decision {self.decisions.index(decision) + 1}"


def _problem(decision: Decision) -> str | None:
    """What is wrong with a decision, if anything is."""
    if decision.status not in STATUSES:
        return f"the status is {', '.join(STATUSES)}, not {quote(decision.status)}"
    if decision.action not in ACTIONS:
        return f"the action is {', '.join(ACTIONS)}, not {quote(decision.action)}"
    if decision.action in DROPPING:
        return _problem_of_leaving_out(decision)
    if decision.id and not decision.lexelt:
        return f"the item {quote(decision.id)} needs its lexelt"
    checks = {SPLIT: _problem_of_splitting, DROP: _problem_of_dropping}
    return checks.get(decision.action, _problem_of_replacing)(decision)


def _problem_of_replacing(decision: Decision) -> str | None:
    if not decision.form or not decision.to:
        return f"to {decision.action}, two forms are needed: from and to"
    return f"{quote(decision.form)} is the same on both sides" if decision.form == decision.to else None


def _problem_of_splitting(decision: Decision) -> str | None:
    parts = set(decision.parts)
    if not decision.form or len(parts) < 2 or len(parts) < len(decision.parts):
        return (
            "to split, one form (from) and two or more different ones (to) are needed, as in "
            f'"clever, smart" and "clever; smart"; found {quote(decision.form)} and {quote(decision.to)}'
        )
    return f"{quote(decision.form)} is one of its own parts" if decision.form in parts else None


def _problem_of_dropping(decision: Decision) -> str | None:
    if not decision.form or decision.to:
        return f"drop takes one form (from) and none to read it as (to), found {quote(decision.to)}"
    return None if decision.reason else "drop needs a reason"


def _problem_of_leaving_out(decision: Decision) -> str | None:
    one_item = decision.action == "drop-item"
    if decision.form or decision.to:
        return f"{decision.action} takes no forms (from, to), found {quote(decision.form or decision.to)}"
    if not decision.lexelt or one_item != bool(decision.id):
        return f"{decision.action} needs {'lexelt and id' if one_item else 'a lexelt and no id'}"
    return None if decision.reason else f"{decision.action} needs a reason"


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
        self.is_multiword = np.repeat([False, True], [len(answers.codes), len(answers)])
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
        if decision.action in DROPPING:
            return self._leave_out(decision)
        places = self._chosen(decision)
        if len(places):
            self._read_as(places, self.index[decision.form], decision.parts)
        return len(places)

    def _leave_out(self, decision: Decision) -> int:
        items = self._items(decision)
        rows = self.kept & np.isin(self.before.item_of, items)
        self.kept &= ~rows
        for item in items:
            self.dropped.setdefault(item, f"{decision.action}: {decision.reason}")
        return int(rows.sum())

    def _chosen(self, decision: Decision) -> IntArray:
        """Where the form of a decision was given, among the items that it is about."""
        code = self.index.get(decision.form)
        if code is None:
            return np.empty(0, dtype=np.int64)
        places = self._places_of(code)
        rows = self.rows[places]
        chosen = self.kept[rows]
        if decision.lexelt:
            chosen &= np.isin(self.before.item_of[rows], self._items(decision))
        if decision.action == SPLIT:
            chosen &= ~self.is_multiword[places]  # an annotator names one multiword
        return np.asarray(places[chosen])

    def _read_as(self, places: IntArray, old: int, parts: Sequence[str]) -> None:
        """Give places other codes: none, one, or several, for which there are further places in the same rows."""
        self._places[old] = np.setdiff1d(self._places_of(old), places)
        codes = [self.index.setdefault(part, len(self.index)) for part in parts] or [_DROPPED]
        for number, code in enumerate(codes):
            own = places if not number else self._further(places)
            self.codes[own] = code
            if code != _DROPPED:
                self._places[code] = np.concatenate([self._places_of(code), own])

    def _further(self, places: IntArray) -> IntArray:
        """New places in the rows of some others."""
        start = len(self.codes)
        self.codes = np.concatenate([self.codes, np.full(len(places), _DROPPED)])
        self.rows = np.concatenate([self.rows, self.rows[places]])
        self.is_multiword = np.concatenate([self.is_multiword, np.zeros(len(places), dtype=np.bool_)])
        return np.arange(start, len(self.codes))

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
        """The answers as they now are; what a split added comes after the other answers of its row."""
        given = np.flatnonzero(~self.is_multiword & (self.codes != _DROPPED))
        given = given[np.argsort(self.rows[given], kind="stable")]
        changed = replace(
            self.before,
            vocabulary=list(self.index),
            owners=self.rows[given],
            codes=self.codes[given],
            multiwords=self.codes[self.is_multiword],
        )
        return changed.only(self.kept)
