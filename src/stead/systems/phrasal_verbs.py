"""Phrasal verbs around a target: `[turned] down the offer`, `[turned] the offer down` (English).

A marked verb becomes the phrasal verb only if the lexicon has it, the tagger calls the particle one, and nothing in the
sentence can make a preposition of it.
"""

from stead.lexicons import Lexicon
from stead.systems.context import morphology_of
from stead.words import MarkedTarget
from stead.words.english import word_set
from stead.words.tagging import COARSE
from stead.words.target_kinds import TaggedTarget, tag_target

_PARTICLES = word_set("across apart aside away back by down forth in off on out over through together up")
_IN_OBJECTS = frozenset({"DT", "PRP$", "JJ", "NN", "NNS", "NNP", "CD", "POS"})
_PRONOUNS = word_set("me you him her it us them this that")
_LONGEST_OBJECT = 5
_AFTER_PARTICLES = frozenset({".", ",", '"', "CC", "IN", "TO", "W", "RB"})
"""The tags that may follow a particle at the end of its verb phrase."""


def phrasal_target(marked: MarkedTarget, lexicon: Lexicon) -> MarkedTarget:
    """Extend a marked verb to the phrasal verb that it is part of; a particle after the object moves to the verb.

    `She [turned] the offer down.` becomes `She [turned down] the offer.`, whose target can be replaced as a whole.
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
