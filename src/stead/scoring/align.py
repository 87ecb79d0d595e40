"""Align a run with a gold, of substitutes or multiwords; unknown, repeated and duplicate answers are counted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

import numpy as np

from stead.core.arrays import BoolArray, IntArray, Ragged, in_pieces, is_first_in_row, starts_of, values_at
from stead.core.errors import BadInput
from stead.core.item import lexelt_key
from stead.core.parameters import Record
from stead.core.substitutes import GoldRow, GoldStandard, Run
from stead.core.text import plural
from stead.measures.base import Alignment
from stead.scoring.details import Candidates, Details, RunAnswers
from stead.scoring.indexed_gold import IndexedGold, Key

_SHOWN = 5


class Aligned(Record, kw_only=True, eq=False):
    """An alignment, and what was wrong with the run."""

    alignment: Alignment
    blank: int
    left_out: int
    unknown_ids: tuple[str, ...]
    repeated_ids: tuple[str, ...]
    other_targets: tuple[str, ...]
    items_with_duplicates: int
    duplicates: int


class _Matched(NamedTuple):
    """For each line of a run the gold row that it answers, or -1; and the ids of the other lines."""

    rows: IntArray
    unknown: list[str]
    repeated: list[str]
    other_targets: list[str]


def gold_lexelts(indexed: IndexedGold, run: Run) -> list[str]:
    """Take the lexelt of each line from the gold, since a run may leave it out or get it wrong."""
    rows = (indexed.rows.get(indexed.key(*item)) for item in zip(run.lexelts, run.ids, strict=True))
    return [
        lexelt if row is None else indexed.gold.lexelts[row] or lexelt
        for lexelt, row in zip(run.lexelts, rows, strict=True)
    ]


def gold_rows(indexed: IndexedGold, run: Run) -> IntArray:
    """Find the gold row that each line of a run answers; -1 for unknown items and repeated lines."""
    return _match_items(indexed, run).rows


def key_in_words(key: Key) -> str:
    """Print an item's key: its id, or lexelt and id."""
    return key if isinstance(key, str) else " ".join(key)


class Needs(NamedTuple):
    """What the measures need besides the weights."""

    detail: bool = False
    pools: tuple[str, ...] = ()
    candidates: Candidates | None = None


def align(indexed: IndexedGold, run: Run, needs: Needs | None = None) -> Aligned:
    """Align gold and run over the scored items."""
    matched = _match_items(indexed, run)
    answers, left_out = _counted_answers(indexed, run, matched.rows)
    answers, repeats = _without_repeats(indexed, answers, run.source.location)
    return Aligned(
        alignment=_alignment(indexed, answers, needs or Needs(), matched.rows),
        blank=int(np.count_nonzero(matched.rows >= 0) - np.count_nonzero(np.bincount(answers.rows))),
        left_out=left_out,
        unknown_ids=tuple(matched.unknown),
        repeated_ids=tuple(matched.repeated),
        other_targets=tuple(matched.other_targets),
        items_with_duplicates=len(repeats),
        duplicates=sum(repeats.values()),
    )


def _match_items(indexed: IndexedGold, run: Run) -> _Matched:
    """Match lines to gold rows: by id alone where ids are unique; the first line of an item counts."""
    keys: Sequence[Key] = list(map(indexed.key, run.lexelts, run.ids)) if indexed.by_key else run.ids
    if not indexed.by_key and keys == indexed.gold.ids:  # line by line the same items
        rows = np.arange(len(keys), dtype=np.int64)
    else:
        rows = np.array([indexed.rows.get(key, -1) for key in keys], dtype=np.int64)
    known = np.flatnonzero(rows >= 0)
    first = np.zeros(len(rows), dtype=np.bool_)
    first[known[np.unique(rows[known], return_index=True)[1]]] = True
    lexelts = indexed.gold.lexelts
    others = [
        run.ids[line]
        for line in (np.flatnonzero(first).tolist() if run.lexelts != lexelts else [])
        if _are_different(run.lexelts[line], lexelts[rows[line]])
    ]
    return _Matched(
        np.where(first, rows, -1),
        unknown=[key_in_words(keys[line]) for line in np.flatnonzero(rows < 0).tolist()],
        repeated=[key_in_words(keys[line]) for line in np.flatnonzero((rows >= 0) & ~first).tolist()],
        other_targets=others,
    )


def _are_different(lexelt: str, gold_lexelt: str) -> bool:
    """Whether two lexelts are of different targets; a missing lexelt differs from none."""
    known = bool(lexelt and gold_lexelt)
    return lexelt != gold_lexelt and known and lexelt_key(lexelt) != lexelt_key(gold_lexelt)


