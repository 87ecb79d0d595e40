"""The trigrams of pocketsphinx as arrays: the library says the same of words that follow each other in texts or not."""

from collections.abc import Callable
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
    library = pocketsphinx.NGramModel(pocketsphinx.Config(), logs, str(library_file()))
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


def library_file() -> Path:
    return Path(pocketsphinx.get_model_path()) / "en-us" / "en-us.lm.bin"


def overwritten(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda _: b"\\data\\\n", "expected the trigrams that come with pocketsphinx, in the format of its version 5"),
        (lambda data: data[:30], r"expected 36 bytes or more, found 30"),
        (lambda data: data[:1000], r"expected 786,468 bytes or more, found 1,000"),
        (lambda data: data[: len(data) // 2], r"bytes or more, found 13,\d+,\d+"),
        (lambda data: data[:-200_000], r"bytes or more, found 26,\d+,\d+"),
        (lambda data: data + b"\0", r"bytes, found 27,\d+,\d+"),
        (lambda data: overwritten(data, 20, b"\xff" * 4), r"bytes or more, found 27,"),
        (lambda data: overwritten(data, 1_000, b"\xff" * 100), "expected finite scores, found nan"),
        (lambda data: overwritten(data, 1_000_000, b"\xff" * 100), "expected finite scores, found nan"),
        (lambda data: overwritten(data, 1_000_004, b"\0" * 12), "expected places in rising order"),
        (
            lambda data: overwritten(data, len(data) // 2, b"\xff" * 100),
            "expected numbers of 72,547 words, found 131071",
        ),
        (lambda data: overwritten(data, 22_000_000, b"\xff" * 100), "expected numbers of 72,547 words, found 131071"),
        (lambda data: overwritten(data, len(data) - 100, b"\xff" * 10), r"expected words in UTF-8, found '.*\\udcff"),
        (lambda data: overwritten(data, len(data) - 100, b"\n"), r"expected words in UTF-8, found \"zuric\\n's\""),
        (lambda data: overwritten(data, len(data) - 100, b"\0" * 9), "expected 72,547 different words, found 72,54"),
    ],
)
def test_a_damaged_file_is_refused_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[bytes], bytes], said: str
) -> None:
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "model.lm.bin"
    file.write_bytes(damage(library_file().read_bytes()))
    with pytest.raises(BadInput, match=said) as refused:
        TrigramTables(file)
    assert str(refused.value).startswith(f"{file}: ")
    assert str(refused.value).endswith("`pip install --force-reinstall pocketsphinx` installs it again.")
    assert [path for path in (tmp_path / "cache" / "derived").iterdir() if path.is_dir()] == []


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"model\.lm: no such file.* `pip install --force-reinstall pocketsphinx`"):
        TrigramTables(tmp_path / "model.lm")
