"""Pool the answers of all runs and the first gold, item by item (McCarthy & Navigli 2007, 5.1; Tanguy et al. 2018).

The items may be a sample: "We randomly selected 100 sentences from the subset of items which had more than 2 single
word substitutes, no NAME responses, and where the target word was not one of those identified as a multiword (i.e. a
majority vote by 2 or more annotators for the same multiword)."
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from stead.core.annotation import Annotations
from stead.core.arrays import BoolArray, FloatArray, IntArray, Ragged, TermLists, starts_of
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Source
from stead.core.item import lemma_of
from stead.core.parameters import VERSION, digest, shorten_hash, signed, signed_parts, unsigned
from stead.core.pool import CandidatePool, PoolSource
from stead.core.random_streams import Purpose, stream
from stead.core.substitutes import CanonicalForms, GoldStandard, Run
from stead.core.text import plural
from stead.golds import AnswerRules, Curation, gold_multiwords, make_gold
from stead.rules.definitions import Rules, is_multiword
from stead.scoring.align import gold_lexelts, gold_rows
from stead.scoring.indexed_gold import IndexedGold, NormalisedTerms, index_gold

DEPTH = 10
_ROW = np.int64(1) << np.int64(32)


@dataclass(frozen=True, kw_only=True)
class PoolRules:
    """How candidates are pooled. Each field declares its part of the signature, in the order of signatures.

    `rules` say when two candidates are equal, `depth` is how many answers of a run count (None: all), `single_words`
    leaves phrases out. `mapping` converts answers to canonical forms first (SemDis). `policy` is how faults in the
    files were treated, `encoding` that of files that are not UTF-8. `choice` describes how items were chosen, `chosen`
    has the rows of the gold that are pooled, in its order; None for all of them.
    """

    rules: Rules = field(default_factory=Rules, metadata=signed({"match": lambda how, _: str(how.rules)}))
    depth: int | None = field(default=DEPTH, metadata=signed({"depth": lambda how, _: str(how.depth or "all")}))
    single_words: bool = field(
        default=False, metadata=signed({"words": lambda how, _: "single" if how.single_words else "all"})
    )
    mapping: CanonicalForms | None = field(
        default=None,
        metadata=signed({"mapping": lambda how, _: how.mapping and shorten_hash(how.mapping.source.sha256)}),
    )
    policy: str = field(
        default="repair",
        metadata=signed({"faults": lambda how, _: how.policy, "from": lambda _, gold: gold.source.format}),
    )
    encoding: str | None = field(default=None, metadata=signed({"encoding": lambda how, _: how.encoding}))
    choice: str = field(default="", metadata=unsigned("it is itself some parts of the signature"))
    chosen: IntArray | None = field(
        default=None,
        metadata=signed(
            {
                "items": lambda how, gold: f"{len(how.rows(gold))}/{len(gold)}",
                "rows": lambda how, gold: (
                    None if len(how.rows(gold)) == len(gold) else shorten_hash(digest(how.rows(gold).tolist()))
                ),
            }
        ),
    )

    def rows(self, gold: GoldStandard) -> IntArray:
        """The rows of a gold that are pooled."""
        return np.arange(len(gold), dtype=np.int64) if self.chosen is None else self.chosen


@dataclass(frozen=True)
class Pooled:
    """A pool, the numbers of answers left out by reason, and notes."""

    pool: CandidatePool
    left_out: dict[str, int]
    notes: tuple[str, ...]


def make_pool(gold: GoldStandard, runs: Sequence[Run], baselines: Sequence[Run], how: PoolRules) -> Pooled:
    """Pool the substitutes of the gold and the answers of runs and baselines, item by item."""
    everyone = [*runs, *baselines]
    return _Pooling(gold, everyone, how).pooled(
        tuple(PoolSource(run.name, baseline=number >= len(runs)) for number, run in enumerate(everyone))
    )


class _Pooling:
    """A pool in the making; a candidate is known by the number `row * 2^32 + code of its indexed form`."""

    def __init__(self, gold: GoldStandard, runs: Sequence[Run], how: PoolRules) -> None:
        multiwords = "drop" if how.single_words else "keep"
        self.rules = replace(how.rules, gold_multiwords=multiwords, run_multiwords=multiwords)
        self.gold, self.runs, self.how = gold, runs, how
        self.indexed: IndexedGold = index_gold(gold, self.rules, threshold=None)
        self.index = dict(self.indexed.index)
        self.forms: list[str] = [""] * len(self.index)
        self.known: dict[str, int] = {}
        self.rows = how.rows(gold)
        self.is_pooled = np.zeros(len(gold), dtype=np.bool_)
        self.is_pooled[self.rows] = True
        self.left_out: dict[str, int] = {}
        self.notes: list[str] = []
        self._learn_forms(gold.substitutes, np.array(list(map(self._code, gold.substitutes.vocabulary))))

    def pooled(self, sources: tuple[PoolSource, ...]) -> Pooled:
        """The pool, and what was left out."""
        if not len(self.rows):
            raise BadInput(f"{self.gold.source.location}: no item is left to pool.")
        gold_keys, weights = self._of_gold()
        answered = [self._of_run(run) for run in self.runs]
        run_keys = np.concatenate([np.zeros(0, dtype=np.int64), *(keys for keys, _ in answered)])
        places = np.concatenate([np.zeros(0, dtype=np.int64), *(run_places for _, run_places in answered)])
        of_run = np.repeat(np.arange(len(answered)), [len(keys) for keys, _ in answered])
        keys = np.unique(np.concatenate([gold_keys, run_keys]))
        keys = keys[np.lexsort((self._alphabetical()[keys % _ROW], keys // _ROW))]
        order = np.argsort(keys)
        where = order[np.searchsorted(keys, run_keys, sorter=order)]
        gold_where = order[np.searchsorted(keys, gold_keys, sorter=order)]
        by_candidate = np.argsort(where, kind="stable")
        pool = CandidatePool(
            lexelts=[self.gold.lexelts[row] for row in self.rows.tolist()],
            ids=[self.gold.ids[row] for row in self.rows.tolist()],
            candidates=self._term_lists(keys),
            weights=_scatter(gold_where, weights, len(keys)),
            places=_best_places(where, places, len(keys)),
            runs=Ragged(of_run[by_candidate].astype(np.int64), starts_of(np.bincount(where, minlength=len(keys)))),
            sources=sources,
            signature=self._signature(sources),
        )
        return Pooled(pool, self.left_out, (*self.notes, *_notes_on_items(pool)))

    def _code(self, term: str) -> int:
        """The code of a term as it is written; a new indexed form gets a new one."""
        if term not in self.known:
            code = self.index.setdefault(self.rules.normalise(term), len(self.index))
            self.known[term] = code
            if code == len(self.forms):
                self.forms.append("")
        return self.known[term]

    def _learn_forms(self, terms: TermLists, codes: IntArray) -> None:
        """Remember how candidates are shown to raters: as first written, in the gold if it has them."""
        for term in np.unique(terms.codes).tolist():
            code, form = int(codes[term]), terms.vocabulary[term]
            self.forms[code] = self.forms[code] or (form if self.rules.spaces == "keep" else " ".join(form.split()))

    def _of_gold(self) -> tuple[IntArray, FloatArray]:
        codes = self.indexed.entries - self.indexed.entry_rows * self.indexed.size
        kept = self.is_pooled[self.indexed.entry_rows]
        return self.indexed.entry_rows[kept] * _ROW + codes[kept], self.indexed.weights[kept]

    def _of_run(self, run: Run) -> tuple[IntArray, IntArray]:
        """The candidates of a run, and the rank of each among its distinct answers to the item, from 1."""
        lexelts = gold_lexelts(self.indexed, run)
        read = run if self.how.mapping is None else self.how.mapping.apply(run, lexelts)
        codes = np.array(list(map(self._code, read.answers.vocabulary)), dtype=np.int64)
        self._learn_forms(read.answers, codes)
        lines = gold_rows(self.indexed, run)
        rows = lines[read.answers.owners]
        terms = NormalisedTerms(read.answers, self.rules, self.index, codes[read.answers.codes])
        counts = terms.counted(lambda: map(lemma_of, lexelts), multiwords=self.rules.run_multiwords)
        self._count("answers that the rules leave out (blank, or phrases)", int(((rows >= 0) & ~counts).sum()))
        if unmatched := int(np.count_nonzero(lines < 0)):
            lines_left_out = plural(unmatched, "line")
            missing = f"{run.name}: {lines_left_out} of items that the gold does not have, or a second time."
            self.notes.append(Caution(missing))
        kept = counts & (rows >= 0) & self.is_pooled[np.maximum(rows, 0)]
        keys, ranks = _first_answers(rows[kept] * _ROW + terms.codes[kept])
        self._count("answers given twice", int(kept.sum()) - len(keys))
        if self.how.depth is None:
            return keys, ranks
        deep = ranks > self.how.depth
        self._count(f"answers beyond the first {self.how.depth}", int(deep.sum()))
        return keys[~deep], ranks[~deep]

    def _count(self, reason: str, number: int) -> None:
        if number:
            self.left_out[reason] = self.left_out.get(reason, 0) + number

    def _alphabetical(self) -> IntArray:
        """The alphabetical rank of every form: this order does not show where a candidate comes from."""
        order = sorted(range(len(self.forms)), key=self.forms.__getitem__)
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.arange(len(order))
        return ranks

    def _term_lists(self, keys: IntArray) -> TermLists:
        position = np.full(len(self.gold), -1, dtype=np.int64)
        position[self.rows] = np.arange(len(self.rows))
        sizes = np.bincount(position[keys // _ROW], minlength=len(self.rows))
        used, codes = np.unique(keys % _ROW, return_inverse=True)
        return TermLists([self.forms[code] for code in used.tolist()], Ragged(codes.astype(np.int64), starts_of(sizes)))

    def _signature(self, sources: Sequence[PoolSource]) -> str:
        answers = [[(row.lexelt, row.id, row.answers) for row in run] for run in self.runs]
        contents = shorten_hash(digest((answers, [source.baseline for source in sources])))
        runs, gold = f"runs:{len(self.runs)}:{contents}", f"gold:{shorten_hash(self.gold.source.sha256)}"
        choice = [self.how.choice] if self.how.choice else []
        return "|".join(["pool", *signed_parts(self.how, self.gold), *choice, runs, gold, VERSION])


def _first_answers(keys: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct candidate keys in the order of the answers, and the rank of each in its row."""
    by_row = keys[np.argsort(keys // _ROW, kind="stable")]
    first = np.sort(np.unique(by_row, return_index=True)[1])
    distinct = by_row[first]
    rows = distinct // _ROW
    begins = np.searchsorted(rows, rows, side="left")
    return distinct, np.arange(len(distinct), dtype=np.int64) - begins + 1


def _scatter(where: IntArray, values: FloatArray, size: int) -> FloatArray:
    scattered = np.zeros(size)
    scattered[where] = values
    return scattered


def _best_places(where: IntArray, places: IntArray, size: int) -> IntArray:
    """The best rank of each candidate in any run; 0 if no run has it."""
    best = np.full(size, np.iinfo(np.int64).max)
    np.minimum.at(best, where, places)
    return np.where(best == np.iinfo(np.int64).max, 0, best)


def _notes_on_items(pool: CandidatePool) -> Iterator[str]:
    sizes = pool.candidates.lists.sizes
    if empty := int(np.count_nonzero(sizes == 0)):
        yield f"{plural(empty, 'item')} without a single candidate."
    with_gold = np.bincount(pool.owners[pool.in_gold], minlength=len(pool)) > 0
    if bare := int(np.count_nonzero(~with_gold & (sizes > 0))):
        yield f"{plural(bare, 'item')} without a substitute of the first gold: they cannot be dispatched beside one."


Key = tuple[str, str]


@dataclass(frozen=True)
class SelectionConditions:
    """Conditions on items, and how many items are drawn; None and False turn a condition off."""

    sample: int | None = None
    min_substitutes: int = 0
    no_names: bool = False
    no_multiwords: bool = False
    seed: int = 1

    def __str__(self) -> str:
        """The part of the signature: `sample:100|substitutes:3|names:no|multiwords:no|seed:1`."""
        parts = [
            *([f"sample:{self.sample}"] if self.sample is not None else []),
            *([f"substitutes:{self.min_substitutes}"] if self.min_substitutes else []),
            *(["names:no"] if self.no_names else []),
            *(["multiwords:no"] if self.no_multiwords else []),
            *([f"seed:{self.seed}"] if self.sample is not None else []),
        ]
        return "|".join(parts)


@dataclass(frozen=True)
class SelectedItems:
    """The selected rows of the gold, and how many others each condition excludes first."""

    rows: IntArray
    ruled_out: dict[str, int]


def select_items(
    gold: GoldStandard,
    conditions: SelectionConditions,
    *,
    annotations: Annotations | None = None,
    multiwords: GoldStandard | None = None,
) -> SelectedItems:
    """Select the items of a gold that fulfil the conditions, or a sample of them, in the order of the gold."""
    _check(conditions)
    left = np.ones(len(gold), dtype=np.bool_)
    ruled_out: dict[str, int] = {}
    for reason, holds in _conditions(gold, conditions, annotations, multiwords):
        ruled_out[reason] = int(np.count_nonzero(left & ~holds))
        left &= holds
    rows = np.flatnonzero(left)
    if conditions.sample is None:
        return SelectedItems(rows, ruled_out)
    if len(rows) < conditions.sample:
        reasons = "; ".join(f"{reason}: {number}" for reason, number in ruled_out.items() if number)
        raise BadInput(
            f"{gold.source.location}: {plural(conditions.sample, 'item')} wanted, but only {len(rows)} of {len(gold)} "
            f"fulfil the conditions ({reasons or 'none is left out'}). Sample fewer (`sample`), or relax them."
        )
    drawn = stream(conditions.seed, Purpose.ITEMS).choice(rows, size=conditions.sample, replace=False)
    ruled_out["not drawn"] = len(rows) - conditions.sample
    return SelectedItems(np.sort(drawn), ruled_out)


def _check(conditions: SelectionConditions) -> None:
    if conditions.sample is not None and conditions.sample < 1:
        raise UsageError(f"sample is a whole number from 1, not {conditions.sample}.", parameter="sample")
    if conditions.seed < 0:
        raise UsageError(f"seed is a whole number from 0, not {conditions.seed}.", parameter="seed")
    if conditions.min_substitutes < 0:
        raise UsageError(
            f"min_substitutes is a whole number from 0, not {conditions.min_substitutes}.", parameter="min_substitutes"
        )


def _conditions(
    gold: GoldStandard,
    conditions: SelectionConditions,
    annotations: Annotations | None,
    multiwords: GoldStandard | None,
) -> Iterator[tuple[str, BoolArray]]:
    if conditions.min_substitutes:
        reason = f"fewer than {plural(conditions.min_substitutes, 'single-word substitute')}"
        yield reason, _single_words(gold) >= conditions.min_substitutes
    if conditions.no_names:
        yield "a NAME response", ~_among(gold, _named(gold, annotations))
    if conditions.no_multiwords:
        yield "the target is part of a gold multiword", ~_among(gold, _in_multiwords(annotations, multiwords))


def _single_words(gold: GoldStandard) -> IntArray:
    """The number of single-word substitutes of each item."""
    terms = gold.substitutes
    single = np.array([not is_multiword(term) for term in terms.vocabulary], dtype=np.bool_)
    counts = single[terms.codes] & (gold.weights > 0)
    return np.bincount(terms.owners[counts], minlength=len(gold))


def _among(gold: GoldStandard, keys: Collection[Key]) -> BoolArray:
    return np.array([key in keys for key in zip(gold.lexelts, gold.ids, strict=True)], dtype=np.bool_)


def _named(gold: GoldStandard, annotations: Annotations | None) -> set[Key]:
    """The items with NAME responses."""
    if annotations is not None:
        items = zip(annotations.lexelts, annotations.ids, annotations.name.tolist(), strict=True)
        return {(lexelt, identifier) for lexelt, identifier, name in items if name}
    if not gold.names.any():
        raise UsageError(
            f"`no_names`: {gold.source.location} holds no NAME responses; give the raw annotations (`annotations`)."
        )
    return {key for key, names in zip(zip(gold.lexelts, gold.ids, strict=True), gold.names, strict=True) if names}


def _in_multiwords(annotations: Annotations | None, multiwords: GoldStandard | None) -> Collection[Key]:
    """The items with a gold multiword: named by two annotators, and by more than any other."""
    if multiwords is not None:
        return gold_multiwords(multiwords)
    if annotations is None:
        raise UsageError(
            "`no_multiwords` needs the multiword gold (`multiwords`), or the raw annotations (`annotations`)."
        )
    return gold_multiwords(make_gold(annotations, AnswerRules(min_responses=1), Curation()).multiwords)


def graded_gold(pool: CandidatePool, weights: FloatArray, source: Source) -> GoldStandard:
    """Make a graded gold of the candidates of a pool, given a weight for each."""
    return GoldStandard(
        lexelts=pool.lexelts,
        ids=pool.ids,
        substitutes=pool.candidates,
        weights=weights,
        names=np.zeros(len(pool)),
        graded=True,
        source=source,
    )
