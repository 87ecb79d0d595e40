"""What raters read, by language: the texts of phase 1, and those of rating beside and instead of them."""

from pathlib import Path

from stead.web import Catalogue, read_catalogue

HOME = Path(__file__).parent


def rating_texts(words: Catalogue) -> Catalogue:
    """The texts of a campaign in which people rate."""
    own = read_catalogue(HOME / "languages" / f"{words.language}.toml")
    return Catalogue(words.language, {**words.texts, **own.texts})


def default_guidelines(language: str, scale: str) -> str:
    """What raters read first, if the organiser gives nothing else."""
    own = read_catalogue(HOME / "languages" / f"{language}.toml")
    return own("guide", scale=own(f"guide-{scale}")) + "\n"
