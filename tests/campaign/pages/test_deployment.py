"""The recipes of docs/guides/deployment.md, taken from the page and tried with the real programs."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from stead.campaign import Campaign, CampaignSettings
from stead.campaign.settings import Access, Interface, parse_settings
from tests.campaign.conftest import Make
from tests.campaign.pages.guests import PASSWORD, Guest, Reply, invited, organiser
from tests.campaign.pages.servers import server_process
from tests.reporting.browser import chromium
from tests.tools import program

PAGE = Path(__file__).parents[3] / "docs/guides/deployment.md"
NAME = "localhost"  # what the certificate is for, instead of lexsub.example

NGINX = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site;
}}
"""
CADDY = "{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {folder}\n}}\n"


def recipe(language: str) -> str:
    """The only block of a language on the page."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(found)


def replaced(text: str, **values: str) -> str:
    """A recipe with other values; each of them has to be in it."""
    for old, new in values.items():
        assert old in text
        text = text.replace(old, new)
    return text


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that signs itself, and its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    command: list[str | Path] = [
        program("openssl", "openssl"),
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
    ]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([*command, "-keyout", key, "-out", made], check=True, capture_output=True)
    return made, key


@dataclass
class Deployed:
    """A campaign behind a proxy."""

    campaign: Campaign
    address: str
    certificate: str
    plain_port: int

    def guest(self, source: str = "127.0.0.1") -> Guest:
        return Guest(self.address, source=source, certificate=self.certificate)


Configure = Callable[[Path, dict[str, str]], list[str | Path]]


@contextmanager
def deployed(make: Make, folder: Path, configure: Configure) -> Iterator[Deployed]:
    """A campaign with the settings of the page, its server, and a proxy that is started by a command."""
    folder.mkdir()
    port, plain = free_port(), free_port()
    address = f"https://{NAME}:{port}"
    settings = CampaignSettings(interface=Interface(url=address), access=Access(attempts=3, proxies=("127.0.0.1",)))
    campaign = make(settings=settings)
    own, key = certificate(folder)
    with server_process(campaign.folder) as server:
        values = {"port": str(port), "plain": str(plain), "certificate": str(own), "key": str(key)}
        command = configure(folder, {**values, "server": server.address.removeprefix("http://")})
        proxy = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            wait_for(port, proxy)
            yield Deployed(campaign, address, str(own), plain)
        finally:
            proxy.terminate()
            proxy.communicate(timeout=30)


def wait_for(port: int, proxy: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        if proxy.poll() is not None:
            pytest.fail(proxy.communicate()[1].decode())
        time.sleep(0.1)
    pytest.fail("the proxy does not listen")


def configure_nginx(folder: Path, values: dict[str, str]) -> list[str | Path]:
    nginx = program("nginx", "nginx")
    site = replaced(
        recipe("nginx"),
        **{
            "listen 80;": f"listen 127.0.0.1:{values['plain']};",
            "listen 443 ssl;": f"listen 127.0.0.1:{values['port']} ssl;",
            "/etc/letsencrypt/live/lexsub.example/fullchain.pem": values["certificate"],
            "/etc/letsencrypt/live/lexsub.example/privkey.pem": values["key"],
            "lexsub.example": NAME,
            "127.0.0.1:8000": values["server"],
        },
    )
    (folder / "site").write_text(site, encoding="utf-8")
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder), encoding="utf-8")
    return [nginx, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]


def configure_caddy(folder: Path, values: dict[str, str]) -> list[str | Path]:
    caddy = program("caddy", "caddy")
    own = f"{NAME}:{values['port']} {{\n\tbind 127.0.0.1\n\ttls {values['certificate']} {values['key']}"
    site = replaced(recipe("caddyfile"), **{"lexsub.example {": own, "127.0.0.1:8000": values["server"]})
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder) + site, encoding="utf-8")
    return [caddy, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


PROXIES = {"nginx": configure_nginx, "caddy": configure_caddy}


@pytest.fixture(params=list(PROXIES))
def site(request: pytest.FixtureRequest, make: Make, tmp_path: Path) -> Iterator[Deployed]:
    with deployed(make, tmp_path / "proxy", PROXIES[request.param]) as found:
        yield found


def test_people_join_answer_and_organise_behind_a_proxy(site: Deployed) -> None:
    token = invited(site.campaign, "ada")["ada"]
    organiser(site.campaign)
    with chromium() as browser:
        context = browser.new_context(ignore_https_errors=True)  # the certificate signs itself
        page = context.new_page()
        page.goto(f"{site.address}/join/{token}")
        page.locator("main button").click()
        page.wait_for_url("**/guidelines")
        assert [cookie["name"][:13] for cookie in context.cookies()] == ["__Host-stead-"]
        page.locator("main form button").click()
        page.wait_for_url("**/annotate/*")
        page.locator("#substitute-1").fill("clever")
        page.locator("#substitute-1").press("Enter")
        page.wait_for_url("**/annotate/*after=*")
        other = browser.new_context(ignore_https_errors=True).new_page()
        other.goto(f"{site.address}/sign-in")
        other.locator("#name").fill("olga")
        other.locator("#password").fill(PASSWORD)
        other.locator("main form button").click()
        other.wait_for_url("**/organise")
    assert [each.substitutes for each in site.campaign.overview.annotations()] == [("clever",)]


def test_browsers_that_know_only_origin_may_post_and_other_sites_may_not(site: Deployed) -> None:
    token = invited(site.campaign, "ada")["ada"]
    fields = {"invite": [token]}
    assert site.guest().post("/join", fields, Origin="https://evil.example").status == 403
    assert site.guest().post("/join", fields, Origin=site.address).place == "/annotate"


def test_the_address_behind_the_proxy_counts_and_not_an_invented_one(site: Deployed) -> None:
    organiser(site.campaign)

    def guess(number: int) -> Reply:
        fields = {"name": ["olga"], "password": [f"guess {number}"]}
        return site.guest("127.0.0.2").post("/sign-in", fields, X_Forwarded_For=f"192.0.2.{number}")

    with ThreadPoolExecutor(12) as pool:
        assert {429} < {reply.status for reply in pool.map(guess, range(12))} <= {403, 429}
    assert site.guest("127.0.0.3").sign_in("olga", PASSWORD).place == "/organise"


def test_invite_links_are_in_no_log_of_nginx(make: Make, tmp_path: Path) -> None:
    with deployed(make, tmp_path / "proxy", configure_nginx) as site:
        token = invited(site.campaign, "ada")["ada"]
        with chromium() as browser:
            page = browser.new_context(ignore_https_errors=True).new_page()
            page.goto(f"{site.address}/join/{token}")
            page.locator("main button").click()
            page.wait_for_url("**/guidelines")
        moved = Guest(f"http://127.0.0.1:{site.plain_port}").get(f"/join/{token}")
        assert (moved.status, moved.place) == (301, f"https://127.0.0.1/join/{token}")
    logs = [path.read_text(encoding="utf-8") for path in (tmp_path / "proxy").glob("*.log")]
    assert any("GET /guidelines" in log for log in logs)
    assert not any(token in log for log in logs)


def test_the_service_is_one_that_systemd_understands(tmp_path: Path) -> None:
    analyze = program("systemd-analyze", "systemd")
    stead = Path(sys.executable).with_name("stead")
    unit = replaced(recipe("ini"), **{"/srv/lexsub/venv/bin/stead": str(stead)})
    (tmp_path / "lexsub.service").write_text(unit, encoding="utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", tmp_path / "lexsub.service"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "lexsub.service" in done.stderr) == (0, False), done.stderr


def test_the_settings_of_the_page_are_settings() -> None:
    found = parse_settings(recipe("toml").encode(), "campaign.toml")
    assert (found.interface.url, found.access.proxies) == ("https://lexsub.example", ("127.0.0.1",))
