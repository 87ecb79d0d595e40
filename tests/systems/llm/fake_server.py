"""An endpoint of the OpenAI kind in a thread, whose answers and faults a test decides."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

Reaction = Callable[["Exchange"], None]


def question_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a question, from the last message."""
    data = json.loads(body["messages"][-1]["content"])
    assert isinstance(data, dict)
    return data


def obliging_text(body: Mapping[str, Any]) -> str:
    """What a well-behaved model says: two substitutes made of the word, or a rating by length for each candidate."""
    data = question_of(body)
    if "candidates" in data:
        return json.dumps({term: len(term) % 4 for term in data["candidates"]})
    return json.dumps({"substitutes": [f"{data['word']}like", f"un{data['word']}"]})


def completion(text: str | None, **choice: Any) -> bytes:
    """The JSON of a chat completion, with 50 tokens of question and 7 of answer."""
    message = {"role": "assistant", "content": text, **choice.pop("message", {})}
    usage = {"prompt_tokens": 50, "completion_tokens": 7}
    return json.dumps({"choices": [{"message": message, "finish_reason": "stop", **choice}], "usage": usage}).encode()


@dataclass
class FakeServer:
    """Counts what it is asked; `react` answers a request, `delay` holds every answer back."""

    react: Reaction | None = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    busiest: int = 0
    hold_after: int | None = None
    released: Event = field(default_factory=Event)
    delay: float = 0.0
    url: str = ""
    _open: int = 0
    _lock: Any = field(default_factory=Lock)

    def handle(self, exchange: "Exchange") -> None:
        """Answer a request."""
        with self._lock:
            self.requests.append(exchange.body)
            self.headers.append({name.lower(): value for name, value in exchange.handler.headers.items()})
            self._open += 1
            self.busiest = max(self.busiest, self._open)
            exchange.number = len(self.requests)
        try:
            if self.hold_after is not None and exchange.number > self.hold_after:
                self.released.wait(30)
                return
            time.sleep(self.delay)
            (self.react or Exchange.oblige)(exchange)
        finally:
            with self._lock:
                self._open -= 1


@dataclass
class Exchange:
    """One request, and ways to answer it."""

    server: FakeServer
    handler: BaseHTTPRequestHandler
    body: dict[str, Any]
    number: int = 0

    def oblige(self) -> None:
        """Answer as asked."""
        self.say(obliging_text(self.body))

    def say(self, text: str | None, **choice: Any) -> None:
        """Answer with a text of the model."""
        self.send(200, completion(text, **choice))

    def send(self, status: int, data: bytes, **headers: str) -> None:
        """Send anything."""
        self.handler.send_response(status)
        length = headers.pop("Content_Length", str(len(data)))
        self.handler.send_header("Content-Length", length)
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(data)
        with self.server._lock:
            self.server.answered.append(json.dumps(self.body, sort_keys=True))


@contextmanager
def running(react: Reaction | None = None, **settings: Any) -> Iterator[FakeServer]:
    """Run a server until the block is left."""
    fake = FakeServer(react, **settings)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with suppress(BrokenPipeError, ConnectionResetError):  # the test has ended its process
                fake.handle(Exchange(fake, self, body))
            self.close_connection = True

        def do_GET(self) -> None:
            fake.handle(Exchange(fake, self, {}))

        def log_message(self, format: str, *arguments: Any) -> None:
            """Keep quiet."""

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    fake.url = f"http://127.0.0.1:{httpd.server_port}/v1"
    thread = Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        fake.released.set()
        httpd.shutdown()
        httpd.server_close()
        thread.join()
