"""What annotators do, for tests."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from stead.campaign import Answer, Campaign, Role, Stale, Stored, Submission, User, open_campaign
from stead.campaign.settings import settings_text


def annotators(campaign: Campaign, *names: str) -> list[User]:
    """Add annotators who have read the guidelines."""
    campaign.users.add(dict.fromkeys(names, Role.ANNOTATOR), actor="test")
    people = [campaign.users.by_name(name) for name in names]
    for user in people:
        campaign.guidelines.agree(user.id)
    return people


def submission(*substitutes: str, based_on: int = 0, **others: Any) -> Submission:
    """An answer that was typed."""
    return Submission(uuid=others.pop("uuid", str(uuid4())), based_on=based_on, substitutes=substitutes, **others)


def answer(campaign: Campaign, user: User, item_id: int, *substitutes: str, **others: Any) -> Stored[Answer]:
    """Submit an answer that has to be stored."""
    found = campaign.answers.submit(user.id, item_id, submission(*(substitutes or ("clever",)), **others))
    assert not isinstance(found, Stale)
    return found


def answer_everything(campaign: Campaign, user: User, *substitutes: str) -> int:
    """Read the guidelines, and answer until there is nothing left; how many items that were."""
    campaign.guidelines.agree(user.id)
    done = 0
    while isinstance(item_id := campaign.assignment.next(user), int):
        answer(campaign, user, item_id, *substitutes)
        done += 1
    return done


def change_guidelines(campaign: Campaign, text: str = "# Other\n") -> Campaign:
    """The campaign as a server has it that is started after the guidelines were changed."""
    (campaign.folder / "guidelines.md").write_text(text, encoding="utf-8")
    return open_campaign(campaign.folder, clock=campaign.database.clock)


def change_consent(campaign: Campaign, text: str) -> Campaign:
    """The same after another consent was put into the settings."""
    settings = campaign.settings
    changed = replace(settings, interface=replace(settings.interface, consent=text))
    (campaign.folder / "campaign.toml").write_text(settings_text(changed), encoding="utf-8")
    return open_campaign(campaign.folder, clock=campaign.database.clock)
