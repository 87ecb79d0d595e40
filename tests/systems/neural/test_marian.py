"""Marian on NumPy and on CTranslate2 against the same network as transformers computes it, in double precision."""

import json
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

from stead.core.errors import BadInput
from stead.systems.neural.marian import Marian, convert, open_pieces, read_weights
from stead.systems.neural.translation import RoundTrip, TranslatedGap, TranslationModel
from tests.systems.neural.checkpoints_made import needed
from tests.systems.neural.marian_made import ByTheLibrary, write_model

needed("ctranslate2")
SOURCE = "le chat dort dans la maison"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("marian") / "published")


@pytest.fixture(scope="module")
def converted(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("converted")
    convert(published, folder, quantization=None)
    return folder


@pytest.fixture(scope="module")
def model(converted: Path) -> Marian:
    return Marian(converted)


@pytest.fixture(scope="module")
def library(published: Path, model: Marian) -> ByTheLibrary:
    return ByTheLibrary(published, model.numbers["target"])


def test_continuations_that_share_a_beginning_are_as_likely_as_each_alone(
    published: Path, model: Marian, library: ByTheLibrary
) -> None:
    source = open_pieces(published / "source.spm").encode(SOURCE, out_type=str)
    target = open_pieces(published / "target.spm")
    beginning = target.encode("the cat", out_type=str)
    options = [target.encode(text, out_type=str) for text in ("sleeps in the house", "barks", "is old")]
    numbers = model.numbers["target"]
    memory = model.read([model.numbers["source"][piece] for piece in source])
    scored = model.score_continuations(
        memory, [numbers[piece] for piece in beginning], [[numbers[piece] for piece in option] for option in options]
    )
    following = model.next_logarithms(
        memory, [numbers[piece] for piece in beginning], [[numbers[piece] for piece in option] for option in options]
    )
    for option, logs, after in zip(options, scored, following, strict=True):
        expected = library.logs(source, [*beginning, *option])
        places = range(len(beginning), len(beginning) + len(option))
        assert logs.tolist() == pytest.approx(
            [expected[place, numbers[piece]] for place, piece in zip(places, option, strict=True)], abs=1e-3
        )
        assert after == pytest.approx(expected[-1], abs=1e-3)


def test_after_no_option_comes_what_follows_the_beginning(
    model: Marian, library: ByTheLibrary, published: Path
) -> None:
    source = open_pieces(published / "source.spm").encode(SOURCE, out_type=str)
    beginning = open_pieces(published / "target.spm").encode("the", out_type=str)
    memory = model.read([model.numbers["source"][piece] for piece in source])
    (logs,) = model.next_logarithms(memory, [model.numbers["target"][piece] for piece in beginning], [[]])
    assert logs == pytest.approx(library.logs(source, beginning)[-1], abs=1e-3)


def test_translations_are_the_likeliest_pieces_one_after_the_other(
    converted: Path, model: Marian, library: ByTheLibrary, published: Path
) -> None:
    pieces = TranslationModel(converted, compute_type="float32").translate([SOURCE])[0][:20]
    source = open_pieces(published / "source.spm").encode(SOURCE, out_type=str)
    names = list(model.numbers["target"])
    logs = library.logs(source, pieces)
    assert pieces
    assert [names[number] for number in logs.argmax(axis=1)][: len(pieces)] == pieces


def test_a_gap_is_scored_as_the_library_does(
    converted: Path, library: ByTheLibrary, model: Marian, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = TranslationModel(converted, compute_type="float32")
    trip = RoundTrip("tiny", both, both)
    monkeypatch.setattr(both, "translate", lambda _: [both.source.encode(SOURCE, out_type=str)])
    (logs,) = trip.score([TranslatedGap("the ", "cat", " sleeps yesterday", ["cat", "dog", ""])])
    expected = library.logs(
        both.source.encode(SOURCE, out_type=str), both.target.encode("the dog sleeps", out_type=str)
    )
    pieces = both.target.encode("the dog sleeps yesterday", out_type=str)
    start, end = len(both.target.encode("the", out_type=str)), len(both.target.encode("the dog", out_type=str))
    values = [expected[place, model.numbers["target"][pieces[place]]] for place in range(end + 2)]
    assert logs[1].tolist() == pytest.approx([sum(values[start:end]), sum(values[end : end + 2])], abs=1e-3)
    assert np.isnan(logs[2]).all()


def test_without_a_translation_there_is_no_value(converted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = TranslationModel(converted)
    trip = RoundTrip("tiny", both, both)
    monkeypatch.setattr(both, "translate", lambda _: [[]])
    (logs,) = trip.score([TranslatedGap("a ", "dog", "", ["cat"])])
    assert np.isnan(logs).all()
    assert trip.likely_words(TranslatedGap("a ", "dog", "", [""]), 5) == []


def test_the_likeliest_words_are_whole(converted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = TranslationModel(converted)
    trip = RoundTrip("tiny", both, both)
    monkeypatch.setattr(both, "translate", lambda _: [both.source.encode(SOURCE, out_type=str)])
    words = trip.likely_words(TranslatedGap("", "a dog", " barks", ["a ", "the "]), 6)
    assert len(words) == 6
    assert {word.lead for word in words} <= {0, 1}
    assert all(word.word.isalpha() and word.log < 0 for word in words)


# ------------------------------------------------------------------------------------------------------- hostile files


class _Runs:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return eval, ("open('ran', 'w')",)


def test_a_pickle_that_would_run_code_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "pytorch_model.bin"
    path.write_bytes(
        pickle.dumps(0x1950A86A20F9469CFC6C, 2)
        + pickle.dumps(1001, 2)
        + pickle.dumps({"little_endian": True}, 2)
        + pickle.dumps(_Runs(), 2)
    )
    with pytest.raises(BadInput, match=r"pytorch_model\.bin: .*it wants to run __builtin__\.eval"):
        read_weights(path)
    assert not (tmp_path / "ran").exists()


def test_weights_are_those_that_the_library_reads(published: Path) -> None:
    torch = needed("torch")
    expected = torch.load(published / "pytorch_model.bin", weights_only=True)
    weights = read_weights(published / "pytorch_model.bin")
    assert weights.keys() == expected.keys()
    assert all(np.array_equal(weights[name], value.numpy()) for name, value in expected.items())


@pytest.mark.parametrize("kept", [0, 3, 200, 5000, -8])
def test_cut_off_weights_are_named(published: Path, tmp_path: Path, kept: int) -> None:
    path = tmp_path / "half.bin"
    path.write_bytes((published / "pytorch_model.bin").read_bytes()[:kept])
    with pytest.raises(BadInput, match=r"half\.bin: no checkpoint that stead reads"):
        read_weights(path)


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        ("config.json", {"activation_function": "relu"}, "expected activation_function to be 'swish', found 'relu'"),
        ("config.json", {"decoder_layers": 3}, r"expected model\.decoder\.layers\.2\S+, which is missing"),
        ("config.json", {"decoder_layers": 10**9}, "expected a small number as decoder_layers, found 1000000000"),
        ("vocab.json", {"the": "x"}, r"vocab\.json: no vocabulary"),
        ("vocab.json", {"</s>": 10**6}, "the weights do not fit the configuration"),
    ],
)
def test_what_is_not_computed_is_refused(
    published: Path, tmp_path: Path, file: str, change: dict[str, object], message: str
) -> None:
    folder = Path(shutil.copytree(published, tmp_path / "changed"))
    document = json.loads((folder / file).read_text(encoding="utf-8"))
    (folder / file).write_text(json.dumps({**document, **change}), encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        convert(folder, tmp_path)
