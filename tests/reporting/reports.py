"""Small comparisons, made by the program, with whatever names and answers a test wants to try."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import stead
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from tests.cli.running import EXAMPLES

RESAMPLES = 50
"""Enough for every part of a report to be there."""

HOSTILE = {
    "markup": "<script>alert(1)</script>",
    "end of script": "</script><img src=x onerror=alert(1)>",
    "quotes": "\"'`&quot;&#39;",
    "attributes": '" onmouseover="alert(1)" x="',
    "reversed": "\u202egnirts\u2066",
    "tex": "_%&$#{}~^\\input{x}",
    "long": "very-" * 60,
    "controls": "a\x00b\x1b[31mc\x07\x7f\x9bd",
    "line ends": "a\nb\r\nc\u2028d",
    "emoji": "👩‍👩‍👧 🇫🇷",
    "scripts": "日本語 עברית العربية ελληνικά",
    "formulas": "=1+1|cmd",
    "comment": "<!-- --> ]]> -->",
    "template": "{title}{0}%s${x}",
    "blanks": "  ",
    "climbing": "../../x",
}
"""Texts that strangers may give as names, ids, targets or substitutes."""


def run_of(name: str, answers: Mapping[str, Sequence[str]]) -> Run:
    """A run under any name."""
    rows = [RunRow("", identifier, list(terms)) for identifier, terms in answers.items()]
    return Run.of(rows, Source(name, f"{abs(hash(name)):064x}"[:64]))


def gold_of(weights: Mapping[str, Mapping[str, float]], name: str = "gold") -> GoldStandard:
    """A gold standard under any name, two items a target."""
    rows = [
        GoldRow(f"target{index // 2}.n", identifier, list(terms.items()))
        for index, (identifier, terms) in enumerate(weights.items())
    ]
    return GoldStandard.of(rows, Source(name, "f" * 64))


WEIGHTS = {"1": {"clever": 3.0, "smart": 1.0}, "2": {"shiny": 2.0, "lit": 1.0}, "3": {"hound": 2.0}, "4": {"run": 4.0}}
ANSWERS = {"1": ["clever"], "2": ["shiny", "lit"], "3": ["cat"], "4": ["sprint", "run"]}


def named_runs(*names: str) -> list[Run]:
    """Runs that all differ: each leaves out or adds something."""
    runs = []
    for index, name in enumerate(names):
        answers = {key: list(terms) for key, terms in ANSWERS.items()}
        answers[str(index % 4 + 1)].append(f"answer {index}")
        answers[str((index + 1) % 4 + 1)].reverse()
        runs.append(run_of(name, answers))
    return runs


def small(*names: str, **options: Any) -> stead.ComparisonResult:
    """A comparison of some runs on four items."""
    wanted = {"measures": "best,oot@10", "resamples": RESAMPLES, **options}
    return stead.compare(gold_of(WEIGHTS), *named_runs(*(names or ("one", "two", "three"))), **wanted)


@cache
def example() -> stead.ComparisonResult:
    """The bundled runs, with sentences."""
    return stead.compare(
        EXAMPLES / "gold.txt",
        *sorted((EXAMPLES / "runs").glob("*.txt")),
        measures="best,best-mode,oot@10,coverage,gap",
        by=[EXAMPLES / "languages.tsv", "lexelt"],
        items=sorted(EXAMPLES.glob("items.*.xml")),
        resamples=200,
    )
