"""Trained blends: forests, past answers, calibration and cut-off in one file of arrays; the tiers that stead ships."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import install_command, is_installed
from stead.core.faults import Source
from stead.resources import find, resource_named
from stead.systems.blend.candidates import PastAnswers
from stead.systems.blend.components import KINDS, THESAURI, THESAURUS, WITH_VECTORS, kind_for, lacking
from stead.systems.blend.trees import TYPES, Forest
from stead.systems.blend.word_tables import Floats
from stead.systems.neural.biencoder import BiEncoder

SCHEMA = "stead.blend/3"
HEADS = ("best", "accept")
"""What a model is asked for: which word is the best, and whether a person would accept a word."""
_RANKING = "ranking"
_BIENCODER = "biencoder."
_MOST_BYTES = 1 << 29
_NOT_IN_A_FILE = Source("a model that is in no file", "")
_MOST_TREES = 1 << 14
_MOST_NODES = 1 << 12
"""Of one tree. Training makes a few hundred trees of thirty nodes; what is far larger would take for ever to ask."""
MODELS = Path(__file__).parent / "models"
MULTILINGUAL_MODELS = {WITH_VECTORS: str(MODELS / "world.npz"), THESAURUS: str(MODELS / "plain.npz")}
"""By the kind of tables that a language has."""


@dataclass(frozen=True)
class Calibration:
    """Maps scores to probabilities: a line in the logits (Platt 1999)."""

    slope: float
    offset: float

    def probabilities(self, scores: Floats) -> Floats:
        """Map scores to probabilities."""
        return np.asarray(1 / (1 + np.exp(-(self.slope * scores + self.offset))))


@dataclass(frozen=True)
class Cutoff:
    """The cut-off: a word is kept if it is probable enough beside the best one, and not too improbable in itself.

    Coverage (Jabbari et al. 2010, section 5) asks for all good words and no bad ones. What is worth adding depends on
    how well the sentence tells words apart: where the best word is sure, one of .15 is more likely wrong than worth it;
    where nothing is sure, it may be the best there is. So the threshold is a share of the best word's probability, with
    a floor. A list only grows as the share falls, and it is never long because nothing is sure. The first word is
    always kept: an item without an answer helps nobody.
    """

    share: float
    floor: float

    def number(self, probabilities: Floats) -> int:
        """The number of words to keep, given their probabilities in descending order."""
        if not len(probabilities):
            return 0
        return max(1, int((probabilities >= max(self.floor, self.share * probabilities[0])).sum()))


@dataclass(frozen=True, kw_only=True)
class BlendModel:
    """A trained model with its card; there is one ranking forest before each stage of signals."""

    card: Mapping[str, Any]
    rankings: Sequence[Forest]
    heads: Mapping[str, Forest]
    calibration: Calibration
    cutoff: Cutoff
    past_answers: PastAnswers
    biencoder: BiEncoder | None = None
    """Weights of the signal of this name, if it is one of the model's."""
    source: Source = _NOT_IN_A_FILE

    @property
    def name(self) -> str:
        """The name in its card."""
        return str(self.card["name"])

    @property
    def signature(self) -> str:
        """Its name, and the first digits of the checksum of its file."""
        return f"{self.name}-{self.source.sha256[:12]}"

    @property
    def signals(self) -> tuple[str, ...]:
        """The names of the signals that it was trained with, in the order of their columns."""
        return tuple(self.card["signals"])

    @property
    def features(self) -> tuple[str, ...]:
        """The columns that its heads see."""
        return tuple(self.card["features"])

    @property
    def trained_on(self) -> frozenset[str]:
        """The checksums of the files that it was trained on."""
        data = self.card.get("data")
        return frozenset(data.values()) if isinstance(data, dict) else frozenset()

    @property
    def depth(self) -> int:
        """The number of candidates that are scored in context."""
        return int(self.card["shortlist"])

    def to_bytes(self) -> bytes:
        """The bytes of the model's file; the same model gives the same bytes."""
        arrays: dict[str, npt.NDArray[Any]] = {}
        for number, forest in enumerate(self.rankings):
            arrays |= forest.arrays(f"{_RANKING}{number}")
        for head, forest in self.heads.items():
            arrays |= forest.arrays(head)
        if self.biencoder:
            arrays |= {f"{_BIENCODER}{name}": array for name, array in self.biencoder.arrays().items()}
        record = {
            **self.card,
            "schema": SCHEMA,
            "calibration": [self.calibration.slope, self.calibration.offset],
            "cut-off": [self.cutoff.share, self.cutoff.floor],
            "rankings": len(self.rankings),
            "memory": self.past_answers.weights,
        }
        arrays["card"] = np.frombuffer(json.dumps(record, ensure_ascii=True).encode(), np.uint8)
        file = BytesIO()
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
        return file.getvalue()


