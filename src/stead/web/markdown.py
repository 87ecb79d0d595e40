"""The little Markdown that guidelines need: headings, paragraphs, lists, quotes, *emphasis*, **strength**, `code`.

Everything is escaped before anything is marked up; there are no links, images or raw HTML, so a text can do no harm.
"""

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

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


def rendered_markdown(text: str) -> Markup:
    """The text as HTML; headings begin one level down, below the page's own."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    return Markup("\n").join(piece for block in blocks for piece in _block(block.strip("\n").split("\n")))


def _block(lines: list[str]) -> Iterator[Markup]:
    """The pieces of lines that stand together: a heading needs no blank line behind it."""
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
    """Whether a line ends the piece that began with another one."""
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
    """Escaped text, in which code, strength and emphasis are marked."""
    made = str(escape(text))
    for pattern, tag in _SPANS:
        made = pattern.sub(rf"<{tag}>\1</{tag}>", made)
    return Markup(made)  # noqa: S704 (escaped above)
