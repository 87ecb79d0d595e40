"""Every choice that can move a figure of agreement, in one value, so that none can be missing from a signature."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from stead import _version
from stead.core.source import Source
from stead.golds import AnswerRules
from stead.rules.counting import MIN_RESPONSES
from stead.rules.matching import Rules
from stead.scoring import ALL

RESAMPLES = 1000
CONFIDENCE = 0.95
_HASH_SHOWN = 12


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How agreement is measured.

    `rules` say when two substitutes are the same (None for ratings, whose candidates are what they are), `without`
    names annotators who are left out, `max_answers` is how many answers of an annotator to an item are used, `seed` and
    `resamples` make the intervals, `policy` says how the file was read.
    """

    rules: Rules | None = field(default_factory=Rules)
    without: tuple[str, ...] = ()
    max_answers: int = AnswerRules.max_answers
    seed: int = 1
    resamples: int = RESAMPLES
    policy: str = "repair"


def signature(name: str, group: str, settings: Settings, source: Source, *, items: int, people: int) -> str:
    """As in `pairwise|dup:once|match:lenient|max:3|min:2|...|annotations:sha256:ab12...|v:1.0.0`."""
    intervals = [f"resamples:{settings.resamples}", f"seed:{settings.seed}"] if settings.resamples else ["resamples:0"]
    parts = [name, *_reading(settings, source), f"annotators:{people}", *_without(settings), *intervals]
    if group != ALL:
        parts.append(f"group:{group}")
    return "|".join([*parts, f"items:{items}", *_origin(settings, source)])


def human_signature(measure: str, settings: Settings, source: Source, *, items: int, people: int) -> str:
    """The same for the score of an annotator against the others."""
    parts = [measure, "gold:others", *_reading(settings, source), f"annotators:{people}", *_without(settings)]
    return "|".join([*parts, f"items:{items}", *_origin(settings, source)])


@lru_cache(maxsize=8)
def _reading(settings: Settings, source: Source) -> tuple[str, ...]:
    """How the data was read and compared; the same for every figure of a result."""
    read = (f"faults:{settings.policy}", f"from:{source.format}")
    if settings.rules is None:
        return read
    match = replace(settings.rules, duplicates=Rules().duplicates)
    return (
        f"dup:{settings.rules.duplicates}",
        f"match:{match}",
        f"max:{settings.max_answers}",
        f"min:{MIN_RESPONSES}",
        *read,
    )


def _without(settings: Settings) -> list[str]:
    return [f"without:{','.join(map(_harmless, sorted(settings.without)))}"] if settings.without else []


def _harmless(name: str) -> str:
    """A name in which nothing is taken for a part of the signature."""
    return "".join(f"%{ord(char):02X}" if char in "%|," or not char.isprintable() else char for char in name)


def _origin(settings: Settings, source: Source) -> list[str]:
    kind = "ratings" if settings.rules is None else "annotations"
    return [f"{kind}:sha256:{source.sha256[:_HASH_SHOWN]}", f"v:{_version.__version__}"]
