"""Sheets that summarise pooling, dispatching and filtering."""

from collections.abc import Iterator, Sequence
from statistics import fmean

import numpy as np

from stead.agreement import AgreementSettings, rating_agreement
from stead.core.errors import SteadError
from stead.core.faults import Source
from stead.core.pool import CandidatePool, Dispatch
from stead.core.rating import Rating
from stead.core.text import plural
from stead.posthoc.candidate_pools import Pooled
from stead.posthoc.dispatch_checks import DispatchCheck
from stead.posthoc.filtering import RULES, Filtered, rating_value, with_numbers
from stead.records.sheet import Section, Sheet, Value
from stead.scoring import ALL


def origin_counts(pool: CandidatePool) -> dict[str, int]:
    """Count candidates by origin (Tanguy et al. 2018, section 3.2)."""
    return {
        "in gold and runs": int(np.count_nonzero(pool.in_gold & pool.in_runs)),
        "gold only": int(np.count_nonzero(pool.in_gold & ~pool.in_runs)),
        "runs only": int(np.count_nonzero(~pool.in_gold)),
    }


def pool_sheet(pooled: Pooled, ruled_out: dict[str, int]) -> Sheet:
    """Summarise a pool: origins of candidates, contributions of runs, what was left out."""
    pool = pooled.pool
    sizes = pool.candidates.lists.sizes
    origins = tuple((name, number, _share(number, pool.size)) for name, number in origin_counts(pool).items())
    per_item = (("smallest", int(sizes.min())), ("median", float(np.median(sizes))), ("largest", int(sizes.max())))
    left_out = tuple((f"items: {reason}", number) for reason, number in ruled_out.items() if number)
    left_out += tuple(pooled.left_out.items())
    return Sheet(
        f"Pool of {plural(pool.size, 'candidate')} for {plural(len(pool), 'item')}",
        (
            Section("Where candidates come from", ("origin", "candidates", "%"), origins),
            Section(
                "What each run contributes",
                ("run", "kind", "candidates", "of them in the gold", "only this run", "only this run, not in the gold"),
                tuple(_contributions(pool)),
                labels=2,
            ),
            Section("Candidates of an item", ("which", "candidates"), per_item),
            Section("Left out", ("what", "number"), left_out, "" if left_out else "Nothing."),
        ),
        pool.signature,
        "stead.pool-sheet/1",
    )


def _contributions(pool: CandidatePool) -> Iterator[tuple[Value, ...]]:
    owners = pool.runs.owners
    in_gold, alone = pool.in_gold[owners], pool.run_counts[owners] == 1
    for number, source in enumerate(pool.sources):
        of_run = pool.runs.values == number
        counts = [np.count_nonzero(of_run & also) for also in (True, in_gold, alone, alone & ~in_gold)]
        yield (source.name, "baseline" if source.baseline else "run", *map(int, counts))


def _share(number: float, total: float) -> float | None:
    return round(100 * number / total, 1) if total else None


def dispatch_sheet(dispatch: Dispatch, checks: Sequence[DispatchCheck]) -> Sheet:
    """Summarise a dispatch: its subsets, and whether every constraint holds."""
    sizes = dispatch.sizes()
    controls = sum(len(screen.candidates) for screen in dispatch.screens) - sum(sizes)
    rows: tuple[tuple[Value, ...], ...] = (
        ("subsets", dispatch.subsets),
        ("candidates", sum(sizes)),
        ("candidates in the smallest", min(sizes)),
        ("candidates in the largest", max(sizes)),
        ("controls on top, in all", controls),
        ("ratings wanted of each candidate, at least", dispatch.least),
        ("ratings wanted of each candidate, at most", dispatch.most),
        ("ratings in all, at least", dispatch.least * (sum(sizes) + controls)),
    )
    constraints = tuple((check.constraint, "holds" if check.holds else "BROKEN", check.detail) for check in checks)
    return Sheet(
        plural(dispatch.subsets, "subset"),
        (
            Section("Subsets", ("what", "number"), rows),
            Section("Constraints", ("constraint", "", "detail"), constraints, labels=3),
        ),
        dispatch.signature,
        "stead.dispatch-sheet/1",
    )


def filter_sheet(filtered: Filtered, signature: str) -> Sheet:
    """Summarise a filter: what each rule excluded, and figures with and without the filter."""
    total = len(filtered.kept) + len(filtered.excluded) + len(filtered.controls)
    rows = tuple(
        (
            report.rule,
            report.threshold,
            report.reason or RULES[report.rule],
            len(report.raters),
            report.sittings,
            report.excluded,
            report.alone,
        )
        for report in filtered.rules
    )
    counts: tuple[tuple[Value, ...], ...] = (
        ("ratings", total),
        ("ratings used", len(filtered.kept)),
        ("ratings excluded", len(filtered.excluded)),
        ("controls (repeats, planted words), set aside", len(filtered.controls)),
        ("ratings of what was not dispatched", filtered.unknown),
        ("raters", filtered.raters),
        ("sittings", filtered.sittings),
        *((f"candidates with only {plural(number, 'rating')} left", count) for number, count in filtered.short.items()),
    )
    everything, kept = list(_figures(filtered.everything)), list(_figures(filtered.kept))
    compared = tuple((name, before, after) for (name, before), (_, after) in zip(everything, kept, strict=True))
    return Sheet(
        f"{len(filtered.kept)} of {plural(total, 'rating')} used",
        (
            Section("Ratings", ("what", "number"), counts),
            Section(
                "Rules",
                ("rule", "threshold", "excludes", "raters", "sittings", "excluded", "alone"),
                rows,
                "Excluded: ratings that the rule is the first to exclude; alone: all that it would exclude.",
                labels=3,
            ),
            Section("Figures with and without the filter", ("figure", "all ratings", "ratings used"), compared),
        ),
        signature,
        "stead.filter-sheet/1",
    )


_SHOWN = ("unanimous", "mean-standard-deviation", "alpha-ordinal")


def _figures(ratings: Sequence[Rating]) -> Iterator[tuple[str, Value]]:
    candidates = len({(rating.lexelt, rating.id, rating.candidate) for rating in ratings})
    yield "ratings", len(ratings)
    yield "candidates", candidates
    yield "ratings of a candidate, mean", round(len(ratings) / candidates, 3) if candidates else None
    yield "mean rating", round(fmean(rating_value(rating) for rating in ratings), 4) if ratings else None
    try:
        agreement = rating_agreement(
            with_numbers(ratings), AgreementSettings(rules=None, resamples=0), Source("ratings", "")
        )
        values = {figure.coefficient: figure.value for figure in agreement.figures if figure.group == ALL}
    except SteadError:  # nobody rated what somebody else rated
        values = {}
    for name in _SHOWN:
        value = values.get(name)
        yield name, None if value is None else round(value, 4)
