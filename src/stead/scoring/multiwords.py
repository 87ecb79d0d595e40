"""What the multiword task is scored against.

The paper takes MW and MWsys to be subsets of T, the items scored for substitutes. Without the substitute gold, T is not
known: then every answer counts, also those to items that no gold has.
"""

from collections.abc import Mapping as AbstractMapping

import numpy as np

from stead.scoring.levelled import LevelledGold
from stead.task import GoldRow, GoldStandard, Run


def within_scored(multiwords: GoldStandard, levelled: LevelledGold) -> GoldStandard:
    """The multiword gold of the scored items, those without a multiword included."""
    rows = _rows_by_id(multiwords)
    chosen = np.flatnonzero(levelled.scored).tolist()
    items = [(levelled.gold.lexelts[row], levelled.gold.ids[row]) for row in chosen]
    return GoldStandard.of([_row(rows, *item) for item in items], multiwords.source, graded=multiwords.graded)


def with_every_answer(multiwords: GoldStandard, run: Run) -> GoldStandard:
    """The multiword gold, and an empty row for each further item that the run answers."""
    known = _rows_by_id(multiwords)
    others = dict.fromkeys(item for item in zip(run.lexelts, run.ids, strict=True) if item[1] not in known)
    first_of_id = {identifier: lexelt for lexelt, identifier in reversed(others)}
    empty = [GoldRow(lexelt, identifier, []) for identifier, lexelt in reversed(first_of_id.items())]
    return GoldStandard.of([*multiwords, *empty], multiwords.source, graded=multiwords.graded)


def _rows_by_id(gold: GoldStandard) -> dict[str, GoldRow]:
    return {row.id: row for row in gold}


def _row(rows: AbstractMapping[str, GoldRow], lexelt: str, identifier: str) -> GoldRow:
    return rows.get(identifier) or GoldRow(lexelt, identifier, [])
