"""Parameters declared once: reading, printing and refusing."""

from dataclasses import dataclass

import pytest

from stead.core.errors import UsageError
from stead.core.parameters import choice, configure, declarations, number, settings


@dataclass(frozen=True)
class Cup:
    """A cup of tea."""

    milk: str = choice("none", {"none": "black", "some": "white"}, "how white it is")
    spoons: int = number(1, "how sweet it is")


@dataclass(frozen=True)
class Water:
    """Nothing to choose."""


def test_declarations_keep_their_order_and_meaning() -> None:
    assert {name: one.meaning for name, one in declarations(Cup).items()} == {
        "milk": "how white it is",
        "spoons": "how sweet it is",
    }
    assert list(declarations(Cup())) == ["milk", "spoons"]


def test_settings_are_text() -> None:
    assert settings(Cup(spoons=3)) == {"milk": "none", "spoons": "3"}


def test_text_configures_a_copy() -> None:
    cup = Cup()
    assert configure(cup, {"milk": "some", "spoons": "12"}) == Cup("some", 12)
    assert cup == Cup()


def test_what_is_printed_configures_the_same() -> None:
    cup = Cup("some", 1_000_000)
    assert configure(Cup(), settings(cup)) == cup


@pytest.mark.parametrize("text", ["0", "-1", "+1", "1.5", "", " 1", "one", "1000001", "²", "9" * 10_000])
def test_a_number_out_of_range_is_refused_with_what_is_accepted(text: str) -> None:
    with pytest.raises(UsageError, match="a whole number from 1 to 1000000"):
        configure(Cup(), {"spoons": text})


def test_a_wrong_word_is_refused_with_the_words_and_what_they_mean() -> None:
    with pytest.raises(UsageError, match=r"milk=oat is not valid; milk is none \(black\), some \(white\)\."):
        configure(Cup(), {"milk": "oat"})


def test_an_unknown_parameter_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match=r"'sugar' is not a parameter of .*; it has milk, spoons\."):
        configure(Cup(), {"sugar": "some"})


def test_a_value_without_parameters_says_so() -> None:
    with pytest.raises(UsageError, match=r"it has none\."):
        configure(Water(), {"sugar": "some"})
