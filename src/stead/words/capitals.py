"""Capitals of a target, given to what stands in its stead."""

from enum import StrEnum


class Capitals(StrEnum):
    """How a text is capitalised."""

    LOWER = "lower"  # begins small: its own capitals, if it has any, belong to it (iPod)
    FIRST = "first"  # begins with a capital
    EVERY = "every"  # every one of its several words begins with a capital
    ALL = "all"  # all its letters are capitals, and there are two at least


def capitals_of(text: str) -> Capitals:
    """How a text is capitalised; one capital letter alone counts as a beginning."""
    cased = [letter for letter in text if letter.isalpha() and letter.lower() != letter.upper()]
    if len(cased) > 1 and text.isupper():
        return Capitals.ALL
    if not cased or cased[0].islower():
        return Capitals.LOWER
    words = text.split()
    if len(words) > 1 and all(_begins_large(word) for word in words):
        return Capitals.EVERY
    return Capitals.FIRST


def _begins_large(word: str) -> bool:
    return next((letter.isupper() or letter.istitle() for letter in word if letter.isalpha()), False)


def with_capitals(text: str, capitals: Capitals, language: str = "") -> str:
    """The text capitalised like that; small beginnings change nothing, so that names keep their capitals."""
    match capitals:
        case Capitals.ALL:
            return _upper(text, language)
        case Capitals.FIRST:
            return _first_upper(text, language)
        case Capitals.EVERY:
            return " ".join(_first_upper(word, language) for word in text.split(" "))
        case _:
            return text


def _first_upper(text: str, language: str) -> str:
    """The first letter as a capital, unless a capital follows it that is the word's own (iPod)."""
    place = next((at for at, letter in enumerate(text) if letter.isalpha()), 0)
    if text[place + 1 : place + 2].isupper():
        return text
    return text[:place] + _upper(text[place : place + 1], language, title=True) + text[place + 1 :]


def _upper(text: str, language: str, *, title: bool = False) -> str:
    if language in {"tr", "az"}:  # where the capital of i keeps its dot
        text = text.replace("i", "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}")
    return text.title() if title else text.upper()
