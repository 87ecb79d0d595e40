"""What a campaign says in each language: the texts of its pages, and of a new campaign its title, guidelines, examples.

A campaign in which people rate has all texts of one in which people annotate, and its own beside or instead of them.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from stead.campaign.settings import Example, Settings
from stead.web.rendering import Catalogue, read_catalogue

LANGUAGES = Path(__file__).parent / "languages"


@dataclass(frozen=True)
class CampaignTexts:
    """Title, guidelines and examples of a new campaign, unless its organiser gives others."""

    title: str
    guidelines: str
    examples: tuple[Example, ...]

    def put_into(self, settings: Settings, title: str | None) -> Settings:
        """The settings with these examples, and with this title unless another one is given."""
        interface = replace(settings.interface, title=self.title if title is None else title)
        return replace(settings, interface=interface, examples=self.examples)


def page_texts(language: str, *, rates: bool) -> Catalogue:
    """The texts of all pages in a language."""
    texts = read_catalogue(LANGUAGES / f"{language}.toml")
    if not rates:
        return texts
    further = read_catalogue(LANGUAGES / "rating" / f"{language}.toml")
    return Catalogue(language, {**texts.texts, **further.texts})


def annotation_texts(language: str) -> CampaignTexts:
    """The texts of a new campaign in which people give substitutes."""
    texts = page_texts(language, rates=False)
    return _campaign_texts(texts, texts("guide"))


def rating_texts(language: str, scale: str) -> CampaignTexts:
    """The texts of a new campaign in which people rate."""
    texts = page_texts(language, rates=True)
    return _campaign_texts(texts, texts("guide", scale=texts(f"guide-{scale}")))


def _campaign_texts(texts: Catalogue, guidelines: str) -> CampaignTexts:
    parts = ("sentence", "answer", "why")
    examples = tuple(Example(*(texts(f"example-{number}-{part}") for part in parts)) for number in ("one", "two"))
    return CampaignTexts(texts("campaign-title"), f"{guidelines}\n", examples)
