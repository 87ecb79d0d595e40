"""Examples for the tests of measures: single items, judged golds and scored runs."""

from collections.abc import Mapping, Sequence

from stead import GoldStandard, Run, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, RunRow
from stead.reporting.score_tables import item_records
from tests.scoring.figures import Figures

Gold = Mapping[str, float]

RUNNING_EXAMPLE: Gold = {"glad": 3, "merry": 3, "sunny": 2, "jovial": 1, "cheerful": 1}
"""H = {G:3, M:3, S:2, J:1, Ch:1}, the running example of Jabbari et al."""

_LETTERS = {"G": "glad", "M": "merry", "S": "sunny", "J": "jovial", "Ch": "cheerful"}


def spell_out(letters: str) -> list[str]:
    """`S Ch X` as sunny, cheerful and a wrong answer: any letter that is no abbreviation is wrong."""
    return [_LETTERS.get(letter, f"wrong {letter}") for letter in letters.split()]


def figures_of_item(measure: str, gold: Gold, answers: Sequence[str], *, match: str = "lenient") -> Figures:
    """A measure's figures on one item alone, which may be unanswered: another item keeps the run from being empty."""
    result = score(
        {"this": gold, "other": {"term": 2}}, {"this": answers, "other": ["term"]}, measures=measure, match=match
    )
    figures: Figures = item_records(result.evaluation)[0]["figures"]
    return figures


Votes = Mapping[str, tuple[int, int]]
"""How many accepted a substitute, of how many who were asked."""


def judged_gold(items: Mapping[str, Votes], *, lexelt: str = "bright.a") -> GoldStandard:
    """A gold that says how many judged each substitute."""
    rows = [
        GoldRow(
            lexelt,
            item,
            [(term, float(accepted)) for term, (accepted, _) in votes.items()],
            judges=[float(asked) for _, asked in votes.values()],
        )
        for item, votes in items.items()
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64), graded=False)


def scored_run(items: Mapping[str, Mapping[str, float]], *, lexelt: str = "bright.a") -> Run:
    """Answers in this order, each with the system's score."""
    rows = [RunRow(lexelt, item, list(answers), list(answers.values())) for item, answers in items.items()]
    return Run.of(rows, Source("run", "1" * 64))
