"""`stead serve`: a page and an HTTP service that find substitutes."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stead.cli.options import explain
from stead.cli.output import log, log_what_is_made
from stead.core.errors import UsageError

if TYPE_CHECKING:
    from stead.playground.guards import Keys

_HOST = "127.0.0.1"
_PORT = 8000
_MOST_PORTS = 65_535
_MOST_WORKERS = 64
_USUAL_WORKERS = 2


def declare_serve(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
A page on which words of a text can be replaced, and the same over HTTP (/v1/suggest, /v1/text, /v1/rank; /reference
describes them). Only this machine can reach it, unless --host is given. Keys are also read from STEAD_SERVE_KEYS.
""",
        examples="""
stead serve
stead serve --tier fine --tier wordnet --port 8080
stead serve --host 0.0.0.0 --allow-host words.example.org --key-file keys.txt
stead serve --cors https://example.org
""",
    )
    parser.add_argument(
        "--tier",
        action="append",
        default=[],
        metavar="NAME",
        help="swift, fine, finest or wordnet; the first is loaded at once and is the usual one; may be repeated "
        "(default: all that are installed)",
    )
    parser.add_argument(
        "--language",
        action="append",
        default=[],
        metavar="CODE",
        help="en, fr, it, de or es; the first is the usual one; may be repeated (default: all that are installed)",
    )
    parser.add_argument("--host", default=_HOST, metavar="HOST", help=f"network address (default: {_HOST})")
    parser.add_argument(
        "--port", type=int, default=_PORT, metavar="N", help=f"port (default: {_PORT}; 0: any free one)"
    )
    parser.add_argument("--key-file", metavar="FILE", help="keys that requests have to send, one a line")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="host name under which it is reached, besides localhost and addresses; may be repeated",
    )
    parser.add_argument(
        "--cors",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="site whose pages may use the service, such as https://example.org; may be repeated (default: none)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="processes of each system; they share the memory of its tables and models (default: 2, or 1 on one core)",
    )
    parser.add_argument("--log", action="store_true", help="log every request: method, address, status and time")


def run_serve(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if not 0 <= options.port <= _MOST_PORTS:
        raise UsageError(f"--port {options.port}: a port is a number from 0 to {_MOST_PORTS}.")
    if options.workers is not None and not 1 <= options.workers <= _MOST_WORKERS:
        raise UsageError(f"--workers {options.workers}: expected a number from 1 to {_MOST_WORKERS}.")
    from stead.core.extras import require

    require(("jinja2", "starlette", "uvicorn"), "a server")
    from stead.playground import playground_app
    from stead.playground.guards import ServiceOptions, Visitors, read_keys
    from stead.playground.served_systems import ServedSystems, choose_systems
    from stead.web.serving import Server, log_to_standard_error

    keys = read_keys(options.key_file)
    hosts = frozenset(name.lower() for name in (*options.allow_host, options.host))
    visitors = Visitors(hosts=hosts, origins=frozenset(options.cors))
    log_what_is_made()
    systems = ServedSystems(choose_systems(options.tier, options.language), workers=_workers(options.workers))
    app = playground_app(systems, ServiceOptions(keys=keys, visitors=visitors))
    server = Server(app, options.host, options.port)  # before anything is loaded: the port may be taken
    name, language = systems.names[0], systems.languages[0]
    log(f"loading {name} for {language} ...")
    systems.load(name, language)
    log_to_standard_error(every_request=options.log)
    log(f"served at {server.address} until you press Control-C.")
    for warning in _warnings(server.host, keys):
        log(warning)
    server.run()
    return 0


def _workers(wanted: int | None) -> int:
    """The number of processes of a system; 0, this process alone, where processes cannot be forked."""
    from stead.core.parallel import cores
    from stead.playground.processes import CAN_FORK

    return (wanted or min(_USUAL_WORKERS, cores())) if CAN_FORK else 0


def _warnings(host: str, keys: "Keys") -> Iterator[str]:
    """What to know before others use the service."""
    from stead.web.serving import is_this_machine

    if is_this_machine(host):
        return
    if not keys:
        yield f"{host} is open to the network, and no key is asked for: anybody who reaches it can use it (--key-file)."
    else:
        yield (
            f"{host} is open to the network, and this is plain http: anybody on the way can read texts and keys. Put a "
            "server that speaks https in front of it (docs/guides/serving.md)."
        )
