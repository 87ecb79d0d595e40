r"""A target marked in its sentence by square brackets: `They lost the [match].`

Brackets that belong to the sentence are written `\[` and `\]`.
"""

import re
from typing import NamedTuple

from stead.core.errors import BadInput
from stead.formats import quote

_BRACKET = re.compile(r"\\[\[\]]|[\[\]]")
_EXAMPLE = "mark one word, as in: They lost the [match]."


class Marked(NamedTuple):
    """A sentence in which `text[start:end]` is the target."""

    text: str
    start: int
    end: int

    @property
    def target(self) -> str:
        """The target as it stands in the sentence."""
        return self.text[self.start : self.end]


def marked(sentence: str) -> Marked:
    """The sentence without its brackets, and where its target is; blanks inside the brackets are not the target's."""
    pieces = _pieces(sentence)
    if len(pieces) == 1:
        raise BadInput(f"no target is marked in {quote(sentence)}; {_EXAMPLE}")
    if len(pieces) > 3:
        raise BadInput(f"{len(pieces) // 2} targets are marked in {quote(sentence)}; {_EXAMPLE}")
    left, target, right = pieces
    if not target.strip():
        raise BadInput(f"the brackets in {quote(sentence)} are empty; {_EXAMPLE}")
    start = len(left) + len(target) - len(target.lstrip())
    return Marked(left + target + right, start, start + len(target.strip()))


def _pieces(sentence: str) -> list[str]:
    """The text outside and inside brackets, in turns; a bracket that is out of turn is refused."""
    pieces, place = [""], 0
    for bracket in _BRACKET.finditer(sentence):
        pieces[-1] += sentence[place : bracket.start()]
        place = bracket.end()
        if bracket[0].startswith("\\"):
            pieces[-1] += bracket[0][1]
            continue
        inside = len(pieces) % 2 == 0
        if (bracket[0] == "]") is not inside:
            found = "a [ inside brackets" if inside else "a ] without its ["
            raise BadInput(f"{found} in {quote(sentence)}; {_EXAMPLE} (Write \\[ for a bracket of the sentence.)")
        pieces.append("")
    if len(pieces) % 2 == 0:
        raise BadInput(f"a [ without its ] in {quote(sentence)}; {_EXAMPLE}")
    pieces[-1] += sentence[place:]
    return pieces
