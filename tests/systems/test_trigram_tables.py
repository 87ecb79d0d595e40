"""The trigrams of pocketsphinx as arrays: the library says the same of words that follow each other in texts or not."""

from pathlib import Path
from random import Random

import pytest

from stead.core.errors import BadInput
from stead.systems.ngram_models import FormSlot, LanguageModel, TrigramTables, Window, open_language_model

pocketsphinx = pytest.importorskip("pocketsphinx", reason="needs the library pocketsphinx")
TEXT = "he said that the man who had been in the house for a long time was not very happy with what he saw there"
RARE = ["xyzzyq", "bullhorns", "teased", "</s>", "serendipitous", "it's"]


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    return open_language_model("pocketsphinx")


def test_scores_are_those_of_the_library(model: LanguageModel) -> None:
    logs = pocketsphinx.LogMath()
    file = Path(pocketsphinx.get_model_path()) / "en-us" / "en-us.lm.bin"
    library = pocketsphinx.NGramModel(pocketsphinx.Config(), logs, str(file))
    random, words = Random(1), TEXT.split()
    texts = [words[at : at + size] for size in (1, 2, 3) for at in range(len(words) - 3)]
    texts += [random.choices([*words, *RARE], k=size) for size in (1, 2, 3) for _ in range(500)]
    expected = [
        logs.log_to_log10(score) if (score := library.prob(text[::-1])) > logs.get_zero() else -7.0 for text in texts
    ]
    assert model.log10([Window(text, len(text) - 1) for text in texts]) == expected


def test_slots_are_scored_as_their_windows(model: LanguageModel) -> None:
    forms = [["man"], ["old", "man"], ["xyzzyq"], ["man", "of", "the", "world"]]
    slots = [
        FormSlot(["said", "the"], forms, ["who", "had"]),
        FormSlot(["<s>"], forms[:1], ["</s>"]),
        FormSlot(["said", "the"], [], []),
        FormSlot([], forms, ["xyzzyq", "had"]),
    ]
    for slot, scores in zip(slots, model.score_slots(slots), strict=True):
        expected = LanguageModel.score_slots(model, [slot])[0]
        for found, column in zip(scores, expected, strict=True):
            assert found.tolist() == column.tolist()
    assert model.score_slots([]) == []
    assert model.log10([]) == []


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.lm"
    file.write_text("\\data\\\n", encoding="utf-8")
    with pytest.raises(BadInput, match="expected the trigrams that come with pocketsphinx"):
        TrigramTables(file)
