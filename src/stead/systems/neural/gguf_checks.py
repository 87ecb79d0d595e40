"""Which networks in GGUF files llama.py computes. Others are refused: what it does not know, it would leave out."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from stead.core.errors import BadInput
from stead.systems.neural.llama import Shape

Sizes = Mapping[str, tuple[int, ...]]
"""Of each array by its name: inputs, then outputs."""
_INSTEAD = "A checkpoint of the same model may do (checkpoint:NAME)."
_Number = TypeVar("_Number", int, float)
_ARCHITECTURE = "llama"
_OURS = f"{_ARCHITECTURE}."
_NEUTRAL: dict[str, tuple[object, ...]] = {
    "rope.scaling.type": ("none",),
    "rope.scaling.factor": (0, 1),  # which both leave positions as they are
    "rope.scale_linear": (0, 1),  # the same in older files
    "rope.scaling.attn_factor": (1,),
    "expert_count": (0,),
    "expert_used_count": (0,),
    "attention.sliding_window": (0,),
    "attention.causal": (True,),
}
"""Settings that llama.py does not know, with the values at which they change nothing."""
_COMPUTED_WITH = frozenset(
    {
        "block_count",
        "attention.head_count",
        "attention.head_count_kv",
        "rope.freq_base",
        "attention.layer_norm_rms_epsilon",
    }
)
_TOLD_BY_ARRAYS = frozenset(
    {
        "embedding_length",
        "feed_forward_length",
        "rope.dimension_count",
        "attention.key_length",
        "attention.value_length",
    }
)
_OF_NO_EFFECT = frozenset(
    {
        "context_length",
        "vocab_size",
        "tensor_data_layout",
        "rope.scaling.finetuned",
        "rope.scaling.original_context_length",
    }
)


def refuse_other_kinds(fields: Mapping[str, Any]) -> None:
    """Only Llama's architecture with a tokenizer of GPT-2's kind."""
    kinds = fields.get("general.architecture"), fields.get("tokenizer.ggml.model")
    if kinds != (_ARCHITECTURE, "gpt2"):
        raise BadInput(f"expected Llama's architecture with a byte-level tokenizer, found {kinds}.")


def checked_shape(fields: Mapping[str, Any], sizes: Sizes, tokens: int) -> Shape:
    """What the arrays do not tell of a network, if llama.py knows all its settings and arrays."""
    settings = {name.removeprefix(_OURS): value for name, value in fields.items() if name.startswith(_OURS)}
    for name, value in settings.items():
        if name not in _COMPUTED_WITH | _TOLD_BY_ARRAYS | _OF_NO_EFFECT:
            check_setting(_OURS + name, value, _NEUTRAL.get(name, ()))
    shape = Shape(
        layers=_above_zero(settings, "block_count", int),
        heads=_above_zero(settings, "attention.head_count", int),
        shared_heads=_above_zero(settings, "attention.head_count_kv", int),
        base=_above_zero(settings, "rope.freq_base", float),
        epsilon=_above_zero(settings, "attention.layer_norm_rms_epsilon", float),
    )
    width = sizes.get("token_embd.weight", (0,))[0]
    inner = sizes.get("blk.0.ffn_gate.weight", (0,))[-1]
    head = sizes.get("blk.0.attn_q.weight", (0,))[-1] // shape.heads
    _check_arrays(sizes, _known_arrays(shape, width, inner, head, tokens))
    _check_heads(shape, head)
    for name in sorted(_TOLD_BY_ARRAYS & settings.keys()):
        told = {"embedding_length": width, "feed_forward_length": inner}.get(name, head)
        check_setting(_OURS + name, settings[name], (told,))
    return shape


def check_setting(name: str, value: object, possible: Sequence[object]) -> None:
    """Refuse a value with which stead would compute something else."""
    if value not in possible:
        expected = f"{', '.join(map(repr, possible))} or absent" if possible else "absent"
        raise BadInput(f"expected {name} to be {expected}, found {value!r:.60}. {_INSTEAD}")


def _above_zero(settings: Mapping[str, Any], name: str, kind: type[_Number]) -> _Number:
    value = settings.get(name)
    if type(value) is not kind or not 0 < value < math.inf:
        raise BadInput(f"expected one number above zero as {_OURS}{name}, found {value!r:.60}.")
    return value


def _known_arrays(
    shape: Shape, width: int, inner: int, head: int, tokens: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """All that llama.py multiplies with."""
    yield "token_embd.weight", (width, tokens)
    yield "output_norm.weight", (width,)
    for layer in range(shape.layers):
        for name, size in {
            "attn_norm": (width,),
            "attn_q": (width, shape.heads * head),
            "attn_k": (width, shape.shared_heads * head),
            "attn_v": (width, shape.shared_heads * head),
            "attn_output": (shape.heads * head, width),
            "ffn_norm": (width,),
            "ffn_gate": (width, inner),
            "ffn_up": (width, inner),
            "ffn_down": (inner, width),
        }.items():
            yield f"blk.{layer}.{name}.weight", size


def _check_arrays(sizes: Sizes, known: Iterator[tuple[str, tuple[int, ...]]]) -> None:
    unknown = dict(sizes)
    for name, size in known:
        if name not in sizes:
            raise BadInput(f"expected {name}, which is missing. {_INSTEAD}")
        _check_size(name, unknown.pop(name), size)
    if "output.weight" in unknown:  # without it, the embeddings are multiplied with again
        _check_size("output.weight", unknown.pop("output.weight"), sizes["token_embd.weight"])
    if unknown:
        raise BadInput(f"{next(iter(unknown))} is no part of the network that stead computes. {_INSTEAD}")


def _check_size(name: str, found: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if found != expected:
        sizes = (" x ".join(map(str, size)) for size in (expected, found))
        raise BadInput("expected {} numbers as {name}, found {}.".format(*sizes, name=name))


def _check_heads(shape: Shape, head: int) -> None:
    """Neighbouring numbers are turned in pairs, and as many heads share each of the fewer ones."""
    if head % 2 or shape.heads % shape.shared_heads:
        raise BadInput(
            f"expected heads of an even size in groups of one size, found {shape.heads} heads of {head} numbers "
            f"for {shape.shared_heads}."
        )
