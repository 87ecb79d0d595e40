"""Where a gold standard or a run came from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """The name people know the data by, and the SHA-256 of its (uncompressed) bytes."""

    name: str
    sha256: str
    format: str = "memory"
