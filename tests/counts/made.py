"""Text made for the tests, and models compared row by row."""

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from stead.counts import corpus_files, shards

_ODD = [
    "İstanbul",
    "naïve",
    "L'été",
    "didn't",
    "well-known",
    "U.S.",
    "1,234.5",
    "東京",
    "ǅungla",
    "ΣΊΣΥΦΟΣ",
    "e\u0301t",
]


def sentences(size: int, *, seed: int = 1, noise: float = 0.01) -> Iterator[str]:
    """Lines of one to three sentences, of Zipfian words, some odd ones, and a share that is never seen again."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(5_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    written = 0
    while written < size:
        line = []
        for _ in range(chance.randint(1, 3)):
            chosen = chance.choices(words, weights, k=chance.randint(2, 30))
            if chance.random() < 0.2:
                chosen[chance.randrange(len(chosen))] = chance.choice(_ODD)
            if chance.random() < noise * 16:
                chosen.append(f"noise{chance.getrandbits(60):x}")
            line.append(" ".join(chosen).capitalize() + chance.choice(".?!"))
        text = " ".join(line) + "\n"
        written += len(text.encode())
        yield text


def write_text(path: Path, size: int, *, seed: int = 1) -> Path:
    """A file of such lines."""
    path.write_text("".join(sentences(size, seed=seed)), encoding="utf-8")
    return path


def make_small_blocks(patch: pytest.MonkeyPatch, size: int = 1 << 17) -> None:
    """Cut files into blocks of this size, so that a small corpus has several, and keeps several processes at work."""
    patch.setattr(shards, "DEFAULT_BYTES", size)
    patch.setattr(shards, "blocks_of", partial(corpus_files.blocks_of, size=size))


def tables(model: Path) -> dict[str, Any]:
    """The rows of every table of a model, in order; two are equal if every row is, and its type."""
    folders = sorted(path for path in model.iterdir() if path.is_dir() and path.name != "index")
    return {folder.name: _rows(folder) for folder in folders}


def _rows(folder: Path) -> Any:
    pieces = [pq.ParquetFile(path).read() for path in sorted(folder.glob("*.parquet"))]
    return pa.concat_tables([piece.replace_schema_metadata() for piece in pieces]).combine_chunks()


def index(model: Path) -> dict[str, bytes]:
    """The bytes of every file of the index."""
    return {path.name: path.read_bytes() for path in sorted((model / "index").iterdir())}
