"""Measures: one file per published family, all measures by name, and the parser of their names.

A measure is a value that prints and parses itself: `best`, `oot@10`, `coverage(k=mean-gold)`.
"""

import re
from collections.abc import Collection

from stead.core.errors import UsageError
from stead.core.parameters import configure
from stead.measures.base import Measure
from stead.measures.gap import Gap
from stead.measures.jabbari2010 import Coverage, JabbariBest, JabbariBest1, Rank
from stead.measures.prolex2024 import ProlexF
from stead.measures.retrieval import DiscountedGain, HitAt, PrecisionAt, RecallAt, ReciprocalRank
from stead.measures.semdis2014 import SemdisBest, SemdisBestNormalised, SemdisOot, SemdisOotNormalised
from stead.measures.semeval2007 import Best, BestMode, MultiwordDetection, MultiwordIdentification, Oot, OotMode
from stead.measures.swords2021 import SwordsF
from stead.measures.tsar2022 import AccuracyTopOne, MeanAveragePrecision, Potential

__all__ = ["MEASURES", "SUITES", "Measure", "default_measures", "parse_measure", "parse_measures"]

MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Best(),
        BestMode(),
        Oot(),
        OotMode(),
        MultiwordDetection(),
        MultiwordIdentification(),
        JabbariBest(),
        JabbariBest1(),
        Coverage(),
        Rank(),
        SemdisBest(),
        SemdisOot(),
        SemdisBestNormalised(),
        SemdisOotNormalised(),
        PrecisionAt(),
        RecallAt(),
        Gap(),
        ReciprocalRank(),
        DiscountedGain(),
        HitAt(),
        MeanAveragePrecision(),
        Potential(),
        AccuracyTopOne(),
        SwordsF(),
        ProlexF(),
    )
}
"""Every measure with its default parameters."""

SUITES: dict[str, tuple[str, ...]] = {
    "semeval": ("best", "best-mode", "oot", "oot-mode"),
    "multiwords": ("mw-detection", "mw-identification"),
    "jabbari": ("jabbari-best", "jabbari-best1", "coverage", "rank"),
    "semdis": ("semdis-best", "semdis-oot", "semdis-best-norm", "semdis-oot-norm"),
    "ranking": ("p@1", "p@3", "r@10", "gap"),
    "retrieval": ("mrr", "ndcg@10", "hit@10"),
    "tsar": (
        *("map@1", "map@3", "map@5", "map@10"),
        *("potential@3", "potential@5", "potential@10"),
        *("acc-top1@1", "acc-top1@2", "acc-top1@3"),
    ),
    "swords": (
        *("swords-f(gold=acceptable,unjudged=wrong)", "swords-f(gold=acceptable,unjudged=removed)"),
        *("swords-f(gold=conceivable,unjudged=wrong)", "swords-f(gold=conceivable,unjudged=removed)"),
        *("gap(pool=run,multiwords=kept,ties=file)", "gap(pool=run,multiwords=kept,ties=file,weights=shares)"),
    ),
    "prolex": ("prolex-f(gold=acceptable)", "prolex-f(gold=proficient)"),
}
"""Groups of measures, mostly those of one paper, by a short name."""

_NAME = re.compile(r"(?P<name>[^@()]+)(?:@(?P<depth>[^()]*))?(?:\((?P<rest>[^()]*)\))?")


_SECOND_NAMES = {"hit"}
"""Measures that are another one under a second name, here of `potential`; its figure is computed once by default."""


def default_measures(known: Collection[str] = ()) -> list[Measure]:
    """List the measures that are computed by default: all measures of substitutes that the gold allows.

    `known` is what the gold says of substitutes besides their weights (`GoldStandard.known`).
    """
    return [
        measure
        for measure in MEASURES.values()
        if measure.task != "mw" and measure.name not in _SECOND_NAMES and {*measure.needs_of_gold} <= {*known}
    ]


def parse_measure(text: str) -> Measure:
    """Parse one measure; `parse_measure(str(measure)) == measure`."""
    match = _NAME.fullmatch(text.strip())
    if not match or match["name"] not in MEASURES:
        raise UsageError(f"{text.strip()!r} is not a measure. {_hint(text.strip())}")
    assignments = [_assignment(part) for part in (match["rest"] or "").split(",") if part]
    if match["depth"] is not None:
        assignments.append(("depth", match["depth"]))
    texts = dict(assignments)
    if len(texts) < len(assignments):
        raise UsageError(f"{text.strip()!r} gives a parameter twice.")
    return configure(MEASURES[match["name"]], texts)


def _hint(text: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 (for mistakes only)

    if text in SUITES:
        return f"It is a suite of {', '.join(SUITES[text])}."
    close = get_close_matches(text, [*MEASURES, *SUITES], n=1)
    return (f"Did you mean {close[0]}? " if close else "") + (
        f"There are {', '.join(MEASURES)}, and the suites {', '.join(SUITES)}."
    )


def _assignment(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip(), value.strip()


def parse_measures(text: str) -> list[Measure]:
    """Parse measures and suites, separated by commas; each measure is listed once."""
    names = [name for part in _split(text) for name in SUITES.get(part.strip(), (part,))]
    return list(dict.fromkeys(map(parse_measure, names)))


def _split(text: str) -> list[str]:
    """Split a text at commas outside brackets."""
    return [part for part in re.split(r",(?![^()]*\))", text) if part.strip()]
