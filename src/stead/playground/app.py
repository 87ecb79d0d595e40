"""The app of `stead serve`: the page, the service, and what guards every address of both."""

import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stead.core.errors import BadInput
from stead.playground.guards import Gate, Keys, Limits, Problem, Visitors, address_of
from stead.playground.json_schema import parse_json
from stead.playground.metrics import Metrics
from stead.playground.openapi import JSON, Interface
from stead.playground.page import PlaygroundPage
from stead.playground.served_systems import ServedSystems
from stead.playground.service import Service
from stead.web.app import SecurityHeaders
from stead.web.pages import read_body

_log = logging.getLogger("stead.web")
_DETAILS = {
    400: "The request was broken off.",
    404: "There is nothing at this address; `/openapi.json` lists what there is.",
    405: "This address has another method; `/openapi.json` lists what there is.",
    408: "The body came too slowly: it has to arrive within {0.body_seconds:g} seconds.",
    413: "The body is too large: at most {0.body_bytes:,} bytes. Send it in parts.",
}
Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, kw_only=True)
class ServiceOptions:
    """Who may ask, under which names, and how much."""

    limits: Limits = Limits()
    keys: Keys = Keys()
    visitors: Visitors = Visitors()


def playground_app(systems: ServedSystems, options: ServiceOptions) -> ASGIApp:
    """The page and the service as an app for any ASGI server."""
    interface = Interface(systems=systems.names, languages=systems.languages, limits=options.limits)
    metrics = Metrics()
    service = Service(systems, interface, metrics)
    document = interface.document(keys=bool(options.keys))
    page = PlaygroundPage(systems, document, needs_key=bool(options.keys))
    guard = _Guard(options, metrics)

    def measure(_request: Request) -> Response:
        gauges = {**service.gauges(), "stead_requests_under_way": ("Requests under way.", float(guard.gate.inside))}
        return PlainTextResponse(metrics.text(gauges), media_type="text/plain; version=0.0.4")

    def post(path: str, handler: Callable[[Any, Request], Awaitable[Response]]) -> Route:
        async def with_body(request: Request) -> Response:
            return await handler(await _read_json(request, options.limits), request)

        return guard.route(path, "POST", with_body)

    def get(path: str, handler: Callable[[Request], Response], *, open_to_all: bool = True) -> Route:
        async def respond(request: Request) -> Response:
            return handler(request)

        return guard.route(path, "GET", respond, open_to_all=open_to_all)

    app = Starlette(
        routes=[
            get("/", page.show),
            get("/reference", page.show_reference),
            get("/assets/{name}", page.asset),
            post("/v1/suggest", service.suggest),
            post("/v1/text", service.text),
            post("/v1/rank", service.rank),
            get("/v1/systems", lambda _: _json(systems.records()), open_to_all=False),
            get("/openapi.json", lambda _: _json(document)),
            get("/healthz", lambda _: PlainTextResponse("ok\n")),
            get("/metrics", measure, open_to_all=False),
        ],
        exception_handlers={HTTPException: _not_there},
    )
    app.router.redirect_slashes = False
    return SecurityHeaders(app, encrypted=False)  # outermost: problems carry them too


def _json(record: Any) -> Response:
    return Response(json.dumps(record, ensure_ascii=False), media_type=JSON)


def _not_there(_request: Request, error: Exception) -> Response:
    """The problem of an address or a method that there is not."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    return Problem(status, _DETAILS[status], headers).response()


async def _read_json(request: Request, limits: Limits) -> Any:
    """Read a body of JSON within the limits."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem(415, f"The body has to be JSON, and the header `Content-Type: {JSON}` has to say so.")
    try:
        body = await read_body(request, most=limits.body_bytes, seconds=limits.body_seconds)
    except HTTPException as error:
        # What is left of the body would be taken for the next request.
        headers = {"connection": "close"}
        raise Problem(error.status_code, _DETAILS[error.status_code].format(limits), headers) from None
    try:
        return parse_json(body)
    except BadInput as error:
        raise Problem(400, str(error)) from None


class _Guard:
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
                    message["headers"] = [*message["headers"], *((name.encode(), text.encode()) for name, text in cors.items())]
                await send(message)

            try:
                await self._respond(request, handler, methods, send_with_cors, open_to_all=open_to_all)
            except Exception:
                _log.exception("%s %s", request.method, path)
                if status:  # too late to say so
                    raise
                problem = Problem(500, "Something is wrong with the service; its log says what.")
                await problem.response()(scope, receive, send_with_cors)
            finally:
                spent = time.perf_counter() - began
                self._metrics.add_request(path, status, spent)
                _log.info("%s %s %d %.0f ms", request.method, path, status, 1000 * spent)

        return Route(path, _Endpoint(respond), methods=[*methods, "OPTIONS"])

    async def _respond(
        self, request: Request, handler: Handler, methods: Sequence[str], send: Send, *, open_to_all: bool
    ) -> None:
        try:
            self._visitors.check_host(request.headers)
            if request.method == "OPTIONS":
                await self._visitors.preflight(request.headers, methods)(request.scope, request.receive, send)
                return
            client = address_of(request)
            if self._keys and not open_to_all:
                client = self._keys.client(request.headers)
            with self.gate.admit(client):
                response = await handler(request)
                await response(request.scope, request.receive, send)
        except Problem as problem:
            await problem.response()(request.scope, request.receive, send)


@dataclass(frozen=True)
class _Endpoint:
    """An ASGI app for one address: a request is under way until the last byte of its response is sent."""

    respond: Callable[[Scope, Receive, Send], Awaitable[None]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app."""
        await self.respond(scope, receive, send)
