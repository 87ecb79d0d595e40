"""What is said when a library is not installed."""

import sys

import pytest

from stead.core.errors import NotInstalled
from stead.words import inflect, lemmatiser
from stead.words.english import english_forms


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    english_forms.cache_clear()
    return monkeypatch


def test_a_missing_inflector_is_a_sentence_with_the_command_that_installs_it(without: pytest.MonkeyPatch) -> None:
    without.setitem(sys.modules, "lemminflect", None)
    with pytest.raises(NotInstalled, match=r"English words needs lemminflect, .*: pip install 'stead\[words\]'"):
        inflect("game", "matches", "match.n")


def test_a_missing_lemmatiser_is_a_sentence_with_the_command_that_installs_it(without: pytest.MonkeyPatch) -> None:
    without.setitem(sys.modules, "simplemma", None)
    with pytest.raises(NotInstalled, match=r"lemmas needs simplemma, .*: pip install 'stead\[words\]'"):
        lemmatiser("fr")


def test_other_languages_need_no_inflector(without: pytest.MonkeyPatch) -> None:
    without.setitem(sys.modules, "lemminflect", None)
    assert inflect("jeu", "matchs", "match.n", "fr").text == "jeu"


def test_the_room_is_entered_without_the_libraries() -> None:
    from tests.test_public_surface import modules_after  # noqa: PLC0415

    loaded = modules_after(
        "import stead.words; stead.words.tokenise('a', 'en'); stead.words.split_sentences('A. B.', 'en')"
    )
    assert not {"lemminflect", "simplemma"} & loaded