def open_model(name: str) -> BlendModel:
    """Open the model of a tier or of a file; with an empty name, that of the best tier that is installed."""
    if name in TIERS:
        return _open_file(TIERS[name].file)
    tier = None if name else best_tier()
    if not name and tier is None:
        raise UsageError(f"blend lacks what even its fastest model needs: {next_tier()}")
    return _open_file(tier.file if tier else Path(name))


@cache
def _open_file(path: Path) -> BlendModel:
    expected = f"{path}: expected a model ({SCHEMA}), as `stead train` writes it"
    try:
        data = path.read_bytes()
        with ZipFile(BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > _MOST_BYTES:
                raise UnusableModel("it is larger than any model")
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            return _read(arrays, Source(path.stem, sha256(data).hexdigest(), SCHEMA, str(path)))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None
    except UnusableModel as error:
        raise BadInput(f"{expected}, but {error}.") from None
    except Exception:  # of what is no archive, no arrays or no JSON, each library says so in its own ways
        raise BadInput(f"{expected}.") from None


def _read(arrays: Mapping[str, npt.NDArray[Any]], source: Source) -> BlendModel:
    card = json.loads(arrays["card"].tobytes())
    if card.pop("schema") != SCHEMA:
        raise UnusableModel("it has another schema")
    check_card(card)
    calibration, cutoff = Calibration(*card.pop("calibration")), Cutoff(*card.pop("cut-off"))
    past_answers = PastAnswers(card.pop("memory"))
    widths = widths_of_rankings(card["features"], card.pop("rankings"))
    heads = {head: _forest(head, arrays, len(card["features"])) for head in HEADS}
    rankings = [_forest(f"{_RANKING}{number}", arrays, width) for number, width in enumerate(widths)]
    return BlendModel(
        card=card,
        rankings=rankings,
        heads=heads,
        calibration=calibration,
        cutoff=cutoff,
        past_answers=past_answers,
        biencoder=_biencoder(arrays),
        source=source,
    )


def _biencoder(arrays: Mapping[str, npt.NDArray[Any]]) -> BiEncoder | None:
    stored = {name.removeprefix(_BIENCODER): arrays[name] for name in arrays if name.startswith(_BIENCODER)}
    try:
        return BiEncoder.of_arrays(stored) if stored else None
    except (KeyError, ValueError, TypeError) as error:
        raise UnusableModel(f"the weights of its bi-encoder are damaged ({error})") from None


def _forest(name: str, arrays: Mapping[str, npt.NDArray[Any]], width: int) -> Forest:
    forest = Forest.of_arrays(name, arrays)
    check_forest(name, forest, width)
    return forest


@dataclass(frozen=True)
class Tier:
    """A trained model and its requirements; `name` is also the extra that installs the libraries."""

    name: str
    libraries: tuple[str, ...]
    resources: tuple[str, ...]

    @property
    def file(self) -> Path:
        """The path of the model."""
        return MODELS / f"{self.name}.npz"

    def lacking(self) -> list[str]:
        """The commands that install what is missing."""
        missing = [name for name in self.resources if find(resource_named(name)) is None]
        commands = [] if all(map(is_installed, self.libraries)) else [install_command(self.name)]
        return [*commands, f"stead resources get {' '.join(missing)}"] if missing else commands

    def needs(self) -> str:
        """The commands that install what is missing, as text."""
        return " and ".join(f"`{command}`" for command in self.lacking())


_SWIFT = Tier("swift", ("pocketsphinx", "lemminflect"), ("wordnet", "moby", "bnc", "glove"))


_FINE = Tier(
    "fine",
    (*_SWIFT.libraries, "ctranslate2", "safetensors", "tokenizers"),
    (*_SWIFT.resources, "mpnet"),
)


_FINEST = Tier("finest", (*_FINE.libraries, "sentencepiece"), (*_FINE.resources, "opus"))


TIERS = {tier.name: tier for tier in (_SWIFT, _FINE, _FINEST)}
"""The tiers, from the fastest to the best."""


def tiers_trained_on(sha256: str) -> list[str]:
    """The tiers whose models were trained on a file with this checksum."""
    return [name for name, tier in TIERS.items() if sha256 in _open_file(tier.file).trained_on]


def best_tier() -> Tier | None:
    """The best tier that is completely installed."""
    return next((tier for tier in reversed(TIERS.values()) if not tier.lacking()), None)


def next_tier() -> str:
    """A sentence on the tier in use and on the requirements of the next better one; empty if there is none."""
    used = best_tier()
    better = [name for name in TIERS if used is None or list(TIERS).index(name) > list(TIERS).index(used.name)]
    if not better:
        return ""
    current = f"this is the tier {used.name}; " if used else ""
    return f"{current}better substitutes ({better[0]}) need {TIERS[better[0]].needs()}."


def refuse_lacking_tier(name: str) -> None:
    """Refuse a tier of which something is not installed, naming all that is missing."""
    if name in TIERS and (needed := TIERS[name].needs()):
        raise UsageError(f"the tier {name} needs {needed}.")


def is_ready(language: str) -> bool:
    """Whether the thesaurus of a language and all resources beside it are installed."""
    return language in THESAURI and not lacking(kind_for(language), language)


class UnusableModel(ValueError):
    """A model file that cannot be used; the message is the end of a sentence."""


def check_card(card: Any) -> None:
    """Refuse a card that lacks a field, or has one of another type."""
    _expect(isinstance(card, dict), "its card is no record")
    _expect(isinstance(card.get("name"), str), "it has no name")
    _expect(isinstance(card.get("tables"), str) and card["tables"] in KINDS, f"its tables are not {', '.join(KINDS)}")
    for name in ("signals", "features"):
        names = card.get(name)
        _expect(isinstance(names, list) and {*map(type, names)} <= {str}, f"its {name} are no list of names")
        _expect(len({*names}) == len(names), f"of its {name} some come twice")
    _expect(_is_count(card.get("shortlist")), "its shortlist is no number above zero")
    _expect(_is_count(card.get("rankings")), "its number of rankings is none above zero")
    for name in ("calibration", "cut-off"):
        line = card.get(name)
        _expect(isinstance(line, list) and len(line) == 2 and _are_finite(line), f"its {name} is not two numbers")
    memory = card.get("memory")
    _expect(isinstance(memory, dict) and {*map(type, memory.values())} <= {dict}, "its memory is no record of answers")
    weights = [*chain.from_iterable(answers.values() for answers in memory.values())]
    _expect(_are_finite(weights) and min(weights, default=0) >= 0, "answers in its memory weigh something odd")


def widths_of_rankings(features: Sequence[str], rankings: int) -> list[int]:
    """The number of columns that each ranking sees: those before its own columns, which must be in order."""
    begun = [column for column, name in enumerate(features) if name.startswith("ranking") and name.endswith("_score")]
    expected = [f"ranking{number}_score" for number in range(len(begun))]
    _expect([features[column] for column in begun] == expected, "its rankings are out of order")
    _expect(len(begun) == rankings, f"it has {rankings} rankings and the features of {len(begun)}")
    return begun


def check_forest(name: str, forest: Forest, width: int) -> None:
    """Refuse a damaged forest, or one that asks for a column beyond the width of a row."""
    parts: Mapping[str, Any] = forest.arrays(name)
    for array, (part, kind) in zip(parts.values(), TYPES.items(), strict=True):
        _expect(isinstance(array, np.ndarray) and array.ndim == 1, f"the {part} of {name} are no row of numbers")
        _expect(np.can_cast(array.dtype, kind, "equiv"), f"the {part} of {name} are of another type")
    nodes = len(forest.columns)
    others = (forest.thresholds, forest.left, forest.right, forest.missing_left)
    _expect(all(len(array) == nodes for array in others), f"the nodes of {name} are not whole")
    finite = np.isfinite(forest.thresholds).all() and np.isfinite(forest.leaves).all()
    _expect(finite, f"{name} has numbers that are not finite")
    there = (forest.columns >= 0) & (forest.columns < width)
    _expect(there.all(), f"{name} asks for features that are not there")
    _check_shape(name, forest)


def _check_shape(name: str, forest: Forest) -> None:
    """Refuse trees that are out of order: children come after their parent within its tree, so there are no cycles."""
    nodes = len(forest.columns)
    begun = np.append(forest.roots[forest.roots >= 0], nodes)
    sizes = np.diff(begun)
    small = len(forest.roots) <= _MOST_TREES and (sizes <= _MOST_NODES).all()
    _expect(small, f"{name} is larger than any forest")
    _expect(begun[0] == 0 and (sizes > 0).all(), f"the trees of {name} are out of order")
    ends = np.repeat(begun[1:], sizes)
    for children in (forest.left, forest.right):
        after = (children > np.arange(nodes)) & (children < ends)
        _expect((after | (children < 0)).all(), f"the trees of {name} lead astray")
    reached = np.concatenate([forest.roots, forest.left, forest.right])
    _expect((~reached < len(forest.leaves)).all(), f"{name} lacks leaves")


def _is_count(value: Any) -> bool:
    return type(value) is int and value > 0


def _are_finite(values: Sequence[Any]) -> bool:
    return {*map(type, values)} <= {int, float} and all(map(isfinite, values))


def _expect(fine: object, otherwise: str) -> None:
    if not fine:
        raise UnusableModel(otherwise)
