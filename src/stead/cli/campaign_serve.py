"""`stead campaign serve`: the pages of a campaign, for as long as the command runs."""

import argparse
import ipaddress
from collections.abc import Iterator
from urllib.parse import urlsplit

from stead.cli.campaign_common import add_folder, opened
from stead.cli.common import said
from stead.core.errors import UsageError

_EXAMPLES = """
Stop it with Control-C; nothing is lost, also if it is killed. For people elsewhere, put a server that speaks https in
front of it (Caddy, nginx; docs/deployment.md has recipes), and its address into campaign.toml ([interface] url,
[access] proxies) before you invite. With --host 0.0.0.0 it is open to the network without that: in plain http, in which
anybody on the way can read links, passwords and answers.

examples:
  stead campaign serve mine
  stead campaign serve mine --port 8001
"""
_MOST_PORTS = 65_535
_PORTS = {"http": 80, "https": 443}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    add_folder(parser)
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="default: 8000; 0: any that is free")
    parser.add_argument("--log", action="store_true", help="one line for every request, to standard error")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if not 0 <= options.port <= _MOST_PORTS:
        raise UsageError(f"--port {options.port}: a port is a number from 0 to {_MOST_PORTS}.")
    with opened(options) as campaign:
        from stead.campaign.doctor import examine_folder  # noqa: PLC0415 (an extra)
        from stead.campaign.pages import campaign_app  # noqa: PLC0415
        from stead.web.serving import Server, log_to_standard_error  # noqa: PLC0415

        for finding in examine_folder(campaign):
            if finding.problem:
                said(f"{finding.check}: {finding.problem}.")
        log_to_standard_error(every_request=options.log)
        server = Server(campaign_app(campaign), options.host, options.port)
        said(f"{options.folder}: served at {server.address} until you press Control-C.")
        for warning in _warnings(server.host, server.port, campaign.settings.interface.url):
            said(f"{options.folder}: {warning}")
        server.run()
    return 0


def _warnings(host: str, port: int, url: str) -> Iterator[str]:
    """What the organiser should know before anybody is invited to this address."""
    place = urlsplit(url)
    if not _is_own_machine(host) and place.scheme == "http":
        yield (
            f"{host} is open to the network, and this is plain http: anybody on the way can read links, passwords and "
            "answers. Put a server that speaks https in front of it (docs/deployment.md)."
        )
    named = place.port or _PORTS[place.scheme]
    if (_is_own_machine(place.hostname or "") or place.hostname == host) and named != port:
        yield (
            f"invite links lead to {url} ([interface] url in campaign.toml), but the pages are at port {port}. Change "
            f"the url and send new links (stead campaign users reset), or serve with --port {named}."
        )


def _is_own_machine(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
