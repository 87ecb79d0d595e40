"""Make a graded gold standard from ratings: weights are means or majorities."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from numbers import Real
from typing import NamedTuple

import numpy as np

from stead.core.annotation import describe_left_out, is_machine, machines_setting, takes_machines
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Source
from stead.core.parameters import Setting, choice, declared_settings, shorten_hash, sign_procedure, validate
from stead.core.rating import MAX_RATING, VERDICTS, Rating
from stead.core.substitutes import GoldRow, GoldStandard
from stead.core.text import plural, tidy
from stead.formats import quote
from stead.golds.answer_arrays import ItemKey
from stead.golds.description import MadeGold
from stead.records.sheet import Section
from stead.rules.definitions import majorities

_MOST_SHOWN = 20
Grades = dict[tuple[str, str, str], dict[str, float]]
"""The grades of each candidate (lexelt, id, term), by rater."""


@dataclass(frozen=True)
class RatingRules:
    """How ratings are made weights.

    The mean is that of Tanguy et al. (2018). The majority is that of SemEval-2007's post hoc analysis: what more than
    half of the raters say; failing that, the lower median, so that one good and one reasonable make reasonable.
    """

    grade: str = choice(
        "mean",
        {"mean": "the mean of the ratings", "majority": "a strict majority, else the lower median"},
        "how the ratings of a candidate become its weight",
    )

    def __post_init__(self) -> None:
        validate(self)


def make_rated_gold(
    ratings: Sequence[Rating],
    source: Source,
    rules: RatingRules | None = None,
    *,
    policy: str = "repair",
    machines: str = "leave-out",
) -> MadeGold:
    """Make a graded gold: weights are the mean or the majority of ratings.

    By default it is the mean of numbers and the majority of verdicts, which weigh 0 (bad), 1 (reasonable) and 2 (good).
    Candidates that nobody accepts are in the gold with weight 0, since people judged them. The ratings of machines
    count only if `machines` is `include`.
    """
    names = [rating.rater for rating in ratings if is_machine(rating.rater)]
    included = takes_machines(machines)
    if not included:
        ratings = [rating for rating in ratings if not is_machine(rating.rater)]
    if not ratings:
        only = " by people; `machines` says whether to include those of machines" if names else " to make a gold of"
        raise BadInput(f"{source.location}: there are no ratings{only}.")
    prepared = prepare_ratings(ratings, source.location)
    in_words = prepared.in_words
    rules = rules or RatingRules("majority" if in_words else "mean")
    if in_words and rules.grade == "mean":
        raise UsageError(f"{source.location}: verdicts have a majority, but no mean (`grade='majority'`).")
    _refuse_off_scale(prepared.ratings, source)
    grades, repeats = _collect_grades(prepared.ratings, source)
    if not grades:
        raise BadInput(f"{source.location}: every candidate that was rated is blank.")
    settings = machines_setting(names) if included else []
    procedure = (*_procedure(source, rules, in_words=in_words, policy=policy), *settings)
    weights = dict(zip(grades, _weights(list(grades.values()), rules.grade), strict=True))
    counts = {
        "ratings": len(ratings),
        **({"ratings by machines": len(names)} if names else {}),
        "ratings given twice": repeats,
        "ratings of blank candidates": prepared.blank,
        "raters": len({rater for by_rater in grades.values() for rater in by_rater}),
        "items": len({key[:2] for key in weights}),
        "candidates": len(weights),
        "candidates with weight 0": sum(not weight for weight in weights.values()),
    }
    gold = GoldStandard.of(_rows(weights), Source("gold", ""), graded=True)
    return MadeGold(
        gold=gold,
        multiwords=GoldStandard.of([], Source("multiwords", "")),
        specials=(),
        left_out=(),
        changes=(),
        procedure=procedure,
        counts=counts,
        notes=(
            *(
                []
                if included or not names
                else [Caution(describe_left_out(source.location, len(names), "rating", names))]
            ),
            *prepared.notes(source.location),
            *_notes(source.location, counts),
        ),
        signature=sign_procedure("gold", procedure),
        tables=lambda: (_raters(grades), _per_candidate(grades)),
        used=lambda: [
            Rating(lexelt=lexelt, id=identifier, candidate=candidate, rater=rater, value=value)
            for (lexelt, identifier, candidate), by_rater in grades.items()
            for rater, value in by_rater.items()
        ],
    )


def _refuse_off_scale(ratings: Sequence[Rating], source: Source) -> None:
    other = next((rating for rating in ratings if not 0 <= float(rating.value) <= MAX_RATING), None)
    if other is not None:
        raise BadInput(
            f"{source.location}: {quote(other.rater)} rates {quote(other.candidate)} for {quote(other.lexelt)} "
            f"{quote(other.id)} with {other.value}; expected a number from 0 to {MAX_RATING:g}."
        )


def _collect_grades(ratings: Sequence[Rating], source: Source) -> tuple[Grades, int]:
    """Collect the grades of every candidate by rater; also returns how many ratings were repeats."""
    grades: Grades = {}
    problems: list[str] = []
    for rating in ratings:
        value = float(rating.value)
        by_rater = grades.setdefault((rating.lexelt, rating.id, rating.candidate), {})
        if by_rater.setdefault(rating.rater, value) != value:
            problems.append(
                f"{source.location}: {quote(rating.rater)} rates {quote(rating.candidate)} for {quote(rating.lexelt)} "
                f"{quote(rating.id)} twice, and otherwise the second time."
            )
    repeats = len(ratings) - sum(map(len, grades.values())) - len(problems)
    if problems:
        more = [f"and {len(problems) - _MOST_SHOWN} more."] if len(problems) > _MOST_SHOWN else []
        raise BadInput("\n".join([*problems[:_MOST_SHOWN], *more, "Nobody can know which is meant: keep one of them."]))
    return grades, repeats


def _weights(grades: Sequence[Mapping[str, float]], grade: str) -> list[float]:
    """The weight of each candidate: the mean of its grades, correctly rounded in any order of them, or the majority."""
    if grade == "mean":
        return [fsum(by_rater.values()) / len(by_rater) for by_rater in grades]
    values = np.array([value for by_rater in grades for value in by_rater.values()])
    candidates = np.repeat(np.arange(len(grades)), list(map(len, grades)))
    return list(map(float, majorities(values, candidates, len(grades))))


def _rows(weights: Mapping[tuple[str, str, str], float]) -> Iterator[GoldRow]:
    """Items in the order of their first rating; candidates by falling weight, then by character."""
    items: dict[ItemKey, list[tuple[str, float]]] = {}
    for (lexelt, identifier, candidate), weight in weights.items():
        items.setdefault((lexelt, identifier), []).append((candidate, weight))
    for item, pairs in items.items():
        yield GoldRow(*item, sorted(pairs, key=lambda pair: (-pair[1], pair[0])))


def _procedure(source: Source, rules: RatingRules, *, in_words: bool, policy: str) -> Iterator[Setting]:
    yield from declared_settings(rules, {"grade": "grade"})
    scale = ", ".join(f"{word} {weight}" for weight, word in enumerate(VERDICTS)) if in_words else "0 to 3"
    yield Setting("scale", "scale", "verdicts" if in_words else "0-3", f"what raters could say: {scale}")
    yield Setting("faults", "faults", policy, "what was done about faults of the file: repair, skip or strict")
    yield Setting("from", "format", source.format, "the format that the ratings were read from")
    yield Setting("ratings", "ratings", shorten_hash(source.sha256), "the file of ratings")


def _notes(location: str, counts: Mapping[str, int]) -> Iterator[str]:
    if counts["ratings given twice"]:
        twice = plural(counts["ratings given twice"], "rating")
        yield Caution(f"{location}: {twice} given a second time: counted once.")
    if counts["candidates with weight 0"]:
        yield (
            f"{location}: {plural(counts['candidates with weight 0'], 'candidate')} of {counts['candidates']} with "
            "weight 0: kept in the gold, without credit."
        )
    if counts["raters"] == 1:
        yield f"{location}: there is only one rater."


def _raters(grades: Grades) -> Section:
    """The number and the mean of each rater's ratings."""
    values: dict[str, list[float]] = {}
    for by_rater in grades.values():
        for rater, value in by_rater.items():
            values.setdefault(rater, []).append(value)
    rows = tuple((rater, len(given), fsum(given) / len(given)) for rater, given in sorted(values.items()))
    return Section("Ratings of each rater", ("rater", "ratings", "mean"), rows)


