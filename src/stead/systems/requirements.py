"""What a tier or language needs before it can suggest: libraries, resources with their sizes, memory."""

from collections.abc import Sequence
from dataclasses import dataclass

from stead.core.errors import UsageError
from stead.core.extras import install_command, is_installed
from stead.lexicons.dictionary_paraphrases import DICTIONARIES
from stead.resources import Resource, find, resource_named
from stead.systems.blend.components import FREQUENCY_LIBRARY, PARAPHRASES, THESAURI, kind_for, resources_of
from stead.systems.blend.trained_models import TIERS
from stead.words import language_code
from stead.words.word_forms import FORM_LISTS

MEMORY = {"swift": 350, "fine": 500, "finest": 900}
"""Megabytes that a process of each tier held after a thousand calls."""
_MEMORY_OF_A_THESAURUS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """What a tier needs for a language, and what of it is lacking here; sizes are in megabytes."""

    tier: str
    language: str
    resources: tuple[str, ...]
    lacking: tuple[str, ...]
    """The resources that are not on this machine."""
    download: float
    """The size of the archives that the command fetches, with what a tier can do without."""
    memory: int
    """What a process holds after many calls, about."""
    commands: tuple[str, ...]
    """The commands that install what is lacking."""

    @property
    def is_ready(self) -> bool:
        """Whether nothing is lacking."""
        return not self.commands

    def __str__(self) -> str:
        what = f"{self.tier} for {self.language!r}"
        memory = f"takes about {self.memory} MB of memory"
        if self.is_ready:
            return f"{what} is ready; it {memory}."
        fetched = f" ({self.download:.0f} MB to fetch)" if self.lacking else ""
        return f"{what} needs {' and '.join(f'`{command}`' for command in self.commands)}{fetched}; it {memory}."


def requirements_of(tier: str, language: str = "en") -> Requirements:
    """What a tier needs for a language; outside English there is one model, whatever the tier."""
    code = language_code(language)
    if tier not in TIERS:
        raise UsageError(f"tier is {', '.join(TIERS)}, not {tier!r}.", parameter="tier")
    if code == "en":
        names, libraries, extra = TIERS[tier].resources, TIERS[tier].libraries, tier
    else:
        names, libraries, extra = tuple(resources_of(kind_for(code), code)), (FREQUENCY_LIBRARY,), FREQUENCY_LIBRARY
    group = tier if code == "en" else code
    lacking = _lacking(names)
    fetched = _lacking(resource_groups()[group]) if lacking else []
    installs = [] if all(map(is_installed, libraries)) else [install_command(extra)]
    gets = [f"stead resources get {group}"] if lacking else []
    return Requirements(
        tier=tier,
        language=code,
        resources=names,
        lacking=tuple(resource.name for resource in lacking),
        download=sum(resource.megabytes for resource in fetched),
        memory=MEMORY[tier] if code == "en" else _MEMORY_OF_A_THESAURUS,
        commands=(*installs, *gets),
    )


def _lacking(names: Sequence[str]) -> list[Resource]:
    return [resource for resource in map(resource_named, names) if find(resource) is None]


def resource_groups() -> dict[str, tuple[str, ...]]:
    """Names for several resources: each tier, and each language that the blend supports besides English.

    A tier works without paraphrases, and a language without dictionaries, and both are worse; without forms, a language
    has base forms only.
    """
    tiers = {name: (*tier.resources, PARAPHRASES) for name, tier in TIERS.items()}
    others = {
        code: (*resources_of(kind_for(code), code), *FORM_LISTS.get(code, ()), *DICTIONARIES.get(code, ()))
        for code in THESAURI
        if code != "en"
    }
    return {**tiers, **others}
