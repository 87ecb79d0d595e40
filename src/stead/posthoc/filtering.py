"""Filter ratings by rules with names and thresholds; nothing is deleted, only excluded and counted.

The rules look at sittings: what one rater did with one subset.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from statistics import fmean, median

from stead.core.errors import BadInput, UsageError
from stead.core.pool import Dispatch
from stead.core.rating import VERDICTS, Rating
from stead.core.text import tidy

Key = tuple[str, str, str]
_ACCEPTED = 2.0
_FEWEST = 10
"""Fewer ratings than this may all be equal by chance."""


def rating_value(rating: Rating) -> float:
    """The value of a rating as a number; verdicts are 0 (bad) to 2 (good)."""
    return _number(rating.value)


def with_numbers(ratings: Iterable[Rating]) -> list[Rating]:
    """Ratings with their values as numbers, for the coefficients of agreement."""
    return [
        Rating(
            lexelt=rating.lexelt,
            id=rating.id,
            candidate=rating.candidate,
            rater=rating.rater,
            value=rating_value(rating),
        )
        for rating in ratings
    ]


def _number(value: float | str) -> float:
    return float(VERDICTS.index(value)) if isinstance(value, str) else value


@dataclass
class Sitting:
    """The ratings of one rater in one subset: first ratings of candidates, repeats, and planted words."""

    rater: str
    subset: int
    ratings: list[Rating] = field(default_factory=list)
    second: list[Rating] = field(default_factory=list)
    planted: list[Rating] = field(default_factory=list)

    @property
    def everything(self) -> list[Rating]:
        """All ratings."""
        return [*self.ratings, *self.second, *self.planted]

    @property
    def size(self) -> int:
        """The number of ratings."""
        return len(self.ratings) + len(self.second) + len(self.planted)

    def complete(self, expected: int) -> float:
        """The share of the candidates shown that is rated."""
        return self.size / expected if expected else 1.0

    def straightness(self) -> float:
        """The share of the most frequent rating; 0 if there are too few ratings."""
        if len(self.ratings) < _FEWEST:
            return 0.0
        return Counter(map(rating_value, self.ratings)).most_common(1)[0][1] / len(self.ratings)

    def seconds(self) -> float | None:
        """The median time between two ratings; None if times are unknown."""
        times = sorted(time for time in map(_time, self.everything) if time is not None)
        if len(times) < _FEWEST:
            return None
        return median((later - earlier).total_seconds() for earlier, later in pairwise(times))

    def changes(self) -> list[float]:
        """The distance of each repeated rating from the first, as it was first given if the repeat has that."""
        first = {_key(rating): rating.value for rating in self.ratings}
        pairs = (
            (rating.value, first.get(_key(rating)) if rating.first is None else rating.first) for rating in self.second
        )
        return [abs(_number(again) - _number(before)) for again, before in pairs if before is not None]


def _key(rating: Rating) -> Key:
    return rating.lexelt, rating.id, tidy(rating.candidate)


def _time(rating: Rating) -> datetime | None:
    if not rating.time:
        return None
    try:
        time = datetime.fromisoformat(rating.time)
    except ValueError:
        return None
    return time.replace(tzinfo=None) - (time.utcoffset() or (time - time))


class RaterSittings:
    """All sittings; without a dispatch, each rater has one."""

    def __init__(self, dispatch: Dispatch | None, unjudged: Mapping[tuple[str, int], int] | None = None) -> None:
        self.dispatch = dispatch
        self.unjudged = unjudged or {}
        self.subset_of: dict[Key, int] = {}
        self.planted: set[Key] = set()
        self.sizes: Counter[int] = Counter()
        for screen in dispatch.screens if dispatch else ():
            self.sizes[screen.subset] += len(screen.candidates)
            for term in screen.candidates:
                self.subset_of[screen.lexelt, screen.id, tidy(term)] = screen.subset
            self.planted.update((screen.lexelt, screen.id, tidy(term)) for term in screen.planted)
        self._sittings: dict[tuple[str, int], Sitting] = {}

    @classmethod
    def of(
        cls,
        ratings: Sequence[Rating],
        dispatch: Dispatch | None,
        unjudged: Mapping[tuple[str, int], int] | None = None,
    ) -> "RaterSittings":
        """Sort ratings into sittings; those marked as such, or second ones of the same rater, are repeats.

        `unjudged` is how many candidates of a subset a rater marked as impossible to judge: these need no rating.
        """
        sittings = cls(dispatch, unjudged)
        seen: set[tuple[str, Key]] = set()
        for rating in ratings:
            sittings._add(rating, seen)
        return sittings

    def _add(self, rating: Rating, seen: set[tuple[str, Key]]) -> None:
        key = _key(rating)
        rater_and_subset = rating.rater, self.subset_of.get(key, 0)
        sitting = self._sittings.setdefault(rater_and_subset, Sitting(*rater_and_subset))
        if key in self.planted:
            sitting.planted.append(rating)
        elif rating.first is not None or (rating.rater, key) in seen:
            sitting.second.append(rating)
        else:
            seen.add((rating.rater, key))
            sitting.ratings.append(rating)

    @cached_property
    def all(self) -> list[Sitting]:
        """The sittings, in the order of their first rating."""
        return list(self._sittings.values())

    def expected(self, sitting: Sitting) -> int:
        """The number of ratings of a complete sitting; 0 if unknown."""
        return max(0, self.sizes[sitting.subset] - self.unjudged.get((sitting.rater, sitting.subset), 0))

    def obstacle(self, rule: str) -> str:
        """Why a rule cannot be applied, or an empty string."""
        if rule in {"unknown", "incomplete", "planted"} and self.dispatch is None:
            return "the dispatch is not given (`dispatch`)"
        if rule == "planted" and not self.planted:
            return "nothing is planted"
        if rule == "repeats" and not any(sitting.second for sitting in self.all):
            return "nothing was rated twice"
        if rule == "fast" and not any(rating.time for sitting in self.all for rating in sitting.ratings):
            return "the ratings have no times"
        return ""

    def of_raters(self, rule: str, least: int) -> dict[str, float]:
        """The mean change of repeats, or the share of planted words accepted, of raters with enough of them."""
        values: dict[str, list[float]] = {}
        for sitting in self.all:
            values_of_sitting = (
                sitting.changes() if rule == "repeats" else [_accepted(rating) for rating in sitting.planted]
            )
            values.setdefault(sitting.rater, []).extend(values_of_sitting)
        return {
            rater: fmean(values_of_sitting)
            for rater, values_of_sitting in values.items()
            if len(values_of_sitting) >= least
        }

    def unknown(self) -> int:
        """The number of ratings of candidates that were not dispatched."""
        return sum(sitting.size for sitting in self.all if not sitting.subset) if self.dispatch else 0

    def short(self, kept: Sequence[Rating]) -> dict[int, int]:
        """The candidates with fewer ratings than wanted: how many have which number."""
        if self.dispatch is None:
            return {}
        counts = Counter(map(_key, kept))
        wanted = [key for key in self.subset_of if key not in self.planted]
        numbers = Counter(counts[key] for key in wanted if counts[key] < self.dispatch.least)
        return dict(sorted(numbers.items()))


def _accepted(rating: Rating) -> float:
    return float(rating_value(rating) >= _ACCEPTED)


_FEWEST_CONTROLS = 3
"""Raters with fewer repeats or planted words than this are not judged by them."""


_HIGHEST = {"unknown": 1e9, "incomplete": 1.0, "repeats": 3.0, "planted": 1.0, "straight": 1.0, "fast": 3600.0}
"""The highest threshold of each rule."""


@dataclass(frozen=True, kw_only=True)
class FilterRules:
    """The thresholds of the rules; None turns a rule off."""

    unknown: float | None = 0
    incomplete: float | None = 1.0
    repeats: float | None = 1.0
    planted: float | None = 1 / 3
    straight: float | None = 0.98
    fast: float | None = 1.0

    def __post_init__(self) -> None:
        for name, most in _HIGHEST.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= most:
                raise UsageError(f"{name} is a number from 0 to {most:g}, or none, not {value!r}.", parameter=name)


RULES = {
    "unknown": "ratings of what was not dispatched, of a rater with more of them than this",
    "incomplete": "a sitting with less than this share of its candidates rated",
    "repeats": "a rater whose repeated ratings differ by more than this on average",
    "planted": "a rater who accepts more than this share of the planted words (a rating of 2 or more, or good)",
    "straight": "a sitting of which this share or more is the same rating",
    "fast": "a sitting with fewer seconds than this between two ratings (median)",
}
"""The rules, and what each excludes."""


@dataclass(frozen=True, kw_only=True)
class RuleReport:
    """What one rule excluded.

    `excluded` counts the ratings that this rule is the first to exclude, `alone` all that it excludes, `sittings` and
    `raters` whose ratings these are. `reason` is why it could not be applied, if so.
    """

    rule: str
    threshold: float | None
    raters: tuple[str, ...] = ()
    sittings: int = 0
    excluded: int = 0
    alone: int = 0
    reason: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Filtered:
    """The ratings that are used, and those that are excluded, each with the first rule that excludes it.

    `set_aside` are the first ratings of candidates among the excluded ones. `unknown` counts ratings of candidates that
    were not dispatched, `short` candidates by number of ratings, where these are fewer than wanted. `controls` are the
    ratings of repeats and planted words by raters whose ratings are used: they are about the rater, not the candidate.
    """

    kept: list[Rating]
    set_aside: list[Rating]
    excluded: list[tuple[Rating, str]]
    controls: list[Rating]
    rules: tuple[RuleReport, ...]
    sittings: int
    raters: int
    unknown: int
    short: dict[int, int] = field(default_factory=dict)

    @property
    def everything(self) -> list[Rating]:
        """The first ratings of candidates, used or not: those without the filter."""
        return [*self.kept, *self.set_aside]


def filter_ratings(
    ratings: Sequence[Rating],
    dispatch: Dispatch | None,
    rules: FilterRules,
    unjudged: Mapping[tuple[str, int], int] | None = None,
) -> Filtered:
    """Apply all rules; `unjudged`, by rater and subset, counts candidates marked as impossible to judge."""
    if not ratings:
        raise BadInput("there are no ratings to filter.")
    sittings = RaterSittings.of(ratings, dispatch, unjudged)
    excluded: dict[str, set[int]] = {}
    reports = []
    for name in RULES:
        threshold = getattr(rules, name)
        reason = "not asked for" if threshold is None else sittings.obstacle(name)
        excluded[name] = set() if reason or threshold is None else set(_excluded_sittings(name, threshold, sittings))
        reports.append((name, threshold, reason))
    first = _first_rule(sittings, excluded)
    completed = tuple(
        _complete_report(RuleReport(rule=name, threshold=threshold, reason=reason), sittings, excluded[name], first)
        for name, threshold, reason in reports
    )
    return _divide_ratings(sittings, first, completed)


def _excluded_sittings(name: str, threshold: float, sittings: RaterSittings) -> Iterator[int]:
    """The sittings that a rule excludes; a rule about raters excludes all sittings of a rater."""
    if name in {"repeats", "planted"}:
        bad = {rater for rater, value in sittings.of_raters(name, _FEWEST_CONTROLS).items() if value > threshold}
        yield from (number for number, sitting in enumerate(sittings.all) if sitting.rater in bad)
        return
    for number, sitting in enumerate(sittings.all):
        if _excludes(name, threshold, sitting, sittings):
            yield number


def _excludes(name: str, threshold: float, sitting: Sitting, sittings: RaterSittings) -> bool:
    if name == "unknown":
        return not sitting.subset and sitting.size > threshold
    if name == "incomplete":
        return sitting.complete(sittings.expected(sitting)) < threshold
    if name == "straight":
        return sitting.straightness() >= threshold
    seconds = sitting.seconds()
    return seconds is not None and seconds < threshold


def _first_rule(sittings: RaterSittings, excluded: dict[str, set[int]]) -> list[str]:
    """The first rule that excludes each sitting, or an empty string."""
    return [
        next((name for name, sittings_of_rule in excluded.items() if number in sittings_of_rule), "")
        for number in range(len(sittings.all))
    ]


def _complete_report(report: RuleReport, sittings: RaterSittings, excluded: set[int], first: list[str]) -> RuleReport:
    numbers = sorted(excluded)
    return replace(
        report,
        raters=tuple(dict.fromkeys(sittings.all[number].rater for number in numbers)),
        sittings=len(numbers),
        excluded=sum(sittings.all[number].size for number in numbers if first[number] == report.rule),
        alone=sum(sittings.all[number].size for number in numbers),
    )


def _divide_ratings(sittings: RaterSittings, first: list[str], rules: tuple[RuleReport, ...]) -> Filtered:
    kept: list[Rating] = []
    set_aside: list[Rating] = []
    excluded: list[tuple[Rating, str]] = []
    controls: list[Rating] = []
    for sitting, rule in zip(sittings.all, first, strict=True):
        if rule:
            excluded += [(rating, rule) for rating in sitting.everything]
            set_aside += sitting.ratings
        else:
            kept += sitting.ratings
            controls += [*sitting.second, *sitting.planted]
    raters = len({sitting.rater for sitting in sittings.all})
    return Filtered(
        kept=kept,
        set_aside=set_aside,
        excluded=excluded,
        controls=controls,
        rules=rules,
        sittings=len(sittings.all),
        raters=raters,
        unknown=sittings.unknown(),
        short=sittings.short(kept),
    )
