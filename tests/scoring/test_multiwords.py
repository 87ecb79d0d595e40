"""The multiword task: which answers precision is over, with and without the gold of substitutes."""

from pathlib import Path
from typing import Any

import pytest

from stead import BadInput, ScoreResult, UsageError, score

SUBSTITUTES = {
    ("bar.n", "1"): {"pub": 2},
    ("bar.n", "2"): {"rod": 2},
    ("bar.n", "3"): {"inn": 1},
    ("run.v", "4"): {"dash": 2},
}
"""Item 3 is not scored for substitutes."""

MULTIWORDS = {("bar.n", "1"): {"bar none": 3, "none": 1}, ("bar.n", "2"): {"bar": 1}, ("run.v", "4"): {"run up": 2}}
RUN = {"1": ["bar-none"], "2": ["bar code"], "3": ["bar stool"], "9": ["bar tender"]}


def figures(result: ScoreResult) -> dict[str, tuple[int, int, float | None, float | None]]:
    return {
        one_score.measure: (one_score.scored, one_score.attempted, one_score.figures["P"], one_score.figures["R"])
        for one_score in result.scores
    }


def within(multiwords: Any = MULTIWORDS, gold: Any = SUBSTITUTES, run: Any = RUN, **options: Any) -> ScoreResult:
    return score(gold, run, measures="multiwords", multiwords=multiwords, **options)


def test_with_the_substitute_gold_precision_is_over_the_answers_to_its_scored_items() -> None:
    result = within()
    assert figures(result) == {"mw-detection": (2, 2, 1 / 2, 1 / 2), "mw-identification": (2, 2, 1 / 2, 1 / 2)}
    assert result.evaluation.notes == ()


def test_without_it_precision_is_over_all_answers_and_a_note_says_so() -> None:
    result = score(MULTIWORDS, RUN, measures="multiwords")
    assert figures(result) == {"mw-detection": (2, 4, 1 / 4, 1 / 2), "mw-identification": (2, 4, 1 / 4, 1 / 2)}
    assert len(result.evaluation.notes) == 1
    assert "over all answers" in result.evaluation.notes[0]


def test_answers_outside_the_scored_items_are_told_apart_from_unknown_ids() -> None:
    """The gold has item 3, with too few responses; item 9 it has not."""
    assert within().evaluation.runs[0].unknown_ids == ("9",)


def test_a_multiword_gold_without_items_is_a_multiword_gold_all_the_same() -> None:
    own = figures(within(multiwords={}))
    assert own["mw-detection"] == (0, 2, 0, None)


SAME_IDS = {("bar.n", "1"): {"pub": 2}, ("run.v", "1"): {"dash": 2}}


def test_multiwords_of_items_with_the_same_id_are_told_apart() -> None:
    multiwords = {("bar.n", "1"): {"bar none": 2}, ("run.v", "1"): {"run up": 1}}
    run = {("bar.n", "1"): ["bar none"], ("run.v", "1"): ["run up"]}
    result = within(multiwords, SAME_IDS, run)
    assert figures(result) == {"mw-detection": (1, 2, 1 / 2, 1), "mw-identification": (1, 2, 1 / 2, 1)}


def test_an_answer_to_an_item_that_no_gold_has_counts_where_ids_repeat() -> None:
    multiwords = {("bar.n", "1"): {"bar none": 2}, ("run.v", "1"): {"run up": 2}}
    run = {("bar.n", "1"): ["bar none"], ("zebra.n", "1"): ["zebra crossing"]}
    assert figures(score(multiwords, run, measures="mw-detection"))["mw-detection"] == (2, 2, 1 / 2, 1 / 2)


def test_the_subset_of_single_words_is_none_of_multiwords() -> None:
    """Multiwords are no single words, and the gold of substitutes is no gold of multiwords."""
    groups = {one_score.group for one_score in within(by="subset").scores}
    assert "subset=NMWS" not in groups


def test_parts_of_speech_of_multiwords() -> None:
    result = within(by="pos")
    detection = {
        one_score.group: one_score.figures for one_score in result.scores if one_score.measure == "mw-detection"
    }
    assert detection == {"all": {"P": 0.5, "R": 0.5}, "pos=n": {"P": 0.5, "R": 1}, "pos=v": {"P": None, "R": 0}}


def test_the_first_multiword_of_an_answer_counts() -> None:
    assert within(run={"1": ["bar code", "bar none"]}).value("mw-identification", "P") == 0
    assert within(run={"1": ["bar none", "bar code"]}).value("mw-identification", "P") == 1


def test_multiword_and_other_measures_are_asked_for_apart() -> None:
    with pytest.raises(UsageError, match="apart"):
        score(SUBSTITUTES, RUN, measures="best,mw-detection", multiwords=MULTIWORDS)


def test_a_gold_in_which_no_item_is_scored_for_substitutes_is_refused() -> None:
    with pytest.raises(BadInput, match="no item is scored"):
        within(gold={"1": {"pub": 1}})


def test_faults_of_a_multiword_gold_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "multiwords.txt"
    path.write_text("bar.n 1 :: bar none 3;\nno line at all\n", encoding="utf-8")
    faults = [fault for report in within(path).reports for fault in report]
    assert [(fault.path, fault.line) for fault in faults] == [(str(path), 2)]


def test_faults_of_a_multiword_gold_are_refused_if_faults_are(tmp_path: Path) -> None:
    path = tmp_path / "multiwords.txt"
    path.write_text("bar.n 1 :: bar none 3;\nno line at all\n", encoding="utf-8")
    with pytest.raises(BadInput):
        within(path, faults="strict")
