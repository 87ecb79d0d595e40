"""Every language says everything about rating, with the same places to fill in; nothing is left over."""

import re

import pytest

from stead.campaign.pages.texts import LANGUAGES as FOLDER
from stead.campaign.pages.texts import page_texts, rating_texts
from stead.campaign.records import SCALES as RATINGS
from stead.campaign.settings import LANGUAGES, SCALES
from stead.web.rendering import places, read_catalogue

CATALOGUES = {language: read_catalogue(FOLDER / "rating" / f"{language}.toml") for language in LANGUAGES}
ENGLISH = CATALOGUES["en"].texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_the_same_places(language: str) -> None:
    own = CATALOGUES[language].texts
    assert own.keys() == ENGLISH.keys()
    assert {name: places(text) for name, text in own.items()} == {name: places(ENGLISH[name]) for name in own}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_language_is_not_english(language: str) -> None:
    own = CATALOGUES[language].texts.items()
    same = {name for name, text in own if text == ENGLISH[name] and any(map(str.isalpha, text))}
    assert same <= {"org-share", "key-good"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_of_a_rating_is_its_initial(language: str) -> None:
    """Else B would be bad where the word for good begins with it."""
    own = CATALOGUES[language]
    keys = {value: own(f"key-{value}") for value in RATINGS["good-reasonable-bad"]}
    assert keys == {value: own(f"value-{value}")[0] for value in keys}
    assert len({*keys.values(), "x"}) == 4  # X is for what cannot be judged
    assert re.findall(r"\b[A-Z]\b", own("keys-good-reasonable-bad")) == [key.upper() for key in reversed(keys.values())]


def test_no_text_is_left_over() -> None:
    sources = [
        *FOLDER.parent.glob("templates/*.html"),
        *FOLDER.parent.glob("*.py"),
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    names = set(re.findall(r'["\']([a-z]+(?:-[a-z0-9]+)*-?)["\'{]', text))
    beginnings = tuple(name for name in names if name.endswith("-"))
    stems = {name.removesuffix(end) for name in ENGLISH for end in ("-one", "-many") if name.endswith(end)}
    counted = {f"{stem}-{end}" for stem in stems & names for end in ("one", "many")}
    known = names | counted | {f"{reason}-text" for reason in ("finished", "wait")} | {"event-reassign"}
    assert {name for name in ENGLISH if name not in known and not name.startswith(beginnings)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", SCALES)
def test_the_guidelines_say_what_the_scale_means(language: str, scale: str) -> None:
    text = rating_texts(page_texts(language, rates=True), scale).guidelines
    assert text.startswith("# ")
    assert text.count("**") >= 8  # meaning, and each step of the scale
