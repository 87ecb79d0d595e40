"""Encoders of checkpoints: means over tokens, against the model asked directly."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stead.systems.neural.encoders import CheckpointEncoder, Encoder, Span
from tests.systems.neural.checkpoints_made import by_the_library, needed

DOG = Span("the dog barks", 4, 7)
SPANS = [DOG, Span("a cat sleeps, very loudly", 6, 12), Span("今日は дом", 4, 7), Span("hello", 0, 5)]


@pytest.fixture(params=["bert", "roberta"])
def folder(request: pytest.FixtureRequest, checkpoints: dict[str, Path]) -> Path:
    return checkpoints[request.param]


def directly(folder: Path, text: str, tokens: list[int] | None) -> np.ndarray:
    """The mean of the last states of these tokens, or of all, of length 1."""
    tokenizer, model = by_the_library(folder, "AutoModel")
    with needed("torch").no_grad():
        states = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0].numpy()
    mean = states.mean(axis=0) if tokens is None else states[tokens].mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean))


def test_the_mean_of_a_place_and_of_a_text(checkpoints: dict[str, Path]) -> None:
    """[CLS] a cat sleep ##s , very loud ##ly [SEP]: sleeps is the tokens 3 and 4."""
    encoder: Encoder = CheckpointEncoder(str(checkpoints["bert"]))
    places, wholes = encoder.vectors(SPANS)
    for row, tokens in enumerate([[2], [3, 4], [4], [1]]):
        assert places[row] == pytest.approx(directly(checkpoints["bert"], SPANS[row].text, tokens), abs=1e-5)
        assert wholes[row] == pytest.approx(directly(checkpoints["bert"], SPANS[row].text, None), abs=1e-5)


def test_many_at_once_are_as_each_alone(folder: Path) -> None:
    encoder = CheckpointEncoder(str(folder))
    many = SPANS * 40
    places, wholes = encoder.vectors(many)
    for row, span in enumerate(SPANS):
        place, whole = encoder.vectors([span])
        for start in (0, 80):
            assert places[start + row] == pytest.approx(place[0], abs=1e-5)
            assert wholes[start + row] == pytest.approx(whole[0], abs=1e-5)


def test_an_encoder_without_a_head_and_one_with_are_the_same(checkpoints: dict[str, Path], tmp_path: Path) -> None:
    transformers = needed("transformers")
    for loader in (transformers.AutoModel, transformers.AutoTokenizer):
        loader.from_pretrained(checkpoints["bert"]).save_pretrained(tmp_path / "bare")
    bare, headed = CheckpointEncoder(str(tmp_path / "bare")), CheckpointEncoder(str(checkpoints["bert"]))
    assert (bare.name, headed.name) == ("checkpoint:bare", "checkpoint:bert")
    for one, other in zip(bare.vectors(SPANS), headed.vectors(SPANS), strict=True):
        assert one == pytest.approx(other, abs=1e-6)


def test_a_megabyte_is_cut_and_a_place_behind_the_cut_is_the_whole(folder: Path) -> None:
    encoder = CheckpointEncoder(str(folder))
    text = "old " * 250_000 + "dog"
    places, wholes = encoder.vectors([Span(text, len(text) - 3, len(text)), Span(text, 0, 3)])
    assert places[0] == pytest.approx(wholes[0])
    assert np.abs(places[1] - wholes[1]).max() > 1e-3


def test_nothing_gives_nothing(folder: Path, checkpoints: dict[str, Path]) -> None:
    """No spans, an empty text, and a text of which no token is left, where there is no frame either: zeros."""
    places, wholes = CheckpointEncoder(str(folder)).vectors([])
    assert places.shape == wholes.shape == (0, 16)
    places, wholes = CheckpointEncoder(str(folder)).vectors([Span("", 0, 0), DOG])
    assert places[0] == pytest.approx(wholes[0])
    assert np.linalg.norm(places, axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert not CheckpointEncoder(str(checkpoints["gpt2"])).vectors([Span("", 0, 0)])[1].any()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=200), start=st.integers(0, 200), end=st.integers(0, 200))
def test_any_text_has_vectors_of_length_1(checkpoints: dict[str, Path], text: str, start: int, end: int) -> None:
    for found in CheckpointEncoder(str(checkpoints["bert"])).vectors([Span(text, start, end)]):
        assert np.linalg.norm(found[0]) == pytest.approx(1, abs=1e-5)
