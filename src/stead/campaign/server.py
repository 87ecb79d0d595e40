"""The app of a server: one campaign or several, each under its path, a list of them, and addresses for monitoring."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from posixpath import commonpath, dirname
from urllib.parse import urlsplit

import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from stead.campaign.folder import Campaign
from stead.campaign.pages import LiveApp
from stead.campaign.pages.shared import CampaignSite, see_other
from stead.campaign.records import ItemKind, LeaseState, Role
from stead.campaign.store import schema
from stead.campaign.store.database import StoreUnavailable
from stead.campaign.store.users import LONGEST_PASSWORD
from stead.core.errors import UsageError
from stead.web.app import Later, Page, PathDispatcher, SecurityHeaders, Site, make_app
from stead.web.metrics import Gauge, Metrics, health_response, metrics_response
from stead.web.requests import Proxies, Visit

_BUSY = 5  # seconds until there is room again
THIS_MACHINE = ("127.0.0.0/8", "::1")


def server_app(campaigns: Sequence[Campaign], *, monitors: Iterable[str] = THIS_MACHINE) -> ASGIApp:
    """The sites of some campaigns as one app; `monitors` are the addresses that may read /metrics."""
    _refuse_clashes(campaigns)
    paths = [path_of(campaign) for campaign in campaigns]
    metrics = Metrics()
    home = _common_path(paths) if len(campaigns) > 1 else paths[0]
    listed = f"{home}/" if len(campaigns) > 1 else ""
    apps = {path: LiveApp(campaign, metrics, listed=listed) for path, campaign in zip(paths, campaigns, strict=True)}
    otherwise = _list_app(list(apps.values()), home, metrics)
    watch = _Watch(campaigns, metrics, Proxies(campaigns[0].settings.access.proxies), Proxies(monitors))
    app = Starlette(
        routes=[
            Route("/healthz", watch.health),
            Route("/metrics", watch.measure),
            Mount("", PathDispatcher(apps, otherwise)),
        ]
    )
    return SecurityHeaders(app, encrypted=apps[paths[0]].site.cookie.secure)


def _refuse_clashes(campaigns: Sequence[Campaign]) -> None:
    """Refuse campaigns that cannot be told apart by their addresses."""
    if len(campaigns) == 1:
        return
    urls = [campaign.settings.interface.url for campaign in campaigns]
    origins = {f"{parts.scheme}://{parts.netloc}" for parts in map(urlsplit, urls)}
    if len(origins) > 1:
        raise UsageError(
            f"campaigns on one server share their host; found {' and '.join(sorted(origins))} ([interface] url)."
        )
    seen: dict[str, Campaign] = {}
    for campaign in campaigns:
        path = path_of(campaign)
        if not path:
            raise UsageError(
                f"{campaign.folder}: of several campaigns on one server, each needs a path of its own in its address; "
                f'write it into campaign.toml: url = "{campaign.settings.interface.url.rstrip("/")}/'
                f'{campaign.folder.resolve().name}" in [interface].'
            )
        if path in seen:
            raise UsageError(f"{seen[path].folder} and {campaign.folder} have the same address ([interface] url).")
        seen[path] = campaign


def path_of(campaign: Campaign) -> str:
    """The path of a campaign on its host."""
    return campaign.settings.interface.path


def _common_path(paths: Sequence[str]) -> str:
    """The path that all others are below."""
    common = commonpath([dirname(path) for path in paths])
    return "" if common == "/" else common


# ------------------------------------------------------------------------------------------------------ watching


@dataclass(frozen=True)
class _Watch:
    """The addresses for a proxy, a container or Prometheus."""

    campaigns: Sequence[Campaign]
    metrics: Metrics
    proxies: Proxies
    monitors: Proxies

    async def health(self, _request: Request) -> Response:
        """Whether every database answers."""
        return health_response(works=await run_in_threadpool(self._works))

    def _works(self) -> bool:
        try:
            for campaign in self.campaigns:
                with campaign.database.ask() as connection:
                    connection.execute(sa.select(sa.literal(1))).scalar_one()
        except StoreUnavailable:
            return False
        return True

    async def measure(self, request: Request) -> Response:
        """Counts and times, for the machines that may read them.

        A request that a proxy passes on is never one of this machine, also if nobody has named the proxy.
        """
        peer, forwarded = request.client.host if request.client else "", request.headers.getlist("x-forwarded-for")
        hidden = forwarded and not self.proxies.trusts(peer)
        if hidden or not self.monitors.trusts(self.proxies.client(peer, forwarded)):
            return PlainTextResponse("Not for this address; see `stead campaign serve --monitor`.\n", 403)
        gauges = await run_in_threadpool(lambda: list(_gauges(self.campaigns)))
        return metrics_response(self.metrics, gauges)


_COUNTED = (
    ("stead_campaign_people", "Users who were not deleted.", schema.users, schema.users.c.deleted.is_(None)),
    ("stead_campaign_answers", "Answers, with all revisions.", schema.answers, sa.true()),
    ("stead_campaign_ratings", "Rated sentences, with all revisions.", schema.ratings, sa.true()),
    (
        "stead_campaign_leases",
        "Items that are with an annotator.",
        schema.assignments,
        schema.assignments.c.state == LeaseState.LEASED,
    ),
)


def _gauges(campaigns: Sequence[Campaign]) -> Iterator[Gauge]:
    for name, meaning, table, condition in _COUNTED:
        for campaign in campaigns:
            with campaign.database.ask() as connection:
                number = connection.execute(sa.select(sa.func.count()).select_from(table).where(condition)).scalar_one()
            yield Gauge(name, meaning, number, (("campaign", path_of(campaign) or "/"),))


# ------------------------------------------------------------------------------------------------------ the list


@dataclass(frozen=True, kw_only=True)
class _ListedCampaign:
    """A campaign as its organiser sees it in the list."""

    title: str
    address: str
    name: str
    done: int
    wanted: int
    closed: bool


class _ListPages:
    """The list of campaigns, for their organisers; others see a form to sign in, and no names of campaigns."""

    def __init__(self, apps: Sequence[LiveApp], home: str) -> None:
        self._apps, self._home = apps, f"{home}/"

    @property
    def _sites(self) -> list[CampaignSite]:
        """The sites as they are now: settings may have changed."""
        return [app.site for app in self._apps]

    def show(self, visit: Visit) -> Response:
        """Show the campaigns to which the visitor is signed in as an organiser."""
        return self._page(visit, 200)

    def _page(self, visit: Visit, status: int, error: str = "", name: str = "") -> Response:
        rows = [row for site in self._sites if (row := _listed(site, visit)) is not None]
        site = self._sites[0]
        title = site.words("campaigns-title")
        return site.page(
            visit, "campaigns.html", status, campaign=title, rows=rows, home=self._home, error=error, name=name
        )

    def sign_in(self, visit: Visit) -> Response | Later:
        """Sign in to every campaign that has an organiser of this name and password."""
        name, password = visit.form.one("name").strip()[:200], visit.form.one("password")[: LONGEST_PASSWORD + 1]

        def again(status: int, error: str, seconds: int) -> Response:
            response = self._page(visit, status, error, name)
            response.headers["retry-after"] = str(seconds)
            return response

        def check() -> Response:
            response, signed_in = see_other(self._home), False
            for site in self._sites:
                user = site.campaign.users.by_password(name, password)
                if user is not None:
                    signed_in = True
                    site.campaign.throttle.reset(visit.address, name)
                    before = visit.cookies.get(site.cookie.name)
                    site.cookie.put(response, site.campaign.sessions.start(user.id, instead_of=before))
            return response if signed_in else self._page(visit, 403, "sign-in-wrong", name)

        turns = [site.campaign.throttle.sign_in(visit.address, name) for site in self._sites]
        seconds = max(turn.seconds for turn in turns)
        if not all(turn.allowed for turn in turns):
            return again(429, "sign-in-slow", math.ceil(seconds))
        return Later(check, partial(again, 503, "sign-in-busy", _BUSY), seconds)


def _listed(site: CampaignSite, visit: Visit) -> _ListedCampaign | None:
    """A campaign of the visitor's; None if they are not signed in to it as an organiser."""
    campaign, token = site.campaign, visit.cookies.get(site.cookie.name, "")
    user = campaign.sessions.user(token) if token else None
    if user is None or user.role is not Role.ORGANISER:
        return None
    done, wanted = _progress(campaign)
    interface = campaign.settings.interface
    return _ListedCampaign(
        title=interface.title,
        address=f"{interface.path}/organise",
        name=user.name,
        done=done,
        wanted=wanted,
        closed=bool(campaign.deleted),
    )


