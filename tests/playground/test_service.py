"""The service as clients see it: answers, and for everything else a sentence and the right status."""

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest

from stead.playground.guards import Keys, ServiceLimits, ServiceOptions, Visitors
from stead.playground.service import Batcher
from tests.playground.services import ENDINGS, UNKNOWN, Client, Endings, Reply, served, wait_until

KEY = "0123456789abcdef-the-first"
OTHER_KEY = "0123456789abcdef-the-other"
SENTENCE = {"text": "He is a [bright] boy.", "number": 2}


def forms(answer: dict[str, Any]) -> list[str]:
    return [substitute["form"] for substitute in answer["substitutes"]]


def put_in(text: str, edit: dict[str, Any]) -> str:
    new: str = edit["text"]
    return text[: edit["start"]] + new + text[edit["end"] :]


@pytest.fixture(scope="module")
def document(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/openapi.json").json()
    return found


# ------------------------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    "asked",
    [
        {"text": "He is a [bright] boy."},
        {"text": "He is a bright boy.", "start": 8, "end": 14},
        {"text": "He is a bright boy.", "target": "bright"},
        {"text": "a bright, a bright boy", "target": "bright", "occurrence": 1},
    ],
)
def test_a_target_is_named_by_brackets_offsets_or_itself(client: Client, asked: dict[str, Any]) -> None:
    answer = client.post("/v1/suggest", {**asked, "number": 3}).json()
    assert answer["target"] == "bright"
    assert forms(answer) == ["brightable", "brightible", "brightous"]
    assert (answer["system"], answer["language"]) == ("swift", "en")


def test_many_sentences_are_answered_in_their_order_and_a_bad_one_spoils_none(client: Client) -> None:
    sentences = ["a [bright] boy", f"a [{UNKNOWN}] boy", "no target", {"text": "cold [rain]", "pos": "n"}]
    answers = client.post("/v1/suggest", {"sentences": sentences, "number": 1}).json()["answers"]
    assert [forms(answer) if "target" in answer else answer["error"]["status"] for answer in answers] == [
        ["brightable"],
        422,
        422,
        ["rainable"],
    ]
    assert answers[1]["error"]["detail"] == f'"{UNKNOWN}" is not in the lexicon.'


def test_an_edit_puts_the_substitute_in_with_the_article_that_it_needs(client: Client) -> None:
    text = "Here comes a warm rain."
    ranked = client.post("/v1/rank", {"text": text, "target": "warm", "candidates": ["icy", "cold"]}).json()
    assert [put_in(text, each["edit"]) for each in ranked["substitutes"]] == [
        "Here comes a cold rain.",
        "Here comes an icy rain.",
    ]


def test_offsets_count_characters(client: Client) -> None:
    text = "👍🏽 naïve 𝒳 bright"
    answer = client.post("/v1/suggest", {"text": text, "target": "bright"}).json()
    assert text[answer["start"] : answer["end"]] == "bright"
    assert put_in(text, answer["substitutes"][0]["edit"]) == "👍🏽 naïve 𝒳 brightable"


TEXT = "The old man told Nora a strange story. He was quiet."


def test_a_text_has_a_target_for_each_content_word(client: Client) -> None:
    answer = client.post("/v1/text", {"text": TEXT, "number": 1}).json()
    assert [target["target"] for target in answer["targets"]] == ["old", "man", "told", "strange", "story", "quiet"]
    assert all(TEXT[target["start"] : target["end"]] == target["target"] for target in answer["targets"])
    quiet = answer["targets"][-1]["substitutes"][0]
    assert put_in(TEXT, quiet["edit"]) == "The old man told Nora a strange story. He was quietable."


def test_only_the_parts_of_speech_that_are_asked_for_are_answered(client: Client) -> None:
    assert client.post("/v1/text", {"text": TEXT, "pos": ["n"]}).json()["targets"] == []
    assert len(client.post("/v1/text", {"text": TEXT, "pos": ["a", "r"]}).json()["targets"]) == 6


def test_a_text_is_streamed_line_by_line() -> None:
    with served(swift=Endings(seconds=0.15)) as client:
        connection = client.connect()
        body = json.dumps({"text": "Old men told strange stories. " * 20, "number": 1})
        headers = {"content-type": "application/json", "accept": "application/jsonl"}
        connection.request("POST", "/v1/text", body, headers)
        response = connection.getresponse()
        assert response.getheader("content-type") == "application/jsonl"
        arrived = [(time.monotonic(), json.loads(line)) for line in response]
        connection.close()
    *targets, (_, last) = arrived
    assert [record["start"] for _, record in targets] == sorted(record["start"] for _, record in targets)
    assert last == {"done": 80, "system": "swift", "language": "en"}
    assert arrived[-1][0] - arrived[0][0] > 0.2  # the first came while the others were computed


