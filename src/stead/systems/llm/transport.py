"""One request to an endpoint over HTTP: what may pass is told from what does not.

Redirects, which would get the key, are not followed, and a reply as a whole has a time limit. The time-out of a socket
is that of one read: a server that sends a byte of a header now and then, or `100 Continue` again and again, would be
waited for without end.
"""

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cached_property
from http.client import HTTPException, HTTPResponse, IncompleteRead
from io import BufferedReader, RawIOBase
from socket import socket
from ssl import SSLEOFError, SSLError
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    AbstractHTTPHandler,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from stead.core.errors import BadInput, UsageError
from stead.core.text import one_line

KEY_VARIABLE = "STEAD_LLM_KEY"
"""The environment variable that the key is in, unless another is named."""

_LONGEST_ASKED_WAIT = 600.0  # seconds that a server may ask us to wait
_CHUNK = 1 << 16
_MOST_BYTES = 1 << 22
"""A reply that is longer is not one to these questions."""
_CUT_OFF = "the reply was cut off"
_MESSAGE = 200  # characters of a server's message that are quoted
_PASSING = {408, 425, 429}
_REFUSED = {401, 403}
_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


class Passing(Exception):
    """An obstacle that may pass: try again, not before `wait` seconds if the server says so.

    A request that was sent and got no whole reply `may_cost` what it asked for. `message` is what the server says.
    """

    def __init__(self, reason: str, wait: float | None = None, *, may_cost: bool = True, message: str = "") -> None:
        super().__init__(reason)
        self.wait, self.may_cost, self.message = wait, may_cost, message


