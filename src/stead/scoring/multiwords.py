"""The gold and the answers of the multiword task.

Recall is over all items with a gold multiword. Precision is over the system's answers within T, the items scored for
substitutes ("MWsys be the subset of T"). Without the substitute gold T is not known: then every answer counts, even
to items that no gold has.
"""

import numpy as np

from stead.core.alignment import Alignment
from stead.core.arrays import BoolArray, TermLists
from stead.core.gold import GoldRow, GoldStandard
from stead.core.run import Run
from stead.scoring.indexed_gold import IndexedGold, Key


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
    return Run(
        [row.lexelt for row in rows], [row.id for row in rows], TermLists.of(row.answers for row in rows), run.source
    )


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
