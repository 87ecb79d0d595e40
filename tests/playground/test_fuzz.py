"""Requests made from the OpenAPI document, and others that are nearly right: never an error of ours, never mixed up."""

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jsonschema
import pytest

from stead.core.errors import BadInput
from stead.playground.guards import ServiceLimits
from stead.playground.json_schema import parse_json, read
from stead.playground.openapi import ServiceInterface
from tests.playground.services import ENDINGS, Client, served
from tests.playground.test_service import schema_of

INTERFACE = ServiceInterface(systems=("swift", "wordnet"), languages=("en", "fr"), limits=ServiceLimits())
PATHS = ("suggest", "text", "rank")
EXPECTED = {200, 400, 422}
TEXTS = (
    *(
        "He is a [bright] boy.",
        "a bright boy",
        "[a] [b]",
        "[",
        "]",
        "[]",
        "[ ]",
        "\\[a\\] [b]",
        "b [b] b",
        "👍🏽 [naïve]",
    ),
    *(
        "x" * 3000,
        "\0[a]\x1b[31m",
        "a\u202e[b]",
        "Ärger [ist] groß. Noch ein Satz!",
        "[don't]",
        "1 2 [3]",
        "\r\n\t[a]\u2028b",
    ),
)
ANYTHING: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    1e308,
    10**40,
    "",
    "\ud800",
    [],
    {},
    [[[[]]]],
    {"text": {}},
    "en",
    "swift",
)


class Generator:
    """Makes values of a schema by chance, most of them valid, and spoils some."""

    def __init__(self, seed: int, spoiled: float) -> None:
        self._random = random.Random(seed)
        self._spoiled = spoiled

    def value(self, schema: dict[str, Any]) -> Any:
        """A value of a schema, or with some chance one that is not."""
        if self._random.random() < self._spoiled:
            return self._random.choice(ANYTHING)
        if "oneOf" in schema:
            return self.value(self._random.choice(schema["oneOf"]))
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        make: dict[str, Callable[[dict[str, Any]], Any]] = {
            "object": self._object,
            "array": lambda part: [self.value(part["items"]) for _ in range(self._random.choice((1, 2, 5)))],
            "string": lambda part: self._random.choice(TEXTS)[: part["maxLength"]],
            "integer": lambda part: self._random.randint(part["minimum"], min(part.get("maximum", 30), 30)),
        }
        return make[schema["type"]](schema)

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        required = schema["required"]
        names = [name for name in schema["properties"] if name in required or self._random.random() < 0.4]
        made = {name: self.value(schema["properties"][name]) for name in names}
        if self._random.random() < self._spoiled:
            made[self._random.choice(("", "txet", "\ud800", "system\0"))] = self._random.choice(ANYTHING)
        return made

    def body(self, record: Any) -> bytes:
        """The record as bytes, a few of which are lost or changed."""
        body = bytearray(json.dumps(record, ensure_ascii=self._random.random() < 0.5).encode(errors="surrogatepass"))
        if body and self._random.random() < self._spoiled:
            body[self._random.randrange(len(body))] = self._random.randrange(256)
        return bytes(body)


def requests(seed: int, number: int) -> Iterator[tuple[str, bytes]]:
    generator = Generator(seed, spoiled=0.05)
    for turn in range(number):
        name = PATHS[turn % len(PATHS)]
        yield f"/v1/{name}", generator.body(generator.value(dict(INTERFACE.requests[name])))


def fuzz(client: Client, number: int, seed: int = 1) -> None:
    document = client.get("/openapi.json").json()
    content = {
        path: methods["post"]["responses"]["200"]["content"]["application/json"]["schema"]
        for path, methods in document["paths"].items()
        if "post" in methods
    }
    validators = {
        path: jsonschema.Draft202012Validator({**schema, "components": document["components"]})
        for path, schema in content.items()
    }
    problem = schema_of(document, "Problem")
    connection = client.connect()
    statuses = set()
    for path, body in requests(seed, number):
        connection.request("POST", path, body, {"content-type": "application/json"})
        response = connection.getresponse()
        record = json.loads(response.read())
        assert response.status in EXPECTED, (response.status, path, body)
        (validators[path] if response.status == 200 else problem).validate(record)
        statuses.add(response.status)
    connection.close()
    assert statuses == EXPECTED


def test_a_few_hundred_requests_are_answered_as_the_document_says(client: Client) -> None:
    fuzz(client, 300)


@pytest.mark.soak
def test_ten_thousand_requests_are_answered_as_the_document_says() -> None:
    with served() as client:
        fuzz(client, 10_000, seed=2)


@pytest.mark.parametrize("name", PATHS)
def test_requests_are_read_exactly_if_the_schema_allows_them(name: str) -> None:
    schema = dict(INTERFACE.requests[name])
    validator = jsonschema.Draft202012Validator(schema)
    generator = Generator(3, spoiled=0.08)
    verdicts = []
    for _ in range(400):
        record = generator.value(schema)
        is_text = "\ud800" not in str(record) and "\\ud800" not in repr(record)
        try:
            read(parse_json(json.dumps(record).encode()), schema)
            accepted = True
        except BadInput:
            accepted = False
        assert accepted == (validator.is_valid(record) and is_text), record
        verdicts.append(accepted)
    assert 0.2 < sum(verdicts) / len(verdicts) < 0.9


def test_the_answers_of_many_clients_are_never_mixed_up(client: Client) -> None:
    def ask(number: int) -> bool:
        connection = client.connect()
        right = []
        for turn in range(20):
            word = f"word{number}x{turn}"
            connection.request(
                "POST", "/v1/suggest", json.dumps({"text": f"a [{word}] b"}), {"content-type": "application/json"}
            )
            answer = json.loads(connection.getresponse().read())
            right.append([each["form"] for each in answer["substitutes"]] == [f"{word}{end}" for end in ENDINGS])
        connection.close()
        return all(right)

    with ThreadPoolExecutor(16) as threads:
        assert all(threads.map(ask, range(16)))
