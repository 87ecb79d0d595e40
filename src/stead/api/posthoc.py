"""Pool what everybody gave, dispatch it to raters, filter their ratings, and extend the gold."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Unpack

from stead import formats
from stead.api.gold import GoldResult
from stead.api.inputs import (
    AnnotationsLike,
    GoldLike,
    HoldsDispatch,
    HoldsPool,
    Inputs,
    ItemsLike,
    RatingsLike,
    RunLike,
    StrPath,
    list_items,
    reading_options,
    refuse_second_input,
)
from stead.api.options import Scoring, ScoringKeywords, scoring_options
from stead.api.results import Result, with_warnings
from stead.api.runs import files_of, list_runs
from stead.api.score import reading_options_of, rules_without_lemmas
from stead.core.arguments import NotNegative, Positive, Seed, checked
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Report
from stead.core.parameters import shorten_hash
from stead.core.pool import CandidatePool, Dispatch
from stead.core.rating import Rating
from stead.core.text import plural
from stead.formats import Options
from stead.formats.posthoc_files import serialise_dispatch, serialise_pool
from stead.formats.ratings_csv import rating_table
from stead.golds import RatingRules
from stead.posthoc.candidate_pools import DEPTH, Pooled, PoolRules, SelectionConditions, make_pool, select_items
from stead.posthoc.dispatch_checks import DispatchCheck, verify
from stead.posthoc.dispatching import DispatchRules, make_dispatch
from stead.posthoc.filtering import RULES, Filtered, FilterRules
from stead.posthoc.filtering import filter_ratings as filtered_ratings
from stead.posthoc.second_gold import extend_gold as extended_gold
from stead.posthoc.summary_sheets import dispatch_sheet, filter_sheet, pool_sheet
from stead.records.sheet import Sheet
from stead.reporting.sheets import render_sheet
from stead.rules.definitions import Rules

__all__ = [
    "DispatchResult",
    "DispatchRules",
    "FilterResult",
    "FilterRules",
    "PoolResult",
    "dispatch",
    "extend_gold",
    "filter_ratings",
    "load_dispatch",
    "load_pool",
    "pool",
    "verify_dispatch",
]


PoolLike = StrPath | CandidatePool | Annotated[HoldsPool, "the result of `pool`"]
DispatchLike = StrPath | Dispatch | Annotated[HoldsDispatch, "the result of `dispatch`"]


@checked
def load_pool(path: PoolLike) -> CandidatePool:
    """Read a pool that was saved."""
    return Inputs(Options()).pool(path)


@checked
def load_dispatch(path: DispatchLike) -> Dispatch:
    """Read a dispatch that was saved."""
    return Inputs(Options()).dispatch(path)


@dataclass(frozen=True, eq=False, repr=False)
class PoolResult(Result):
    """What `pool` made: the candidates, where they come from, and what was left out."""

    pooled: Pooled
    sheet: Sheet
    reports: tuple[Report, ...] = ()

    @property
    def pool(self) -> CandidatePool:
        """The candidates of every item."""
        return self.pooled.pool

    def _own_notes(self) -> Iterable[str]:
        return self.pooled.notes

    def save(self, path: StrPath) -> None:
        """Write the pool as JSON Lines."""
        formats.write_content(path, serialise_pool(self.pool))

    def to(self, format: str = "text") -> str:
        """Render the statistics as text, markdown, latex, tsv, csv or json."""
        return render_sheet(self.sheet, format)

    def records(self) -> list[dict[str, Any]]:
        """One record for each candidate."""
        return [{"lexelt": row.lexelt, "id": row.id, "candidate": term} for row in self.pool for term in row.candidates]

    def _summary(self) -> str:
        return f"{plural(self.pool.size, 'candidate')} for {plural(len(self.pool), 'item')}"


_USED_BY_POOL = ("match", "mapping", "ids", "multiwords")


@checked
def pool(
    gold: GoldLike,
    *runs: RunLike,
    baselines: RunLike | Sequence[RunLike] = (),
    depth: Positive | None = DEPTH,
    only_single_words: bool = False,
    sample: int | None = None,
    min_substitutes: int = 0,
    no_names: bool = False,
    no_multiwords: bool = False,
    annotations: AnnotationsLike | None = None,
    seed: Seed = 1,
    options: Scoring | None = None,
    **keywords: Unpack[ScoringKeywords],
) -> PoolResult:
    """Pool the substitutes of a gold and the answers of runs and baselines, item by item.

    - `gold`, `runs`, `baselines`: as `score` takes golds and runs.
    - `depth`: how many distinct answers of a run count; None: all.
    - `only_single_words`: leave phrases out, on both sides.
    - `sample`: draw this many of the items that fulfil the conditions, with the random `seed`.
    - `min_substitutes`: a condition: single words in the gold.
    - `no_names`: a condition: nobody answered NAME, by the raw `annotations`.
    - `no_multiwords`: a condition: the target is part of no gold multiword, by the gold of `multiwords` or by the
      `annotations`.
    - `options`: a `Scoring`, of which `match`, `mapping`, `ids`, `multiwords` and what says how files are read are
      used; they can be given as keywords instead.
    """
    chosen = scoring_options(options, keywords)
    chosen.refuse_all_but(_USED_BY_POOL, "pools")
    others = list_runs(baselines)
    if not runs and not others:
        raise UsageError("there is no run to pool; give at least one.")
    beside = (chosen.mapping, chosen.ids, annotations, chosen.multiwords)
    refuse_second_input([gold, *files_of([*runs, *others]), *beside])
    files = Inputs(reading_options_of(chosen))
    first = files.gold_of_ids(gold, chosen.ids)
    nouns, baseline_nouns = files.runs(runs, others)
    conditions = SelectionConditions(sample, min_substitutes, no_names, no_multiwords, seed)
    items = select_items(
        first,
        conditions,
        annotations=None if annotations is None else files.annotations(annotations),
        multiwords=None if chosen.multiwords is None else files.gold(chosen.multiwords, "multiwords"),
    )
    rules = PoolRules(
        rules=rules_without_lemmas("lenient" if chosen.match is None else chosen.match, "pools"),
        depth=depth,
        single_words=only_single_words,
        mapping=files.forms(chosen.mapping),
        policy=str(files.options.policy),
        encoding=files.options.encoding,
        choice=str(conditions),
        chosen=items.rows,
    )
    pooled = make_pool(first, nouns, baseline_nouns, rules)
    return with_warnings(PoolResult(pooled, pool_sheet(pooled, items.ruled_out), tuple(files.reports)))


@dataclass(frozen=True, eq=False, repr=False)
class DispatchResult(Result):
    """What `dispatch` made: the subsets, and the constraints that they were checked against."""

    dispatch: Dispatch
    checks: tuple[DispatchCheck, ...]
    remarks: tuple[str, ...] = ()
    reports: tuple[Report, ...] = ()

    def _own_notes(self) -> Iterable[str]:
        return self.remarks

    @property
    def holds(self) -> bool:
        """Whether every constraint holds."""
        return all(check.holds for check in self.checks)

    def save(self, path: StrPath) -> None:
        """Write the dispatch as JSON Lines: the organiser's copy, which tells what is planted."""
        formats.write_content(path, serialise_dispatch(self.dispatch))

    def to(self, format: str = "text") -> str:
        """Render subsets and constraints as text, markdown, latex, tsv, csv or json."""
        return render_sheet(dispatch_sheet(self.dispatch, self.checks), format)

    def records(self) -> list[dict[str, Any]]:
        """One record for each candidate that a subset shows."""
        return [
            {"subset": screen.subset, "lexelt": screen.lexelt, "id": screen.id, "candidate": term}
            for screen in self.dispatch.screens
            for term in screen.candidates
        ]

    def _summary(self) -> str:
        return plural(self.dispatch.subsets, "subset")


