"""The target in its sentence: its lexelt, its particle, the words around it, and candidates in its form."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from math import inf, log

from stead.core.errors import BadInput
from stead.core.item import Item, part_of_speech_of
from stead.formats import quote
from stead.lexicons import PARTS_OF_SPEECH, Lexicon
from stead.lexicons.interface import check_pos
from stead.lexicons.lookups import with_capitals
from stead.systems.base import target_of
from stead.words import MarkedTarget, WordNetMorphology, inflect, lemmatiser, split_sentences, tokenise
from stead.words.english import base_of_compared_adverb, word_set
from stead.words.inflection import inflect_lemma, without_possessive
from stead.words.lemmatisers import LEMMATISED
from stead.words.parts_in_context import read_in_context
from stead.words.tagging import COARSE, part_score
from stead.words.target_kinds import TaggedTarget, tag_target

_FORMS_KEPT = 1 << 13


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
    def tag(self) -> str:
        """The form of the target (Penn Treebank); empty where words are not inflected."""
        lemma, _ = self.target
        return inflect(
            lemma, self.item.target, self.item.lexelt, self.item.language or "en", before=self.before, after=self.after
        ).tag

    def form(self, word: str) -> str:
        """Inflect a word like the target, in lower case."""
        return inflect_lemma(word, self.tag)


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
    """The lexelt of an English form in its sentence: as it is tagged there, among those that the lexicon has."""
    lexelt = known_lexelt(lexicon, form, before, after, pos)
    if not lexelt:
        check_pos(pos)
        raise BadInput(f"{quote(form)} is not in {lexicon.name}{f' as {PARTS_OF_SPEECH[pos]}' if pos else ''}.")
    return lexelt


def known_lexelt(lexicon: Lexicon, form: str, before: str, after: str, pos: str = "") -> str:
    """The same lexelt, or "" if the lexicon has none for the form."""
    known = _readings(lexicon, form) or [
        reading for reading in _readings(lexicon, without_possessive(form)) if reading[1] == "n"
    ]
    readings = [reading for reading in known if not pos or reading[1] == pos]
    if not readings:
        return ""
    part = _likeliest(lexicon, readings, MarkedTarget(before + form + after, len(before), len(before) + len(form)))
    lemma = max((lemma for lemma, letter in readings if letter == part), key=lambda lemma: _usual(lexicon, lemma, part))
    return f"{with_capitals(lexicon, lemma, part) if form[:1].isupper() else lemma}.{part}"


def with_part_of_speech(item: Item, open_lexicon: Callable[[], Lexicon]) -> Item:
    """An English item whose part of speech is known: if its lexelt has none, as its target is read in the sentence."""
    if target_of(item)[1]:
        return item
    lexelt = known_lexelt(open_lexicon(), " ".join(item.target.split()), item.text[: item.start], item.text[item.end :])
    return replace(item, lexelt=lexelt) if lexelt else item


_USUAL_WEIGHT, _SMALLEST_SHARE = 20.0, 0.15
"""The weight of the log share that a part of speech has of a word's uses, in units of the tagger's scores.

Both numbers were chosen on documents of CoInCo that were left out when the tagger was trained.
"""


def likeliest_lexelt(lexelts: Sequence[str], marked: MarkedTarget) -> str:
    """The likeliest lexelt by the target's tag; a part of speech that the first lexicon lacks counts as a rare one."""
    if len({*lexelts}) == 1:
        return lexelts[0]
    tagged = tag_target(*marked)
    rare = _USUAL_WEIGHT * log(_SMALLEST_SHARE)
    scores = {lexelt: _tag_score(tagged, part_of_speech_of(lexelt)) for lexelt in lexelts}
    return max(scores, key=lambda lexelt: scores[lexelt] + (0 if lexelt == lexelts[0] else rare))


