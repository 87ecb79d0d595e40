"""The models for languages other than English: learned from English answers, and of nothing but standings."""

from pathlib import Path

from stead.systems.blend.thesauri import THESAURI, THESAURUS, WITH_VECTORS, kind_for, lacking

_MODELS = Path(__file__).parent / "models"
WORLDS = {WITH_VECTORS: str(_MODELS / "world.npz"), THESAURUS: str(_MODELS / "plain.npz")}
"""By the kind of tables that a language has."""


def is_ready(language: str) -> bool:
    """Whether a language has a thesaurus, and everything that goes with it is here."""
    return language in THESAURI and not lacking(kind_for(language), language)
