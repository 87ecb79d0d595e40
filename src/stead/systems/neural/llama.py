"""Llama's transformer (Touvron et al. 2023) on NumPy, for a small model on a machine without a GPU.

Made for one question: how likely are some continuations of the same text? All are read in one pass, the text once: its
keys and values are shared by its continuations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Tokens = Sequence[int]
_AT_ONCE = 64
"""Positions whose probabilities over the whole vocabulary are held at once."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a model that its arrays do not determine."""

    layers: int
    heads: int
    shared_heads: int
    base: float
    epsilon: float


class _TokenBatch:
    """A text and continuations of it, laid out for one pass: the tokens of all in a row, without padding.

    The last token of a continuation is predicted and not read.
    """

    def __init__(self, text: Tokens, options: Sequence[Tokens]) -> None:
        read = [option[:-1] for option in options]
        self.length = len(text)
        self.tokens = np.array([*text, *(token for option in read for token in option)], np.int64)
        sizes = np.array([len(option) for option in read], np.int64)
        self.own = np.arange(sizes.max(initial=0)) < sizes[:, None]
        """Rows x positions: which places of the continuations, side by side, are tokens."""
        self.places = np.concatenate([np.arange(len(text)), len(text) + np.nonzero(self.own)[1]])
        self.ends = np.cumsum(sizes)

    def side_by_side(self, flat: Floats) -> Floats:
        """The part of the continuations: rows x heads x positions x size."""
        found = np.zeros((*self.own.shape, *flat.shape[1:]), np.float32)
        found[self.own] = flat[self.length :]
        return found.transpose(0, 2, 1, 3)

    def in_a_row(self, text: Floats, options: Floats) -> Floats:
        """Join the text's part (heads x positions x size) and the continuations' into one row."""
        own = options.transpose(0, 2, 1, 3)[self.own]
        return np.concatenate([text.transpose(1, 0, 2), own]).reshape(len(self.tokens), -1)


