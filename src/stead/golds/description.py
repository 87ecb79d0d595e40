"""A gold that was made, and its description: statistics, data sheet, and how two golds differ."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stead.core.annotation import Annotation
from stead.core.arrays import Ragged, Weights, starts_of
from stead.core.faults import Report, Severity
from stead.core.item import lexelt_key, part_of_speech_of
from stead.core.parameters import Setting
from stead.core.rating import Rating
from stead.core.substitutes import GoldRow, GoldStandard
from stead.golds.answer_arrays import Change
from stead.records.sheet import Section, Sheet, Value
from stead.rules.definitions import Rules, has_gold_multiword, has_mode, is_multiword, merge_equal


class Special(NamedTuple):
    """The numbers of NIL and NAME responses to an item."""

    lexelt: str
    id: str
    nil: int
    name: int


class LeftOutItem(NamedTuple):
    """An item that is not in the gold, and why."""

    lexelt: str
    id: str
    reason: str


@dataclass(frozen=True, eq=False, kw_only=True)
class MadeGold:
    """A gold and how it was made.

    `counts` are numbers of annotations and answers by what was done with them, `notes` are for users of the gold.
    `tables` makes tables of annotators and answers, `used` returns what was counted; both are computed when called.
    """

    gold: GoldStandard
    multiwords: GoldStandard
    specials: tuple[Special, ...]
    left_out: tuple[LeftOutItem, ...]
    changes: tuple[Change, ...]
    procedure: tuple[Setting, ...]
    counts: Mapping[str, int]
    notes: tuple[str, ...]
    signature: str
    tables: Callable[[], tuple[Section, ...]]
    used: Callable[[], list[Annotation] | list[Rating]]


_MOST_WEIGHTS = 20


@dataclass(frozen=True)
class Description:
    """Statistics of a gold, and of the gold of its multiwords if there is one, under the default matching rules."""

    gold: GoldStandard
    multiwords: GoldStandard | None = None

    @cached_property
    def _entries(self) -> Weights:
        """The weights of each item, largest first; equal terms are merged."""
        return _Entries(self.gold, graded=self.gold.graded).weights

    def sections(self) -> tuple[Section, ...]:
        """All statistics that need no run."""
        return (self._sizes(), self._parts_of_speech(), self._substitutes(), self._weights())

    def _sizes(self) -> Section:
        entries, gold = self._entries, self.gold
        sizes, sums = entries.sizes.tolist(), entries.sums().tolist()
        terms = [term for substitutes in gold.substitutes for term in substitutes]
        phrases = sum(map(is_multiword, terms))
        modes = int(np.count_nonzero(has_mode(entries)))
        named = int(np.count_nonzero(gold.names))
        values: list[tuple[str, Value]] = [
            ("weights", "graded" if gold.graded else "counts"),
            ("items", len(gold)),
            ("lexelts", len(set(gold.lexelts))),
            ("substitutes", sum(sizes)),
            ("distinct substitutes", len(set(terms))),
            ("substitutes an item, mean", _mean(sizes)),
            ("substitutes an item, median", float(np.median(sizes)) if sizes else None),
            ("weight of an item, mean", _mean(sums)),
            ("items with a mode", modes),
            ("items with a mode, share", modes / len(gold) if len(gold) else None),
            ("substitutes of several words", phrases),
            ("substitutes of several words, share", phrases / len(terms) if terms else None),
            ("items with NAME responses (pn)", named),
        ]
        if self.multiwords is not None:
            values.append(("items with a gold multiword", len(gold_multiwords(self.multiwords))))
        return Section("Gold", ("what", "value"), tuple(values))

    def _parts_of_speech(self) -> Section:
        counts = Counter(part_of_speech_of(lexelt) or "none" for lexelt in self.gold.lexelts)
        return Section("Parts of speech", ("part of speech", "items"), tuple(sorted(counts.items())))

    def _substitutes(self) -> Section:
        counts = Counter(self._entries.sizes.tolist())
        return Section("Substitutes of each item", ("substitutes", "items"), tuple(sorted(counts.items())), labels=0)

    def _weights(self) -> Section:
        """The frequency of each weight or, if there are many different weights, their quartiles."""
        values = self._entries.values.tolist()
        counts = Counter(values)
        if len(counts) <= _MOST_WEIGHTS:
            rows: tuple[tuple[Value, ...], ...] = tuple(sorted(counts.items()))
            return Section("Weights", ("weight", "substitutes"), rows, labels=0)
        names = ("smallest", "first quartile", "median", "third quartile", "largest")
        quartiles = np.percentile(values, [0, 25, 50, 75, 100]).tolist()
        return Section("Weights", ("which", "weight"), tuple(zip(names, quartiles, strict=True)))


class _Entries:
    """The substitutes of a gold, largest weight first; those equal under the default matching rules are merged."""

    def __init__(self, gold: GoldStandard, *, graded: bool) -> None:
        terms, rules, index = gold.substitutes, Rules(), dict[str, int]()
        codes = [index.setdefault(rules.normalise(term), len(index)) for term in terms.vocabulary]
        self.codes_as_written = np.array(codes, dtype=np.int64)[terms.codes]
        size = max(len(index), 1)
        entries, entry_of = np.unique(terms.owners * size + self.codes_as_written, return_inverse=True)
        owners, codes = np.divmod(entries, size)
        weights = merge_equal(entry_of, gold.weights, len(entries), graded=graded)
        order = np.lexsort((-weights, owners))
        starts = starts_of(np.bincount(owners, minlength=len(gold)))
        self.weights, self.codes = Ragged(weights[order], starts), Ragged(codes[order], starts)


def gold_multiwords(multiwords: GoldStandard) -> dict[tuple[str, str], str]:
    """The gold multiword of each item that has one, in its most frequent spelling."""
    entries, terms, chosen = _Entries(multiwords, graded=False), multiwords.substitutes, {}
    as_written, weights = Ragged(entries.codes_as_written, terms.starts), Ragged(multiwords.weights, terms.starts)
    for item in np.flatnonzero(has_gold_multiword(entries.weights)).tolist():
        votes = np.where(as_written.row(item) == entries.codes.row(item)[0], weights.row(item), 0)
        chosen[multiwords.lexelts[item], multiwords.ids[item]] = terms[item][int(votes.argmax())]
    return chosen


def _mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return sum(values) / len(values) if values else None


AGREEMENT = "Agreement"
CEILINGS = "Ceilings"
_NOT_COMPUTED = "Not computed."


def data_sheet(
    made: MadeGold,
    reports: Sequence[Report] = (),
    *,
    agreement: Sequence[Section] = (),
    ceilings: Sequence[Section] = (),
) -> Sheet:
    """Make the data sheet of a gold; the sections on agreement and ceilings are given by the caller.

    `reports` list the faults of the files that the gold was made from.
    """
    sections = (
        Section(
            "Procedure",
            ("choice", "value", "meaning"),
            tuple((setting.name, setting.value, setting.meaning) for setting in made.procedure),
            labels=3,
        ),
        Section("Counts", ("what", "number"), tuple(made.counts.items())),
        _faults(reports),
        _notes(made, reports),
        *_curation(made),
        *made.tables(),
        *Description(made.gold, made.multiwords).sections(),
        *_multiwords(made),
        *(agreement or [Section(AGREEMENT, text=_NOT_COMPUTED)]),
        *(ceilings or [Section(CEILINGS, text=_NOT_COMPUTED)]),
        Section("Items left out", ("lexelt", "id", "reason"), made.left_out, labels=3),
    )
    filled = tuple(section if section.rows or section.text else replace(section, text="None.") for section in sections)
    return Sheet("Data sheet of a gold standard", filled, made.signature, "stead.data-sheet/1")


def _faults(reports: Sequence[Report]) -> Section:
    """The faults of the files, and what was done about them."""
    rows = tuple(
        (report.path, _DONE[severity], kind, number)
        for report in reports
        for severity, kinds in report.counts().items()
        if severity in _DONE
        for kind, number in kinds.items()
    )
    return Section("Faults of the files", ("file", "what was done", "fault", "number"), rows, labels=3)


_DONE = {"error": "left out", "repaired": "repaired"}


def _notes(made: MadeGold, reports: Sequence[Report]) -> Section:
    """The notes on files and gold, as the command prints them."""
    of_files = (f"{fault.location}: {fault.message}." for report in reports for fault in report.of(Severity.NOTE))
    return Section("Notes", ("note",), tuple((note,) for note in (*of_files, *made.notes)))


def _curation(made: MadeGold) -> list[Section]:
    rows = tuple(
        (number, str(change.decision), change.decision.reason, change.changed)
        for number, change in enumerate(made.changes, start=1)
    )
    return [Section("Curation", ("number", "decision", "reason", "changed"), rows, labels=3)] if rows else []


def _multiwords(made: MadeGold) -> list[Section]:
    rows = tuple((*key, phrase) for key, phrase in gold_multiwords(made.multiwords).items())
    return [Section("Gold multiwords", ("lexelt", "id", "multiword"), rows, labels=3)] if rows else []


TermWeights = dict[str, float]
ItemKey = tuple[str, str]


def differences(first: GoldStandard, second: GoldStandard) -> tuple[Section, ...]:
    """List how two golds differ, term by term as written; a summary comes first."""
    one, other = _weights(first), _weights(second)
    lexelts = {_key(row): row.lexelt for gold in (second, first) for row in gold}
    only_one = [key for key in one if key not in other]
    only_other = [key for key in other if key not in one]
    changes = [change for key in one if key in other for change in _changes(lexelts, key, one[key], other[key])]
    kinds = [change[2] for change in changes]
    summary: tuple[tuple[str, Value], ...] = (
        ("items of the first", len(one)),
        ("items of the second", len(other)),
        ("items only in the first", len(only_one)),
        ("items only in the second", len(only_other)),
        ("items in both that differ", len({change[:2] for change in changes})),
        *((f"substitutes {kind}", kinds.count(kind)) for kind in ("removed", "added")),
        ("weights changed", kinds.count("changed")),
    )
    return (
        Section("Differences", ("what", "number"), summary),
        _only("Items only in the first", only_one, one, lexelts),
        _only("Items only in the second", only_other, other, lexelts),
        Section("Items in both", ("lexelt", "id", "what", "substitute", "first", "second"), tuple(changes), labels=4),
    )


def _key(row: GoldRow) -> ItemKey:
    """The key of an item, independent of the spelling of its lexelt."""
    return lexelt_key(row.lexelt), row.id


def _weights(gold: GoldStandard) -> dict[ItemKey, TermWeights]:
    """Weights by item and term; counts of a repeated term are added, of two grades the larger is kept.

    NAME responses count as the term NAME.
    """
    by_item: dict[ItemKey, TermWeights] = {}
    for row in gold:
        weights = by_item.setdefault(_key(row), {})
        for term, weight in row.weights:
            weights[term] = max(weights.get(term, 0.0), weight) if gold.graded else weights.get(term, 0.0) + weight
        if row.names:
            weights["NAME"] = weights.get("NAME", 0.0) + row.names
    return by_item


def _only(title: str, keys: list[ItemKey], weights: dict[ItemKey, TermWeights], lexelts: dict[ItemKey, str]) -> Section:
    rows = tuple((lexelts[key], key[1], len(weights[key]), sum(weights[key].values())) for key in keys)
    return Section(title, ("lexelt", "id", "substitutes", "weight"), rows, labels=2)


def _changes(
    lexelts: dict[ItemKey, str], key: ItemKey, one: TermWeights, other: TermWeights
) -> Iterator[tuple[Value, ...]]:
    """The substitutes of an item that were removed, added or changed."""
    for term in sorted({*one, *other}):
        before, after = one.get(term), other.get(term)
        if before != after:
            kind = "removed" if after is None else "added" if before is None else "changed"
            yield (lexelts[key], key[1], kind, term, before, after)
