"""What a training has computed, kept on disk: one that was killed resumes, and another of the same data is short.

Each result is kept under the SHA-256 of all that it depends on: the arrays and settings that it was computed from. So
nothing that is kept can be out of date, except by a change of the code that computes it: delete the file then.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from stead._version import __version__
from stead.systems.blend.signals import Shortlist, Signal
from stead.systems.blend.word_tables import Floats

Arrays = Sequence[npt.NDArray[Any]]


@dataclass(frozen=True)
class TrainingCache:
    """An SQLite file of results; without a file, everything is computed."""

    file: Path | None = None

    def get(self, what: str, inputs: Iterable[object], compute: Callable[[], Arrays]) -> Arrays:
        """The arrays that are computed from some inputs: those on disk, if they are there."""
        if self.file is None:
            return compute()
        key = key_of(what, inputs)
        if (known := self.read(key)) is None:
            known = compute()
            self.write({key: known})
        return known

    def read(self, key: str) -> Arrays | None:
        """The arrays of a key, or None."""
        if self.file is None:
            return None
        with self._lock:
            row = self._connection.execute("SELECT arrays FROM results WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        with np.load(BytesIO(row[0]), allow_pickle=False) as stored:
            return [stored[name] for name in stored.files]

    def write(self, results: dict[str, Arrays]) -> None:
        """Keep the arrays of several keys, all or none."""
        if self.file is not None:
            with self._lock, self._connection as transaction:
                rows = [(key, _bytes_of(arrays)) for key, arrays in results.items()]
                transaction.executemany("INSERT OR REPLACE INTO results VALUES (?, ?)", rows)

    @cached_property
    def _lock(self) -> Lock:
        return Lock()

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        connection = sqlite3.connect(str(self.file), timeout=600, check_same_thread=False)  # threads wait at the lock
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, arrays BLOB) WITHOUT ROWID")
        return connection


NO_CACHE = TrainingCache()


@dataclass(frozen=True)
class CachedSignal:
    """A signal whose values for a shortlist are kept; `model` is its name with that of its model."""

    signal: Signal
    model: str
    cache: TrainingCache

    @property
    def name(self) -> str:
        """The name of the signal."""
        return self.signal.name

    @property
    def features(self) -> tuple[str, ...]:
        """The features of the signal."""
        return self.signal.features

    @property
    def depth(self) -> int:
        """The depth of the signal."""
        return self.signal.depth

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """The values on disk, or those that the signal computes."""
        keys = [self._key(shortlist) for shortlist in shortlists]
        known = {key: arrays[0] for key in keys if (arrays := self.cache.read(key)) is not None}
        new = {key: shortlist for key, shortlist in zip(keys, shortlists, strict=True) if key not in known}
        computed = dict(zip(new, self.signal.values([*new.values()]) if new else [], strict=True))
        self.cache.write({key: [rows] for key, rows in computed.items()})
        return [known[key] if key in known else computed[key] for key in keys]

    def _key(self, shortlist: Shortlist) -> str:
        asked = (shortlist.context.item, list(shortlist.words[: self.depth]))
        return key_of(self.name, [self.model, self.features, asked])


def key_of(what: str, inputs: Iterable[object]) -> str:
    """The key of what is computed from some inputs: arrays, and values that print all that they hold."""
    digest = sha256()
    for value in (__version__, what, *inputs):
        if isinstance(value, np.ndarray):
            digest.update(f"{value.dtype}{value.shape}".encode())
            digest.update(np.ascontiguousarray(value).data)
        else:
            digest.update(repr(value).encode())
        digest.update(b"\0")
    return f"{what}-{digest.hexdigest()}"


def _bytes_of(arrays: Arrays) -> bytes:
    file = BytesIO()
    np.savez(file, *arrays)
    return file.getvalue()
