"""One server for a campaign under a path, or for several; the list of them; health and metrics."""

import html
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from stead.campaign import Campaign, CampaignSettings
from stead.campaign import pages as campaign_pages
from stead.campaign.server import server_app
from stead.campaign.settings import Access, Interface
from stead.campaign.store.database import StoreUnavailable
from stead.core.errors import UsageError
from stead.web.serving import Server
from tests.campaign.conftest import Make, some_items
from tests.campaign.pages.conftest import new_url
from tests.campaign.pages.guests import PASSWORD, Guest, invited, organiser
from tests.reporting.browser import chromium

__all__ = ["new_url"]  # on SQLite

TEMPLATES = Path(campaign_pages.__file__).parent / "templates"


def at(path: str, **interface: str) -> CampaignSettings:
    return CampaignSettings(interface=Interface(url=f"http://127.0.0.1:8000{path}", **interface))


@contextmanager
def serving(*campaigns: Campaign) -> Iterator[str]:
    server = Server(server_app(campaigns), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.address
    finally:
        server.stop()
        thread.join(30)


ADDRESS = re.compile(r'(?:href|src|action)="([^"#]*)"')


def test_every_address_of_every_page_is_below_the_path(make: Make) -> None:
    campaign = make(some_items(120), settings=at("/lex/one"))
    token = invited(campaign, "ada")["ada"]
    organiser(campaign)
    with serving(campaign) as address:
        ada, olga = Guest(address), Guest(address)
        assert ada.post("/lex/one/join", {"invite": [token]}).place == "/lex/one/annotate"
        assert olga.post("/lex/one/sign-in", {"name": ["olga"], "password": [PASSWORD]}).place == "/lex/one/organise"
        seen: set[str] = set()
        for guest, start in ((ada, "/lex/one/guidelines"), (olga, "/lex/one/organise")):
            waiting = [start]
            while waiting:
                path = waiting.pop()
                page = guest.follow(guest.get(path))
                assert page.status == 200, path
                assert [found for found in ADDRESS.findall(page.text) if not found.startswith("/lex/one/")] == [], path
                for link in map(html.unescape, re.findall(r'<a [^>]*href="([^"#]*)"', page.text)):
                    kind = re.sub(r"\d+", "0", link)  # one page of each kind is enough
                    if kind not in seen:
                        seen.add(kind)
                        waiting.append(link)
        assert {"/lex/one/organise/items/0", "/lex/one/organise/curation", "/lex/one/list"} <= seen


def test_no_template_has_an_address_that_forgets_the_path() -> None:
    """An address that is a value as a whole names the path, or is one of another place."""
    values = re.compile(r'\b(?:href|src|action)="\{\{ *([^}]*?) *\}\}')
    elsewhere = {"base", "elsewhere", "listed", "home", "row.address", "invited.mail"}
    wrong = [
        f"{path.name}: {value}"
        for path in sorted(TEMPLATES.glob("*.html"))
        for value in values.findall(path.read_text(encoding="utf-8"))
        if value not in elsewhere and not value.startswith("asset(")
    ]
    assert wrong == []


def test_a_browser_works_below_a_path(make: Make) -> None:
    campaign = make(settings=at("/lexsub"))
    token = invited(campaign, "ada")["ada"]
    with serving(campaign) as address, chromium() as browser:
        page = browser.new_page()
        page.goto(f"{address}/lexsub/join/{token}")
        page.locator("main button").click()
        page.wait_for_url("**/lexsub/guidelines")
        page.locator("main form button").click()
        page.wait_for_url("**/lexsub/annotate/*")
        page.locator("#substitute-1").fill("clever")
        page.locator("#substitute-1").press("Enter")
        page.wait_for_url("**/lexsub/annotate/*after=*")
        page.locator("nav form button").click()
        page.wait_for_url("**/lexsub/")
    assert len(campaign.overview.annotations()) == 1


def test_the_root_leads_to_the_path(make: Make) -> None:
    campaign = make(settings=at("/lexsub"))
    with serving(campaign) as address:
        guest = Guest(address)
        assert [guest.get(path).place for path in ("/", "/lexsub")] == ["/lexsub/", "/lexsub/"]
        assert guest.get("/lexsub/").status == 200
        assert guest.get("/elsewhere").status == guest.get("/lexsubs/").status == 404


def test_organisers_find_their_campaigns_and_no_others(make: Make) -> None:
    first, second, third = (make(settings=at(f"/lab/{name}", title=name.upper())) for name in ("one", "two", "three"))
    for campaign in (first, second):
        organiser(campaign)
    organiser(third, "otto")
    with serving(first, second, third) as address:
        olga = Guest(address)
        assert olga.get("/").place == olga.get("/lab").place == "/lab/"
        shown = olga.get("/lab/")
        assert [name in shown.text for name in ("ONE", "TWO", "THREE")] == [False] * 3  # nobody is signed in
        assert olga.post("/lab/", {"name": ["olga"], "password": ["wrong"]}).status == 403
        fields = {"name": ["olga"], "password": [PASSWORD]}
        assert olga.post("/lab/", fields, Origin="https://evil.example").status == 403
        assert olga.post("/lab/", fields).place == "/lab/"
        listed = olga.get("/lab/").text
        assert [name in listed for name in ("ONE", "TWO", "THREE")] == [True, True, False]
        assert [olga.get(f"/lab/{name}/organise").status for name in ("one", "two", "three")] == [200, 200, 303]
        assert 'href="/lab/"' in olga.get("/lab/one/organise").text


def test_guessing_passwords_in_the_list_is_slowed_down(make: Make) -> None:
    access = Access(attempts=2)
    campaigns = [make(settings=replace(at(f"/{name}"), access=access)) for name in ("one", "two")]
    organiser(campaigns[1])
    with serving(*campaigns) as address:
        guest = Guest(address)
        statuses = [guest.post("/", {"name": ["olga"], "password": [f"{number}"]}).status for number in range(2)]
        while statuses[-1] != 429 and len(statuses) < 8:
            statuses.append(guest.post("/", {"name": ["olga"], "password": ["x"]}).status)
    assert (statuses[:2], statuses[-1]) == ([403, 403], 429)


def test_sessions_of_several_campaigns_do_not_touch_each_other(make: Make) -> None:
    one, two = make(settings=at("/one")), make(settings=at("/two"))
    tokens = [invited(campaign, "ada")["ada"] for campaign in (one, two)]
    with serving(one, two) as address:
        guest = Guest(address)
        guest.post("/one/join", {"invite": [tokens[0]]})
        assert guest.get("/two/guidelines").status == 401
        guest.post("/two/join", {"invite": [tokens[1]]})
        assert [guest.get(f"/{name}/guidelines").status for name in ("one", "two")] == [200, 200]
        guest.post("/one/sign-out", {})
        assert [guest.get(f"/{name}/guidelines").status for name in ("one", "two")] == [401, 200]


@pytest.mark.parametrize(
    ("urls", "complaint"),
    [
        (["http://x.example/one", "http://y.example/two"], "share their host; found http://x.example and http://y.ex"),
        (["http://x.example/one", "http://x.example"], "each needs a path of its own"),
        (["http://x.example/one", "http://x.example/one/"], "have the same address"),
    ],
)
def test_campaigns_that_cannot_be_told_apart_are_refused(make: Make, urls: list[str], complaint: str) -> None:
    campaigns = [make(settings=CampaignSettings(interface=Interface(url=url))) for url in urls]
    with pytest.raises(UsageError, match=re.escape(complaint)):
        server_app(campaigns)


# ------------------------------------------------------------------------------------------------- health, metrics


def test_health_is_that_of_the_databases(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = make(settings=at("/one")), make(settings=at("/two"))
    with serving(one, two) as address:
        guest = Guest(address)
        assert (guest.get("/healthz").status, guest.get("/healthz").text) == (200, "ok\n")

        def unavailable() -> None:
            raise StoreUnavailable("gone")

        monkeypatch.setattr(two.database, "ask", unavailable)
        assert guest.get("/healthz").status == 503


def test_metrics_count_requests_and_answers_and_name_nobody(make: Make) -> None:
    campaign = make()
    token = invited(campaign, "ada")["ada"]
    with serving(campaign) as address:
        ada = Guest(address).join(token)
        assert ada.answer(ada.begin(), "clever").status == 303
        assert ada.get("/annotate/99").status == 404
        shown = ada.get("/metrics")
    lines = shown.text.splitlines()
    assert 'stead_requests_total{path="/annotate/{position:number}",status="303"} 1' in lines
    assert 'stead_requests_total{path="/annotate/{position:number}",status="404"} 1' in lines
    assert 'stead_campaign_answers{campaign="/"} 1' in lines
    assert (token in shown.text, "ada" in shown.text) == (False, False)
    assert shown.headers["content-type"].startswith("text/plain; version=0.0.4")


@pytest.mark.parametrize(
    ("proxies", "forwarded", "status"),
    [
        ((), "", 200),
        ((), "203.0.113.9", 403),  # by a proxy that nobody has named
        ((), "127.0.0.1", 403),
        (("127.0.0.1",), "203.0.113.9", 403),
        (("127.0.0.1",), "192.0.2.5", 200),  # named by --monitor
    ],
)
def test_metrics_are_for_those_who_watch(make: Make, proxies: tuple[str, ...], forwarded: str, status: int) -> None:
    campaign = make(settings=CampaignSettings(access=Access(proxies=proxies)))
    server = Server(server_app([campaign], monitors=("127.0.0.1", "192.0.2.0/24")), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        headers = {"X_Forwarded_For": forwarded} if forwarded else {}
        assert Guest(server.address).get("/metrics", **headers).status == status
    finally:
        server.stop()
        thread.join(30)
