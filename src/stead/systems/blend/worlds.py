"""The models for languages other than English: learned from English answers, and of nothing but standings."""

from pathlib import Path

from stead.systems.blend.thesauri import THESAURUS, WITH_VECTORS

_MODELS = Path(__file__).parent / "models"
WORLDS = {WITH_VECTORS: str(_MODELS / "world.npz"), THESAURUS: str(_MODELS / "plain.npz")}
"""By the kind of tables that a language has."""
