"""The target in its sentence: its lexelt, the words around it, and candidates in its form."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats import quote
from stead.lexicons import PARTS_OF_SPEECH, Lexicon
from stead.lexicons.interface import check_pos
from stead.systems.base import target_of
from stead.words import WordNetMorphology, inflect, lemmatiser, split_sentences, tokenise, words_of
from stead.words.english import word_set
from stead.words.inflection import inflect_lemma, without_possessive
from stead.words.language_codes import LEMMATISED

_BEFORE_NOUNS = word_set("a an the my your his her its our their this that these those some any no")
_BEFORE_VERBS = word_set(
    "to will would can could may might must shall should not i you he she it we they who n't don't didn't cannot"
)
_BE = word_set("am is are was were be been being 's 're 'm")
_BEFORE_ADJECTIVES = _BE | word_set("very so too more most quite seems rather")
_OBJECTS = word_set("it him her them me us you this that")
_FINITE = word_set("am is are was were have has had do does did will would can could may might must shall should")
_AFTER_NOUNS = word_set("of in on at for with and or but was is were are to from by that which who had has will")


@dataclass(frozen=True)
class TargetContext:
    """An item's target in the sentence that it stands in."""

    item: Item

    @cached_property
    def target(self) -> tuple[str, str]:
        """Lemma and part of speech of the target."""
        lemma, pos = target_of(self.item)
        return lemma.lower(), pos

    @cached_property
    def _bounds(self) -> tuple[int, int]:
        return sentence_bounds(self.item.text, self.item.start, self.item.end, self.item.language)

    @property
    def before(self) -> str:
        """The sentence up to the target."""
        return self.item.text[self._bounds[0] : self.item.start]

    @property
    def after(self) -> str:
        """The sentence after the target."""
        return self.item.text[self.item.end : self._bounds[1]]

    @cached_property
    def _tag(self) -> str:
        lemma, _ = self.target
        return inflect(
            lemma, self.item.target, self.item.lexelt, self.item.language or "en", before=self.before, after=self.after
        ).tag

    def form(self, word: str) -> str:
        """Inflect a word like the target, in lower case."""
        return inflect_lemma(word, self._tag) if self._tag else word


def sentence_bounds(text: str, start: int, end: int, language: str) -> tuple[int, int]:
    """The bounds of the sentence around a position in a text."""
    for sentence in split_sentences(text, language):
        if sentence.start <= start < sentence.end:
            return sentence.start, max(sentence.end, end)
    return 0, len(text)


def words_around(item: Item) -> list[str]:
    """The words of the target's sentence without the target, in lower case, in order."""
    first, last = sentence_bounds(item.text, item.start, item.end, item.language)
    return [
        token.text.lower()
        for token in tokenise(item.text, item.language)
        if token.is_word and first <= token.start < last and (token.end <= item.start or token.start >= item.end)
    ]


def lexelt_of(lexicon: Lexicon, form: str, before: str, after: str, pos: str = "") -> str:
    """The lexelt of an English form in its sentence: by the words around it, else the most frequent one."""
    check_pos(pos)
    known = list(_readings(lexicon, form)) or [
        reading for reading in _readings(lexicon, without_possessive(form)) if reading[1] == "n"
    ]
    readings = [reading for reading in known if not pos or reading[1] == pos]
    if not readings:
        raise BadInput(f"{quote(form)} is not in {lexicon.name}{f' as {PARTS_OF_SPEECH[pos]}' if pos else ''}.")
    likely = _likely(lexicon, readings, form, before, after)
    lemma, letter = max(readings, key=lambda reading: (reading[1] in likely, _usual(lexicon, *reading)))
    return f"{lemma}.{letter}"


def lexelt_in(lexicon: Lexicon | None, form: str, language: str, pos: str = "") -> str:
    """The lexelt of a form in another language: itself, or the first of its lemmas that the lexicon has."""
    check_pos(pos)
    lemma = form.lower()
    if lexicon is not None:
        candidates = chain((form, lemma), _lemmas(form, language))
        lemma = next((candidate for candidate in candidates if lexicon.senses(candidate, pos)), lemma)
    return f"{lemma}.{pos}" if pos else lemma


def _lemmas(form: str, language: str) -> Iterator[str]:
    """The lemmas of a form; computed only if they are needed, since that takes a library."""
    if language in LEMMATISED:
        yield from lemmatiser(language)(form, "")


def _readings(lexicon: Lexicon, form: str) -> Iterator[tuple[str, str]]:
    """The lemmas of a form with their parts of speech."""
    morphology = morphology_of(lexicon)
    for pos in PARTS_OF_SPEECH:
        yield from ((lemma, pos) for lemma in morphology(form, pos))


def morphology_of(lexicon: Lexicon) -> WordNetMorphology:
    """The morphology of English, with the exceptions of the lexicon if it has any."""
    exceptions: Callable[[str], Mapping[str, tuple[str, ...]]] | None = getattr(lexicon, "exceptions", None)
    tables = {pos: exceptions(pos) for pos in PARTS_OF_SPEECH} if exceptions else {}
    return WordNetMorphology(tables, lambda lemma, pos: bool(lexicon.senses(lemma, pos)))


def _likely(lexicon: Lexicon, readings: Sequence[tuple[str, str]], form: str, before: str, after: str) -> str:
    """The parts of speech that the words around suggest; a determiner before two words suggests an adjective."""
    last = "".join(words_of(before, "en")[-1:]).lower()
    following = "".join(words_of(after, "en")[:1]).lower()
    inflected = {pos for lemma, pos in readings if lemma != form.lower()}
    if following == "than" and last not in _BEFORE_NOUNS - _OBJECTS:  # `did it better than`, but `cars faster than`
        return "r" if last in _OBJECTS or _is_verb(lexicon, last) else "a"
    if "n" in inflected and following in _FINITE and _begins_sentence(before):  # `Matches were lost`
        return "n"
    if last in _BE and "v" in inflected:  # `are running`, `was written`, and `is interesting`: the usual one
        return "arv"
    if last in _BEFORE_NOUNS:
        return "a" if following and following.isalpha() and following not in _AFTER_NOUNS else "n"
    if last in _BEFORE_VERBS:
        return "v"
    return "ar" if last in _BEFORE_ADJECTIVES else ""


def _begins_sentence(before: str) -> bool:
    return not words_of(before, "en") or before.rstrip().endswith((".", "!", "?"))


def _is_verb(lexicon: Lexicon, form: str) -> bool:
    """Whether a word is most frequent as a verb; forms of `be`, which precede adjectives, are not."""
    readings = list(_readings(lexicon, form)) if form and form not in _BE else []
    return bool(readings) and max(readings, key=lambda reading: _usual(lexicon, *reading))[1] == "v"


def _usual(lexicon: Lexicon, lemma: str, pos: str) -> int:
    """The frequency of the word as this part of speech, or its number of senses."""
    senses = lexicon.senses(lemma, pos)
    return sum(sense.count or 0 for sense in senses) * 100 + len(senses)
