"""Count a corpus into a model: shards, vocabulary, tables, index, manifest; interrupted work is resumed.

Unfinished work is in a folder next to the model, MODEL.part; the model gets its name when it is complete.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from stead._version import __version__
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.extras import import_extra
from stead.core.progress import Progress, silent
from stead.counts import queries
from stead.counts.atomic_files import (
    MANIFEST,
    SCHEMA,
    UNFINISHED,
    WORK,
    new_folder,
    once,
    parts,
    read_json,
    replace_folder,
    report_full_disk,
    write_json,
)
from stead.counts.corpus_files import files_of
from stead.counts.count_settings import CONTEXTS, PAIR, SPECIAL, CountSettings, ngram_columns
from stead.counts.engines import Engine, open_engine
from stead.counts.indexing import write_contexts, write_names, write_ngrams, write_pairs
from stead.counts.shards import GroupReader, PreparedCorpus, Record, groups_of, parquet_paths
from stead.counts.tallying import TallyJob, tally
from stead.counts.tokenising import write_lemma_table
from stead.resources.cache import hold_lock


def make_manifest(
    settings: CountSettings, prepared: PreparedCorpus, model: Path, versions: dict[str, str]
) -> dict[str, Any]:
    """Describe a model: its corpus, settings and tables, and what was left out and why."""
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
        "counts": _corpus_counts(settings, prepared, model),
        "tables": {name: _described(model / name) for name in names},
        "shards": records,
    }


def _corpus_counts(settings: CountSettings, prepared: PreparedCorpus, model: Path) -> dict[str, int]:
    totals = {name: sum(record[name] for record in prepared.records) for name in ("bytes", "sentences", "words")}
    return totals | vocabulary_counts(settings, model)


def vocabulary_counts(settings: CountSettings, model: Path) -> dict[str, int]:
    """Count forms and lemmas, and those with at least `min_count` occurrences."""
    numbers = {}
    for table in ("forms", "lemmas"):
        numbers[table] = numbers[f"{table}_kept"] = 0
        for path in parts(model / table):
            for batch in import_extra("pyarrow.parquet", "counting").ParquetFile(path).iter_batches(columns=["count"]):
                numbers[table] += batch.num_rows
                numbers[f"{table}_kept"] += int((batch.column(0).to_numpy() >= settings.min_count).sum())
    return numbers


def _described(folder: Path) -> dict[str, Any]:
    files = [import_extra("pyarrow.parquet", "counting").ParquetFile(path) for path in parts(folder)]
    columns = {field.name: str(field.type) for field in files[0].schema_arrow}
    return {"rows": sum(file.metadata.num_rows for file in files), "columns": columns}


_LOCK = "lock"
BATCH = 1 << 25
"""The number of words counted at once; the tables of several batches are added up at the end."""


def count_corpus(
    corpus: Sequence[str],
    model: Path,
    settings: CountSettings,
    *,
    engine: str = "duckdb",
    memory: int = 1 << 30,
    strict: bool = False,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Count a corpus, write the model, and give its manifest; an interrupted count of the same corpus is resumed."""
    _check_target(model)
    groups = groups_of(files_of(corpus))
    work = model.with_name(f"{model.name}{UNFINISHED}")
    _check_work(work)
    work.mkdir(parents=True, exist_ok=True)
    with report_full_disk(work), hold_lock(work / _LOCK, lambda: _refuse(model)):
        _begin(work, settings)
        running = open_engine(engine, work, memory)
        try:
            prepared = running.prepare(
                [GroupReader(group=group, work=work, settings=settings, strict=strict) for group in groups], progress
            )
            if prepared.words:
                prepared.remove_others(work)
                _Counting(work=work, settings=settings, engine=running, prepared=prepared, progress=progress).run()
                manifest = make_manifest(settings, prepared, work / "model", {"engine": running.version})
                write_json(work / "model" / MANIFEST, manifest)
        finally:
            running.close()
        if prepared.words:
            replace_folder(work / "model", model)
        rmtree(work)
    if not prepared.words:
        raise BadInput(_no_words(prepared))
    return manifest


def _refuse(model: Path) -> None:
    raise SteadError(f"{model} is being counted by another process; wait for it, or give another name.")


def _check_target(model: Path) -> None:
    """Refuse to overwrite a folder that is not a model."""
    if model.exists() and read_json(model / MANIFEST) is None:
        raise UsageError(f"{model} exists, and is not a model; give another name.")


def _check_work(work: Path) -> None:
    """Refuse to use or remove a folder that stead did not make."""
    is_ours = not work.exists() or (work.is_dir() and (work / WORK).exists())
    if not is_ours and (work.is_file() or any(path.name != _LOCK for path in work.iterdir())):
        raise UsageError(f"{work} exists, and is not an unfinished count; give another name, or move it away.")


def _begin(work: Path, settings: CountSettings) -> None:
    """Remove the results of an earlier run with other settings."""
    wanted = {"settings": settings.record()}
    if read_json(work / WORK) != wanted:
        for path in work.iterdir():
            if path.is_dir():
                rmtree(path)
        write_json(work / WORK, wanted)


