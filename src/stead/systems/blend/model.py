"""A trained blend: forests, memory, calibration and cut-off in one file of plain arrays, with its card."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.source import Source
from stead.systems.blend.memory import Memory
from stead.systems.blend.model_checks import Unfit, check_card, check_forest, widths_of_rankings
from stead.systems.blend.stopping import Stopping
from stead.systems.blend.tables import Floats
from stead.systems.blend.tiers import TIERS, best_tier, next_tier
from stead.systems.blend.trees import Forest

SCHEMA = "stead.blend/2"
HEADS = ("best", "accept")
"""What a model is asked for: which word is the best, and whether a person would accept a word."""

_RANKING = "ranking"
_MOST_BYTES = 1 << 29
_NOT_IN_A_FILE = Source("a model that is in no file", "")


@dataclass(frozen=True)
class Calibration:
    """From scores to probabilities: a line in the logits (Platt 1999)."""

    slope: float
    offset: float

    def probabilities(self, scores: Floats) -> Floats:
        """Between 0 and 1."""
        return np.asarray(1 / (1 + np.exp(-(self.slope * scores + self.offset))))


@dataclass(frozen=True, kw_only=True)
class BlendModel:
    """What was learned, and the card that says from what; there is a ranking before each stage of signals."""

    card: Mapping[str, Any]
    rankings: Sequence[Forest]
    heads: Mapping[str, Forest]
    calibration: Calibration
    stopping: Stopping
    memory: Memory
    source: Source = _NOT_IN_A_FILE

    @property
    def name(self) -> str:
        """The name of its file."""
        return str(self.card["name"])

    @property
    def signed(self) -> str:
        """Its name, and the beginning of the checksum of its file."""
        return f"{self.name}-{self.source.sha256[:12]}"

    @property
    def signals(self) -> tuple[str, ...]:
        """The signals that it was trained with, in the order of their columns."""
        return tuple(self.card["signals"])

    @property
    def features(self) -> tuple[str, ...]:
        """The columns that its heads see."""
        return tuple(self.card["features"])

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
        arrays["card"] = np.frombuffer(json.dumps(record, ensure_ascii=True).encode(), np.uint8)
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
    expected = f"{path}: expected a model ({SCHEMA}), as `stead train` writes it"
    try:
        data = path.read_bytes()
        with ZipFile(BytesIO(data)) as archive:
            if sum(each.file_size for each in archive.infolist()) > _MOST_BYTES:
                raise Unfit("it is larger than any model")
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            return _read(arrays, Source(path.stem, sha256(data).hexdigest(), SCHEMA, str(path)))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None
    except Unfit as error:
        raise BadInput(f"{expected}, but {error}.") from None
    except Exception:  # of what is no archive, no arrays or no JSON, each library says so in its own ways
        raise BadInput(f"{expected}.") from None


def _read(arrays: Mapping[str, npt.NDArray[Any]], source: Source) -> BlendModel:
    card = json.loads(arrays["card"].tobytes())
    if card.pop("schema") != SCHEMA:
        raise Unfit("it has another schema")
    check_card(card)
    calibration, stopping = Calibration(*card.pop("calibration")), Stopping(*card.pop("stopping"))
    memory = Memory(card.pop("memory"))
    widths = widths_of_rankings(card["features"], card.pop("rankings"))
    heads = {head: _forest(head, arrays, len(card["features"])) for head in HEADS}
    rankings = [_forest(f"{_RANKING}{number}", arrays, width) for number, width in enumerate(widths)]
    return BlendModel(
        card=card,
        rankings=rankings,
        heads=heads,
        calibration=calibration,
        stopping=stopping,
        memory=memory,
        source=source,
    )


def _forest(name: str, arrays: Mapping[str, npt.NDArray[Any]], width: int) -> Forest:
    forest = Forest.of_arrays(name, arrays)
    check_forest(name, forest, width)
    return forest