def test_a_stream_that_fails_says_so_in_its_last_line() -> None:
    with served(swift=Endings(fails=True)) as client:
        reply = client.post("/v1/text", {"text": TEXT}, accept="application/jsonl")
    assert [json.loads(line)["error"]["status"] for line in reply.body.splitlines()] == [500]


def test_the_systems_are_listed(client: Client) -> None:
    listed = client.get("/v1/systems").json()["systems"]
    assert [(system["name"], system["languages"]) for system in listed] == [
        ("swift", ["en", "fr"]),
        ("wordnet", ["en"]),
    ]


def test_metrics_count_requests_and_targets(client: Client) -> None:
    def counted() -> float:
        text = client.get("/metrics").body.decode()
        assert all(re.fullmatch(r'#.*|\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+', line) for line in text.splitlines())
        found = re.search(r'^stead_batch_targets_sum\{system="swift"\} ([\d.]+)$', text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    before = counted()
    client.post("/v1/suggest", {"sentences": ["a [b]"] * 5})
    assert counted() - before == 5


# ------------------------------------------------------------------------------------------------------ problems


@pytest.mark.parametrize(
    ("path", "record", "status", "detail"),
    [
        ("/v1/suggest", {}, 400, "expected `text` or `sentences`, found none."),
        ("/v1/suggest", {"text": "a [b]", "sentences": []}, 400, "expected `text` or `sentences`, not both."),
        ("/v1/suggest", [], 400, "expected an object, found []."),
        ("/v1/suggest", {"text": ""}, 400, "text: expected at least 1 character, found 0."),
        ("/v1/suggest", {"text": "a [b]", "number": 0}, 400, "number: expected a whole number from 1 to 50, found 0."),
        ("/v1/suggest", {"text": "a [b]", "number": 1e400}, 400, "not a number of JSON"),
        ("/v1/suggest", {"text": "a [b]", "number": 10**30}, 400, "from 1 to 50, found 1000"),
        ("/v1/suggest", {"text": "a [b]", "number": True}, 400, "number: expected a whole number, found true."),
        ("/v1/suggest", {"text": "a [b]", "nubmer": 3}, 400, '"nubmer" is not known; there are text, start'),
        ("/v1/suggest", {"text": "a [b]", "system": "best"}, 400, 'system: expected swift or wordnet, found "best".'),
        ("/v1/suggest", {"text": "a [b]", "system": "wordnet", "language": "fr"}, 422, "wordnet does not know fr"),
        ("/v1/suggest", {"sentences": ["a [b]", 3]}, 400, "sentences[1]: expected a text or an object, found 3."),
        ("/v1/suggest", {"sentences": ["a [b]"] * 257}, 400, "sentences: expected at most 256 elements, found 257."),
        ("/v1/suggest", {"text": "a \ud800 [b]"}, 400, "text: character 3 is half of a surrogate pair."),
        ("/v1/suggest", {"text": "a b"}, 422, "no target is marked in"),
        ("/v1/suggest", {"text": "a b", "start": 5, "end": 9}, 422, "5 to 9 is no part of a text of 3 characters."),
        ("/v1/suggest", {"text": "a b", "start": 1}, 422, "end is lacking"),
        ("/v1/rank", {"text": "a [b]", "candidates": []}, 400, "candidates: expected at least 1 element, found 0."),
        ("/v1/text", {"text": "x" * 100_001}, 400, "text: expected at most 100,000 characters, found 100,001."),
        ("/v1/text", {"text": "a", "pos": ["noun"]}, 400, 'pos[0]: expected n, v, a or r, found "noun".'),
    ],
)
def test_a_bad_request_gets_one_sentence(client: Client, path: str, record: Any, status: int, detail: str) -> None:
    reply = client.post(path, record)
    assert (reply.status, detail in reply.detail) == (status, True), reply.detail
    assert "\n" not in reply.detail


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "the body is not JSON: line 1, column 1"),
        (b"{", "the body is not JSON"),
        (b"\xff", "the body is not UTF-8: byte 1."),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"text": ' * 50_000, "nested too deeply"),
        (b"9" * 100_000, "a number that is too long"),
        (b'{"text": NaN}', "NaN is not a number of JSON"),
        (b'{"text": "a", "text": "b"}', 'the key "text" twice'),
    ],
)
def test_a_body_that_is_not_json_gets_one_sentence(client: Client, body: bytes, detail: str) -> None:
    reply = client.send("POST", "/v1/suggest", body, content_type="application/json")
    assert (reply.status, detail in reply.detail) == (400, True), reply.detail


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(client: Client, kind: str) -> None:
    reply = client.send("POST", "/v1/suggest", json.dumps(SENTENCE).encode(), content_type=kind)
    assert (reply.status, "application/json" in reply.detail) == (415, True)


