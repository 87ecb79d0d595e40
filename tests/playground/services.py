"""A service with systems that need no resources, and clients that ask it."""

import http.client
import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast
from urllib.parse import urlsplit

from stead.core.errors import SteadError
from stead.core.item import Item
from stead.playground import playground_app
from stead.playground.guards import ServiceOptions
from stead.playground.served_systems import ServedSystems
from stead.systems import Substitute, Substituter, Suggestions
from stead.systems.whole_texts import TextOptions
from stead.web.serving import Server
from stead.words import locate_target, split_sentences

ENDINGS = ("able", "ible", "ous", "less", "ful", "ish")
UNKNOWN = "zzz"
"""A target that no lexicon has."""


@dataclass
class Endings:
    """Substitutes are the target with other endings, best first: what belongs to which target is plain to see."""

    name: str = "swift"
    language: str = "en"
    seconds: float = 0.0
    """How long a batch takes."""
    batches: deque[int] = field(default_factory=lambda: deque(maxlen=1000))
    """The sizes of the last batches: a longer list would grow in the proof that nothing does."""
    fails: bool = False

    loads: float = 0.0
    """How long it takes to load."""
    reasons: Mapping[str, float] = field(default_factory=lambda: {"ngrams": -1.0, "encoder": 0.8})

    def load(self) -> None:
        time.sleep(self.loads)

    def targets(self, text: str, _options: TextOptions) -> Iterator[tuple[int, Item]]:
        """Every word of three letters or more in lower case, but for some function words, in its sentence."""
        for sentence in split_sentences(text, "en"):
            inside = text[sentence.start : sentence.end]
            for match in re.finditer(r"\b[a-z]{3,}\b", inside):
                if match[0] not in {"and", "the", "was"}:
                    yield sentence.start, _item(inside, *match.span())

    def suggest_many(self, requests: Iterable[Mapping[str, Any]], *, number: int) -> Iterator[Suggestions]:
        asked = list(requests)
        self.batches.append(len(asked))
        time.sleep(self.seconds)
        if self.fails:
            raise ZeroDivisionError
        for request in asked:
            try:
                yield self._suggestions(request, [f"{{}}{ending}" for ending in ENDINGS[:number]])
            except SteadError as error:
                yield Suggestions(item=_item(request["text"], 0, 0), system=self.name, refusal=str(error))

    def rank(self, candidates: Sequence[str], **request: Any) -> Suggestions:
        return self._suggestions(request, sorted(candidates))

    def _suggestions(self, request: Mapping[str, Any], forms: Sequence[str]) -> Suggestions:
        place = {name: request.get(name) for name in ("target", "start", "end", "occurrence")}
        text, start, end = locate_target(request["text"], **place)
        target = text[start:end]
        if target == UNKNOWN:
            return Suggestions(item=_item(text, 0, 0), system=self.name, refusal=f'"{target}" is not in the lexicon.')
        substitutes = tuple(
            replace(_substitute(text, start, end, form.format(target), 0.9 - 0.14 * rank), reasons=self.reasons)
            for rank, form in enumerate(forms)
        )
        return Suggestions(item=_item(text, start, end), system=self.name, substitutes=substitutes, good_from=0.5)


def _item(text: str, start: int, end: int) -> Item:
    return Item(id="1", lexelt=f"{text[start:end]}.a", text=text, start=start, end=end, language="en")


def _substitute(text: str, start: int, end: int, form: str, score: float) -> Substitute:
    before = text[:start]
    if before.endswith(" a ") and form[0] in "aeiou":
        before = f"{before[:-1]}n "
    return Substitute(
        term=form,
        form=form,
        sentence=before + form + text[end:],
        start=len(before),
        end=len(before) + len(form),
        score=score,
        probability=score,
        source="endings",
        sources=("wordnet", "thesaurus"),
    )


def systems(**opened: Endings) -> ServedSystems:
    """Two systems of two languages, or one for each name that is given."""

    def open_substituter(name: str, language: str) -> Substituter:
        return cast("Substituter", opened.get(name) or Endings(name, language))

    languages: dict[str, Sequence[str]] = dict.fromkeys(opened, ("en",)) or {"swift": ("en", "fr"), "wordnet": ("en",)}
    return ServedSystems(languages, open_substituter=open_substituter)


@contextmanager
def served(options: ServiceOptions | None = None, **opened: Endings) -> Iterator["Client"]:
    """A client of a service on a port of this machine."""
    server = Server(playground_app(systems(**opened), options or ServiceOptions()), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        client = Client(server.address)
        wait_until(lambda: client.get("/healthz").status == 200)
        yield client
    finally:
        server.stop()
        thread.join(30)


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that is about to happen."""
    for _ in range(500):
        try:
            if is_so():
                return
        except OSError:
            pass
        time.sleep(0.01)
    raise AssertionError("it did not happen")


@dataclass(frozen=True)
class Reply:
    """What the service responds."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def detail(self) -> str:
        """The sentence of a problem."""
        assert self.headers["content-type"] == "application/problem+json"
        record = self.json()
        assert record["status"] == self.status
        return str(record["detail"])


@dataclass(frozen=True)
class Client:
    """Asks a service, on a new connection each time."""

    address: str

    def connect(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.address)
        return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """Send a request; underscores in the names of headers are hyphens."""
        connection = self.connect()
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            response = connection.getresponse()
            names = dict.fromkeys(name.lower() for name, _ in response.getheaders())
            return Reply(
                response.status,
                {name: ", ".join(response.headers.get_all(name, [])) for name in names},
                response.read(),
            )
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Reply:
        return self.send("GET", path, None, **headers)

    def post(self, path: str, record: Any, **headers: str) -> Reply:
        return self.send("POST", path, json.dumps(record).encode(), content_type="application/json", **headers)
