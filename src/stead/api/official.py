"""The 2007 program: what it prints, and where and why it differs from stead."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stead.api.arguments import checked
from stead.api.inputs import StrPath
from stead.api.results import Result
from stead.core.text import plural
from stead.formats import Content, read_content
from stead.measures import parse_measures
from stead.official.difference_report import report
from stead.official.explain import OfficialDifferences, explain
from stead.official.preset import task_of, task_of_separator
from stead.official.program import Outcome, run_official
from stead.official.program_input import Task


@dataclass(frozen=True, repr=False)
class Explanation(Result):
    """Where the 2007 program differs from stead on one run, item by item, and which defect does it."""

    differences: OfficialDifferences

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        return tuple(self.differences.notes)

    def records(self) -> list[dict[str, Any]]:
        """One record for each defect that changes a figure."""
        return [{"cause": cause.name, "items": cause.items} for cause in self.differences.causes]

    def _summary(self) -> str:
        return f"{self.differences.task}, {plural(len(self.differences.items), 'item')} that differ"

    def to(self, format: str = "text", *, all_items: bool = False) -> str:
        """The differences as text, markdown, latex, tsv or json."""
        return report(self.differences, format, all_items=all_items)


@checked
def explain_official(
    gold: StrPath | Content, run: StrPath | Content, *, measures: str | None = None, asked_by: str = "explain_official"
) -> Explanation:
    """Explain why the 2007 program scores a run otherwise.

    - `gold`, `run`: files in the format of SemEval-2007.
    - `measures`: of one task, such as `"best"` or `"oot"`; None takes the task that the separators of the run say.
    - `asked_by`: the option or function that messages name.
    """
    standard, answers = (each if isinstance(each, Content) else read_content(each) for each in (gold, run))
    task = task_of(parse_measures(measures), asked_by) if measures else task_of_separator(answers)
    return Explanation(explain(task, standard, answers))


@checked
def print_official(run: StrPath, gold: StrPath, *, task: Task = "best", verbose: bool = False) -> Outcome:
    """What the 2007 program prints on standard output, and its exit status, byte for byte.

    - `run`, `gold`: files in the format of SemEval-2007.
    - `task`: `"best"`, `"oot"` or `"mw"`.
    - `verbose`: line-by-line calculations.
    """
    return run_official(Path(os.fspath(run)), Path(os.fspath(gold)), task, verbose=verbose)
