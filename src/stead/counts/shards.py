"""Shards: blocks of the corpus as codes of words, each kept with its own vocabulary and a record of what it is.

SHARD/codes.npy           int32: the words in order, 0 behind each sentence
SHARD/forms.parquet       shard int64, code int32, form string, count int64
SHARD/record.json         written last: the hash of the text, what was counted and what was left out
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from stead.core.extras import library
from stead.counts.blocks import Block, text_of
from stead.counts.files import new_folder, read_json, write_array, write_json
from stead.counts.tokenising import BOUNDARY, LONGEST_WORD, Tokeniser

BLOCKS_PER_GROUP = 1_000_000
CODES, FORMS, RECORD = "codes.npy", "forms.parquet", "record.json"

Record = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """A block to be made a shard."""

    shard: int
    folder: Path
    block: Block
    language: str
    column: str


def shard_folder(work: Path, shard: int) -> Path:
    """Where a shard is."""
    return work / "shards" / f"{shard // BLOCKS_PER_GROUP:06}-{shard % BLOCKS_PER_GROUP:06}"


@cache
def _tokeniser(language: str) -> Tokeniser:
    return Tokeniser(language)


def make_shard(task: Task) -> Record:
    """Tokenise a block, unless that was done before; its record."""
    digest = hashlib.sha256(task.block.data).hexdigest()
    before = read_json(task.folder / RECORD)
    if before is not None and before["sha256"] == digest:
        return before
    text, left_out = text_of(task.block, task.column)
    found = _tokeniser(task.language)(text)
    sentences = int(np.count_nonzero(found.codes == BOUNDARY))
    reasons = {
        **left_out,
        f"words of more than {LONGEST_WORD} characters": found.too_long,
        "lines cut for being too long": task.block.cut,
        "bytes without any blank or line end": task.block.dropped,
    }
    record: Record = {
        "shard": task.shard,
        "sha256": digest,
        "bytes": len(task.block.data),
        "sentences": sentences,
        "words": len(found.codes) - sentences,
        "forms": len(found.forms),
        "left_out": {reason: count for reason, count in reasons.items() if count},
    }
    pa, parquet = library("pyarrow", "counting"), library("pyarrow.parquet", "counting")
    with new_folder(task.folder) as folder:
        write_array(folder / CODES, found.codes)
        size = len(found.forms)
        columns = {
            "shard": pa.array(np.full(size, task.shard)),
            "code": pa.array(np.arange(1, size + 1, dtype=np.int32)),
            "form": pa.array(found.forms, pa.string()),
            "count": pa.array(found.counts),
        }
        parquet.write_table(pa.table(columns), folder / FORMS)
        write_json(folder / RECORD, record)
    return record


def parquet_paths(work: Path, shards: Sequence[int]) -> list[str]:
    """The vocabularies of shards."""
    return [str(shard_folder(work, shard) / FORMS) for shard in shards]
