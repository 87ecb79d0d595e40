"""The list of defects: names that stay, sentences, and rows of docs/reference/differences.md."""

import re
from pathlib import Path

import pytest

from stead.official.defects import DEFECTS, Defect
from stead.official.explain import UNEXPLAINED
from stead.official.program_input import Task

DOCS = Path(__file__).parents[3] / "docs"
ALL = [(task, defect) for task, defects in DEFECTS.items() for defect in defects]


@pytest.mark.parametrize("task", DEFECTS)
def test_no_name_stands_twice_in_a_task(task: str) -> None:
    names = [defect.name for own, defect in ALL if own == task]
    assert len(set(names)) == len(names)
    assert UNEXPLAINED not in names


@pytest.mark.parametrize(("task", "defect"), ALL, ids=lambda value: getattr(value, "name", value))
def test_a_defect_has_a_plain_name_a_sentence_and_a_row_of_the_page(task: str, defect: Defect) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)*", defect.name)
    assert re.fullmatch(r"[A-Z`].+\.", defect.explanation)
    if defect.case:
        assert f"`{defect.case}` |" in (DOCS / "reference/differences.md").read_text(encoding="utf-8"), (
            task,
            defect.case,
        )


@pytest.mark.parametrize(("row", "task"), [("best, oot", "oot"), ("multiwords", "mw")])
def test_the_documentation_has_them_in_their_order(row: str, task: Task) -> None:
    page = (DOCS / "guides/scoring.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^\| {row} \| (.*) \|$", page, re.MULTILINE)
    assert re.findall("`([a-z-]+)`", line) == [defect.name for defect in DEFECTS[task]]
