"""What a new campaign says, in its language, if its organiser says nothing else."""

from dataclasses import dataclass, replace
from pathlib import Path

from stead.campaign.settings import Example, Settings
from stead.web import Catalogue, read_catalogue

_LANGUAGES = Path(__file__).parent / "pages" / "languages"


@dataclass(frozen=True)
class CampaignTexts:
    """Title, guidelines and examples."""

    title: str
    guidelines: str
    examples: tuple[Example, ...]

    def put_into(self, settings: Settings, title: str | None) -> Settings:
        """The settings with these examples, and with this title unless another one is given."""
        interface = replace(settings.interface, title=self.title if title is None else title)
        return replace(settings, interface=interface, examples=self.examples)


def annotation_texts(language: str) -> CampaignTexts:
    """Of a campaign in which people give substitutes."""
    words = read_catalogue(_LANGUAGES / f"{language}.toml")
    return campaign_texts(words, words("guide"))


def campaign_texts(words: Catalogue, guidelines: str) -> CampaignTexts:
    """Of a campaign with these words."""
    parts = ("sentence", "answer", "why")
    examples = tuple(Example(*(words(f"example-{number}-{part}") for part in parts)) for number in ("one", "two"))
    return CampaignTexts(words("campaign-title"), f"{guidelines}\n", examples)
