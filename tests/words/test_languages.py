"""Languages by any of their names."""

import pytest

from stead.task import UsageError
from stead.words import language_code


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("en-GB", "en"),
        ("pt_BR", "pt"),
        ("eng", "en"),
        ("English", "en"),
        (" english ", "en"),
    ]
    + [
        ("ger", "de"),
        ("deu", "de"),
        ("fre", "fr"),
        ("Italian", "it"),
        ("hr", "hbs"),
        ("no", "nb"),
        ("yo", "yo"),
        ("zh-Hant", "zh"),
    ],
)
def test_every_name_leads_to_the_code(name: str, code: str) -> None:
    assert language_code(name) == code


@pytest.mark.parametrize("name", ["", "Klingonish", "e", "1", "../en", "en glish", "\x1b[31m"])
def test_what_is_no_language_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is not a language; give a code such as en") as caught:
        language_code(name)
    assert str(caught.value).isprintable()
