"""Ask a language model at an endpoint of the OpenAI kind (`POST {url}/chat/completions`), each question once.

A reply is kept on disk, in a file named by the digest of its request (address, model, messages, parameters), as soon as
it has arrived: a run that is given again or resumed asks nothing twice. What may pass is tried again, later and later:
too many requests (429, as long as the server says), errors of the server (5xx), time-outs, connections and replies that
are cut off. Anything else, and what does not pass, ends the run with one sentence; the replies so far are kept.

The key is read from an environment variable when a request is sent, and is written nowhere: not into files, errors or
signatures, nor sent on to where a server redirects to.
"""

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from threading import Condition, Event
from typing import TYPE_CHECKING, Any

from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.text import one_line, plural
from stead.formats import write_content
from stead.resources.cache import cache_folder

if TYPE_CHECKING:
    from concurrent.futures import Future
    from http.client import HTTPResponse
    from urllib.error import HTTPError
    from urllib.request import OpenerDirector

KEY_VARIABLE = "STEAD_LLM_KEY"
"""The environment variable that the key is in, unless another is named."""

_SCHEMA = "stead.llm/1"
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0  # seconds; doubled from try to try
_LONGEST_ASKED_WAIT = 600.0  # seconds that a server may ask us to wait
_CHUNK = 1 << 16
_MOST_BYTES = 1 << 22
"""A reply that is longer is not one to these questions."""
_MESSAGE = 200  # characters of a server's message that are quoted
_PASSING = {408, 425, 429}
_REFUSED = {401, 403}
_MILLION = 1_000_000
_ROUNDING = 1e-9


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What cannot change an answer: how many requests at once and a minute, patience, prices and budgets (0: none).

    Prices are for a million tokens. Budgets are for one start of a command, and are never exceeded: before a request is
    sent, the most that it can cost is set aside.
    """

    at_once: int = 4
    requests_a_minute: int = 0
    timeout: float = 60.0
    tries: int = 6
    token_budget: int = 0
    cost_budget: float = 0.0
    input_price: float = 0.0
    output_price: float = 0.0

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """The price of tokens."""
        return (prompt_tokens * self.input_price + completion_tokens * self.output_price) / _MILLION


@dataclass(frozen=True)
class Question:
    """What is asked: the body of the request, without the address."""

    body: Mapping[str, Any]

    @cached_property
    def text(self) -> str:
        """The body as JSON, always with the same bytes."""
        return json.dumps(self.body, sort_keys=True)

    @property
    def most_tokens(self) -> tuple[int, int]:
        """The most tokens that question and answer can have: a token has a byte or more."""
        return len(json.dumps(self.body, ensure_ascii=False).encode(errors="replace")), int(self.body["max_tokens"])


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What came back: the text or the refusal of the model, and what it took."""

    text: str
    refusal: str = ""
    is_cut_off: bool = False
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    tries: int = 1
    seconds: float = 0.0


class _Passing(Exception):
    """An obstacle that may pass: try again, not before `wait` seconds if the server says so.

    A request that was sent and got no whole reply `may_cost` what it asked for.
    """

    def __init__(self, reason: str, wait: float | None = None, *, may_cost: bool = True) -> None:
        super().__init__(reason)
        self.wait, self.may_cost = wait, may_cost


