"""Which ratings are used: rules with names and thresholds; nothing is deleted, only excluded and counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from stead.core.errors import BadInput, UsageError
from stead.core.pool import Dispatch
from stead.core.rating import Rating
from stead.posthoc.sittings import Sitting, Sittings

_FEWEST_CONTROLS = 3
"""Nobody is judged by fewer repeats or planted words than this."""


_HIGHEST = {"unknown": 1e9, "incomplete": 1.0, "repeats": 3.0, "planted": 1.0, "straight": 1.0, "fast": 3600.0}
"""No threshold of a rule is higher."""


@dataclass(frozen=True, kw_only=True)
class FilterRules:
    """The thresholds; None leaves a rule out."""

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
                raise UsageError(f"the threshold of {name!r} is a number from 0 to {most:g}, or none; not {value!r}.")


RULES = {
    "unknown": "ratings of what was not dispatched, of a rater with more of them than this",
    "incomplete": "a sitting with less than this share of its candidates rated",
    "repeats": "a rater whose repeated ratings differ by more than this on average",
    "planted": "a rater who accepts more than this share of the planted words (a rating of 2 or more, or good)",
    "straight": "a sitting of which this share or more is one and the same rating",
    "fast": "a sitting with fewer seconds than this between two ratings (median)",
}
"""Each rule, and what it excludes."""


@dataclass(frozen=True, kw_only=True)
class RuleReport:
    """What one rule did: `excluded` counts ratings that this rule is the first to exclude, `alone` all that it would.

    `sittings` and `raters` count whom it struck. `reason` says why it could not be applied, if it could not.
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
    """Ratings that are used, and those that are not, with the rule that excluded each first.

    `set_aside` are the first ratings of candidates among those that are not used. `unknown` counts ratings of what was
    not dispatched, `short` candidates by how many ratings they have left, where those are fewer than wanted. `controls`
    are the second ratings of repeats, and the ratings of planted words, of those whose ratings are used: they are
    about the rater, not about the candidate.
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
        """First ratings of candidates, used or not: what there would be without the filter."""
        return [*self.kept, *self.set_aside]


def filter_ratings(
    ratings: Sequence[Rating],
    dispatch: Dispatch | None,
    rules: FilterRules,
    unjudged: Mapping[tuple[str, int], int] | None = None,
) -> Filtered:
    """Apply every rule to everybody; `unjudged` by rater and subset is how often somebody could not judge."""
    if not ratings:
        raise BadInput("there are no ratings to filter.")
    sittings = Sittings.of(ratings, dispatch, unjudged)
    struck: dict[str, set[int]] = {}
    reports = []
    for name in RULES:
        threshold = getattr(rules, name)
        reason = "not asked for" if threshold is None else sittings.obstacle(name)
        struck[name] = set() if reason or threshold is None else set(_struck(name, threshold, sittings))
        reports.append((name, threshold, reason))
    first = _first_rule(sittings, struck)
    told = tuple(
        _report(RuleReport(rule=name, threshold=threshold, reason=reason), sittings, struck[name], first)
        for name, threshold, reason in reports
    )
    return _filtered(sittings, first, told)


def _struck(name: str, threshold: float, sittings: Sittings) -> Iterator[int]:
    """The sittings that a rule excludes; a rule about raters excludes all of theirs."""
    if name in {"repeats", "planted"}:
        bad = {rater for rater, value in sittings.of_raters(name, _FEWEST_CONTROLS).items() if value > threshold}
        yield from (number for number, sitting in enumerate(sittings.all) if sitting.rater in bad)
        return
    for number, sitting in enumerate(sittings.all):
        if _strikes(name, threshold, sitting, sittings):
            yield number


def _strikes(name: str, threshold: float, sitting: Sitting, sittings: Sittings) -> bool:
    if name == "unknown":
        return not sitting.subset and sitting.size > threshold
    if name == "incomplete":
        return sitting.complete(sittings.expected(sitting)) < threshold
    if name == "straight":
        return sitting.straightness() >= threshold
    seconds = sitting.seconds()
    return seconds is not None and seconds < threshold


def _first_rule(sittings: Sittings, struck: dict[str, set[int]]) -> list[str]:
    """The first rule that excludes each sitting, or nothing."""
    return [next((name for name, own in struck.items() if number in own), "") for number in range(len(sittings.all))]


def _report(report: RuleReport, sittings: Sittings, struck: set[int], first: list[str]) -> RuleReport:
    own = sorted(struck)
    return replace(
        report,
        raters=tuple(dict.fromkeys(sittings.all[number].rater for number in own)),
        sittings=len(own),
        excluded=sum(sittings.all[number].size for number in own if first[number] == report.rule),
        alone=sum(sittings.all[number].size for number in own),
    )


def _filtered(sittings: Sittings, first: list[str], rules: tuple[RuleReport, ...]) -> Filtered:
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
