"""A trained blend: forests, memory, calibration and cut-off in one file of plain arrays, with its card."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt

from stead.systems.blend.memory import Memory
from stead.systems.blend.stopping import Stopping
from stead.systems.blend.tables import Floats
from stead.systems.blend.tiers import TIERS, best_tier, next_tier
from stead.systems.blend.trees import Forest
from stead.task import BadInput, UsageError

SCHEMA = "stead.blend/2"
HEADS = ("best", "accept")
"""What a model is asked for: which word is the best, and whether a person would accept a word."""

_RANKING = "ranking"
_MOST_BYTES = 1 << 29


@dataclass(frozen=True)
class Calibration:
    """From scores to probabilities: a line in the logits (Platt 1999)."""

    slope: float
    offset: float

    def probabilities(self, scores: Floats) -> Floats:
        """Between 0 and 1."""
        return np.asarray(1 / (1 + np.exp(-(self.slope * scores + self.offset))))


@dataclass(frozen=True)
class BlendModel:
    """What was learned, and the card that says from what; there is a ranking before each stage of signals."""

    card: Mapping[str, Any]
    rankings: Sequence[Forest]
    heads: Mapping[str, Forest]
    calibration: Calibration
    stopping: Stopping
    memory: Memory

    @property
    def name(self) -> str:
        """The name of its file."""
        return str(self.card["name"])

    @property
    def signed(self) -> str:
        """Its name, and the beginning of the checksum of what it was trained on."""
        return f"{self.name}-{self.card.get('data', {}).get('gold', '')[:12]}"

    @property
    def signals(self) -> tuple[str, ...]:
        """The signals that it was trained with, in the order of their columns."""
        return tuple(self.card["signals"])

    @property
    def depth(self) -> int:
        """How many candidates are looked at in context."""
        return int(self.card["shortlist"])

    def to_bytes(self) -> bytes:
        """The file; the same model gives the same bytes."""
        arrays: dict[str, npt.NDArray[Any]] = {}
        for number, forest in enumerate(self.rankings):
            arrays |= forest.arrays(f"{_RANKING}{number}")
        for head, forest in self.heads.items():
            arrays |= forest.arrays(head)
        record = {
            **self.card,
            "schema": SCHEMA,
            "calibration": [self.calibration.slope, self.calibration.offset],
            "stopping": [self.stopping.slope, self.stopping.balance],
            "rankings": len(self.rankings),
            "memory": self.memory.weights,
        }
        arrays["card"] = np.frombuffer(json.dumps(record, sort_keys=True, ensure_ascii=True).encode(), np.uint8)
        file = BytesIO()
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
        return file.getvalue()


def open_model(name: str) -> BlendModel:
    """The model of a tier, that in a file, or, if nothing is named, that of the best tier that can be used here."""
    if name in TIERS:
        return _opened(TIERS[name].file)
    tier = None if name else best_tier()
    if not name and tier is None:
        raise UsageError(f"blend lacks what even its fastest model needs: {next_tier()}")
    return _opened(tier.file if tier else Path(name))


@cache
def _opened(path: Path) -> BlendModel:
    try:
        data = path.read_bytes()
        with ZipFile(BytesIO(data)) as archive:
            if sum(each.file_size for each in archive.infolist()) > _MOST_BYTES:
                raise ValueError("larger than any model")
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            return _read(arrays)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None
    except (ValueError, KeyError, TypeError, BadZipFile, EOFError):
        raise BadInput(f"{path}: expected a model ({SCHEMA}), as `stead train` writes it.") from None


def _read(arrays: Mapping[str, npt.NDArray[Any]]) -> BlendModel:
    card = json.loads(arrays["card"].tobytes())
    if card.pop("schema") != SCHEMA:
        raise ValueError("another schema")
    calibration, stopping = Calibration(*card.pop("calibration")), Stopping(*card.pop("stopping"))
    memory = Memory(card.pop("memory"))
    heads = {head: Forest.of_arrays(head, arrays) for head in HEADS}
    rankings = [Forest.of_arrays(f"{_RANKING}{number}", arrays) for number in range(card.pop("rankings"))]
    return BlendModel(card, rankings, heads, calibration, stopping, memory)