def test_other_addresses_and_methods_get_a_sentence(client: Client) -> None:
    assert (client.get("/v1/nothing").status, client.get("/v1/suggest").status) == (404, 405)
    assert "/openapi.json" in client.get("/v1/nothing").detail
    assert client.send("DELETE", "/").status == 405
    assert client.get("/assets/nothing.js").status == 404


def test_a_large_body_is_refused(client: Client) -> None:
    reply = client.send("POST", "/v1/text", b" " * (1 << 20) + b"{}", content_type="application/json")
    assert (reply.status, reply.detail) == (413, "The body is too large: at most 1,048,576 bytes. Send it in parts.")


def test_a_slow_body_is_given_up() -> None:
    with served(ServiceOptions(limits=ServiceLimits(body_seconds=0.3))) as client:
        reply = _raw(client, b"POST /v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     b"Content-Length: 100\r\n\r\n{")  # fmt: skip
    assert b" 408 " in reply.splitlines()[0]
    assert b"The body came too slowly: it has to arrive within 0.3 seconds." in reply


def _raw(client: Client, data: bytes) -> bytes:
    parts = urlsplit(client.address)
    with socket.create_connection((parts.hostname, parts.port), timeout=30) as connection:
        connection.sendall(data)
        connection.settimeout(5)
        reply = b""
        while part := connection.recv(1 << 16):
            reply += part
        return reply


def test_an_answer_that_takes_too_long_is_given_up_and_the_next_one_is_answered() -> None:
    slow = Endings(seconds=0.6)
    with served(ServiceOptions(limits=ServiceLimits(answer_seconds=0.2)), swift=slow) as client:
        reply = client.post("/v1/suggest", SENTENCE)
        assert (reply.status, reply.headers["retry-after"]) == (503, "1")
        assert "took longer than 0.2 seconds" in reply.detail
        slow.seconds = 0.0
        time.sleep(0.6)
        assert client.post("/v1/suggest", SENTENCE).status == 200


def test_a_system_that_is_being_loaded_is_asked_for_again_later() -> None:
    options = ServiceOptions(limits=ServiceLimits(answer_seconds=0.2))
    with served(options, swift=Endings(), fine=Endings("fine", loads=0.6)) as client:
        assert client.post("/v1/suggest", SENTENCE).status == 200
        reply = client.post("/v1/suggest", {**SENTENCE, "system": "fine"})
        assert (reply.status, reply.headers["retry-after"]) == (503, "10")
        assert reply.detail == "fine is still being loaded for en. Try again soon."
        assert client.post("/v1/suggest", SENTENCE).status == 200  # others do not wait
        time.sleep(0.6)
        assert client.post("/v1/suggest", {**SENTENCE, "system": "fine"}).status == 200


def test_an_error_of_ours_is_a_problem_without_details() -> None:
    with served(swift=Endings(fails=True)) as client:
        reply = client.post("/v1/suggest", SENTENCE)
    assert (reply.status, reply.detail) == (500, "Something is wrong with the service; its log says what.")


def _at_once(client: Client, number: int, *keys: str) -> list[Reply]:
    def ask(turn: int) -> Reply:
        headers = {"authorization": f"Bearer {keys[turn % len(keys)]}"} if keys else {}
        return client.post("/v1/suggest", {"text": f"a [word{turn}]"}, **headers)

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(ask, range(number)))


def test_one_client_may_not_have_too_many_requests_under_way() -> None:
    options = ServiceOptions(limits=ServiceLimits(requests_of_a_client=3))
    with served(options, swift=Endings(seconds=0.5)) as client:
        replies = _at_once(client, 6)
        refused = [reply for reply in replies if reply.status == 429]
        assert [reply.status for reply in replies].count(200) == 3
        assert len(refused) == 3
        assert refused[0].headers["retry-after"] == "1"
        assert "at most 3 of one client" in refused[0].detail
        assert client.post("/v1/suggest", SENTENCE).status == 200


def test_each_key_is_a_client_of_its_own_and_all_together_have_a_limit() -> None:
    limits = ServiceLimits(requests_of_a_client=2, requests=3)
    with served(ServiceOptions(limits=limits, keys=Keys([KEY, OTHER_KEY])), swift=Endings(seconds=0.5)) as client:
        replies = _at_once(client, 4, KEY, OTHER_KEY)
    assert sorted(reply.status for reply in replies) == [200, 200, 200, 503]


def test_more_targets_than_may_wait_are_refused() -> None:
    with (
        served(ServiceOptions(limits=ServiceLimits(targets=40)), swift=Endings(seconds=0.5)) as client,
        ThreadPoolExecutor(3) as threads,
    ):
        busy = [threads.submit(client.post, "/v1/suggest", {"sentences": ["a [b]"] * 64})]
        time.sleep(0.2)
        reply = client.post("/v1/suggest", {"sentences": ["a [b]"] * 32})
        assert (reply.status, "retry-after" in reply.headers) == (503, True)
        assert busy[0].result().status == 200  # nothing waited when it came


# ------------------------------------------------------------------------------------------------ who may ask


@pytest.fixture(scope="module")
def locked() -> Iterator[Client]:
    with served(ServiceOptions(keys=Keys([KEY, OTHER_KEY]))) as client:
        yield client


@pytest.mark.parametrize(
    "given", ["", f"Basic {KEY}", "Bearer", "Bearer 0123456789abcdef", f"Bearer {KEY}x", f"Bearer {KEY[:-1]}"]
)
def test_without_a_key_nothing_is_answered(locked: Client, given: str) -> None:
    for reply in (
        locked.post("/v1/suggest", SENTENCE, authorization=given),
        locked.get("/v1/systems", authorization=given),
        locked.get("/metrics", authorization=given),
    ):
        assert (reply.status, reply.headers["www-authenticate"]) == (401, "Bearer")
        assert KEY not in reply.detail


@pytest.mark.parametrize("given", [f"Bearer {KEY}", f"bearer  {OTHER_KEY} "])
def test_a_key_that_is_known_may_ask(locked: Client, given: str) -> None:
    assert locked.post("/v1/suggest", SENTENCE, authorization=given).status == 200


def test_the_page_and_the_description_need_no_key(locked: Client) -> None:
    assert [locked.get(path).status for path in ("/", "/reference", "/openapi.json", "/healthz")] == [200] * 4
    assert locked.get("/openapi.json").json()["security"] == [{"key": []}]


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[::1", "127.0.0.1.nip.io"])
def test_a_host_name_that_nobody_named_is_refused(client: Client, host: str) -> None:
    for method, path in (("GET", "/"), ("GET", "/v1/systems"), ("OPTIONS", "/v1/suggest")):
        reply = client.send(method, path, host=host)
        assert reply.status == 421
        assert b"swift" not in reply.body


@pytest.mark.parametrize("host", ["localhost:9", "127.0.0.1", "[::1]:80", "192.0.2.1:8000"])
def test_this_machine_and_addresses_are_answered(client: Client, host: str) -> None:
    assert client.send("GET", "/healthz", host=host).status == 200


def test_a_host_name_that_was_named_is_answered() -> None:
    with served(ServiceOptions(visitors=Visitors(hosts=frozenset({"words.example.org"})))) as client:
        assert client.send("GET", "/healthz", host="Words.Example.org:443").status == 200


def test_no_other_site_may_read_anything(client: Client) -> None:
    origin = "https://example.org"
    preflight = client.send("OPTIONS", "/v1/suggest", access_control_request_method="POST", origin=origin)
    replies = (preflight, client.post("/v1/suggest", SENTENCE, origin=origin))
    assert [name for reply in replies for name in reply.headers if name.startswith("access-control")] == []


def test_a_site_that_was_named_may_ask_and_others_may_not() -> None:
    with served(ServiceOptions(visitors=Visitors(origins=frozenset({"https://example.org"})))) as client:
        preflight = client.send("OPTIONS", "/v1/suggest", origin="https://example.org")
        assert preflight.headers["access-control-allow-origin"] == "https://example.org"
        assert preflight.headers["access-control-allow-headers"] == "authorization, content-type"
        refused = client.post("/v1/suggest", {}, origin="https://example.org")
        assert (refused.status, refused.headers["access-control-allow-origin"]) == (400, "https://example.org")
        other = client.post("/v1/suggest", SENTENCE, origin="https://example.org.evil.example")
        assert ("access-control-allow-origin" in other.headers, other.headers["vary"]) == (False, "Origin")


def test_every_response_has_the_headers_of_a_safe_site(client: Client) -> None:
    for reply in (client.get("/"), client.get("/nothing"), client.post("/v1/suggest", {}), client.get("/openapi.json")):
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"


# -------------------------------------------------------------------------------------------- many at once, batches


def test_what_waits_is_answered_in_few_batches_and_nothing_is_mixed_up() -> None:
    swift = Endings(seconds=0.02)
    with served(swift=swift) as client:
        replies = _at_once(client, 32)
    for turn, reply in enumerate(replies):
        assert forms(reply.json()) == [f"word{turn}{ending}" for ending in ENDINGS]
    assert max(swift.batches) > 4
    assert len(swift.batches) < 32


def test_a_long_request_does_not_keep_a_short_one_waiting() -> None:
    swift = Endings(seconds=0.1)
    with served(swift=swift) as client, ThreadPoolExecutor(2) as threads:
        long = threads.submit(client.post, "/v1/suggest", {"sentences": ["a [b]"] * 256})
        time.sleep(0.15)
        client.post("/v1/suggest", SENTENCE)
        assert not long.done()
        assert len(long.result().json()["answers"]) == 256


# ------------------------------------------------------------------------------------------------------ OpenAPI


def schema_of(document: dict[str, Any], name: str) -> jsonschema.Draft202012Validator:
    """The validator of a schema of the document."""
    return jsonschema.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    )


def test_the_schemas_are_schemas(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_address_of_the_document_answers_as_it_says(client: Client, document: dict[str, Any]) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation["responses"]["200"]["content"]
            if method == "get":
                reply = client.get(path)
                assert (reply.status, reply.headers["content-type"].partition(";")[0] in content) == (200, True)
                continue
            body = operation["requestBody"]["content"]["application/json"]
            for example in body["examples"].values():
                schema_of(document, body["schema"]["$ref"].rpartition("/")[2]).validate(example["value"])
                reply = client.post(path, example["value"])
                assert reply.status == 200, reply.body
                schema = {**content["application/json"]["schema"], "components": document["components"]}
                jsonschema.Draft202012Validator(schema).validate(reply.json())
                problem = client.post(path, {"no": "such key"})
                schema_of(document, "Problem").validate(problem.json())


def test_lines_are_as_the_document_says(client: Client, document: dict[str, Any]) -> None:
    reply = client.post("/v1/text", {"text": TEXT}, accept="application/jsonl")
    for line in reply.body.splitlines():
        schema_of(document, "TextLine").validate(json.loads(line))
    schema_of(document, "Systems").validate(client.get("/v1/systems").json())


def test_every_status_that_is_sent_is_in_the_document(client: Client, document: dict[str, Any]) -> None:
    statuses = {int(status) for status in document["paths"]["/v1/suggest"]["post"]["responses"]}
    assert statuses == {200, 400, 401, 408, 413, 415, 421, 422, 429, 503}


def batch_sizes(requests: int, queries: int) -> list[int]:
    """How many queries each batch has if some requests of some queries come at once, and one worker answers."""
    sizes: list[int] = []

    def answer(batch: Sequence[int]) -> Sequence[int]:
        sizes.append(len(batch))
        return batch

    async def ask() -> None:
        batcher = Batcher([answer])

        async def answers() -> list[int]:
            return [number async for number in batcher.answers(range(queries))]

        assert await asyncio.gather(*(answers() for _ in range(requests))) == [[*range(queries)]] * requests
        batcher.close()

    asyncio.run(ask())
    return sizes


def test_nobody_waits_for_all_others_to_be_answered_with_them() -> None:
    sizes = batch_sizes(requests=32, queries=1)
    assert sum(sizes) == 32
    assert max(sizes) <= 32 / 4
    assert max(batch_sizes(requests=1, queries=200)) == 32  # where much waits, batches are as large as they may be


def test_what_a_request_that_has_gone_asked_for_waits_no_longer() -> None:
    may_end = threading.Event()
    sizes: list[int] = []

    def answer(batch: Sequence[int]) -> Sequence[int]:
        may_end.wait(5)
        sizes.append(len(batch))
        return batch

    async def ask() -> None:
        batcher = Batcher([answer, answer], home=lambda number: number)

        async def answers(queries: Sequence[int]) -> list[int]:
            return [number async for number in batcher.answers(queries)]

        busy = asyncio.create_task(answers([0, 1]))
        await asyncio.sleep(0)
        goes = asyncio.create_task(answers(range(1000)))
        stays = asyncio.create_task(answers([2, 3]))
        await asyncio.sleep(0)
        goes.cancel()
        await asyncio.wait([goes])
        assert batcher.waiting == 2
        may_end.set()
        assert (await busy, await stays) == ([0, 1], [2, 3])
        batcher.close()

    asyncio.run(ask())
    assert sizes == [1] * 4  # what has gone makes no batch longer


def test_a_stream_that_nobody_reads_any_more_keeps_no_place() -> None:
    def waiting() -> str:
        metrics = client.get("/metrics").body.decode()
        return next(line for line in metrics.splitlines() if line.startswith("stead_targets_waiting "))

    with served(swift=Endings(seconds=0.8)) as client:
        connection = client.connect()
        body = json.dumps({"text": "Old men told strange stories. " * 20, "number": 1})
        headers = {"content-type": "application/json", "accept": "application/jsonl"}
        connection.request("POST", "/v1/text", body, headers)
        wait_until(lambda: not waiting().endswith(" 0"))
        connection.close()
        gone = time.monotonic()
        wait_until(lambda: waiting().endswith(" 0"))
        assert time.monotonic() - gone < 0.5  # not only when the next batch is taken


def test_a_query_goes_to_its_own_worker_unless_that_one_is_busy() -> None:
    may_end = threading.Event()

    def second(batch: Sequence[int]) -> list[str]:
        may_end.wait(5)
        return ["second"] * len(batch)

    async def ask() -> None:
        batcher = Batcher[int, str]([lambda batch: ["first"] * len(batch), second], home=lambda number: number)

        async def answers(*queries: int) -> list[str]:
            return [answer async for answer in batcher.answers(queries)]

        assert await answers(0) == ["first"]
        slow = asyncio.create_task(answers(1))
        await asyncio.sleep(0)
        assert await answers(2, 3, 5) == ["first"] * 3
        may_end.set()
        assert await slow == ["second"]
        assert await answers(7) == ["second"]
        batcher.close()

    asyncio.run(ask())


def test_a_long_text_does_not_keep_the_queries_of_another_worker_waiting() -> None:
    answered: list[int] = []

    def answer(batch: Sequence[int]) -> Sequence[int]:
        answered.extend(batch)
        return batch

    async def ask() -> None:
        batcher = Batcher([answer, answer], home=lambda number: number)

        async def answers(queries: Sequence[int]) -> list[int]:
            return [number async for number in batcher.answers(queries)]

        text = asyncio.create_task(answers(range(0, 2000, 2)))
        await asyncio.sleep(0)
        assert await answers([1]) == [1]
        assert await text == [*range(0, 2000, 2)]
        batcher.close()

    asyncio.run(ask())
    assert answered.index(1) < 200


@pytest.mark.parametrize("clients", [1, 40])
def test_a_text_and_those_who_ask_again_and_again_are_answered_in_turn(clients: int) -> None:
    """Neither has to wait until the other is done, however many ask."""
    answered: list[str] = []

    def answer(batch: Sequence[str]) -> Sequence[str]:
        answered.extend(batch)
        return batch

    async def ask() -> None:
        batcher = Batcher([answer])

        async def answers(queries: Sequence[str]) -> list[str]:
            return [text async for text in batcher.answers(queries)]

        async def ask_again() -> None:
            for _ in range(40):
                await answers(["single"])

        await asyncio.gather(answers(["text"] * 20), *(ask_again() for _ in range(clients)))
        batcher.close()

    asyncio.run(ask())
    places = [place for place, query in enumerate(answered) if query == "text"]
    between = [after - before - 1 for before, after in pairwise(places)]
    assert max(between) <= clients
    assert min(between) >= clients // 2  # fewer than all, since some are in the batch that is computed meanwhile


@pytest.mark.parametrize("steps", range(6))
def test_who_asks_just_as_the_last_batch_ends_is_answered(steps: int) -> None:
    async def ask() -> None:
        batcher = Batcher[int, int]([lambda batch: batch])
        for _ in range(3):
            assert [number async for number in batcher.answers([1])] == [1]
            for _ in range(steps):  # of the event loop, in one of which the worker notices that nothing waits
                await asyncio.sleep(0)
        batcher.close()

    async def soon() -> None:
        await asyncio.wait_for(ask(), timeout=5)

    asyncio.run(soon())
