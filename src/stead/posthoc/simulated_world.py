"""A simulated language in which it is known how well every word fits every sentence.

Each target has senses, and words that belong to one of them; a word fits a sentence well if the sentence has that
sense. Its fitness is a number on the scale of the raters, from far below 0 (nobody would accept it) to above 3. The
truth about a candidate is its expected rating.
"""

from dataclasses import dataclass
from functools import cached_property
from math import hypot
from statistics import NormalDist

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Ragged, TermLists
from stead.core.errors import UsageError
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.random_streams import Purpose, stream
from stead.core.rating import MAX_RATING
from stead.core.substitutes import GoldStandard
from stead.core.text import plural


@dataclass(frozen=True, kw_only=True)
class Design:
    """How large a campaign is; the default is the size of SemDis 2014, with the five annotators of SemEval-2007."""

    targets: int = 30
    sentences: int = 10
    annotators: int = 5
    runs: int = 9
    raters: int = 40
    bad_raters: int = 0
    size: int = 150
    least: int = 3
    most: int = 7
    repeats: int = 0
    planted: int = 0
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least, most in _LIMITS:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise UsageError(f"{name} is a whole number from {least} to {most}, not {value!r}.", parameter=name)
        if self.raters - self.bad_raters < self.most:
            raise UsageError(
                f"raters: {plural(self.raters, 'rater')}, {self.bad_raters} of them bad, cannot give "
                f"{plural(self.most, 'honest rating')} to a candidate; ask for more raters, or for fewer ratings.",
                parameter="raters",
            )
        if self.least > self.most:
            raise UsageError(
                f"least is the fewest ratings, and not more than the most, {self.most}; not {self.least}.",
                parameter="least",
            )

    @property
    def items(self) -> int:
        """The number of sentences."""
        return self.targets * self.sentences


_LIMITS = (
    ("targets", 1, 10_000),
    ("sentences", 1, 1_000),
    ("annotators", 1, 100),
    ("runs", 1, 100),
    ("raters", 1, 10_000),
    ("bad_raters", 0, 10_000),
    ("size", 1, 1_000_000),
    ("least", 1, 100),
    ("most", 1, 100),
    ("repeats", 0, 1000),
    ("planted", 0, 1000),
    ("seed", 0, 2**63 - 1),
)


@dataclass(frozen=True, kw_only=True)
class Nature:
    """The parameters of people, words and systems.

    They are calibrated so that a campaign of the default design has the published figures: pairwise agreement 27.75 %,
    a mode on 73.93 % of the items (McCarthy & Navigli 2007), unanimous ratings .56, mean standard deviation .38 (Tanguy
    et al. 2018).
    """

    words: int = 100
    senses: int = 3
    fitting: float = 0.62
    unfitting: float = -3.4
    spread_of_words: float = 0.73
    spread_in_sentences: float = 0.88
    salience: float = 2.2
    commonness: float = 0.44
    verbosity: float = 0.48
    nil: float = 0.02
    name: float = 0.01
    multiword: float = 0.03
    unknown_to_systems: float = 0.25
    lowest_quality: float = 0.19
    highest_quality: float = 0.46
    mistakes: float = 1.9
    leniency: float = 0.14
    hesitation: float = 1.15
    constancy: float = 0.9
    seconds: float = 4.0


