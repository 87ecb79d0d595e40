"""Checkpoints of the transformers library: a tokenizer and a model, by folder or by name on the hub.

Nothing is fetched: a name stands for what is in the hub's cache on this machine. Only weights in safetensors' format
are read, and no code of the checkpoint is ever run: opening somebody's model does nothing but read numbers.
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra

Kind = Literal["masked", "encoder", "causal"]

_HUB_NAME = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*", re.ASCII)
_CLASSES = {"masked": "AutoModelForMaskedLM", "encoder": "AutoModel", "causal": "AutoModelForCausalLM"}
_CALLED = {"masked": "masked language model", "encoder": "encoder", "causal": "causal language model"}
_WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
_VOCABULARIES = ("tokenizer.json", "vocab.*", "*.model", "*.tiktoken")
"""Without any of these the library makes a tokenizer up that knows no words."""

_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
_MOST_TOKENS = 512
_KEPT_FREE = 2
"""RoBERTa and its kin count positions from 2 on, so that two of those in their configuration are never used."""


class Checkpoint(NamedTuple):
    """An open checkpoint."""

    name: str
    tokenizer: Any
    model: Any
    limit: int
    """How many tokens the model takes at once, those that are special included."""

    @property
    def padding(self) -> int:
        """The padding token; where there is none, any token: padding is masked."""
        return int(self.tokenizer.pad_token_id or 0)

    @property
    def vocabulary(self) -> int:
        """The number of tokens that the model knows."""
        return int(self.model.get_input_embeddings().num_embeddings)

    def refuse(self, fault: str) -> BadInput:
        """An error that says why the checkpoint cannot be used."""
        return BadInput(f"{self.name}: {fault}.")


def open_checkpoint(text: str, kind: Kind) -> Checkpoint:
    """Open the checkpoint in a folder, or of a name `owner/name` on the hub that has been fetched before."""
    if text and Path(text).is_dir():
        folder = Path(text).resolve()
        return _load(folder, folder.name, kind)
    if not _HUB_NAME.fullmatch(text):
        raise UsageError(f"{text!r} is no model; expected a folder, or owner/name as on the hub.")
    return _load(_fetched_before(text), text, kind)


@cache
def _load(folder: Path, name: str, kind: Kind) -> Checkpoint:
    import_extra("torch", "this model")
    transformers = import_extra("transformers", "this model")
    _check_files(folder)
    with _quiet(transformers):
        tokenizer = _tokenizer(transformers, folder)
        model = _model(transformers, folder, kind)
    checkpoint = Checkpoint(name, tokenizer, model, _limit(tokenizer, model))
    _check_fit(checkpoint, kind)
    return checkpoint


def _fetched_before(name: str) -> Path:
    hub = import_extra("huggingface_hub", "this model")
    try:
        return Path(hub.snapshot_download(name, local_files_only=True))
    except (OSError, ValueError):  # the library's own errors for what is not there, and for names that cannot be
        raise BadInput(
            f"{name}: no such folder, and no such model on this machine; fetch it once with: hf download {name}"
        ) from None


def _check_files(folder: Path) -> None:
    if not (folder / "config.json").is_file():
        raise BadInput(
            f"{folder}: no config.json there; expected the folder of a checkpoint, as save_pretrained writes."
        )
    if not any(path.is_file() for pattern in _VOCABULARIES for path in folder.glob(pattern)):
        raise BadInput(f"{folder}: no tokenizer.json there; fetch the whole checkpoint.")
    if any((folder / name).is_file() for name in _WEIGHTS):
        return
    pickles = sorted(path.name for pattern in _PICKLES for path in folder.glob(pattern))
    if pickles:
        raise BadInput(
            f"{folder}: {pickles[0]} is in pickle's format, which can run code and is never read; expected "
            "model.safetensors: have the weights saved with save_pretrained."
        )
    raise BadInput(f"{folder}: no model.safetensors there; fetch the whole checkpoint.")


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """Silence the library's progress bars and advice, and restore its settings afterwards."""
    logging = transformers.utils.logging
    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity(logging.CRITICAL)
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()


def _tokenizer(transformers: Any, folder: Path) -> Any:
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            str(folder), trust_remote_code=False, local_files_only=True
        )
    except Exception as error:  # whatever the library meets in files that are damaged or missing
        raise BadInput(f"{folder}: no tokenizer ({_first_line(error)}).") from None
    if not getattr(tokenizer, "is_fast", False):
        raise BadInput(f"{folder}: a tokenizer that does not say where its tokens are; expected tokenizer.json.")
    return tokenizer