@checked
def dispatch(
    pool: PoolLike,
    *,
    size: Positive | None = None,
    subsets: Positive | None = None,
    ratings: tuple[int, int] = (3, 7),
    repeats: NotNegative = 0,
    planted: NotNegative = 0,
    bare: str = "refuse",
    seed: Seed = 1,
    items: ItemsLike = (),
) -> DispatchResult:
    """Divide a pool into subsets for raters; every sentence of a subset shows a substitute of the first gold.

    - `pool`: a file, or what `pool` made.
    - `size`: how many candidates a subset has at most; or `subsets`: how many there are.
    - `ratings`: how many people rate each candidate, at least and at most.
    - `repeats`: how many candidates of each subset are shown again.
    - `planted`: how many words that fit nowhere are mixed in.
    - `bare`: sentences without a substitute of the first gold are refused (`"refuse"`) or left out (`"leave-out"`).
    - `seed`: the random seed.
    - `items`: files of the sentences, or `Item` objects; where these say their language, the words planted in them are
      of the same.
    """
    if bare not in {"refuse", "leave-out"}:
        raise UsageError(
            f"bare says that bare sentences are refused or left out (refuse, leave-out), not {bare!r}.",
            parameter="bare",
        )
    files = Inputs(Options())
    candidates, sentences = files.pool(pool), files.items(items) or []
    least, most = ratings
    rules = DispatchRules(
        size=size,
        subsets=subsets,
        least=least,
        most=most,
        repeats=repeats,
        planted=planted,
        seed=seed,
        bare=bare,
    )
    languages = {(item.lexelt, item.id): item.language for item in sentences}
    made, notes = make_dispatch(candidates, rules, languages)
    return with_warnings(DispatchResult(made, verify(made, candidates), tuple(notes), tuple(files.reports)))


