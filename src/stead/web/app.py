"""The app: guarded pages, a page for every error, and the headers of all responses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stead.web.pages import Page, Queue, endpoint
from stead.web.requests import Proxies, SessionCookie, Visit


class _Number(Convertor[int]):
    """A number in an address that every database can hold."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """Parse the number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Write the number."""
        return str(value)


register_url_convertor("number", _Number())


@dataclass(frozen=True, kw_only=True)
class Site:
    """The site that guards pages: whose a session is, and the pages for those who may not see one."""

    cookie: SessionCookie
    who: Callable[[str], Any]
    """Whose session it is: somebody with a `role`, or None."""
    refused: Callable[[Visit], Response]
    wrong: Callable[[int, str], Response]
    """The page for an error, by its status and, where there is one, its reason."""
    is_closed: Callable[[], bool]
    """Whether nothing is to be seen at the moment but what a page says of that."""
    unavailable: type[Exception]
    """What is raised while the store cannot be used."""
    stopped: Callable[[Visit, int], Response]
    """The page for everybody while the site is closed (410) or its store cannot be used (503)."""
    url: str
    """Where visitors find it."""
    proxies: Proxies
    """Who is believed when they say where a request comes from."""


def make_app(pages: Sequence[Page], site: Site) -> ASGIApp:
    """Make the pages an app for any ASGI server."""

    def wrong(_request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return site.wrong(500, "")
        response = site.wrong(error.status_code, error.detail)
        response.headers.update(error.headers or {})
        return response

    queue = Queue()
    app = Starlette(
        routes=[Route(page.address, endpoint(page, site, queue), methods=[page.method]) for page in pages],
        exception_handlers={HTTPException: wrong, Exception: wrong},
    )
    app.router.redirect_slashes = False
    return SecurityHeaders(app, encrypted=site.cookie.secure)  # outermost: errors carry them too


POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}

HEADERS = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # `no-referrer` would make browsers hide the origin of our own posts
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
ENCRYPTED = {"strict-transport-security": "max-age=31536000"}
UNKEPT = {"cache-control": "no-store"}


class SecurityHeaders:
    """Adds the security headers that a page does not set itself; only responses that say so may be cached."""

    def __init__(self, app: ASGIApp, *, encrypted: bool) -> None:
        self._app = app
        self._usual = _raw({**HEADERS, **(ENCRYPTED if encrypted else {}), **UNKEPT})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", [])
                named = {name.lower() for name, _ in headers}
                further = [header for header in self._usual if header[0] not in named]
                message = {**message, "headers": [*headers, *further]}
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """The headers as bytes, as ASGI wants them."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]
