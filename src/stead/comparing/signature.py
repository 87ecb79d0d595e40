"""The signature of a comparison: everything that could make it another number, in one line."""

from typing import Any

from stead.comparing.units import Units
from stead.core.parameters import VERSION, settings, shortened
from stead.records.scores import Evaluation
from stead.scoring import ALL


def signature(
    what: str, procedure: Any, evaluation: Evaluation, units: Units, *, group: str = ALL, table: str = "", **more: str
) -> str:
    """As in `compare|tests:randomisation|unit:item|...|pairs:10|units:67/67|gold:sha256:ab12...|v:1.0.0`."""
    chosen = [f"{name}:{value}" for name, value in (settings(procedure) | more).items()]
    where = [] if group == ALL else [f"group:{group}" + (f":{shortened(table)}" if table else "")]
    size, gold = f"units:{units.count}/{len(units.codes)}", f"gold:{shortened(evaluation.gold.sha256)}"
    return "|".join([what, *chosen, *where, size, gold, VERSION])
