"""Which columnar library reads runs fastest? Lines to a vocabulary, codes and starts, with each that is installed.

NumPy is what stead uses. The others are no dependency: `pip install pyarrow polars duckdb` to measure them too. The
answer decides nothing by itself: importing a library is part of every command, so both are shown.
"""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.generator import write_files
from benchmarks.measuring import command, medians

ITEMS = 200_000
Found = tuple[int, int, int]
"""How many distinct terms, how many answers, and how often the most frequent term is answered."""


def report(folder: Path, *, rounds: int = 3) -> None:
    """Print how long each takes to be imported, and to read the run once it is."""
    run = write_files(folder, ITEMS)[1]
    known = {name: reader for name, reader in READERS.items() if find_spec(name)}
    contents = {name: reader(run) for name, reader in known.items()}  # also warms them up
    if len(set(contents.values())) > 1:
        raise RuntimeError(f"the readers disagree: {contents}")
    reading = medians({name: _bound(reader, run) for name, reader in known.items()}, rounds)
    starting = medians({name: command([sys.executable, "-c", f"import {name}"]) for name in known}, rounds)
    print(f"\nreading {run.stat().st_size >> 20} MB of answers")
    for name, seconds in reading.items():
        print(f"  {name:10} {seconds:6.2f} s, {seconds / reading['numpy']:.1f} x; import {starting[name]:.2f} s")
    print(f"  not installed: {', '.join({*READERS} - {*known}) or 'none'}")


def _bound(reader: Callable[[Path], Found], run: Path) -> Callable[[], object]:
    return lambda: reader(run)


def _summary(codes: npt.NDArray[np.integer], distinct: int) -> Found:
    return distinct, len(codes), int(np.bincount(codes).max())


def _numpy(path: Path) -> Found:
    import stead  # noqa: PLC0415 (so are the others, in their readers)

    answers = stead.read_run(path).answers
    return _summary(answers.codes, len(answers.vocabulary))


def _pyarrow(path: Path) -> Found:
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415
    from pyarrow import csv  # noqa: PLC0415

    whole_line = csv.ParseOptions(delimiter="\x01", quote_char=False)
    lines = csv.read_csv(path, csv.ReadOptions(column_names=["line"]), whole_line)["line"]
    rest = pc.list_element(pc.split_pattern(lines, " ::: ", max_splits=1), 1)
    terms = pc.utf8_trim_whitespace(pc.list_flatten(pc.split_pattern(rest, ";")))
    encoded = pa.chunked_array(terms).combine_chunks().dictionary_encode()
    return _summary(encoded.indices.to_numpy(), len(encoded.dictionary))


def _polars(path: Path) -> Found:
    import polars as pl  # noqa: PLC0415

    lines = pl.scan_csv(path, separator="\x01", quote_char=None, has_header=False, new_columns=["line"])
    rest = pl.col("line").str.splitn(" ::: ", 2).struct.field("field_1")
    terms = lines.select(rest.str.split(";").alias("term")).explode("term").select(pl.col("term").str.strip_chars())
    codes = terms.select(pl.col("term").cast(pl.Categorical)).collect()["term"]
    return _summary(codes.to_physical().to_numpy(), codes.n_unique())


def _duckdb(path: Path) -> Found:
    import duckdb  # noqa: PLC0415

    lines = f"read_csv('{path}', delim='\x01', quote='', header=false, columns={{'line': 'VARCHAR'}})"
    terms = f"SELECT trim(unnest(string_split(split_part(line, ' ::: ', 2), ';'))) AS term FROM {lines}"
    query = f"WITH terms AS MATERIALIZED ({terms}), words AS (SELECT term, row_number() OVER () - 1 AS code FROM "
    query += "(SELECT DISTINCT term FROM terms)) SELECT code FROM terms JOIN words USING (term)"
    codes = duckdb.execute(query).fetchnumpy()["code"]
    return _summary(codes, int(codes.max()) + 1)


READERS: dict[str, Callable[[Path], Found]] = {
    "numpy": _numpy,
    "pyarrow": _pyarrow,
    "polars": _polars,
    "duckdb": _duckdb,
}


if __name__ == "__main__":
    report(Path(sys.argv[1]))
