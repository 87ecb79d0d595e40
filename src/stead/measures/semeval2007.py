"""SemEval-2007 Task 10 (McCarthy and Navigli 2007, section 3): best and oot, each with its mode, and multiwords.

EVALITA 2009 (Toral 2009) uses the same best and oot. Its equations (1) and (2) lack the division by |H|w, but its
worked example, (3+2)/6 = .4166 for two answers of weight 3 and 2 out of 6, needs both divisions.
"""

import numpy as np

from stead.core.arrays import FloatArray
from stead.core.parameters import number
from stead.measures.base import ALL, Alignment, PrecisionRecall, Task, divide_or_zero, rows, truncation
from stead.rules.definitions import has_gold_multiword, has_mode

_PAPER = "McCarthy & Navigli 2007"


class Best(PrecisionRecall):
    r"""The weight of all guesses, divided by their number and by the total gold weight (equations 1 and 2).

    .. math:: best(i) = \frac{\sum_{a \in A_i} w_i(a)}{|A_i| \cdot |H_i|_w}

    `best@1` is the same of the first guess alone: what a run that was made for oot scores as best.
    """

    name = "best"
    family = "best"
    paper = f"{_PAPER}, eq. 1-2"
    rewards = "naming only the most frequent substitute; each further guess shares the credit"
    task = "best"
    ideal_size = 1

    depth: int | str = truncation()

    @property
    def run_task(self) -> Task:
        """Runs of the task best, but any if only the first guesses are looked at."""
        return self.task if self.depth == ALL else ""

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, credit."""
        answers = alignment.first_answers(self.depth)
        credit = divide_or_zero(answers.sums(), answers.sizes * alignment.gold_total)
        return rows(np.ones(len(alignment)), alignment.answered, credit)


class BestMode(PrecisionRecall):
    """1 if the first guess is the mode, over the items that have one (equations 3 and 4)."""

    name = "best-mode"
    family = "best"
    paper = f"{_PAPER}, eq. 3-4"
    rewards = "a first guess that is the one most frequent substitute"
    task = "best"
    ideal_size = 1

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted (has a mode), attempted, hit."""
        return _mode_rows(alignment, depth=1)


class Oot(PrecisionRecall):
    r"""The weight of up to ten guesses, divided by the total gold weight (equations 5 and 6).

    .. math:: oot(i) = \frac{\sum_{a \in A_i[:10]} w_i(a)}{|H_i|_w}
    """

    name = "oot"
    family = "oot"
    paper = f"{_PAPER}, eq. 5-6"
    rewards = "finding much of what people said within ten guesses; wrong guesses cost nothing"
    task = "oot"

    depth: int = number(10, "number of guesses that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, credit."""
        credit = divide_or_zero(alignment.answers.sums(self.depth), alignment.gold_total)
        return rows(np.ones(len(alignment)), alignment.answered, credit)


class OotMode(PrecisionRecall):
    """1 if the mode is among the first ten guesses, over the items that have one (equations 7 and 8)."""

    name = "oot-mode"
    family = "oot"
    paper = f"{_PAPER}, eq. 7-8"
    rewards = "having the one most frequent substitute among ten guesses"
    task = "oot"

    depth: int = number(10, "number of guesses that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted (has a mode), attempted, hit."""
        return _mode_rows(alignment, depth=self.depth)


class _Multiword(PrecisionRecall):
    """The base of both multiword measures."""

    def ideal(self, alignment: Alignment) -> Alignment:
        """Answer with the gold multiword where there is one, and with nothing elsewhere."""
        return alignment.ideal(1, has_gold_multiword(alignment.gold))


class MultiwordDetection(_Multiword):
    """1 if the system names a multiword where the annotators agree on one (equations 9 and 10).

    An item has a gold multiword if one is named more often than every other, by two annotators or more.
    """

    name = "mw-detection"
    family = "multiword"
    paper = f"{_PAPER}, eq. 9-10"
    rewards = "recognising that the target is part of a phrase"
    task = "mw"

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted (has a gold multiword), attempted (system names one), both."""
        multiword = has_gold_multiword(alignment.gold)
        return rows(multiword, alignment.answered, multiword & alignment.answered)


class MultiwordIdentification(_Multiword):
    """1 if the multiword that the system names is the gold one (equations 11 and 12)."""

    name = "mw-identification"
    family = "multiword"
    paper = f"{_PAPER}, eq. 11-12"
    rewards = "naming the phrase that the target is part of"
    task = "mw"

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted (has a gold multiword), attempted (system names one), correct."""
        multiword = has_gold_multiword(alignment.gold)
        correct = multiword & (alignment.first_answer == alignment.gold_max)
        return rows(multiword, alignment.answered, correct)


def _mode_rows(alignment: Alignment, depth: int) -> FloatArray:
    """Compute counted (has a mode), attempted, hit."""
    counted = has_mode(alignment.gold)  # there, an answer is the mode if and only if it has the largest weight
    return rows(counted, counted & alignment.answered, counted & alignment.finds_heaviest(depth))
