"""Pseudonyms: other names for people in exports, the same in every export, with the key in a file apart."""

import os
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

from stead.core.errors import BadInput
from stead.core.text import protect_cell, unprotect_cell

KEY = "pseudonyms.tsv"
"""The key file in the folder of a campaign: of what organisers download. It is in no backup."""
_HEADING = "pseudonym\tname"
_BYTES = 4
R = TypeVar("R", bound=Any)


class Pseudonyms:
    """The pseudonyms in a key file: a table that only its owner may read, and that grows with new people."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._by_name = _read(path)
        self._taken = set(self._by_name.values())

    def of(self, name: str) -> str:
        """The pseudonym of a name; a new one, at random, if it has none."""
        while name not in self._by_name:
            pseudonym = f"p-{secrets.token_hex(_BYTES)}"
            if pseudonym not in self._taken:
                self._by_name[name] = pseudonym
                self._taken.add(pseudonym)
        return self._by_name[name]

    def rename(self, records: Iterable[R], field: str) -> list[R]:
        """The same records with pseudonyms in the field that names a person."""
        return [replace(record, **{field: self.of(getattr(record, field))}) for record in records]

    def forget(self, name: str, empty: str) -> None:
        """Leave the pseudonym of somebody who is erased to the name that is left of them."""
        if name in self._by_name:
            self._by_name[empty] = self._by_name.pop(name)

    def among(self, names: Collection[str]) -> dict[str, str]:
        """The pseudonyms of those among some people who have one, by their names."""
        return {name: pseudonym for name, pseudonym in self._by_name.items() if name in names}

    def adopt(self, pseudonyms: Mapping[str, str]) -> None:
        """Add pseudonyms of people who have none here."""
        self._by_name = {**pseudonyms, **self._by_name}

    def save(self) -> None:
        """Write the key file, whole or not at all; a temporary file is nobody else's to read."""
        rows = sorted((pseudonym, name) for name, pseudonym in self._by_name.items())
        text = "".join(f"{pseudonym}\t{protect_cell(name)}\n" for pseudonym, name in rows)
        try:
            with NamedTemporaryFile(
                "w", dir=self._path.parent, prefix=f".{self._path.name}.", encoding="utf-8", delete=False
            ) as file:
                file.write(f"{_HEADING}\n{text}")
                file.flush()
                os.fsync(file.fileno())
            Path(file.name).replace(self._path)
        except OSError as error:
            raise BadInput(f"{self._path}: the key of the pseudonyms cannot be written: {error.strerror}.") from None


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    if path.stat().st_mode & 0o077:
        raise BadInput(f"{path}: others may read it, and it says who people are. Run `chmod 600 {path}`.")
    try:
        heading, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: the key of the pseudonyms cannot be read: {error}.") from None
    rows = [line.split("\t") for line in lines]
    wrong = next((at for at, row in enumerate(rows, start=2) if len(row) != 2 or not all(row)), None)
    if heading != _HEADING or wrong is not None:
        raise BadInput(
            f"{path}:{wrong or 1}: not the key of pseudonyms: expected a pseudonym, a tab and a name. "
            "Name the file that an earlier export with --pseudonyms wrote, or one that is not there yet."
        )
    return {unprotect_cell(name): pseudonym for pseudonym, name in rows}