class Endpoint:
    """An address with its replies on disk; asks in a few threads within the limits."""

    def __init__(self, url: str, key_variable: str, limits: Limits) -> None:
        self.url, self.limits = url.rstrip("/"), limits
        self._key_variable = key_variable
        self._meter = _Meter(limits)

    def reply_kept(self, question: Question) -> Reply | None:
        """The reply that is on disk, if there is one and it is whole."""
        try:
            kept = json.loads(self._path(question).read_bytes())
            return Reply(**kept["reply"]) if kept["schema"] == _SCHEMA else None
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def ask_all(self, questions: Sequence[Question]) -> Iterator[Reply]:
        """Ask several questions at once; replies come in the order of the questions, equal ones are asked once."""
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (few systems ask a server)

        pending: dict[str, Future[Reply]] = {}
        stopped = Event()
        with ThreadPoolExecutor(self.limits.at_once) as threads:
            for question in questions:
                if question.text not in pending:
                    pending[question.text] = threads.submit(self._ask, question, stopped)
            try:
                for question in questions:
                    yield pending[question.text].result()
            except BaseException:  # the others are not waited for
                stopped.set()
                threads.shutdown(wait=False, cancel_futures=True)
                raise

    def _ask(self, question: Question, stopped: Event) -> Reply:
        kept = self.reply_kept(question)
        if kept is not None:
            return kept
        begun = time.monotonic()
        for number in range(1, self.limits.tries + 1):
            try:
                fields = self._send_within_limits(question, stopped)
            except _Passing as obstacle:
                if number == self.limits.tries:
                    raise BadInput(
                        f"{self.url}: no answer after {plural(number, 'attempt')}: {obstacle}. The replies so far are "
                        "kept: give the same command again to go on."
                    ) from None
                wait = min(_FIRST_WAIT * 2 ** (number - 1), _LONGEST_WAIT)
                stopped.wait(wait if obstacle.wait is None else obstacle.wait)
            else:
                reply = Reply(**fields, tries=number, seconds=round(time.monotonic() - begun, 3))
                self._keep(question, reply)
                return reply
        raise AssertionError("every request has at least one try")

    def _send_within_limits(self, question: Question, stopped: Event) -> dict[str, Any]:
        """Send a request when it is its turn and the budget allows for it, and count what it took."""
        tokens = 0, 0
        pause = self._meter.set_aside(question.most_tokens)
        try:
            if stopped.wait(pause):
                raise SteadError("asking was stopped.")
            fields = self._send(question)
            tokens = tokens_of(question, Reply(**fields))
        except _Passing as obstacle:
            tokens = question.most_tokens if obstacle.may_cost else tokens
            raise
        finally:
            self._meter.settle(question.most_tokens, tokens)
        return fields

    def _send(self, question: Question) -> dict[str, Any]:
        """Send a request once; returns the fields of the reply."""
        from http.client import HTTPException  # noqa: PLC0415 (as above)
        from urllib.error import HTTPError, URLError  # noqa: PLC0415
        from urllib.request import Request  # noqa: PLC0415

        key = os.environ.get(self._key_variable, "")
        if not key and self._key_variable != KEY_VARIABLE:
            raise UsageError(f"the environment variable {self._key_variable}, which should have the key, is not set.")
        request = Request(f"{self.url}/chat/completions", question.text.encode(), _headers(key), method="POST")  # noqa: S310 (checked)
        timeout = self.limits.timeout
        try:
            with self._opener.open(request, timeout=timeout) as response:
                data = _read(response, time.monotonic() + timeout)
        except HTTPError as error:
            with error:
                raise self._status_error(error, key) from None
        except (URLError, HTTPException, OSError) as error:
            is_unsent = isinstance(error, URLError)
            reason = error.reason if isinstance(error, URLError) else error
            raise _Passing(one_line(_hide(str(reason) or type(reason).__name__, key)), may_cost=not is_unsent) from None
        return _fields_of(_hide(data.decode(errors="replace"), key))

    def _status_error(self, error: "HTTPError", key: str) -> Exception:
        """The error for a status that is no success: one that may pass, or one sentence."""
        from http.client import HTTPException  # noqa: PLC0415 (as above)

        status = f"HTTP {error.code}"
        if error.code in _PASSING or error.code >= 500:
            return _Passing(status, _asked_wait(error.headers.get("Retry-After")), may_cost=False)
        if error.code in _REFUSED:
            given = f"the key of {self._key_variable} was sent" if key else f"no key is set ({self._key_variable})"
            return BadInput(f"{self.url}: refuses the request ({status}); {given}.")
        if error.code < 400:
            return BadInput(f"{self.url}: redirects ({status}), which is not followed; name the final address.")
        message = ""
        with suppress(HTTPException, OSError):
            message = _hide(error.read(_CHUNK).decode(errors="replace"), key)
        return BadInput(f"{self.url}: refuses the request ({status}): {one_line(message)[:_MESSAGE] or 'no reason'}.")

    @cached_property
    def _opener(self) -> "OpenerDirector":
        """Opens addresses without redirects, which would get the key; an address of this machine needs no proxy."""
        from urllib.parse import urlsplit  # noqa: PLC0415 (as above)
        from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener  # noqa: PLC0415

        class NoRedirect(HTTPRedirectHandler):
            def redirect_request(self, *_: Any) -> None:
                """Refuse: the status is an error then."""

        is_local = urlsplit(self.url).hostname in {"localhost", "127.0.0.1", "::1"}
        return build_opener(NoRedirect, *([ProxyHandler({})] if is_local else []))

    def _path(self, question: Question) -> Path:
        name = hashlib.sha256(json.dumps([self.url, question.text]).encode()).hexdigest()
        return cache_folder() / "llm" / name[:2] / f"{name}.json"

    def _keep(self, question: Question, reply: Reply) -> None:
        path = self._path(question)
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"schema": _SCHEMA, "url": self.url, "request": question.body, "reply": asdict(reply)}
        write_content(path, (json.dumps(kept, indent=1) + "\n").encode())


