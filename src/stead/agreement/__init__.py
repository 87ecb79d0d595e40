"""Agreement of annotators and raters: the coefficients of the papers, Krippendorff's alpha, and the human ceiling."""

from stead.agreement.annotator_scores import human_scores
from stead.agreement.coefficient import Coefficient
from stead.agreement.figures import GROUPINGS, RESAMPLES, AgreementSettings
from stead.agreement.measuring import COEFFICIENTS, annotation_agreement, rating_agreement, rating_coefficients
from stead.agreement.rating_table import standard_deviations

__all__ = [
    "COEFFICIENTS",
    "GROUPINGS",
    "RESAMPLES",
    "AgreementSettings",
    "Coefficient",
    "annotation_agreement",
    "human_scores",
    "rating_agreement",
    "rating_coefficients",
    "standard_deviations",
]
