"""Masked language models: the probability of candidates in a masked slot.

A candidate of n tokens is set against n masks and pad in from left to right:

    log P(c) = sum over i of log P(c_i | before, c_1 ... c_(i-1), n - i + 1 masks, after)

This is the pseudo-log-likelihood of Salazar et al. 2020 (equation 1), of the candidate's tokens alone, with those that
are still to come masked as well: a word of several tokens would otherwise be given away by the others of them (Kauf and
Ivanova 2023, PLL-word-l2r). Since the tokens are known beforehand, all passes are made at once, and those that are
equal only once: single tokens in a place share one, as do candidates of equally many tokens as far as they begin alike.

With the target in sight the sentence as it is stands before that with the masks, as the first text of a pair (Qiang et
al. 2020), so that the model knows what was meant.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.extras import import_extra
from stead.systems.neural.checkpoints import batch_by_length, open_checkpoint, pad

Floats = npt.NDArray[np.float32]
_CONTEXT = 96
"""Tokens on each side of the place, at most: what is further away says little and costs much."""
_LETTERS_A_TOKEN = 16
"""No text is looked at further than this from the place for each token of context."""


class Slot(NamedTuple):
    """A slot in a sentence, and the candidates for it."""

    before: str
    target: str
    after: str
    candidates: Sequence[str]


class Row(NamedTuple):
    """The input of a model: one row of tokens."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    """Which of two texts a token belongs to, for models that want to be told."""


class _TokenSpan(NamedTuple):
    """The tokens of a word in its sentence, and those around it, as far as they fit into the model."""

    left: tuple[int, ...]
    word: tuple[int, ...]
    right: tuple[int, ...]
    can_be_spelt: bool

    @property
    def tokens(self) -> tuple[int, ...]:
        return (*self.left, *self.word, *self.right)


class _Query(NamedTuple):
    """A row with masks, and the position that is asked for."""

    row: Row
    at: int


class MaskedModel:
    """Any masked language model that was saved as a checkpoint; `text` is its folder or its name on the hub."""

    def __init__(self, text: str) -> None:
        self._torch = import_extra("torch", "this model")
        self._checkpoint = open_checkpoint(text, "masked")
        tokenizer = self._checkpoint.tokenizer
        self._templates = {texts: Template(tokenizer, texts) for texts in (1, 2)}
        self._mask: int = tokenizer.mask_token_id
        self._types = "token_type_ids" in tokenizer.model_input_names
        self.name = f"checkpoint:{self._checkpoint.name}"

    def log_probabilities(self, slots: Sequence[Slot], *, target_in_sight: bool) -> list[Floats]:
        """For each slot the logarithm of each candidate's probability; NaN for those that the model cannot spell."""
        asked: dict[_Query, dict[int, float]] = {}
        plans = [self._plan(slot, asked, target_in_sight=target_in_sight) for slot in slots]
        self._answer(asked)
        return [
            np.array([_sum([asked[question][token] for question, token in steps]) for steps in plan], np.float32)
            for plan in plans
        ]

    def _plan(
        self, slot: Slot, asked: dict[_Query, dict[int, float]], *, target_in_sight: bool
    ) -> list[list[tuple[_Query, int]]]:
        """The queries that each candidate's probability is computed from; all are added to `asked`."""
        texts = 2 if target_in_sight else 1
        room = (self._checkpoint.limit - self._templates[texts].size) // texts
        target, *places = self._places(slot, room)
        shown = [target.tokens] if target_in_sight else []
        plan = [self._steps(span, shown) if span.can_be_spelt else [] for span in places]
        for question, token in (step for steps in plan for step in steps):
            asked.setdefault(question, {})[token] = np.nan
        return plan

    def _steps(self, span: _TokenSpan, shown: list[tuple[int, ...]]) -> list[tuple[_Query, int]]:
        steps = []
        for done, token in enumerate(span.word):
            masks = [self._mask] * (len(span.word) - done)
            texts = [*shown, (*span.left, *span.word[:done], *masks, *span.right)]
            template = self._templates[len(texts)]
            at = template.start(texts) + len(span.left) + done
            steps.append((_Query(template.row(texts), at), token))
        return steps

    def _places(self, slot: Slot, room: int) -> list[_TokenSpan]:
        """Tokenise the target, then the candidates, each in the sentence: token boundaries depend on the context."""
        reach = _CONTEXT * _LETTERS_A_TOKEN
        before, after = slot.before[-reach:], slot.after[:reach]
        words = [slot.target, *slot.candidates]
        tokens = self._checkpoint.tokenizer(
            [f"{before}{word}{after}" for word in words],
            add_special_tokens=False,
            return_offsets_mapping=True,
            split_special_tokens=True,
        )
        unknown = self._checkpoint.tokenizer.unk_token_id
        return [
            _token_span(ids, offsets, (len(before), len(before) + len(word)), room, unknown)
            for word, ids, offsets in zip(words, tokens["input_ids"], tokens["offset_mapping"], strict=True)
        ]

    def _answer(self, asked: dict[_Query, dict[int, float]]) -> None:
        questions = list(asked)
        for part in batch_by_length([len(question.row.ids) for question in questions], self._checkpoint.vocabulary):
            some = [questions[index] for index in part]
            for question, logs in zip(some, self._logs(some), strict=True):
                answers = asked[question]
                answers.update(zip(answers, logs[list(answers)].tolist(), strict=True))

    def _logs(self, questions: Sequence[_Query]) -> Any:
        """The log-probabilities of all tokens at the position of each query."""
        torch = self._torch
        ids, mask = pad([question.row.ids for question in questions], self._checkpoint.padding)
        given = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}
        if self._types:
            given["token_type_ids"] = torch.from_numpy(pad([question.row.types for question in questions], 0)[0])
        with torch.inference_mode():
            logits = self._checkpoint.model(**given).logits
            asked_for = logits[torch.arange(len(questions)), torch.tensor([question.at for question in questions])]
            return torch.log_softmax(asked_for, dim=-1)


