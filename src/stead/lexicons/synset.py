"""One line of a WordNet data file (wndb(5WN)), in which numbers of words are hexadecimal.

    offset lex_filenum ss_type w_cnt word lex_id [word lex_id...] p_cnt [pointer...] [frames] | gloss

A pointer is `symbol offset pos source/target`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_MARKER = re.compile(r"\((?:a|p|ip)\)$")
"""Where an adjective may stand: before a noun, in the predicate, right behind a noun."""

_POINTER_FIELDS = 4
_TYPES = {b"n": "n", b"v": "v", b"a": "a", b"s": "a", b"r": "r"}

SYMBOLS: dict[str, bytes] = {
    "hypernym": b"@",
    "instance_hypernym": b"@i",
    "hyponym": b"~",
    "instance_hyponym": b"~i",
    "similar": b"&",
    "also": b"^",
    "antonym": b"!",
    "derivation": b"+",
    "pertainym": b"\\",
    "participle": b"<",
    "attribute": b"=",
    "entails": b"*",
    "causes": b">",
    "other": b"$",
    "mero_member": b"%m",
    "mero_substance": b"%s",
    "mero_part": b"%p",
    "holo_member": b"#m",
    "holo_substance": b"#s",
    "holo_part": b"#p",
    "domain_topic": b";c",
    "domain_region": b";r",
    "exemplifies": b";u",
    "has_domain_topic": b"-c",
    "has_domain_region": b"-r",
    "is_exemplified_by": b"-u",
}
"""How WordNet writes the relations; `other` are its groups of verbs."""


class Pointer(NamedTuple):
    """A relation to another synset or, if source and target are not 0, between words of the two (counted from 1)."""

    pos: str
    offset: int
    source: int
    target: int


class Synset(NamedTuple):
    """Words of one meaning; `type` is that of the file: `s` for a satellite."""

    pos: str
    offset: int
    type: str
    lex_file: int
    words: tuple[str, ...]
    lex_ids: tuple[int, ...]
    pointer_fields: list[bytes]

    def pointers(self, symbol: bytes) -> Iterator[Pointer]:
        """Those of a kind."""
        fields = self.pointer_fields
        for place in range(0, len(fields), _POINTER_FIELDS):
            if fields[place] == symbol:
                ends = fields[place + 3]
                yield Pointer(_TYPES[fields[place + 2]], int(fields[place + 1]), int(ends[:2], 16), int(ends[2:], 16))


def parsed_synset(line: bytes, pos: str, offset: int) -> Synset:
    """A line taken apart; a ValueError or IndexError if it is not one, or not the one of this place."""
    fields = line[: line.find(b"|")].split()
    type_ = fields[2]
    if int(fields[0]) != offset or _TYPES.get(type_) != pos:
        raise ValueError
    end = 4 + 2 * int(fields[3], 16)
    first_pointer = end + 1
    last_pointer = first_pointer + _POINTER_FIELDS * int(fields[end])
    words = tuple(field.decode().replace("_", " ") for field in fields[4:end:2])
    if not words or len(fields) < last_pointer:
        raise ValueError
    if pos == "a":
        words = tuple(_MARKER.sub("", word) for word in words)
    lex_ids = tuple(int(field, 16) for field in fields[5:end:2])
    return Synset(
        pos=pos,
        offset=offset,
        type=type_.decode(),
        lex_file=int(fields[1]),
        words=words,
        lex_ids=lex_ids,
        pointer_fields=fields[first_pointer:last_pointer],
    )
