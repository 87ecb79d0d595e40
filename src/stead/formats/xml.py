"""XML from anywhere, read safely.

Real files name DTDs that are absent and hold broken entities. Nothing is ever fetched and no entity of the file's own
is ever expanded: the text is mended first, then parsed by expat, and a file that declares entities is refused.
"""

import re
from collections.abc import Callable
from html import escape
from typing import Protocol

from stead.core.errors import BadInput
from stead.formats.encoding import text_encoding
from stead.formats.reading import Reading, quote

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file may hold."""

_DECLARATION = re.compile(r"\s*<\?xml[^>]*?\?>")
_ENCODING = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_AMPERSAND = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)"
    r"(?:#(?P<decimal>\d{1,7})(?P<gap>\s?);|#[xX](?P<hex>[0-9a-fA-F]{1,6});|(?P<name>\w+);|)"
)


class Handler(Protocol):
    """What is told of the elements and the text between them, with line numbers."""

    def start(self, name: str, attributes: dict[str, str], line: int) -> None: ...  # noqa: D102
    def end(self, name: str) -> None: ...  # noqa: D102
    def characters(self, data: str) -> None: ...  # noqa: D102


def looks_like_xml(beginning: str) -> bool:
    """Whether a text begins like XML."""
    return beginning.lstrip("\ufeff \t\r\n").startswith("<")


def parse_xml(reading: Reading, handler: Handler) -> None:
    """Tell a handler what is in a file."""
    from xml.parsers import expat  # noqa: PLC0415 (few files are XML)

    text = _mend(reading, reading.text(_declared_encoding(reading), of_lines=False))
    if reading.damaged and reading.letters_matter and not reading.lists_faults:
        line = min(reading.damaged)
        raise BadInput(f"{reading.content.path}:{line}: invalid bytes; an XML file has no lines that can be left out.")
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: handler.start(name, attributes, parser.CurrentLineNumber)
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.characters
    parser.EntityDeclHandler = lambda name, *_: _refuse_entity(reading, name, parser.CurrentLineNumber)
    try:
        parser.Parse(text.encode(), True)  # noqa: FBT003 (expat takes no keyword)
    except expat.ExpatError as error:
        problem = expat.ErrorString(error.code)
        raise BadInput(
            f"{reading.content.path}:{error.lineno}: not well-formed XML ({problem}); mend that place."
        ) from None


def _refuse_entity(reading: Reading, name: str, line: int) -> None:
    raise BadInput(
        f"{reading.content.path}:{line}: declares the entity {quote(name)}; stead expands no entities of a file's own. "
        "Write the characters themselves."
    )


def _declared_encoding(reading: Reading) -> str:
    match = _ENCODING.match(reading.content.data)
    declared = match[1].decode("ascii") if match else "utf-8"
    name = text_encoding(declared)
    if name:
        return name
    reading.report.repaired(1, "encoding", f"the declared encoding {quote(declared)} is unknown; read as UTF-8")
    return "utf-8"


def _mend(reading: Reading, text: str) -> str:
    """Make references harmless and well-formed, and take out characters that XML forbids."""
    declaration = _DECLARATION.match(text)
    if declaration:  # its line ends stay, so that later lines keep their numbers
        text = "\n" * declaration[0].count("\n") + text[declaration.end() :]
    place = _LineFinder(text)

    def mend_reference(match: re.Match[str], start: int) -> str:
        meant = _referenced(match)
        if meant and not match["name"] and not match["gap"]:
            return meant
        meant = meant or "&amp;" + match[0][1:]
        message = f"broken or unknown entity {quote(match[0])}, read as {quote(meant)}"
        reading.report.repaired(place.line(start + match.start()), "entity", message)
        return meant

    text = _outside_literals(text, lambda part, start: _AMPERSAND.sub(lambda match: mend_reference(match, start), part))
    place = _LineFinder(text)

    def mend_character(match: re.Match[str]) -> str:
        message = f"a character that XML forbids, {quote(match[0])}, read as a blank"
        reading.report.repaired(place.line(match.start()), "control", message)
        return " "

    return FORBIDDEN.sub(mend_character, text)


_LITERALS = {"<!--": "-->", "<![CDATA[": "]]>"}


def _outside_literals(text: str, change: Callable[[str, int], str]) -> str:
    """Change the text but for comments and CDATA sections, where an ampersand is an ampersand."""
    parts, position = [], 0
    for opening in re.finditer(r"<!--|<!\[CDATA\[", text):
        if opening.start() < position:
            continue
        end = text.find(_LITERALS[opening[0]], opening.end())
        parts += [change(text[position : opening.start()], position)]
        position = len(text) if end < 0 else end
        parts += [text[opening.start() : position]]
    return "".join([*parts, change(text[position:], position)])


def _referenced(match: re.Match[str]) -> str:
    """The (escaped) character that a reference means, or nothing if it means none."""
    if match["name"]:
        from html.entities import html5  # noqa: PLC0415 (a large table, for broken files only)

        return escape(html5.get(match["name"] + ";", ""))
    digits = match["decimal"] or match["hex"]
    if not digits:
        return ""
    code = int(digits, 10 if match["decimal"] else 16)
    legal = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF and not FORBIDDEN.match(chr(code))
    return escape(chr(code)) if legal else ""


class _LineFinder:
    """Line numbers of rising positions, counted once."""

    def __init__(self, text: str) -> None:
        self._text, self._position, self._line = text, 0, 1

    def line(self, position: int) -> int:
        self._line += self._text.count("\n", self._position, position)
        self._position = position
        return self._line