class Llama:
    """The forward pass; weights are arrays named as in GGUF files, each laid out as inputs x outputs."""

    def __init__(self, shape: Shape, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        self.shape = shape
        self._embeddings = weights["token_embd.weight"]
        self._last = weights["output_norm.weight"]
        self._output = self._embeddings.T
        self._layers = [
            {name.removeprefix(f"blk.{n}."): weights[name] for name in weights if name.startswith(f"blk.{n}.")}
            for n in range(shape.layers)
        ]

    def score_continuations(self, text: Tokens, options: Sequence[Tokens]) -> list[Floats]:
        """For each continuation of a text the log-probability of each of its tokens, of which there is one at least."""
        batch = _TokenBatch(text, options)
        state = np.asarray(self._embeddings[batch.tokens], np.float32)
        rotation = self._rotation(batch.places)
        for layer in self._layers:
            state = self._through(layer, state, batch, rotation)
        # the state after the text predicts the first token of every continuation
        firsts = self._logarithms(state[[batch.length - 1]], np.array([[option[0] for option in options]]))[0]
        wanted = np.array([token for option in options for token in option[1:]], np.int64)
        later = np.split(self._logarithms(state[batch.length :], wanted[:, None])[:, 0], batch.ends[:-1])
        return [np.concatenate([[first], own]) for first, own in zip(firsts, later, strict=True)]

    @property
    def _size(self) -> int:
        return int(self._layers[0]["attn_q.weight"].shape[1]) // self.shape.heads

    def _rotation(self, places: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Cosines and sines of rotary positions (Su et al. 2021)."""
        speeds = self.shape.base ** (-np.arange(0, self._size, 2) / self._size)
        angles = places[:, None] * speeds
        return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)

    def _through(
        self, layer: Mapping[str, Floats], state: Floats, batch: _TokenBatch, rotation: tuple[Floats, Floats]
    ) -> Floats:
        """Apply one layer: tokens x width."""
        flat = self._normal(state, layer["attn_norm.weight"])

        def parts(name: str, heads: int) -> Floats:
            return (flat @ layer[name]).reshape(len(flat), heads, -1)

        query = _rotate(parts("attn_q.weight", self.shape.heads), rotation)
        keys = _rotate(parts("attn_k.weight", self.shape.shared_heads), rotation)
        found = _attend(batch, query, keys, parts("attn_v.weight", self.shape.shared_heads))
        after = state + found @ layer["attn_output.weight"]
        flat = self._normal(after, layer["ffn_norm.weight"])
        gate = flat @ layer["ffn_gate.weight"]
        gate /= 1 + np.exp(-gate)
        gate *= flat @ layer["ffn_up.weight"]
        after += gate @ layer["ffn_down.weight"]
        return after

    def _normal(self, state: Floats, weight: Floats) -> Floats:
        """RMS normalisation (Zhang and Sennrich 2019): divide by the root of the mean square."""
        mean = np.einsum("ij,ij->i", state, state)[:, None] / state.shape[1]
        return np.asarray(state * (weight / np.sqrt(mean + self.shape.epsilon)))

    def _logarithms(self, states: Floats, wanted: npt.NDArray[np.int64]) -> Floats:
        """For each state the log-probabilities of some tokens."""
        normal = self._normal(states, self._last)
        found = np.empty(wanted.shape, np.float32)
        for start in range(0, len(normal), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            scores = normal[part] @ self._output
            found[part] = np.take_along_axis(scores, wanted[part], axis=1) - _log_of_sum(scores)[:, None]
        return found


def _rotate(heads: Floats, rotation: tuple[Floats, Floats]) -> Floats:
    """Rotate tokens x heads x size: two neighbouring numbers are a point, turned by an angle for its position."""
    cosine, sine = (each[:, None] for each in rotation)
    even, odd = heads[..., 0::2], heads[..., 1::2]
    return np.stack([even * cosine - odd * sine, even * sine + odd * cosine], axis=-1).reshape(heads.shape)


def _attend(batch: _TokenBatch, query: Floats, keys: Floats, values: Floats) -> Floats:
    """Attention: the text attends to itself, each continuation to the text and to itself."""
    text = [each[: batch.length].transpose(1, 0, 2) for each in (query, keys, values)]
    nothing = text[1][:, :0]
    found = _seen_from([each[None] for each in text], nothing, nothing)[0]
    return batch.in_a_row(found, _seen_from([*map(batch.side_by_side, (query, keys, values))], text[1], text[2]))


def _seen_from(own: Sequence[Floats], keys: Floats, values: Floats) -> Floats:
    """Attention to keys and values that all rows share and, within each row, to positions up to one's own.

    Vaswani et al. 2017; several heads share keys and values, as in Ainslie et al. 2023.
    """
    query, own_keys, own_values = own
    rows, heads, width, size = query.shape
    shared, length = keys.shape[0], keys.shape[1]
    several = heads // shared * width
    grouped = query.reshape(rows, shared, several, size) / np.float32(np.sqrt(size))
    together = grouped.transpose(1, 0, 2, 3).reshape(shared, rows * several, size)
    far = (together @ keys.transpose(0, 2, 1)).reshape(shared, rows, several, length).transpose(1, 0, 2, 3)
    near = (grouped @ own_keys.transpose(0, 1, 3, 2)).reshape(rows, shared, heads // shared, width, width)
    near = np.where(np.tri(width, dtype=bool), near, -np.inf).reshape(rows, shared, several, width)
    scores = np.concatenate([far, near], axis=-1)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    seen = scores[..., :length].transpose(1, 0, 2, 3).reshape(shared, rows * several, length) @ values
    found = seen.reshape(shared, rows, several, size).transpose(1, 0, 2, 3) + scores[..., length:] @ own_values
    return np.asarray(found.reshape(rows, heads, width, size))


def _log_of_sum(scores: Floats) -> Floats:
    best = scores.max(axis=1)
    return np.asarray(best + np.log(np.exp(scores - best[:, None]).sum(axis=1)))
