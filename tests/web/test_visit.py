"""Forms as they come in."""

import pytest

from stead.web.requests import Form, UnreadableForm


def test_fields_are_there_or_empty() -> None:
    form = Form("a=1&a=2&b=&c=%E2%82%AC+x&d=%00y&e=%ff")
    assert (form.one("a"), form.all("a"), form.one("b"), form.one("z"), form.all("z")) == ("1", ["1", "2"], "", "", [])
    assert (form.one("c"), form.one("d"), form.one("e")) == ("€ x", "y", "\N{REPLACEMENT CHARACTER}")
    assert ("b" in form, "z" in form) == (True, False)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("0", 0),
        ("", -1),
        ("-3", -1),
        ("1e3", -1),
        ("٣", -1),
        ("²", -1),
        ("9" * 11, -1),
        ("2147483647", 2**31 - 1),
        ("2147483648", -1),
    ],
)
def test_only_plain_numbers_of_a_sane_size_are_numbers(text: str, number: int) -> None:
    assert Form(f"a={text}").number("a") == number


def test_too_many_fields_are_no_form() -> None:
    assert len(Form("&".join(["a=1"] * 200)).all("a")) == 200
    with pytest.raises(UnreadableForm):
        Form("&".join(["a=1"] * 201))
