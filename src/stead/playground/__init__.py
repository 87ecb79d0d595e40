"""`stead serve`: a page and an HTTP service that find substitutes, in one process; here are the app and its page."""

import base64
import hashlib
import json
import tomllib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from stead._version import __version__
from stead.core.errors import BadInput
from stead.playground.guards import Guard, Refusal, ServiceLimits, ServiceOptions
from stead.playground.json_schema import parse_json
from stead.playground.openapi import JSON, ServiceInterface
from stead.playground.served_systems import ServedSystems
from stead.playground.service import Service, ServiceMetrics, json_response
from stead.web.app import POLICY, SecurityHeaders, read_body
from stead.web.metrics import Gauge, health_response, metrics_response
from stead.web.rendering import SHARED, Assets, Catalogue, Templates, read_catalogue, render_markdown

__all__ = ["PAGE_LANGUAGES", "choose_language", "playground_app"]

_DETAILS = {
    400: "The request was broken off.",
    404: "There is nothing at this address; `/openapi.json` lists what there is.",
    405: "This address takes another method; `/openapi.json` lists what there is.",
    408: "The body came too slowly: it has to arrive within {0.body_seconds:g} seconds.",
    413: "The body is too large: at most {0.body_bytes:,} bytes. Send it in parts.",
}


def playground_app(systems: ServedSystems, options: ServiceOptions) -> ASGIApp:
    """The page and the service as an app for any ASGI server."""
    interface = ServiceInterface(systems=systems.names, languages=systems.languages, limits=options.limits)
    metrics = ServiceMetrics()
    service = Service(systems, interface, metrics)
    document = interface.document(keys=bool(options.keys))
    page = _Pages(systems, document, needs_key=bool(options.keys))
    guard = Guard(options, metrics)

    def measure(_request: Request) -> Response:
        under_way = Gauge("stead_requests_under_way", "Requests under way.", guard.gate.inside)
        return metrics_response(metrics, [*service.gauges(), under_way])

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
            get("/v1/systems", lambda _: json_response(systems.records()), open_to_all=False),
            get("/openapi.json", lambda _: json_response(document)),
            get("/healthz", lambda _: health_response(works=True)),
            get("/metrics", measure, open_to_all=False),
        ],
        exception_handlers={HTTPException: _not_there},
    )
    app.router.redirect_slashes = False
    return SecurityHeaders(app, encrypted=False)  # outermost: problems carry them too


def _not_there(_request: Request, error: Exception) -> Response:
    """The problem of an address or a method that there is not."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    return Refusal(status, _DETAILS[status], headers).response()


async def _read_json(request: Request, limits: ServiceLimits) -> Any:
    """Read a body of JSON within the limits."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal(415, f"The body has to be JSON, and the header `Content-Type: {JSON}` has to say so.")
    try:
        body = await read_body(request, most=limits.body_bytes, seconds=limits.body_seconds)
    except HTTPException as error:
        # What is left of the body would be taken for the next request.
        headers = {"connection": "close"}
        raise Refusal(error.status_code, _DETAILS[error.status_code].format(limits), headers) from None
    try:
        return parse_json(body)
    except BadInput as error:
        raise Refusal(400, str(error)) from None


# ------------------------------------------------------------------------------------------------------------- page

_HERE = Path(__file__).parent
PAGE_LANGUAGES = ("en", "fr", "it")
"""Of the page itself; the first is used where a browser asks for none of them."""
_MODULES = ("model.js", "panel.js", "service.js")


class _Pages:
    """The page and the reference, in the language that a browser asks for."""

    def __init__(self, systems: ServedSystems, document: dict[str, Any], *, needs_key: bool) -> None:
        self._systems, self._document, self._needs_key = systems, document, needs_key
        self._assets = Assets(SHARED / "assets", _HERE / "assets")
        self._texts = {
            language: read_catalogue(_HERE / "languages" / f"{language}.toml") for language in PAGE_LANGUAGES
        }
        self._examples = tomllib.loads((_HERE / "examples.toml").read_text(encoding="utf-8"))
        imports = {name: self._assets.address(name) for name in _MODULES}
        self._import_map = json.dumps({"imports": imports})
        values = {"asset": self._assets.address, "campaign": "stead", "version": __version__}
        self._templates = Templates(_HERE / "templates", values=values, filters={"markdown": render_markdown})

    def show(self, request: Request) -> Response:
        """Show the page."""
        texts = self._catalogue(request)
        languages = self._systems.languages
        response = self._templates.respond(
            "playground.html",
            t=texts,
            language=texts.language,
            languages=languages,
            import_map=Markup(self._import_map),  # noqa: S704 (addresses of our own assets)
            data={
                "texts": texts.texts,
                "examples": {language: self._examples.get(language, []) for language in languages},
                "needsKey": self._needs_key,
                **self._systems.records(),
            },
        )
        response.headers["content-security-policy"] = self._policy
        return response

    def show_reference(self, request: Request) -> Response:
        """Show the reference of the service, made of its OpenAPI document."""
        texts = self._catalogue(request)
        operations = [
            (method.upper(), path, operation)
            for path, methods in self._document["paths"].items()
            for method, operation in methods.items()
        ]
        return self._templates.respond(
            "reference.html",
            t=texts,
            language=texts.language,
            operations=operations,
            schemas=self._document["components"]["schemas"],
            dump=lambda value: json.dumps(value, ensure_ascii=False, indent=1),
            origin=str(request.base_url).rstrip("/"),
        )

    def asset(self, request: Request) -> Response:
        """Serve an asset."""
        return self._assets.respond(request.path_params["name"])

    @property
    def _policy(self) -> str:
        """The content security policy: the page may also ask its own service, and name its modules."""
        digest = base64.b64encode(hashlib.sha256(self._import_map.encode()).digest()).decode()
        policy = {**POLICY, "script-src": f"'self' 'sha256-{digest}'", "connect-src": "'self'"}
        return "; ".join(f"{name} {value}" for name, value in policy.items())

    def _catalogue(self, request: Request) -> Catalogue:
        return self._texts[choose_language(request.headers.get("accept-language", ""), PAGE_LANGUAGES)]


def choose_language(accepted: str, known: Sequence[str]) -> str:
    """The known language that a browser prefers, by its header Accept-Language (RFC 9110); else the first."""
    preferences = []
    for part in accepted.split(","):
        name, _, parameter = part.partition(";")
        try:
            weight = float(parameter.partition("=")[2] or 1)
        except ValueError:
            weight = 0.0
        preferences.append((-weight, name.strip().lower().partition("-")[0]))
    return next(
        (name for weight, name in sorted(preferences, key=lambda pair: pair[0]) if weight < 0 and name in known),
        known[0],
    )