def _no_words(prepared: PreparedCorpus) -> str:
    reasons = "".join(f" {file['reason']}" for file in prepared.skipped)
    return f"the corpus has no words; nothing is written.{reasons}"


@dataclass(kw_only=True)
class _Counting:
    work: Path
    settings: CountSettings
    engine: Engine
    prepared: PreparedCorpus
    progress: Progress
    steps: int = 0
    done: int = 0

    def run(self) -> None:
        """Run all steps after the shards."""
        shards = [record["shard"] for record in self.prepared.records]
        self._remove_outdated()
        self._vocabulary(shards)
        batches = list(_batches(self.prepared.records))
        self.steps = len(batches) * (1 + len(self._tables())) + len(self._tables()) + self.settings.ngrams + 2
        for number, batch in enumerate(batches):
            once(self.work / "batches" / f"{number:05}", partial(self._count, batch))
            self.done = (number + 1) * (1 + len(self._tables()))
        self._add_up(len(batches))
        once(self.work / "model" / "index", self._index)

    def _step(self) -> None:
        self.progress("counting", self.done, self.steps)
        self.done += 1

    def _remove_outdated(self) -> None:
        """Remove the tables of an earlier run with other shards."""
        made_of = {"shards": [[record["shard"], record["sha256"]] for record in self.prepared.records]}
        if read_json(self.work / "shards.json") != made_of:
            for name in ("model", "codes", "batches", "form_counts", "form_lemmas"):
                rmtree(self.work / name, ignore_errors=True)
            write_json(self.work / "shards.json", made_of)
        (self.work / "model").mkdir(exist_ok=True)

    def _write(self, name: str, query: queries.TableQuery, folder: Path) -> None:
        once(folder / name, lambda fresh: self.engine.write(query, fresh))
        self.engine.table(name, parts(folder / name))

    def _vocabulary(self, shards: Sequence[int]) -> None:
        self.progress("vocabulary", 0, 0)
        self.engine.table("shard_forms", parquet_paths(self.work, shards))
        self._write("form_counts", queries.form_counts(), self.work)
        counted = parts(self.work / "form_counts")
        once(self.work / "form_lemmas", lambda folder: write_lemma_table(counted, self.settings.language, folder))
        self.engine.table("form_lemmas", parts(self.work / "form_lemmas"))
        self._write("lemmas", queries.lemmas(), self.work / "model")
        self._write("forms", queries.forms(), self.work / "model")
        self._write("codes", queries.codes(self.settings, self.prepared.words), self.work)

    def _count(self, batch: Sequence[Record], folder: Path) -> None:
        """Count the tables of some shards."""
        tallies = self.work / "tallies"
        rmtree(tallies, ignore_errors=True)
        self._step()
        jobs = [TallyJob(record["shard"], self.work, tallies, self.settings) for record in batch]
        self.engine.each(tally, jobs)
        for name, keys in self._tables().items():
            self._step()
            self.engine.table(name, [str(job.folder / f"{name}.parquet") for job in jobs])
            with new_folder(folder / name) as fresh:
                self.engine.write(queries.add_up(name, keys), fresh)
        rmtree(tallies)

    def _tables(self) -> dict[str, Sequence[str]]:
        """The tables that are counted shard by shard, and their key columns."""
        return {"near": PAIR, "longest": ngram_columns(self.settings.ngrams), "same_sentence": PAIR}

    def _add_up(self, batches: int) -> None:
        model = self.work / "model"
        folders = [self.work / "batches" / f"{number:05}" for number in range(batches)]
        for name, keys in self._tables().items():
            self._step()
            target = self.work if name == "longest" else model
            if batches > 1:
                self.engine.table("several", [path for folder in folders for path in parts(folder / name)])
            elif not (target / name).exists():
                (folders[0] / name).rename(target / name)
            self._write(name, queries.add_up("several", keys), target)
        for order in range(1, self.settings.ngrams + 1):
            self._step()
            self._write(f"ngrams_{order}", queries.ngrams(order, self.settings), model)
        self._step()
        self._write("contexts", queries.contexts(), model)

    def _index(self, index: Path) -> None:
        self._step()
        model = self.work / "model"
        counts = vocabulary_counts(self.settings, model)
        for table, column, first in (("forms", "form", len(SPECIAL)), ("lemmas", "lemma", 0)):
            self._write(f"{table}_by_name", queries.by_name(table, column), self.work)
            write_names(self.work / f"{table}_by_name", table, first, index)
        for pairs in ("near", "same_sentence"):
            write_pairs(model / pairs, pairs, counts["lemmas_kept"], index)
        write_contexts(model / "contexts", list(CONTEXTS), counts["lemmas_kept"], index)
        for order in range(1, self.settings.ngrams + 1):
            write_ngrams(model / f"ngrams_{order}", order, counts["forms_kept"] + len(SPECIAL), index)


def _batches(records: Sequence[Record]) -> Iterator[list[Record]]:
    """Group the shards that are counted together."""
    ends = np.cumsum([record["words"] for record in records])
    for _, group in groupby(zip(ends, records, strict=True), key=lambda pair: int(pair[0]) // BATCH):
        yield [record for _, record in group]
