"""Asking an endpoint: faults of servers and networks, the replies on disk, rates and budgets, the key."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from pathlib import Path
from threading import Event, Lock

import pytest

from stead.core.errors import BadInput, UsageError
from stead.systems.llm import endpoint, transport
from stead.systems.llm.endpoint import Endpoint, Limits, Question, Reply
from stead.systems.llm.transport import check_url
from tests.systems.llm.fake_server import Exchange, FakeServer, Reaction, completion, running

KEY = "sk-never-to-be-seen-0123456789"


def question(word: str = "match", max_tokens: int = 10) -> Question:
    data = json.dumps({"before": "a ", "word": word, "after": ""})
    return Question({"model": "m", "messages": [{"role": "user", "content": data}], "max_tokens": max_tokens})


def ask(server: FakeServer, *questions: Question, **limits: float) -> list[Reply]:
    how = Limits(**{"timeout": 5.0, "tries": 3, **limits})  # type: ignore[arg-type]
    return list(Endpoint(server.url, "STEAD_LLM_KEY", how).ask_all(questions or [question()]))


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with running() as fake:
        yield fake


def test_a_reply_has_the_text_and_what_it_took(server: FakeServer) -> None:
    (reply,) = ask(server)
    assert json.loads(reply.text) == {"substitutes": ["matchlike", "unmatch"]}
    assert (reply.prompt_tokens, reply.completion_tokens, reply.tries) == (50, 7, 1)


def test_replies_come_in_the_order_of_the_questions_a_few_at_once(server: FakeServer) -> None:
    lock, waits = Lock(), iter([0.2, 0.1, 0.0, 0.0, 0.0, 0.0])

    def slow_at_first(exchange: Exchange) -> None:
        with lock:
            wait = next(waits)
        time.sleep(wait)
        exchange.oblige()

    server.react = slow_at_first
    words = ["a", "b", "c", "d", "e", "f"]
    replies = ask(server, *map(question, words), at_once=3)
    assert [json.loads(reply.text)["substitutes"][0] for reply in replies] == [f"{word}like" for word in words]
    assert server.busiest == 3


def test_equal_questions_are_asked_once_and_a_second_time_never(server: FakeServer) -> None:
    first = ask(server, question("a"), question("b"), question("a"))
    again = ask(server, question("b"), question("a"))
    assert first[0] == first[2] == again[1]
    assert len(server.requests) == 2


def test_another_model_parameter_or_address_is_another_question(server: FakeServer) -> None:
    ask(server, question(), Question({**question().body, "model": "n"}), question(max_tokens=11))
    assert len(server.requests) == 3
    with running() as other:
        ask(other)
        assert len(other.requests) == 1


@pytest.mark.parametrize(
    "damage", [b"", b"{", b'{"schema": "stead.llm/1", "reply": {"other": 1}}', b"[]", b"[" * 100_000]
)
def test_a_reply_that_is_damaged_on_disk_is_asked_for_again(server: FakeServer, damage: bytes) -> None:
    ask(server)
    (kept,) = Path(os.environ["STEAD_CACHE"]).rglob("*.json")
    kept.write_bytes(damage)
    assert ask(server)[0].text
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [("text", 5), ("text", None), ("refusal", ["x"]), ("obstacles", 5), ("obstacles", [5]), ("seconds", None)],
)
def test_a_reply_that_was_changed_on_disk_to_something_else_is_asked_for_again(
    server: FakeServer, name: str, value: object
) -> None:
    ask(server)
    (path,) = Path(os.environ["STEAD_CACHE"]).rglob("*.json")
    kept = json.loads(path.read_bytes())
    path.write_text(json.dumps(kept | {"reply": kept["reply"] | {name: value}}))
    assert json.loads(ask(server)[0].text)
    path.write_text(json.dumps(kept | {"request": question("other").body}))  # the answer to another question
    assert json.loads(ask(server)[0].text)
    assert len(server.requests) == 3


def test_a_cache_that_cannot_be_written_is_one_sentence(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(os.environ["STEAD_CACHE"]).parent / "file"
    file.touch()
    monkeypatch.setenv("STEAD_CACHE", str(file))
    with pytest.raises(BadInput, match=r"llm/\w\w: cannot be written, to keep replies in: "):
        ask(server)
    assert not server.requests  # a reply that would be lost is not paid for


def test_two_at_the_same_time_ask_a_question_once(server: FakeServer) -> None:
    """As two commands do; each has an endpoint of its own."""
    server.delay = 0.2
    questions = [question(word) for word in "abcd"]
    with ThreadPoolExecutor(3) as threads:
        replies = list(threads.map(lambda _: ask(server, *questions, at_once=2), range(3)))
    assert replies[0] == replies[1] == replies[2]
    assert len(server.requests) == 4
    assert [path.suffix for path in Path(os.environ["STEAD_CACHE"]).rglob("*") if path.is_file()] == [".json"] * 4


def once(bad: Reaction) -> Reaction:
    """A fault of the first request; the next one is answered."""

    def react(exchange: Exchange) -> None:
        bad(exchange) if exchange.number == 1 else exchange.oblige()

    return react


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(lambda exchange: exchange.send(429, b"slow down", Retry_After="0"), id="429"),
        pytest.param(lambda exchange: exchange.send(500, b"oh"), id="500"),
        pytest.param(lambda exchange: exchange.send(503, b"", Retry_After="soon"), id="503"),
        pytest.param(lambda exchange: exchange.send(200, b"<html>gateway</html>"), id="not JSON"),
        pytest.param(lambda exchange: exchange.send(200, b'{"choices": []}'), id="no choice"),
        pytest.param(lambda exchange: exchange.send(200, b'{"choices": ' + b"[" * 100_000), id="deep JSON"),
        pytest.param(lambda exchange: exchange.send(200, b'{"error": "busy"}'), id="an error that says 200"),
        pytest.param(lambda exchange: exchange.send(200, completion("{}")[:20]), id="cut-off JSON"),
        pytest.param(
            lambda exchange: exchange.send(200, completion("{}")[:20], Content_Length="500"), id="cut-off body"
        ),
        pytest.param(lambda exchange: exchange.handler.connection.shutdown(socket.SHUT_RDWR), id="closed connection"),
        pytest.param(
            lambda exchange: exchange.send(200, completion("\ud83d").replace(b"{", b"\xff", 1)), id="no UTF-8"
        ),
    ],
)
def test_what_may_pass_is_tried_again(server: FakeServer, bad: Reaction) -> None:
    server.react = once(bad)
    (reply,) = ask(server)
    assert "matchlike" in reply.text
    assert reply.tries == 2
    assert len(server.requests) == 2


def test_a_slow_server_is_asked_again_after_the_time_out(server: FakeServer) -> None:
    server.react = once(lambda exchange: time.sleep(0.6))
    (reply,) = ask(server, timeout=0.2)
    assert reply.tries == 2


def test_a_server_that_sends_a_byte_now_and_then_is_not_waited_for(server: FakeServer) -> None:
    def drip(exchange: Exchange) -> None:
        exchange.handler.send_response(200)
        exchange.handler.send_header("Content-Length", "1000")
        exchange.handler.end_headers()
        for _ in range(20):
            exchange.handler.wfile.write(b" ")
            exchange.handler.wfile.flush()
            time.sleep(0.05)

    server.react = once(drip)
    (reply,) = ask(server, timeout=0.3)
    assert reply.tries == 2


@pytest.mark.parametrize(
    ("beginning", "again"),
    [
        pytest.param(b"", b"HTTP/1.1 100 Continue\r\n\r\n", id="continue"),
        pytest.param(b"HTTP/1.1 200 OK\r\nX: ", b"x", id="header"),
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"0", id="size of a chunk"),
    ],
)
def test_a_server_that_never_comes_to_the_reply_is_not_waited_for(
    server: FakeServer, beginning: bytes, again: bytes
) -> None:
    dripped: list[int] = []

    def drip(exchange: Exchange) -> None:
        exchange.handler.wfile.write(beginning)
        for number in range(60):
            dripped.append(number)
            exchange.handler.wfile.write(again)
            exchange.handler.wfile.flush()
            time.sleep(0.05)

    server.react = once(drip)
    (reply,) = ask(server, timeout=0.5)
    assert reply.tries == 2
    assert len(dripped) < 60


def test_as_long_as_the_server_says_nothing_is_asked(server: FakeServer) -> None:
    times: list[float] = []

    def busy(exchange: Exchange) -> None:
        times.append(time.monotonic())
        exchange.send(429, b"", Retry_After="0.4") if exchange.number == 1 else exchange.oblige()

    server.react = busy
    ask(server)
    assert times[1] - times[0] >= 0.4


def test_a_date_to_wait_for_is_understood() -> None:
    assert transport._asked_wait(formatdate(time.time() + 30, usegmt=True)) == pytest.approx(30, abs=2)
    assert transport._asked_wait("Thu, 01 Jan 1970 00:00:00 GMT") == 0
    assert transport._asked_wait("99999999") == 600
    assert transport._asked_wait("never") is None
    assert transport._asked_wait(f"Thu, 01 Jan {10**20} 00:00:00 GMT") is None


def test_what_does_not_pass_ends_with_a_sentence_and_what_was_answered_is_kept(server: FakeServer) -> None:
    def fail_for_b(exchange: Exchange) -> None:
        exchange.send(500, b"") if '"b"' in str(exchange.body["messages"]) else exchange.oblige()

    server.react = fail_for_b
    with pytest.raises(BadInput, match=r"no answer after 3 attempts: HTTP 500\. The replies so far are kept"):
        ask(server, question("a"), question("b"), at_once=1)
    assert len(server.requests) == 1 + 3
    server.react = None
    ask(server, question("a"), question("b"))
    assert len(server.requests) == 5


def test_a_failure_does_not_lose_a_reply_that_is_under_way(server: FakeServer) -> None:
    slow_has_begun = Event()

    def slow_or_wrong(exchange: Exchange) -> None:
        if '"slow"' in str(exchange.body["messages"]):
            slow_has_begun.set()
            time.sleep(0.3)
            exchange.oblige()
        else:
            slow_has_begun.wait(5)
            exchange.send(400, b"no")

    server.react = slow_or_wrong
    with pytest.raises(BadInput, match="HTTP 400"):
        ask(server, question("wrong"), question("slow"), *map(question, "abcdef"), at_once=2)
    asked = len(server.requests)
    assert asked < 8  # the others were not begun
    ask(server, question("slow"))
    assert len(server.requests) == asked


def test_after_a_failure_nothing_more_is_asked_and_it_is_what_is_reported(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replies that cannot be kept are paid for and lost; the first question is still being tried meanwhile."""

    def full(path: Path, data: bytes) -> None:
        raise BadInput(f"{path}: cannot be written: No space left on device.")

    monkeypatch.setattr(endpoint, "write_content", full)
    server.react = lambda exchange: (
        exchange.send(429, b"", Retry_After="2") if exchange.number == 1 else exchange.oblige()
    )
    begun = time.monotonic()
    with pytest.raises(BadInput, match="No space left on device"):
        ask(server, *map(question, "abcdefghij"), at_once=2)
    assert time.monotonic() - begun < 2
    assert len(server.requests) == 2


