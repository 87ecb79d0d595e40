"""Encoders on tiny networks of BERT's and MPNet's architecture, beside what PyTorch computes of the same weights."""

import json
import os
import signal
import tracemalloc
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput, UsageError
from stead.systems.neural.checkpoints import batch_by_length
from stead.systems.neural.encoders import Span, TransformerEncoder, _batches, convert_encoder, open_encoder
from tests.systems.neural.checkpoints_made import needed
from tests.systems.neural.made import ENCODED, Weights, encoder_config, write_encoder

Array = npt.NDArray[np.float32]


def states_of(weights: Weights, words: list[str], kind: str = "bert", layer: int = -1) -> Array:
    """The states of each token, by the library that such encoders are trained with."""
    torch, transformers = needed("torch"), needed("transformers")
    name = {"bert": "Bert", "mpnet": "MPNet"}[kind]
    config = getattr(transformers, f"{name}Config")(**encoder_config(kind))
    model = getattr(transformers, f"{name}Model")(config, add_pooling_layer=False).eval()
    model.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()})
    with torch.no_grad():
        tokens = torch.tensor([[ENCODED[word] for word in words]])
        states = model(input_ids=tokens, output_hidden_states=True).hidden_states[layer][0]
    return np.asarray(states.numpy(), np.float32)


def unit(vector: Array) -> Array:
    return vector / np.linalg.norm(vector)


def test_places_and_wholes_are_as_pytorch_computes_them(tmp_path: Path) -> None:
    states = states_of(write_encoder(tmp_path), ["the", "cat", "sat"])
    for quantization, tolerance in (("float32", 1e-5), ("int8", 0.05)):
        encoder = TransformerEncoder(tmp_path, "tiny", quantization=quantization)
        places, wholes = encoder.vectors([Span("the cat sat", 4, 7)])
        assert places[0].tolist() == pytest.approx(unit(states[1]).tolist(), abs=tolerance)
        assert wholes[0].tolist() == pytest.approx(unit(states.mean(axis=0)).tolist(), abs=tolerance)


@pytest.mark.parametrize("layers", [1, 0])
def test_mpnet_has_positions_and_distances_and_may_end_after_some_layers(tmp_path: Path, layers: int) -> None:
    words = [*("the", "cat", "sat", "dog") * 40]
    weights = write_encoder(tmp_path, kind="mpnet")
    states = states_of(weights, words, "mpnet", layers or -1)
    encoder = TransformerEncoder(tmp_path, "tiny", layers=layers, quantization="float32")
    starts = np.cumsum([0, *(len(word) + 1 for word in words)])
    for place in (1, 81, 158):
        places, wholes = encoder.vectors([Span(" ".join(words), int(starts[place]), int(starts[place + 1]) - 1)])
        assert places[0].tolist() == pytest.approx(unit(states[place]).tolist(), abs=1e-5)
        assert wholes[0].tolist() == pytest.approx(unit(states.mean(axis=0)).tolist(), abs=1e-5)


def test_what_is_encoded_together_is_to_the_last_digit_as_if_alone(tmp_path: Path) -> None:
    write_encoder(tmp_path)
    encoder = TransformerEncoder(tmp_path, "tiny")
    spans = [Span("the cat sat " * length, 4, 7) for length in (1, 30, 2, 1, 60, 5)]
    spans += [Span("the cat " + "sat " * length, 4, 7) for length in range(12)]
    together = encoder.vectors(spans)
    for number, span in enumerate(spans):
        alone = encoder.vectors([span])
        for of_all, of_one in zip(together, alone, strict=True):
            assert of_all[number].tolist() == of_one[0].tolist()


def test_texts_of_equal_length_are_batched_without_padding() -> None:
    sizes = [4, 7, 4, 5, 4, 7]
    assert batch_by_length(sizes, most=8, equal=True) == [[0, 2], [4], [3], [1], [5]]
    assert batch_by_length(sizes, most=100, equal=True) == [[0, 2, 4], [3], [1, 5]]
    assert batch_by_length(sizes, most=100) == [[0, 2, 4, 3, 1, 5]]