def _tag_score(tagged: TaggedTarget, part: str) -> float:
    """Score a part of speech: the first word of a phrase decides whether it is a verb, else the last."""
    return part_score(tagged.scores[tagged.first if part == "v" else tagged.last], part)


def _likeliest(lexicon: Lexicon, readings: Sequence[tuple[str, str]], marked: MarkedTarget) -> str:
    """Choose the part of speech of a target: by its tag, and by how often the word is one and the other."""
    uses: dict[str, int] = {}
    for lemma, part in readings:
        uses[part] = max(uses.get(part, 1), 1 + sum(sense.count or 0 for sense in lexicon.senses(lemma, part)))
    if len(uses) == 1:
        return next(iter(uses))
    tagged, total = tag_target(*marked), sum(uses.values())
    if "v" in uses and _is_verb_by_place(tagged):
        return "v"
    if {"a", "v"} <= uses.keys() and _lacks_its_object(lexicon, readings, tagged):
        return "a"
    tag_scores = {part: _tag_score(tagged, part) for part in uses}
    if _follows_full_verb(tagged) and _can_be_adverb(tagged, tag_scores):
        return "r"  # `came late`: how often the word is an adjective does not matter there
    scores = {
        part: score + _USUAL_WEIGHT * log(max(_SMALLEST_SHARE, uses[part] / total))
        for part, score in tag_scores.items()
    }
    return max(scores, key=scores.__getitem__)


_LINKING_VERBS = word_set(
    """
    's 're 'm am are is was were be been being appear appeared appears became become becomes becoming feel feeling feels
    felt get gets getting got gotten grew grow growing grown grows keep keeping keeps kept look looked looking looks
    made make makes making prove proved proves remain remained remaining remains seem seemed seems smell smelled smells
    sound sounded sounds stay stayed staying stays taste tasted tastes turn turned turning turns went go goes going gone
    """
)
"""Forms of verbs that adjectives stand after."""


_QUESTIONS = word_set("can could did do does may might must shall should will would")
_SUBJECTS = word_set("i you he she it we they")
_AFTER_ORDERS = word_set("a an the this these those my your his her its our their me him us them")


def _is_verb_by_place(tagged: TaggedTarget) -> bool:
    """Whether a target is where verbs are (`Can you open it`, `Empty the bin`), or a phrase that begins with one."""
    words = [token.text.lower() for token in tagged.tokens]
    first, last, tag = tagged.first, tagged.last, tagged.tag(tagged.first)
    if first != last:
        return tag in {"VB", "VBD", "VBP", "VBZ"}
    if first > 0 and words[first - 1] in {"gonna", "gotta", "wanna"}:
        return True
    precedes_object = last + 1 < len(words) and words[last + 1] in _AFTER_ORDERS
    if first > 1 and words[first - 2] in _QUESTIONS and words[first - 1] in _SUBJECTS:
        return precedes_object or tag.startswith("VB")
    is_first = not any(word[:1].isalnum() for word in words[:first])
    scores = tagged.scores[first]
    return (
        is_first
        and precedes_object
        and scores["VB"] >= max(scores["NN"], scores["NNS"], scores["RB"], scores["VBG"], scores["VBN"])
    )


_WITH_OBJECT = frozenset({5, 8, 9, 10, 11, *range(14, 22), 24, 25, 30, 31})
"""WordNet's sentence frames (wninput(5WN)) in which somebody or something comes right after the verb."""
_MOVES_SOMEBODY = 10
"""The frame `Something ----s somebody`: what does so is amusing, tiring, confusing."""


