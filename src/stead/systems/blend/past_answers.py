"""What people have answered before, in the sentences a model was trained on.

Kept as weights of pairs: how many people answered a word for a target. For an item of the training data itself, the
answers of its whole document are left out, or the model would learn to look them up.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from stead.systems.blend.word_tables import Floats

Pair = tuple[str, str]
"""A target (`bright.a`) and an answer."""

_TRACE = 1e-9
"""What is left of a sum of shares when all of them are taken from it again."""


_WORDS = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*(?: [^\W\d_]+(?:['\u2019-][^\W\d_]+)*)*")
"""Letters, with apostrophes and hyphens between them: no punctuation set apart, no figures, no marks for them."""


def tidy(answer: str) -> str:
    """An answer in small letters, without what some gold standards have left in it and no run could hold."""
    return " ".join(answer.lower().replace(";", " ").split())


@dataclass(frozen=True)
class PastAnswers:
    """Weights by target and answer."""

    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        back: dict[str, dict[str, float]] = defaultdict(dict)
        for target, answers in self.weights.items():
            lemma, _, pos = target.rpartition(".")
            for answer, weight in answers.items():
                back[f"{answer}.{pos}"][lemma] = weight
        object.__setattr__(self, "_back", dict(back))

    _back: Mapping[str, Mapping[str, float]] = field(init=False, repr=False, default_factory=dict)

    @classmethod
    def of(cls, answers: Iterable[tuple[str, Mapping[str, float]]]) -> "PastAnswers":
        """From targets with their answers, sentence by sentence; what is no word is not to be answered again."""
        found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for target, own in answers:
            if _WORDS.fullmatch(target.rpartition(".")[0]):
                for answer, weight in own.items():
                    if _WORDS.fullmatch(tidy(answer)):
                        found[target][tidy(answer)] += weight
        return cls({target: dict(own) for target, own in found.items()})

    def without(self, other: "PastAnswers") -> "PastAnswers":
        """Less what another holds."""
        left = dict(self.weights)
        for target, answers in other.weights.items():
            kept = {word: weight - answers.get(word, 0.0) for word, weight in self.weights.get(target, {}).items()}
            left[target] = {word: weight for word, weight in kept.items() if weight > _TRACE}
        return PastAnswers({target: answers for target, answers in left.items() if answers})

    def answers(self, lemma: str, pos: str) -> set[str]:
        """What was answered for a target, and the targets for which it was answered."""
        target = f"{lemma}.{pos}"
        return {*self.weights.get(target, ()), *self._back.get(target, ())}

    def features(self, lemma: str, pos: str, words: Sequence[str]) -> Iterable[Floats]:
        """Weight, share of the target's, weight the other way round, common answers, weight as an answer to any."""
        target = f"{lemma}.{pos}"
        own, back = self.weights.get(target, {}), self._back.get(target, {})
        total = sum(own.values())
        rows = [
            (
                own.get(word, 0.0),
                own.get(word, 0.0) / (total + 2.0),
                back.get(word, 0.0),
                self._together(own, back, f"{word}.{pos}"),
                sum(self._back.get(f"{word}.{pos}", {}).values()),
                total,
            )
            for word in words
        ]
        return iter(np.log1p(np.array(rows, np.float32).reshape(-1, 6)).T)

    def _together(self, own: Mapping[str, float], back: Mapping[str, float], word: str) -> float:
        """How much of what was answered for one was answered for the other, in both directions."""
        forward, backward = self.weights.get(word), self._back.get(word)
        return (_common(own, forward) if forward else 0.0) + (_common(back, backward) if backward else 0.0)


def _common(some: Mapping[str, float], others: Mapping[str, float]) -> float:
    """What two lists of answers share."""
    return sum(min(weight, others[word]) for word, weight in some.items() if word in others)
