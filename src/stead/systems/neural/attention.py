"""Attention of a transformer to a text and several continuations of it: the text is read once, and shared by all."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Tokens = Sequence[int]


class TokenBatch:
    """A text and continuations of it, laid out for one pass: the tokens of all in a row, without padding.

    The last token of a continuation is predicted and not read.
    """

    def __init__(self, text: Tokens, options: Sequence[Tokens]) -> None:
        read = [option[:-1] for option in options]
        self.length = len(text)
        self.tokens = np.array([*text, *(token for option in read for token in option)], np.int64)
        sizes = np.array([len(option) for option in read], np.int64)
        self.filled = np.arange(sizes.max(initial=0)) < sizes[:, None]
        """Rows x positions: which places of the continuations, side by side, are tokens."""
        self.places = np.concatenate([np.arange(len(text)), len(text) + np.nonzero(self.filled)[1]])
        self.ends = np.cumsum(sizes)

    def side_by_side(self, flat: Floats) -> Floats:
        """The part of the continuations: rows x heads x positions x size."""
        padded = np.zeros((*self.filled.shape, *flat.shape[1:]), np.float32)
        padded[self.filled] = flat[self.length :]
        return padded.transpose(0, 2, 1, 3)

    def in_a_row(self, text: Floats, options: Floats) -> Floats:
        """Join the text's part (heads x positions x size) and the continuations' into one row."""
        continuations = options.transpose(0, 2, 1, 3)[self.filled]
        return np.concatenate([text.transpose(1, 0, 2), continuations]).reshape(len(self.tokens), -1)


def attend(batch: TokenBatch, query: Floats, keys: Floats, values: Floats) -> Floats:
    """Attention: the text attends to itself, each continuation to the text and to itself."""
    text = [part[: batch.length].transpose(1, 0, 2) for part in (query, keys, values)]
    nothing = text[1][:, :0]
    attended = attend_to([part[None] for part in text], nothing, nothing)[0]
    return batch.in_a_row(attended, attend_to([*map(batch.side_by_side, (query, keys, values))], text[1], text[2]))


def attend_to(row_states: Sequence[Floats], keys: Floats, values: Floats) -> Floats:
    """Attention to keys and values that all rows share and, within each row, to positions up to one's own.

    Vaswani et al. 2017; several heads share keys and values, as in Ainslie et al. 2023.
    """
    query, own_keys, own_values = row_states
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
    attended = seen.reshape(shared, rows, several, size).transpose(1, 0, 2, 3) + scores[..., length:] @ own_values
    return np.asarray(attended.reshape(rows, heads, width, size))


def log_of_sum(scores: Floats) -> Floats:
    """The logarithm of the sum of the exponentials of each row."""
    best = scores.max(axis=1)
    return np.asarray(best + np.log(np.exp(scores - best[:, None]).sum(axis=1)))
