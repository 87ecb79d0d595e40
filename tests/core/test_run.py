"""Runs: rows in, rows out, with scores or without."""

from hypothesis import given
from hypothesis import strategies as st

from stead.core.faults import Source
from stead.core.substitutes import Run, RunRow

MEMORY = Source("system A", "")
answers = st.lists(st.text(max_size=3), max_size=5)
rows_without_scores = st.lists(st.builds(RunRow, st.text(), st.text(), answers, st.none()), max_size=6)
finite = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def rows_with_scores(draw: st.DrawFn) -> list[RunRow]:
    """Rows whose every answer has a score; at least one row has an answer."""
    rows = []
    for _ in range(draw(st.integers(1, 5))):
        own = draw(answers)
        rows.append(RunRow(draw(st.text()), draw(st.text()), own, [draw(finite) for _ in own]))
    return [*rows, RunRow("last.n", "1", ["a"], [0.5])]


@given(rows_without_scores)
def test_rows_come_back_as_they_went_in(rows: list[RunRow]) -> None:
    run = Run.of(rows, MEMORY)
    assert list(run) == rows
    assert len(run) == len(rows)
    assert run.scores is None


@given(rows_with_scores())
def test_rows_with_scores_come_back_as_they_went_in(rows: list[RunRow]) -> None:
    assert list(Run.of(rows, MEMORY)) == rows


def test_scores_are_kept_where_every_answer_has_one_and_an_item_has_no_answers() -> None:
    run = Run.of([RunRow("a.n", "1", ["b"], [0.5]), RunRow("a.n", "2", [])], MEMORY)
    assert run.scores is not None
    assert run.scores.tolist() == [0.5]


def test_scores_that_only_some_answers_have_are_not_kept() -> None:
    run = Run.of([RunRow("a.n", "1", ["b"], [0.5]), RunRow("a.n", "2", ["c"])], MEMORY)
    assert run.scores is None


def test_a_run_is_known_by_the_name_of_its_source() -> None:
    assert Run.of([], MEMORY).name == "system A"


def test_an_empty_run_has_no_scores() -> None:
    run = Run.of([RunRow("a.n", "1", [])], MEMORY)
    assert (run.scores, list(run)) == (None, [RunRow("a.n", "1", [])])