def test_no_server_at_all_is_one_sentence() -> None:
    with running() as gone:
        pass
    with pytest.raises(BadInput, match=r"no answer after 2 attempts: .*refused"):
        ask(gone, tries=2)


@pytest.mark.parametrize("status", [400, 404, 422])
def test_a_request_that_is_wrong_is_not_tried_again(server: FakeServer, status: int) -> None:
    server.react = lambda exchange: exchange.send(status, b"unknown\nfield response_format")
    with pytest.raises(BadInput, match=rf"HTTP {status}\): unknown\\nfield response_format\."):
        ask(server)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("field", "message", "advice"),
    [
        # as OpenAI, Mistral and DeepSeek say it
        (
            "max_tokens",
            {"error": {"message": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}},
            "limit_field=max_completion_tokens",
        ),
        ("temperature", {"error": {"message": "'temperature' does not support 0.0.", "param": "temperature"}}, "=none"),
        ("seed", {"message": {"detail": [{"type": "extra_forbidden", "loc": ["body", "seed"]}]}}, "seed=none"),
        (
            "max_completion_tokens",
            {"message": {"detail": [{"type": "extra_forbidden", "loc": ["body", "max_completion_tokens"]}]}},
            "limit_field=max_tokens",
        ),
        ("response_format", {"error": {"message": "This response_format type is unavailable now"}}, "format=object"),
        ("seed", {"padding": "x" * 300, "detail": "seed"}, "seed=none"),
    ],
)
def test_a_field_that_a_server_refuses_is_named_with_the_way_out(
    server: FakeServer, field: str, message: object, advice: str
) -> None:
    server.react = lambda exchange: exchange.send(400, json.dumps(message).encode())
    limit = field if field.startswith("max_") else "max_tokens"
    body = {"model": "m", limit: 10, "temperature": 0.0, "seed": 1, "response_format": {}}
    with pytest.raises(BadInput, match=rf"If it does not take the field {field}, set .*{advice}") as caught:
        ask(server, Question(body))
    assert str(caught.value).count("If it does not take") == 1
    assert len(server.requests) == 1


