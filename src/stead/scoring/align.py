"""Line up a run with a gold standard, once; every oddity on the way is counted."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from stead._wording import counted
from stead.scoring.levelled import LevelledGold, LevelledTerms, starts_of
from stead.task import Alignment, BadInput, Ragged, Run
from stead.task.alignment import FloatArray
from stead.task.terms import IntArray

_SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """An alignment, and what was odd about the run."""

    alignment: Alignment
    blank: int
    left_out: int
    unknown_ids: tuple[str, ...]
    repeated_ids: tuple[str, ...]
    other_targets: tuple[str, ...]
    items_with_duplicates: int
    duplicates: int


@dataclass(frozen=True, slots=True, eq=False)
class _Matched:
    """For each line of a run the gold row it answers, or -1 for lines that answer none."""

    rows: IntArray
    unknown: list[str]
    repeated: list[str]
    other_targets: list[str]


def gold_lexelts(levelled: LevelledGold, run: Run) -> list[str]:
    """The lexelt of each line as the gold has it, since a run may leave it out or get it wrong."""
    rows = (levelled.rows.get(levelled.key(*item)) for item in zip(run.lexelts, run.ids, strict=True))
    return [own if row is None else levelled.gold.lexelts[row] for own, row in zip(run.lexelts, rows, strict=True)]


def align(levelled: LevelledGold, run: Run) -> Aligned:
    """Gold and run over the scored items."""
    matched = _match_items(levelled, run)
    rows, codes, left_out = _counted_answers(levelled, run, matched.rows)
    rows, codes, repeats = _without_repeats(levelled, rows, codes, run.source.place)
    weights = levelled.look_up(rows, codes)
    return Aligned(
        _alignment(levelled, rows, weights),
        blank=int(np.count_nonzero(matched.rows >= 0)) - len(np.unique(rows)),
        left_out=left_out,
        unknown_ids=tuple(matched.unknown),
        repeated_ids=tuple(matched.repeated),
        other_targets=tuple(matched.other_targets),
        items_with_duplicates=len(repeats),
        duplicates=sum(repeats.values()),
    )


def _match_items(levelled: LevelledGold, run: Run) -> _Matched:
    """Only the id is matched where ids are unique; the first line of an item counts."""
    rows = np.full(len(run), -1, dtype=np.int64)
    seen: set[int] = set()
    unknown, repeated, other_targets = [], [], []
    for line, (lexelt, identifier) in enumerate(zip(run.lexelts, run.ids, strict=True)):
        row = levelled.rows.get(levelled.key(lexelt, identifier))
        if row is None:
            unknown.append(identifier)
        elif row in seen:
            repeated.append(identifier)
        else:
            seen.add(row)
            rows[line] = row
            if lexelt and levelled.gold.lexelts[row] not in {"", lexelt}:
                other_targets.append(identifier)
    return _Matched(rows, unknown, repeated, other_targets)


def _counted_answers(levelled: LevelledGold, run: Run, line_rows: IntArray) -> tuple[IntArray, IntArray, int]:
    """Gold row and code of each answer that counts, in the order of the file, and how many do not by the rules."""
    terms = LevelledTerms.of(run.answers, levelled.rules, dict(levelled.index))
    rows = line_rows[run.answers.positions]
    lexelts = [levelled.gold.lexelts[row] if row >= 0 else "" for row in line_rows.tolist()]
    known = rows >= 0
    kept = known & terms.counted(lexelts, multiwords=levelled.rules.run_multiwords)
    return rows[kept], terms.codes[kept], int(np.count_nonzero(known & ~kept))


def _without_repeats(
    levelled: LevelledGold, rows: IntArray, codes: IntArray, name: str
) -> tuple[IntArray, IntArray, Counter[int]]:
    """The answers with repeats treated as the rules say, and how many repeats each row had."""
    numbers = rows * (int(codes.max(initial=0)) + 1) + codes
    first = np.zeros(len(numbers), dtype=bool)
    first[np.unique(numbers, return_index=True)[1]] = True
    repeats = Counter(rows[~first].tolist())
    if repeats and levelled.rules.duplicates == "error":
        ids = [levelled.gold.ids[row] for row in list(repeats)[:_SHOWN]]
        raise BadInput(
            f"{name}: {counted(len(repeats), 'item')} with the same answer twice (ids {', '.join(ids)}"
            f"{', ...' if len(repeats) > _SHOWN else ''}); duplicates=error refuses that."
        )
    if levelled.rules.duplicates == "paid":
        return rows, codes, repeats
    return rows[first], codes[first], repeats


def _alignment(levelled: LevelledGold, rows: IntArray, weights: FloatArray) -> Alignment:
    """Only the scored rows, in gold order."""
    order = np.argsort(rows, kind="stable")
    order = order[levelled.scored[rows[order]]]
    sizes = np.bincount(rows, minlength=len(levelled.gold))[levelled.scored]
    chosen = np.flatnonzero(levelled.scored).tolist()
    return Alignment(
        [levelled.gold.lexelts[row] for row in chosen],
        [levelled.gold.ids[row] for row in chosen],
        levelled.sorted_weights(),
        Ragged(weights[order], starts_of(sizes)),
    )
