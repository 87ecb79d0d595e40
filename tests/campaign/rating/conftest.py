"""Campaigns in which people rate, on both databases."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stead.campaign import Campaign
from tests.campaign.conftest import Clock
from tests.campaign.rating.made import MakeRating, make_rating


@pytest.fixture
def make_pool_campaign(tmp_path: Path, new_url: Callable[[], str], clock: Clock) -> Iterator[MakeRating]:
    """Makes campaigns to rate a pool and opens them with the test's clock."""
    opened: list[Campaign] = []

    def make(**options: Any) -> Campaign:
        opened.append(make_rating(tmp_path / f"rating{len(opened)}", new_url(), clock, **options))
        return opened[-1]

    yield make
    for campaign in opened:
        campaign.close()


@pytest.fixture(autouse=True)
def _figures_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is busy, figures would rest, and tests of what they show would see old ones."""
    monkeypatch.setattr("stead.campaign.pages.dashboard.QUICK_SECONDS", 60.0)
