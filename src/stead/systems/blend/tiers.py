"""The models that come with stead, from the quickest to the best, and what each needs."""

from dataclasses import dataclass
from importlib.util import find_spec

from stead.resources import RESOURCES, find
from stead.systems.blend.kit import ENGLISH
from stead.systems.blend.model import shipped_models


@dataclass(frozen=True)
class Tier:
    """A model, and what must be there for it."""

    name: str
    about: str
    resources: tuple[str, ...]
    libraries: tuple[str, ...]
    extra: str

    def missing(self) -> list[str]:
        """The commands that get what is not there."""
        resources = [name for name in self.resources if find(RESOURCES[name]) is None]
        commands = [f"stead resources get {' '.join(resources)}"] if resources else []
        if any(find_spec(library) is None for library in self.libraries):
            commands.append(f"pip install 'stead[{self.extra}]'")
        return commands


TIERS = (Tier("swift", "lexicons, vectors and n-grams", ENGLISH, ("lemminflect", "pocketsphinx"), "swift"),)
"""The quickest first."""


def best_tier() -> str:
    """The best tier that is installed, or nothing."""
    return next((tier.name for tier in reversed(TIERS) if tier.name in shipped_models() and not tier.missing()), "")
