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
        Page(method="GET", address="/", handler=signing.home),
        Page(method="GET", address="/assets/{name}", handler=site.assets.respond, when_closed=True),
        Page(method="GET", address="/join/{invite}", handler=signing.invited),
        Page(method="POST", address="/join", handler=signing.join, signs_in=True),
        Page(method="GET", address="/sign-in", handler=signing.ask),
        Page(method="POST", address="/sign-in", handler=signing.sign_in, signs_in=True),
        Page(method="POST", address="/sign-out", handler=signing.sign_out, may_see=SIGNED_IN),
        Page(method="GET", address="/guidelines", handler=working.guidelines, may_see=ANNOTATORS),
        Page(method="POST", address="/guidelines", handler=working.agree, may_see=ANNOTATORS),
    ]
    if site.campaign.rating is not None:
        return [*everybodys, *rating_pages(site, site.campaign.rating)]
    return [
        *everybodys,
        Page(method="GET", address="/annotate", handler=working.start, may_see=ANNOTATORS),
        Page(method="GET", address="/annotate/{place:number}", handler=working.show, may_see=ANNOTATORS),
        Page(
            method="POST", address="/annotate/{place:number}", handler=working.send, may_see=ANNOTATORS, keeps_text=True
        ),
        Page(method="GET", address="/annotate/{place:number}/feedback", handler=working.feedback, may_see=ANNOTATORS),
        Page(method="GET", address="/list", handler=working.listed, may_see=ANNOTATORS),
        *_organisers_pages(site),
    ]


def _organisers_pages(site: CampaignSite) -> list[Page]:
    organising, curation = Organising(site), CurationPages(site)
    return [
        Page(method="GET", address="/organise", handler=organising.dashboard, may_see=ORGANISERS),
        Page(method="GET", address="/organise/items", handler=organising.items, may_see=ORGANISERS),
        Page(method="GET", address="/organise/items/{item:number}", handler=organising.item, may_see=ORGANISERS),
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
        Page(
            method="POST",
            address="/organise/people/{person:number}/extend",
            handler=organising.extend,
            may_see=ORGANISERS,
        ),
        Page(method="GET", address="/organise/curation", handler=curation.show, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/decide", handler=curation.decide, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/add", handler=curation.add, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/drop", handler=curation.drop, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/undo", handler=curation.undo, may_see=ORGANISERS),
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
            secret=campaign.secret,
            cookie=site.cookie,
            who=campaign.sessions.user,
            role_of=role_of,
            refused=refused,
            wrong=site.wrong,
            is_closed=Closing(campaign),
            unavailable=StoreUnavailable,
            stopped=stopped,
            url=campaign.settings.interface.url,
            proxies=Proxies(campaign.settings.access.proxies),
        ),
    )