def test_what_a_model_thinks_is_no_part_of_its_text(server: FakeServer) -> None:
    """In a field of its own (vLLM, llama.cpp, Ollama), or in a part of its own (Mistral)."""
    server.react = lambda exchange: exchange.say("{}", message={"reasoning": "no", "reasoning_content": "no"})
    assert ask(server)[0].text == "{}"
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "no"}]}, {"type": "text", "text": "{}"}]
    server.react = lambda exchange: exchange.say(None, message={"content": parts})
    assert ask(server, question("b"))[0].text == "{}"
    server.react = lambda exchange: exchange.say(None, message={"reasoning": "no"}, finish_reason="length")
    (reply,) = ask(server, question("c"))
    assert (reply.text, reply.is_cut_off) == ("", True)
    assert len(server.requests) == 3


@pytest.mark.parametrize("parts", [[{"type": "text"}], ["{}"], [{"type": "text", "text": 5}], 5])
def test_a_message_without_a_text_is_no_reply(server: FakeServer, parts: object) -> None:
    server.react = once(lambda exchange: exchange.say(None, message={"content": parts}))
    assert ask(server)[0].tries == 2


def test_a_reply_without_end_is_given_up(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_MOST_BYTES", 1000)
    server.react = lambda exchange: exchange.say("x" * 2000)
    with pytest.raises(BadInput, match="more than 1000 bytes"):
        ask(server, tries=1)


# ------------------------------------------------------------------------------------------------------------ limits


def test_requests_keep_to_the_rate(server: FakeServer) -> None:
    begun = time.monotonic()
    ask(server, *map(question, "abcd"), requests_a_minute=600)
    assert time.monotonic() - begun >= 0.3


def test_a_budget_of_tokens_is_never_exceeded(server: FakeServer) -> None:
    most = sum(question("a").most_tokens)
    with pytest.raises(BadInput, match=rf"could exceed the budget of {most + 57} tokens.*go on"):
        ask(server, *map(question, "abcdef"), token_budget=most + 57, at_once=4)
    assert len(server.requests) == 2  # 57 tokens for the first, then no more than the most of one
    ask(server, *map(Question, server.requests), token_budget=1)  # what is kept costs nothing
    assert len(server.requests) == 2


def test_without_a_budget_only_what_is_kept_is_answered(server: FakeServer) -> None:
    ask(server)
    assert ask(server, token_budget=0)
    with pytest.raises(BadInput, match="could exceed the budget of 0 tokens"):
        ask(server, question("other"), token_budget=0)
    assert len(server.requests) == 1


def test_a_budget_of_money_is_by_the_declared_prices(server: FakeServer) -> None:
    limits = {"input_price": 1e6, "output_price": 2e6}
    prompt, answer = question("a").most_tokens
    budget = prompt + 2 * answer + (50 + 14)
    with pytest.raises(BadInput, match=f"the budget of {budget:g}"):
        ask(server, *map(question, "abc"), cost_budget=budget, at_once=1, **limits)
    assert len(server.requests) == 2


def test_a_request_that_timed_out_may_have_cost_what_it_asked_for(server: FakeServer) -> None:
    server.react = lambda exchange: time.sleep(0.4)
    with pytest.raises(BadInput, match="budget"):
        ask(server, token_budget=sum(question().most_tokens), timeout=0.1)
    assert len(server.requests) == 1


def test_a_server_that_counts_no_tokens_is_counted_for_the_most(server: FakeServer) -> None:
    uncounted = json.dumps({"choices": [{"message": {"content": "{}"}}]}).encode()
    server.react = lambda exchange: exchange.send(200, uncounted)
    with pytest.raises(BadInput, match="budget"):
        ask(server, question("a"), question("b"), token_budget=sum(question("a").most_tokens) + 5, at_once=1)
    assert len(server.requests) == 1


# --------------------------------------------------------------------------------------------------------------- key


def test_the_key_goes_to_the_server_and_nowhere_else(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEAD_LLM_KEY", KEY)
    server.react = lambda exchange: exchange.say(f"you sent {exchange.handler.headers['Authorization']}")
    (reply,) = ask(server)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(reply)
    for path in Path(os.environ["STEAD_CACHE"]).rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    ("key", "escape"),
    [
        pytest.param(KEY, lambda key: "".join(f"\\u{ord(char):04x}" for char in key), id="numbers"),
        pytest.param("sk/never/to/be/seen", lambda key: key.replace("/", "\\/"), id="slashes"),
        pytest.param('sk"never"to"be"seen', lambda key: key.replace('"', '\\"'), id="quotes"),
    ],
)
def test_a_key_that_a_reply_has_in_escapes_is_not_kept(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, key: str, escape: Callable[[str], str]
) -> None:
    monkeypatch.setenv("STEAD_LLM_KEY", key)
    server.react = lambda exchange: exchange.send(200, completion("you sent KEY").replace(b"KEY", escape(key).encode()))
    (reply,) = ask(server)
    assert reply.text == "you sent ***"
    (path,) = Path(os.environ["STEAD_CACHE"]).rglob("*.json")
    assert json.loads(path.read_bytes())["reply"]["text"] == "you sent ***"


@pytest.mark.parametrize("status", [400, 401, 403, 429, 500])
def test_an_error_that_echoes_the_key_does_not_show_it(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setenv("STEAD_LLM_KEY", KEY)
    escaped = KEY.replace(KEY[0], f"\\u{ord(KEY[0]):04x}")
    for body in (f"incorrect key {KEY}", f'{{"error": "incorrect key {escaped}"}}'):
        server.react = lambda exchange, body=body: exchange.send(status, body.encode())
        with pytest.raises(BadInput) as caught:
            ask(server, tries=1)
        assert not {KEY, escaped} & {*str(caught.value).replace('"', " ").replace(")", " ").split()}
        assert caught.value.__cause__ is None


@pytest.mark.parametrize("status", [200, 429, 503])
def test_the_last_sentence_has_what_the_server_says(server: FakeServer, status: int) -> None:
    server.react = lambda exchange: exchange.send(status, b'{"error": "your credit is spent"}')
    with pytest.raises(BadInput, match=r"after 1 attempt: .*your credit is spent"):
        ask(server, tries=1)


@pytest.mark.parametrize("text", [None, '{"substitutes": ["clever"]}'])
def test_what_a_filter_lets_through_is_a_refusal(server: FakeServer, text: str | None) -> None:
    server.react = lambda exchange: exchange.say(text, finish_reason="content_filter")
    (reply,) = ask(server)
    assert reply.refusal


def test_a_reply_in_chunks_that_was_cut_off_is_called_so(server: FakeServer) -> None:
    def cut(exchange: Exchange) -> None:
        exchange.handler.wfile.write(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n500\r\n{"choices"')

    server.react = once(cut)
    (reply,) = ask(server)
    assert reply.obstacles == ("the reply was cut off",)


def test_a_proxy_that_cannot_be_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://a..b:3128")
    with pytest.raises(BadInput, match="proxy"):
        list(Endpoint("http://host.invalid/v1", "STEAD_LLM_KEY", Limits()).ask_all([question()]))


def test_a_slash_at_the_end_makes_no_other_address() -> None:
    assert check_url("http://host/v1/") == check_url("http://host/v1")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_does_not_get_the_key(server: FakeServer, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    monkeypatch.setenv("STEAD_LLM_KEY", KEY)
    with running(lambda exchange: exchange.say("thanks")) as thief:
        server.react = lambda exchange: exchange.send(status, b"", Location=f"{thief.url}/chat/completions")
        with pytest.raises(BadInput, match="redirects"):
            ask(server)
        assert thief.requests == []


def test_a_named_variable_without_a_key_is_refused(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_KEY", raising=False)
    named = Endpoint(server.url, "MY_KEY", Limits(tries=1))
    with pytest.raises(UsageError, match="the environment variable that key names is not set") as caught:
        list(named.ask_all([question()]))
    assert "MY_KEY" not in str(caught.value)  # it may be a key in capitals, given by mistake
    monkeypatch.setenv("MY_KEY", "k")
    list(named.ask_all([question()]))
    assert server.headers[0]["authorization"] == "Bearer k"


@pytest.mark.parametrize("url", [f"https://me:{KEY}@host/v1", f"https://host/v1?key={KEY}", f"https://{KEY}@host"])
def test_an_address_with_a_key_in_it_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_url(url)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://host", "file:///etc/passwd", "host/v1", "http://", "http://[::1"),
        *("http://host:port/v1", "http://host:99999/v1", "http://ho st/v1", "http://höst/v1", "http://host/v1\r\nX: y"),
        *("http://a..b/v1", f"http://{'a' * 70}.org/v1"),
    ],
)
def test_only_http_and_https_are_addresses(url: str) -> None:
    with pytest.raises(UsageError, match="begins with http"):
        check_url(url)


def test_no_proxy_is_asked_for_this_machine(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert ask(server, tries=1)


def test_a_word_that_stands_for_no_key_is_a_word_in_answers(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers without keys want one such as EMPTY or ollama, and people give any word."""
    monkeypatch.setenv("STEAD_LLM_KEY", "substitutes")
    assert json.loads(ask(server)[0].text) == {"substitutes": ["matchlike", "unmatch"]}


def test_the_end_of_a_line_is_no_part_of_a_key(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEAD_LLM_KEY", f"{KEY}\n")
    ask(server)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("odd", ["sk-1\r\nX-Other: 1", "sk-clé-0123456789", "sk-\x00-0123456789"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_repeated(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ, "STEAD_LLM_KEY": odd})
    with pytest.raises(UsageError, match="the key in STEAD_LLM_KEY has characters that no key has") as caught:
        ask(server)
    assert "sk-" not in str(caught.value)
    assert not server.requests


def test_a_secure_connection_that_fails_is_not_tried_again(server: FakeServer) -> None:
    secure = server.url.replace("http://", "https://")
    begun = time.monotonic()
    with pytest.raises(BadInput, match=r"no secure connection: [^\n]+SSL_CERT_FILE\)\?$"):
        list(Endpoint(secure, "STEAD_LLM_KEY", Limits(tries=50)).ask_all([question()]))
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("count", [10**400, -1, True, "7", 1e300])
def test_a_number_of_tokens_that_cannot_be_true_is_none(server: FakeServer, count: object) -> None:
    record = json.loads(completion("[]")) | {"usage": {"prompt_tokens": count, "completion_tokens": 7}}
    server.react = lambda exchange: exchange.send(200, json.dumps(record).encode())
    (reply,) = ask(server, cost_budget=1.0, input_price=2.0)
    assert (reply.prompt_tokens, reply.completion_tokens) == (None, 7)


def test_the_body_of_an_error_is_not_waited_for_byte_by_byte(server: FakeServer) -> None:
    def drip(exchange: Exchange) -> None:
        exchange.send(400, b"b", Content_Length="1000")
        for _ in range(40):
            time.sleep(0.1)
            exchange.handler.wfile.write(b"b")

    server.react = drip
    begun = time.monotonic()
    with pytest.raises(BadInput, match="HTTP 400"):
        ask(server)
    assert time.monotonic() - begun < 3
