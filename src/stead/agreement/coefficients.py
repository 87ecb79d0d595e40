"""Which coefficients there are."""

from stead.agreement.alpha import AlphaMultiwords, AlphaSubstitutes
from stead.agreement.answers import AnswerTable
from stead.agreement.coefficient import Coefficient
from stead.agreement.ratings import RatingTable
from stead.agreement.semdis2014 import SemdisBoth, SemdisModeAnnotators, SemdisModePropositions, SemdisSame
from stead.agreement.semeval2007 import (
    ItemsWithMode,
    ModePairwise,
    MultiwordDetection,
    MultiwordIdentificationBoth,
    MultiwordIdentificationEither,
    Pairwise,
)
from stead.agreement.tanguy2018 import DeviationMargin, MeanDeviation, Unanimous, rating_alphas

COEFFICIENTS: tuple[Coefficient[AnswerTable], ...] = (
    Pairwise(),
    ItemsWithMode(),
    ModePairwise(),
    SemdisSame(),
    SemdisBoth(),
    SemdisModeAnnotators(),
    SemdisModePropositions(),
    MultiwordDetection(),
    MultiwordIdentificationEither(),
    MultiwordIdentificationBoth(),
    AlphaSubstitutes(),
    AlphaMultiwords(),
)
"""Of annotations."""


def rating_coefficients(table: RatingTable) -> tuple[Coefficient[RatingTable], ...]:
    """Of ratings; alpha depends on their scale."""
    return (Unanimous(), MeanDeviation(), DeviationMargin(), *rating_alphas(table))
