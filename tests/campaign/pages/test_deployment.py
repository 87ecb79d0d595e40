"""The recipes of docs/guides/deployment.md, taken from the page and tried with the real programs."""

import json
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from stead.campaign import Campaign, CampaignSettings
from stead.campaign.settings import Access, Interface, parse_settings, read_settings
from stead.cli import main
from stead.web.app import LARGEST_UPLOAD
from tests.campaign.conftest import Make
from tests.campaign.pages.guests import PASSWORD, Guest, Reply, invited, organiser
from tests.campaign.pages.servers import server_process
from tests.reporting.browser import chromium
from tests.tools import program

ROOT = Path(__file__).parents[3]
PAGE, DEPLOY = ROOT / "docs/guides/deployment.md", ROOT / "deploy"
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
    block = rf"^(?P<indent> *)```{language}\n(.*?)^(?P=indent)```$"
    (found,) = re.findall(block, PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return dedent(found[1])


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
            site = Deployed(campaign, address, str(own), plain)
            wait_for(site, proxy)
            yield site
        finally:
            proxy.terminate()
            proxy.communicate(timeout=30)


def wait_for(site: Deployed, proxy: subprocess.Popen[bytes]) -> None:
    """Wait until the proxy answers: that its port is open is not enough, since a handshake may still be cut off."""
    for _ in range(300):
        with suppress(OSError):
            site.guest().get("/healthz")
            return
        if proxy.poll() is not None:
            pytest.fail(proxy.communicate()[1].decode())
        time.sleep(0.1)
    pytest.fail("the proxy does not answer")


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
    return caddy_with(folder, caddy, site)


def configure_compose(folder: Path, values: dict[str, str]) -> list[str | Path]:
    """The Caddyfile of the containers."""
    caddy = program("caddy", "caddy")
    own = f"{{$SITE}} {{\n\tbind 127.0.0.1\n\ttls {values['certificate']} {values['key']}"
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    site = replaced(text, **{"{$SITE} {": own, "stead:8000": values["server"]})
    return ["env", f"SITE={NAME}:{values['port']}", *caddy_with(folder, caddy, site)]


def caddy_with(folder: Path, caddy: Path, site: str) -> list[str | Path]:
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder) + site, encoding="utf-8")
    return [caddy, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


PROXIES = {"nginx": configure_nginx, "caddy": configure_caddy, "compose": configure_compose}


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


def test_metrics_are_not_to_be_had_from_outside(site: Deployed) -> None:
    assert (site.guest().get("/healthz").text, site.guest().get("/metrics").status) == ("ok\n", 404)


def test_the_page_shows_the_files_of_the_folder() -> None:
    files = {"ini": "lexsub.service", "yaml": "compose.yaml", "dockerfile": "Containerfile"}
    for language, name in files.items():
        assert recipe(language) == (DEPLOY / name).read_text(encoding="utf-8"), name


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return read


def test_what_the_compose_file_names_is_declared() -> None:
    made = compose()
    for service in made["services"].values():
        assert set(service["networks"]) <= made["networks"].keys()
        assert set(service.get("secrets", ())) <= made["secrets"].keys()
        assert set(service.get("depends_on", ())) <= made["services"].keys()
        named = {volume.partition(":")[0] for volume in service["volumes"]}
        assert {name for name in named if not name.startswith("./")} <= made["volumes"].keys()
        assert all((DEPLOY / name).exists() for name in named if name.startswith("./"))
    build = made["services"]["stead"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert 'proxies = ["10.89.7.2"]' in PAGE.read_text(encoding="utf-8")


def test_no_other_container_is_given_the_address_of_the_proxy() -> None:
    made = compose()
    (config,) = made["networks"]["site"]["ipam"]["config"]
    subnet, others = ip_network(config["subnet"]), ip_network(config["ip_range"])
    proxy = ip_address(made["services"]["caddy"]["networks"]["site"]["ipv4_address"])
    assert proxy in subnet
    assert others.network_address in subnet
    assert proxy not in others


def test_only_the_proxy_is_reached_from_outside_and_no_password_is_in_the_file() -> None:
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert services["database"]["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/secrets/database_password"
    assert {"read_only": True, "cap_drop": ["ALL"]}.items() <= services["stead"].items()


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def test_the_container_has_all_files_and_does_not_run_as_root() -> None:
    read = instructions()
    assert read[0][0] == "FROM"
    copied = [name for kind, rest in read if kind == "COPY" for name in rest.split()[:-1]]
    assert all((ROOT / name).exists() for name in copied)
    assert {"pyproject.toml", "constraints.txt", "src"} <= set(copied)
    kinds = [kind for kind, _ in read]
    assert kinds.index("USER") > max(at for at, kind in enumerate(kinds) if kind == "RUN")
    assert dict(read)["USER"] == "stead"


def test_the_containers_run_a_command_that_there_is() -> None:
    read = dict(instructions())
    command = json.loads(read["CMD"])
    assert command == compose()["services"]["stead"]["command"]
    assert json.loads(read["ENTRYPOINT"]) == ["stead"]
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    with pytest.raises(SystemExit) as ended:
        main([*command, "--no-such-option"])
    assert ended.value.code == 2


def test_the_container_knows_whether_it_is_well(make: Make) -> None:
    check = json.loads(re.sub(r".*?CMD ", "", dict(instructions())["HEALTHCHECK"]))
    with server_process(make().folder) as server:
        asked = [part.replace("http://127.0.0.1:8000", server.address) for part in check]
        assert subprocess.run([sys.executable, *asked[1:]], check=False, capture_output=True).returncode == 0
        server.kill()
        assert subprocess.run([sys.executable, *asked[1:]], check=False, capture_output=True).returncode != 0


def test_the_line_that_names_the_proxy_of_the_containers_does_so(make: Make) -> None:
    (command,) = re.findall(
        r"--entrypoint (sed) stead (-i '.*?') mine/(campaign\.toml)", PAGE.read_text(encoding="utf-8")
    )
    folder = make().folder
    subprocess.run(shlex.split(" ".join(command)), cwd=folder, check=True)
    assert read_settings(folder / "campaign.toml").access.proxies == ("10.89.7.2",)


def test_nginx_lets_the_largest_file_of_items_pass() -> None:
    (mebibytes,) = re.findall(r"client_max_body_size (\d+)m;", recipe("nginx"))
    assert int(mebibytes) * 2**20 > LARGEST_UPLOAD


def test_the_settings_of_the_page_are_settings() -> None:
    found = parse_settings(recipe("toml").encode(), "campaign.toml")
    assert (found.interface.url, found.access.proxies) == ("https://lexsub.example", ("127.0.0.1",))
