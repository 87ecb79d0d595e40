"""What stead counts is what the obvious program counts, of which the benchmark says how much slower it is."""

from collections import Counter

import pytest

from benchmarks.plain_counts import PlainCounts
from stead.counts import CountSettings, Model, count_corpus, open_model
from tests.counts import twelve
from tests.counts.made import tables, write_text


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, PlainCounts]:
    folder = tmp_path_factory.mktemp("plain")
    corpus = write_text(folder / "corpus.txt", 300_000)
    with corpus.open("a", encoding="utf-8") as file:
        file.write(twelve.TEXT)
    count_corpus([str(corpus)], folder / "model", CountSettings(min_count=1, span=0))
    return open_model(folder / "model"), PlainCounts(corpus)


def test_forms_and_lemmas_are_the_same(both: tuple[Model, PlainCounts]) -> None:
    model, plain = both
    assert _named(model, "forms", "form") == plain.forms
    assert _named(model, "lemmas", "lemma") == plain.lemmas


def test_pairs_are_the_same(both: tuple[Model, PlainCounts]) -> None:
    model, plain = both
    rows = tables(model.folder)["near"].to_pylist()
    found = {(model.lemmas.name(row["lemma"]), model.lemmas.name(row["context"])): row["count"] for row in rows}
    assert found == plain.pairs


def test_trigrams_are_the_same_but_for_the_ends_of_sentences(both: tuple[Model, PlainCounts]) -> None:
    model, plain = both
    rows = (
        [row[f"w{place}"] for place in range(3)] + [row["count"]]
        for row in tables(model.folder)["ngrams_3"].to_pylist()
    )
    inside = {tuple(map(model.forms.name, words)): count for *words, count in rows if min(words) > 2}
    assert inside == plain.trigrams


def _named(model: Model, table: str, column: str) -> Counter[str]:
    return Counter({row[column]: row["count"] for row in tables(model.folder)[table].to_pylist()})
