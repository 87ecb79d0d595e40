"""Rendering of pages: templates that escape everything, assets, texts by language, and Markdown."""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from stead.core.errors import BadInput

SHARED = Path(__file__).parent / "shared"


_ADDRESS = re.compile(r'\b(href|src|action|formaction)="/(?!/)')


class SiteAddresses(Extension):
    """Puts the path of the site before the addresses in a template, which are written as if there were none.

    Only an address that is a value as a whole has to name the path itself: `href="{{ base }}{{ address }}"`.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 (as its base)
        """The source of a template with the path before its addresses."""
        return _ADDRESS.sub(r'\1="{{ base }}/', source)


class Templates:
    """The templates of some folders and the shared ones, for a site under a path."""

    def __init__(
        self,
        *folders: Path,
        values: Mapping[str, object],
        filters: Mapping[str, Callable[..., object]],
        base: str = "",
    ) -> None:
        self._environment = Environment(
            loader=FileSystemLoader([*folders, SHARED]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            extensions=[SiteAddresses],
        )
        self._environment.globals.update({**values, "base": base})
        self._environment.filters.update(filters)

    def respond(self, name: str, status: int = 200, /, **values: object) -> HTMLResponse:
        """Render a page."""
        return HTMLResponse(self._environment.get_template(name).render(values), status)


_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
_FOREVER = "public, max-age=31536000, immutable"


class Assets:
    """The files of some folders under addresses that change when their content does."""

    def __init__(self, *folders: Path, base: str = "") -> None:
        self._base = base
        self._content: dict[str, tuple[bytes, str]] = {}
        self._names: dict[str, str] = {}
        for path in (path for folder in folders for path in sorted(folder.iterdir())):
            data = path.read_bytes()
            name = f"{path.stem}-{hashlib.sha256(data).hexdigest()[:12]}{path.suffix}"
            self._content[name] = data, _KINDS[path.suffix]
            self._names[path.name] = name

    def address(self, name: str) -> str:
        """The address of a file."""
        return f"{self._base}/assets/{self._names[name]}"

    def respond(self, name: str) -> Response:
        """Serve the file of this name."""
        asset = self._content.get(name)
        if asset is None:
            return PlainTextResponse("There is no such file.", 404)
        data, kind = asset
        return Response(data, headers={"content-type": kind, "cache-control": _FOREVER})


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language by their names."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, name: str, /, **values: object) -> str:
        """A text with its places filled in; plain text, which templates escape."""
        text = self.texts[name]
        return text.format(**values) if values else text

    def counted(self, name: str, number: int, **values: object) -> str:
        """The text `name-one` or `name-many`, as the number demands (in French, zero is one)."""
        one = number == 1 or (number == 0 and self.language == "fr")
        return self(f"{name}-{'one' if one else 'many'}", number=number, **values)

    def decimal(self, value: float, digits: int) -> str:
        """Format a number with n digits after the decimal sign of the language."""
        return f"{value:z.{digits}f}".replace("-", "\N{MINUS SIGN}").replace(".", self.texts["decimal-sign"])


def read_catalogue(path: Path) -> Catalogue:
    """Read the catalogue in a file that is named after its language."""
    texts = tomllib.loads(path.read_text(encoding="utf-8"))
    for name, text in texts.items():
        if not isinstance(text, str):
            raise BadInput(f"{path}: {name} is {text!r}; expected a text in quotation marks.")
    unbroken = _french_spaces if path.stem == "fr" else str
    return Catalogue(path.stem, {name: unbroken(text.strip()) for name, text in texts.items()})


def _french_spaces(text: str) -> str:
    """Make the spaces of French punctuation unbreakable: within quotes and before some signs."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


def places(text: str) -> set[tuple[str, str | None, str | None]]:
    """The places to fill in: their names, each with the format and the conversion that are asked for there."""
    return {(name, form, conversion) for _, name, form, conversion in Formatter().parse(text) if name is not None}


_HEADING = re.compile(r"(#{1,4})\s+(.*)")
_BULLET = re.compile(r"[-*+]\s+(.*)")
_NUMBER = re.compile(r"\d{1,4}[.)]\s+(.*)")
_QUOTE = re.compile(r">\s?(.*)")
_SPANS = (
    (re.compile(r"`([^`]+)`"), "code"),
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*"), "strong"),
    (re.compile(r"\*(?=\S)([^*]+?)(?<=\S)\*"), "em"),
    (re.compile(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)"), "em"),
)
_LISTS = ((_BULLET, "ul"), (_NUMBER, "ol"))


def render_markdown(text: str) -> Markup:
    """Render Markdown as HTML; headings begin one level down, below the page's own."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    return Markup("\n").join(piece for block in blocks for piece in _block(block.strip("\n").split("\n")))


def _block(lines: list[str]) -> Iterator[Markup]:
    """Render the pieces of a block of lines: a heading needs no empty line after it."""
    while lines:
        heading = _HEADING.match(lines[0])
        if heading:
            level = len(heading[1]) + 1
            yield Markup("<h{0} dir=auto>{1}</h{0}>").format(level, _spans(heading[2]))
            lines = lines[1:]
            continue
        end = next((at for at, line in enumerate(lines) if at and _begins_block(line, lines[0])), len(lines))
        yield _paragraph(lines[:end])
        lines = lines[end:]


def _begins_block(line: str, first: str) -> bool:
    """Whether a line begins a new block after one that began with the line `first`."""
    if _HEADING.match(line):
        return True
    kinds = (_BULLET, _NUMBER, _QUOTE)
    return any(kind.match(line) and not kind.match(first) for kind in kinds)


def _paragraph(lines: list[str]) -> Markup:
    for marker, tag in _LISTS:
        if marker.match(lines[0]):
            entries = _entries(lines, marker)
            inner = Markup("").join(Markup("<li dir=auto>{}</li>").format(_spans(entry)) for entry in entries)
            return Markup("<{0}>{1}</{0}>").format(tag, inner)
    if _QUOTE.match(lines[0]):
        inner = _spans(" ".join(_QUOTE.sub(r"\1", line) for line in lines))
        return Markup("<blockquote dir=auto>{}</blockquote>").format(inner)
    return Markup("<p dir=auto>{}</p>").format(_spans(" ".join(line.strip() for line in lines)))


def _entries(lines: list[str], marker: re.Pattern[str]) -> Iterator[str]:
    entry = ""
    for line in lines:
        begun = marker.match(line)
        if begun and entry:
            yield entry
        entry = begun[1] if begun else f"{entry} {line.strip()}"
    yield entry


def _spans(text: str) -> Markup:
    """Escape a text, and mark code, strong and emphasised parts in it."""
    made = str(escape(text))
    for pattern, tag in _SPANS:
        made = pattern.sub(rf"<{tag}>\1</{tag}>", made)
    return Markup(made)  # noqa: S704 (escaped above)