def _lacks_its_object(lexicon: Lexicon, readings: Sequence[tuple[str, str]], tagged: TaggedTarget) -> bool:
    """Whether a form in -ing after `is` lacks the object that its verb always has: `The rules are confusing.`

    What people are doing may have its object elsewhere: `He was killing for money.`
    """
    words = [token.text.lower() for token in tagged.tokens]
    at = tagged.first - 1
    while at > 0 and tagged.tag(at) in {"RB", "RBR"}:
        at -= 1
    if not words[tagged.first].endswith("ing") or at < 1 or words[at] not in _LINKING_VERBS:
        return False
    following = tagged.tag(tagged.last + 1) if tagged.last + 1 < len(words) else "."
    is_possible = words[at - 1] not in _SUBJECTS - {"it"} and following in _AFTER_PARTICLES - {'"'}
    senses = [sense for lemma, part in readings if part == "v" for sense in lexicon.senses(lemma, "v")]
    frames = frozenset().union(*(getattr(sense, "frames", ()) for sense in senses))
    return is_possible and _MOVES_SOMEBODY in frames and frames <= _WITH_OBJECT


def _follows_full_verb(tagged: TaggedTarget) -> bool:
    before = tagged.first - 1
    is_verb = before >= 0 and tagged.tag(before).startswith("VB")
    return is_verb and tagged.tokens[before].text.lower() not in _LINKING_VERBS


def _can_be_adverb(tagged: TaggedTarget, tag_scores: Mapping[str, float]) -> bool:
    """Whether a word after a verb is likeliest an adverb, or nearly so where no noun follows: `happened late on`."""
    adverb, likeliest = tag_scores.get("r", -inf), max(tag_scores.values())
    following = tagged.tag(tagged.last + 1) if tagged.last + 1 < len(tagged.tokens) else ""
    return adverb == likeliest or (adverb >= likeliest - _USUAL_WEIGHT and COARSE.get(following) != "n")


def lexelt_in(lexicon: Lexicon | None, marked: MarkedTarget, language: str, pos: str = "") -> str:
    """The lexelt of a target in another language, as it is read in its sentence, among those that the lexicon has.

    Where forms of the language are not listed, it is the form itself or the first of its lemmas that the lexicon has.
    """
    check_pos(pos)
    form = " ".join(marked.target.split())
    lemma = form.lower()
    if lexicon is not None:
        first, last = sentence_bounds(marked.text, marked.start, marked.end, language)
        sentence = marked.text[first : marked.start], form, marked.text[marked.end : last]
        reading = read_in_context(language, sentence, lambda *known: bool(lexicon.senses(*known)), pos)
        if reading is not None:
            return f"{reading.lemma}.{reading.pos}"
        candidates = chain((form, lemma), _lemmas(form, language))
        lemma = next((candidate for candidate in candidates if lexicon.senses(candidate, pos)), lemma)
    return f"{lemma}.{pos}" if pos else lemma


def _lemmas(form: str, language: str) -> Iterator[str]:
    """The lemmas of a form; computed only if they are needed, since that takes a library."""
    if language in LEMMATISED:
        yield from lemmatiser(language)(form, "")


_DOUBLED_CONSONANT = re.compile(r"([bdfglmnprt])\1(ed|ing)$")


@lru_cache(_FORMS_KEPT)
def _readings(lexicon: Lexicon, form: str) -> tuple[tuple[str, str], ...]:
    """The lemmas of a form with their parts of speech; kept, since the words of a text come again and again."""
    return tuple(_read(morphology_of(lexicon), form))


def _read(morphology: WordNetMorphology, form: str) -> Iterator[tuple[str, str]]:
    for pos in PARTS_OF_SPEECH:
        lemmas = morphology(form, pos)
        if pos == "r" and len(lemmas) == 1 and (base := base_of_compared_adverb(form)):  # WordNet lists `faster`, too
            lemmas = morphology(base, pos) or lemmas
        if pos == "v" and not lemmas:  # WordNet lists such forms as exceptions, other lexicons do not: `vlogged`
            lemmas = morphology(_DOUBLED_CONSONANT.sub(r"\1\2", form.lower()), pos)
        yield from ((lemma, pos) for lemma in lemmas)