def _token_span(
    ids: Sequence[int], offsets: Sequence[tuple[int, int]], span: tuple[int, int], room: int, unknown: int | None
) -> _TokenSpan:
    """The tokens of the word: all that overlap its span."""
    inside = [at for at, (start, end) in enumerate(offsets) if start < span[1] and end > span[0]]
    preceding = sum(end <= span[0] for _, end in offsets)
    first, last = (inside[0], inside[-1] + 1) if inside else (preceding, preceding)
    left, right = _sides(first, len(ids) - last, min(2 * _CONTEXT, room - (last - first)))
    tokens = tuple(ids[first:last])
    can_be_spelt = 0 < len(tokens) <= room and unknown not in tokens
    return _TokenSpan(tuple(ids[first - left : first]), tokens[:room], tuple(ids[last : last + right]), can_be_spelt)


def _sides(before: int, after: int, room: int) -> tuple[int, int]:
    """The numbers of tokens on both sides that fit: half on each, and more where the other side has fewer."""
    room = max(room, 0)
    left = min(before, max(room // 2, room - after))
    return left, min(after, room - left)


def _sum(logs: Sequence[float]) -> float:
    return float(sum(logs)) if logs else float("nan")


class Template:
    """The special tokens before, between and after texts."""

    def __init__(self, tokenizer: Any, texts: int) -> None:
        encoding = tokenizer(*["a"] * texts, return_token_type_ids=True)
        belongs = encoding.sequence_ids(0)
        tokens = list(zip(belongs, encoding["input_ids"], encoding["token_type_ids"], strict=True))
        first = [belongs.index(text) for text in range(texts)]
        ends = [at + belongs.count(text) for text, at in enumerate(first)]
        self._types = [tokens[at][2] for at in first]
        self._special = [
            Row(tuple(number for _, number, _ in tokens[start:end]), tuple(kind for _, _, kind in tokens[start:end]))
            for start, end in zip([0, *ends], [*first, len(tokens)], strict=True)
        ]

    @property
    def size(self) -> int:
        """The number of special tokens."""
        return sum(len(row.ids) for row in self._special)

    def row(self, texts: Sequence[Sequence[int]]) -> Row:
        """The texts with the special tokens around them."""
        ids, types = list(self._special[0].ids), list(self._special[0].types)
        for text, kind, special in zip(texts, self._types, self._special[1:], strict=True):
            ids += [*text, *special.ids]
            types += [*[kind] * len(text), *special.types]
        return Row(tuple(ids), tuple(types))

    def start(self, texts: Sequence[Sequence[int]]) -> int:
        """The position at which the last of the texts begins."""
        return self.size - len(self._special[-1].ids) + sum(len(text) for text in texts[:-1])