def _per_candidate(grades: Grades) -> Section:
    """The distribution of raters over candidates."""
    numbers, counts = np.unique([len(by_rater) for by_rater in grades.values()], return_counts=True)
    rows = tuple(zip(numbers.tolist(), counts.tolist(), strict=True))
    return Section("Raters of each candidate", ("raters", "candidates"), rows)


class PreparedRatings(NamedTuple):
    """Ratings as numbers, how many of blank candidates were left out, and whether they were verdicts."""

    ratings: list[Rating]
    blank: int
    in_words: bool

    def notes(self, location: str) -> list[str]:
        """Notes on what was left out."""
        left_out = Caution(f"{location}: {plural(self.blank, 'rating')} of blank candidates: left out.")
        return [left_out] if self.blank else []


def prepare_ratings(ratings: Sequence[Rating], location: str) -> PreparedRatings:
    """Tidy ratings, and convert verdicts to numbers: 0 (bad), 1 (reasonable), 2 (good)."""
    tidied = tidy_ratings(ratings, location)
    kept = [_with_number(rating) for rating in tidied if rating.candidate]
    return PreparedRatings(kept, len(tidied) - len(kept), any(isinstance(rating.value, str) for rating in ratings))


def tidy_ratings(ratings: Sequence[Rating], location: str) -> list[Rating]:
    """Normalise candidates and raters (NFC, whitespace); refuse ratings without a rater, and two scales."""
    _refuse_two_scales(ratings, location)
    tidied = [_tidy_rating(rating) for rating in ratings]
    nobody = next((number for number, rating in enumerate(tidied, start=1) if not rating.rater), None)
    if nobody is not None:
        raise BadInput(f"{location}, rating {nobody}: expected the name of the rater, found none.")
    return tidied


