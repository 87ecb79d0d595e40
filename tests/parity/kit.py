"""The parity kit: what its files hold, and stead's scores under the names that the kit gives them."""

import json
import re
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from stead import Run, ScoreResult
from stead.formats import Options, Policy, load
from stead.records.scores import Score
from stead.scoring import ALL

Case = dict[str, Any]
Numbers = dict[str, float | None]

HERE = Path(__file__).parent
SEMEVAL = HERE / "semeval"
JABBARI = HERE / "jabbari"

MEASURES = {"best": "best,best-mode", "oot": "oot@10,oot-mode@10", "mw": "mw-detection,mw-identification"}
SEPARATORS = {"best": "::", "oot": ":::", "mw": "::"}


def cases_of(folder: Path, file: str = "expected.json") -> list[Case]:
    cases: list[Case] = json.loads((folder / file).read_text(encoding="utf-8"))["cases"]
    return cases


def case_named(folder: Path, name: str) -> Case:
    return next(case for case in cases_of(folder) if case["name"] == name)


def records_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def load_as_submitted(path: Path, task: str) -> Run:
    """A run of the 2007 task, malformed lines and those with the other task's separator left out."""
    return load(path, "run", Options(format="semeval", policy=Policy.SKIP, separator=SEPARATORS[task]))[0]


def percentages(result: ScoreResult, task: str, group: str = ALL) -> Numbers:
    """The scores of one group as the kit names them."""
    plain, other = (score for score in result.scores if score.group == group)
    return _multiword_numbers(plain, other) if task == "mw" else _substitute_numbers(plain, other)


def _substitute_numbers(plain: Score, mode: Score) -> Numbers:
    return {
        "total": plain.scored,
        "attempted": plain.attempted,
        "precision": _percent(plain, "P"),
        "recall": _percent(plain, "R"),
        "mode_total": mode.scored,
        "mode_attempted": mode.attempted,
        "mode_hits": _numerator(mode),
        "mode_precision": _percent(mode, "P"),
        "mode_recall": _percent(mode, "R"),
    }


def _multiword_numbers(detection: Score, identification: Score) -> Numbers:
    return {
        "mw_in_gold": detection.scored,
        "system_mw": detection.attempted,
        "detected": _numerator(detection),
        "identified": _numerator(identification),
        "detection_precision": _percent(detection, "P"),
        "detection_recall": _percent(detection, "R"),
        "identification_precision": _percent(identification, "P"),
        "identification_recall": _percent(identification, "R"),
    }


def _percent(score: Score, figure: str) -> float | None:
    value = score.figures[figure]
    return None if value is None else 100 * value


def _numerator(score: Score) -> float:
    recall = score.figures["R"]
    assert recall is not None
    return recall * score.scored


def expected_numbers(case: Case, which: str = "by_formula") -> Numbers:
    """The kit's figures of a case, without its lists of lines."""
    return {name: value for name, value in case[which].items() if not isinstance(value, list)}


def printed(numbers: Numbers) -> dict[str, str]:
    """Figures as the 2007 program prints them: percentages with two decimals, halves up."""
    return {name: _printed(value) for name, value in numbers.items()}


def _printed(value: float | None) -> str:
    rounded = Decimal(f"{value or 0:.6f}").quantize(Decimal("0.01"), ROUND_HALF_UP)
    return "none" if value is None else str(rounded)


def printed_by_the_program(case: Case) -> dict[str, str]:
    """The figures that the 2007 program printed, and only those."""
    lists = {"error_lines", "duplicate_lines", "usage_only"}
    return printed({name: value for name, value in case["score_pl"]["figures"].items() if name not in lists})


def assert_one_sentence(error: Exception) -> None:
    """A refusal is a sentence or two for a person, on one line."""
    assert re.fullmatch(r"\S+: .+[.?]", str(error)), str(error)
