"""Sentences of a text, each with its place.

A sentence ends at a full stop, exclamation or question mark or ellipsis with the quotes and brackets that close behind
it, if blanks and something other than a small letter follow; at the marks of Chinese and Japanese in any case; and at a
blank line. A full stop does not end one behind a title or an initial (`Mr.`, `J.`), behind an abbreviation unless a
word that begins sentences follows (`etc. The`), behind the number of a list or an ordinal (`3. Mai`). Abbreviations are
known for English, French, Italian, German, Spanish, Portuguese and Dutch; other languages go by the rest of the rules.
"""

import re
from typing import NamedTuple

from stead.words.abbreviations import ANYWHERE, BEFORE_NAMES, BEFORE_NUMBERS, OPENERS, ORDINALS_WITH_FULL_STOP

_ENDS_WITHOUT_BLANKS = "\u3002\uff01\uff1f\uff61"
_CLOSERS = r"[\"'\u2019\u201d\u201c\u00bb\u00ab\u203a\u2039)\]}\u300d\u300f\uff09]"
_MARKS = r".!?\u2026\u203d\u2047-\u2049\u061f\u06d4\u0964\u0965\u1362\u0589"
_MARK = f"[{_MARKS}]"
_END = re.compile(
    r"\n[^\S\n]*+\n\s*+"  # a blank line
    rf"|[{_ENDS_WITHOUT_BLANKS}]++{_CLOSERS}*+\s*+"  # what ends a sentence without blanks
    rf"|(?<!{_MARK})(?P<mark>{_MARK}++){_CLOSERS}*+"
    r"(?:\s++(?:''|\u00bb)(?=\s|$))?(?:\s++|$)"  # quotes set off by a blank, as in French
)
_BEFORE_A_SENTENCE = r"(?:[\"'`\u2018\u201c\u201e\u201a\u00ab\u00bb\u2039\u203a(\[{\u00bf\u00a1\u2014\u2013\-]|\s)*"
_OPENING = re.compile(_BEFORE_A_SENTENCE)
_MAY_END_INSIDE = re.compile(  # what `_is_end` refuses at once is not looked at again
    rf"[{_MARKS}{_ENDS_WITHOUT_BLANKS}]"
    rf"(?:(?<=[{_ENDS_WITHOUT_BLANKS}])|{_CLOSERS}*+\s{_BEFORE_A_SENTENCE}+[^a-z.,;:!?])"
)
_WORD_BEFORE = re.compile(r"[^\s\"\u2018\u201c\u201d\u201e\u00ab\u00bb(\[{\u2014/]*$")
_WORD = re.compile(r"[^\W\d_]+")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")  # as in `U.S`
_ELIDED = re.compile(r".*['\u2019]")  # as in `l'avv`
_LONGEST_WORD = 40  # how far back a word is looked for: bounds the work on a text without blanks


class Sentence(NamedTuple):
    """A sentence of a text: `text` is `whole[start:end]`."""

    text: str
    start: int
    end: int


def ends_inside(line: str) -> bool:
    """Whether a sentence may end before the end of a line; if not, the line is one: quicker than splitting it."""
    return _MAY_END_INSIDE.search(line) is not None


def split_sentences(text: str, language: str = "") -> list[Sentence]:
    """The sentences of a text, in order; only blanks lie between them."""
    found: list[Sentence] = []
    start = len(text) - len(text.lstrip())
    for end in _END.finditer(text, start):
        if end.end() > start and _is_end(text, start, end, language):
            found.append(_sentence(text, start, end.end()))
            start = end.end()
    if start < len(text):
        found.append(_sentence(text, start, len(text)))
    return [sentence for sentence in found if sentence.text]


def _sentence(text: str, start: int, end: int) -> Sentence:
    own = text[start:end].strip()
    return Sentence(own, start, start + len(own))


def _is_end(text: str, start: int, end: re.Match[str], language: str) -> bool:
    """Whether this mark ends the sentence that began at `start`."""
    mark = end["mark"]
    if mark is None or end.end() == len(text):
        return True
    opening = _OPENING.match(text, end.end())
    place = opening.end() if opening else end.end()
    following = text[place : place + 1]
    if following.islower() or (following and following in ".,;:!?"):
        return False
    if mark != ".":
        return True
    before = _WORD_BEFORE.search(text, max(start, end.start() - _LONGEST_WORD), end.start())
    word = before[0] if before else ""
    begins = before is not None and before.start() == start
    return not _goes_on(word, text, place, language) and not _numbers(word, language, begins=begins)


def _goes_on(word: str, text: str, place: int, language: str) -> bool:
    """Whether a word abbreviates, and its sentence goes on with what stands at `place`."""
    if len(word) == 1 and word.isupper():  # an initial
        return True
    short = _ELIDED.sub("", word.casefold())
    if short in BEFORE_NAMES.get(language, ()):
        return True
    if short in BEFORE_NUMBERS.get(language, ()):
        return text[place : place + 1].isdecimal()
    if short not in ANYWHERE.get(language, ()) and not _DOTTED.fullmatch(short):
        return False
    following = _WORD.match(text, place)
    return following is None or following[0].casefold() not in OPENERS.get(language, ())


def _numbers(word: str, language: str, *, begins: bool) -> bool:
    """Whether a word is the number of a list, or an ordinal."""
    return word.isdecimal() and (begins or (language in ORDINALS_WITH_FULL_STOP and len(word) <= 2))
