"""The manifest: what a model was counted from and how, what is in it, what was left out and why."""

import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

from stead._version import __version__
from stead.core.extras import library
from stead.counts.files import SCHEMA, parts
from stead.counts.preparing import Prepared
from stead.counts.settings import SPECIAL, CountSettings


def make_manifest(settings: CountSettings, prepared: Prepared, model: Path, versions: dict[str, str]) -> dict[str, Any]:
    """The manifest of a model whose tables are written."""
    records = prepared.records
    digests = "".join(record["sha256"] for record in records)
    left_out: Counter[str] = Counter()
    for record in records:
        left_out.update(record["left_out"])
    names = sorted(path.name for path in model.iterdir() if path.name != "index" and path.is_dir())
    return {
        "schema": SCHEMA,
        "stead": __version__,
        "versions": versions,
        "settings": settings.record(),
        "special": list(SPECIAL),
        "corpus": {"sha256": hashlib.sha256(digests.encode()).hexdigest(), "files": prepared.files},
        "skipped": prepared.skipped,
        "left_out": dict(sorted(left_out.items())),
        "counts": _counts(settings, prepared, model),
        "tables": {name: _described(model / name) for name in names},
        "shards": records,
    }


def _counts(settings: CountSettings, prepared: Prepared, model: Path) -> dict[str, int]:
    found = {name: sum(record[name] for record in prepared.records) for name in ("bytes", "sentences", "words")}
    return found | vocabulary_counts(settings, model)


def vocabulary_counts(settings: CountSettings, model: Path) -> dict[str, int]:
    """How many forms and lemmas there are, and how many occur often enough to be kept."""
    found = {}
    for table in ("forms", "lemmas"):
        found[table] = found[f"{table}_kept"] = 0
        for path in parts(model / table):
            for batch in library("pyarrow.parquet", "counting").ParquetFile(path).iter_batches(columns=["count"]):
                found[table] += batch.num_rows
                found[f"{table}_kept"] += int((batch.column(0).to_numpy() >= settings.min_count).sum())
    return found


def _described(folder: Path) -> dict[str, Any]:
    files = [library("pyarrow.parquet", "counting").ParquetFile(path) for path in parts(folder)]
    columns = {field.name: str(field.type) for field in files[0].schema_arrow}
    return {"rows": sum(file.metadata.num_rows for file in files), "columns": columns}
