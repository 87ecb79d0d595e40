"""Settings that make stead score as a reference program does on its own data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Measures, matching rules and item filter of one program; the defaults are stead's own."""

    about: str
    measures: str | None = None
    match: str = "lenient"
    min_responses: float | None = None
    names: str = "apart"
    gold_terms: str = "trimmed"


OFFICIAL = "semeval2007"
"""The preset that has the 2007 program score."""

PRESETS = {
    OFFICIAL: Preset(about="the program of SemEval-2007 Task 10: reads and scores as it does, defects included"),
    "swords": Preset(
        about="SWORDS: F of ten answers, strict and lenient, acceptable and conceivable; GAP by counts and by shares; "
        "lemmas by WordNet",
        measures="swords",
        match="exact,case=lower,blanks=trim,target=drop,lemmas=wordnet",
        min_responses=0,
    ),
    "tsar": Preset(
        about="TSAR-2022: MAP, Potential, Accuracy at top 1; exact match, the complex word itself is dropped",
        measures=",".join(
            [
                *(f"map@{depth}(over=run)" for depth in (1, 3, 5, 10)),
                *(f"potential@{depth}(over=run)" for depth in (3, 5, 10)),
                *(f"acc-top1@{depth}(over=run)" for depth in (1, 2, 3)),
            ]
        ),
        match="exact,target=drop",
        min_responses=0,
    ),
    "melamud-gap": Preset(
        about="the GAP evaluator of Melamud et al.: ranks the run's own candidates, raw forms, no filter of items",
        measures="gap(pool=run,multiwords=removed,ties=file)",
        match="exact,duplicates=paid",
        min_responses=0,
        names="terms",
        gold_terms="as-written",
    ),
}
