"""Ratings made ready to be counted or compared: one way of writing candidates, one scale."""

import math
from collections.abc import Sequence
from dataclasses import replace
from numbers import Real
from typing import NamedTuple

from stead.core.errors import BadInput
from stead.core.faults import Caution
from stead.core.rating import VERDICTS, Rating
from stead.core.text import plural, tidy
from stead.formats import quote


class Prepared(NamedTuple):
    """Ratings in numbers, how many of blank candidates were left out, and whether they were verdicts."""

    ratings: list[Rating]
    blank: int
    in_words: bool

    def notes(self, place: str) -> list[str]:
        """What a person should know."""
        left_out = Caution(f"{place}: {plural(self.blank, 'rating')} of blank candidates: left out.")
        return [left_out] if self.blank else []


def prepared_ratings(ratings: Sequence[Rating], place: str) -> Prepared:
    """Candidates and raters in NFC without needless blanks; verdicts as 0 (bad), 1 (reasonable) and 2 (good)."""
    tidied = tidied_ratings(ratings, place)
    kept = [_in_numbers(rating) for rating in tidied if rating.candidate]
    return Prepared(kept, len(tidied) - len(kept), any(isinstance(rating.value, str) for rating in ratings))


def tidied_ratings(ratings: Sequence[Rating], place: str) -> list[Rating]:
    """Candidates and raters in NFC without needless blanks; ratings of nobody are refused, and two scales."""
    _refuse_two_scales(ratings, place)
    tidied = [_tidied(rating) for rating in ratings]
    nobody = next((number for number, rating in enumerate(tidied, start=1) if not rating.rater), None)
    if nobody is not None:
        raise BadInput(f"{place}, rating {nobody}: expected the name of the rater, found none.")
    return tidied


def _refuse_two_scales(ratings: Sequence[Rating], place: str) -> None:
    """Refuse verdicts among numbers, and what is neither word nor number."""
    for rating in ratings:
        for name, value in (("value", rating.value), ("first", 0 if rating.first is None else rating.first)):
            if value not in VERDICTS and not _is_finite(value):
                raise BadInput(
                    f"{place}: {quote(rating.rater)} on {quote(rating.candidate)} in {quote(rating.lexelt)} "
                    f"{quote(rating.id)}: expected a finite number or one of {', '.join(VERDICTS)} as {name}, found "
                    f"{value!r}."
                )
    values = [value for rating in ratings for value in (rating.value, rating.first) if value is not None]
    words = sum(isinstance(value, str) for value in values)
    if 0 < words < len(values):
        raise BadInput(
            f"{place}: {plural(words, 'verdict')} ({', '.join(VERDICTS)}) and "
            f"{plural(len(values) - words, 'number')} among the ratings, which are two scales; keep each apart."
        )


def _is_finite(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def _tidied(rating: Rating) -> Rating:
    candidate, rater = tidy(rating.candidate), tidy(rating.rater)
    if (candidate, rater) == (rating.candidate, rating.rater):
        return rating
    return replace(rating, candidate=candidate, rater=rater)


def _in_numbers(rating: Rating) -> Rating:
    return replace(rating, value=float(VERDICTS.index(rating.value))) if isinstance(rating.value, str) else rating
