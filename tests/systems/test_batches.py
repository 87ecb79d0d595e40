"""Batches: the same wherever one begins, and asked at once only where a system has a way to."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.substitutes import RunRow
from stead.systems import Answerer, SystemCall, answer, answer_all
from stead.systems.execution import BATCH, Batch, batches
from tests.systems.batching import AtOnce, Plain

ITEMS = [Item(id=str(number), lexelt="match.n", text="a match", start=2, end=7) for number in range(1, 71)]


def asked(system: Plain, batch: Batch, task: str = "oot") -> list[RunRow]:
    return list(Answerer(SystemCall("not parsed", task), system)(batch))


def ids(items: Sequence[Item]) -> list[str]:
    return [item.id for item in items]


@given(st.integers(0, 70))
def test_batches_hold_what_is_left_and_share_their_items_wherever_one_begins(answered: int) -> None:
    whole = [batch.items for batch in batches(ITEMS)]
    found = list(batches(ITEMS, answered))
    assert [item for batch in found for item in batch.left] == ITEMS[answered:]
    assert all(batch.items in whole for batch in found)
    assert all(batch.left for batch in found)


def test_seventy_items_are_three_batches() -> None:
    assert BATCH == 32
    assert [len(batch.items) for batch in batches(ITEMS)] == [32, 32, 6]
    assert list(batches([])) == []


@pytest.mark.parametrize("task", ["best", "oot", "coverage", "mw"])
def test_many_answers_are_those_to_each(task: str) -> None:
    assert answer_all(Plain(), ITEMS, task) == [answer(Plain(), item, task) for item in ITEMS]


def test_a_system_that_can_is_asked_at_once_with_those_that_were_answered_before() -> None:
    rows = asked(AtOnce(), Batch(ITEMS[:4], 2))
    assert [row.answers for row in rows] == [["word3", "other", "1 to 4 for oot"], ["word4", "other", "1 to 4 for oot"]]


def test_one_that_cannot_is_asked_only_for_what_is_left() -> None:
    assert [row.id for row in asked(Plain("fails-1"), Batch(ITEMS[:4], 2))] == ["3", "4"]


def test_candidates_are_ranked_one_by_one() -> None:
    ask = Answerer(SystemCall("not parsed", "rank", {"match.n": ["other", "word2"]}), AtOnce("batch"))
    assert [row.answers for row in ask(Batch(ITEMS[:2], 1))] == [["word2", "other"]]


@pytest.mark.parametrize(
    ("fate", "complaint"),
    [
        ("fails-3", "the system at-once, item 3: KeyError: 'match'."),
        ("batch", "the system at-once, items 1 to 4: ZeroDivisionError: all of them."),
        ("short", "the system at-once, items 1 to 4: expected 4 lists of Suggestion, found [[]]."),
    ],
)
def test_a_batch_that_fails_names_the_item_if_there_is_one(fate: str, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        asked(AtOnce(fate), Batch(ITEMS[:4]))
    assert str(caught.value) == complaint


def test_an_answer_that_is_no_list_is_named_with_its_item() -> None:
    with pytest.raises(BadInput, match=r"^the system at-once, item 2: expected a list of Suggestion, found None\.$"):
        answer_all(AtOnce("none"), ITEMS[:2], "oot")


def test_no_items_are_no_answers() -> None:
    assert answer_all(AtOnce(), [], "oot") == []
