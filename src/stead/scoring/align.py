"""Line up a run with a gold standard, once; every oddity on the way is counted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stead.core.alignment import Alignment
from stead.core.arrays import IntArray, Ragged, is_first_in_row, starts_of
from stead.core.errors import BadInput
from stead.core.item import lexelt_key
from stead.core.run import Run
from stead.core.text import plural
from stead.scoring.detail import Answers, Candidates, make_detail
from stead.scoring.levelled import Key, LevelledGold

_SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
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
    return [
        own if row is None else levelled.gold.lexelts[row] or own for own, row in zip(run.lexelts, rows, strict=True)
    ]


def gold_rows(levelled: LevelledGold, run: Run) -> IntArray:
    """For each line of a run the gold row it answers, or -1 for lines that answer none, or one answered before."""
    return _match_items(levelled, run).rows


def shown_key(key: Key) -> str:
    """What an item is known by, as people read it."""
    return key if isinstance(key, str) else " ".join(key)


@dataclass(frozen=True)
class Needs:
    """What the measures need to know beyond the weights."""

    detail: bool = False
    pools: tuple[str, ...] = ()
    candidates: Candidates | None = None


def align(levelled: LevelledGold, run: Run, needs: Needs | None = None) -> Aligned:
    """Gold and run over the scored items."""
    matched = _match_items(levelled, run)
    answers, left_out = _counted_answers(levelled, run, matched.rows)
    answers, repeats = _without_repeats(levelled, answers, run.source.place)
    return Aligned(
        alignment=_alignment(levelled, answers, needs or Needs(), matched.rows),
        blank=int(np.count_nonzero(matched.rows >= 0) - np.count_nonzero(np.bincount(answers.rows))),
        left_out=left_out,
        unknown_ids=tuple(matched.unknown),
        repeated_ids=tuple(matched.repeated),
        other_targets=tuple(matched.other_targets),
        items_with_duplicates=len(repeats),
        duplicates=sum(repeats.values()),
    )


def _match_items(levelled: LevelledGold, run: Run) -> _Matched:
    """Only the id is matched where ids are unique; the first line of an item counts."""
    keys: Sequence[Key] = list(map(levelled.key, run.lexelts, run.ids)) if levelled.by_key else run.ids
    if not levelled.by_key and keys == levelled.gold.ids:  # line by line the same items
        found = np.arange(len(keys), dtype=np.int64)
    else:
        found = np.array([levelled.rows.get(key, -1) for key in keys], dtype=np.int64)
    known = np.flatnonzero(found >= 0)
    first = np.zeros(len(found), dtype=np.bool_)
    first[known[np.unique(found[known], return_index=True)[1]]] = True
    lexelts = levelled.gold.lexelts
    others = [
        run.ids[line]
        for line in (np.flatnonzero(first).tolist() if run.lexelts != lexelts else [])
        if _are_different(run.lexelts[line], lexelts[found[line]])
    ]
    return _Matched(
        np.where(first, found, -1),
        unknown=[shown_key(keys[line]) for line in np.flatnonzero(found < 0).tolist()],
        repeated=[shown_key(keys[line]) for line in np.flatnonzero((found >= 0) & ~first).tolist()],
        other_targets=others,
    )


def _are_different(own: str, golds: str) -> bool:
    """Whether two lexelts are of different targets; one that a file leaves out is not."""
    return own != golds and bool(own and golds) and lexelt_key(own) != lexelt_key(golds)


def _counted_answers(levelled: LevelledGold, run: Run, line_rows: IntArray) -> tuple[Answers, int]:
    """The answers that count, by gold row and then in the order of the file, and how many do not by the rules."""

    def of_lines(values: list[str]) -> list[str]:
        return [values[row] if row >= 0 else "" for row in line_rows.tolist()]

    terms = levelled.level(run.answers, lambda: of_lines(levelled.gold.lexelts))
    rows = line_rows[run.answers.positions]
    known = rows >= 0
    kept = known & terms.counted(lambda: of_lines(levelled.target_words), multiwords=levelled.rules.run_multiwords)
    answers = Answers(rows, terms.codes, terms, run.scores)
    if not kept.all():
        answers = answers.chosen(np.flatnonzero(kept))
    if np.any(answers.rows[1:] < answers.rows[:-1]):
        answers = answers.chosen(np.argsort(answers.rows, kind="stable"))
    return answers, int(np.count_nonzero(known & ~kept))


def _without_repeats(levelled: LevelledGold, answers: Answers, name: str) -> tuple[Answers, Counter[int]]:
    """The answers with repeats treated as the rules say, and how many repeats each row had."""
    first = is_first_in_row(answers.rows, answers.codes)
    repeats = Counter(answers.rows[~first].tolist())
    if repeats and levelled.rules.duplicates == "error":
        ids = [levelled.gold.ids[row] for row in list(repeats)[:_SHOWN]]
        raise BadInput(
            f"{name}: {plural(len(repeats), 'item')} with the same answer twice (ids {', '.join(ids)}"
            f"{', ...' if len(repeats) > _SHOWN else ''}); duplicates=error refuses that."
        )
    paid = levelled.rules.duplicates == "paid"
    return (answers if paid or first.all() else answers.chosen(np.flatnonzero(first))), repeats


def _alignment(levelled: LevelledGold, answers: Answers, needs: Needs, line_rows: IntArray) -> Alignment:
    """Only the scored rows, in gold order."""
    if not levelled.scored.all():
        answers = answers.chosen(np.flatnonzero(levelled.scored[answers.rows]))
    sizes = np.bincount(answers.rows, minlength=len(levelled.gold))[levelled.scored]
    chosen = np.flatnonzero(levelled.scored).tolist()
    listed = np.zeros(len(levelled.gold), dtype=np.bool_)
    listed[line_rows[line_rows >= 0]] = True
    weights = levelled.look_up(answers.rows, answers.codes)
    return Alignment(
        lexelts=[levelled.gold.lexelts[row] for row in chosen],
        ids=[levelled.gold.ids[row] for row in chosen],
        gold=levelled.sorted_weights(),
        answers=Ragged(weights, starts_of(sizes)),
        detail=make_detail(levelled, answers, weights, needs.pools, needs.candidates) if needs.detail else None,
        listed=listed[levelled.scored],
    )
