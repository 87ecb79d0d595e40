"""Languages by code, and their lemmatisers: simplemma's for many languages, WordNet's for English."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import normalize

from stead.core.errors import UsageError
from stead.core.extras import import_extra
from stead.core.text import one_line

# Code (as the lemmatiser knows it), other codes of it, English name.
_TABLE = """
ar ara arabic; ast asturian; bg bul bulgarian; ca cat catalan; cs ces cze czech; cy cym wel welsh; da dan danish;
de deu ger german; el ell gre greek; en eng english; enm; eo epo esperanto; es spa spanish castilian; et est estonian;
eu eus baq basque; fa fas per persian farsi; fi fin finnish; fr fra fre french; ga gle irish; gd gla gaelic;
gl glg galician; grc; gv glv manx; hbs sh sr srp serbian hr hrv croatian bs bos bosnian; he heb hebrew; hi hin hindi;
hu hun hungarian; hy hye arm armenian; id ind indonesian; is isl ice icelandic; it ita italian; ja jpn japanese;
ka kat geo georgian; ko kor korean; la lat latin; lb ltz luxembourgish; lt lit lithuanian; lv lav latvian;
mk mkd mac macedonian; ml mal malayalam; ms msa may malay; nb nob no nor norwegian bokmal; nl nld dut dutch flemish;
nn nno nynorsk; pl pol polish; pt por portuguese; ro ron rum romanian; ru rus russian; se sme; sk slk slo slovak;
sl slv slovene slovenian; sq sqi alb albanian; sv swe swedish; sw swa swahili; th tha thai; tl tgl tagalog;
tr tur turkish; uk ukr ukrainian; vi vie vietnamese; zh zho chi chinese
"""
_CODES = {name: names[0] for names in (line.split() for line in _TABLE.split(";")) for name in names}
LEMMATISED = frozenset(_CODES.values()) - {"eu", "ja", "ko", "th", "vi", "zh"}
"""The languages that have a lemmatiser (simplemma)."""

_CODE = re.compile(r"[a-z]{2,3}")


@lru_cache(256)
def language_code(name: str) -> str:
    """Give the code of a language by code, tag (`en-GB`) or English name; any two or three letters are accepted."""
    first = re.split(r"[-_]", name.strip().casefold())[0]
    code = _CODES.get(first, first)
    if _CODE.fullmatch(code):
        return code
    raise UsageError(f'"{one_line(name)}" is not a language; give a code such as en, fr, it, de or es.')


Lemmatise = Callable[[str, str], tuple[str, ...]]
"""Takes a form and a part of speech (one letter, or none), and gives its possible lemmas, the likeliest first."""


def lemmatiser(language: str) -> Lemmatise:
    """Give the lemmatiser of a language (simplemma); it ignores the part of speech."""
    code = language_code(language)
    if code not in LEMMATISED:
        raise UsageError(f"there is no lemmatiser for {code}; there are {', '.join(sorted(LEMMATISED))}.")
    lemmatize = import_extra("simplemma", "finding lemmas").lemmatize

    def lemmas(form: str, part_of_speech: str = "") -> tuple[str, ...]:  # noqa: ARG001
        if not form.strip():
            return ()
        form = normalize("NFC", form)  # a capital may begin a sentence or be part of the lemma (Häuser): try both
        return tuple(dict.fromkeys(lemmatize(spelling, lang=code) for spelling in dict.fromkeys((form, form.lower()))))

    return lemmas


_RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
_NLTK_RULES = {"n": (("ves", "f"),)}
_BETWEEN_WORDS = re.compile(r"([ _-])")
_SHORTEST_PLURAL = 3


@dataclass(frozen=True, slots=True)
class WordNetMorphology:
    """WordNet's lemmatiser (Morphy): lists of exceptions, and rules that detach endings.

    Fellbaum (ed.), WordNet (1998); the manual page morphy(7WN).

    `exceptions[part_of_speech][form]` are the lemmas of an irregular form; `is_lemma(lemma, part_of_speech)` is whether
    WordNet has an entry. Both get phrases as the lemmatiser does, with spaces or underscores.
    """

    exceptions: Mapping[str, Mapping[str, Sequence[str]]]
    is_lemma: Callable[[str, str], bool]

    def __call__(self, form: str, part_of_speech: str = "") -> tuple[str, ...]:
        """List the lemmas of a form, itself first if it is one; of all parts of speech if none is named."""
        if not part_of_speech:
            return tuple(dict.fromkeys(lemma for pos in _RULES for lemma in self(form, pos)))
        form, pos = form.lower(), {"s": "a"}.get(part_of_speech, part_of_speech)
        candidates = [form, *self._bases(form, pos), *self._phrases(form, pos)]
        return tuple(lemma for lemma in dict.fromkeys(candidates) if self.is_lemma(lemma, pos))

    def shortest(self, form: str, part_of_speech: str) -> str:
        """Give the lemma as NLTK's `WordNetLemmatizer` does: the shortest, or the form if there is none.

        Unlike WordNet's own program it leaves a form with a capital and a phrase with a space
        as they are. It has one more rule (`shelves`: `shelf`), and it shortens `us` to `u`.
        """
        if " " in form or form != form.lower():
            return form
        endings = (*_RULES.get(part_of_speech, ()), *_NLTK_RULES.get(part_of_speech, ()))
        detached = (form.removesuffix(old) + new for old, new in endings if form.endswith(old))
        bases = self.exceptions.get(part_of_speech, {}).get(form) or detached
        return min((lemma for lemma in (form, *bases) if self.is_lemma(lemma, part_of_speech)), key=len, default=form)

    def _bases(self, form: str, pos: str) -> Iterable[str]:
        """List possible base forms: exceptions or, without any, what the rules give."""
        exceptions = self.exceptions.get(pos, {}).get(form)
        return exceptions if exceptions else _detached(form, pos)

    def _phrases(self, form: str, pos: str) -> Iterator[str]:
        """Reduce the first word, or every word, of a phrase to its base form (`looked after`, `men of war`)."""
        words = _BETWEEN_WORDS.split(form)
        if len(words) == 1:
            return
        bases = [*words]
        bases[::2] = [self._base(word, pos) for word in words[::2]]  # the others are what separates them
        if pos == "v":
            yield "".join([bases[0], *words[1:]])
        yield "".join(bases)

    def _base(self, word: str, pos: str) -> str:
        known = (base for base in self._bases(word, pos) if self.is_lemma(base, pos))
        return next(known, word)


def _detached(form: str, pos: str) -> Iterator[str]:
    """Apply the rules of detachment to a form."""
    ending = ""
    if pos == "n":
        if form.endswith("ful"):  # boxesful -> boxful
            form, ending = form.removesuffix("ful"), "ful"
        if form.endswith("ss") or len(form) < _SHORTEST_PLURAL:
            return
    for old, new in _RULES.get(pos, ()):
        if form.endswith(old):
            yield form.removesuffix(old) + new + ending
