"""What is counted, and how: the parameters of a model."""

from dataclasses import asdict, dataclass

from stead.core.errors import UsageError
from stead.words import language_code

UNKNOWN, BEGIN, END = "<unk>", "<s>", "</s>"
SPECIAL = (UNKNOWN, BEGIN, END)
"""What stands in n-grams beside words: any word that is too rare, and the two ends of a sentence."""

CONTEXTS = ("before", "after", "sentence")
"""What the pairs of a lemma are counted as: it is the second, the first, or either in a sentence."""

NOTHING = -1
"""Stands in tables of codes where there is no word: beyond the end of a sentence, or for one that is not counted."""

PAIR = ("lemma", "context")
"""The columns that pairs are told apart by."""

_MOST = {"window": 50, "ngrams": 5, "span": 1000}


@dataclass(frozen=True, kw_only=True)
class CountSettings:
    """The parameters that decide what is in the tables."""

    window: int = 5
    """How many words apart, at most, two words stand that are near each other."""
    ngrams: int = 3
    """The longest sequence of words that is counted."""
    language: str = "en"
    min_count: int = 5
    """How often a word must occur to have a row of its own; rarer ones are `<unk>` in n-grams, and in no pair."""
    span: int = 50
    """How many words apart, at most, two words of a sentence stand that are counted as a pair; 0: none are."""
    common: float = 0.003
    """The share of all words above which a lemma (if it occurs `COMMON_COUNT` times) is in no pair of a sentence."""
    field: str = "text"
    """Where the text is, in JSON Lines and Parquet."""

    def __post_init__(self) -> None:
        for name, most in _MOST.items():
            least = 0 if name == "span" else 1
            if not least <= getattr(self, name) <= most:
                expected = f"expected a whole number from {least} to {most}"
                raise UsageError(f"{name} is {getattr(self, name)}; {expected}.", parameter=name)
        if self.min_count < 1:
            raise UsageError(f"min_count is {self.min_count}; expected a whole number from 1.", parameter="min_count")
        if not 0 < self.common <= 1:
            raise UsageError(f"common is {self.common}; expected a share above 0 and up to 1.", parameter="common")
        object.__setattr__(self, "language", language_code(self.language))

    def record(self) -> dict[str, object]:
        """The parameters by name."""
        return asdict(self)


def ngram_columns(order: int) -> list[str]:
    """The names of the columns of an n-gram."""
    return [f"w{place}" for place in range(order)]


COMMON_COUNT = 1000
"""Below this many occurrences no lemma is too common: in a small corpus every word is a large share."""
