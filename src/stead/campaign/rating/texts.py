"""What raters read, by language: the texts of phase 1, and those of rating beside and instead of them."""

from pathlib import Path

from stead.campaign.defaults import CampaignTexts, campaign_texts
from stead.web import Catalogue, read_catalogue

HOME = Path(__file__).parent


def rating_texts(words: Catalogue) -> Catalogue:
    """The texts of a campaign in which people rate."""
    own = read_catalogue(HOME / "languages" / f"{words.language}.toml")
    return Catalogue(words.language, {**words.texts, **own.texts})


def rating_campaign_texts(language: str, scale: str) -> CampaignTexts:
    """What a new campaign says to raters, if its organiser says nothing else."""
    words = rating_texts(read_catalogue(HOME.parent / "pages" / "languages" / f"{language}.toml"))
    return campaign_texts(words, words("guide", scale=words(f"guide-{scale}")))
