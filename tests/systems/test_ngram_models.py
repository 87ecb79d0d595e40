"""Language models: back-off by hand on twelve sentences, and ready-made models through their libraries."""

import math
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.counts import CountSettings
from stead.systems.ngram_models import CountedLanguageModel, LanguageModel, Window, open_language_model
from tests.counts.twelve import counted

ARPA = """\\data\\
ngram 1=5
ngram 2=3

\\1-grams:
-1.0\t<unk>
-99\t<s>\t-0.3
-0.7\t</s>
-0.5\tdog\t-0.2
-0.9\tbarks\t-0.1

\\2-grams:
-0.2\t<s> dog
-0.4\tdog barks
-0.1\tbarks </s>

\\end\\
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> CountedLanguageModel:
    return CountedLanguageModel(counted(tmp_path_factory.mktemp("twelve")))


@pytest.mark.parametrize(
    ("words", "start", "probability"),
    [
        (["<s>", "the", "dog"], 2, 4 / 8),  # <s> the dog 4 of <s> the 8
        (["the", "dog", "barked"], 2, 1 / 4),
        (["the", "dog", "sleep"], 2, 0.4 * 0.4 * 2 / 43),  # neither the dog sleep nor dog sleep: 2 of 43 words
        (["dog", "zebra"], 1, 0.4 * 0.5 / 43),  # dog <unk> never: half an occurrence, backed off once
        (["<s>", "the", "dog", "barked"], 2, 4 / 8 * 1 / 4),  # both are predicted
        (["<s>", "dogs", "sleep", "</s>"], 1, 1 / 12 * 1 / 1 * 1 / 1),  # 12 sentences, one begins with dogs
        (["milk"], 0, 2 / 43),
    ],
)
def test_stupid_back_off_by_hand(model: CountedLanguageModel, words: list[str], start: int, probability: float) -> None:
    (found,) = model.log10([Window(words, start)])
    assert found == pytest.approx(math.log10(probability))


def test_a_rare_word_has_its_share_of_what_all_rare_words_have(tmp_path: Path) -> None:
    model = CountedLanguageModel(counted(tmp_path, CountSettings(window=2, min_count=3)))
    frequent, unknown = model.log10([Window(["the", "dog", "drinks"], 2), Window(["the", "dog", "zebra"], 2)])
    assert frequent == pytest.approx(math.log10(1 / 4))  # the dog drinks 1 of the dog 4
    assert unknown == pytest.approx(math.log10(3 / 10 / 4))  # 3 rare words after the dog; ten words are rare


def test_many_windows_at_once_are_as_each_alone(model: CountedLanguageModel) -> None:
    windows = [Window(["<s>", "the", "dog"], 1), Window(["a", "cat", "drank", "milk"], 2), Window(["x"], 0)]
    assert model.log10(windows) == [score for window in windows for score in model.log10([window])]
    assert model.log10([]) == []


def test_words_are_cut_as_the_corpus_was(model: CountedLanguageModel) -> None:
    assert model.words("The dog's MILK, please!") == ["the", "dog", "'s", "milk", "please"]


@pytest.fixture
def arpa(tmp_path: Path) -> LanguageModel:
    pytest.importorskip("kenlm", reason="needs the library ufal-kenlm")
    (tmp_path / "small.arpa").write_text(ARPA, encoding="utf-8")
    return open_language_model(f"kenlm:{tmp_path / 'small.arpa'}")


def test_an_arpa_file_by_hand(arpa: LanguageModel) -> None:
    assert (arpa.name, arpa.order) == ("kenlm:small.arpa", 2)
    scores = arpa.log10([Window(["<s>", "dog", "barks", "</s>"], 1), Window(["dog", "barks"], 1)])
    assert scores == pytest.approx([-0.2 - 0.4 - 0.1, -0.4])
    assert arpa.log10([Window(["barks", "dog"], 1)]) == pytest.approx([-0.1 - 0.5])  # backed off
    assert arpa.log10([Window(["dog", "zebra"], 1)]) == pytest.approx([-0.2 - 1.0])  # <unk>


def test_an_arpa_file_without_capitals_and_commas_is_asked_without_them(arpa: LanguageModel) -> None:
    assert arpa.words("Dog, barks") == ["dog", "barks"]


def test_pocketsphinx_prefers_english() -> None:
    pytest.importorskip("pocketsphinx", reason="needs the library pocketsphinx")
    model = open_language_model("pocketsphinx")
    likely, unlikely, unknown = model.log10(
        [Window(["in", "the", "house"], 2), Window(["in", "the", "houses"], 2), Window(["in", "the", "xyzzyq"], 2)]
    )
    assert 0 > likely > unlikely > unknown == -7.0


@pytest.mark.parametrize("name", ["", "counts", "counts:", "pocketsphinx:x", "word2vec:x"])
def test_what_is_no_language_model_is_a_sentence(name: str) -> None:
    with pytest.raises(UsageError, match="is no language model; there are pocketsphinx, counts:FOLDER, kenlm:FILE"):
        open_language_model(name)


@pytest.mark.parametrize(("content", "message"), [(None, "no such file"), ("hello", "no ARPA or KenLM file")])
def test_a_file_that_is_none_is_a_sentence(tmp_path: Path, content: str | None, message: str) -> None:
    pytest.importorskip("kenlm", reason="needs the library ufal-kenlm")
    if content is not None:
        (tmp_path / "x.arpa").write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        open_language_model(f"kenlm:{tmp_path / 'x.arpa'}")


def test_a_file_that_is_no_text_is_no_language_model(tmp_path: Path) -> None:
    pytest.importorskip("kenlm", reason="needs the library ufal-kenlm")
    (tmp_path / "model.bin").write_bytes(bytes(range(128, 256)) * 99)
    with pytest.raises(BadInput, match=r"model\.bin: no ARPA or KenLM file"):
        open_language_model(f"kenlm:{tmp_path / 'model.bin'}")
