"""Where a gold standard or a run came from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """The name people know the data by, the SHA-256 of its (uncompressed) bytes, and the file, if it came from one."""

    name: str
    sha256: str
    format: str = "memory"
    path: str = ""

    @property
    def place(self) -> str:
        """What a message calls it: the file as the user named it, or the name."""
        return self.path or self.name
