"""Every choice that can move a score, in one value, so that none can be missing from a signature."""

from dataclasses import dataclass, field, replace

from stead.core.canonical_forms import CanonicalForms
from stead.core.gold import GoldStandard
from stead.rules.counting import least_weight
from stead.rules.matching import Rules
from stead.scoring.detail import Candidates
from stead.scoring.lemmas import Lemmatiser


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a run is scored.

    `min_responses` is the weight an item needs to be scored; by default 2 for counts (SemEval-2007) and any positive
    weight for a graded gold. EVALITA 2009 takes 1. `multiwords` is the gold of the multiword task, which also
    says which items the subset NMWT leaves out. `policy` says how the files were read, `separator` which mark between
    columns was insisted on. `candidates` are those of a file, for rankings of given candidates. `names` says
    whether NAME responses are kept apart or are terms like others. `lemmatiser` is what the rule `lemmas` needs.
    `gold_terms` says whether gold terms were read `trimmed`, or `as-written`, with the blanks around them, as programs
    see them that divide a line at every blank; `encoding` in what files that are not UTF-8 were said to be. `program`
    is the reference program whose findings take the place of stead's own, if there is one.
    """

    rules: Rules = field(default_factory=Rules)
    min_responses: float | None = None
    mapping: CanonicalForms | None = None
    multiwords: GoldStandard | None = None
    policy: str = "repair"
    separator: str | None = None
    candidates: Candidates | None = None
    names: str = "apart"
    lemmatiser: Lemmatiser | None = None
    gold_terms: str = "trimmed"
    encoding: str | None = None
    program: str | None = None

    def threshold(self, gold: GoldStandard) -> float | None:
        """The weight an item of this gold needs to be scored; None where a program has chosen the items."""
        if self.program is not None:
            return None
        if self.min_responses is not None:
            return self.min_responses
        return least_weight(graded=gold.graded)

    def single_words_only(self) -> "Settings":
        """The same without multiwords on either side: the subset NMWS."""
        return replace(self, rules=replace(self.rules, gold_multiwords="drop", run_multiwords="drop"))