class World:
    """The words of every target, and how well each fits each sentence."""

    def __init__(self, design: Design, nature: Nature) -> None:
        self.design, self.nature = design, nature
        chance = stream(design.seed, Purpose.WORLD)
        shape = (design.targets, nature.words)
        word_senses = chance.integers(0, nature.senses, size=shape)
        self.senses: IntArray = chance.integers(0, nature.senses, size=(design.targets, design.sentences))
        quality = chance.normal(0, nature.spread_of_words, size=shape)
        self.log_frequency: FloatArray = chance.normal(0, 1, size=shape)
        self.known: BoolArray = chance.random(shape) >= nature.unknown_to_systems
        in_sentence = chance.normal(0, nature.spread_in_sentences, size=(*shape[:1], design.sentences, nature.words))
        fits = word_senses[:, None, :] == self.senses[:, :, None]
        fitness = np.where(fits, nature.fitting, nature.unfitting) + quality[:, None, :] + in_sentence
        self.fitness: FloatArray = fitness.reshape(design.items, nature.words)

    @cached_property
    def targets(self) -> IntArray:
        """The target of each sentence."""
        return np.repeat(np.arange(self.design.targets), self.design.sentences)

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each target, all different."""
        size = self.nature.words + 1
        return [
            [made_up_word(target * size + number) for number in range(1, size)] for target in range(len(self.senses))
        ]

    @cached_property
    def word_numbers(self) -> dict[str, dict[str, int]]:
        """The numbers of the words of each lexelt."""
        return {
            lexelt: {word: number for number, word in enumerate(words)}
            for lexelt, words in zip(self.lexelts, self.words, strict=True)
        }

    @cached_property
    def lexelts(self) -> list[str]:
        """The lexelt of each target."""
        size = self.nature.words + 1
        return [f"{made_up_word(target * size)}.{'nvar'[target % 4]}" for target in range(len(self.senses))]

    @cached_property
    def items(self) -> list[Item]:
        """The items; each sentence names its sense in brackets."""
        items = []
        for number, (target, sense) in enumerate(zip(self.targets.tolist(), self.senses.ravel().tolist(), strict=True)):
            lexelt = self.lexelts[target]
            word = lexelt.partition(".")[0]
            before = _BEGINNINGS[number % len(_BEGINNINGS)]
            text = f"{before}{word}{_ENDINGS[(number // 3) % len(_ENDINGS)]} (sense {sense + 1})."
            items.append(
                Item(
                    id=str(number + 1),
                    lexelt=lexelt,
                    text=text,
                    start=len(before),
                    end=len(before) + len(word),
                    language="en",
                )
            )
        return items

    @cached_property
    def frequencies(self) -> dict[str, float]:
        """Occurrences per million words."""
        values = np.exp(1.5 * self.log_frequency + 2).round(3)
        return {
            word: value
            for words, frequencies in zip(self.words, values.tolist(), strict=True)
            for word, value in zip(words, frequencies, strict=True)
        }

    @cached_property
    def expected_rating(self) -> FloatArray:
        """The truth: the expected rating of each word in each sentence, from 0 to 3."""
        spread = hypot(self.nature.hesitation, self.nature.leniency)
        steps = np.arange(1, int(MAX_RATING) + 1) - 0.5
        above = np.vectorize(NormalDist(0, spread).cdf)  # the chance that a rating is at or above a step
        ratings: FloatArray = sum(above(self.fitness - step) for step in steps)
        return ratings

    def truth(self) -> GoldStandard:
        """The expected ratings of all words as a graded gold standard."""
        words = self.nature.words
        vocabulary = [word for words_of_target in self.words for word in words_of_target]
        codes = self.targets[:, None] * words + np.arange(words)
        return GoldStandard(
            lexelts=[self.lexelts[target] for target in self.targets.tolist()],
            ids=[item.id for item in self.items],
            substitutes=TermLists(vocabulary, Ragged(codes.ravel(), np.arange(0, codes.size + 1, words))),
            weights=self.expected_rating.ravel().round(6),
            names=np.zeros(self.design.items),
            graded=True,
            source=Source("truth", f"simulated:{self.design.seed}", "simulation"),
        )


_BEGINNINGS = ("They spoke of the ", "Nobody could explain why the ", "In the end it was the ", "She wrote about the ")
_ENDINGS = (" for a long time", " as if nothing had happened", " that we had seen before", " in a low voice")
_ONSETS = [*"bdfgklmnprstvz", "bl", "br", "dr", "fl", "gr", "kl", "pr", "st", "tr"]
_VOWELS = [*"aeiou", "ai", "ou"]
_SYLLABLES = [onset + vowel for onset in _ONSETS for vowel in _VOWELS]


def made_up_word(number: int) -> str:
    """Make a pronounceable word; each number has its own, and those of adjacent numbers differ."""
    base = len(_SYLLABLES)
    scattered = number * 7919 % base**3 if number < base**3 else number
    syllables = []
    for _ in range(3):
        scattered, syllable = divmod(scattered, base)
        syllables.append(_SYLLABLES[syllable])
    return "".join(syllables) + (str(scattered) if scattered else "")
