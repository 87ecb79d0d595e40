"""What an interface says, by language: one TOML file each, plain text with {places} to fill in."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

_COMMA = ("fr", "it")


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
        """The text `name-one` or `name-many`, as the number demands (in French, nought is one)."""
        one = number == 1 or (number == 0 and self.language == "fr")
        return self(f"{name}-{'one' if one else 'many'}", number=number, **values)

    def decimal(self, value: float, digits: int) -> str:
        """A number with so many digits behind its point or, in French and Italian, its comma."""
        text = f"{value:.{digits}f}"
        return text.replace(".", ",") if self.language in _COMMA else text


def read_catalogue(path: Path) -> Catalogue:
    """The catalogue of a file that is named after its language."""
    texts = tomllib.loads(path.read_text(encoding="utf-8"))
    unbroken = _french_blanks if path.stem == "fr" else str
    return Catalogue(path.stem, {name: unbroken(str(text).strip()) for name, text in texts.items()})


def _french_blanks(text: str) -> str:
    """French puts blanks within quotes and before some signs: no line ends there."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


def places(text: str) -> set[str]:
    """The names of the places that are to be filled in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
