"""`a` or `an`: the English article, by the sound that the next word begins with."""

import re

_ARTICLE = re.compile(
    r"(?P<before>(?:.*[^\w'\u2019\-])?)(?P<article>an?)(?P<blanks>\s+[\"'\u2018\u201c(\[]*)", re.I | re.S
)
_SILENT_H = re.compile(r"heir|hones|hono|hour")
# Vowel letters with the sound of a consonant: y (unit, use, Europe) or w (one).
_CONSONANT_SOUND = re.compile(
    r"eu|ewe|one(?!r)|once|ouija"
    r"|u(?:s[aeu]|t[eio]|tah|biq|fo|gand|k[eru]|nanim|ni(?:[cfgoptvx]|que|la|son|sex|dir)|ran|re[at]|ri|ro|ru)"
)
_VOWEL_LETTERS = frozenset("aeiou")
_LETTERS_WITH_VOWEL_NAMES = frozenset("AEFHILMNORSX")
_NUMBERS_WITH_VOWEL = re.compile(r"8|1[18](?!\d)")
_SPELT_OUT = re.compile(r"[A-Z](?![a-z])[A-Z]{0,2}(?![A-Za-z])|[B-DF-HJ-NP-TV-Z]{4,}(?![A-Za-z])")


def article_for(word: str) -> str:
    """`a` or `an`; capitals that are spelt out go by the names of their letters (an MP, a UN envoy)."""
    if _SPELT_OUT.match(word) or (word.isupper() and word.startswith("U")):
        return "an" if word[0] in _LETTERS_WITH_VOWEL_NAMES else "a"
    word = word.lower()
    if word[:1] in _VOWEL_LETTERS:
        return "a" if _CONSONANT_SOUND.match(word) else "an"
    return "an" if _SILENT_H.match(word) or _NUMBERS_WITH_VOWEL.match(word) else "a"


def with_right_article(before: str, word: str, *, all_capitals: bool = False) -> str:
    """The text before a word, its last word mended if that is `a` or `an`.

    A capital A inside a sentence is no article (a grade A student).
    """
    found = _ARTICLE.fullmatch(before)
    if not found:
        return before
    article, left = found["article"], found["before"].rstrip()
    if article == "A" and left[-1:].isalnum() and not all_capitals:
        return before
    right = article_for(word)
    if article.isupper() and (all_capitals or len(article) > 1):
        right = right.upper()
    elif article[0].isupper():
        right = right.capitalize()
    return found["before"] + right + found["blanks"]
