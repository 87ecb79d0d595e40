"""Canonical forms that organisers chose for some answers to some targets."""

from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from stead.core.arrays import TermLists
from stead.core.faults import Source
from stead.core.run import Run

_LONGEST_FORM = 1_000  # composing a row of combining marks takes time in proportion to its square


@dataclass(frozen=True, slots=True)
class CanonicalForms:
    """`canonical[lexelt][form]` is what `form`, answered for `lexelt`, is to be read as (SemDis 2014)."""

    canonical: Mapping[str, Mapping[str, str]]
    source: Source

    def apply(self, run: Run, lexelts: list[str] | None = None) -> Run:
        """The run with its answers in canonical form; `lexelts` are the targets, if not the run's own."""
        forms = (self.canonical.get(lexelt, {}) for lexelt in (run.lexelts if lexelts is None else lexelts))
        answers = TermLists.of(
            [form.get(term, form.get(normalize("NFC", term[:_LONGEST_FORM]), term)) if form else term for term in terms]
            for form, terms in zip(forms, run.answers, strict=True)
        )
        return Run(run.lexelts, run.ids, answers, run.source, run.scores)
