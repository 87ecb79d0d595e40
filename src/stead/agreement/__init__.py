"""Agreement of annotators and raters: the papers' own coefficients, Krippendorff's alpha, and the human ceiling."""

from stead.agreement.coefficient import Coefficient
from stead.agreement.coefficients import COEFFICIENTS, rating_coefficients
from stead.agreement.grouping import DIVISIONS
from stead.agreement.humans import human_scores
from stead.agreement.measuring import annotation_agreement, rating_agreement
from stead.agreement.ratings import standard_deviations
from stead.agreement.settings import RESAMPLES, Settings

__all__ = [
    "COEFFICIENTS",
    "DIVISIONS",
    "RESAMPLES",
    "Coefficient",
    "Settings",
    "annotation_agreement",
    "human_scores",
    "rating_agreement",
    "rating_coefficients",
    "standard_deviations",
]