@checked
def verify_dispatch(dispatch: DispatchLike, pool: PoolLike) -> DispatchResult:
    """Check every constraint of a dispatch again.

    - `dispatch`: a file, or what `dispatch` made.
    - `pool`: the pool that was divided: a file, or what `pool` made.
    """
    files = Inputs(Options())
    divided = files.dispatch(dispatch)
    return DispatchResult(divided, verify(divided, files.pool(pool)))


@dataclass(frozen=True, eq=False, repr=False)
class FilterResult(Result):
    """What `filter_ratings` found: the ratings to use, those to leave, and why."""

    filtered: Filtered
    sheet: Sheet
    reports: tuple[Report, ...] = ()

    @property
    def kept(self) -> list[Rating]:
        """The ratings to make a gold of."""
        return self.filtered.kept

    def _own_notes(self) -> Iterable[str]:
        return () if self.kept else (_NOTHING_LEFT,)

    def to(self, format: str = "text") -> str:
        """Render what each rule did as text, markdown, latex, tsv, csv or json."""
        return render_sheet(self.sheet, format)

    def records(self) -> list[dict[str, Any]]:
        """One record for each rating to use."""
        return [asdict(rating) for rating in self.kept]

    def save(self, path: StrPath) -> None:
        """Write the ratings to use as JSON Lines."""
        formats.save(self.kept, "ratings", path, "stead")

    def _summary(self) -> str:
        return f"{plural(len(self.kept), 'rating')} used, {len(self.filtered.excluded)} excluded"


_USUAL = FilterRules()


