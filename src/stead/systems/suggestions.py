"""What is suggested for a target: substitutes in its form, the text with each, and the evidence for each."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any, overload

from stead.core.item import Item
from stead.core.text import plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A substitute in the target's form, the text with it, its score and the evidence for it.

    - `term`: the base form, as lexicons have it.
    - `form`: the same, inflected and with capitals as the target has them.
    - `sentence`: the whole text with the form in place; it is `sentence[start:end]`.
    - `inflected`: whether it could be put into the target's form; if not, `form` is the base form, and there is no
      sentence, which would be a broken one.
    - `score`: higher is better.
    - `probability`: the score, if it is the probability that a person answers the word; else None.
    - `source`: the system or the lexicon that suggests it.
    - `sources`: the lexicons and lists that have it as a candidate.
    - `reasons`: what each signal says of the word in this sentence, as a number of its own kind
      (`docs/guides/builders.md`); they are no shares of the score.
    """

    term: str
    form: str
    sentence: str
    start: int
    end: int
    score: float
    probability: float | None = None
    source: str = ""
    sources: tuple[str, ...] = ()
    reasons: Mapping[str, float] = field(default_factory=dict)
    inflected: bool = True


@dataclass(frozen=True, kw_only=True)
class Suggestions(Sequence[Substitute]):
    """What a system suggests for a target, best first: a sequence of `Substitute`.

    - `item`: the text, the offsets of the target and its lexelt (`bright.a`); `item.id` is that of the request.
    - `system`: the signature of the system.
    - `substitutes`: the substitutes.
    - `inflected`: whether substitutes are inflected in this language; those that cannot be come last.
    - `good_from`: the lowest score before the system's cut-off; what has less is not good enough to be answered.
    - `refusal`: why the request could not be answered; empty if it was.
    - `tip`: what would give better ones, if no system was named.
    - `how_to_inflect`: the command that gets the forms of this language, if there are any and they are not here.
    - `offset`: for a target of a whole text, where `item.text`, its sentence, begins in the text.
    """

    item: Item
    system: str
    substitutes: tuple[Substitute, ...] = ()
    inflected: bool = True
    good_from: float = -inf
    refusal: str = ""
    tip: str = ""
    how_to_inflect: str = ""
    offset: int = 0

    def __len__(self) -> int:
        return len(self.substitutes)

    @overload
    def __getitem__(self, index: int) -> Substitute: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Substitute, ...]: ...

    def __getitem__(self, index: int | slice) -> Substitute | tuple[Substitute, ...]:
        return self.substitutes[index]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, as the command line logs them."""
        language = self.item.language
        notes = []
        if not self.inflected and self.substitutes:
            notes.append(
                f"substitutes are in their base form: {self.how_to_inflect or f'stead does not inflect {language}.'}"
            )
        elif not all(substitute.inflected for substitute in self.substitutes):
            notes.append(
                "substitutes marked with * are in their base form: the sentence needs another, which is not known."
            )
        return (*notes, *([self.tip] if self.tip else []))

    def records(self) -> list[dict[str, Any]]:
        """One record for each substitute, best first."""
        return [asdict(substitute) for substitute in self.substitutes]

    def record(self) -> dict[str, Any]:
        """All of it as one record, with the substitutes in a list; a refused request has its reason as `error`."""
        item = self.item
        record = {"id": item.id, "text": item.text}
        if self.refusal:
            return {**record, "error": self.refusal}
        target = {"start": item.start, "end": item.end, "lexelt": item.lexelt, "language": item.language}
        return {**record, "offset": self.offset, **target, "system": self.system, "substitutes": self.records()}

    def _summary(self) -> str:
        return f"{plural(len(self.substitutes), 'substitute')} for {self.item.target} by {self.system}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.refusal or self._summary()}>"
