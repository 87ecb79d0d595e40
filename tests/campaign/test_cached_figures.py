"""Figures that are kept: never wrong where they are quick, and not worked out all the time where they are slow."""

from stead.campaign.pages.dashboard import QUICK_SECONDS, CachedFigures
from tests.campaign.conftest import Make, some_items
from tests.campaign.people import annotators, answer


class Workshop:
    """Makes numbers, counting, and takes its time."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.now, self.version, self.made = seconds, 0.0, "a", 0
        self.kept = CachedFigures(self._make, lambda: self.version, lambda: self.now)

    def _make(self) -> int:
        self.made += 1
        self.now += self.seconds
        return self.made


def test_what_is_quick_is_made_whenever_its_version_changes() -> None:
    shop = Workshop(QUICK_SECONDS / 2)
    assert [shop.kept.get(), shop.kept.get()] == [1, 1]
    shop.version = "b"
    assert [shop.kept.get(), shop.kept.get()] == [2, 2]


def test_what_is_slow_rests_before_it_is_made_again() -> None:
    shop = Workshop(1.0)
    assert shop.kept.get() == 1
    shop.version = "b"
    shop.now += 19
    assert shop.kept.get() == 1
    shop.now += 1
    assert shop.kept.get() == 2


def test_the_version_of_a_campaign_changes_with_what_is_shown_of_it(make: Make) -> None:
    campaign = make(some_items(2), annotators_per_item=2)
    ada, bruno = annotators(campaign, "ada", "bruno")
    seen = [campaign.overview.version()]
    item_id = campaign.assignment.next(ada)
    assert isinstance(item_id, int)
    seen.append(campaign.overview.version())
    answer(campaign, ada, item_id, "clever")
    seen.append(campaign.overview.version())
    answer(campaign, ada, item_id, "smart", based_on=1)
    seen.append(campaign.overview.version())
    campaign.users.pause("bruno", paused=True, actor="test")
    seen.append(campaign.overview.version())
    campaign.assignment.release(bruno, actor="test")  # bruno has nothing, so nothing has changed
    assert campaign.overview.version() == seen[-1]
    assert len(set(seen)) == len(seen)