def _refuse_two_scales(ratings: Sequence[Rating], location: str) -> None:
    """Refuse verdicts among numbers, and values that are neither."""
    for rating in ratings:
        for name, value in (("value", rating.value), ("first", 0 if rating.first is None else rating.first)):
            if value not in VERDICTS and not _is_finite(value):
                raise BadInput(
                    f"{location}: {quote(rating.rater)} on {quote(rating.candidate)} in {quote(rating.lexelt)} "
                    f"{quote(rating.id)}: expected a finite number or one of {', '.join(VERDICTS)} as {name}, found "
                    f"{value!r}."
                )
    values = [value for rating in ratings for value in (rating.value, rating.first) if value is not None]
    words = sum(isinstance(value, str) for value in values)
    if 0 < words < len(values):
        raise BadInput(
            f"{location}: {plural(words, 'verdict')} ({', '.join(VERDICTS)}) and "
            f"{plural(len(values) - words, 'number')} among the ratings, which are two scales; keep each apart."
        )


def _is_finite(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def _tidy_rating(rating: Rating) -> Rating:
    candidate, rater = tidy(rating.candidate), tidy(rating.rater)
    if (candidate, rater) == (rating.candidate, rating.rater):
        return rating
    return replace(rating, candidate=candidate, rater=rater)


def _with_number(rating: Rating) -> Rating:
    return replace(rating, value=float(VERDICTS.index(rating.value))) if isinstance(rating.value, str) else rating
