"""WordNet's lemmatiser, on a lexicon of a few words."""

import pytest

from stead.words import WordNetMorphology

LEMMAS = {
    "n": "dog match box boxful church leaf leave axis ax man glass glasses bass bus story lens fizz brush attorney "
    "attorney_general",
    "v": "look look_after hand give run run_across lay lie find found be leave dye die ask ask_for_it",
    "a": "bright good well large big better",
    "r": "well better fast",
}
KNOWN = {(lemma, pos) for pos, lemmas in LEMMAS.items() for lemma in lemmas.split()}
EXCEPTIONS = {
    "n": {"axes": ["ax", "axis"], "leaves": ["leaf", "leave"], "children": ["child"]},
    "v": {"gave": ["give"], "ran": ["run"], "lay": ["lie"], "found": ["find"], "dying": ["die"], "dyeing": ["dye"]},
    "a": {"better": ["good", "well"], "bigger": ["big"]},
    "r": {"better": ["well"]},
}
MORPHOLOGY = WordNetMorphology(EXCEPTIONS, lambda lemma, pos: (lemma, pos) in KNOWN)


@pytest.mark.parametrize(
    ("form", "pos", "lemmas"),
    [
        ("dog", "n", ["dog"]),
        ("dogs", "n", ["dog"]),
        ("Dogs", "n", ["dog"]),
        ("boxes", "n", ["box"]),
        ("churches", "n", ["church"]),
        ("brushes", "n", ["brush"]),
        ("fizzes", "n", ["fizz"]),
        ("buses", "n", ["bus"]),
        ("lenses", "n", ["lens"]),
        ("men", "n", ["man"]),
        ("stories", "n", ["story"]),
        ("boxesful", "n", ["boxful"]),
        ("glasses", "n", ["glasses", "glass"]),
        ("bass", "n", ["bass"]),  # what ends in ss is no plural
        ("axes", "n", ["ax", "axis"]),
        ("leaves", "n", ["leaf", "leave"]),
        ("leaves", "v", ["leave"]),
        ("handed", "v", ["hand"]),
        ("handing", "v", ["hand"]),
        ("hands", "v", ["hand"]),
        ("gave", "v", ["give"]),
        ("lay", "v", ["lay", "lie"]),
        ("found", "v", ["found", "find"]),
        ("dying", "v", ["die"]),
        ("brighter", "a", ["bright"]),
        ("brightest", "a", ["bright"]),
        ("larger", "a", ["large"]),
        ("largest", "a", ["large"]),
        ("bigger", "a", ["big"]),
        ("better", "a", ["better", "good", "well"]),
        ("better", "s", ["better", "good", "well"]),
        ("better", "r", ["better", "well"]),
        ("fasts", "r", []),  # adverbs have no rules
        ("looked_after", "v", ["look_after"]),
        ("ran_across", "v", ["run_across"]),
        ("asking_for_it", "v", ["ask_for_it"]),
        ("attorneys_general", "n", ["attorney_general"]),
        ("leaves", "", ["leaf", "leave"]),
        ("children", "n", []),  # an exception whose lemma is no entry
        ("s", "n", []),
        ("", "n", []),
        ("ed", "v", []),
        ("blorfs", "", []),
        ("dogs", "x", []),
    ],
)
def test_a_form_has_these_lemmas(form: str, pos: str, lemmas: list[str]) -> None:
    assert list(MORPHOLOGY(form, pos)) == lemmas


@pytest.mark.parametrize(
    ("form", "pos", "lemma"),
    [
        ("dogs", "n", "dog"),
        ("axes", "n", "ax"),  # the shortest of the exceptions
        ("leaves", "n", "leaf"),
        ("thieves", "n", "thief"),  # by a rule that WordNet's own program does not have
        ("us", "n", "u"),  # the shortest, though it is a word itself
        ("bass", "n", "bass"),
        ("found", "v", "find"),
        ("saw", "v", "saw"),  # as long as `see`, and first
        ("better", "a", "good"),
        ("looked", "v", "look"),
        ("catss", "n", "catss"),  # endings are taken off once
        ("Dogs", "n", "Dogs"),  # forms are looked up as they are written
        ("looked after", "v", "looked after"),
        ("blorfs", "n", "blorfs"),
        ("dogs", "r", "dogs"),
        ("", "n", ""),
    ],
)
def test_nltk_takes_the_shortest_lemma(form: str, pos: str, lemma: str) -> None:
    known = KNOWN | {("thief", "n"), ("us", "n"), ("u", "n"), ("cat", "n"), ("saw", "v"), ("see", "v")}
    exceptions = {**EXCEPTIONS, "v": {**EXCEPTIONS["v"], "saw": ["see"]}}
    assert WordNetMorphology(exceptions, lambda word, own: (word, own) in known).shortest(form, pos) == lemma


def test_phrases_keep_their_blanks() -> None:
    morphology = WordNetMorphology(EXCEPTIONS, lambda lemma, _: lemma in {"look", "look after"})
    assert morphology("looked after", "v") == ("look after",)
