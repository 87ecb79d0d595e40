"""The app: pages behind their guards, an error for everything else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from stead.web.addresses import Proxies
from stead.web.cookies import SessionCookie
from stead.web.headers import SecurityHeaders
from stead.web.later import Queue
from stead.web.pages import Page, endpoint
from stead.web.visit import Visit


class _Number(Convertor[int]):
    """A number in an address that every database can hold."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """As a number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """As text."""
        return str(value)


register_url_convertor("number", _Number())


@dataclass(frozen=True, kw_only=True)
class Site:
    """What the guards of pages need to know: whose a session is, and what those see who may not see a page."""

    secret: bytes
    cookie: SessionCookie
    who: Callable[[str], Any]
    role_of: Callable[[Any], str]
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
    """The pages as an app for any server."""

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
