"""Phase 2 of a campaign: people rate a pool of candidates, and do not know where any of them comes from."""

from stead.campaign.rating.making import MadeScreens, PoolFiles, read_screens
from stead.campaign.rating.phase import RatingPhase, rating_phase
from stead.campaign.rating.ratings import Outdated, Rated
from stead.campaign.rating.records import (
    CANNOT_JUDGE,
    PRACTICE,
    SCALES,
    CampaignScreen,
    Next,
    RatingSubmission,
    RatingTask,
    StoredRating,
)

__all__ = [
    "CANNOT_JUDGE",
    "PRACTICE",
    "SCALES",
    "CampaignScreen",
    "MadeScreens",
    "Next",
    "Outdated",
    "PoolFiles",
    "Rated",
    "RatingPhase",
    "RatingSubmission",
    "RatingTask",
    "StoredRating",
    "rating_phase",
    "read_screens",
]
