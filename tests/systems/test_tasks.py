"""What a system answers, and what is said of one that fails."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.systems import Suggestion, System, answer, rank_pool, suggestions_of
from stead.systems.papers.wordnet import WordNetSystem
from tests.systems.made import item

ASKED = item("a [match]", "match.n", id="7")


@dataclass(frozen=True)
class Failing(System):
    """A user's system: gives or raises what it is told to."""

    name = "failing"
    paper = "none"
    about = "fails"
    threshold = 0.0

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        result: Any = RESULT[0]
        if isinstance(result, Exception):
            raise result
        return result  # type: ignore[no-any-return]

    def signature(self) -> str:
        return str(self)


RESULT: list[object] = [None]


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        (KeyError("match"), "KeyError: 'match'."),
        (ZeroDivisionError("division\nby zero"), r"ZeroDivisionError: division\nby zero."),
        (None, "expected a list of Suggestion, found None."),
        (["game"], "expected a list of Suggestion, found ['game']."),
        (7, "expected a list of Suggestion, found 7."),
    ],
)
def test_a_system_that_fails_is_named_with_the_item(result: object, complaint: str) -> None:
    RESULT[0] = result
    asks = (
        lambda: answer(Failing(), ASKED, "oot"),
        lambda: suggestions_of(Failing(), ASKED),
    )
    for ask in asks:
        with pytest.raises(BadInput) as caught:
            ask()
        assert str(caught.value) == f"the system failing, item 7: {complaint}"


def test_so_is_one_that_cannot_rank() -> None:
    RESULT[0] = None
    with pytest.raises(BadInput, match="the system failing, item 7: TypeError: "):
        rank_pool(Failing(), ASKED, {"match.n": ["game"]})


def test_what_a_system_says_itself_is_left_as_it_is() -> None:
    RESULT[0] = UsageError("not today.")
    with pytest.raises(UsageError, match=r"^not today\.$"):
        answer(Failing(), ASKED, "best")


def test_a_mistake_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WordNetSystem, "check_language", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        answer(WordNetSystem(), ASKED, "best")
