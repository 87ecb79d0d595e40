"""Headers, cookies, other sites, guessing, sessions, paths, large and slow requests, secrets."""

import http.client
import re
import socket
import time
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from stead.campaign import Campaign, CampaignSettings, Role, open_campaign
from stead.campaign.pages import campaign_app
from stead.campaign.settings import Access, Interface
from stead.core.errors import BadInput
from stead.web import app, serving
from tests.campaign.conftest import Clock, Make
from tests.campaign.pages.guests import PASSWORD, Guest, cookie_name, encoded, invited, item_form, organiser, served
from tests.campaign.pages.servers import server_process
from tests.reporting.browser import chromium

# Not taken from the program: what each answer has to carry, whatever it is.
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def campaign(make: Make) -> Campaign:
    return make()


def test_every_answer_carries_the_headers(campaign: Campaign) -> None:
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        page = ada.begin()
        replies = [
            page,
            ada.get("/nowhere"),  # 404
            ada.ask("PUT", "/annotate", None, {}),  # 405
            ada.get("/annotate/99"),  # 404 of ours
            ada.answer(page),  # 422
            ada.post("/annotate/1", {}, Sec_Fetch_Site="cross-site"),  # 403
            ada.ask("POST", "/join", b"{}", {"Content-Type": "application/json", "Origin": address}),  # 415
            Guest(address).get("/list"),  # 401
            Guest(address).get("/organise"),  # 303
        ]
    assert [reply.status for reply in replies] == [200, 404, 405, 404, 422, 403, 415, 401, 303]
    for reply in replies:
        assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS
        assert "server" not in reply.headers


def test_pages_hold_no_script_and_no_style_of_their_own() -> None:
    folders = [Path(app.__file__).parent / "shared", Path(campaign_app.__code__.co_filename).parent / "templates"]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.html")]
    assert len(texts) > 15
    for text in texts:
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:|https?://|\|safe", text)


@pytest.mark.parametrize(
    ("url", "name", "further"),
    [("http://x.example", "stead-", ""), ("https://x.example", "__Host-stead-", "; secure")],
)
def test_the_cookie_of_a_session(make: Make, url: str, name: str, further: str) -> None:
    campaign = make(settings=CampaignSettings(interface=Interface(url=url), access=Access(session_hours=2)))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        reply = Guest(address).post("/join", {"invite": [token]})
    cookie = reply.headers["set-cookie"].lower()
    assert re.match(rf"{name.lower()}[0-9a-f]{{12}}=", cookie)
    for part in ("httponly", "samesite=lax", "path=/", "max-age=7200"):
        assert f"; {part}" in cookie
    assert cookie.endswith(further) or further in cookie
    assert ("secure" in cookie) is bool(further)
    assert "domain" not in cookie
    assert ("strict-transport-security" in reply.headers) is bool(further)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1.evil.example"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec_Fetch_Site": "cross-site", "Origin": "OWN"}, 403),
        ({"Sec_Fetch_Site": "same-origin"}, 303),
        ({"Sec_Fetch_Site": "none"}, 303),
        ({"Origin": "OWN"}, 303),
        ({"Referer": "https://evil.example/"}, 403),
        ({"Referer": "OWN/annotate/1"}, 303),
        ({"Origin": "null", "Referer": "OWN/annotate/1"}, 403),
        ({"Referer": ""}, 403),  # nothing says where it comes from
    ],
)
def test_posts_from_other_sites_are_refused(campaign: Campaign, headers: dict[str, str], status: int) -> None:
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        action, fields = item_form(ada.join(token).begin())
        sent = {name: value.replace("OWN", address) for name, value in headers.items()}
        assert ada.post(action, {**fields, "substitute": ["clever"]}, **sent).status == status
    user_id = campaign.users.by_name("ada").id
    item_id = campaign.answers.item_at(user_id, int(action.rpartition("/")[2]))
    stored = campaign.answers.history(user_id, item_id)
    assert len(stored) == (status == 303)


