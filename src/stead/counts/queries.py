"""The queries: one set of expressions, compiled to the SQL of every engine.

Tables have the names and columns of `SCHEMAS`. Each query defines the order of its rows, so that every engine writes
the same rows in the same order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stead.core.extras import import_extra
from stead.counts.count_settings import COMMON_COUNT, NOTHING, SPECIAL, CountSettings, ngram_columns

SCHEMAS: dict[str, dict[str, str]] = {
    "shard_forms": {"shard": "int64", "code": "int32", "form": "string", "count": "int64"},
    "form_counts": {"form": "string", "count": "int64"},
    "form_lemmas": {"form": "string", "lemma": "string"},
    "lemmas": {"id": "int32", "lemma": "string", "count": "int64"},
    "forms": {"id": "int32", "form": "string", "lemma": "int32", "count": "int64"},
    "near": {"lemma": "int32", "context": "int32", "count": "int64"},
    "same_sentence": {"lemma": "int32", "context": "int32", "count": "int64"},
}


@dataclass(frozen=True)
class TableQuery:
    """An expression, and the columns by which its rows are sorted."""

    expression: Any
    order: Sequence[str]

    def sql(self, dialect: str) -> str:
        """Compile the query to the SQL dialect of an engine.

        Sums are cast, since engines differ in their width.
        """
        types = {name: _TYPES[str(dtype)] for name, dtype in self.expression.schema().items()}
        casts = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in types.items())
        rows = import_extra("ibis", "counting").to_sql(self.expression, dialect=dialect)
        return f"SELECT {casts} FROM ({rows}) AS q ORDER BY {', '.join(self.order)}"  # noqa: S608 (our own names)


_TYPES = {"int32": "INT", "int64": "BIGINT", "string": "STRING"}


def _table(name: str, schema: dict[str, str] | None = None) -> Any:
    return import_extra("ibis", "counting").table(schema or SCHEMAS[name], name=name)


def _summed(table: Any, keys: Sequence[str], order: Sequence[str] | None = None) -> TableQuery:
    return TableQuery(table.group_by(list(keys)).aggregate(count=table["count"].sum()), order or keys)


def form_counts() -> TableQuery:
    """Count each form in all shards."""
    return _summed(_table("shard_forms"), ["form"])


def lemmas() -> TableQuery:
    """Number the lemmas of all forms by frequency, the most frequent first."""
    ibis = import_extra("ibis", "counting")
    joined = _table("form_counts").join(_table("form_lemmas"), "form")
    totals = joined.group_by("lemma").aggregate(count=lambda table: table["count"].sum())
    numbered = totals.mutate(id=ibis.row_number().over(order_by=[totals["count"].desc(), totals.lemma.asc()]))
    return TableQuery(numbered.select(id=numbered.id.cast("int32"), lemma="lemma", count="count"), ["id"])


def forms() -> TableQuery:
    """Number the forms by frequency, after the special ones, each with its lemma."""
    ibis = import_extra("ibis", "counting")
    by_name = _table("lemmas").select(lemma_id="id", lemma="lemma")
    joined = _table("form_counts").join(_table("form_lemmas"), "form").join(by_name, "lemma")
    chosen = joined.select("form", "count", "lemma_id")
    order = [chosen["count"].desc(), chosen.form.asc()]
    numbered = chosen.mutate(id=(ibis.row_number().over(order_by=order) + len(SPECIAL)).cast("int32"))
    return TableQuery(numbered.select(id="id", form="form", lemma="lemma_id", count="count"), ["id"])


def codes(settings: CountSettings, words: int) -> TableQuery:
    """Map the codes of each shard to those of the corpus: form, lemma, and lemma in pairs of a sentence."""
    ibis = import_extra("ibis", "counting")
    lemma_table = _table("lemmas").select(lemma="id", lemma_count="count")
    form_table = _table("forms").select("form", "lemma", form_id="id", form_count="count")
    joined = _table("shard_forms").join(form_table, "form").join(lemma_table, "lemma")
    nothing = ibis.literal(NOTHING, "int32")
    frequent = joined.lemma_count >= settings.min_count
    most = max(COMMON_COUNT, int(settings.common * words))
    rows = joined.select(
        "shard",
        "code",
        form=ibis.ifelse(joined.form_count >= settings.min_count, joined.form_id, ibis.literal(0, "int32")),
        lemma=ibis.ifelse(frequent, joined.lemma, nothing),
        pairing=ibis.ifelse(frequent & (joined.lemma_count <= most), joined.lemma, nothing),
    )
    return TableQuery(rows, ["shard", "code"])


def ngrams(order: int, settings: CountSettings) -> TableQuery:
    """Count the n-grams of one length, from the longest: each is the beginning of one, or cut off by a sentence end."""
    table = _table("longest", {**dict.fromkeys(ngram_columns(settings.ngrams), "int32"), "count": "int64"})
    names = ngram_columns(order)
    return _summed(table.filter(table[names[-1]] != NOTHING), names)


def add_up(name: str, keys: Sequence[str]) -> TableQuery:
    """Add up a table from several parts of the corpus."""
    return _summed(_table(name, {**dict.fromkeys(keys, "int32"), "count": "int64"}), keys)


def by_name(table: str, column: str) -> TableQuery:
    """Sort the names of a table by their bytes."""
    source = _table(table)
    return TableQuery(source.select(name=column, id="id", count="count"), ["name"])


def contexts() -> TableQuery:
    """Count the pairs of each lemma: as the second, as the first, and in sentences as either."""
    ibis = import_extra("ibis", "counting")
    near_table, sentence_table = _table("near"), _table("same_sentence")
    parts = [
        (near_table, "context", (1, 0, 0)),
        (near_table, "lemma", (0, 1, 0)),
        (sentence_table, "context", (0, 0, 1)),
        (sentence_table, "lemma", (0, 0, 1)),
    ]
    rows = [
        table.select(
            lemma=column,
            **{name: table["count"] * kept for name, kept in zip(("before", "after", "sentence"), which, strict=True)},
        )
        for table, column, which in parts
    ]
    together = ibis.union(*rows, distinct=False)
    sums = {name: together[name].sum() for name in ("before", "after", "sentence")}
    return TableQuery(together.group_by("lemma").aggregate(**sums), ["lemma"])