@given(st.lists(st.integers(0, 30), max_size=60))
def test_every_text_with_tokens_is_in_one_batch_as_wide_as_its_own_length_says(sizes: list[int]) -> None:
    batches = _batches(sizes, longest=30)
    batched = [text for batch in batches for text in batch.texts]
    assert sorted(batched) == [text for text, size in enumerate(sizes) if size]
    for width, texts in batches:
        assert {min(30, -(-sizes[text] // 4) * 4) for text in texts} == {width}


@pytest.mark.parametrize("text", ["", "\x00\x1b", "日本語", "cat " * 300_000])
def test_any_text_has_a_vector(tmp_path: Path, text: str) -> None:
    write_encoder(tmp_path)
    places, wholes = open_encoder(f"bert:{tmp_path}").vectors([Span(text, 0, len(text)), Span("cat", 0, 3)])
    assert np.isfinite(places).all()
    assert np.isfinite(wholes).all()


def test_a_forked_process_has_an_encoder_of_its_own(tmp_path: Path) -> None:
    write_encoder(tmp_path)
    encoder = open_encoder(f"bert:{tmp_path}")
    before, _ = encoder.vectors([Span("the cat", 4, 7)])
    process = os.fork()
    if process == 0:
        signal.alarm(60)  # a wait for threads that are not there would never end
        after, _ = encoder.vectors([Span("the cat", 4, 7)])
        os._exit(0 if (after == before).all() else 1)
    assert os.waitpid(process, 0)[1] == 0


def test_a_configuration_that_names_no_architecture_is_one_of_bert(tmp_path: Path) -> None:
    write_encoder(tmp_path)
    config = {name: value for name, value in encoder_config().items() if name != "model_type"}
    named, _ = open_encoder(f"bert:{tmp_path}").vectors([Span("the cat sat", 4, 7)])
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    unnamed, _ = TransformerEncoder(tmp_path, "unnamed").vectors([Span("the cat sat", 4, 7)])
    assert unnamed.tolist() == named.tolist()


@pytest.mark.parametrize(("kind", "most"), [("bert", 10), ("mpnet", 8)])
def test_a_text_is_cut_where_there_are_no_more_positions(tmp_path: Path, kind: str, most: int) -> None:
    weights = write_encoder(tmp_path, kind=kind)
    name = "embeddings.position_embeddings.weight"
    safetensors.numpy.save_file({**weights, name: weights[name][:10]}, tmp_path / "model.safetensors")
    config = encoder_config(kind) | {"max_position_embeddings": 10}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    encoder = TransformerEncoder(tmp_path, "short")
    _, wholes = encoder.vectors([Span(" ".join(["cat"] * length), 0, 3) for length in range(most - 1, most + 3)])
    assert (wholes[1:] == wholes[1]).all()
    assert (wholes[0] != wholes[1]).any()


def test_weights_that_are_not_needed_are_not_read(tmp_path: Path) -> None:
    """As are those of the upper layers, where the lower ones are enough."""
    weights, size = write_encoder(tmp_path), 1 << 24
    safetensors.numpy.save_file({**weights, "other": np.zeros(size, np.int8)}, tmp_path / "model.safetensors")
    (target := tmp_path / "converted").mkdir()
    convert_encoder(tmp_path, target, "int8", layers=1)  # the libraries are loaded
    tracemalloc.start()
    try:
        convert_encoder(tmp_path, target, "int8", layers=1)
        assert tracemalloc.get_traced_memory()[1] < size / 2
    finally:
        tracemalloc.stop()


def damaged(folder: Path, **changes: object) -> str:
    write_encoder(folder)
    (folder / "config.json").write_text(json.dumps(encoder_config() | changes), encoding="utf-8")
    return f"bert:{folder}"


def test_what_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"config\.json: no such file"):
        open_encoder(f"bert:{tmp_path / 'nowhere'}")
    with pytest.raises(BadInput, match=r"expected hidden_act to be 'gelu', found 'relu'"):
        open_encoder(damaged(tmp_path / "other", hidden_act="relu"))
    with pytest.raises(BadInput, match=r"expected a number as num_hidden_layers, found None"):
        open_encoder(damaged(tmp_path / "odd", num_hidden_layers=None))
    with pytest.raises(
        BadInput, match=r"the weights encoder\.layer\.2\.attention\.self\.query\.weight, which are missing"
    ):
        open_encoder(damaged(tmp_path / "deeper", num_hidden_layers=3))
    with pytest.raises(BadInput, match=r"fewer: no encoder \(Vocabulary has size 5"):
        open_encoder(damaged(tmp_path / "fewer", vocab_size=5))
    write_encoder(tmp_path / "more")
    tokenizer = tmp_path / "more" / "tokenizer.json"
    tokenizer.write_text(
        tokenizer.read_text(encoding="utf-8").replace('"sat": 5', '"sat": 5, "mat": 6'), encoding="utf-8"
    )
    with pytest.raises(BadInput, match="more: the tokenizer has more tokens than the encoder"):
        open_encoder(f"bert:{tmp_path / 'more'}")
    with pytest.raises(BadInput, match=r"expected model_type to be bert or mpnet, found 'gpt2'"):
        open_encoder(damaged(tmp_path / "kind", model_type="gpt2"))
    write_encoder(tmp_path / "half")
    (tmp_path / "half" / "model.safetensors").write_bytes(b"\x08\x0a\x12")
    with pytest.raises(BadInput, match="half: no encoder"):
        open_encoder(f"bert:{tmp_path / 'half'}")
    (tmp_path / "half" / "config.json").write_text("[]", encoding="utf-8")
    with pytest.raises(BadInput, match="no configuration of an encoder"):
        open_encoder(f"bert:{tmp_path / 'half'}")
    with pytest.raises(UsageError, match="there are mpnet, minilm, bert:FOLDER, checkpoint:NAME"):
        open_encoder("bert")