class Refused(Exception):
    """A request that the server does not take; `message` is what it says, as it came."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason)
        self.message = message


@dataclass(frozen=True)
class Transport:
    """Sends requests to an address with a key from an environment variable, which messages name."""

    url: str
    key_variable: str
    timeout: float

    def post(self, body: bytes, key: str) -> bytes:
        """Send a request once; returns the body of the reply."""
        request = Request(f"{self.url}/chat/completions", body, _headers(key), method="POST")  # noqa: S310 (checked)
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                return _read(response)
        except HTTPError as error:
            with error:
                raise self._status_error(error, key) from None
        except IncompleteRead:
            raise Passing(_CUT_OFF) from None
        except UnicodeError:  # of the proxy: the address was checked
            raise BadInput(f"{self.url}: the environment names a proxy that cannot be an address.") from None
        except (URLError, HTTPException, OSError) as error:
            is_unsent = isinstance(error, URLError)
            reason = error.reason if isinstance(error, URLError) else error
            if isinstance(reason, SSLError) and not isinstance(reason, SSLEOFError):
                raise BadInput(
                    f"{self.url}: no secure connection: {one_line(str(reason))}. Is the address right, and does this "
                    "machine know who signed the certificate (SSL_CERT_FILE)?"
                ) from None
            raise Passing(one_line(hide(str(reason) or type(reason).__name__, key)), may_cost=not is_unsent) from None

    def _status_error(self, error: HTTPError, key: str) -> Exception:
        """The error for a status that is no success: one that may pass, or one sentence."""
        status = f"HTTP {error.code}"
        if error.code in _PASSING or error.code >= 500:
            wait = _asked_wait(error.headers.get("Retry-After"))
            return Passing(status, wait, may_cost=False, message=quote(_message_of(error), key))
        if error.code in _REFUSED:
            given = f"the key of {self.key_variable} was sent" if key else f"no key is set ({self.key_variable})"
            return BadInput(f"{self.url}: refuses the request ({status}); {given}.")
        if error.code < 400:
            return BadInput(f"{self.url}: redirects ({status}), which is not followed; name the final address.")
        hint = " The url is what comes before /chat/completions." if error.code == 404 else ""
        message = _message_of(error)
        reason = quote(message, key).rstrip(".") or "no reason"
        return Refused(f"{self.url}: refuses the request ({status}): {reason}.{hint}", message)

    @cached_property
    def _opener(self) -> OpenerDirector:
        """What opens the address; one of this machine needs no proxy."""
        proxies = [ProxyHandler({})] if urlsplit(self.url).hostname in _THIS_MACHINE else []
        return build_opener(_NoRedirect, _TimedHttp, _TimedHttps, *proxies)


def check_url(url: str) -> str:
    """The address without a slash at its end.

    One that is not http or https, or that holds a password or key, is refused; the message does not repeat it.
    """
    try:
        parts = urlsplit(url)
        is_plain = not (parts.username or parts.password or parts.query or parts.fragment)
        is_odd = parts.port == 0 or not url.isascii() or not url.isprintable() or " " in url
        (parts.hostname or "").encode("idna")
    except ValueError:  # such as a port that is no number, or a host with two dots
        parts, is_plain, is_odd = urlsplit(""), True, True
    if not is_plain:
        raise UsageError(
            "url has a password, a key or a query in it; give the address alone, and the key in an environment "
            f"variable ({KEY_VARIABLE}).",
            parameter="url",
        )
    if url and (is_odd or parts.scheme not in {"http", "https"} or not parts.hostname):
        raise UsageError(
            "url is an address that begins with http:// or https://, in ASCII and with a port that is a number, such "
            "as http://localhost:8080/v1.",
            parameter="url",
        )
    return url.rstrip("/")


def hide(text: str, key: str) -> str:
    """A text of the server in which nobody finds the key."""
    return text.replace(key, "***") if key else text


def _headers(key: str) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    return headers | ({"Authorization": f"Bearer {key}"} if key else {})


def quote(text: str, key: str) -> str:
    """Quote the beginning of what a server says, on one line; hide the key, also where it is in escapes of JSON."""
    with suppress(ValueError, RecursionError):
        text = json.dumps(json.loads(text), ensure_ascii=False)
    return one_line(hide(text, key))[:_MESSAGE]


def _message_of(error: HTTPError) -> str:
    """What a server says about an error, as far as it has come."""
    with suppress(HTTPException, OSError, AttributeError):  # a status may come without a body
        body: Any = error.fp  # a response of HTTP
        return str(body.read1(_CHUNK).decode(errors="replace"))
    return ""


def _read(response: HTTPResponse) -> bytes:
    """Read a body whole, and not more than an answer can have."""
    parts: list[bytes] = []
    size = 0
    while part := response.read1(_CHUNK):
        parts.append(part)
        size += len(part)
        if size > _MOST_BYTES:
            raise Passing(f"a reply of more than {_MOST_BYTES} bytes")
    if response.length:
        raise Passing(_CUT_OFF)
    return b"".join(parts)


def _asked_wait(header: str | None) -> float | None:
    """The seconds that a server asks to wait for: a number, or a date; None if it does not say."""
    if not header:
        return None
    try:
        is_number = header.strip().replace(".", "", 1).isdecimal()
        seconds = float(header) if is_number else parsedate_to_datetime(header).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0.0), _LONGEST_ASKED_WAIT)


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Refuse: the status is an error then."""


class _Timed(AbstractHTTPHandler):
    """Opens connections whose replies have a time limit."""

    def do_open(self, http_class: Any, req: Any, **options: Any) -> HTTPResponse:
        def connect(*arguments: Any, **more: Any) -> Any:
            connection = http_class(*arguments, **more)
            connection.response_class = _TimedResponse
            return connection

        return super().do_open(connect, req, **options)


class _TimedHttp(_Timed, HTTPHandler):
    """As above, for http."""


class _TimedHttps(_Timed, HTTPSHandler):
    """As above, for https."""


class _TimedResponse(HTTPResponse):
    """A reply that has to be there when the time-out of its socket has passed once."""

    def __init__(self, sock: socket, *arguments: Any, **options: Any) -> None:
        super().__init__(sock, *arguments, **options)
        self.fp = BufferedReader(_TimedInput(sock, self.fp))


class _TimedInput(RawIOBase):
    """What comes from a socket, up to a point in time."""

    def __init__(self, sock: socket, file: BufferedReader) -> None:
        super().__init__()
        self._socket, self._file = sock, file
        self._deadline = time.monotonic() + (sock.gettimeout() or 0.0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left)
        return self._file.readinto1(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()
