"""Tokenise a text in any script: words, numbers and punctuation, each with its offsets.

- A *word* is a run of letters, digits and combining marks, joined by hyphens, apostrophes and middle dots inside it:
  `well-known`, `o'clock`, `col·lega`. Such a mark at the beginning or the end of a word is cut off.
- Apostrophes are cut where a language writes two words as one: English before `'s 'd 'm 'll 're 've n't`, French and
  Catalan after an elided word (`l'|homme`, but `aujourd'hui`), Italian after every apostrophe (`dell'|arte`). French
  pronouns after a verb are cut off as well (`dit|-il`).
- Scripts written without spaces (Han, kana, Thai, Lao, Khmer, Burmese) are cut into characters, since their words
  cannot be found without a dictionary; a word of theirs is a sequence of tokens.
- Numbers keep their separators (`1,234.5`), letters with full stops stay together (`U.S.`, `z.B.`), and so do addresses
  (`www.example.org`, `a@example.org`). Any other character is a token of its own, repeated ones together (`...`, `--`).

There is only white space between the tokens.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

_APOSTROPHE = r"['\u2019]"
_HYPHEN = r"[\-\u2010\u2011]"
_JOINER = r"[\-\u2010\u2011'\u2019\u00b7\u2027\u05be\u05f3\u05f4]"
_SEPARATORS = "\u200b\ufeff"  # zero-width spaces, which Python does not count as white space
_ATTACHED = "\u00ad\u200c\u200d\U0001f3fb-\U0001f3ff"  # soft hyphen, joiners, skin tones: part of what precedes them
_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u2e80-\u2fdf"
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)
# A rough but fast search for combining marks, scripts without spaces and zero-width characters.
_MAY_BE_SPECIAL = re.compile(
    "[\u00ad\u0300-\u036f\u0483-\u0489\u0590-\u10ff\u1200-\u1dff\u200b-\u200d\u20d0-\u20ff\u2cef-\u2cf1\u2d7f"
    "\u2de0-\u2dff\u2e80-\uabff\uf900-\uffff\U00010000-\U0010ffff]"
)
_LAST_WITH_MARKS = 0x1FFFF  # beyond it there are only the variation selectors of plane 14
_SELECTORS = "\U000e0100-\U000e01ef"


class Token(NamedTuple):
    """A token of a text with its offsets: `text` is `whole[start:end]`."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number, not punctuation."""
        return any(map(str.isalnum, self.text))


def tokenise(text: str, language: str = "") -> list[Token]:
    """Split a text into tokens, in order."""
    matches = _pattern(text, words_only=False).finditer(text)
    cut = _cutter(text, language)
    if cut is None:
        return [Token(match[0], *match.span()) for match in matches]
    tokens = []
    for match in matches:
        start = match.start()
        for piece in cut(match[0]):
            tokens.append(Token(piece, start, start + len(piece)))
            start += len(piece)
    return tokens


def words_before(text: str, language: str) -> list[str]:
    """List the tokens of a text that ends before a target, where an elided word (`J'`, `dell'`) is one, too."""
    return [token.text for token in tokenise(f"{text}x", language) if token.end <= len(text)]


def words_of(text: str, language: str = "") -> list[str]:
    """List the words and numbers of a text as `tokenise` does; faster where offsets are not needed."""
    words: list[str] = _pattern(text, words_only=True).findall(text)
    cut = _cutter(text, language)
    return words if cut is None else [piece for word in words for piece in cut(word)]


def _cutter(text: str, language: str) -> Callable[[str], Sequence[str]] | None:
    """Give the function that splits contractions of a language; None if the text has none."""
    cut = _CUTTERS.get(language)
    if cut is None or "'" in text or "\u2019" in text or (language == "fr" and _HYPHENS.search(text)):
        return cut
    return None


def _pattern(text: str, *, words_only: bool) -> re.Pattern[str]:
    """Choose the pattern for a text: only with what the text can contain, since the rest would slow it down."""
    special = not text.isascii() and _MAY_BE_SPECIAL.search(text) is not None
    addresses = "@" in text or "://" in text or "www." in text
    return _compiled(special, addresses, words_only)


