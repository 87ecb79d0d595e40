"""Guests of a campaign's site who speak plain HTTP: they keep cookies, read forms, and fill them in."""

import http.client
import ssl
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urlsplit

from stead.campaign import Campaign, Role
from stead.campaign.pages import campaign_app
from stead.campaign.pages.shared import CampaignSite
from stead.web.serving import Server

Fields = dict[str, list[str]]


@dataclass(frozen=True)
class Reply:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def place(self) -> str:
        """Where it sends one to."""
        return self.headers.get("location", "")

    def form(self, action: str) -> Fields:
        """The fields of a form, as a browser would send them if nobody touched it."""
        return forms(self.text)[action]


class _Forms(HTMLParser):
    def __init__(self, *, choosing: bool) -> None:
        super().__init__()
        self._choosing = choosing
        self.found: dict[str, Fields] = {}
        self._fields: Fields = {}
        self._area: str | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        name = given.get("name") or ""
        if tag == "form":
            self._fields = self.found.setdefault(given.get("action") or "", {})
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in given or self._select not in self._fields:
                self._fields[self._select] = [given.get("value") or ""]
        elif tag == "textarea":
            self._area = name
            self._fields.setdefault(name, []).append("")
        elif tag == "input" and name and given.get("type") == "radio":
            if "checked" in given or (self._choosing and name not in self._fields):
                self._fields[name] = [given.get("value") or ""]
        elif tag == "input" and name and (given.get("type") != "checkbox" or "checked" in given):
            self._fields.setdefault(name, []).append(given.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = None
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._fields[self._area][-1] += data


def forms(text: str, *, choosing: bool = False) -> dict[str, Fields]:
    """The fields of all forms, by where they go; `choosing` chooses the first of options of which none is chosen."""
    parser = _Forms(choosing=choosing)
    parser.feed(text)
    return parser.found


def encoded(fields: Fields) -> bytes:
    return urlencode(fields, doseq=True).encode()


@dataclass
class Guest:
    """Somebody with a browser that knows no scripts."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    source: str = ""
    """The address of this machine that they come from."""
    certificate: str = ""
    """The file of the certificate that they trust."""
    _connection: http.client.HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, fields: Fields, **headers: str) -> Reply:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        origin = {} if {"Origin", "Referer", "Sec_Fetch_Site"} & headers.keys() else {"Origin": self.address}
        return self.ask("POST", path, encoded(fields), {**kind, **origin, **headers})

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        if self._connection is None:
            self._connection = self._connected()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self._connection.request(method, path, body, sent)
            found = self._connection.getresponse()
            reply = Reply(found.status, {name.lower(): value for name, value in found.getheaders()}, found.read())
        except (OSError, http.client.HTTPException):
            self.leave()
            raise
        self._keep(found.headers.get_all("set-cookie") or [])
        return reply

    def _connected(self) -> http.client.HTTPConnection:
        place, origin = urlsplit(self.address), (self.source, 0) if self.source else None
        if place.scheme == "http":
            return http.client.HTTPConnection(place.netloc, timeout=60, source_address=origin)
        context = ssl.create_default_context(cafile=self.certificate)
        return http.client.HTTPSConnection(place.netloc, timeout=60, source_address=origin, context=context)

    def _keep(self, cookies: Iterable[str]) -> None:
        for cookie in cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            if value.strip('"'):
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)

    def __del__(self) -> None:
        self.leave()

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @property
    def session(self) -> str:
        """The token of the session, if there is one."""
        return next((value for name, value in self.cookies.items() if "stead-" in name), "")

    # ---------------------------------------------------------------------------------------------- what people do

    def follow(self, reply: Reply) -> Reply:
        """Go where one is sent, until there."""
        for _ in range(10):
            if reply.status != 303:
                return reply
            reply = self.get(reply.place)
        raise AssertionError("sent round in circles")

    def join(self, token: str) -> "Guest":
        """Sign in by an invitation."""
        reply = self.post("/join", self.get(f"/join/{token}").form("/join"))
        assert (reply.status, reply.place) == (303, "/annotate"), reply.text
        return self

    def begin(self) -> Reply:
        """Read the guidelines, and go to the first item."""
        page = self.follow(self.get("/annotate"))
        if "/guidelines" in forms(page.text):
            fields = page.form("/guidelines")
            page = self.follow(self.post("/guidelines", {**fields, "agree": ["yes"]}))
        return page

    def answer(self, page: Reply, *substitutes: str, **others: str) -> Reply:
        """Fill in the form of an item and send it; what the server says to that."""
        action, fields = item_form(page)
        filled = {**fields, "substitute": list(substitutes), **{name: [value] for name, value in others.items()}}
        return self.post(action, filled)

    def sign_in(self, name: str, password: str) -> Reply:
        return self.post("/sign-in", {"name": [name], "password": [password]})


def item_form(page: Reply) -> tuple[str, Fields]:
    """Where the form of an item goes, and its fields."""
    return next((action, fields) for action, fields in forms(page.text).items() if action.startswith("/annotate/"))


@contextmanager
def served(campaign: Campaign) -> Iterator[str]:
    """The campaign's site on a port of this machine; its address."""
    server = Server(campaign_app(campaign), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.address
    finally:
        server.stop()
        thread.join(30)


def cookie_name(campaign: Campaign) -> str:
    """What the campaign calls its cookie."""
    return CampaignSite(campaign).cookie.name


def invited(campaign: Campaign, *names: str) -> dict[str, str]:
    """Annotators with their invite tokens."""
    return campaign.users.add(dict.fromkeys(names, Role.ANNOTATOR), actor="test")


PASSWORD = "correct horse battery"


def organiser(campaign: Campaign, name: str = "olga") -> None:
    """An organiser with a password."""
    campaign.users.add({name: Role.ORGANISER}, actor="test")
    campaign.users.set_password(campaign.users.by_name(name).id, PASSWORD, actor=name)
