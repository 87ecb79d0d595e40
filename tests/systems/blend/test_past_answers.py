"""PastAnswers: what was answered, without what a document itself says."""

import math

from hypothesis import given
from hypothesis import strategies as st

from stead.systems.blend.candidates import PastAnswers

ANSWERS = st.lists(
    st.tuples(
        st.sampled_from(["a.n", "b.n", "c.v"]),
        st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 4).map(float), min_size=1),
    ),
    max_size=12,
)


@given(ANSWERS, ANSWERS)
def test_what_is_taken_away_was_never_there(
    kept: list[tuple[str, dict[str, float]]], gone: list[tuple[str, dict[str, float]]]
) -> None:
    assert PastAnswers.of([*kept, *gone]).without(PastAnswers.of(gone)) == PastAnswers.of(kept)


def test_what_is_no_word_is_not_remembered() -> None:
    answers = {"new-born": 1.0, "o'clock": 1, "once more": 2, "Été": 1}
    others = {
        "nation 's": 3.0,
        "once more ,": 1,
        '" mea culpa "': 1,
        "@card@ hour": 1,
        "u. s.": 2,
        ".": 1,
        "": 1,
        "10": 1,
    }
    memory = PastAnswers.of([("word.n", answers | others), (",.a", {"and": 1.0})])
    assert memory.weights == {"word.n": {"new-born": 1, "o'clock": 1, "once more": 2, "été": 1}}


def test_features_by_hand() -> None:
    """big.n: large 3, huge 1; great.n: large 2, huge 2; large.n: big 1. Logarithms of one more than each number."""
    memory = PastAnswers.of(
        [("big.n", {"large": 3, "huge": 1}), ("great.n", {"large": 2, "huge": 2}), ("large.n", {"big": 1})]
    )
    columns = [
        [round(math.exp(value) - 1, 4) for value in column]
        for column in memory.features("big", "n", ["large", "great"])
    ]
    answered, share, back, together, popular, known = columns
    assert answered == [3, 0]
    assert share == [0.5, 0]  # 3 of 4, and 2 for doubt
    assert back == [1, 0]  # big was answered for large
    assert together == [0, 3]  # great: large 2 of 3, huge 1 of 2
    assert popular == [5, 0]
    assert known == [4, 4]


def test_candidates_are_answers_in_either_direction() -> None:
    memory = PastAnswers.of([("big.n", {"large": 3}), ("vast.n", {"big": 1}), ("wide.a", {"big": 1})])
    assert memory.answers("big", "n") == {"large", "vast"}
    assert PastAnswers().answers("big", "n") == set()


def test_what_no_run_could_hold_is_tidied_up() -> None:
    """CoInCo has `genus ;`: an answer with the sign that stands between answers."""
    assert PastAnswers.of([("kind.n", {"Genus ;": 2.0, "genus": 1.0})]).weights == {"kind.n": {"genus": 3.0}}


def test_nothing_is_left_of_shares_that_are_taken_away() -> None:
    """.1 + .2 is a trace more than .3, in whichever order they are taken."""
    whole = PastAnswers.of([("a.n", {"x": 0.1}), ("a.n", {"x": 0.2}), ("b.n", {"x": 0.1, "y": 1e-3})])
    left = whole.without(PastAnswers({"a.n": {"x": 0.3}, "b.n": {"x": 0.1}}))
    assert left.weights == {"b.n": {"y": 1e-3}}
