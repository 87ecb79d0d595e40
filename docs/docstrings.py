"""An extension of Griffe: examples of docstrings, which begin with `>>>`, are blocks of code."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Examples(griffe.Extension):
    """Fence the examples of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
