"""The page of `stead serve`: a text, its words, and what can stand in their stead; and the reference of the service."""

import base64
import hashlib
import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from stead._version import __version__
from stead.playground.openapi import POS
from stead.playground.served_systems import ServedSystems
from stead.web.app import POLICY
from stead.web.rendering import SHARED, Assets, Catalogue, Templates, read_catalogue, render_markdown

_HERE = Path(__file__).parent
LANGUAGES = ("en", "fr", "it")
"""Of the page itself; the first is used where a browser asks for none of them."""
_MODULES = ("model.js", "panel.js", "service.js")


class PlaygroundPage:
    """The page and the reference, in the language that a browser asks for."""

    def __init__(self, systems: ServedSystems, document: dict[str, Any], *, needs_key: bool) -> None:
        self._systems, self._document, self._needs_key = systems, document, needs_key
        self._assets = Assets(SHARED / "assets", _HERE / "assets")
        self._texts = {language: read_catalogue(_HERE / "languages" / f"{language}.toml") for language in LANGUAGES}
        self._examples = tomllib.loads((_HERE / "examples.toml").read_text(encoding="utf-8"))
        imports = {name: self._assets.address(name) for name in _MODULES}
        self._import_map = json.dumps({"imports": imports})
        values = {"asset": self._assets.address, "campaign": "stead", "version": __version__, "parts_of_speech": POS}
        self._templates = Templates(_HERE / "templates", values=values, filters={"markdown": render_markdown})

    def show(self, request: Request) -> Response:
        """Show the page."""
        texts = self._catalogue(request)
        languages = self._systems.languages
        response = self._templates.respond(
            "playground.html",
            t=texts,
            language=texts.language,
            languages=languages,
            import_map=Markup(self._import_map),  # noqa: S704 (addresses of our own assets)
            data={
                "texts": texts.texts,
                "examples": {language: self._examples.get(language, []) for language in languages},
                "needsKey": self._needs_key,
                **self._systems.records(),
            },
        )
        response.headers["content-security-policy"] = self._policy
        return response

    def show_reference(self, request: Request) -> Response:
        """Show the reference of the service, made of its OpenAPI document."""
        texts = self._catalogue(request)
        operations = [
            (method.upper(), path, operation)
            for path, methods in self._document["paths"].items()
            for method, operation in methods.items()
        ]
        return self._templates.respond(
            "reference.html",
            t=texts,
            language=texts.language,
            operations=operations,
            schemas=self._document["components"]["schemas"],
            dump=lambda value: json.dumps(value, ensure_ascii=False, indent=1),
            origin=str(request.base_url).rstrip("/"),
        )

    def asset(self, request: Request) -> Response:
        """Serve an asset."""
        return self._assets.respond(request.path_params["name"])

    @property
    def _policy(self) -> str:
        """The content security policy: the page may also ask its own service, and name its modules."""
        digest = base64.b64encode(hashlib.sha256(self._import_map.encode()).digest()).decode()
        policy = {**POLICY, "script-src": f"'self' 'sha256-{digest}'", "connect-src": "'self'"}
        return "; ".join(f"{name} {value}" for name, value in policy.items())

    def _catalogue(self, request: Request) -> Catalogue:
        return self._texts[choose_language(request.headers.get("accept-language", ""), LANGUAGES)]


def choose_language(accepted: str, known: Sequence[str]) -> str:
    """The known language that a browser prefers, by its header Accept-Language (RFC 9110); else the first."""
    preferences = []
    for part in accepted.split(","):
        name, _, parameter = part.partition(";")
        try:
            weight = float(parameter.partition("=")[2] or 1)
        except ValueError:
            weight = 0.0
        preferences.append((-weight, name.strip().lower().partition("-")[0]))
    return next((name for weight, name in sorted(preferences, key=lambda pair: pair[0]) if weight < 0 and name in known), known[0])
