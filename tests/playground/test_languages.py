"""Every language of the page says everything, with the same places to fill in; every system language has an example."""

import re
import tomllib
from pathlib import Path

import pytest

import stead.playground
from stead.playground import PAGE_LANGUAGES
from stead.playground.served_systems import LANGUAGES
from stead.systems.blend import rescoring
from stead.systems.blend.features import REASONS, SOURCES
from stead.web.rendering import places, read_catalogue

FOLDER = Path(stead.playground.__file__).parent
CATALOGUES = {language: read_catalogue(FOLDER / "languages" / f"{language}.toml") for language in PAGE_LANGUAGES}
ENGLISH = CATALOGUES["en"].texts


@pytest.mark.parametrize("language", PAGE_LANGUAGES)
def test_a_language_has_every_text_with_the_same_places(language: str) -> None:
    texts = CATALOGUES[language].texts
    assert texts.keys() == ENGLISH.keys()
    assert {name: places(text) for name, text in texts.items()} == {name: places(ENGLISH[name]) for name in texts}
    same = {name for name, text in texts.items() if language != "en" and text == ENGLISH[name]}
    assert same == set()


def test_every_source_and_signal_has_a_name() -> None:
    signals = {f"signal-{name.replace(' ', '-')}" for name in [*REASONS.values(), *rescoring.REASONS]}
    sources = {f"source-{name.replace(' ', '-')}" for name in [*SOURCES.values(), "dictionaries", "translation"]}
    named = {name for name in ENGLISH if name.startswith(("signal-", "source-"))}
    assert named == signals | sources


def test_no_text_is_left_over() -> None:
    sources = [*FOLDER.glob("templates/*.html"), *FOLDER.glob("assets/*.js")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    names = set(re.findall(r"[\"'`]([a-z]+(?:-[a-z]+)*)[\"'`$]", text))
    computed = ("name-", "pos-", "source-", "signal-")
    assert {
        name for name in ENGLISH if name.removesuffix("-hint") not in names and not name.startswith(computed)
    } == set()
    assert {f"name-{code}" for code in LANGUAGES} <= ENGLISH.keys()


def test_every_language_has_an_example() -> None:
    examples = tomllib.loads((FOLDER / "examples.toml").read_text(encoding="utf-8"))
    assert examples.keys() == {*LANGUAGES}