@pytest.mark.parametrize(
    ("origin", "status"), [("https://lexsub.example", 303), ("https://evil.example", 403), ("null", 403)]
)
def test_behind_a_proxy_that_asks_for_another_host_the_url_of_the_settings_is_ours(
    make: Make, origin: str, status: int
) -> None:
    campaign = make(settings=CampaignSettings(interface=Interface(url="https://lexsub.example")))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        assert Guest(address).post("/join", {"invite": [token]}, Origin=origin).status == status


def test_guessing_invitations_is_slowed_down_but_right_ones_work(make: Make) -> None:
    campaign = make(settings=CampaignSettings(access=Access(attempts=3)))
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        guest = Guest(address)
        assert [guest.post("/join", {"invite": [str(n)]}).status for n in range(5)] == [403, 403, 403, 429, 429]
        assert guest.post("/join", {"invite": ["x"]}).headers["retry-after"] in ("7", "15")
        assert Guest(address).join(token).get("/annotate").status == 303


def test_an_expired_link_says_whom_to_ask(make: Make, clock: Clock) -> None:
    campaign = make()
    until = clock() + timedelta(days=2)
    token = campaign.users.add({"ada": Role.ANNOTATOR}, actor="test", expires=until)["ada"]
    with served(campaign) as address:
        guest = Guest(address)
        fields = guest.get(f"/join/{token}").form("/join")
        clock.forward(days=2)
        pages = [guest.get(f"/join/{token}"), guest.post("/join", fields)]
        assert [page.status for page in pages] == [410, 410]
        assert all("It was valid until 2026-03-04 09:00 UTC." in page.text for page in pages)
        assert all("whoever sent it to you" in page.text for page in pages)
        organiser(campaign, "olga")
        organiser(campaign, "otto")
        assert "Please ask for a new one: olga, otto" in guest.get(f"/join/{token}").text
        assert "olga" not in guest.get("/join/another").text
        renewed = campaign.users.reset("ada", actor="test", expires=clock() + timedelta(hours=1))
        assert guest.join(renewed).get("/guidelines").status == 200


def test_the_address_of_an_invite_link_is_in_no_further_request(campaign: Campaign) -> None:
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address, chromium() as browser:
        sent: list[str] = []
        page = browser.new_page()
        page.on("request", lambda request: sent.append(request.all_headers().get("referer", "")))
        page.goto(f"{address}/join/{token}")
        page.locator("main button").click()
        page.wait_for_url("**/guidelines")
    assert f"{address}/" in sent  # the origin, which old browsers' posts are known by
    assert not any(token in referrer for referrer in sent)


def test_a_session_is_new_with_every_signing_in_and_gone_with_signing_out(campaign: Campaign) -> None:
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        name = cookie_name(campaign)
        ada = Guest(address, {name: "chosen by somebody else"})
        ada.join(token)
        first = ada.session
        assert first != "chosen by somebody else"
        ada.join(token)
        second = ada.session
        assert first != second
        assert Guest(address, {name: first}).get("/annotate").status == 401
        page = ada.begin()
        ada.post("/sign-out", page.form("/sign-out"))
        assert ada.cookies == {}
        assert Guest(address, {name: second}).get("/annotate").status == 401


def test_an_organiser_chooses_a_password_by_invitation_once(campaign: Campaign) -> None:
    token = campaign.users.add({"olga": Role.ORGANISER}, actor="test")["olga"]
    with served(campaign) as address:
        olga = Guest(address)
        asked = olga.post("/join", {"invite": [token]})
        assert (asked.status, olga.cookies) == (200, {})
        fields = {**asked.form("/join"), "password": [PASSWORD], "again": [PASSWORD]}
        assert olga.post("/join", {**fields, "password": ["short"], "again": ["short"]}).status == 422
        assert olga.post("/join", {**fields, "again": ["another"]}).status == 422
        assert olga.post("/join", fields).place == "/organise"
        assert olga.get("/organise").status == 200
        assert Guest(address).post("/join", fields).status == 403  # the invitation is used up
        assert Guest(address).sign_in("olga", PASSWORD).place == "/organise"
    with campaign.database.read() as connection:
        kept = connection.exec_driver_sql("SELECT password_hash FROM users").scalar_one()
    assert kept.startswith("$argon2id$")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../secret",
        "/assets/..%2f..%2fcampaign.toml",
        "/assets/%2e%2e/%2e%2e/secret",
        "/assets/..\\secret",
        "/assets//etc/passwd",
        "/assets/%00",
        "//etc/passwd",
        "/assets/style.css%00.js",
        "/annotate/1/../../secret",
    ],
)
def test_no_path_leads_out(campaign: Campaign, path: str) -> None:
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        reply = Guest(address).join(token).get(path)
    assert reply.status == 404
    assert campaign.secret not in reply.body


