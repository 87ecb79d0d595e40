"""The rating phase of an open campaign: one object for each kind of operation."""

from dataclasses import dataclass

import sqlalchemy as sa

from stead.campaign.records import SCALES
from stead.campaign.settings import RatingSettings
from stead.campaign.store import schema
from stead.campaign.store.contents import CampaignItems, Screens
from stead.campaign.store.database import Database
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.users import Users
from stead.campaign.tasks.collected_ratings import Collector
from stead.campaign.tasks.rating_assignment import SubsetAssignment
from stead.campaign.tasks.rating_overview import RatingOverview
from stead.campaign.tasks.rating_task import RatingTask
from stead.core.errors import BadInput


@dataclass(frozen=True, eq=False)
class RatingPhase:
    """The rating phase: one object for each kind of operation."""

    screens: Screens
    assignment: SubsetAssignment
    ratings: RatingTask
    collector: Collector
    overview: RatingOverview


def rating_phase(
    database: Database, items: CampaignItems, users: Users, guidelines: Guidelines, settings: RatingSettings
) -> RatingPhase | None:
    """The rating phase of a campaign; None if it is one in which people give substitutes."""
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
    _refuse_other_scale(database, screens, settings.scale)
    assignment = SubsetAssignment(database, screens, settings)
    collector = Collector(database, screens, settings)
    return RatingPhase(
        screens,
        assignment,
        RatingTask(database, screens, assignment, guidelines, settings.scale),
        collector,
        RatingOverview(database, screens, users, collector),
    )


def _refuse_other_scale(database: Database, screens: Screens, scale: str) -> None:
    """Refuse a scale that ratings were not given on: ratings on two scales cannot be told apart."""
    others = {value for values in SCALES.values() for value in values} - set(SCALES[scale])
    given = schema.ratings.c.judgements  # a JSON list, in which each is between quotes
    wanted = sa.select(schema.ratings.c.id).where(sa.or_(*(given.like(f'%"{value}"%') for value in sorted(others))))
    with database.read() as connection:
        rated = connection.execute(wanted.limit(1)).first() is not None
    if rated or any(not others.isdisjoint(each.expected) for each in screens.by_id.values()):
        raise BadInput(
            f"campaign.toml: the scale in [rating] is {scale}, but there are ratings on another one; expected the "
            "scale that the campaign was made with."
        )
