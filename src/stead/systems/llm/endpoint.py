"""Ask a language model at an endpoint of the OpenAI kind (`POST {url}/chat/completions`), each question once.

A reply is kept on disk, in a file named by the digest of its request (address, model, messages, parameters), as soon as
it has arrived: a run that is given again or resumed asks nothing twice, nor do two processes at the same time. What may
pass is tried again, later and later: too many requests (429, as long as the server says), errors of the server (5xx),
time-outs, connections and replies that are cut off. Anything else, and what does not pass, ends the run with one
sentence; the replies so far are kept.

The key is read from an environment variable when a request is sent, and is written nowhere: not into files, errors or
signatures, nor sent on to where a server redirects to.
"""

import hashlib
import json
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from threading import Condition, Event
from typing import TYPE_CHECKING, Any

from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.text import plural
from stead.formats import write_content
from stead.resources.cache import cache_folder, hold_short_lock
from stead.systems.llm.transport import KEY_VARIABLE, Passing, Refused, Transport, hide, quote

if TYPE_CHECKING:
    from concurrent.futures import Future

_SCHEMA = "stead.llm/1"
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0  # seconds; doubled from try to try
_MILLION = 1_000_000
_MOST_COUNTED = 10**9  # tokens of one request
_SHORTEST_SECRET = 12  # characters; servers without keys want a word such as EMPTY
_ROUNDING = 1e-9


LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")
"""The names that endpoints have for the most tokens of an answer; each refuses the other, or takes both."""
_OTHERWISE = {
    "max_tokens": "limit_field=max_completion_tokens",
    "max_completion_tokens": "limit_field=max_tokens",
    "temperature": "temperature=none",
    "seed": "seed=none",
    "response_format": "format=object or format=text",
}
"""How a request is sent without a field that an endpoint refuses."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What cannot change an answer: how many requests at once and a minute (0: any), patience, prices and budgets.

    Prices are for a million tokens. Budgets are for one start of a command, and are never exceeded: before a request is
    sent, the most that it can cost is set aside.
    """

    at_once: int = 4
    requests_a_minute: int = 0
    timeout: float = 60.0
    tries: int = 6
    token_budget: float = inf
    cost_budget: float = inf
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
        limit = next(self.body[name] for name in LIMIT_FIELDS if name in self.body)
        return len(json.dumps(self.body, ensure_ascii=False).encode(errors="replace")), int(limit)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What came back: the text or the refusal of the model, and what it took; `obstacles` are failed attempts."""

    text: str
    refusal: str = ""
    is_cut_off: bool = False
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    obstacles: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def tries(self) -> int:
        """How often the question was sent."""
        return len(self.obstacles) + 1

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> "Reply":
        """A reply as it was kept; a TypeError or KeyError if somebody has changed it to something else."""
        texts = {name: record[name] for name in ("text", "refusal")}
        obstacles = tuple(record["obstacles"])
        if not all(isinstance(value, str) for value in (*texts.values(), *obstacles)):
            raise TypeError("a reply has texts")
        return cls(
            **texts,
            prompt_tokens=_count(record["prompt_tokens"]),
            completion_tokens=_count(record["completion_tokens"]),
            is_cut_off=record["is_cut_off"] is True,
            obstacles=obstacles,
            seconds=float(record["seconds"]),
        )


class Endpoint:
    """An address with its replies on disk; asks in a few threads within the limits."""

    def __init__(self, url: str, key_variable: str, limits: Limits) -> None:
        self.url, self.limits = url, limits
        self._key_variable = key_variable
        self._transport = Transport(self.url, key_variable, limits.timeout)
        self._meter = _Meter(limits)

    def reply_kept(self, question: Question) -> Reply | None:
        """The reply that is on disk, if there is one and it is whole."""
        try:
            kept = json.loads(self._path(question).read_bytes())
            if kept["schema"] != _SCHEMA or kept["request"] != question.body:
                return None
            return Reply.of_record(kept["reply"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def ask_all(self, questions: Sequence[Question]) -> Iterator[Reply]:
        """Ask several questions at once; replies come in the order of the questions, equal ones are asked once."""
        from concurrent.futures import Future, wait  # noqa: PLC0415 (few systems ask a server)
        from threading import Thread  # noqa: PLC0415

        pending: dict[str, tuple[Question, Future[Reply]]] = {
            question.text: (question, Future()) for question in questions
        }
        left, stopped, failures = iter([*pending.values()]), Event(), list[BaseException]()
        for _ in range(min(self.limits.at_once, len(pending))):
            # nobody waits at the end of the program for what Ctrl-C has left
            Thread(target=self._ask_in_turn, args=(left, stopped, failures), daemon=True).start()
        try:
            for question in questions:
                yield pending[question.text][1].result()
        except BaseException as error:
            stopped.set()
            under_way = [future for _, future in pending.values() if not future.cancel()]
            if isinstance(error, Exception):  # what is under way may cost something: its reply is kept
                wait(under_way)
                raise failures[0] from None  # the others were stopped because of it
            raise

    def _ask_in_turn(
        self, left: "Iterator[tuple[Question, Future[Reply]]]", stopped: Event, failures: list[BaseException]
    ) -> None:
        """Ask one question after another, beside other threads, until there are no more or one of them fails."""
        for question, future in left:
            if stopped.is_set():
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._ask(question, stopped))
            except BaseException as error:  # raised where the reply is waited for
                failures.append(error)
                stopped.set()
                future.set_exception(error)

    def _ask(self, question: Question, stopped: Event) -> Reply:
        kept = self.reply_kept(question)
        if kept is not None:
            return kept
        with self._locked(question):
            return self.reply_kept(question) or self._ask_until_answered(question, stopped)

    @contextmanager
    def _locked(self, question: Question) -> Iterator[None]:
        """Let one process at a time ask a question; nothing is asked where the reply could not be kept."""
        path = self._path(question)
        with ExitStack() as stack:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                stack.enter_context(hold_short_lock(path.with_name(f".{path.name}.lock")))
            except OSError as error:
                raise BadInput(
                    f"{path.parent}: cannot be written, to keep replies in: {error.strerror or error}."
                ) from None
            yield

    def _ask_until_answered(self, question: Question, stopped: Event) -> Reply:
        begun = time.monotonic()
        obstacles: list[str] = []
        for number in range(1, self.limits.tries + 1):
            try:
                fields = self._send_within_limits(question, stopped)
            except Passing as obstacle:
                if number == self.limits.tries:
                    said = f" ({obstacle.message})" if obstacle.message else ""
                    raise BadInput(
                        f"{self.url}: no answer after {plural(number, 'attempt')}: {obstacle}{said}. The replies so "
                        "far are kept: give the same command again to go on."
                    ) from None
                obstacles.append(str(obstacle))
                wait = min(_FIRST_WAIT * 2 ** (number - 1), _LONGEST_WAIT)
                stopped.wait(wait if obstacle.wait is None else obstacle.wait)
            else:
                reply = Reply(**fields, obstacles=(*obstacles,), seconds=round(time.monotonic() - begun, 3))
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
        except Passing as obstacle:
            tokens = question.most_tokens if obstacle.may_cost else tokens
            raise
        finally:
            self._meter.settle(question.most_tokens, tokens)
        return fields

    def _send(self, question: Question) -> dict[str, Any]:
        """Send a request once; returns the fields of the reply."""
        key = _key_of(self._key_variable)
        try:
            text = self._transport.post(question.text.encode(), key).decode(errors="replace")
            fields = _fields_of(text)
        except Refused as refusal:
            raise BadInput(f"{refusal}{_advice(question, refusal.message)}") from None
        except _NoReply as problem:
            raise Passing(str(problem), message=quote(text, key)) from None
        if len(key) >= _SHORTEST_SECRET:  # a word that stands for no key is a word in answers, too
            fields |= {name: hide(fields[name], key) for name in ("text", "refusal")}
        return fields

    def _path(self, question: Question) -> Path:
        name = hashlib.sha256(json.dumps([self.url, question.text]).encode()).hexdigest()
        return cache_folder() / "llm" / name[:2] / f"{name}.json"

    def _keep(self, question: Question, reply: Reply) -> None:
        kept = {"schema": _SCHEMA, "url": self.url, "request": question.body, "reply": asdict(reply)}
        write_content(self._path(question), (json.dumps(kept, indent=1) + "\n").encode())


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
        if self._tokens + sum(tokens) > limits.token_budget:
            return f"the budget of {limits.token_budget} tokens"
        if self._cost + limits.cost(*tokens) > limits.cost_budget * (1 + _ROUNDING):
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


def _advice(question: Question, message: str) -> str:
    """How to send the request otherwise, if the server names a field of it."""
    named = [name for name in _OTHERWISE if name in question.body and re.search(rf"\b{name}\b", message)]
    return "".join(f" If it does not take the field {name}, set {_OTHERWISE[name]}." for name in named)


def _key_of(variable: str) -> str:
    """The key, without line ends around it; a message about it never repeats it."""
    key = os.environ.get(variable, "").strip()
    if not key and variable != KEY_VARIABLE:
        raise UsageError("the environment variable that key names is not set; it should have the key.")  # or is it one?
    if not (key.isascii() and key.isprintable()):
        raise UsageError(f"the key in {variable} has characters that no key has: only printable ASCII can be sent.")
    return key


class _NoReply(Exception):
    """What came is no reply of a model."""


def _fields_of(text: str) -> dict[str, Any]:
    """The fields of a reply, from the JSON of the server."""
    try:
        record = json.loads(text)
        choice = record["choices"][0]
        message = choice["message"]
        content, refusal = _text_of(message.get("content")), message.get("refusal") or ""
        usage = record.get("usage") or {}
        counts = {name: _count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")}
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise _NoReply("a reply that is not JSON of a chat completion, or cut off") from None
    if not isinstance(content, str) or not isinstance(refusal, str):
        raise _NoReply("a reply without a text")
    end = choice.get("finish_reason")
    if end == "content_filter":  # of the server, which lets the model say nothing, or not all
        refusal = refusal or end
    return {"text": content, "refusal": refusal, "is_cut_off": end == "length", **counts}


def _text_of(content: Any) -> Any:
    """The text of a message. Where it comes in parts, those of another type are none of it: what a model thinks."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part["type"] == "text")
    return content or ""


def _count(number: object) -> int | None:
    """A number of tokens that can be true."""
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= _MOST_COUNTED else None
