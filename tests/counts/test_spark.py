"""Spark gives the same rows in the same order as DuckDB, from the same expressions."""

import errno
import gzip
import os
import subprocess
from pathlib import Path

import pytest

from stead.core.errors import BadInput, SteadError
from stead.counts import CountSettings, count_corpus, open_model
from stead.counts.engines import SparkEngine
from tests.counts import twelve
from tests.counts.made import index, tables, write_text
from tests.tools import program


@pytest.fixture(scope="module")
def java() -> None:
    """Spark needs Java 17 or newer."""
    found = program("java", "openjdk-17-jre-headless")
    if subprocess.run([found, "-version"], capture_output=True, check=False).returncode:
        pytest.skip("needs a Java that runs: apt-get install --no-install-recommends openjdk-17-jre-headless")


@pytest.mark.usefixtures("java")
@pytest.mark.parametrize("size", [20_000, pytest.param(900_000, marks=pytest.mark.soak)])
def test_both_engines_give_identical_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--master local[2] pyspark-shell")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    write_text(corpus / "large.txt", size)
    write_text(corpus / "small.txt", min(size, 100_000), seed=2)
    (corpus / "twelve.txt").write_text(twelve.TEXT, encoding="utf-8")
    for engine in ("duckdb", "spark"):
        count_corpus([str(corpus)], tmp_path / engine, CountSettings(), engine=engine)
    ours, theirs = tables(tmp_path / "duckdb"), tables(tmp_path / "spark")
    assert {name: len(rows) for name, rows in ours.items()} == {name: len(rows) for name, rows in theirs.items()}
    for name, rows in ours.items():
        assert rows.schema.types == theirs[name].schema.types, name
        assert rows.to_pydict() == theirs[name].to_pydict(), name
    assert index(tmp_path / "duckdb") == index(tmp_path / "spark")
    one, two = (open_model(tmp_path / engine).manifest for engine in ("duckdb", "spark"))
    assert {key for key in one if one[key] != two[key]} == {"versions"}


def die(_: object) -> None:
    os._exit(7)


def fill_the_disk(_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.soak  # it takes a session of Spark of its own
@pytest.mark.usefixtures("java")
def test_what_spark_cannot_do_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--master local[2] pyspark-shell")
    (tmp_path / "bad.gz").write_bytes(gzip.compress(b"some words\n" * 999)[:-9])
    settings = CountSettings(min_count=1)
    with pytest.raises(BadInput, match=r"bad\.gz: a damaged gzip file [^\n]*; pack or copy it again\.$"):
        count_corpus([str(tmp_path / "bad.gz")], tmp_path / "model", settings, engine="spark", strict=True)
    engine = SparkEngine(tmp_path, 1 << 30)
    try:
        with pytest.raises(SteadError, match=r"^Spark stopped at its Python workers: [^\n]+: finished work is kept\.$"):
            engine.each(die, [1])
        with pytest.raises(SteadError, match=r"^[^\n]*: the disk is full; free some space"):
            engine.each(fill_the_disk, [1])
        with pytest.raises(SteadError, match=r"^Spark stopped at near: [^\n]+kept\.$"):
            engine.table("near", [str(tmp_path / "bad.gz")])
    finally:
        engine.close()
