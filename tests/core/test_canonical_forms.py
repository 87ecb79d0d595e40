"""Canonical forms, applied to the answers of a run."""

from stead.core.faults import Source
from stead.core.substitutes import CanonicalForms, Run, RunRow

MEMORY = Source("made", "")
MAPPING = CanonicalForms({"las.a": {"fatiguer": "fatigué", "user": "usé"}, "aller.v": {"se rendre": "rendre"}}, MEMORY)


def test_a_form_is_mapped_for_its_target_only() -> None:
    run = Run.of([RunRow("las.a", "1", ["fatiguer", "mou"]), RunRow("lent.a", "2", ["fatiguer"])], MEMORY)
    assert [row.answers for row in MAPPING.apply(run)] == [["fatigué", "mou"], ["fatiguer"]]


def test_order_repeats_scores_and_source_are_left_alone() -> None:
    run = Run.of([RunRow("las.a", "1", ["user", "fatigué", "fatiguer"], [3.0, 2.0, 1.0])], MEMORY)
    mapped = MAPPING.apply(run)
    assert list(mapped) == [RunRow("las.a", "1", ["usé", "fatigué", "fatigué"], [3.0, 2.0, 1.0])]
    assert mapped.source == run.source


def test_the_run_itself_is_not_changed() -> None:
    run = Run.of([RunRow("las.a", "1", ["fatiguer"])], MEMORY)
    MAPPING.apply(run)
    assert list(run) == [RunRow("las.a", "1", ["fatiguer"])]


def test_a_form_is_mapped_once_and_not_along_a_chain() -> None:
    chain = CanonicalForms({"a.n": {"b": "c", "c": "d"}}, MEMORY)
    assert [row.answers for row in chain.apply(Run.of([RunRow("a.n", "1", ["b", "c"])], MEMORY))] == [["c", "d"]]


def test_an_item_without_answers_stays_without() -> None:
    assert list(MAPPING.apply(Run.of([RunRow("las.a", "1", [])], MEMORY))) == [RunRow("las.a", "1", [])]
