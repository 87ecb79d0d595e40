"""`stead campaign serve`: the pages of a campaign, for as long as the command runs."""

import argparse
from collections.abc import Iterator
from urllib.parse import urlsplit

from stead.cli.campaign_common import add_folder, opened
from stead.cli.common import said
from stead.task import UsageError

_EXAMPLES = """
Stop it with Control-C; nothing is lost, also if it is killed. For people elsewhere, put a server that speaks https in
front of it (Caddy, nginx), and its address into campaign.toml ([interface] url) before you invite.

examples:
  stead campaign serve mine
  stead campaign serve mine --host 0.0.0.0 --port 8080
"""
_MOST_PORTS = 65_535
_PORTS = {"http": 80, "https": 443}
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    add_folder(parser)
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="default: 8000; 0: any that is free")
    parser.add_argument("--log", action="store_true", help="one line for every request, to standard error")
    parser.set_defaults(run=run)


def _warnings(url: str, host: str, port: int) -> Iterator[str]:
    """What is wrong with the address in the settings, if it is on this machine: then nothing stands between."""
    parts = urlsplit(url)
    named = parts.port or _PORTS[parts.scheme]
    if parts.hostname in (*_THIS_MACHINE, host) and named != port:
        yield (
            f"invite links lead to {url} ([interface] url in campaign.toml), but the pages are at port {port}. Change "
            f"the url and send new links (stead campaign users reset), or serve with --port {named}."
        )


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
        for warning in _warnings(campaign.settings.interface.url, server.host, server.port):
            said(f"{options.folder}: {warning}")
        server.run()
    return 0
