"""Signatures: everything that could make a figure another number, in one line, so that figures can be compared.

As in `oot@10|dup:once|match:lenient|min:2|...|items:1696/1703|gold:sha256:ab12...|v:1.0.0`. The parts that say how a
figure was computed are made from the fields of its settings: each field declares how it is signed, or why not.
"""

import hashlib
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import fields
from typing import Any

from stead._version import __version__

_HASH_SHOWN = 12
_DECLARED = "signature"

VERSION = f"v:{__version__}"
"""How every signature ends."""

Parts = Mapping[str, Callable[[Any, Any], str | None]]
"""What stands in a signature, by its key there: a function of the settings and of what was measured with them.

The function gives None where the part is left out, for instance where a default is not worth a word.
"""


def signed(parts: Parts) -> dict[str, Parts]:
    """The metadata of a field that stands in signatures; several parts, if it says more than one thing."""
    return {_DECLARED: parts}


def unsigned(because: str) -> dict[str, Parts | str]:
    """The metadata of a field that cannot change a figure, and why that is so."""
    return {_DECLARED: {}, "because": because}


def signed_parts(settings: Any, about: Any, *, without: Container[str] = ()) -> Iterator[str]:
    """The parts of a signature, field by field: `key:text`; `without` are keys that do not matter here."""
    for part in fields(settings):
        if _DECLARED not in part.metadata:
            raise TypeError(f"{type(settings).__name__}.{part.name} says neither how it is signed nor why it is not.")
        for key, show in part.metadata[_DECLARED].items():
            text = None if key in without else show(settings, about)
            if text is not None:
                yield f"{key}:{text}"


def digest(content: object) -> str:
    """The hash of something that prints itself in full."""
    return hashlib.sha256(repr(content).encode(errors="backslashreplace")).hexdigest()


def shortened(sha256: str) -> str:
    """As much of a hash as a signature shows."""
    return f"sha256:{sha256[:_HASH_SHOWN]}"
