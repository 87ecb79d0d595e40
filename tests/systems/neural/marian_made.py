"""A small translation model as OPUS-MT publishes them, of random weights, with tokenizers learned from a few lines."""

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tests.systems.neural.checkpoints_made import needed

TEXTS = {
    "source": [
        "le chien aboie dans la maison",
        "un chat dort",
        "il a lu le livre hier",
        "la grande maison est vieille",
    ],
    "target": ["the dog barks in the house", "a cat sleeps", "he read the book yesterday", "the big house is old"],
}
WIDTH, LAYERS, HEADS = 16, 2, 2


def write_model(folder: Path) -> Path:
    """Write the five files of a model into a folder; the weights are in PyTorch's old format."""
    torch, transformers = needed("torch"), needed("transformers")
    folder.mkdir(parents=True)
    pieces = [_learn(folder / f"{side}.spm", TEXTS[side]) for side in ("source", "target")]
    known = dict.fromkeys(["</s>", "<unk>", *pieces[0], *pieces[1], "<pad>"])
    numbers = {piece: number for number, piece in enumerate(known)}
    (folder / "vocab.json").write_text(json.dumps(numbers), encoding="utf-8")
    torch.manual_seed(7)
    pad = numbers["<pad>"]
    model = transformers.MarianMTModel(
        transformers.MarianConfig(
            **{f"{part}_layers": LAYERS for part in ("encoder", "decoder")},
            **{f"{part}_attention_heads": HEADS for part in ("encoder", "decoder")},
            **{f"{part}_ffn_dim": 24 for part in ("encoder", "decoder")},
            d_model=WIDTH,
            vocab_size=len(numbers),
            max_position_embeddings=64,
            activation_function="swish",
            scale_embedding=True,
            pad_token_id=pad,
            decoder_start_token_id=pad,
            eos_token_id=0,
            forced_eos_token_id=None,
            init_std=0.6,
        )
    ).eval()
    with torch.no_grad():
        model.model.shared.weight[pad] = 0
        model.final_logits_bias.normal_()
    config = {**model.config.to_dict(), "normalize_before": False, "normalize_embedding": False}
    config |= {"static_position_embeddings": True, "share_encoder_decoder_embeddings": True}
    (folder / "config.json").write_text(json.dumps(config, default=str), encoding="utf-8")
    state = {name: value for name, value in model.state_dict().items() if "embed_positions" not in name}
    torch.save(state, folder / "pytorch_model.bin", _use_new_zipfile_serialization=False)
    return folder


def _learn(path: Path, lines: list[str]) -> list[str]:
    sentencepiece = needed("sentencepiece")
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, vocab_size=40, hard_vocab_limit=False, minloglevel=3
    )
    path.write_bytes(model.getvalue())
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    return [processor.id_to_piece(number) for number in range(3, processor.get_piece_size())]


class ByTheLibrary:
    """The same model as the library computes it, in double precision, its output cut to some pieces."""

    def __init__(self, folder: Path, target_pieces: Mapping[str, int]) -> None:
        torch, transformers = needed("torch"), needed("transformers")
        self._torch = torch
        self._numbers: dict[str, int] = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._model = transformers.MarianMTModel(transformers.MarianConfig(**config)).eval()
        state = torch.load(folder / "pytorch_model.bin", weights_only=True)
        self._model.load_state_dict(state, strict=False)
        self._model = self._model.double()
        self._kept = [self._numbers[piece] for piece in target_pieces]

    def logs(self, source: list[str], target: list[str]) -> Any:
        """For each piece of the target, and for what follows, the log-probabilities of all pieces that are kept."""
        torch = self._torch
        read = torch.tensor([[*(self._numbers[piece] for piece in source), self._numbers["</s>"]]])
        written = torch.tensor([[self._numbers["<pad>"], *(self._numbers[piece] for piece in target)]])
        with torch.inference_mode():
            logits = self._model(input_ids=read, decoder_input_ids=written).logits[0][:, self._kept]
        return np.asarray(torch.log_softmax(logits, dim=-1))