def _counted_answers(indexed: IndexedGold, run: Run, line_rows: IntArray) -> tuple[RunAnswers, int]:
    """Select the answers that count, by gold row and in the order of the file; count those that the rules drop."""

    def of_lines(values: list[str]) -> list[str]:
        return [values[row] if row >= 0 else "" for row in line_rows.tolist()]

    terms = indexed.normalise(run.answers, lambda: of_lines(indexed.gold.lexelts))
    rows = np.repeat(line_rows, run.answers.lists.sizes)
    known = rows >= 0
    kept = known & terms.counted(lambda: of_lines(indexed.target_words), multiwords=indexed.rules.run_multiwords)
    answers = RunAnswers(rows, terms.codes, terms, run.scores)
    if not kept.all():
        answers = answers.select(np.flatnonzero(kept))
    matched = line_rows[line_rows >= 0]
    if np.any(matched[1:] < matched[:-1]):
        answers = answers.select(np.argsort(answers.rows, kind="stable"))
    return answers, int(np.count_nonzero(known & ~kept))


def _without_repeats(indexed: IndexedGold, answers: RunAnswers, name: str) -> tuple[RunAnswers, Counter[int]]:
    """Treat repeated answers by the rules, and count the repeats of each row."""
    first = is_first_in_row(answers.rows, answers.codes)
    repeats = Counter(answers.rows[~first].tolist())
    if repeats and indexed.rules.duplicates == "error":
        ids = [indexed.gold.ids[row] for row in list(repeats)[:_SHOWN]]
        raise BadInput(
            f"{name}: {plural(len(repeats), 'item')} with the same answer twice (ids {', '.join(ids)}"
            f"{', ...' if len(repeats) > _SHOWN else ''}); duplicates=error refuses that."
        )
    paid = indexed.rules.duplicates == "paid"
    return (answers if paid or first.all() else answers.select(np.flatnonzero(first))), repeats


def _alignment(indexed: IndexedGold, answers: RunAnswers, needs: Needs, line_rows: IntArray) -> Alignment:
    """Make the alignment of the scored rows, in gold order."""
    if not indexed.scored.all():
        answers = answers.select(np.flatnonzero(indexed.scored[answers.rows]))
    sizes = np.bincount(answers.rows, minlength=len(indexed.gold))[indexed.scored]
    lexelts, ids = indexed.gold.lexelts, indexed.gold.ids
    if not indexed.scored.all():
        scored = indexed.scored.tolist()
        lexelts, ids = list(compress(lexelts, scored)), list(compress(ids, scored))
    listed = np.zeros(len(indexed.gold), dtype=np.bool_)
    listed[line_rows[line_rows >= 0]] = True
    entries = indexed.find(answers.rows, answers.codes)
    weights = in_pieces(lambda piece: values_at(entries[piece], indexed.weights), len(entries))
    details = Details.of(indexed, answers, entries, needs.pools, needs.candidates) if needs.detail else None
    return Alignment(
        lexelts=lexelts,
        ids=ids,
        gold=indexed.sorted_weights,
        answers=Ragged(weights, starts_of(sizes)),
        detail=details,
        listed=listed[indexed.scored],
    )


# ------------------------------------------------------------------------------------------------------- multiword task

# Recall is over all items with a gold multiword. Precision is over the system's answers within T, the items scored for
# substitutes ("MWsys be the subset of T"). Without the substitute gold T is not known: then every answer counts, even
# to items that no gold has.


def with_scored_items(multiwords: GoldStandard, indexed: IndexedGold) -> GoldStandard:
    """Add to the multiword gold an empty row for each scored item that has no multiword."""
    known = {indexed.key(row.lexelt, row.id) for row in multiwords}
    chosen = np.flatnonzero(indexed.scored).tolist()
    items = [(indexed.gold.lexelts[row], indexed.gold.ids[row]) for row in chosen]
    empty = [GoldRow(*item, []) for item in items if indexed.key(*item) not in known]
    return GoldStandard.of([*multiwords, *empty], multiwords.source, graded=multiwords.graded)


def answers_within_scored(run: Run, indexed: IndexedGold) -> Run:
    """Drop a run's answers to items of the gold that are not scored; unknown items stay, to be reported."""

    def counts(key: Key) -> bool:
        row = indexed.rows.get(key)
        return row is None or bool(indexed.scored[row])

    keys = map(indexed.key, run.lexelts, run.ids)
    kept = [counts(key) for key in keys]
    rows = [row for row, keep in zip(run, kept, strict=True) if keep]
    return replace(Run.of(rows, run.source), task=run.task)


def is_scored(alignment: Alignment, indexed: IndexedGold) -> BoolArray:
    """Mark the items of an alignment that are scored for substitutes."""
    rows = (indexed.rows.get(indexed.key(*item)) for item in zip(alignment.lexelts, alignment.ids, strict=True))
    return np.array([row is not None and bool(indexed.scored[row]) for row in rows], dtype=np.bool_)


def with_every_answer(multiwords: GoldStandard, indexed: IndexedGold, run: Run) -> GoldStandard:
    """Add to the multiword gold an empty row for each further item that the run answers."""
    others: dict[Key, GoldRow] = {}
    for lexelt, identifier in zip(run.lexelts, run.ids, strict=True):
        key = indexed.key(lexelt, identifier)
        if key not in indexed.rows:
            others.setdefault(key, GoldRow(lexelt, identifier, []))
    return GoldStandard.of([*multiwords, *others.values()], multiwords.source, graded=multiwords.graded)
