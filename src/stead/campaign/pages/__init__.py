"""The pages of a campaign: all addresses of its site, and who may see each (the whole table of access)."""

from starlette.responses import Response
from starlette.types import ASGIApp

from stead.campaign.folder import Campaign
from stead.campaign.pages.annotate import AnnotationPages, AnswerForm
from stead.campaign.pages.curation import CurationPages
from stead.campaign.pages.dashboard import Dashboard, RatingDashboard
from stead.campaign.pages.rate import RatingForm, RatingPages
from stead.campaign.pages.shared import CampaignSite, see_other
from stead.campaign.pages.sign_in import SignInPages
from stead.campaign.store.database import StoreUnavailable
from stead.web.app import Site, make_app
from stead.web.pages import Page
from stead.web.requests import Proxies, Visit

ANNOTATORS = frozenset({"annotator"})
ORGANISERS = frozenset({"organiser"})
SIGNED_IN = ANNOTATORS | ORGANISERS


def campaign_pages(site: CampaignSite) -> list[Page]:
    """All pages of a campaign: for signing in, for its task (annotation or rating) and for its organisers."""
    rating = site.campaign.rating
    if rating is None:
        annotation = AnnotationPages(site)
        return [*_common_pages(site, annotation), *_annotation_pages(annotation), *_organiser_pages(site)]
    rating_pages = RatingPages(site, rating)
    dashboard = RatingDashboard(site, rating)
    return [*_common_pages(site, rating_pages), *_rating_pages(rating_pages, dashboard)]


def _common_pages(site: CampaignSite, task: AnnotationPages | RatingPages) -> list[Page]:
    signing = SignInPages(site)
    return [
        Page(method="GET", address="/", handler=signing.home),
        Page(method="GET", address="/assets/{name}", handler=site.asset, when_closed=True),
        Page(method="GET", address="/join/{invite}", handler=signing.show_invitation),
        Page(method="POST", address="/join", handler=signing.join),
        Page(method="GET", address="/sign-in", handler=signing.ask),
        Page(method="POST", address="/sign-in", handler=signing.sign_in),
        Page(method="POST", address="/sign-out", handler=signing.sign_out, may_see=SIGNED_IN),
        Page(method="GET", address="/guidelines", handler=task.guidelines, may_see=ANNOTATORS),
        Page(method="POST", address="/guidelines", handler=task.agree, may_see=ANNOTATORS),
    ]


def _annotation_pages(annotation: AnnotationPages) -> list[Page]:
    item = "/annotate/{position:number}"
    return [
        Page(method="GET", address="/annotate", handler=annotation.start, may_see=ANNOTATORS),
        Page(method="GET", address=item, handler=annotation.show, may_see=ANNOTATORS),
        Page(method="POST", address=item, handler=annotation.send, may_see=ANNOTATORS),
        Page(method="GET", address=f"{item}/feedback", handler=annotation.feedback, may_see=ANNOTATORS),
        Page(method="GET", address="/list", handler=annotation.show_list, may_see=ANNOTATORS),
    ]


def _organiser_pages(site: CampaignSite) -> list[Page]:
    dashboard, curation = Dashboard(site), CurationPages(site)
    person = "/organise/people/{person:number}"
    return [
        Page(method="GET", address="/organise", handler=dashboard.dashboard, may_see=ORGANISERS),
        Page(method="GET", address="/organise/items", handler=dashboard.items, may_see=ORGANISERS),
        Page(method="GET", address="/organise/items/{item:number}", handler=dashboard.item, may_see=ORGANISERS),
        Page(method="GET", address=person, handler=dashboard.person, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/pause", handler=dashboard.pause, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/reassign", handler=dashboard.reassign, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/extend", handler=dashboard.extend, may_see=ORGANISERS),
        Page(method="GET", address="/organise/curation", handler=curation.show, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/decide", handler=curation.decide, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/add", handler=curation.add, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/drop", handler=curation.drop, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/undo", handler=curation.undo, may_see=ORGANISERS),
    ]


def _rating_pages(rate: RatingPages, dashboard: RatingDashboard) -> list[Page]:
    """The pages of a rating campaign, under the same addresses as those of annotation where they mean the same."""
    screen, person = "/annotate/{screen:number}", "/organise/people/{person:number}"
    return [
        Page(method="GET", address="/annotate", handler=rate.start, may_see=ANNOTATORS),
        Page(method="POST", address="/annotate", handler=rate.begin, may_see=ANNOTATORS),
        Page(method="GET", address=screen, handler=rate.show, may_see=ANNOTATORS),
        Page(method="POST", address=screen, handler=rate.send, may_see=ANNOTATORS),
        Page(method="GET", address=f"{screen}/feedback", handler=rate.feedback, may_see=ANNOTATORS),
        Page(method="GET", address="/list", handler=rate.show_list, may_see=ANNOTATORS),
        Page(method="GET", address="/organise", handler=dashboard.dashboard, may_see=ORGANISERS),
        Page(method="GET", address="/organise/candidates", handler=dashboard.candidates, may_see=ORGANISERS),
        Page(method="GET", address="/organise/filter", handler=dashboard.preview, may_see=ORGANISERS),
        Page(method="GET", address=person, handler=dashboard.person, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/pause", handler=dashboard.pause, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/reassign", handler=dashboard.reassign, may_see=ORGANISERS),
    ]


def campaign_app(campaign: Campaign) -> ASGIApp:
    """The site of a campaign as an app for any server."""
    site = CampaignSite(campaign)

    def refused(visit: Visit) -> Response:
        """The page for those who may not see a page: a form to sign in, with the text that was typed; or an error."""
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
        """Show the text that was typed, to be sent again."""
        typed = AnswerForm.from_form(visit.form) if campaign.rating is None else RatingForm.from_form(visit.form)
        values = {"title": title, "text": text, "typed": typed, "address": visit.path}
        return site.page(None, "unsaved.html", status, **values)

    def stopped(visit: Visit, status: int) -> Response:
        """The page for everybody while the campaign is closed or its store cannot be used."""
        if visit.posts and "uuid" in visit.form:
            return unsaved(visit, status, "error-unsaved", f"error-{status}")
        return site.wrong(status, "")

    return make_app(
        campaign_pages(site),
        Site(
            cookie=site.cookie,
            who=campaign.sessions.user,
            refused=refused,
            wrong=site.wrong,
            is_closed=campaign.is_deleted,
            unavailable=StoreUnavailable,
            stopped=stopped,
            url=campaign.settings.interface.url,
            proxies=Proxies(campaign.settings.access.proxies),
        ),
    )
