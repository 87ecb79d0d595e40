"""Everything that can be done with the ratings of a campaign that is open."""

from dataclasses import dataclass

from stead.campaign.database import Database
from stead.campaign.guidelines import Guidelines
from stead.campaign.items import Items
from stead.campaign.rating.collected import Collector
from stead.campaign.rating.overview import RatingOverview
from stead.campaign.rating.ratings import Ratings
from stead.campaign.rating.screens import Screens
from stead.campaign.rating.sitting import Sittings
from stead.campaign.settings import Rating
from stead.campaign.users import Users
from stead.task import BadInput


@dataclass(frozen=True, eq=False)
class RatingPhase:
    """One object for each thing that can be done."""

    screens: Screens
    sittings: Sittings
    ratings: Ratings
    collector: Collector
    overview: RatingOverview


def rating_phase(
    database: Database, items: Items, users: Users, guidelines: Guidelines, settings: Rating
) -> RatingPhase | None:
    """The rating of a campaign; nothing if it is one in which people give substitutes."""
    screens = Screens(database, items, settings.seed)
    if bool(screens.by_id) != bool(settings.scale):
        wrong = (
            "there are candidates to rate, but no scale" if screens.by_id else "there is a scale, but nothing to rate"
        )
        raise BadInput(f"campaign.toml: {wrong}; expected the scale in [rating] that the campaign was made with.")
    if not settings.scale:
        return None
    if settings.least_raters > settings.most_raters:
        raise BadInput("campaign.toml: least_raters in [rating] is more than most_raters.")
    sittings = Sittings(database, screens, settings)
    collector = Collector(database, screens, settings)
    return RatingPhase(
        screens,
        sittings,
        Ratings(database, screens, sittings, guidelines, settings.scale),
        collector,
        RatingOverview(database, screens, users, collector),
    )
