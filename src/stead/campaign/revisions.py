"""One revision after the other: what is sent again is the same, and what was made on an older one is told so."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from stead.campaign.records import AnswerConflict

OTHER_ANSWER = "another answer was stored under the same UUID before; send this one under a new UUID."


class Revision(Protocol):
    """What is stored under a UUID as one of several revisions."""

    @property
    def uuid(self) -> str:
        """Made by the client, once for each submission."""

    @property
    def revision(self) -> int:
        """From 1."""


T = TypeVar("T", bound=Revision)


def sent_before(before: Sequence[T], uuid: str, based_on: int, is_same: Callable[[T], bool]) -> T | None:
    """The revision that this submission made when it was sent before; if it is another one, an AnswerConflict."""
    same = next((each for each in before if each.uuid == uuid), None)
    if same is not None and not (same.revision == based_on + 1 and is_same(same)):
        raise AnswerConflict(OTHER_ANSWER)
    return same
