"""The pages of a campaign: all addresses of its site, and who may see each (the whole table of access)."""

import logging
import threading

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from stead.campaign.folder import Campaign, reload_campaign
from stead.campaign.pages.acting import FilePages, SettingPages
from stead.campaign.pages.annotate import AnnotationPages, AnswerForm, PreviewPages
from stead.campaign.pages.crowd import CrowdPages, PrivacyPages
from stead.campaign.pages.curation import CurationPages
from stead.campaign.pages.dashboard import Dashboard, RatingDashboard
from stead.campaign.pages.people import PeoplePages
from stead.campaign.pages.rate import Placements, RatingForm, RatingPages, RatingPreviewPages
from stead.campaign.pages.shared import PREVIEW, CampaignSite, see_other
from stead.campaign.pages.sign_in import SignInPages
from stead.campaign.store.database import StoreUnavailable
from stead.core.errors import BadInput
from stead.web.app import Page, Site, make_app
from stead.web.metrics import Metrics
from stead.web.requests import Proxies, Visit

ANNOTATORS = frozenset({"annotator"})
ORGANISERS = frozenset({"organiser"})
SIGNED_IN = ANNOTATORS | ORGANISERS


def campaign_pages(site: CampaignSite) -> list[Page]:
    """All pages of a campaign: for signing in, for its task (annotation or rating) and for its organisers."""
    rating = site.campaign.rating
    if rating is None:
        annotation = AnnotationPages(site)
        return [
            *_common_pages(site, annotation),
            *_annotation_pages(annotation),
            *_organiser_pages(site),
            *_preview_pages(PreviewPages(site), "position"),
            *_acting_pages(site),
            *_crowd_pages(site),
        ]
    placements = Placements(rating.screens.by_id.values())
    rating_pages = RatingPages(site, rating, placements)
    return [
        *_common_pages(site, rating_pages),
        *_rating_pages(rating_pages, RatingDashboard(site, rating)),
        *_preview_pages(RatingPreviewPages(site, rating, placements), "screen"),
        *_acting_pages(site),
        *_crowd_pages(site),
    ]


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
    dashboard, curation, setup = Dashboard(site), CurationPages(site), SettingPages(site)
    item = "/organise/items/{item:number}"
    person = "/organise/people/{person:number}"
    return [
        Page(method="GET", address="/organise", handler=dashboard.dashboard, may_see=ORGANISERS),
        Page(method="GET", address="/organise/items", handler=dashboard.items, may_see=ORGANISERS),
        Page(method="GET", address=item, handler=curation.item, may_see=ORGANISERS),
        Page(method="GET", address=person, handler=dashboard.person, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/pause", handler=dashboard.pause, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/reassign", handler=dashboard.reassign, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/extend", handler=dashboard.extend, may_see=ORGANISERS),
        Page(method="GET", address="/organise/curation", handler=curation.show, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/decide", handler=curation.decide, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/add", handler=curation.add, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/drop", handler=curation.drop, may_see=ORGANISERS),
        Page(method="POST", address="/organise/curation/undo", handler=curation.undo, may_see=ORGANISERS),
        Page(method="POST", address=f"{item}/decide", handler=curation.decide_on_item, may_see=ORGANISERS),
        Page(method="GET", address="/organise/agreement", handler=dashboard.agreement, may_see=ORGANISERS),
        Page(method="GET", address="/organise/plan", handler=dashboard.plan, may_see=ORGANISERS),
        Page(method="GET", address="/organise/items/more", handler=setup.more_items, may_see=ORGANISERS),
        Page(method="POST", address="/organise/items/add", handler=setup.add_items, may_see=ORGANISERS, uploads=True),
        Page(method="POST", address="/organise/items/close-pilot", handler=setup.close_pilot, may_see=ORGANISERS),
    ]


def _preview_pages(preview: PreviewPages | RatingPreviewPages, number: str) -> list[Page]:
    """The pages of a task for organisers who try them; `number` is what the pages of the task call its number."""
    trial = f"{PREVIEW}/{{{number}:number}}"
    return [
        Page(method="GET", address=PREVIEW, handler=preview.start, may_see=ORGANISERS),
        Page(method="GET", address=trial, handler=preview.show, may_see=ORGANISERS),
        Page(method="POST", address=trial, handler=preview.send, may_see=ORGANISERS),
    ]


def _acting_pages(site: CampaignSite) -> list[Page]:
    """What organisers do to a campaign of either kind: invite, change settings and guidelines, take files away."""
    people, setup, files = PeoplePages(site), SettingPages(site), FilePages(site)
    person = "/organise/people/{person:number}"
    return [
        Page(method="GET", address="/organise/people", handler=people.people, may_see=ORGANISERS),
        Page(method="POST", address="/organise/people/invite", handler=people.invite, may_see=ORGANISERS),
        Page(method="POST", address="/organise/people/links", handler=people.links_as_table, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/link", handler=people.renew_link, may_see=ORGANISERS),
        Page(method="POST", address=f"{person}/delete", handler=people.delete, may_see=ORGANISERS),
        Page(method="GET", address="/organise/settings", handler=setup.settings, may_see=ORGANISERS),
        Page(method="POST", address="/organise/settings", handler=setup.save_settings, may_see=ORGANISERS),
        Page(method="GET", address="/organise/guidelines", handler=setup.guidelines, may_see=ORGANISERS),
        Page(method="POST", address="/organise/guidelines", handler=setup.save_guidelines, may_see=ORGANISERS),
        Page(method="GET", address="/organise/files", handler=files.show, may_see=ORGANISERS),
        Page(method="POST", address="/organise/files/export", handler=files.export, may_see=ORGANISERS),
        Page(method="POST", address="/organise/files/backup", handler=files.back_up, may_see=ORGANISERS),
        Page(method="POST", address="/organise/files/download", handler=files.download_backup, may_see=ORGANISERS),
        Page(method="POST", address="/organise/files/delete", handler=files.delete_backup, may_see=ORGANISERS),
        Page(method="GET", address="/organise/events", handler=files.events, may_see=ORGANISERS),
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


def _crowd_pages(site: CampaignSite) -> list[Page]:
    """The pages of crowds and of privacy, in a campaign of either kind."""
    crowd, privacy = CrowdPages(site), PrivacyPages(site)
    erase = "/organise/people/{person:number}/erase"
    return [
        Page(method="GET", address="/crowd/{link}", handler=crowd.show),
        Page(method="POST", address="/crowd", handler=crowd.join),
        Page(method="GET", address="/organise/crowd", handler=crowd.overview, may_see=ORGANISERS),
        Page(method="POST", address="/organise/crowd", handler=crowd.set_link, may_see=ORGANISERS),
        Page(method="GET", address=erase, handler=privacy.ask, may_see=ORGANISERS),
        Page(method="POST", address=erase, handler=privacy.erase, may_see=ORGANISERS),
    ]


_log = logging.getLogger("stead.web")


class LiveApp:
    """The site of a campaign as it is now: made anew when settings, guidelines or items have changed.

    Whoever changes them, in the browser, in a text editor or through another server of the same folder: the next
    request is answered by the new site, on the same connections to the database.
    """

    def __init__(self, campaign: Campaign, metrics: Metrics, *, listed: str = "") -> None:
        self._version, self._metrics, self._listed = campaign.files_version(), metrics, listed
        self._turn = threading.Lock()
        self._make(campaign)

    def _make(self, campaign: Campaign) -> None:
        self.site = CampaignSite(campaign, listed=self._listed)
        self._app = _site_app(self.site, self._metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app."""
        if self.site.campaign.files_version() != self._version:
            await run_in_threadpool(self._renew)
        await self._app(scope, receive, send)

    def _renew(self) -> None:
        with self._turn:
            version = self.site.campaign.files_version()
            if version == self._version:
                return
            self._version = version  # a fault is reported once, and the site stays as it was
            try:
                self._make(reload_campaign(self.site.campaign))
            except BadInput as fault:
                _log.warning("%s", fault)


def campaign_app(campaign: Campaign) -> ASGIApp:
    """The site of one campaign as an app for any server, without the path of its address."""
    return LiveApp(campaign, Metrics())


def _site_app(site: CampaignSite, metrics: Metrics) -> ASGIApp:
    """The site of a campaign as an app; its requests are counted."""
    campaign = site.campaign

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
            metrics=metrics,
        ),
    )
