"""Languages by any of their names."""

import pytest

from stead.core.errors import UsageError
from stead.words import language_code

NAMES = {
    "en": "en EN en-GB eng English english",
    "de": "ger deu german de_AT",
    "fr": "fre fra",
    "pt": "pt_BR",
    "hbs": "hr sr Croatian",
    "nb": "no Norwegian",
    "zh": "zh-Hant",
    "yo": "yo",
}


@pytest.mark.parametrize(("name", "code"), [(name, code) for code, names in NAMES.items() for name in names.split()])
def test_every_name_leads_to_the_code(name: str, code: str) -> None:
    assert language_code(name) == code


@pytest.mark.parametrize("name", ["", "Klingonish", "e", "1", "../en", "en glish", "\x1b[31m"])
def test_what_is_no_language_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is not a language; give a code such as en") as caught:
        language_code(name)
    assert str(caught.value).isprintable()
