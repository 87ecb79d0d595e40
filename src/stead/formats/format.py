"""What a format is: a name, readers and writers for the nouns it can hold, and a way to recognise it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from stead.formats.reading import Reading

Kind = Literal["items", "annotations", "ratings", "gold", "run", "mapping"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Written(NamedTuple):
    """A noun as text, and what of it the format could not hold."""

    text: str
    losses: list[str]


@dataclass(frozen=True, slots=True)
class Format:
    """One file format of the field."""

    name: str
    title: str
    recognises: Callable[[str, Kind], bool]  # by the beginning of the text, looking for this kind
    readers: Mapping[Kind, Callable[[Reading], Any]]
    writers: Mapping[Kind, Callable[[Any], Written]] = field(default_factory=dict)
    run_example: str = ""  # how two answers to an item are written, if it can hold runs