class _Meter:
    """Counts what is spent, and keeps requests within the rate and the budgets."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._changed = Condition()
        self._open = 0
        self._next = 0.0
        self._tokens, self._cost = 0, 0.0

    def set_aside(self, most_tokens: tuple[int, int]) -> float:
        """Set aside the most that a request can cost, or refuse it; returns the seconds until its turn."""
        with self._changed:
            while over := self._budget_exceeded_with(most_tokens):
                if not self._open:
                    raise BadInput(
                        f"the next request could exceed {over}; nothing more is asked. The replies so far are kept: "
                        "raise the budget, and give the same command again to go on."
                    )
                self._changed.wait()  # requests that are under way may take less than was set aside
            self._spend(most_tokens)
            self._open += 1
            return self._turn()

    def settle(self, most_tokens: tuple[int, int], tokens: tuple[int, int]) -> None:
        """Count the tokens that a request has cost instead of what was set aside."""
        with self._changed:
            self._spend(most_tokens, sign=-1)
            self._spend(tokens)
            self._open -= 1
            self._changed.notify_all()

    def _spend(self, tokens: tuple[int, int], sign: int = 1) -> None:
        self._tokens += sign * sum(tokens)
        self._cost += sign * self._limits.cost(*tokens)

    def _budget_exceeded_with(self, tokens: tuple[int, int]) -> str:
        """The budget that these tokens would exceed, if there is one."""
        limits = self._limits
        if limits.token_budget and self._tokens + sum(tokens) > limits.token_budget:
            return f"the budget of {limits.token_budget} tokens"
        if limits.cost_budget and self._cost + limits.cost(*tokens) > limits.cost_budget * (1 + _ROUNDING):
            return f"the budget of {limits.cost_budget:g}"
        return ""

    def _turn(self) -> float:
        """The seconds until the turn of the next request; turns are evenly spaced."""
        if not self._limits.requests_a_minute:
            return 0.0
        now = time.monotonic()
        turn = max(self._next, now)
        self._next = turn + 60.0 / self._limits.requests_a_minute
        return turn - now


def tokens_of(question: Question, reply: Reply) -> tuple[int, int]:
    """The tokens of a question and its answer; where the server does not count them, the most that they can be."""
    most = question.most_tokens
    prompt = most[0] if reply.prompt_tokens is None else reply.prompt_tokens
    return prompt, most[1] if reply.completion_tokens is None else reply.completion_tokens


def check_url(url: str) -> str:
    """Refuse an address that is not http or https, or that holds a password or key; the message does not repeat it."""
    from urllib.parse import urlsplit  # noqa: PLC0415 (as above)

    try:
        parts = urlsplit(url)
        is_plain = not (parts.username or parts.password or parts.query or parts.fragment)
    except ValueError:
        parts, is_plain = urlsplit(""), True
    if not is_plain:
        raise UsageError(
            "url has a password, a key or a query in it; give the address alone, and the key in an environment "
            f"variable ({KEY_VARIABLE}).",
            parameter="url",
        )
    if url and (parts.scheme not in {"http", "https"} or not parts.hostname):
        raise UsageError(
            "url is an address that begins with http:// or https://, such as http://localhost:8080/v1.", parameter="url"
        )
    return url


def _headers(key: str) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    return headers | ({"Authorization": f"Bearer {key}"} if key else {})


def _read(response: "HTTPResponse", deadline: float) -> bytes:
    """Read a body whole: in time, and not more than an answer can have."""
    parts: list[bytes] = []
    size = 0
    while part := response.read1(_CHUNK):
        parts.append(part)
        size += len(part)
        if size > _MOST_BYTES:
            raise _Passing(f"a reply of more than {_MOST_BYTES} bytes")
        if time.monotonic() > deadline:
            raise _Passing("timed out")
    if response.length:
        raise _Passing("the reply was cut off")
    return b"".join(parts)


def _fields_of(text: str) -> dict[str, Any]:
    """The fields of a reply, from the JSON of the server."""
    try:
        record = json.loads(text)
        choice = record["choices"][0]
        message = choice["message"]
        content, refusal = message.get("content") or "", message.get("refusal") or ""
        usage = record.get("usage") or {}
        counts = {name: _count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")}
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise _Passing("a reply that is not JSON of a chat completion, or cut off") from None
    if not isinstance(content, str) or not isinstance(refusal, str):
        raise _Passing("a reply without a text")
    return {"text": content, "refusal": refusal, "is_cut_off": choice.get("finish_reason") == "length", **counts}


def _count(number: object) -> int | None:
    return number if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else None


def _asked_wait(header: str | None) -> float | None:
    """The seconds that a server asks to wait for: a number, or a date; None if it does not say."""
    if not header:
        return None
    try:
        seconds = float(header) if header.strip().replace(".", "", 1).isdecimal() else _until(header)
    except (ValueError, TypeError):
        return None
    return min(max(seconds, 0.0), _LONGEST_ASKED_WAIT)


def _until(date: str) -> float:
    from email.utils import parsedate_to_datetime  # noqa: PLC0415 (as above)

    return parsedate_to_datetime(date).timestamp() - time.time()


def _hide(text: str, key: str) -> str:
    """A text of the server in which nobody finds the key."""
    return text.replace(key, "***") if key else text
