"""Encoders on a tiny network whose states can be worked out by hand."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from stead.core.errors import BadInput, UsageError
from stead.systems.neural.encoders import Span, open_encoder
from tests.systems.neural.made import ENCODED, write_encoder


def _unit(vector: npt.NDArray[np.float32]) -> list[float]:
    return list((vector / np.linalg.norm(vector)).tolist())


def test_places_and_wholes_by_hand(tmp_path: Path) -> None:
    vectors = write_encoder(tmp_path)
    the, cat, sat = (vectors[ENCODED[word]] for word in ("the", "cat", "sat"))
    mean = (the + cat + sat) / 3
    places, wholes = open_encoder(f"onnx:{tmp_path}").vectors([Span("the cat sat", 4, 7)])
    assert places[0].tolist() == pytest.approx(_unit(cat + mean / 2), abs=1e-5)
    assert wholes[0].tolist() == pytest.approx(_unit(mean + mean / 2), abs=1e-5)


def test_what_is_encoded_together_is_as_if_alone(tmp_path: Path) -> None:
    write_encoder(tmp_path)
    encoder = open_encoder(f"onnx:{tmp_path}")
    spans = [Span("the cat sat " * length, 4, 7) for length in (1, 30, 2, 1, 60, 5)]
    together = encoder.vectors(spans)
    for number, span in enumerate(spans):
        alone = encoder.vectors([span])
        for found, own in zip(together, alone, strict=True):
            assert found[number].tolist() == pytest.approx(own[0].tolist(), abs=1e-5)


@pytest.mark.parametrize("text", ["", "\x00\x1b", "日本語", "cat " * 300_000])
def test_any_text_has_a_vector(tmp_path: Path, text: str) -> None:
    write_encoder(tmp_path)
    places, wholes = open_encoder(f"onnx:{tmp_path}").vectors([Span(text, 0, len(text)), Span("cat", 0, 3)])
    assert np.isfinite(places).all()
    assert np.isfinite(wholes).all()


def test_what_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"model\.onnx: no such file"):
        open_encoder(f"onnx:{tmp_path / 'nowhere'}")
    write_encoder(tmp_path / "half")
    (tmp_path / "half" / "model.onnx").write_bytes(b"\x08\x0a\x12")
    with pytest.raises(BadInput, match="half: no encoder"):
        open_encoder(f"onnx:{tmp_path / 'half'}")
    with pytest.raises(UsageError, match="there are minilm, onnx:FOLDER, checkpoint:NAME"):
        open_encoder("bert")
