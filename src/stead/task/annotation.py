"""One annotator's answer to one item."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Annotation:
    """Up to three substitutes, or NIL (none comes to mind), or NAME (the target is part of a proper name).

    `multiword` is the phrase that the target is an integral part of, asked separately.
    """

    lexelt: str
    id: str
    annotator: str
    substitutes: tuple[str, ...] = ()
    nil: bool = False
    name: bool = False
    multiword: str = ""
    comment: str = ""
    time: str = ""
    phase: str = ""
