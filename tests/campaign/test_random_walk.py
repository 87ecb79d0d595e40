"""Whatever people do in whatever order, the rules hold: a walk through all that can be done, step by random step."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from stead.campaign import Campaign, ItemKind, NotAssigned, Pause, Stale, Stored, Submission
from stead.campaign.admin.doctor import examine
from stead.campaign.admin.import_answers import import_campaign
from stead.campaign.folder import delete_user, undelete_user
from stead.formats.files import Content
from tests.campaign.conftest import Clock, Make, some_items
from tests.campaign.people import annotators, submission
from tests.campaign.test_exporting import text_of
from tests.campaign.test_many_at_once import live

NAMES = ("ada", "bruno", "chiara", "doris")
K = 2


class Walk:
    """A campaign, what should be in it, and steps that change both."""

    def __init__(self, campaign: Campaign, clock: Clock, seed: int) -> None:
        self.campaign, self.clock, self.chance = campaign, clock, random.Random(seed)
        self.expected: dict[tuple[str, int], list[tuple[str, ...]]] = {}
        self.sent: list[tuple[str, int, Submission]] = []
        annotators(campaign, *NAMES)

    def step(self) -> None:
        steps: list[Callable[[str], None]] = [self.ask, self.ask, self.answer, self.answer, self.answer, self.replay]
        steps += [self.wait, self.release, self.pause, self.delete]
        self.chance.choice(steps)(self.chance.choice(NAMES))

    def ask(self, name: str) -> None:
        user = self.campaign.users.by_name(name)
        found = self.campaign.assignment.next(user, after=self.chance.choice([None, 1, 3]))
        assert (found is Pause.PAUSED) == (user.paused or user.deleted)

    def answer(self, name: str) -> None:
        user = self.campaign.users.by_name(name)
        listed = self.campaign.answers.list_items(user.id)
        if not listed:
            return
        item_id = self.chance.choice(listed).item.id
        if user.deleted:
            with pytest.raises(NotAssigned):
                self.campaign.answers.submit(user.id, item_id, submission("clever"))
            return
        known = self.expected.setdefault((name, item_id), [])
        based_on = len(known) if self.chance.random() < 0.8 else self.chance.randrange(4)
        typed = submission(f"{name} {self.chance.random()}", based_on=based_on)
        found = self.campaign.answers.submit(user.id, item_id, typed)
        if based_on == len(known):
            assert isinstance(found, Stored)
            known.append(typed.substitutes)
            self.sent.append((name, item_id, typed))
        else:
            assert isinstance(found, Stale)
            assert (found.current.substitutes if found.current else None) == (known[-1] if known else None)

    def replay(self, _: str) -> None:
        if not self.sent:
            return
        name, item_id, typed = self.chance.choice(self.sent)
        user = self.campaign.users.by_name(name)
        if not user.deleted:
            found = self.campaign.answers.submit(user.id, item_id, typed)
            assert isinstance(found, Stored)
            assert found.replayed

    def wait(self, _: str) -> None:
        self.clock.forward(minutes=self.chance.choice([1, 30, 90]))

    def release(self, name: str) -> None:
        self.campaign.assignment.release(self.campaign.users.by_name(name), actor="test")

    def pause(self, name: str) -> None:
        self.campaign.users.pause(name, paused=self.chance.random() < 0.3, actor="test")

    def delete(self, name: str) -> None:
        change = undelete_user if self.campaign.users.by_name(name).deleted else delete_user
        change(self.campaign, name, actor="test")

    def check(self) -> None:
        real = {each.id for each in self.campaign.items.of(ItemKind.REAL)}
        assert max((number for item_id, number in live(self.campaign).items() if item_id in real), default=0) <= K
        assert [finding for finding in examine(self.campaign) if finding.problem] == []
        for (name, item_id), texts in self.expected.items():
            history = self.campaign.answers.history(self.campaign.users.by_name(name).id, item_id)
            assert [each.substitutes for each in history] == texts
        counted = Counter((each.lexelt, each.id) for each in self.campaign.overview.annotations())
        assert max(counted.values(), default=0) <= K


@pytest.mark.parametrize("mode", ["all", "k-of-n"])
def test_a_random_walk_breaks_no_rule(make: Make, clock: Clock, mode: str) -> None:
    walks = [some_items(6, practice=1, attention=1), some_items(6, practice=1, attention=1)]
    first, second = (make(items, mode=mode, annotators_per_item=K, lease_hours=1, attention_every=2) for items in walks)
    walk = Walk(first, clock, seed=len(mode))
    for number in range(240):
        walk.step()
        if number % 40 == 39:
            walk.check()
    import_campaign(second, Content("x", text_of(first).encode()))
    assert text_of(second) == text_of(first)
