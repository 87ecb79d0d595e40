"""A system of your own: synonyms from a small table, those that rhyme with the target first."""

from dataclasses import dataclass

from stead.systems import Suggestion, System

SYNONYMS = {
    "bright": ["light", "clever", "sunny", "vivid"],
    "hold": ["keep", "contain", "grip", "fold"],
    "note": ["letter", "tone", "message", "quote"],
}


@dataclass(frozen=True)
class Mine(System):
    """Words of the table, with 1 for a rhyme and 0.5 for the others."""

    name = "mine"
    paper = "none"
    about = "rhyming synonyms first"
    threshold = 0.0

    def suggest(self, item):
        """All candidates, best first."""
        lemma = item.lexelt.partition(".")[0]
        candidates = [Suggestion(word, 1.0 if word[-3:] == lemma[-3:] else 0.5) for word in SYNONYMS.get(lemma, [])]
        return sorted(candidates, key=lambda candidate: -candidate.score)

    def signature(self):
        """What its answers depend on."""
        return str(self)