def test_a_megabyte_is_too_much_and_stops_nothing(campaign: Campaign) -> None:
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address)
        page = ada.join(token).begin()
        action, fields = item_form(page)
        body = encoded({**fields, "substitute": ["x" * 1_000_000]})
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
        cookie = f"{cookie_name(campaign)}={ada.session}"
        connection.request("POST", action, body, {"Content-Type": FORM, "Cookie": cookie, "Origin": address})
        assert connection.getresponse().status == 413
        connection.close()
        assert ada.answer(page, "é" * 200, comment="€" * 10_000).status == 303  # the longest that can be stored


def test_too_many_fields_are_refused(campaign: Campaign) -> None:
    with served(campaign) as address:
        assert Guest(address).post("/join", {"a": ["x"] * 1000}).status == 400


def test_those_who_send_slowly_are_not_waited_for(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "REQUEST_SECONDS", 0.5)
    monkeypatch.setattr(app, "BODY_SECONDS", 0.5)
    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        place = urlsplit(address)
        head = b"POST /join HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n"
        typed = head + f"Content-Type: {FORM}\r\nContent-Length: 100\r\n\r\ninvite".encode()
        for beginning, expected in ((b"", b""), (head, b""), (typed, b"HTTP/1.1 408")):
            with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as slow:
                slow.sendall(beginning)
                began = time.monotonic()
                assert slow.recv(1000)[:12] == expected
                assert time.monotonic() - began < 15
        with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as trickle:
            for _ in range(100):  # a byte now and then is no reason to wait on
                time.sleep(0.1)
                try:
                    trickle.sendall(b"G")
                except OSError:
                    break
            else:
                pytest.fail("the server waits for ever")
        assert Guest(address).join(token).get("/annotate").status == 303


def test_secrets_are_in_no_log(campaign: Campaign) -> None:
    tokens = invited(campaign, "ada")
    organiser(campaign)
    with server_process(campaign.folder, "--log") as server:
        ada = Guest(server.address)
        page = ada.join(tokens["ada"]).begin()
        ada.answer(page, "secret-word")
        Guest(server.address).sign_in("olga", PASSWORD)
        Guest(server.address).sign_in("olga", "mistyped password")
        ada.leave()
        server.process.terminate()
        server.process.wait(30)
        log = server.said()
    assert "POST /annotate/{position:number} 303" in log
    assert "GET /join/{invite} 200" in log
    secrets = [tokens["ada"], ada.session, PASSWORD, "mistyped", "secret-word"]
    assert [secret for secret in [*secrets, campaign.secret.decode()] if secret in log] == []


def test_a_folder_without_its_secret_is_not_served(campaign: Campaign) -> None:
    (campaign.folder / "secret").unlink()
    with pytest.raises(BadInput, match="secret"):
        open_campaign(campaign.folder)


def test_an_error_of_ours_shows_nothing(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("inner matters")

    token = invited(campaign, "ada")["ada"]
    with served(campaign) as address:
        ada = Guest(address).join(token)
        monkeypatch.setattr(campaign.guidelines, "has_agreed", break_down)
        reply = ada.get("/annotate")
    assert reply.status == 500
    assert "inner matters" not in reply.text
    assert reply.headers["x-frame-options"] == "DENY"
