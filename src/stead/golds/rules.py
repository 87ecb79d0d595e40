"""How a gold standard is made: one immutable value for answers and one for ratings, parameter by parameter."""

from dataclasses import dataclass

from stead.core.parameters import choice, number, validate
from stead.rules.definitions import MIN_RESPONSES


@dataclass(frozen=True)
class AnswerRules:
    """How answers are counted.

    The defaults are those of SemEval-2007: up to three answers, all equally good; the weight of a substitute is the
    number of annotators who gave it; an item needs "2 or more responses (non NIL or NAME)".
    """

    max_answers: int = number(3, "how many answers of an annotator to an item are used, the first ones", most=20)
    min_responses: int = number(MIN_RESPONSES, "how many usable answers, of all annotators together, an item needs")
    weights: str = choice(
        "counts",
        {"counts": "an annotator gives 1 to each answer", "shares": "an annotator shares 1 among all answers"},
        "what an answer adds to the weight of a substitute",
    )

    def __post_init__(self) -> None:
        validate(self)


@dataclass(frozen=True)
class RatingRules:
    """How ratings become weights.

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
