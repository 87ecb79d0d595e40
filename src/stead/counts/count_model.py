"""The model of a counted corpus: memory-mapped, so that only what is looked up is read."""

import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.counts.atomic_files import MANIFEST, SCHEMA, read_json
from stead.counts.count_settings import CONTEXTS, SPECIAL, CountSettings
from stead.counts.indexing import ngram_key

Direction = Literal["after", "before"]
Pairs = Literal["near", "same_sentence"]


def open_model(path: str | os.PathLike[str]) -> "Model":
    """Open the model in a folder."""
    folder = Path(path)
    manifest = read_json(folder / MANIFEST)
    schema = str((manifest or {}).get("schema"))
    if manifest is None or not schema.startswith(SCHEMA.split("/")[0]):
        raise BadInput(f"{folder}: not a counted corpus ({SCHEMA}); `stead count CORPUS -o {folder}` makes one.")
    if schema != SCHEMA:
        raise BadInput(f"{folder}: was counted by another version ({schema}, not {SCHEMA}); count the corpus again.")
    try:
        return Model(folder, manifest)
    except (KeyError, TypeError, UsageError) as error:
        raise BadInput(f"{folder / MANIFEST}: is damaged ({error}); count the corpus again.") from None


class WordTable:
    """Words sorted by their bytes, with ids by frequency."""

    def __init__(self, index: Path, name: str, first_id: int) -> None:
        self._first = first_id
        self._starts = _mapped(index / f"{name}_starts.npy")
        self._ids = _mapped(index / f"{name}_ids.npy")
        self._places = _mapped(index / f"{name}_places.npy")
        self.counts: npt.NDArray[np.int64] = _mapped(index / f"{name}_counts.npy")
        """The counts by id, from the first."""
        with _report_damage(index / f"{name}_text.bin") as path, path.open("rb") as file:
            self._text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __len__(self) -> int:
        return len(self._ids)

    def id(self, name: str) -> int | None:
        """Give the id of a word, or None."""
        key = normalize("NFC", name).lower().encode(errors="surrogatepass")
        low, high = 0, len(self._ids)
        while low < high:
            middle = (low + high) // 2
            if self._at(middle) < key:
                low = middle + 1
            else:
                high = middle
        return int(self._ids[low]) if low < len(self._ids) and self._at(low) == key else None

    def name(self, id: int) -> str:
        """Give the word of an id."""
        return self._at(int(self._places[id - self._first])).decode()

    def count(self, name: str) -> int:
        """Count the occurrences of a word."""
        word = self.id(name)
        return 0 if word is None else int(self.counts[word - self._first])

    def _at(self, rank: int) -> bytes:
        return self._text[self._starts[rank] : self._starts[rank + 1]]


