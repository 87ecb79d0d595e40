"""Every address of a campaign's site, and who may see it: the whole table of access."""

from starlette.responses import Response
from starlette.types import ASGIApp

from stead.campaign.database import StoreUnavailable
from stead.campaign.folder import Campaign
from stead.campaign.pages.closing import Closing
from stead.campaign.pages.curation import CurationPages
from stead.campaign.pages.organising import Organising
from stead.campaign.pages.signing import Signing
from stead.campaign.pages.site import CampaignSite, see_other
from stead.campaign.pages.typed import Typed
from stead.campaign.pages.working import Working
from stead.campaign.rating.pages.chosen import Chosen
from stead.campaign.rating.pages.routes import rating_pages
from stead.campaign.records import User
from stead.web import Page, Proxies, Site, Visit, make_app

ANNOTATORS = frozenset({"annotator"})
ORGANISERS = frozenset({"organiser"})
SIGNED_IN = ANNOTATORS | ORGANISERS


def campaign_pages(site: CampaignSite) -> list[Page]:
    """The table."""
    signing, working = Signing(site), Working(site)
    everybodys = [
        Page("GET", "/", signing.home),
        Page("GET", "/assets/{name}", site.assets.respond, when_closed=True),
        Page("GET", "/join/{invite}", signing.invited),
        Page("POST", "/join", signing.join, signs_in=True),
        Page("GET", "/sign-in", signing.ask),
        Page("POST", "/sign-in", signing.sign_in, signs_in=True),
        Page("POST", "/sign-out", signing.sign_out, SIGNED_IN),
        Page("GET", "/guidelines", working.guidelines, ANNOTATORS),
        Page("POST", "/guidelines", working.agree, ANNOTATORS),
    ]
    if site.campaign.rating is not None:
        return [*everybodys, *rating_pages(site, site.campaign.rating)]
    return [
        *everybodys,
        Page("GET", "/annotate", working.start, ANNOTATORS),
        Page("GET", "/annotate/{place:number}", working.show, ANNOTATORS),
        Page("POST", "/annotate/{place:number}", working.send, ANNOTATORS, keeps_text=True),
        Page("GET", "/annotate/{place:number}/feedback", working.feedback, ANNOTATORS),
        Page("GET", "/list", working.listed, ANNOTATORS),
        *_organisers_pages(site),
    ]


def _organisers_pages(site: CampaignSite) -> list[Page]:
    organising, curation = Organising(site), CurationPages(site)
    return [
        Page("GET", "/organise", organising.dashboard, ORGANISERS),
        Page("GET", "/organise/items", organising.items, ORGANISERS),
        Page("GET", "/organise/items/{item:number}", organising.item, ORGANISERS),
        Page("GET", "/organise/people/{person:number}", organising.person, ORGANISERS),
        Page("POST", "/organise/people/{person:number}/pause", organising.pause, ORGANISERS),
        Page("POST", "/organise/people/{person:number}/reassign", organising.reassign, ORGANISERS),
        Page("POST", "/organise/people/{person:number}/extend", organising.extend, ORGANISERS),
        Page("GET", "/organise/curation", curation.show, ORGANISERS),
        Page("POST", "/organise/curation/decide", curation.decide, ORGANISERS),
        Page("POST", "/organise/curation/add", curation.add, ORGANISERS),
        Page("POST", "/organise/curation/drop", curation.drop, ORGANISERS),
        Page("POST", "/organise/curation/undo", curation.undo, ORGANISERS),
    ]


def campaign_app(campaign: Campaign) -> ASGIApp:
    """The site of a campaign as an app for any server."""
    site = CampaignSite(campaign)

    def refused(visit: Visit) -> Response:
        """For those who may not see a page: how to sign in, with what they typed; or that it is not for them."""
        if visit.user is not None:
            return site.wrong(403, "")
        if visit.posts and "uuid" in visit.form:
            return unsaved(visit, 401, "expired-title", "expired-text")
        if visit.path == "/organise" or visit.path.startswith("/organise/"):
            return (
                see_other("/sign-in") if not visit.posts else site.page(visit, "sign-in.html", 401, error="", name="")
            )
        return site.page(visit, "home.html", 401, title="signed-out-title", text="signed-out-text")

    def unsaved(visit: Visit, status: int, title: str, text: str) -> Response:
        """What was typed, to be sent again."""
        token = visit.form.one("token")
        typed = Typed.sent(visit.form) if campaign.rating is None else Chosen.sent(visit.form)
        values = {"title": title, "text": text, "typed": typed, "address": visit.path, "form_token": token}
        return site.page(None, "unsaved.html", status, **values)

    def stopped(visit: Visit, status: int) -> Response:
        """For everybody while the campaign is closed or its store cannot be used."""
        if visit.posts and "uuid" in visit.form:
            return unsaved(visit, status, "error-unsaved", f"error-{status}")
        return site.wrong(status, "")

    def role_of(user: User) -> str:
        return user.role

    return make_app(
        campaign_pages(site),
        Site(
            campaign.secret,
            site.cookie,
            campaign.sessions.user,
            role_of,
            refused,
            site.wrong,
            Closing(campaign),
            StoreUnavailable,
            stopped,
            campaign.settings.interface.url,
            Proxies(campaign.settings.access.proxies),
        ),
    )
