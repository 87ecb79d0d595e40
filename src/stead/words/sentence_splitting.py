"""Split a text into sentences, each with its offsets.

A sentence ends at a full stop, exclamation or question mark or ellipsis with closing quotes and brackets after it, if
space and something other than a lower-case letter follow; at the marks of Chinese and Japanese in any case; and at an
empty line. A full stop does not end one after a title or an initial (`Mr.`, `J.`), after an abbreviation unless a word
that begins sentences follows (`etc. The`), after the number of a list item or an ordinal (`3. Mai`). Abbreviations are
known for English, French, Italian, German, Spanish, Portuguese and Dutch; for other languages the other rules apply.
"""

import re
from typing import NamedTuple

_BEFORE_NAMES = {
    "en": "mr mrs ms mx messrs dr drs prof profs rev revs hon fr gen gens col cols maj capt cpt cmdr lt sgt cpl pvt "
    "adm gov govs sen sens rep reps pres supt st ste mt ft vs viz cf eg ie approx ca",
    "fr": "m mm mgr dr pr prof me st ste cf ex env av éd col gén cap",
    "it": "sig sigg dott prof ing avv on sen gen col cap rag geom arch mons cav comm s ss cfr es ca ed spett egr gent",
    "de": "hr fr dr prof ing dipl st hl bzw ca evtl ggf inkl exkl max min vgl hrsg geb gest z d u o sog bspw resp",
    "es": "sr sra srta sres dr dra d dª dn prof ing lic arq gral cnel cap sto sta s cf ej ed excmo ilmo av avda",
    "pt": "sr sra dr dra prof eng d sto sta s cf ex ed av exmo",
    "nl": "dhr mevr mw dr prof ir ing mr drs st bijv bv evt incl excl ca vgl resp zgn",
}
_BEFORE_NUMBERS = {
    "en": "no nos vol vols fig figs p pp ch sec secs art arts eq ed",
    "fr": "p pp vol chap fig art n no nos",
    "it": "p pp pag pagg vol fig art artt cap n nn",
    "de": "nr bd abb art abs kap s tel str",
    "es": "p pp pág págs vol fig art cap núm n",
    "pt": "p pp pág págs vol fig art cap n",
    "nl": "nr nrs blz p pp afb art",
}
_ANYWHERE = {
    "en": "etc inc ltd co corp bros jr sr esq dept univ assn ave blvd rd jan feb mar apr jun jul aug sept sep oct "
    "nov dec a.m p.m u.s u.k u.n d.c ph.d b.c a.d",
    "fr": "etc bd av janv févr avr juil sept oct nov déc",
    "it": "ecc etc gen feb mar apr mag giu lug ago set ott nov dic",
    "de": "usw etc jan feb apr aug sept okt nov dez mio mrd",
    "es": "etc ud uds vd vds ene feb mar abr jun jul ago sept oct nov dic ee.uu",
    "pt": "etc jan fev mar abr jun jul ago set out nov dez",
    "nl": "enz etc jan feb apr aug sept okt nov dec",
}
_OPENERS = {
    "en": "the a an this that these those he she it they we you i my his her its our their there here and but or so "
    "if when while as after before since although though in on at for from by with to then now not no all "
    "some many what who why how where",
    "fr": "le la les un une des ce cet cette ces il elle ils elles on nous vous je tu mon ma son sa leur et mais ou "
    "donc si quand lorsque puis dans en à pour par avec sur après avant depuis ainsi alors qui que où comment "
    "pourquoi",
    "it": "il lo la i gli le un uno una questo questa quello quella egli lui lei loro noi voi io e ma o se quando "
    "mentre poi dopo prima in a da con su per di che chi come dove perché",
    "de": "der die das ein eine dieser diese dieses er sie es wir ihr ich sein ihre und aber oder wenn als während "
    "nach vor in im an am auf für von mit zu dann nun nicht alle was wer wie wo warum",
    "es": "el la los las un una unos unas este esta estos estas ese esa él ella ellos ellas nosotros yo su sus y "
    "pero o si cuando mientras después antes en a de con por para sobre que qué quién cómo dónde",
    "pt": "o a os as um uma este esta esse essa ele ela eles elas nós eu seu sua e mas ou se quando depois antes em "
    "no na de com por para que quem como onde",
    "nl": "de het een deze dit die dat hij zij ze wij we ik jij u zijn haar hun en maar of als toen terwijl na voor "
    "in op aan met van te dan nu niet alle wat wie hoe waar waarom",
}


def _by_language(rows: dict[str, str]) -> dict[str, frozenset[str]]:
    return {language: frozenset(words.split()) for language, words in rows.items()}


BEFORE_NAMES = _by_language(_BEFORE_NAMES)
BEFORE_NUMBERS = _by_language(_BEFORE_NUMBERS)
ANYWHERE = _by_language(_ANYWHERE)
OPENERS = _by_language(_OPENERS)
ORDINALS_WITH_FULL_STOP = frozenset(
    {"cs", "da", "de", "et", "fi", "hbs", "hu", "is", "lb", "lv", "nb", "nn", "pl", "sk"}
)
"""Languages that write `3. Mai` for the third of May."""