@checked
def filter_ratings(
    ratings: RatingsLike,
    *,
    dispatch: DispatchLike | None = None,
    unknown: float | None = _USUAL.unknown,
    incomplete: float | None = _USUAL.incomplete,
    repeats: float | None = _USUAL.repeats,
    planted: float | None = _USUAL.planted,
    straight: float | None = _USUAL.straight,
    fast: float | None = _USUAL.fast,
    faults: str = "repair",
    encoding: str | None = None,
) -> FilterResult:
    """Exclude ratings that are not to be trusted. Each rule has a threshold; None leaves the rule out.

    - `ratings`: a file, several, or a list of `Rating`.
    - `dispatch`: what raters were shown, which some rules need.
    - `unknown`: ratings of what was not dispatched that a rater may have.
    - `incomplete`: the share of its candidates that a sitting must rate.
    - `repeats`: the mean difference between a rater's two ratings of the same candidate.
    - `planted`: the share of the planted words that a rater may accept.
    - `straight`: the share of equal ratings from which a sitting is excluded.
    - `fast`: the median of the seconds between two ratings that a sitting must reach.
    - `faults`, `encoding`: how files are read.
    """
    rules = FilterRules(
        unknown=unknown, incomplete=incomplete, repeats=repeats, planted=planted, straight=straight, fast=fast
    )
    files = Inputs(reading_options(faults=faults, encoding=encoding))
    given = files.ratings(ratings)
    filtered = filtered_ratings(given.ratings, None if dispatch is None else files.dispatch(dispatch), rules)
    limits = "|".join(f"{name}:{_limit(getattr(rules, name))}" for name in RULES)
    sheet = filter_sheet(filtered, f"filter|{limits}|ratings:{shorten_hash(given.source.sha256)}")
    return with_warnings(FilterResult(filtered, sheet, tuple(files.reports)))


_NOTHING_LEFT = Caution("every rating is excluded; are ratings and dispatch of the same campaign?")


def _limit(value: float | None) -> str:
    return "none" if value is None else f"{value:.4g}"


@checked
def extend_gold(
    gold: GoldLike,
    ratings: RatingsLike,
    *,
    grade: str | None = None,
    merge: str = "posthoc",
    annotators: int | None = None,
    match: str | Rules = "lenient",
    machines: str = "leave-out",
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> GoldResult:
    """Make gold 2 of post hoc ratings.

    - `gold`: the first gold standard.
    - `ratings`: a file, several, or a list of `Rating`.
    - `grade`: the `"mean"` of the ratings of a candidate, or their `"majority"`.
    - `merge`: the ratings alone (`"posthoc"`), or `"added"` to the counts of gold 1.
    - `annotators`: how many annotators gold 1 had, where that is needed and not known.
    - `match`: when two substitutes are equal.
    - `machines`: whether the ratings of machines count: `"leave-out"` or `"include"`.
    - `format`, `faults`, `encoding`: how files are read.
    """
    refuse_second_input([gold, ratings])
    files = Inputs(reading_options(format, faults, encoding))
    first = files.gold(gold)
    given = files.ratings(ratings)
    made = extended_gold(
        first,
        given.ratings,
        given.source,
        grade=None if grade is None else RatingRules(grade),
        merge=merge,
        annotators=annotators,
        rules=rules_without_lemmas(match, "extending a gold"),
        policy=faults,
        machines=machines,
    )
    return with_warnings(GoldResult(made, tuple(files.reports)))


def blind_sheets(dispatch: Dispatch, sentences: dict[tuple[str, str], str]) -> dict[str, str]:
    """What raters get, a table for each subset: nothing tells where a candidate is from."""
    rows: dict[int, list[tuple[str, ...]]] = {}
    for screen in dispatch.screens:
        shown = screen.lexelt, screen.id, sentences.get((screen.lexelt, screen.id), "")
        subset_rows = rows.setdefault(screen.subset, [])
        subset_rows += [tuple(map(_on_one_line, (*shown, term, "", ""))) for term in screen.candidates]
    width = len(str(dispatch.subsets))
    return {
        f"subset-{number:0{width}}.tsv": rating_table(_SHEET, subset_rows, mark="\t")
        for number, subset_rows in sorted(rows.items())
    }


_SHEET = ("lexelt", "id", "sentence", "candidate", "rating", "rater")


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def sentences_of(items: ItemsLike) -> dict[tuple[str, str], str]:
    """Sentences of items, the target in brackets."""
    sentences = Inputs(Options()).items(items)
    if sentences is not None and not sentences:
        raise BadInput(f"{list_items(items)[0]}: there are no sentences.")
    return {
        (item.lexelt, item.id): f"{item.text[: item.start]}[{item.target}]{item.text[item.end :]}"
        for item in sentences or ()
    }
