"""Llama's transformer (Touvron et al. 2023) on NumPy: what a small model needs on a machine without a GPU.

Made for one question: how likely are some continuations of the same text? The text is read once; keys and values that
it leaves in each layer are shared by all continuations, which are read side by side.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Tokens = Sequence[int]
_AT_ONCE = 64
"""Positions whose probabilities over the whole vocabulary are held at once."""


@dataclass(frozen=True)
class Shape:
    """The sizes that the arrays of a model do not tell by themselves."""

    layers: int
    heads: int
    shared_heads: int
    base: float
    epsilon: float


class _Seen(NamedTuple):
    """Keys and values of the text, for every layer: heads x positions x size."""

    keys: list[Floats]
    values: list[Floats]
    length: int


class Llama:
    """The forward pass; weights are arrays named as in GGUF files, each laid out as inputs x outputs."""

    def __init__(self, shape: Shape, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        self.shape = shape
        self._embeddings = weights["token_embd.weight"]
        self._last = weights["output_norm.weight"]
        self._output = weights.get("output.weight", self._embeddings.T)
        self._layers = [
            {name.removeprefix(f"blk.{n}."): weights[name] for name in weights if name.startswith(f"blk.{n}.")}
            for n in range(shape.layers)
        ]

    def read(self, tokens: Tokens) -> tuple[Floats, _Seen]:
        """Log-probabilities of what comes behind a text, and what it leaves for its continuations."""
        seen = _Seen([], [], len(tokens))
        state = np.asarray(self._embeddings[np.array(tokens)], np.float32)
        nothing = np.empty((self.shape.shared_heads, 0, self._size), np.float32)
        rotation = self._rotation(np.arange(len(tokens)))
        for layer in self._layers:
            state, keys, values = self._through(layer, state[None], nothing, nothing, rotation)
            state = state[0]
            seen.keys.append(keys[0])
            seen.values.append(values[0])
        return self._logarithms(state[-1:], None)[0], seen

    def continued(self, seen: _Seen, options: Sequence[Tokens]) -> list[Floats]:
        """For each continuation the log-probability of each token but the first, which the text itself foretells."""
        width = max(map(len, options)) - 1
        if width < 1:
            return [np.empty(0, np.float32) for _ in options]
        padded = np.zeros((len(options), width + 1), np.int64)
        for row, option in enumerate(options):
            padded[row, : len(option)] = option
        state = np.asarray(self._embeddings[padded[:, :width]], np.float32)
        rotation = self._rotation(seen.length + np.arange(width))
        for number, layer in enumerate(self._layers):
            state, _, _ = self._through(layer, state, seen.keys[number], seen.values[number], rotation)
        real = np.arange(1, width + 1) < np.array([len(option) for option in options])[:, None]
        found = np.zeros(real.shape, np.float32)
        found[real] = self._logarithms(state[real], padded[:, 1:][real])
        return [found[row, : len(option) - 1] for row, option in enumerate(options)]

    @property
    def _size(self) -> int:
        return int(self._layers[0]["attn_q.weight"].shape[1]) // self.shape.heads

    def _rotation(self, places: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Cosines and sines of rotary positions (Su et al. 2021)."""
        speeds = self.shape.base ** (-np.arange(0, self._size, 2) / self._size)
        angles = places[:, None] * speeds
        return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)

    def _through(
        self, layer: Mapping[str, Floats], state: Floats, keys: Floats, values: Floats, rotation: tuple[Floats, Floats]
    ) -> tuple[Floats, Floats, Floats]:
        """One layer: rows x positions x width, behind keys and values that all rows share."""
        shape, (rows, width, _) = self.shape, state.shape
        flat = self._normal(state.reshape(rows * width, -1), layer["attn_norm.weight"])

        def parts(name: str, heads: int) -> Floats:
            return (flat @ layer[name]).reshape(rows, width, heads, -1).transpose(0, 2, 1, 3)

        query = _rotated(parts("attn_q.weight", shape.heads), rotation)
        own_keys = _rotated(parts("attn_k.weight", shape.shared_heads), rotation)
        own_values = parts("attn_v.weight", shape.shared_heads)
        found = _attended(query, own_keys, own_values, keys, values)
        together = found.transpose(0, 2, 1, 3).reshape(rows * width, -1)
        after = state.reshape(rows * width, -1) + together @ layer["attn_output.weight"]
        flat = self._normal(after, layer["ffn_norm.weight"])
        gate = flat @ layer["ffn_gate.weight"]
        gate /= 1 + np.exp(-gate)
        gate *= flat @ layer["ffn_up.weight"]
        after += gate @ layer["ffn_down.weight"]
        return after.reshape(rows, width, -1), own_keys, own_values

    def _normal(self, state: Floats, weight: Floats) -> Floats:
        """Zhang and Sennrich 2019: divided by the root of the mean square."""
        mean = np.einsum("ij,ij->i", state, state)[:, None] / state.shape[1]
        return np.asarray(state * (weight / np.sqrt(mean + self.shape.epsilon)))

    def _logarithms(self, states: Floats, wanted: npt.NDArray[np.int64] | None) -> Floats:
        """Log-probabilities of one token for each state, or of all."""
        normal = self._normal(states, self._last)
        if wanted is None:
            scores = normal @ self._output
            return np.asarray(scores - _log_of_sum(scores)[:, None])
        found = []
        for start in range(0, len(normal), _AT_ONCE):
            scores = normal[start : start + _AT_ONCE] @ self._output
            own = scores[np.arange(len(scores)), wanted[start : start + _AT_ONCE]]
            found.append(own - _log_of_sum(scores))
        return np.concatenate(found)


def _rotated(heads: Floats, rotation: tuple[Floats, Floats]) -> Floats:
    """Neighbouring numbers are a point in the plane, turned by an angle for its position."""
    cosine, sine = rotation
    even, odd = heads[..., 0::2], heads[..., 1::2]
    return np.stack([even * cosine - odd * sine, even * sine + odd * cosine], axis=-1).reshape(heads.shape)


def _attended(query: Floats, own_keys: Floats, own_values: Floats, keys: Floats, values: Floats) -> Floats:
    """Attention to the shared text and, within each row, to what is not behind a position (Vaswani et al. 2017)."""
    rows, heads, width, size = query.shape
    shared, length = keys.shape[0], keys.shape[1]
    several = heads // shared * width
    grouped = query.reshape(rows, shared, several, size) / np.float32(np.sqrt(size))
    together = grouped.transpose(1, 0, 2, 3).reshape(shared, rows * several, size)
    far = (together @ keys.transpose(0, 2, 1)).reshape(shared, rows, several, length).transpose(1, 0, 2, 3)
    near = (grouped @ own_keys.transpose(0, 1, 3, 2)).reshape(rows, shared, -1, width, width)
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
