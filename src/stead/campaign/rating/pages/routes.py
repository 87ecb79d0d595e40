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
        Page(method="GET", address="/annotate", handler=working.start, may_see=RATERS),
        Page(method="POST", address="/annotate", handler=working.begin, may_see=RATERS),
        Page(method="GET", address="/annotate/{screen:number}", handler=working.show, may_see=RATERS),
        Page(method="POST", address="/annotate/{screen:number}", handler=working.send, may_see=RATERS, keeps_text=True),
        Page(method="GET", address="/annotate/{screen:number}/feedback", handler=working.feedback, may_see=RATERS),
        Page(method="GET", address="/list", handler=working.listed, may_see=RATERS),
        Page(method="GET", address="/organise", handler=organising.dashboard, may_see=ORGANISERS),
        Page(method="GET", address="/organise/candidates", handler=organising.candidates, may_see=ORGANISERS),
        Page(method="GET", address="/organise/filter", handler=organising.preview, may_see=ORGANISERS),
        Page(method="GET", address="/organise/people/{person:number}", handler=organising.person, may_see=ORGANISERS),
        Page(
            method="POST",
            address="/organise/people/{person:number}/pause",
            handler=organising.pause,
            may_see=ORGANISERS,
        ),
        Page(
            method="POST",
            address="/organise/people/{person:number}/reassign",
            handler=organising.reassign,
            may_see=ORGANISERS,
        ),
    ]
