"""docs/reference/differences.md: every row names a case of the parity kit that differs, and quotes its figures."""

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CASES: dict[str, dict[str, Any]] = {
    case["name"]: case
    for case in json.loads((ROOT / "tests/parity/semeval/expected.json").read_text(encoding="utf-8"))["cases"]
}
ROW = re.compile(r"\|.+\|(?P<official>[^|]*)\|(?P<own>[^|]*)\| `(?P<case>\w+)` \|")


def rows() -> list[re.Match[str]]:
    lines = (ROOT / "docs/reference/differences.md").read_text(encoding="utf-8").splitlines()
    return [match for line in lines if (match := ROW.fullmatch(line))]


def test_every_row_names_a_case_that_differs() -> None:
    assert [row["case"] for row in rows() if CASES[row["case"]]["agree"]] == []


def test_every_quoted_figure_is_that_of_the_case() -> None:
    for row in rows():
        if not row["official"].strip():
            continue
        name, official = row["official"].strip().rsplit(" ", 1)
        case, figure = CASES[row["case"]], name.replace(" ", "_")
        assert float(official) == case["score_pl"]["figures"][figure], row["case"]
        assert abs(float(row["own"]) - case["by_formula"][figure]) <= 0.005, row["case"]


def test_every_case_that_differs_is_on_the_page_at_least_by_its_sibling() -> None:
    named = {row["case"].rsplit("_", 1)[0] for row in rows()}
    differing = {name.rsplit("_", 1)[0] for name, case in CASES.items() if not case["agree"]}
    assert differing - named <= {"best_file_as", "gold_name_with"}
