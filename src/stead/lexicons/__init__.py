"""Sources of candidates with one interface: a word and its part of speech in, senses and their words out.

>>> wordnet = open_lexicon("wordnet")
>>> [sense.synonyms for sense in wordnet.senses("match", "n")][:2]
[('lucifer', 'friction match'), ()]
>>> wordnet.senses("match", "n")[1].related("hypernym")
('contest', 'competition')

`Lexicon`, `Sense` and `WordFrequencies` are the interfaces; `four_classes` gives the candidates of the WordNet
baseline; `open_lexicon` and `open_frequencies` open one by name, as on the command line:

    wordnet            mythes-fr            moby          glove        known to `stead resources`
    modern                                                             newer words and phrases, part of stead
    wordnet:FOLDER     mythes:FILE.dat      moby:FILE     list:FILE    vectors:FILE       files of the user's own
    wn:oewn:2024                                                       a lexicon of the library wn

    bnc                bnc:FOLDER           wordfreq:fr   list:FILE    frequencies

Adapters are imported only when needed: some use NumPy or a library.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from stead.core.errors import UsageError
from stead.lexicons.interface import PARTS_OF_SPEECH, RELATIONS, Lexicon, Sense, WordFrequencies
from stead.lexicons.lookups import FourClasses, four_classes
from stead.resources import RESOURCES, folder

__all__ = [
    "PARTS_OF_SPEECH",
    "RELATIONS",
    "FourClasses",
    "Lexicon",
    "Sense",
    "WordFrequencies",
    "default_frequencies",
    "default_lexicon",
    "four_classes",
    "open_frequencies",
    "open_lexicon",
]


def _wordnet(path: str) -> Lexicon:
    from stead.lexicons.wordnet_files import WordNet  # noqa: PLC0415

    return WordNet(Path(path) if path else folder("wordnet"))


def _mythes(path: str) -> Lexicon:
    from stead.lexicons.thesauri import MyThes  # noqa: PLC0415

    return MyThes(Path(path))


def _named_mythes(name: str) -> Lexicon:
    from stead.lexicons.thesauri import MyThes  # noqa: PLC0415

    return MyThes(folder(name) / RESOURCES[name].files[0], name)


def _moby(path: str) -> Lexicon:
    from stead.lexicons.thesauri import Moby  # noqa: PLC0415

    return Moby(Path(path) if path else folder("moby") / RESOURCES["moby"].files[0])


def _glove(_: str) -> Lexicon:
    from stead.lexicons.vectors import Vectors  # noqa: PLC0415

    matrix, words = (folder("glove") / name for name in RESOURCES["glove"].files)
    return Vectors.open(matrix, words, name="glove", language="en")


def _vectors(path: str) -> Lexicon:
    from stead.lexicons.vectors import Vectors  # noqa: PLC0415

    return Vectors.open(Path(path))


def _synonym_list(path: str) -> Lexicon:
    from stead.lexicons.thesauri import SynonymList  # noqa: PLC0415

    return SynonymList(Path(path))


@cache  # it is part of stead, and every new system asks for it
def _modern_words(_: str) -> Lexicon:
    from stead.lexicons.thesauri import SynonymList  # noqa: PLC0415

    return SynonymList(Path(__file__).with_name("modern_words.tsv"), "en")


def _wn(specifier: str) -> Lexicon:
    from stead.lexicons.wn_library import WnLexicon  # noqa: PLC0415

    return WnLexicon(specifier)


def _bnc(path: str) -> WordFrequencies:
    from stead.lexicons.frequencies import BncFrequencies  # noqa: PLC0415

    return BncFrequencies(Path(path) if path else folder("bnc"))


def _wordfreq(language: str) -> WordFrequencies:
    from stead.lexicons.frequencies import WordfreqFrequencies  # noqa: PLC0415

    return WordfreqFrequencies(language)


def _frequency_list(path: str) -> WordFrequencies:
    from stead.lexicons.frequencies import FrequencyList  # noqa: PLC0415

    return FrequencyList(Path(path))


THESAURI = tuple(name for name in RESOURCES if name.startswith("mythes-"))

_LEXICONS: dict[str, Callable[[str], Lexicon]] = {
    "wordnet": _wordnet,
    "moby": _moby,
    "glove": _glove,
    "modern": _modern_words,
    "mythes": _mythes,
    "list": _synonym_list,
    "vectors": _vectors,
    "wn": _wn,
}
_FREQUENCIES: dict[str, Callable[[str], WordFrequencies]] = {
    "bnc": _bnc,
    "wordfreq": _wordfreq,
    "list": _frequency_list,
}
_NEEDS_NO_MORE = {"glove", "modern"}
_NEEDS_MORE = {"mythes": "FILE.dat", "list": "FILE", "vectors": "FILE", "wn": "LEXICON", "wordfreq": "LANGUAGE"}


def open_lexicon(text: str) -> Lexicon:
    """Open a lexicon by a name such as `wordnet`, `mythes-fr`, `list:my.tsv`."""
    if text in THESAURI:
        return _named_mythes(text)
    kind, _, rest = text.partition(":")
    if kind not in _LEXICONS or (kind in _NEEDS_MORE and not rest) or (kind in _NEEDS_NO_MORE and rest):
        raise UsageError(f"{text!r} is not a lexicon; there are {', '.join([*_usages(_LEXICONS), *THESAURI])}.")
    return _LEXICONS[kind](rest)


def open_frequencies(text: str) -> WordFrequencies:
    """Open frequencies by a name such as `bnc`, `wordfreq:fr`, `list:my.tsv`."""
    kind, _, rest = text.partition(":")
    if kind not in _FREQUENCIES or (kind in _NEEDS_MORE and not rest):
        raise UsageError(f"{text!r} is not a source of frequencies; there are {', '.join(_usages(_FREQUENCIES))}.")
    return _FREQUENCIES[kind](rest)


def _usages(kinds: dict[str, Callable[[str], Lexicon]] | dict[str, Callable[[str], WordFrequencies]]) -> list[str]:
    return [f"{kind}:{_NEEDS_MORE[kind]}" if kind in _NEEDS_MORE else kind for kind in kinds]


def default_lexicon(language: str) -> str:
    """Give the name of the default lexicon of a language."""
    names = {"en": "wordnet", **{name.removeprefix("mythes-"): name for name in THESAURI if name != "mythes-en"}}
    if language not in names:
        raise UsageError(f"there is no lexicon for {language!r} by default, only for {', '.join(names)}; name one.")
    return names[language]


def default_frequencies(language: str) -> str:
    """Give the name of the default frequencies of a language."""
    return "bnc" if language == "en" else f"wordfreq:{language}"
