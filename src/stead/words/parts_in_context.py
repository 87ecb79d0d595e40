"""The lemma and part of speech of a French, Italian, Spanish or German word in its sentence.

What a form can be is known from lists (`word_forms`) and the lemmatiser; which of it it is here is decided by the words
next to it: determiners, pronouns, auxiliaries, prepositions, and in German capitals. Each says something for or against
a part of speech, in points; the most points win. The points were set by hand and tried on sentences of our own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from stead.words.english import word_set
from stead.words.german import is_german_verb
from stead.words.lemmatisers import LEMMATISED, lemmatiser
from stead.words.romance import auxiliary_words, determiner_words, moving_verbs, short_adjectives
from stead.words.tokens import tokenise, words_before
from stead.words.word_forms import WordForms, word_forms


class WordReading(NamedTuple):
    """A word as which a form can be read."""

    lemma: str
    pos: str
    features: str = ""


_PRONOUNS = {
    "fr": word_set("je j' tu il elle on nous vous ils elles ne n' se s' me m' te t' y qui ça cela"),
    "it": word_set("io tu lui lei noi voi loro non si mi ti ci vi ne che chi"),
    "es": word_set("yo tú él ella nosotros ellos ellas usted ustedes no se me te nos le les que quien"),
}
_BEFORE_INFINITIVE = {
    "fr": word_set("à de d' pour sans peut peux peuvent doit dois doivent veut veux veulent va vais vont faut faire"),
    "it": word_set("a di da per senza può posso possono deve devo devono vuole voglio vogliono fare sa"),
    "es": word_set("a de para por sin puede puedo pueden debe debo deben quiere quiero quieren va voy van que hacer"),
}
_DEGREES = {
    "fr": word_set("très plus si trop aussi assez moins bien tout fort extrêmement vraiment"),
    "it": word_set("molto più così tanto troppo assai meno poco davvero estremamente"),
    "es": word_set("muy más tan tanto demasiado bastante menos poco realmente extremadamente"),
}
_REFLEXIVE = {
    "fr": word_set("me m' te t' se s'"),
    "it": word_set("mi ti si ci vi"),
    "es": frozenset[str](),
}
"""Pronouns before an auxiliary, after which a participle is a verb's: `si è arrabbiata`."""
_ADVERB_ENDINGS = ("ment", "mente")
_OF = word_set("de di d' du des del della dei")
_GERMAN_DETERMINERS = word_set(
    "der die das den dem des ein eine einen einem einer eines kein keine keinen im am zum zur vom beim "
    "ins ans diese dieser "
    "dieses diesen mein meine sein seine ihr ihre unser unsere"
)
_GERMAN_PARTICIPLE = re.compile(r"(\w+end)(?:e[mnrs]?)?")
"""A form of what may be a present participle, whose entry is that of an adjective."""
_GERMAN_BE = word_set("ist sind war waren bin bist sei wäre wird werden wurde wurden bleibt blieb sehr zu so ganz")


def base_parts(language: str, word: str) -> str:
    """The parts of speech that a base form can have, as letters; none if nothing is known of it."""
    forms = word_forms(language)
    if forms is None:
        return ""
    if language == "de":
        if is_german_verb(forms, word):
            return "v"
        is_noun = bool(forms.of_lemma(word[:1].upper() + word[1:], "n"))
        return "" if " " in word else "n" if word[:1].isupper() else "arn" if is_noun else "ar"
    parts = {known.pos for known in forms.analyses(word) if known.lemma == word}
    parts |= {"a" for known in forms.analyses(word) if known.features == "pp.m.sg"}
    return "".join(sorted(parts))


def read_in_context(
    language: str, sentence: tuple[str, str, str], is_known: Callable[[str, str], bool], pos: str = ""
) -> WordReading | None:
    """The likeliest reading of a form, between what is before and after it, among those that a lexicon knows.

    `is_known` takes a lemma and a part of speech; None if no reading is known. One that is not known is given where it
    is clearly the likeliest, since substitutes of another would make no sentence (`si è arrabbiata`: no adjective).
    """
    before, form, after = sentence
    forms = word_forms(language)
    if forms is None:
        return None
    readings = [reading for reading in dict.fromkeys(_readings(forms, language, form)) if not pos or reading.pos == pos]
    known = [reading for reading in readings if is_known(reading.lemma, reading.pos)]
    if not known:
        return None
    around = _Neighbours(
        forms,
        language,
        form,
        [word.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for word in words_before(before, language)],
        [token.text for token in tokenise(after, language)],
    )
    points = _german_points if language == "de" else _romance_points
    scores = {reading: points(around, reading) for reading in readings}
    likeliest, likeliest_known = (max(some, key=scores.__getitem__) for some in (readings, known))
    is_clear = scores[likeliest] - scores[likeliest_known] >= _CLEARLY
    return likeliest if is_clear else likeliest_known