def morphology_of(lexicon: Lexicon) -> WordNetMorphology:
    """The morphology of English, with the exceptions of the lexicon if it has any."""
    exceptions: Callable[[str], Mapping[str, tuple[str, ...]]] | None = getattr(lexicon, "exceptions", None)
    tables = {pos: exceptions(pos) for pos in PARTS_OF_SPEECH} if exceptions else {}
    has: Callable[[str, str], bool] | None = getattr(lexicon, "has", None)
    return WordNetMorphology(tables, has or (lambda lemma, pos: bool(lexicon.senses(lemma, pos))))


def _usual(lexicon: Lexicon, lemma: str, pos: str) -> int:
    """The frequency of the word as this part of speech, or its number of senses."""
    senses = lexicon.senses(lemma, pos)
    return sum(sense.count or 0 for sense in senses) * 100 + len(senses)


# -------------------------------------------------------------------------------------------------------- phrasal verbs

_PARTICLES = word_set("across apart aside away back by down forth in off on out over through together up")
_IN_OBJECTS = frozenset({"DT", "PRP$", "JJ", "NN", "NNS", "NNP", "CD", "POS"})
_PRONOUNS = word_set("me you him her it us them this that")
_LONGEST_OBJECT = 5
_AFTER_PARTICLES = frozenset({".", ",", '"', "CC", "IN", "TO", "W", "RB"})
"""The tags that may follow a particle at the end of its verb phrase."""


def phrasal_target(marked: MarkedTarget, lexicon: Lexicon) -> MarkedTarget:
    """Extend a marked verb to the phrasal verb that it is part of; a particle after the object moves to the verb.

    `She [turned] the offer down.` becomes `She [turned down] the offer.`, whose target can be replaced as a whole. That
    is done only if the lexicon has the phrasal verb and nothing in the sentence can make a preposition of its particle.
    """
    text, start, end = marked
    tagged = tag_target(text, start, end)
    verb = tagged.first
    if verb != tagged.last or not tagged.tag(verb).startswith("VB"):
        return marked
    particle = _particle(tagged, verb)
    if particle is None:
        return marked
    token = tagged.tokens[particle]
    lemmas = morphology_of(lexicon)(marked.target, "v")
    if not any(lexicon.senses(f"{lemma} {token.text.lower()}", "v") for lemma in lemmas):
        return marked
    if particle == verb + 1:
        return MarkedTarget(text, start, token.end)
    before = text[: token.start].rstrip()
    moved = f"{text[:end]} {token.text}{before[end:]}{text[token.end :]}"
    return MarkedTarget(moved, start, end + 1 + len(token.text))


def _particle(tagged: TaggedTarget, verb: int) -> int | None:
    """Find the particle after a verb, or after the verb's object."""
    last = len(tagged.tokens) - 1
    if verb < last and _is_particle(tagged, verb + 1) and tagged.tag(verb + 1) == "RP":
        return verb + 1
    at = verb + 1
    while at <= last and at - verb <= _LONGEST_OBJECT and _can_be_in_object(tagged, at):
        at += 1
    is_object = at - 1 > verb and _ends_object(tagged, at - 1)
    if at > last or not is_object or not _is_particle(tagged, at):
        return None
    return at if at == last or tagged.tag(at + 1) in _AFTER_PARTICLES else None


def _is_particle(tagged: TaggedTarget, at: int) -> bool:
    return tagged.tokens[at].text.lower() in _PARTICLES and tagged.tag(at) in {"RP", "RB", "IN"}


def _can_be_in_object(tagged: TaggedTarget, at: int) -> bool:
    word = tagged.tokens[at].text.lower()
    return word in _PRONOUNS or (tagged.tag(at) in _IN_OBJECTS and word not in _PARTICLES)


def _ends_object(tagged: TaggedTarget, at: int) -> bool:
    return tagged.tokens[at].text.lower() in _PRONOUNS or COARSE.get(tagged.tag(at)) == "n"
