"""The models that stead comes with: the more is installed, the better the one that is used."""

from dataclasses import dataclass
from pathlib import Path

from stead.core.errors import UsageError
from stead.core.extras import install_command, is_installed
from stead.resources import find, resource_named
from stead.systems.blend.components import THESAURI, THESAURUS, WITH_VECTORS, kind_for, lacking

MODELS = Path(__file__).parent / "models"
MULTILINGUAL_MODELS = {WITH_VECTORS: str(MODELS / "world.npz"), THESAURUS: str(MODELS / "plain.npz")}
"""By the kind of tables that a language has."""


@dataclass(frozen=True)
class Tier:
    """A model, and what it needs; `name` is also the extra that installs the libraries."""

    name: str
    libraries: tuple[str, ...]
    resources: tuple[str, ...]

    @property
    def file(self) -> Path:
        """Where the model is."""
        return MODELS / f"{self.name}.npz"

    def lacking(self) -> list[str]:
        """The commands that would get what is not here."""
        missing = [name for name in self.resources if find(resource_named(name)) is None]
        commands = [] if all(map(is_installed, self.libraries)) else [install_command(self.name)]
        return [*commands, f"stead resources get {' '.join(missing)}"] if missing else commands

    def needs(self) -> str:
        """The same in words."""
        return " and ".join(f"`{command}`" for command in self.lacking())


def best_tier() -> Tier | None:
    """The best of which everything is here."""
    return next((tier for tier in reversed(TIERS.values()) if not tier.lacking()), None)


def next_tier() -> str:
    """What is used, what would be better, and what that would need; nothing if there is nothing better."""
    used = best_tier()
    better = [name for name in TIERS if used is None or list(TIERS).index(name) > list(TIERS).index(used.name)]
    if not better:
        return ""
    told = f"this is the tier {used.name}; " if used else ""
    return f"{told}better substitutes ({better[0]}) need {TIERS[better[0]].needs()}."


def refuse_lacking_tier(name: str) -> None:
    """Say at once all that the tier of this name needs, if it is one, and is not here."""
    if name in TIERS and (needed := TIERS[name].needs()):
        raise UsageError(f"the tier {name} needs {needed}.")


def is_ready(language: str) -> bool:
    """Whether a language has a thesaurus, and everything that goes with it is here."""
    return language in THESAURI and not lacking(kind_for(language), language)


_SWIFT = Tier("swift", ("pocketsphinx", "lemminflect"), ("wordnet", "moby", "bnc", "glove"))


_FINE = Tier(
    "fine",
    (*_SWIFT.libraries, "onnxruntime", "tokenizers"),
    (*_SWIFT.resources, "minilm", "minilm-tokens"),
)


_FINEST = Tier("finest", (*_FINE.libraries, "gguf"), (*_FINE.resources, "smollm2"))


TIERS = {tier.name: tier for tier in (_SWIFT, _FINE, _FINEST)}
"""From the fastest to the best."""
