"""An encoder of the transformers library: the mean vector of a place in a text, and of the whole text."""

from collections.abc import Sequence

import numpy as np

from stead.core.extras import library
from stead.systems.neural.batches import by_length, filled
from stead.systems.neural.checkpoints import open_checkpoint
from stead.systems.neural.pooling import pooled
from stead.systems.neural.spans import Floats, Span

_MOST_TOKENS = 256


class CheckpointEncoder:
    """Any encoder that was saved as a checkpoint; `text` is its folder or its name on the hub."""

    def __init__(self, text: str) -> None:
        self._torch = library("torch", "this encoder")
        self._checkpoint = open_checkpoint(text, "encoder")
        self.name = f"checkpoint:{self._checkpoint.name}"

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """For each the mean vector of the tokens of the place, and of the whole text, special tokens included.

        That mean of all tokens is what sentence encoders are trained with (Reimers and Gurevych 2019, section 3). A
        text that is too long is cut at its end; a place that was cut off, or has no tokens, has the vector of the text,
        and a text without any token has zeros.
        """
        ids, offsets = self._tokens([span.text for span in spans])
        size = int(self._checkpoint.model.config.hidden_size)
        places, wholes = np.zeros((len(spans), size), np.float32), np.zeros((len(spans), size), np.float32)
        some = [row for row, own in enumerate(ids) if own]
        for part in by_length([len(ids[row]) for row in some]):
            rows = [some[place] for place in part]
            for row, own in zip(rows, self._states([ids[row] for row in rows]), strict=True):
                places[row], wholes[row] = pooled(own[: len(ids[row])], offsets[row], spans[row])
        return places, wholes

    def _tokens(self, texts: list[str]) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
        if not texts:
            return [], []
        most = min(_MOST_TOKENS, self._checkpoint.limit)
        found = self._checkpoint.tokenizer(texts, truncation=True, max_length=most, return_offsets_mapping=True)
        return found["input_ids"], found["offset_mapping"]

    def _states(self, rows: Sequence[Sequence[int]]) -> Floats:
        ids, own = (self._torch.from_numpy(each) for each in filled(rows, self._checkpoint.padding))
        with self._torch.inference_mode():
            found = self._checkpoint.model(input_ids=ids, attention_mask=own).last_hidden_state
        return np.asarray(found.numpy(), np.float32)
