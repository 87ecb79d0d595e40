"""What nobody should find among the rows of a campaign in which people rate."""

from collections.abc import Iterator

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.rating.records import PRACTICE
from stead.campaign.records import LIVE, State

_SCREENS, _SITTINGS, _RATINGS = schema.screens, schema.sittings, schema.ratings


def rating_questions(most: int) -> Iterator[tuple[str, sa.Select[tuple[int]], str]]:
    """What is looked at: name, query, and what it means if there are any."""
    same = sa.and_(_SITTINGS.c.user_id == _RATINGS.c.user_id, _SITTINGS.c.subset == _SCREENS.c.subset)
    yield (
        "never more raters than may rate a subset",
        sa.select(_SITTINGS.c.subset)
        .where(_SITTINGS.c.state.in_(LIVE), _SITTINGS.c.subset != PRACTICE)
        .group_by(_SITTINGS.c.subset)
        .having(sa.func.count() > most),
        f"subsets are with more than {most} raters",
    )
    yield (
        "every rating has its sitting",
        sa.select(_RATINGS.c.id)
        .join(_SCREENS, _SCREENS.c.id == _RATINGS.c.screen_id)
        .outerjoin(_SITTINGS, same)
        .where(_SITTINGS.c.id.is_(None)),
        "ratings lack it",
    )
    rated = sa.select(_RATINGS.c.id).where(
        _RATINGS.c.user_id == _SITTINGS.c.user_id, _RATINGS.c.screen_id == _SCREENS.c.id
    )
    yield (
        "whoever is done has rated everything",
        sa.select(_SITTINGS.c.id)
        .join(_SCREENS, _SCREENS.c.subset == _SITTINGS.c.subset)
        .where(_SITTINGS.c.state == State.ANSWERED, ~rated.exists()),
        "sentences are not rated in sittings that count as done",
    )
    yield (
        "revisions of ratings without gaps",
        sa.select(_RATINGS.c.user_id)
        .group_by(_RATINGS.c.user_id, _RATINGS.c.screen_id)
        .having(sa.func.max(_RATINGS.c.revision) != sa.func.count()),
        "ratings lack a revision",
    )
