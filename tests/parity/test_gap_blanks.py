"""GAP with two spaces before a count: the evaluator of Melamud et al. takes such a term for a multiword.

The figures are by hand: it cuts `garden  2` at the last space, so that the term is `garden` and a space, which is
removed with the multiwords, and never equals a ranked `garden`.
"""

from pathlib import Path
from typing import Any

import pytest

import stead
from stead.reporting.score_tables import item_records

GOLD = "yard.n 1 :: garden  2;court 1;\nyard.n 2 :: court  1;\nyard.n 3 :: garden 3; lawn 1;\n"
RANKING = (
    "RESULT\tyard.n 1\tgarden 0.9\tcourt 0.5\n"
    "RESULT\tyard.n 2\tcourt 0.9\tgarden 0.5\n"
    "RESULT\tyard.n 3\tlawn 0.9\tgarden 0.5\n"
)
KEPT = "gap(pool=run,multiwords=kept,ties=file)"


def items(tmp_path: Path, **options: Any) -> dict[str, float | None]:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    (tmp_path / "ranking.txt").write_text(RANKING, encoding="utf-8")
    result = stead.score(tmp_path / "gold.txt", tmp_path / "ranking.txt", preset="melamud-gap", **options)
    return {each["id"]: each["figures"]["mean"] for each in item_records(result.evaluation)}


def test_a_term_with_a_space_behind_it_is_removed_with_the_multiwords(tmp_path: Path) -> None:
    """1: court alone is left, second of two; 2: nothing is left; 3: garden alone is left, second of two."""
    assert items(tmp_path) == {"1": pytest.approx(0.5), "2": None, "3": pytest.approx(0.5)}


def test_where_multiwords_are_kept_it_is_a_term_that_nobody_ranks(tmp_path: Path) -> None:
    """The ideal of 1 is 2 + 3/2, of 2 it is 1, of 3 it is 3 + 4/2; what is ranked reaches 1/2, 0 and 3/2."""
    found = items(tmp_path, measures=KEPT)
    assert found == {"1": pytest.approx(0.5 / 3.5), "2": 0, "3": pytest.approx(1.5 / 5)}


def test_trimmed_terms_are_what_they_are_elsewhere(tmp_path: Path) -> None:
    found = items(tmp_path, gold_terms="trimmed")
    assert found == {"1": pytest.approx(1), "2": 1, "3": pytest.approx((1 + 4 / 2) / (3 + 4 / 2))}


def test_the_choice_is_in_the_signature_and_is_checked() -> None:
    gold, run = {"1": {"a": 2}}, {"1": ["a"]}
    assert "|gold-terms:as-written|" in stead.score(gold, run, preset="melamud-gap").scores[0].signature
    assert "gold-terms" not in stead.score(gold, run, measures="best").scores[0].signature
    with pytest.raises(stead.UsageError, match="trimmed or as-written, not 'raw'"):
        stead.score(gold, run, gold_terms="raw")


def test_runs_that_are_added_later_are_scored_alike(tmp_path: Path) -> None:
    items(tmp_path)
    (tmp_path / "later.txt").write_text(RANKING, encoding="utf-8")
    saved = stead.compare(tmp_path / "gold.txt", tmp_path / "ranking.txt", preset="melamud-gap", resamples=10)
    added = stead.add_runs(saved, tmp_path / "later.txt")
    first, later = (score for score in added.report.scores if score.group == "all")
    assert (first.figures, first.signature) == (later.figures, later.signature)
    assert first.figures == {"mean": pytest.approx(0.5)}
