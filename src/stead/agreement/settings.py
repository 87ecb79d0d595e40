"""Every choice that can move a figure of agreement, in one value, and the signatures that are made of it."""

from dataclasses import dataclass, field

from stead.core.parameters import VERSION, shortened, signed, signed_parts
from stead.core.source import Source
from stead.golds import AnswerRules
from stead.rules.definitions import MIN_RESPONSES
from stead.rules.matching import Rules, but_duplicates
from stead.scoring import ALL

RESAMPLES = 1000
CONFIDENCE = 0.95
_INTERVALS = ("resamples", "seed")


@dataclass(frozen=True)
class Answered:
    """What a figure is of: a signature names it beside the settings."""

    source: Source
    people: int


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How agreement is measured. Each field says how it is signed, in the order of signatures.

    `rules` say when two substitutes are the same (None for ratings, whose candidates are what they are), `max_answers`
    is how many answers of an annotator to an item are used, `policy` says how the file was read, `without` names
    annotators who are left out, `resamples` and `seed` make the intervals.
    """

    rules: Rules | None = field(
        default_factory=Rules,
        metadata=signed(
            {
                "dup": lambda own, _: own.rules and own.rules.duplicates,
                "match": lambda own, _: own.rules and but_duplicates(own.rules),
            }
        ),
    )
    max_answers: int = field(
        default=AnswerRules.max_answers,
        metadata=signed(
            {
                "max": lambda own, _: own.rules and str(own.max_answers),
                "min": lambda own, _: own.rules and str(MIN_RESPONSES),
            }
        ),
    )
    policy: str = field(
        default="repair",
        metadata=signed(
            {
                "faults": lambda own, _: own.policy,
                "from": lambda _, answered: answered.source.format,
                "annotators": lambda _, answered: str(answered.people),
            }
        ),
    )
    without: tuple[str, ...] = field(
        default=(), metadata=signed({"without": lambda own, _: ",".join(map(_harmless, sorted(own.without))) or None})
    )
    resamples: int = field(default=RESAMPLES, metadata=signed({"resamples": lambda own, _: str(own.resamples)}))
    seed: int = field(default=1, metadata=signed({"seed": lambda own, _: str(own.seed) if own.resamples else None}))


def signature(name: str, group: str, settings: Settings, source: Source, *, items: int, people: int) -> str:
    """As in `pairwise|dup:once|match:lenient|max:3|min:2|...|annotations:sha256:ab12...|v:1.0.0`."""
    parts = [name, *signed_parts(settings, Answered(source, people))]
    if group != ALL:
        parts.append(f"group:{group}")
    return "|".join([*parts, f"items:{items}", *_origin(settings, source)])


def human_signature(measure: str, settings: Settings, source: Source, *, items: int, people: int) -> str:
    """The same for the score of an annotator against the others, which has no interval."""
    parts = [measure, "gold:others", *signed_parts(settings, Answered(source, people), without=_INTERVALS)]
    return "|".join([*parts, f"items:{items}", *_origin(settings, source)])


def _harmless(name: str) -> str:
    """A name in which nothing is taken for a part of the signature."""
    return "".join(f"%{ord(char):02X}" if char in "%|," or not char.isprintable() else char for char in name)


def _origin(settings: Settings, source: Source) -> list[str]:
    kind = "ratings" if settings.rules is None else "annotations"
    return [f"{kind}:{shortened(source.sha256)}", VERSION]
