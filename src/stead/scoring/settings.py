"""Settings that can change a score, their presets, and the signature that is made of them."""

from dataclasses import dataclass, field, replace

from stead.core.canonical_forms import CanonicalForms
from stead.core.gold import GoldStandard
from stead.core.parameters import VERSION, digest, shortened, signed, signed_parts
from stead.rules.definitions import least_weight
from stead.rules.matching import Rules, but_duplicates
from stead.scoring.align import Candidates
from stead.scoring.indexed_gold import Lemmatiser


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
    "melamud-gap": Preset(
        about="the GAP evaluator of Melamud et al.: ranks the run's own candidates, raw forms, no filter of items",
        measures="gap(pool=run,multiwords=removed,ties=file)",
        match="exact,duplicates=paid",
        min_responses=0,
        names="terms",
        gold_terms="as-written",
    ),
}


ALL = "all"
"""The group of all items."""


@dataclass(frozen=True)
class SignedScore:
    """What a score is of: a signature names it beside the settings."""

    measure: str
    gold: GoldStandard
    run_format: str = "memory"


@dataclass(frozen=True, kw_only=True)
class ScoringSettings:
    """How a run is scored. Each field says how it is signed, in the order of signatures.

    `rules` say when two terms are equal. `program` is the reference program whose findings take the place of stead's
    own, if there is one. `min_responses` is the weight an item needs to be scored; by default 2 for counts
    (SemEval-2007) and any positive weight for a graded gold. EVALITA 2009 takes 1. `policy` says how the files were
    read. `lemmatiser` is what the rule `lemmas` needs; `encoding` in what files that are not UTF-8 were said to be.
    `gold_terms` says whether gold terms were read `trimmed`, or `as-written`, with the blanks around them, as programs
    see them that divide a line at every blank; `names` whether NAME responses are kept apart or are terms like
    others, `separator` which mark between columns was insisted on. `mapping` gives canonical forms of answers.
    `candidates` are those of a file, for rankings of given candidates. `multiwords` is the gold of the multiword task,
    which also says which items the subset NMWT leaves out.
    """

    rules: Rules = field(
        default_factory=Rules,
        metadata=signed(
            {"dup": lambda own, _: own.rules.duplicates, "match": lambda own, _: but_duplicates(own.rules)}
        ),
    )
    program: str | None = field(default=None, metadata=signed({"program": lambda own, _: own.program}))
    min_responses: float | None = field(
        default=None,
        metadata=signed(
            {
                "min": lambda own, scored: own.signed_threshold(scored.gold),
                "weights": lambda _, scored: "graded" if scored.gold.graded else "counts",
            }
        ),
    )
    policy: str = field(
        default="repair",
        metadata=signed(
            {
                "faults": lambda own, _: own.policy,
                "from": lambda _, scored: f"{scored.gold.source.format}/{scored.run_format}",
            }
        ),
    )
    lemmatiser: Lemmatiser | None = field(
        default=None,
        metadata=signed({"lemmas": lambda own, _: None if own.lemmatiser is None else own.lemmatiser.name}),
    )
    encoding: str | None = field(default=None, metadata=signed({"encoding": lambda own, _: own.encoding}))
    gold_terms: str = field(
        default="trimmed",
        metadata=signed({"gold-terms": lambda own, _: None if own.gold_terms == "trimmed" else own.gold_terms}),
    )
    names: str = field(
        default="apart", metadata=signed({"names": lambda own, _: None if own.names == "apart" else own.names})
    )
    separator: str | None = field(default=None, metadata=signed({"sep": lambda own, _: own.separator or None}))
    mapping: CanonicalForms | None = field(
        default=None,
        metadata=signed({"map": lambda own, _: None if own.mapping is None else shortened(own.mapping.source.sha256)}),
    )
    candidates: Candidates | None = field(
        default=None, metadata=signed({"candidates": lambda own, scored: own.signed_candidates(scored.measure)})
    )
    multiwords: GoldStandard | None = field(
        default=None,
        metadata=signed(
            {"mw": lambda own, _: None if own.multiwords is None else shortened(own.multiwords.source.sha256)}
        ),
    )

    def threshold(self, gold: GoldStandard) -> float | None:
        """The weight an item of this gold needs to be scored; None where a program has chosen the items."""
        if self.program is not None:
            return None
        if self.min_responses is not None:
            return self.min_responses
        return least_weight(graded=gold.graded)

    def signed_threshold(self, gold: GoldStandard) -> str | None:
        """The threshold as signatures show it."""
        threshold = self.threshold(gold)
        return None if threshold is None else str(threshold).removesuffix(".0")

    def signed_candidates(self, measure: str) -> str | None:
        """The candidates as signatures show them; only some measures rank them."""
        if self.candidates is None or "pool=candidates" not in measure:
            return None
        return shortened(digest(sorted(self.candidates.items())))

    def single_words_only(self) -> "ScoringSettings":
        """The same without multiwords on either side: the subset NMWS."""
        return replace(self, rules=replace(self.rules, gold_multiwords="drop", run_multiwords="drop"))


def signature(settings: ScoringSettings, scored: SignedScore, *, items: int, group: str = ALL, table: str = "") -> str:
    """As in `oot@10|dup:once|match:lenient|min:2|...|items:1696/1703|gold:sha256:ab12...|v:1.0.0`.

    `items` is how many items of the gold are scored, `table` the hash of the table that a group was read from.
    """
    parts = [scored.measure, *signed_parts(settings, scored)]
    if group != ALL:
        parts.append(f"group:{group}" + (f":{shortened(table)}" if table else ""))
    gold = scored.gold
    return "|".join([*parts, f"items:{items}/{len(gold)}", f"gold:{shortened(gold.source.sha256)}", VERSION])
