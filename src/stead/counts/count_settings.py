"""The parameters of a counted corpus."""

from dataclasses import asdict, dataclass

from stead.core.errors import UsageError
from stead.words import language_code

UNKNOWN, BEGIN, END = "<unk>", "<s>", "</s>"
SPECIAL = (UNKNOWN, BEGIN, END)
"""The special tokens of n-grams: a rare word, and the start and end of a sentence."""

CONTEXTS = ("before", "after", "sentence")
"""The roles in which the pairs of a lemma are counted: as second, as first, or as either in a sentence."""

NOTHING = -1
"""The code for no word: beyond the end of a sentence, or a word that is not counted."""

PAIR = ("lemma", "context")
"""The key columns of pairs."""

_MOST = {"window": 50, "ngrams": 5, "span": 1000}


@dataclass(frozen=True, kw_only=True)
class CountSettings:
    """The parameters that determine the tables."""

    window: int = 5
    """The largest distance, in words, of two words that are near each other."""
    ngrams: int = 3
    """The length of the longest n-grams."""
    language: str = "en"
    min_count: int = 5
    """The least number of occurrences of a word; rarer ones are `<unk>` in n-grams, and in no pair."""
    span: int = 50
    """The largest distance, in words, of a pair of words of a sentence; 0: no such pairs are counted."""
    common: float = 0.003
    """The share of all words above which a lemma (if it occurs `COMMON_COUNT` times) is in no pair of a sentence."""
    field: str = "text"
    """The field or column of the text in JSON Lines and Parquet."""

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
        """Give the parameters by name."""
        return asdict(self)


def ngram_columns(order: int) -> list[str]:
    """List the names of the columns of n-grams."""
    return [f"w{position}" for position in range(order)]


COMMON_COUNT = 1000
"""With fewer occurrences no lemma is too common: in a small corpus every word has a large share."""
