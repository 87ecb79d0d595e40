"""Twelve sentences, counted by hand."""

from pathlib import Path

import numpy as np
import pytest

from stead.counts import CountSettings, Model
from tests.counts import twelve


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return twelve.counted(tmp_path_factory.mktemp("twelve"))


def pairs(model: Model, kind: str, direction: str) -> dict[tuple[str, str], int]:
    cells = model.cooccurrences(direction, kind).tocoo()  # type: ignore[arg-type]
    names = [model.lemmas.name(number) for number in range(model.size)]
    return {(names[row], names[col]): int(n) for row, col, n in zip(cells.row, cells.col, cells.data, strict=True)}


def test_words_and_sentences(model: Model) -> None:
    counts = model.manifest["counts"]
    assert (model.words, counts["sentences"]) == (twelve.WORDS, 12)
    assert sum(twelve.FORMS.values()) == sum(twelve.LEMMAS.values()) == twelve.WORDS


def test_forms_and_lemmas(model: Model) -> None:
    assert {form: model.frequency(form) for form in twelve.FORMS} == twelve.FORMS
    assert len(model.forms) == len(twelve.FORMS)
    assert {lemma: model.lemma_frequency(lemma) for lemma in twelve.LEMMAS} == twelve.LEMMAS
    assert len(model.lemmas) == len(twelve.LEMMAS)
    assert (model.frequency("The"), model.frequency("zebra"), model.frequency("")) == (9, 0, 0)


def test_ids_are_in_the_order_of_frequency_and_then_of_the_alphabet(model: Model) -> None:
    expected = sorted(twelve.LEMMAS, key=lambda lemma: (-twelve.LEMMAS[lemma], lemma))
    assert [model.lemmas.name(number) for number in range(model.size)] == expected
    assert [model.forms.name(number) for number in (3, 4, 5)] == ["the", "a", "cat"]


def test_pairs_in_a_window(model: Model) -> None:
    assert pairs(model, "near", "after") == twelve.NEAR
    assert pairs(model, "near", "before") == {(second, first): n for (first, second), n in twelve.NEAR.items()}
    assert sum(twelve.NEAR.values()) == twelve.NEAR_PAIRS


def test_pairs_in_a_sentence(model: Model) -> None:
    assert pairs(model, "same_sentence", "after") == twelve.SAME_SENTENCE


def test_totals_of_contexts(model: Model) -> None:
    place = model.lemmas.id("drink")
    assert place is not None
    # near: behind the 3, cat 2, mouse 1, dog 1, a 1; before milk 2, water 2. In sentences the same.
    assert [int(model.contexts[kind][place]) for kind in ("before", "after", "sentence")] == [8, 4, 12]
    assert int(model.contexts["after"].sum()) == int(model.contexts["before"].sum()) == twelve.NEAR_PAIRS


def test_ngrams(model: Model) -> None:
    for known in (twelve.BIGRAMS, twelve.TRIGRAMS):
        assert {words: model.ngram(words) for words in known} == known
    assert [model.ngram([word]) for word in ("<s>", "</s>", "the", "<unk>", "zebra")] == [12, 12, 9, 0, 0]


def test_words_behind_words(model: Model) -> None:
    ids, counts = model.continuations([model.form_id("the"), model.form_id("dog")])
    found = {model.forms.name(int(number)): int(count) for number, count in zip(ids, counts, strict=True)}
    assert found == {"barked": 1, "chased": 1, "sleeps": 1, "drinks": 1}
    assert len(model.continuations([model.form_id("milk"), model.form_id("the")])[0]) == 0


def test_rare_words_are_unknown_and_in_no_pair(tmp_path: Path) -> None:
    model = twelve.counted(tmp_path, CountSettings(window=2, min_count=3))
    # Lemmas that occur twice (bark, chase, milk, water) are in no pair; forms that occur once or twice are <unk>.
    rare = {"bark", "chase", "milk", "water"}
    assert pairs(model, "near", "after") == {pair: n for pair, n in twelve.NEAR.items() if not rare & set(pair)}
    assert model.lemma_frequency("milk") == 2
    assert model.row("milk", "after").nnz == 0
    # barked, chased, sleeps and water of sentences 1, 2, 8 and 11: "drinks" occurs three times and stays.
    assert model.ngram(["the", "dog", "<unk>"]) == 3
    assert model.ngram(["the", "dog", "drinks"]) == 1
    assert model.ngram(["<unk>"]) == sum(count for count in twelve.FORMS.values() if count < 3)


def test_the_row_of_a_lemma(model: Model) -> None:
    row = model.row("chase", "after")
    assert {model.lemmas.name(int(number)): int(n) for number, n in zip(row.indices, row.data, strict=True)} == {
        "the": 1,
        "cat": 1,
        "a": 1,
        "mouse": 1,
    }
    assert isinstance(model.cooccurrences("after").data.base, np.memmap | np.ndarray)