_ENDS_WITHOUT_SPACE = "\u3002\uff01\uff1f\uff61"
_CLOSERS = r"[\"'\u2019\u201d\u201c\u00bb\u00ab\u203a\u2039)\]}\u300d\u300f\uff09]"
_MARKS = r".!?\u2026\u203d\u2047-\u2049\u061f\u06d4\u0964\u0965\u1362\u0589"
_MARK = f"[{_MARKS}]"
_END = re.compile(
    r"\n[^\S\n]*+\n\s*+"  # an empty line
    rf"|[{_ENDS_WITHOUT_SPACE}]++{_CLOSERS}*+\s*+"  # what ends a sentence without a space
    rf"|(?<!{_MARK})(?P<mark>{_MARK}++){_CLOSERS}*+"
    r"(?:\s++(?:''|\u00bb)(?=\s|$))?(?:\s++|$)"  # quotes after a space, as in French
)
_BEFORE_A_SENTENCE = r"(?:[\"'`\u2018\u201c\u201e\u201a\u00ab\u00bb\u2039\u203a(\[{\u00bf\u00a1\u2014\u2013\-]|\s)*"
_OPENING = re.compile(_BEFORE_A_SENTENCE)
_MAY_END_INSIDE = re.compile(  # leaves out what `_is_end` refuses at once
    rf"[{_MARKS}{_ENDS_WITHOUT_SPACE}]"
    rf"(?:(?<=[{_ENDS_WITHOUT_SPACE}])|{_CLOSERS}*+\s{_BEFORE_A_SENTENCE}+[^a-z.,;:!?])"
)
_WORD_BEFORE = re.compile(r"[^\s\"\u2018\u201c\u201d\u201e\u00ab\u00bb(\[{\u2014/]*$")
_WORD = re.compile(r"[^\W\d_]+")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")  # as in `U.S`
_ELIDED = re.compile(r".*['\u2019]")  # as in `l'avv`
_LONGEST_WORD = 40  # limits the search on a text without spaces


class SentenceSpan(NamedTuple):
    """A sentence of a text with its offsets: `text` is `whole[start:end]`."""

    text: str
    start: int
    end: int


def ends_inside(line: str) -> bool:
    """Whether a sentence may end inside a line; if not, the line is one sentence: faster than splitting it."""
    return _MAY_END_INSIDE.search(line) is not None


def split_sentences(text: str, language: str = "") -> list[SentenceSpan]:
    """Split a text into sentences; there is only white space between them."""
    spans: list[SentenceSpan] = []
    start = len(text) - len(text.lstrip())
    for end in _END.finditer(text, start):
        if end.end() > start and _is_end(text, start, end, language):
            spans.append(_sentence(text, start, end.end()))
            start = end.end()
    if start < len(text):
        spans.append(_sentence(text, start, len(text)))
    return [sentence for sentence in spans if sentence.text]


def _sentence(text: str, start: int, end: int) -> SentenceSpan:
    stripped = text[start:end].strip()
    return SentenceSpan(stripped, start, start + len(stripped))


def _is_end(text: str, start: int, end: re.Match[str], language: str) -> bool:
    """Whether a mark ends the sentence that begins at `start`."""
    mark = end["mark"]
    if mark is None or end.end() == len(text):
        return True
    opening = _OPENING.match(text, end.end())
    next_start = opening.end() if opening else end.end()
    following = text[next_start : next_start + 1]
    if following.islower() or (following and following in ".,;:!?"):
        return False
    if mark != ".":
        return True
    before = _WORD_BEFORE.search(text, max(start, end.start() - _LONGEST_WORD), end.start())
    word = before[0] if before else ""
    begins = before is not None and before.start() == start
    return not _is_inner_abbreviation(word, text, next_start, language) and not _is_item_number(
        word, language, begins=begins
    )


def _is_inner_abbreviation(word: str, text: str, next_start: int, language: str) -> bool:
    """Whether a word is an abbreviation and its sentence continues at `next_start`."""
    if len(word) == 1 and word.isupper():  # an initial
        return True
    short = _ELIDED.sub("", word.casefold())
    if short in BEFORE_NAMES.get(language, ()):
        return True
    if short in BEFORE_NUMBERS.get(language, ()):
        return text[next_start : next_start + 1].isdecimal()
    if short not in ANYWHERE.get(language, ()) and not _DOTTED.fullmatch(short):
        return False
    following = _WORD.match(text, next_start)
    return following is None or following[0].casefold() not in OPENERS.get(language, ())


def _is_item_number(word: str, language: str, *, begins: bool) -> bool:
    """Whether a word is the number of a list item, or an ordinal."""
    return word.isdecimal() and (begins or (language in ORDINALS_WITH_FULL_STOP and len(word) <= 2))