@cache
def _compiled(special: bool, addresses: bool, words_only: bool) -> re.Pattern[str]:  # noqa: FBT001 (faster by position)
    attached = f"[{_marks()}{_ATTACHED}]*+" if special else ""
    run = rf"(?:[^\W_{_UNSPACED}]++{attached})++" if special else r"[^\W_]++"
    alternatives = [
        *([_WEB_ADDRESS, _MAIL_ADDRESS] if addresses else []),
        rf"{run}(?:{_JOINER}{run}|{_MORE_DIGITS}|{_MORE_LETTERS})*+",
        *([f"[{_UNSPACED}]{attached}"] if special else []),
        *([] if words_only else [_SYMBOL + (rf"{attached}(?:(?<=\u200d)[^\w\s]{attached})*+" if special else "")]),
    ]
    return re.compile("|".join(alternatives))


_MORE_DIGITS = r"[.,](?<=\d[.,])\d++"  # after a digit
_MORE_LETTERS = r"\.(?<=\b[^\W\d_]\.)[^\W\d_](?!\w)(?:\.(?![^\W\d_](?!\w)))?"  # single letters after full stops
_SYMBOL = rf"([^\w\s{_SEPARATORS}]|_)\1*+"
_WEB_ADDRESS = r"(?:https?://|www\.)[^\s<>]*[^\s<>.,;:!?)\]}'\"\u2019\u201d\u2026\u00bb]"
_MAIL_ADDRESS = r"[^\W_][\w.+\-]{0,63}@[^\W_][\w\-]*+(?:\.[\w\-]++)++"


@cache
def _marks() -> str:
    """List the combining marks of Unicode as ranges of a character class, which `re` has no name for."""
    marks = (code for code in range(0x300, _LAST_WITH_MARKS) if unicodedata.category(chr(code))[0] == "M")
    neighbours = groupby(enumerate(marks), key=lambda numbered: numbered[1] - numbered[0])
    runs = ([code for _, code in run] for _, run in neighbours)
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in runs) + _SELECTORS


_LONGEST_CUT = 64  # longer words are not split: limits the work on a text without spaces
_HYPHENS = re.compile(_HYPHEN)
_ENGLISH_ENDING = re.compile(rf"(?<=.)(?:n{_APOSTROPHE}t|{_APOSTROPHE}(?:s|d|m|ll|re|ve))$", re.IGNORECASE)
_ELISION = re.compile(rf"(?:[ldjmtscn]|qu|jusqu|lorsqu|puisqu|quoiqu){_APOSTROPHE}(?=.)", re.IGNORECASE)
_FRENCH_PRONOUN = re.compile(
    rf"(?<=.){_HYPHEN}(?:t{_HYPHEN})?(?:je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|y|en|ci|là)$",
    re.IGNORECASE,
)
_FRENCH_WHOLE = re.compile(rf"rendez{_HYPHEN}vous", re.IGNORECASE)
_ITALIAN_PIECE = re.compile(rf".+?{_APOSTROPHE}(?=.)|.+")


def _cut_english(word: str) -> Sequence[str]:
    return _without_endings(word, _ENGLISH_ENDING) if "'" in word or "\u2019" in word else (word,)


def _cut_elision(word: str) -> Sequence[str]:
    elided = _ELISION.match(word)
    return (elided[0], word[elided.end() :]) if elided else (word,)


def _cut_french(word: str) -> Sequence[str]:
    *before, last = _cut_elision(word)
    return [*before, *([last] if _FRENCH_WHOLE.fullmatch(last) else _without_endings(last, _FRENCH_PRONOUN))]


def _cut_italian(word: str) -> Sequence[str]:
    return _ITALIAN_PIECE.findall(word)


def _without_endings(word: str, ending: re.Pattern[str]) -> Sequence[str]:
    """Split the endings off a word: the rest, and the endings in order."""
    if len(word) > _LONGEST_CUT:
        return [word]
    endings: list[str] = []
    while match := ending.search(word):
        endings.insert(0, word[match.start() :])
        word = word[: match.start()]
    return [word, *endings]


_CUTTERS: dict[str, Callable[[str], Sequence[str]]] = {
    "en": _cut_english,
    "fr": _cut_french,
    "ca": _cut_elision,
    "it": _cut_italian,
}
