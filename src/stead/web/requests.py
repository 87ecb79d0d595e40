"""One request as the handlers of pages see it, with its form."""

import ipaddress
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response

MOST_FIELDS = 200


class UnreadableForm(Exception):
    """Raised for a body that is no form which a page of the site could have sent."""


_MOST = (1 << 31) - 1
"""The largest number that a column of every database can hold."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was sent with a form: what its sender calls it, and its bytes."""

    name: str
    data: bytes


class Form:
    """The fields of a form, or of the query of an address; what is missing is empty."""

    def __init__(self, encoded: str = "") -> None:
        try:
            pairs = parse_qsl(encoded, keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError:
            raise UnreadableForm from None
        self._values: dict[str, list[str]] = {}
        self._files: dict[str, Upload] = {}
        for name, value in pairs:
            self._add(name, value)

    def _add(self, name: str, value: str) -> None:
        # No database, file or person has a use for null characters.
        self._values.setdefault(name, []).append(value.replace("\0", ""))

    @classmethod
    def from_multipart(cls, kind: str, body: bytes) -> "Form":
        """Parse a form with files (RFC 7578); `kind` is its content type."""
        head = f"Content-Type: {kind}\r\n\r\n".encode("latin-1", errors="replace")
        message = message_from_bytes(head + body, policy=policy.HTTP)
        parts = list(message.iter_parts()) if message.is_multipart() else []
        if not 1 <= len(parts) <= MOST_FIELDS or message.defects:
            raise UnreadableForm
        form = cls()
        for part in parts:
            disposition, data = part["content-disposition"], part.get_payload(decode=True)
            given = getattr(disposition, "params", {})
            if "name" not in given or not isinstance(data, bytes):
                raise UnreadableForm
            if "filename" not in given:
                form._add(given["name"], data.decode(errors="replace"))
            elif data:
                form._files[given["name"]] = Upload(given["filename"].encode(errors="replace").decode(), data)
        return form

    def file(self, name: str) -> Upload | None:
        """The file that was chosen for a field; None if there is none, or it is empty."""
        return self._files.get(name)

    def one(self, name: str) -> str:
        """The first value of a field."""
        return next(iter(self.all(name)), "")

    def all(self, name: str) -> list[str]:
        """Every value of a field, in order."""
        return self._values.get(name, [])

    def number(self, name: str, otherwise: int = -1) -> int:
        """The value of a field as a whole number; `otherwise` if it is not one that a store can hold."""
        text = self.one(name)
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 11 else _MOST + 1
        return number if number <= _MOST else otherwise

    def __contains__(self, name: str) -> bool:
        return name in self._values


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A request: its address, user and form. `user` is whatever the site's `who` returned for the session."""

    method: str
    path: str
    parameters: Mapping[str, Any]
    query: Form
    form: Form
    session: str
    user: Any
    address: str
    cookies: Mapping[str, str] = field(default_factory=dict)

    @property
    def posts(self) -> bool:
        """Whether the method is POST."""
        return self.method == "POST"


_PORTS = {"http": 80, "https": 443}


def is_from_here(headers: Headers, url: str) -> bool:
    """Whether a POST says that a page of this site, whose URL is given, has sent it. All others are refused.

    Browsers say so and pages cannot change it. Sec-Fetch-Site is sent to https and to this machine only; over plain
    http, and by browsers from before 2023, there is Origin; by the oldest, Referer, which our pages let them send. An
    origin is ours if it is the site's URL, or the host that was asked for: a proxy may ask for another host than the
    browser did. What has none of the three may be forged with the cookie of somebody who is signed in.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    sender = headers.get("origin", headers.get("referer", ""))
    try:
        host = urlsplit(sender).netloc.lower()
        return bool(host) and (_origin(sender) == _origin(url) or host == headers.get("host", "").lower())
    except ValueError:
        return False


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)


_log = logging.getLogger("stead.web")

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_OF_ONE_VISITOR = 64
"""The bits of an IPv6 address that tell networks apart; whoever has one address has all others with the same bits."""


class Proxies:
    """The trusted proxies, whose forwarded addresses are used: addresses or networks, as `10.0.0.0/8`."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = [ipaddress.ip_network(name, strict=False) for name in named]
        self._has_warned = False

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """The address of the client, by which attempts are counted.

        Each proxy appends to X-Forwarded-For whom it was asked by, so the list is read from its end: the last address
        that is none of our proxies. What comes before it may be invented.
        """
        asked_by = [part.strip() for header in forwarded for part in header.split(",")]
        if asked_by and not self._trusts(_parse_address(peer)):
            self._warn(peer)
            return _visitor(peer)
        nearest = peer
        while asked_by and self._trusts(_parse_address(nearest)):
            said = asked_by.pop()
            if _parse_address(said) is None:
                break  # as `unknown`: all that is known is which proxy said so
            nearest = said
        return _visitor(nearest)

    def trusts(self, named: str) -> bool:
        """Whether an address is one of them."""
        return self._trusts(_parse_address(named))

    def _trusts(self, address: IPAddress | None) -> bool:
        return address is not None and any(address in network for network in self._networks)

    def _warn(self, peer: str) -> None:
        """Warn once: with a proxy that nobody named, all visitors would count as one."""
        if not self._has_warned:
            self._has_warned = True
            _log.warning(
                "X-Forwarded-For from %s is not believed. If that is your proxy, name it in campaign.toml: "
                'proxies = ["%s"] in [access].',
                peer,
                peer,
            )


def _visitor(text: str) -> str:
    """The address under which a visitor is counted; of IPv6 the network."""
    address = _parse_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _OF_ONE_VISITOR), strict=False))
    return text if address is None else str(address)


def _parse_address(text: str) -> IPAddress | None:
    """Parse an address with or without a port, as proxies write it; also IPv4 written as IPv6."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


@dataclass(frozen=True)
class SessionCookie:
    """A cookie that scripts cannot read and other sites cannot send; over https it never leaves the encryption."""

    site: str
    """What tells this site from others on the same host: browsers do not tell the cookies of two ports apart."""
    seconds: int
    secure: bool

    @property
    def name(self) -> str:
        """The name of the cookie, with `__Host-` over https: browsers accept that only with all safe attributes."""
        return f"{'__Host-' if self.secure else ''}stead-{self.site}"

    def put(self, response: Response, token: str) -> None:
        """Set the cookie."""
        response.set_cookie(
            self.name, token, max_age=self.seconds, path="/", httponly=True, secure=self.secure, samesite="lax"
        )

    def remove(self, response: Response) -> None:
        """Delete the cookie."""
        response.delete_cookie(self.name, path="/", httponly=True, secure=self.secure, samesite="lax")
