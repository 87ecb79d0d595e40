"""Every address that only campaigns have in which people rate, and who may see it."""

from typing import TYPE_CHECKING

from stead.campaign.rating.pages.organising import Organising
from stead.campaign.rating.pages.working import Working
from stead.campaign.rating.phase import RatingPhase
from stead.web import Page

if TYPE_CHECKING:
    from stead.campaign.pages.site import CampaignSite

RATERS = frozenset({"annotator"})
ORGANISERS = frozenset({"organiser"})


def rating_pages(site: "CampaignSite", rating: RatingPhase) -> list[Page]:
    """The table; addresses are those of phase 1 where the pages mean the same."""
    working, organising = Working(site, rating), Organising(site, rating)
    return [
        Page("GET", "/annotate", working.start, RATERS),
        Page("POST", "/annotate", working.begin, RATERS),
        Page("GET", "/annotate/{screen:number}", working.show, RATERS),
        Page("POST", "/annotate/{screen:number}", working.send, RATERS, keeps_text=True),
        Page("GET", "/annotate/{screen:number}/feedback", working.feedback, RATERS),
        Page("GET", "/list", working.listed, RATERS),
        Page("GET", "/organise", organising.dashboard, ORGANISERS),
        Page("GET", "/organise/candidates", organising.candidates, ORGANISERS),
        Page("GET", "/organise/filter", organising.preview, ORGANISERS),
        Page("GET", "/organise/people/{person:number}", organising.person, ORGANISERS),
        Page("POST", "/organise/people/{person:number}/pause", organising.pause, ORGANISERS),
        Page("POST", "/organise/people/{person:number}/reassign", organising.reassign, ORGANISERS),
    ]
