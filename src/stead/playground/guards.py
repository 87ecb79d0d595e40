"""Who may ask the service, how much, and for how long: limits, keys, hosts and origins; each refusal is a problem."""

import hashlib
import hmac
import ipaddress
import json
import logging
import os
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from stead.core.errors import BadInput, UsageError
from stead.web.metrics import Metrics

_log = logging.getLogger("stead.web")
Handler = Callable[[Request], Awaitable[Response]]
KEYS_VARIABLE = "STEAD_SERVE_KEYS"
_SHORTEST_KEY = 16
_KEY = re.compile(r"[!-~]+")
_ORIGIN = re.compile(r"https?://[^/?#@\s]+")


@dataclass(frozen=True, kw_only=True)
class ServiceLimits:
    """What one request may hold, and how many may be under way."""

    body_bytes: int = 1 << 20
    body_seconds: float = 15.0
    """For the body to arrive."""
    answer_seconds: float = 30.0
    """For all answers of a request that is not streamed, waiting included."""
    characters: int = 100_000
    """Of one text."""
    sentences: int = 256
    """Of one request."""
    candidates: int = 256
    """To be ranked for one target."""
    substitutes: int = 50
    """For one target."""
    requests: int = 512
    """Under way at once."""
    requests_of_a_client: int = 64
    """Under way at once by one key or, without keys, from one address."""
    targets: int = 20_000
    """That wait for an answer, of all requests."""


