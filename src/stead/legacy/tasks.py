"""Where the tasks best and oot (out of ten) differ."""

from typing import ClassVar, Protocol

from stead.legacy.gold import GoldItem
from stead.legacy.printing import number
from stead.legacy.reading import Task

OOT_LIMIT = 10


class SubstituteTask(Protocol):
    """What the scoring loop asks of a task."""

    name: ClassVar[Task]
    separator: ClassVar[str]
    mode_label: ClassVar[str]
    warns_of_duplicates: ClassVar[bool]

    def keep(self, guesses: list[str]) -> list[str]:
        """The guesses that are looked at."""

    def score(self, credit: float, guesses: list[str]) -> float:
        """What an item's credit adds to the run's."""

    def finds_mode(self, mode: str, guesses: list[str]) -> bool:
        """Whether the guesses hit the mode."""

    def mode_verdict(self, mode: str, guesses: list[str]) -> str:
        """The verbose words on the mode."""

    def credit_verdict(self, credit: float, guesses: list[str], item: GoldItem) -> str:
        """The verbose words on the credit."""


class Best:
    """All guesses share the credit; the first one is compared with the mode."""

    name: ClassVar[Task] = "best"
    separator: ClassVar[str] = "::"
    mode_label: ClassVar[str] = "Mode "
    warns_of_duplicates: ClassVar[bool] = False

    def keep(self, guesses: list[str]) -> list[str]:
        """All of them: best has no limit."""
        return guesses

    def score(self, credit: float, guesses: list[str]) -> float:
        """The credit divided by the number of guesses; quirk: empty and repeated ones are counted."""
        return credit / len(guesses)

    def finds_mode(self, mode: str, guesses: list[str]) -> bool:
        """Whether the first guess is the mode."""
        return guesses[0] == mode

    def mode_verdict(self, mode: str, guesses: list[str]) -> str:
        """Quirk: two blanks before "correct", one before "wrong"."""
        verdict = " correct" if self.finds_mode(mode, guesses) else "wrong"
        return f"mode '{mode}' : system '{guesses[0]}' {verdict}"

    def credit_verdict(self, credit: float, guesses: list[str], item: GoldItem) -> str:
        """Quirk: "score is" shows the credit before it is divided by the number of guesses."""
        counts = f"guesses {len(guesses)} human responses {item.responses}"
        return f"credit {number(credit)} {counts}: score is {number(credit)}"


class Oot:
    """The first ten guesses each earn their own credit; the mode may be any of them."""

    name: ClassVar[Task] = "oot"
    separator: ClassVar[str] = ":::"
    mode_label: ClassVar[str] = ""
    warns_of_duplicates: ClassVar[bool] = True

    def keep(self, guesses: list[str]) -> list[str]:
        """Quirk: the first ten as they stand, repeated and empty ones included."""
        return guesses[:OOT_LIMIT]

    def score(self, credit: float, guesses: list[str]) -> float:  # noqa: ARG002 - best needs the guesses
        """The whole credit."""
        return credit

    def finds_mode(self, mode: str, guesses: list[str]) -> bool:
        """Whether the mode is among the guesses."""
        return mode in guesses

    def mode_verdict(self, mode: str, guesses: list[str]) -> str:
        """Quirk: two blanks after the mode."""
        verdict = "found in guesses" if self.finds_mode(mode, guesses) else "not found"
        return f"mode '{mode}'  {verdict}"

    def credit_verdict(self, credit: float, guesses: list[str], item: GoldItem) -> str:  # noqa: ARG002
        """The credit, twice."""
        return f"credit {number(credit)} human responses {item.responses}: score is {number(credit)}"
