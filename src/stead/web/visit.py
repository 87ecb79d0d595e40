"""One request as the handlers of pages see it, and the form that it brings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

MOST_FIELDS = 200


class UnreadableForm(Exception):
    """What was sent is no form that a page of ours could have sent."""


_MOST = (1 << 31) - 1
"""The largest number that a column of every database can hold."""


class Form:
    """The fields of a form, or of the part of an address behind `?`; what is not there is empty."""

    def __init__(self, encoded: str) -> None:
        try:
            pairs = parse_qsl(encoded, keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError:
            raise UnreadableForm from None
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            # No database, file or person has a use for null characters.
            self._values.setdefault(name, []).append(value.replace("\0", ""))

    def one(self, name: str) -> str:
        """The first value of a field."""
        return next(iter(self.all(name)), "")

    def all(self, name: str) -> list[str]:
        """Every value of a field, in order."""
        return self._values.get(name, [])

    def number(self, name: str, otherwise: int = -1) -> int:
        """The value of a field as a whole number; `otherwise` if it is none, or none that a store could hold."""
        text = self.one(name)
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 11 else _MOST + 1
        return number if number <= _MOST else otherwise

    def __contains__(self, name: str) -> bool:
        return name in self._values


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A request: where to, by whom, with what. `user` is whatever the site's `who` found for the session."""

    method: str
    path: str
    parameters: Mapping[str, Any]
    query: Form
    form: Form
    session: str
    user: Any
    address: str
    token_is_right: bool = field(default=True)

    @property
    def posts(self) -> bool:
        """Whether something is sent, and not only asked for."""
        return self.method == "POST"