class Refusal(Exception):
    """A request that is refused: the status, one sentence for whoever sent it, and the headers that say more."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, headers)  # all of them, since a worker sends it to the server by pickle
        self.status, self.detail, self.headers = status, detail, headers or {}

    def record(self) -> dict[str, Any]:
        """The problem as RFC 9457 writes it."""
        return {"title": HTTPStatus(self.status).phrase, "status": self.status, "detail": self.detail}

    def response(self) -> Response:
        """The problem as a response."""
        return Response(
            json.dumps(self.record(), ensure_ascii=False).encode(errors="backslashreplace"),
            self.status,
            headers=dict(self.headers),
            media_type="application/problem+json",
        )


def too_busy(detail: str, seconds: int) -> Refusal:
    """The problem that everything is in use: try again in some seconds."""
    return Refusal(503, detail, {"retry-after": str(seconds)})


# ----------------------------------------------------------------------------------------------------------- keys


class Keys:
    """The keys that may use the service; only their digests are kept."""

    def __init__(self, keys: Sequence[str] = ()) -> None:
        self._digests = [_digest(key) for key in keys]

    def __bool__(self) -> bool:
        return bool(self._digests)

    def client(self, headers: Headers) -> str:
        """The client that a request's key belongs to; a request without a key that is known is refused (401).

        All keys are compared, each in constant time: how long it takes tells nothing about them.
        """
        scheme, _, given = headers.get("authorization", "").partition(" ")
        digest = _digest(given.strip())
        matches = [hmac.compare_digest(digest, known) for known in self._digests]
        if scheme.lower() != "bearer" or not any(matches):
            reason = "needs a key" if not given else "does not know this key"
            detail = f"The service {reason}: send one in the header `Authorization: Bearer KEY`."
            raise Refusal(401, detail, {"www-authenticate": "Bearer"})
        return f"key {matches.index(True)}"


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode(errors="surrogatepass")).digest()


def read_keys(file: str | None) -> Keys:
    """The keys of a file, one a line (lines that begin with # are comments), and of the environment."""
    lines = os.environ.get(KEYS_VARIABLE, "").replace(",", "\n").splitlines()
    if file is not None:
        try:
            lines += Path(file).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            raise BadInput(f"{file}: the keys cannot be read: {reason}.") from None
    keys = [key for line in lines if (key := line.strip()) and not key.startswith("#")]
    for number, key in enumerate(keys, start=1):
        if len(key) < _SHORTEST_KEY or not _KEY.fullmatch(key):
            raise BadInput(
                f"{file or KEYS_VARIABLE}: key {number} has {len(key)} characters; expected at least {_SHORTEST_KEY} "
                "printable ASCII characters without spaces. `openssl rand -hex 32` makes one."
            )
    if file is not None and not keys:
        raise BadInput(f"{file}: holds no key; expected one a line.")
    return Keys(keys)


# ---------------------------------------------------------------------------------------------- hosts and origins


@dataclass(frozen=True, kw_only=True)
class Visitors:
    """The hosts under which the service may be asked for, and the origins of other sites that may ask it."""

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise UsageError(f"--cors {origin}: expected an origin, such as https://example.org.")

    def check_host(self, headers: Headers) -> None:
        """Refuse a host that nobody named (421).

        A page elsewhere can have its own name lead to this machine (DNS rebinding); the browser then takes the
        service for a part of that page. An address of numbers cannot be made to lead elsewhere.
        """
        given = headers.get("host", "")
        try:
            host = urlsplit(f"//{given}").hostname or ""
        except ValueError:
            host = ""
        if host != "localhost" and host not in self.hosts and not _is_address(host):
            raise Refusal(
                421, "The service does not answer to this host name. Start it with `--allow-host NAME` if it is yours."
            )

    def cors_headers(self, headers: Headers) -> dict[str, str]:
        """The headers that let a page of another site read the response; none unless its origin was named."""
        origin = headers.get("origin", "")
        if not self.origins:
            return {}
        allowed = {"access-control-allow-origin": origin, "access-control-expose-headers": "retry-after"}
        return {"vary": "Origin", **(allowed if origin in self.origins else {})}

    def preflight(self, headers: Headers, methods: Sequence[str]) -> Response:
        """The response to a browser that asks whether a page may send a request, without what every response has.

        A browser refuses an origin that comes twice.
        """
        allowed = {}
        if "access-control-allow-origin" in self.cors_headers(headers):
            allowed = {
                "access-control-allow-methods": ", ".join(methods),
                "access-control-allow-headers": "authorization, content-type",
                "access-control-max-age": "600",
            }
        return Response(status_code=204, headers={"allow": ", ".join((*methods, "OPTIONS")), **allowed})


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


# ------------------------------------------------------------------------------------------------- how many at once


@dataclass
class Gate:
    """Counts the requests under way, and refuses those that are too many."""

    limits: ServiceLimits
    clients: Counter[str] = field(default_factory=Counter)

    @property
    def inside(self) -> int:
        """The number of requests under way."""
        return self.clients.total()

    @contextmanager
    def admit(self, client: str) -> Iterator[None]:
        """Let a request in for as long as the block lasts."""
        if self.clients[client] >= self.limits.requests_of_a_client:
            most = self.limits.requests_of_a_client
            detail = f"Too many requests at once: at most {most} of one client. Wait for an answer, then send the next."
            raise Refusal(429, detail, {"retry-after": "1"})
        if self.inside >= self.limits.requests:
            raise too_busy("The service is busy: too many requests are under way.", 1)
        self.clients[client] += 1
        try:
            yield
        finally:
            self.clients[client] -= 1
            if not self.clients[client]:
                del self.clients[client]


# ------------------------------------------------------------------------------------------------------ all of them


@dataclass(frozen=True, kw_only=True)
class ServiceOptions:
    """Who may ask, under which names, and how much."""

    limits: ServiceLimits = field(default_factory=ServiceLimits)
    keys: Keys = field(default_factory=Keys)
    visitors: Visitors = field(default_factory=Visitors)


class Guard:
    """Lets requests in or refuses them, whatever they ask for; counts and logs them, but nothing of what they say."""

    def __init__(self, options: ServiceOptions, metrics: Metrics) -> None:
        self._keys, self._visitors, self._metrics = options.keys, options.visitors, metrics
        self.gate = Gate(options.limits)

    def route(self, path: str, method: str, handler: Handler, *, open_to_all: bool = False) -> Route:
        """An address with its handler, which only a request that may ask for it gets to."""
        methods = ["GET", "HEAD"] if method == "GET" else [method]

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            request, began, status = Request(scope, receive), time.perf_counter(), 0
            cors = self._visitors.cors_headers(request.headers)

            async def send_with_cors(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                    message["headers"] = [
                        *message["headers"],
                        *((name.encode(), text.encode()) for name, text in cors.items()),
                    ]
                await send(message)

            try:
                await self._respond(request, handler, methods, send_with_cors, open_to_all=open_to_all)
            except Exception:
                _log.exception("%s %s", request.method, path)
                if status:  # too late to say so
                    raise
                problem = Refusal(500, "Something is wrong with the service; its log says what.")
                await problem.response()(scope, receive, send_with_cors)
            finally:
                spent = time.perf_counter() - began
                self._metrics.add_request(path, status, spent)
                _log.info("%s %s %d %.0f ms", request.method, path, status, 1000 * spent)

        return Route(path, _GuardedAddress(respond), methods=[*methods, "OPTIONS"])

    async def _respond(
        self, request: Request, handler: Handler, methods: Sequence[str], send: Send, *, open_to_all: bool
    ) -> None:
        try:
            self._visitors.check_host(request.headers)
            if request.method == "OPTIONS":
                await self._visitors.preflight(request.headers, methods)(request.scope, request.receive, send)
                return
            client = request.client.host if request.client else ""
            if self._keys and not open_to_all:
                client = self._keys.client(request.headers)
            with self.gate.admit(client):
                response = await handler(request)
                await response(request.scope, request.receive, send)
        except Refusal as problem:
            await problem.response()(request.scope, request.receive, send)


@dataclass(frozen=True)
class _GuardedAddress:
    """An ASGI app for one address: a request is under way until the last byte of its response is sent."""

    respond: Callable[[Scope, Receive, Send], Awaitable[None]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app."""
        await self.respond(scope, receive, send)
