"""The settings that can change a score, their presets, and the signature made from them."""

from dataclasses import field, replace
from typing import NamedTuple

from stead.core.parameters import VERSION, Record, digest, shorten_hash, signed, signed_parts
from stead.core.substitutes import CanonicalForms, GoldStandard
from stead.rules.definitions import Rules, least_weight, rules_without_duplicates
from stead.scoring.details import Candidates
from stead.scoring.indexed_gold import Lemmatiser


class Preset(NamedTuple):
    """Measures, matching rules and item filter of a reference program; the defaults are stead's own."""

    about: str
    measures: str | None = None
    match: str = "lenient"
    min_responses: float | None = None
    names: str = "apart"
    gold_terms: str = "trimmed"


OFFICIAL = "semeval2007"
"""The preset that scores as the 2007 program does."""

PRESETS = {
    OFFICIAL: Preset(about="the program of SemEval-2007 Task 10: reads and scores as it does, defects included"),
    "swords": Preset(
        about="SWORDS: F of ten answers, strict and lenient, acceptable and conceivable; GAP by counts and by shares; "
        "lemmas by WordNet",
        measures="swords",
        match="exact,case=lower,spaces=trim,target=drop,lemmas=wordnet",
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
    "semdis": Preset(
        about="SemDis 2014: best and oot over all items, absolute and normalised; case and hyphens are kept",
        measures="semdis",
        match="semdis",
    ),
    "prolex": Preset(
        about="ProLex: F of ten answers, acceptable and proficient; exact match",
        measures="prolex",
        match="exact",
        min_responses=0,
    ),
    "melamud-gap": Preset(
        about="the GAP evaluator of Melamud et al.: ranks the run's own candidates, raw forms, all items",
        measures="gap(pool=run,multiwords=removed,ties=file)",
        match="exact,duplicates=paid",
        min_responses=0,
        names="terms",
        gold_terms="as-written",
    ),
}


ALL = "all"
"""The group of all items."""


class SignedScore(NamedTuple):
    """What a score was computed from; its signature names this besides the settings."""

    measure: str
    gold: GoldStandard
    run_format: str = "memory"
    run_task: str = ""
    """The task of the run, if its system has a run for each of several tasks."""


class ScoringSettings(Record, kw_only=True):
    """How runs are scored. Each field declares its part of the signature, in the order of signatures.

    `rules` say when two terms are equal. `program` is the reference program whose statistics replace stead's own, if
    there is one. `min_responses` is the weight an item needs to be scored; by default 2 for counts (SemEval-2007) and
    any positive weight for a graded gold; EVALITA 2009 uses 1. `policy` is how faults in the files were treated.
    `lemmatiser` is needed by the rule `lemmas`; `encoding` is that of files that are not UTF-8. `gold_terms` says
    whether gold terms were read `trimmed`, or `as-written` with the spaces around them, as by programs that split a
    line at every space; `names` whether NAME responses are kept apart or are ordinary terms; `separator` is the column
    separator, if one was given. `mapping` gives canonical forms of answers. `candidates` are those of a file, for
    rankings of given candidates. `multiwords` is the gold of the multiword task, which also defines the subset NMWT.
    """

    rules: Rules = field(
        default_factory=Rules,
        metadata=signed(
            {
                "dup": lambda chosen, _: chosen.rules.duplicates,
                "match": lambda chosen, _: rules_without_duplicates(chosen.rules),
            }
        ),
    )
    program: str | None = field(default=None, metadata=signed({"program": lambda chosen, _: chosen.program}))
    min_responses: float | None = field(
        default=None,
        metadata=signed(
            {
                "min": lambda chosen, scored: chosen.signed_threshold(scored.gold),
                "weights": lambda _, scored: "graded" if scored.gold.graded else "counts",
            }
        ),
    )
    policy: str = field(
        default="repair",
        metadata=signed(
            {
                "faults": lambda chosen, _: chosen.policy,
                "from": lambda _, scored: f"{scored.gold.source.format}/{scored.run_format}",
            }
        ),
    )
    lemmatiser: Lemmatiser | None = field(
        default=None,
        metadata=signed({"lemmas": lambda chosen, _: None if chosen.lemmatiser is None else chosen.lemmatiser.name}),
    )
    encoding: str | None = field(default=None, metadata=signed({"encoding": lambda chosen, _: chosen.encoding}))
    gold_terms: str = field(
        default="trimmed",
        metadata=signed(
            {"gold-terms": lambda chosen, _: None if chosen.gold_terms == "trimmed" else chosen.gold_terms}
        ),
    )
    names: str = field(
        default="apart", metadata=signed({"names": lambda chosen, _: None if chosen.names == "apart" else chosen.names})
    )
    separator: str | None = field(default=None, metadata=signed({"sep": lambda chosen, _: chosen.separator or None}))
    mapping: CanonicalForms | None = field(
        default=None,
        metadata=signed(
            {"map": lambda chosen, _: None if chosen.mapping is None else shorten_hash(chosen.mapping.source.sha256)}
        ),
    )
    candidates: Candidates | None = field(
        default=None, metadata=signed({"candidates": lambda chosen, scored: chosen.signed_candidates(scored.measure)})
    )
    multiwords: GoldStandard | None = field(
        default=None,
        metadata=signed(
            {
                "mw": lambda chosen, _: (
                    None if chosen.multiwords is None else shorten_hash(chosen.multiwords.source.sha256)
                )
            }
        ),
    )

    def threshold(self, gold: GoldStandard) -> float | None:
        """The weight an item of this gold needs to be scored; None where a reference program chooses the items."""
        if self.program is not None:
            return None
        if self.min_responses is not None:
            return self.min_responses
        return least_weight(graded=gold.graded)

    def signed_threshold(self, gold: GoldStandard) -> str | None:
        """Print the threshold for signatures."""
        threshold = self.threshold(gold)
        return None if threshold is None else str(threshold).removesuffix(".0")

    def signed_candidates(self, measure: str) -> str | None:
        """Print the candidates' hash for the signatures of measures that rank them."""
        if self.candidates is None or "pool=candidates" not in measure:
            return None
        return shorten_hash(digest(sorted(self.candidates.items())))

    def single_words_only(self) -> "ScoringSettings":
        """Drop multiwords from gold and run: the subset NMWS."""
        return replace(self, rules=replace(self.rules, gold_multiwords="drop", run_multiwords="drop"))


def signature(settings: ScoringSettings, scored: SignedScore, *, items: int, group: str = ALL, table: str = "") -> str:
    """Sign a score: `oot@10|dup:once|match:lenient|min:2|...|items:1696/1703|gold:sha256:ab12...|v:1.0.0`.

    `items` is the number of scored items of the gold, `table` the hash of the table that a group was read from.
    """
    parts = [scored.measure, *signed_parts(settings, scored)]
    if scored.run_task:
        parts.append(f"run:{scored.run_task}")
    if group != ALL:
        parts.append(f"group:{group}" + (f":{shorten_hash(table)}" if table else ""))
    gold = scored.gold
    return "|".join([*parts, f"items:{items}/{len(gold)}", f"gold:{shorten_hash(gold.source.sha256)}", VERSION])
