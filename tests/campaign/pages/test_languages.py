"""Every language says everything, with the same places to fill in."""

import re
from pathlib import Path

import pytest

from stead.campaign import pages
from stead.campaign.records import Pause, State
from stead.campaign.settings import LANGUAGES
from stead.web import read_catalogue
from stead.web.languages import places

FOLDER = Path(pages.__file__).parent
CATALOGUES = {language: read_catalogue(FOLDER / "languages" / f"{language}.toml") for language in LANGUAGES}
ENGLISH = CATALOGUES["en"].texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_the_same_places(language: str) -> None:
    own = CATALOGUES[language].texts
    assert own.keys() == ENGLISH.keys()
    assert {name: places(text) for name, text in own.items()} == {name: places(ENGLISH[name]) for name in own}
    assert [name for name, text in own.items() if not text.strip()] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_language_is_not_english(language: str) -> None:
    own = CATALOGUES[language].texts.items()
    same = {name for name, text in own if text == ENGLISH[name] and any(map(str.isalpha, text))}
    assert same == set()


def used_names() -> set[str]:
    """The texts that templates and handlers name; `"state-" ~ ...` stands for all that begin so."""
    sources = [*FOLDER.glob("templates/*.html"), *FOLDER.glob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    return set(re.findall(r'["\']([a-z]+(?:-[a-z0-9]+)*-?)["\']', text))


def test_no_text_is_left_over() -> None:
    names = used_names()
    beginnings = tuple(name for name in names if name.endswith("-"))
    counted = {"boxes-hint-one", "boxes-hint-many", "time-left-minutes", "time-left-hours"}
    paused = {f"{pause}-{part}" for pause in Pause for part in ("title", "text")}
    known = names | counted | paused
    assert {name for name in ENGLISH if name not in known and not name.startswith((*beginnings, "error-"))} == set()


def test_every_state_and_pause_has_words() -> None:
    assert {f"state-{state}" for state in State} | {f"{pause}-title" for pause in Pause} <= ENGLISH.keys()


def test_nought_is_one_in_french_and_many_in_english() -> None:
    texts = {"x-one": "one {number}", "x-many": "many {number}"}
    french, english = (type(CATALOGUES["fr"])(language, texts) for language in ("fr", "en"))
    assert [french.counted("x", number)[:3] for number in (0, 1, 2)] == ["one", "one", "man"]
    assert [english.counted("x", number)[:3] for number in (0, 1, 2)] == ["man", "one", "man"]