def _progress(campaign: Campaign) -> tuple[int, int]:
    """How many answers there are that count, and how many are wanted; in a rating campaign, of whole subsets."""
    if campaign.rating is None:
        places = campaign.settings.assignment.annotators_per_item
        answered = sum(min(row.answered, places) for row in campaign.overview.items())
        return answered, places * len(campaign.items.of(ItemKind.REAL))
    least = campaign.settings.rating.least_raters
    rows = campaign.rating.overview.subsets()
    return sum(min(row.done, least) for row in rows), least * len(rows)


def _list_app(apps: Sequence[LiveApp], home: str, metrics: Metrics) -> ASGIApp:
    """The app of all addresses that are no campaign's: the list if there are several, and ways to them."""
    first = apps[0].site
    bare = {path: f"{path}/" for app in apps if (path := path_of(app.site.campaign))}
    ways = {**bare, home: f"{home}/", "/": f"{home}/"} if home else bare
    pages = [Page(method="GET", address=path, handler=partial(_go, way)) for path, way in ways.items()]
    if len(apps) > 1:
        listing = _ListPages(apps, home)
        pages += [
            Page(method="GET", address=f"{home}/", handler=listing.show),
            Page(method="POST", address=f"{home}/", handler=listing.sign_in),
        ]
    settings = first.campaign.settings
    site = Site(
        cookie=first.cookie,
        who=lambda _: None,
        refused=lambda _: first.wrong(403, ""),
        wrong=first.wrong,
        is_closed=lambda: False,
        unavailable=StoreUnavailable,
        stopped=lambda _, status: first.wrong(status, ""),
        url=settings.interface.url,
        proxies=Proxies(settings.access.proxies),
        metrics=metrics,
    )
    return make_app(pages, site)


def _go(address: str, _visit: Visit) -> Response:
    return RedirectResponse(address, 307)
