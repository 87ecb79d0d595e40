"""The interface of the service, declared once: requests are read by these schemas, and OpenAPI 3.1 shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stead._version import __version__
from stead.playground.guards import ServiceLimits
from stead.playground.json_schema import Schema

POS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}
JSON, JSON_LINES, PROBLEM = "application/json", "application/jsonl", "application/problem+json"
_USUAL_NUMBER = 10
_PROBLEMS = {
    400: "The body is not JSON, or not what this address expects.",
    401: "The service needs a key.",
    408: "The body came too slowly.",
    413: "The body is too large.",
    415: "The body is not `application/json`.",
    421: "The service does not answer to this host name.",
    422: "There are no substitutes to be found for this: the target is not in the lexicon, is not marked, and so on.",
    429: "Too many requests of one client at once.",
    503: "Too much waits already, or the answer took too long; `Retry-After` says when to try again.",
}


def _record(required: Sequence[str], **properties: Schema) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items: Schema, **bounds: int) -> dict[str, Any]:
    return {"type": "array", "items": items, **bounds}


def _about(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": text, **schema}


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


_STRING: Schema = {"type": "string"}
_OFFSET: Schema = {"type": "integer", "minimum": 0}
_NUMBER: Schema = {"type": "number"}
_FLAG: Schema = {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class ServiceInterface:
    """What the service understands: its systems and languages, the usual one first, and its limits."""

    systems: tuple[str, ...]
    languages: tuple[str, ...]
    limits: ServiceLimits

    # ---------------------------------------------------------------------------------------------------- requests

    @cached_property
    def requests(self) -> dict[str, Schema]:
        """The schema of each request, by the last part of its address."""
        text = {"type": "string", "minLength": 1, "maxLength": self.limits.characters}
        pos = _about("part of speech of the target; default: found out", {"type": "string", "enum": [*POS]})
        sentence: dict[str, Schema] = {
            "text": _about("the text; the target is in [brackets] unless another key names it", text),
            "start": _about("where the target starts: the number of Unicode characters before it", _OFFSET),
            "end": _about("where the target ends", _OFFSET),
            "target": _about("the target as it is written in the text", {**text, "maxLength": 200}),
            "occurrence": _about(
                "which occurrence of `target`, from 1", {"type": "integer", "minimum": 1, "maximum": 100_000}
            ),
            "pos": pos,
        }
        settings: dict[str, Schema] = {
            "number": _about(
                "the number of substitutes",
                {"type": "integer", "minimum": 1, "maximum": self.limits.substitutes, "default": _USUAL_NUMBER},
            ),
            "system": _about("the system", {"type": "string", "enum": [*self.systems], "default": self.systems[0]}),
            "language": _about(
                "code of the language", {"type": "string", "enum": [*self.languages], "default": self.languages[0]}
            ),
        }
        many = _list({"oneOf": [text, _record(["text"], **sentence)]}, minItems=1, maxItems=self.limits.sentences)
        word = {"type": "string", "minLength": 1, "maxLength": 100}
        candidates = _list(word, minItems=1, maxItems=self.limits.candidates)
        choice = {name: schema for name, schema in settings.items() if name != "number"}
        return {
            "suggest": {
                "oneOf": [
                    _record(["text"], **sentence, **settings),
                    _record(["sentences"], sentences=_about("sentences, each with a target", many), **settings),
                ]
            },
            "text": _record(
                ["text"],
                text=text,
                pos=_about(
                    "the parts of speech to find substitutes for; default: all", _list(pos, minItems=1, maxItems=4)
                ),
                **settings,
            ),
            "rank": _record(["text", "candidates"], **sentence, candidates=candidates, **choice),
        }

    # --------------------------------------------------------------------------------------------------- responses

    @cached_property
    def schemas(self) -> dict[str, Schema]:
        """The schemas of requests and responses by their names."""
        edit = _about(
            "what to replace in the text: from `start` to `end` by `text`; wider than the target where another word "
            "has to change with it (*a* to *an*)",
            _record(["start", "end", "text"], start=_OFFSET, end=_OFFSET, text=_STRING),
        )
        reasons = _about(
            "what each signal says of the substitute in this sentence, as a number of its own kind",
            {"type": "object", "additionalProperties": _NUMBER},
        )
        substitute = _record(
            ["term", "form", "inflected", "score", "good", "sources", "reasons", "edit"],
            term=_about("the substitute in its base form", _STRING),
            form=_about("in the form of the target", _STRING),
            inflected=_about("whether `form` is that; if not, it is the base form, and no sentence by itself", _FLAG),
            score=_about(
                "higher is better; for swift, fine and finest the probability that a person accepts it", _NUMBER
            ),
            good=_about("whether it comes before the learned cut-off", _FLAG),
            sources=_about("where it comes from", _list(_STRING)),
            reasons=reasons,
            edit=edit,
        )
        about: dict[str, Schema] = {
            "start": _OFFSET,
            "end": _OFFSET,
            "target": _STRING,
            "lexelt": _about("lemma and part of speech of the target", _STRING),
        }
        settings: dict[str, Schema] = {"system": _STRING, "language": _STRING}
        of_target = {**about, "substitutes": _list(_reference("Substitute"))}
        answer = _record([*about, "substitutes", *settings], **of_target, **settings)
        refusal = _record(["error"], error=_reference("Problem"))
        target = _record([*about, "substitutes"], **of_target)
        system = _record(
            ["name", "languages", "loaded", "probabilities"],
            name=_STRING,
            languages=_list(_STRING),
            loaded=_about(
                "whether it is in memory for the usual language; otherwise the first request loads it", _FLAG
            ),
            probabilities=_about("whether its scores are probabilities", _FLAG),
        )
        return {
            **{f"{name.capitalize()}Request": schema for name, schema in self.requests.items()},
            "Substitute": substitute,
            "Target": target,
            "Answer": answer,
            "Answers": _record(
                ["answers", *settings],
                answers=_list({"oneOf": [_reference("Target"), refusal]}),
                **settings,
            ),
            "TextAnswer": _record(["targets", *settings], targets=_list(_reference("Target")), **settings),
            "TextLine": {
                "oneOf": [
                    _reference("Target"),
                    _about("the last line of a text that could not be finished", refusal),
                    _about("the last line", _record(["done", *settings], done=_OFFSET, **settings)),
                ]
            },
            "Systems": _record(["systems"], systems=_list(system)),
            "Problem": {
                "type": "object",
                "properties": {
                    "title": _STRING,
                    "status": {"type": "integer"},
                    "detail": _about("one sentence: what is wrong, and what to do", _STRING),
                },
                "required": ["title", "status", "detail"],
                "additionalProperties": False,
            },
        }

    # ----------------------------------------------------------------------------------------------------- document

    def document(self, *, keys: bool) -> dict[str, Any]:
        """The OpenAPI document."""
        document: dict[str, Any] = {
            "openapi": "3.1.0",
            "info": {
                "title": "stead",
                "version": __version__,
                "summary": "Words that can stand in another word's stead.",
                "description": "Offsets count Unicode characters (code points), not bytes or UTF-16 units.",
                "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            },
            "paths": self._paths(),
            "components": {"schemas": self.schemas},
        }
        if keys:
            document["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
            document["security"] = [{"key": []}]
        return document

    def _paths(self) -> dict[str, Any]:
        suggest = _post(
            "suggest",
            "Find substitutes for the target of one sentence, or of each of many.",
            {"oneOf": [_reference("Answer"), _reference("Answers")]},
            {
                "brackets": {"text": "He is a [bright] boy.", "number": 3},
                "offsets": {"text": "He is a bright boy.", "start": 8, "end": 14},
                "many": {"sentences": ["He is a [bright] boy.", {"text": "They lost the match.", "target": "match"}]},
            },
        )
        text = _post(
            "text",
            "Find substitutes for every word of a text that has any.",
            _reference("TextAnswer"),
            {"nouns": {"text": "The old man told a strange story.", "pos": ["n"], "number": 3}},
        )
        text["post"]["responses"]["200"]["content"][JSON_LINES] = {"schema": _reference("TextLine")}
        text["post"]["description"] = (
            f"With `Accept: {JSON_LINES}`, each target is a line that is sent as soon as it is answered, in the order "
            "of the text; the last line tells their number, or why the text could not be finished."
        )
        rank = _post(
            "rank",
            "Rank given candidates for the target of a sentence, best first.",
            _reference("Answer"),
            {"three": {"text": "He is a [bright] boy.", "candidates": ["clever", "shiny", "smart"]}},
        )
        return {
            "/v1/suggest": suggest,
            "/v1/text": text,
            "/v1/rank": rank,
            "/v1/systems": _get("systems", "List the systems, the usual one first.", JSON, _reference("Systems"), 401),
            "/healthz": _get("health", "Tell whether the service works.", "text/plain", _STRING, open_to_all=True),
            "/metrics": _get("metrics", "Counts and times, as Prometheus reads them.", "text/plain", _STRING, 401),
        }


def _post(name: str, summary: str, response: Schema, examples: Mapping[str, Any]) -> dict[str, Any]:
    content = {
        JSON: {
            "schema": _reference(f"{name.capitalize()}Request"),
            "examples": {title: {"value": value} for title, value in examples.items()},
        }
    }
    return {
        "post": {
            "operationId": name,
            "summary": summary,
            "requestBody": {"required": True, "content": content},
            "responses": {"200": _response("The answer.", JSON, response), **_problems(*_PROBLEMS)},
        }
    }


def _get(
    name: str, summary: str, kind: str, response: Schema, *problems: int, open_to_all: bool = False
) -> dict[str, Any]:
    responses = {"200": _response("The answer.", kind, response), **_problems(421, *problems)}
    operation: dict[str, Any] = {"operationId": name, "summary": summary, "responses": responses}
    return {"get": {**operation, **({"security": []} if open_to_all else {})}}


def _response(about: str, kind: str, schema: Schema) -> dict[str, Any]:
    return {"description": about, "content": {kind: {"schema": schema}}}


def _problems(*statuses: int) -> dict[str, Any]:
    return {str(status): _response(_PROBLEMS[status], PROBLEM, _reference("Problem")) for status in sorted(statuses)}