def _readings(forms: WordForms, language: str, form: str) -> Iterator[WordReading]:
    spellings = dict.fromkeys((form, form.lower(), form[:1].upper() + form[1:] if language == "de" else form))
    for spelling in spellings:
        for known in forms.analyses(spelling):
            yield WordReading(known.lemma, known.pos, known.features)
            if known.features.startswith("pp."):  # a participle may have an entry as an adjective
                adjective = forms.form(known.lemma, "v", "pp.m.sg")
                yield WordReading(adjective or known.lemma, "a", known.features.removeprefix("pp."))
    if language != "de":
        yield from (WordReading(lemma, "a", cell) for lemma, cell in short_adjectives(language, form.lower()))
    if language == "de" and (participle := _GERMAN_PARTICIPLE.fullmatch(form)):
        yield WordReading(participle[1], "a")
    lemmas: Iterable[str] = lemmatiser(language)(form, "") if language in LEMMATISED else ()
    for lemma in dict.fromkeys((*lemmas, form, form.lower())):
        yield from (WordReading(lemma, part) for part in base_parts(language, lemma))


@dataclass(frozen=True)
class _Neighbours:
    """A form between the words of its sentence."""

    forms: WordForms
    language: str
    form: str
    before: Sequence[str]
    after: Sequence[str]

    @property
    def last(self) -> str:
        """The word before the form, in lower case."""
        return self.before[-1].lower() if self.before else ""

    @property
    def following(self) -> str:
        """The word after the form, in lower case."""
        return self.after[0].lower() if self.after else ""

    def can_be(self, word: str, pos: str) -> bool:
        """Whether a word can be of a part of speech."""
        return any(known.pos == pos for known in self.forms.analyses(word))

    @property
    def begins(self) -> bool:
        """Whether the form begins its sentence."""
        return not any(word[:1].isalnum() for word in self.before)


_CLEARLY = 1.5
"""How many points more than others a reading has that is the only one possible."""
_VERB_KINDS = {"inf": "inf", "pp": "participle", "ger": "gerund"}


def _kind(reading: WordReading) -> str:
    """The part of speech; of a verb, whether it is an infinitive, a participle, a gerund or finite."""
    return _VERB_KINDS.get(reading.features.partition(".")[0], "finite") if reading.pos == "v" else reading.pos


def _romance_points(around: _Neighbours, reading: WordReading) -> float:
    language, last, following = around.language, around.last, around.following
    having, being = auxiliary_words(language)
    determiners = {*determiner_words(language)}
    follows_determiner = last in determiners
    follows_noun = around.can_be(last, "n") and not around.can_be(last, "v") and not follows_determiner
    follows_verb = around.can_be(last, "v") and not around.can_be(last, "n")
    precedes_noun = around.can_be(following, "n")
    only_noun = precedes_noun and not around.can_be(following, "a")
    rules: tuple[tuple[bool, dict[str, float]], ...] = (
        (True, {"n": 0.4, "finite": 0.2, "inf": 0.2, "participle": 0.2, "gerund": 0.2, "a": 0.1}),
        (follows_determiner, {"n": 3, "a": 1, "finite": -1, "inf": -1, "participle": -1, "gerund": -1, "r": -2}),
        (follows_determiner and precedes_noun, {"a": 3 if only_noun else 1.5}),
        (last in _PRONOUNS[language], {"n": -2, "a": -2, "finite": 4, "inf": 1, "participle": 1, "r": -1}),
        (last in having, {"n": -1, "a": -1, "r": -1, "finite": -1, "inf": -1, "participle": 4}),
        (last in being, {"a": 2.5, "participle": 2, "finite": -2, "inf": -2, "r": 0.5}),
        (last in being and reading.lemma in moving_verbs(language), {"participle": 1}),
        (last in being and not _REFLEXIVE[language].isdisjoint(around.before[-3:]), {"participle": 2}),
        (last not in having | being, {"participle": -1}),
        (last in _BEFORE_INFINITIVE[language], {"inf": 3, "n": 0.5}),
        (last in _DEGREES[language], {"n": -1, "a": 2, "r": 2, "finite": -1, "inf": -1}),
        (follows_noun, {"n": -1, "a": 2, "finite": 1.5, "participle": 1.5, "r": 0.5}),
        (follows_verb, {"finite": -2}),
        (follows_verb and last not in being and not precedes_noun, {"r": 1}),
        (following in determiners and not follows_determiner, {"finite": 1.5}),
        (following in _OF, {"n": 1}),
        (precedes_noun, {"a": 0.5}),
        (around.form.lower().endswith(_ADVERB_ENDINGS), {"r": 3}),
        (any(short_adjectives(language, around.form.lower())), {"a": 2}),
    )
    kind = _kind(reading)
    return sum(points.get(kind, 0) for holds, points in rules if holds)


def _german_points(around: _Neighbours, reading: WordReading) -> float:
    has_capital = around.form[:1].isupper() and not around.begins
    precedes_noun = bool(around.after) and around.after[0][:1].isupper()
    follows_determiner = around.last in _GERMAN_DETERMINERS
    has_ending = around.form.lower() != reading.lemma.lower()
    rules: tuple[tuple[bool, dict[str, float]], ...] = (
        (True, {"n": 1, "v": 1, "a": 0.5, "r": 0.4}),
        (has_capital, {"n": 4, "v": -5, "a": -5, "r": -5}),
        (not has_ending, {"n": 0.5}),  # `Reise` is no old dative of `Reis`
        (not has_capital and not around.begins, {"n": -6}),
        (around.last == "zu", {"v": 2}),
        (precedes_noun and has_ending, {"a": 3 if follows_determiner else 1}),
        (precedes_noun and follows_determiner, {"v": -2}),
        (around.last in _GERMAN_BE, {"a": 1.5}),
    )
    return sum(points.get(reading.pos, 0) for holds, points in rules if holds)
