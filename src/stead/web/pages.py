"""A page: an address, its handler, and who may see it. Everything that guards it is in one place, here."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from stead.web.requests import Form, UnreadableForm, Visit, is_from_here

if TYPE_CHECKING:
    from stead.web.app import Site

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
_FORM = "application/x-www-form-urlencoded"
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


def endpoint(page: Page, site: "Site", queue: Queue) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint for the framework: reads the whole request, and handles it in a thread or by the queue."""

    async def respond(request: Request) -> Response:
        began = time.perf_counter()
        body = await _body(request, site.url) if page.method == "POST" else ""
        made = await run_in_threadpool(_respond, page, site, request, body)
        response = await queue.response(made) if isinstance(made, Later) else made
        # The address of the page, not what was asked for: invite links are secrets.
        spent = 1000 * (time.perf_counter() - began)
        _log.info("%s %s %d %.0f ms", request.method, page.address, response.status_code, spent)
        return response

    return respond


async def _body(request: Request, url: str) -> str:
    if not is_from_here(request.headers, url):
        raise HTTPException(403, "cross-site")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise HTTPException(415)
    body = await read_body(request, most=LARGEST_BODY, seconds=BODY_SECONDS)
    return body.decode("ascii", errors="replace")  # a form is encoded in ASCII


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


def _respond(page: Page, site: "Site", request: Request, body: str) -> Response | Later:
    try:
        query, form = Form(request.scope["query_string"].decode("latin-1")), Form(body)
    except UnreadableForm:
        raise HTTPException(400) from None
    visit = Visit(
        method=page.method,
        path=request.scope["path"],
        parameters=request.path_params,
        query=query,
        form=form,
        session=request.cookies.get(site.cookie.name, ""),
        user=None,
        address=site.proxies.client(
            request.client.host if request.client else "", request.headers.getlist("x-forwarded-for")
        ),
    )
    made = _available(page, site, visit, partial(_open, page, site, visit))
    if isinstance(made, Later):
        return replace(made, make=partial(_available, page, site, visit, made.make))
    return made


def _available(page: Page, site: "Site", visit: Visit, make: Callable[[], R]) -> R | Response:
    """The response, or the page for everybody if the store is unavailable."""
    try:
        return make()
    except site.unavailable as fault:
        _log.warning("%s %s: %s", page.method, page.address, fault)
        return site.stopped(visit, 503)


def _open(page: Page, site: "Site", visit: Visit) -> Response | Later:
    """The page, unless the site is closed."""
    if not page.when_closed and site.is_closed():
        return site.stopped(visit, 410)
    return _guard(page, site, visit)


def _guard(page: Page, site: "Site", visit: Visit) -> Response | Later:
    """The page for those who may see it, and what others see instead."""
    user = site.who(visit.session) if visit.session else None
    visit = replace(visit, user=user)
    role = "anonymous" if user is None else user.role
    return page.handler(visit) if role in page.may_see else site.refused(visit)
