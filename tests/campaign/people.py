"""What annotators do, for tests."""

from typing import Any
from uuid import uuid4

from stead.campaign import Campaign, Role, Stale, Stored, Submission, User


def annotators(campaign: Campaign, *names: str) -> list[User]:
    """Add annotators."""
    campaign.users.add(dict.fromkeys(names, Role.ANNOTATOR), actor="test")
    return [campaign.users.named(name) for name in names]


def submission(*substitutes: str, based_on: int = 0, **others: Any) -> Submission:
    """An answer that was typed."""
    return Submission(others.pop("uuid", str(uuid4())), based_on, substitutes, **others)


def answer(campaign: Campaign, user: User, item_id: int, *substitutes: str, **others: Any) -> Stored:
    """Submit an answer that has to be stored."""
    found = campaign.answers.submit(user.id, item_id, submission(*(substitutes or ("clever",)), **others))
    assert not isinstance(found, Stale)
    return found


def answer_everything(campaign: Campaign, user: User, *substitutes: str) -> int:
    """Answer until there is nothing left; how many items that were."""
    done = 0
    while isinstance(item_id := campaign.work.next(user), int):
        answer(campaign, user, item_id, *substitutes)
        done += 1
    return done
