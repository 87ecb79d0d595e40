"""Explaining small files and those of the parity kit."""

from functools import cache
from pathlib import Path
from typing import Any

from stead.formats import Content, read_content
from stead.official.explain import OfficialDifferences, Totals, explain
from stead.official.program_input import Task
from tests.parity.kit import Numbers

GOLD = "bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: shiny 2;vivid 1;lit 1;\n"


def explained(run: str | bytes, gold: str | bytes = GOLD, task: Task = "best") -> OfficialDifferences:
    """Files given as text."""
    data = [text if isinstance(text, bytes) else text.encode() for text in (gold, run)]
    return explain(task, Content("gold.txt", data[0]), Content("run.txt", data[1]))


def explained_case(folder: Path, case: dict[str, Any]) -> OfficialDifferences:
    """A case of the kit."""
    return _explained_once(case["type"], folder / case["gold"], folder / case["run"])


@cache
def _explained_once(task: Task, gold: Path, run: Path) -> OfficialDifferences:
    return explain(task, read_content(gold), read_content(run))


def causes(differences: OfficialDifferences) -> set[str]:
    """The names of the defects that acted."""
    return {cause.name for cause in differences.causes}


_SUBSTITUTES = "total attempted credit precision recall mode_total mode_attempted mode_hits mode_precision mode_recall"
_MULTIWORDS = (
    "mw_in_gold system_mw detected detection_precision detection_recall "
    "mw_in_gold system_mw identified identification_precision identification_recall"
)


def numbers(task: Task, totals: Totals) -> Numbers:
    """Totals under the names that the kit gives them, in percent."""
    values: list[float | None] = []
    for total in totals.values():
        values += [total.counted, total.attempted, total.credit]
        values += [None if value is None else 100 * value for value in total.figures.values()]
    names = (_MULTIWORDS if task == "mw" else _SUBSTITUTES).split()
    return {name: value for name, value in zip(names, values, strict=True) if name != "credit"}
