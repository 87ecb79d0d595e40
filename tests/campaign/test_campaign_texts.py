"""What a new campaign says is in its language, and gives nothing away."""

import re
from importlib.resources import files

import pytest

from stead.campaign.pages.texts import CampaignTexts, annotation_texts, page_texts, rating_texts
from stead.campaign.settings import LANGUAGES, SCALES, parse_settings, settings_of, settings_text
from stead.core.item import Item, lemma_of
from stead.core.substitutes import GoldStandard
from stead.formats import load

EVERY = [annotation_texts(page_texts(language, rates=False)) for language in LANGUAGES] + [
    rating_texts(page_texts(language, rates=True), scale) for language in LANGUAGES for scale in SCALES
]
COMMON = {
    "en": {"the", "and", "word", "sentence"},
    "fr": {"le", "la", "mot", "phrase", "une"},
    "it": {"la", "di", "parola", "frase", "una"},
    "de": {"das", "wort", "satz", "eine"},
    "es": {"el", "palabra", "frase", "una"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_guidelines_and_examples_are_in_the_language(language: str) -> None:
    texts = annotation_texts(page_texts(language, rates=False))
    said = f"{texts.guidelines} {' '.join(f'{each.sentence} {each.answer} {each.why}' for each in texts.examples)}"
    words = set(re.findall(r"\w+", said.casefold()))
    assert {other for other, common in COMMON.items() if common <= words} == {language}
    titles = {"en": "Lexical substitution", "fr": "Substitution lexicale", "it": "Sostituzione lessicale"}
    titles |= {"de": "Lexikalische Substitution", "es": "Sustitución léxica"}
    assert texts.title == titles[language]


def test_every_language_says_as_much() -> None:
    assert {annotation_texts(page_texts(language, rates=False)).guidelines.count("\n- ") for language in LANGUAGES} == {
        5
    }


def bundled() -> tuple[set[str], set[str]]:
    """The targets and the answers of the bundled items."""
    folder = files("stead") / "examples"
    items: list[Item] = [
        item for language in ("en", "fr", "it") for item in load(str(folder / f"items.{language}.xml"), "items")[0]
    ]
    gold: GoldStandard = load(str(folder / "gold.txt"), "gold")[0]
    targets = {word.casefold() for item in items for word in (item.target, lemma_of(item.lexelt))}
    return targets, {term.casefold() for row in gold for term, _ in row.weights}


@pytest.mark.parametrize("texts", EVERY)
def test_no_example_is_about_a_bundled_item(texts: CampaignTexts) -> None:
    targets, answers = bundled()
    for example in texts.examples:
        assert example.parts[1].casefold() not in targets
        given = re.findall(r"[“«„]\s?(.*?)\s?[”»“]", example.answer) or example.answer.split(" · ")
        assert not answers.intersection(map(str.casefold, given))
    assert not answers.intersection(map(str.casefold, re.findall(r"\*(.*?)\*", texts.guidelines)))


@pytest.mark.parametrize("texts", EVERY)
def test_they_are_written_to_the_settings_and_read_again(texts: CampaignTexts) -> None:
    settings = texts.put_into(settings_of({}), None)
    assert parse_settings(settings_text(settings).encode(), "x") == settings
    assert (settings.interface.title, len(settings.examples)) == (texts.title, 2)
    assert texts.put_into(settings, "Mine").interface.title == "Mine"