class Model:
    """The counts of a corpus.

    Forms and lemmas have ids, the most frequent first: those of lemmas begin at 0, those of forms after the special
    ones (`<unk>` 0, `<s>` 1, `</s>` 2). Only words that occur `min_count` times are in pairs and n-grams.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.settings = CountSettings(**manifest["settings"])
        self._counts: dict[str, int] = manifest["counts"]
        self._hash: str = manifest["corpus"]["sha256"]

    @property
    def name(self) -> str:
        """The name in signatures: the folder, and the beginning of the corpus's hash."""
        return f"{self.folder.name}#{self._hash[:8]}"

    @cached_property
    def forms(self) -> WordTable:
        """All forms, including rare ones."""
        return WordTable(self.folder / "index", "forms", len(SPECIAL))

    @cached_property
    def lemmas(self) -> WordTable:
        """All lemmas, including rare ones."""
        return WordTable(self.folder / "index", "lemmas", 0)

    @property
    def words(self) -> int:
        """The number of words of the corpus."""
        return int(self._counts["words"])

    @property
    def size(self) -> int:
        """The number of lemmas in pairs: their ids are below this."""
        return int(self._counts["lemmas_kept"])

    @property
    def vocabulary(self) -> int:
        """The number of forms in n-grams, including the special ones: their ids are below this."""
        return int(self._counts["forms_kept"]) + len(SPECIAL)

    def frequency(self, form: str) -> int:
        """Count the occurrences of a form."""
        return self.forms.count(form)

    def lemma_frequency(self, lemma: str) -> int:
        """Count the occurrences of all forms of a lemma."""
        return self.lemmas.count(lemma)

    def cooccurrences(self, direction: Direction, pairs: Pairs = "near") -> Any:
        """Give a sparse matrix (CSR, memory-mapped): how often lemma j (column) is after, or before, lemma i (row)."""
        key = f"{pairs}_{direction}"
        if key not in self._matrices:
            index = self.folder / "index"
            arrays = [_mapped(index / f"{key}_{part}.npy") for part in ("counts", "indices", "indptr")]
            self._matrices[key] = import_extra("scipy.sparse", "counting").csr_matrix(
                tuple(arrays), (self.size, self.size), copy=False
            )
        return self._matrices[key]

    @cached_property
    def _matrices(self) -> dict[str, Any]:
        return {}

    def row(self, lemma: str, direction: Direction, pairs: Pairs = "near") -> Any:
        """Give the row of a lemma (CSR, 1 x size); empty if it is too rare or unknown."""
        lemma_id = self.lemmas.id(lemma)
        if lemma_id is None or lemma_id >= self.size:
            return import_extra("scipy.sparse", "counting").csr_matrix((1, self.size), dtype=np.int64)
        return self.cooccurrences(direction, pairs)[lemma_id]

    @cached_property
    def contexts(self) -> dict[str, npt.NDArray[np.int64]]:
        """The number of pairs of each lemma, by id: `before` (as the second), `after` (as the first), `sentence`."""
        return {name: _mapped(self.folder / "index" / f"contexts_{name}.npy") for name in CONTEXTS}

    def form_id(self, word: str) -> int:
        """Give the id of a form or special word in n-grams; that of `<unk>` for one that is too rare or unknown."""
        if word in SPECIAL:
            return SPECIAL.index(word)
        form = self.forms.id(word)
        return 0 if form is None or form >= self.vocabulary else form

    def ngram(self, words: Sequence[str]) -> int:
        """Count an n-gram; `<unk>`, `<s>` and `</s>` may be among its words."""
        return int(self.ngram_counts(np.array([[self.form_id(word) for word in words]]))[0])

    def ngram_counts(self, ids: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Count the n-gram of each row of ids; 0 if it never occurs."""
        places, is_found = self._places(ids)
        counts = self._ngram_array(ids.shape[1], "counts")
        return (
            np.where(is_found, counts[np.where(is_found, places, 0)], 0)
            if len(counts)
            else np.zeros(len(ids), np.int64)
        )

    def continuations(self, words: Sequence[int]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """List the ids of all words that follow these ids, in order, and their counts."""
        places, is_found = self._places(np.array([words]))
        if not is_found[0]:
            return np.empty(0, np.int32), np.empty(0, np.int64)
        keys, counts = (self._ngram_array(len(words) + 1, part) for part in ("keys", "counts"))
        start, end = np.searchsorted(keys, [places[0] << 32, (places[0] + 1) << 32])
        return (keys[start:end] & 0xFFFFFFFF).astype(np.int32), counts[start:end]

    def _places(self, ids: npt.NDArray[np.integer]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Find the ranks of the n-grams of each row in their table, and whether they are in it."""
        order = ids.shape[1]
        if not 1 <= order <= self.settings.ngrams:
            raise BadInput(
                f"{self.folder}: {order}-grams are not counted; there are those of 1 to {self.settings.ngrams}."
            )
        places = ids[:, 0].astype(np.int64)
        is_found = (places >= 0) & (places < self.vocabulary)
        for length in range(2, order + 1):
            keys = self._ngram_array(length, "keys")
            wanted = ngram_key(places, ids[:, length - 1].astype(np.int64))
            places = np.searchsorted(keys, wanted)
            there = places < len(keys)
            is_found &= there
            is_found[there] &= keys[places[there]] == wanted[there]
        return places, is_found

    def _ngram_array(self, order: int, part: str) -> Any:
        key = f"ngrams_{order}_{part}"
        if key not in self._matrices:
            self._matrices[key] = _mapped(self.folder / "index" / f"{key}.npy")
        return self._matrices[key]


def _mapped(path: Path) -> Any:
    with _report_damage(path):
        try:
            return np.load(path, mmap_mode="r")
        except ValueError:  # an empty array cannot be mapped
            return np.load(path)


@contextmanager
def _report_damage(path: Path) -> Iterator[Path]:
    """Report a missing or truncated file of the index in one sentence."""
    try:
        yield path
    except (OSError, ValueError, EOFError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BadInput(f"{path}: cannot be read: {reason}; count the corpus again.") from None
