"""The app: pages with their addresses and handlers, what guards them, a page for every error, and security headers."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import anyio
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stead.web.metrics import Metrics
from stead.web.requests import Form, Proxies, SessionCookie, UnreadableForm, Visit, is_from_here


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
    metrics: Metrics = field(default_factory=Metrics)
    """Where requests are counted."""


# ---------------------------------------------------------------------------------------------- pages and their guards

THREADS = 2
"""Hashing a password takes 19 MB and a whole processor for as long as it lasts."""
MOST_WAITING = 64


@dataclass(frozen=True)
class Later:
    """A response to be made in another thread, perhaps later; a handler returns it in place of a response."""

    make: Callable[[], Response]
    busy: Callable[[], Response]
    """What those see who come when too many wait."""
    seconds: float = 0.0
    """How long to wait before; meanwhile it takes no thread, and no place in the queue."""


class Queue:
    """A queue of responses that wait for one of the threads, of limited length."""

    def __init__(self) -> None:
        # Always the same threads, and not just any two: each of them keeps the memory that it once had.
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="stead-later")
        self._inside = 0

    async def response(self, later: Later) -> Response:
        """The response, when it is its turn."""
        await asyncio.sleep(later.seconds)
        if self._inside >= MOST_WAITING:
            return later.busy()
        self._inside += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, later.make)
        finally:
            self._inside -= 1


ANYBODY = frozenset({"anonymous", "annotator", "organiser"})
BODY_SECONDS = 30.0
LARGEST_BODY = 512 * 1024
LARGEST_UPLOAD = 16 * 1024 * 1024
_FORM, _FORM_WITH_FILES = "application/x-www-form-urlencoded", "multipart/form-data"
_log = logging.getLogger("stead.web")
R = TypeVar("R", bound=Response | Later)

Handler = Callable[[Visit], Response | Later]


@dataclass(frozen=True, kw_only=True)
class Page:
    """An address, its handler, and the roles that may see it."""

    method: str
    address: str
    handler: Handler
    may_see: frozenset[str] = ANYBODY
    when_closed: bool = False
    uploads: bool = False
    """Whether those who may see it can send files."""


def endpoint(page: Page, site: Site, queue: Queue) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint for the framework: reads the whole request, and handles it in a thread or by the queue."""

    async def respond(request: Request) -> Response:
        began, status = time.perf_counter(), 500
        try:
            body = await _body(page, site, request) if page.method == "POST" else b""
            made = await run_in_threadpool(_respond, page, site, request, body)
            response = await queue.response(made) if isinstance(made, Later) else made
            status = response.status_code
        except HTTPException as error:
            status = error.status_code
            raise
        finally:
            # The address of the page, not what was asked for: invite links are secrets.
            spent = time.perf_counter() - began
            site.metrics.add_request(page.address, status, spent)
            _log.info("%s %s %d %.0f ms", request.method, page.address, status, 1000 * spent)
        return response

    return respond


async def _body(page: Page, site: Site, request: Request) -> bytes:
    if not is_from_here(request.headers, site.url):
        raise HTTPException(403, "cross-site")
    if _kind_of(request) not in ((_FORM, _FORM_WITH_FILES) if page.uploads else (_FORM,)):
        raise HTTPException(415)
    # Nobody else can make the server hold much: who it is comes before what they send.
    welcome = page.uploads and await run_in_threadpool(_may_see, page, site, request)
    return await read_body(request, most=LARGEST_UPLOAD if welcome else LARGEST_BODY, seconds=BODY_SECONDS)


def _kind_of(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _may_see(page: Page, site: Site, request: Request) -> bool:
    session = request.cookies.get(site.cookie.name, "")
    try:
        user = site.who(session) if session else None
    except site.unavailable:
        return False
    return user is not None and user.role in page.may_see


def _form(request: Request, body: bytes) -> Form:
    if _kind_of(request) == _FORM_WITH_FILES:
        return Form.from_multipart(request.headers["content-type"], body)
    return Form(body.decode("ascii", errors="replace"))  # such a form is encoded in ASCII


async def read_body(request: Request, *, most: int, seconds: float) -> bytes:
    """Read the body; refuse one that is too slow (408), or too large (413) without keeping any of it."""
    data = bytearray()
    try:
        with anyio.fail_after(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise HTTPException(413)
    except TimeoutError:
        raise HTTPException(408) from None
    except ClientDisconnect:
        raise HTTPException(400) from None
    return bytes(data)


def _respond(page: Page, site: Site, request: Request, body: bytes) -> Response | Later:
    try:
        query, form = Form(request.scope["query_string"].decode("latin-1")), _form(request, body)
    except UnreadableForm:
        raise HTTPException(400) from None
    visit = Visit(
        method=page.method,
        path=request.scope["path"],
        parameters=request.path_params,
        query=query,
        form=form,
        session=request.cookies.get(site.cookie.name, ""),
        cookies=request.cookies,
        user=None,
        address=site.proxies.client(
            request.client.host if request.client else "", request.headers.getlist("x-forwarded-for")
        ),
    )
    made = _available(page, site, visit, partial(_open, page, site, visit))
    if isinstance(made, Later):
        return replace(made, make=partial(_available, page, site, visit, made.make))
    return made


def _available(page: Page, site: Site, visit: Visit, make: Callable[[], R]) -> R | Response:
    """The response, or the page for everybody if the store is unavailable."""
    try:
        return make()
    except site.unavailable as fault:
        _log.warning("%s %s: %s", page.method, page.address, fault)
        return site.stopped(visit, 503)


def _open(page: Page, site: Site, visit: Visit) -> Response | Later:
    """The page, unless the site is closed."""
    if not page.when_closed and site.is_closed():
        return site.stopped(visit, 410)
    return _guard(page, site, visit)


def _guard(page: Page, site: Site, visit: Visit) -> Response | Later:
    """The page for those who may see it, and what others see instead."""
    user = site.who(visit.session) if visit.session else None
    visit = replace(visit, user=user)
    role = "anonymous" if user is None else user.role
    return page.handler(visit) if role in page.may_see else site.refused(visit)


# ------------------------------------------------------------------------------------------------------------- the app


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


class PathDispatcher:
    """Several apps on one server, each under a path of its own; all other addresses are the app's `otherwise`.

    An app knows nothing of its path: it is taken off the addresses of requests, and put before those of redirects.
    """

    def __init__(self, apps: Mapping[str, ASGIApp], otherwise: ASGIApp) -> None:
        self._apps = sorted(apps.items(), key=lambda app: -len(app[0]))  # the longest path that fits
        self._otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app under whose path the address is."""
        asked = scope["path"] if scope["type"] == "http" else ""
        path, app = next((pair for pair in self._apps if asked.startswith(f"{pair[0]}/")), ("", self._otherwise))

        async def send_redirects(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name, _below(path, name, value)) for name, value in message.get("headers", [])]
                message = {**message, "headers": headers}
            await send(message)

        await app({**scope, "path": asked[len(path) :]} if path else scope, receive, send_redirects if path else send)


def _below(path: str, name: bytes, value: bytes) -> bytes:
    """The value of a header; of a redirect to another page of the site, with its path."""
    is_ours = name.lower() == b"location" and value.startswith(b"/") and not value.startswith(b"//")
    return path.encode() + value if is_ours else value