def _model(transformers: Any, folder: Path, kind: Kind) -> Any:
    """Load the model with all of its weights: parts that the library would initialise at random count as missing."""
    torch = import_extra("torch", "this model")
    options = {"trust_remote_code": False, "local_files_only": True}
    try:
        config = transformers.AutoConfig.from_pretrained(str(folder), **options)
        _check_kind(transformers, config, folder, kind)
        model, loading = getattr(transformers, _CLASSES[kind]).from_pretrained(
            str(folder), config=config, use_safetensors=True, dtype=torch.float32, output_loading_info=True, **options
        )
    except BadInput:
        raise
    except Exception as error:  # whatever the library meets in files that are damaged or of another model
        raise BadInput(f"{folder}: no {_CALLED[kind]} ({_first_line(error)}).") from None
    missing = sorted(name for name in loading["missing_keys"] if kind != "encoder" or not name.startswith("pooler."))
    if missing:
        raise BadInput(
            f"{folder}: no {_CALLED[kind]}: {len(missing)} of its weights are not there ({missing[0]} ...); expected a "
            "checkpoint that was saved as one."
        )
    return model.eval()


def _check_kind(transformers: Any, config: Any, folder: Path, kind: Kind) -> None:
    """Refuse a model that the library would open with a warning, and answer wrongly with."""
    made_as = (config.architectures or ["a model that does not say what it is"])[0]
    causal = transformers.models.auto.modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.values()
    two_parts = getattr(config, "is_encoder_decoder", False)
    wrong = {"causal": made_as not in causal, "masked": made_as in causal or two_parts, "encoder": two_parts}
    if wrong[kind]:
        raise BadInput(
            f"{folder}: {made_as}, which is no {_CALLED[kind]}; expected a checkpoint that was saved as one."
        )


def _limit(tokenizer: Any, model: Any) -> int:
    positions = getattr(model.config, "max_position_embeddings", None) or _MOST_TOKENS
    return int(min(tokenizer.model_max_length, max(positions - _KEPT_FREE, 1), _MOST_TOKENS))


def _check_fit(checkpoint: Checkpoint, kind: Kind) -> None:
    known, rows = len(checkpoint.tokenizer), checkpoint.vocabulary
    if known > rows:
        raise checkpoint.refuse(
            f"the tokenizer has {known} tokens and the model {rows}: they are not of one checkpoint"
        )
    if kind == "masked" and checkpoint.tokenizer.mask_token_id is None:
        raise checkpoint.refuse("the tokenizer has no token for masks")


def _first_line(error: Exception) -> str:
    """The first line of the library's message, without the addresses that it advises to visit."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return re.sub(r"\s*'?https?://\S+", "", lines[0])[:120].rstrip(" .")


# --------------------------------------------------------------------------------------------------- batches of texts

Integers = npt.NDArray[np.int64]

_TOKENS_AT_ONCE = 2048
_NUMBERS_AT_ONCE = 1 << 26
"""As many logarithms as fit into a quarter of a gigabyte: models with large vocabularies get fewer texts at a time."""


def batch_by_length(
    sizes: Sequence[int], vocabulary: int = 1, most: int = _TOKENS_AT_ONCE, *, equal: bool = False
) -> list[list[int]]:
    """Indices of texts in batches of at most a number of tokens, from short to long: little is wasted on padding.

    Texts of `equal` length need none: in 8 bits, where padding is rounded to another number now and then, the numbers
    of a text are then the same whatever else is in its batch.
    """
    most = min(most, _NUMBERS_AT_ONCE // vocabulary)
    parts: list[list[int]] = []
    for index in sorted(range(len(sizes)), key=sizes.__getitem__):
        fits = parts and (len(parts[-1]) + 1) * sizes[index] <= most
        if not fits or (equal and sizes[index] != sizes[parts[-1][0]]):
            parts.append([])
        parts[-1].append(index)
    return parts


def pad(rows: Sequence[Sequence[int]], padding: int) -> tuple[Integers, Integers]:
    """Pad the rows to one array; also return the mask of their own tokens."""
    width = max(len(row) for row in rows)
    ids, mask = np.full((len(rows), width), padding, np.int64), np.zeros((len(rows), width), np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)], mask[number, : len(row)] = row, 1
    return ids, mask
