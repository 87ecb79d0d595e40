"""The models for languages other than English: learned from English answers, and of nothing but standings."""

from stead.systems.blend.thesauri import THESAURI, THESAURUS, WITH_VECTORS, kind_for, lacking
from stead.systems.blend.tiers import MODELS

WORLDS = {WITH_VECTORS: str(MODELS / "world.npz"), THESAURUS: str(MODELS / "plain.npz")}
"""By the kind of tables that a language has."""


def is_ready(language: str) -> bool:
    """Whether a language has a thesaurus, and everything that goes with it is here."""
    return language in THESAURI and not lacking(kind_for(language), language)
