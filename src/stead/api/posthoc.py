"""The Python interface to what comes after the runs: pool, dispatch, filter ratings, extend the gold."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from stead import formats, posthoc
from stead.api.gold import GoldResult, warned_gold
from stead.api.inputs import (
    GoldLike,
    Inputs,
    RatingsLike,
    RunLike,
    StrPath,
    notes_of_files,
    ratings_of,
    reading_options,
    refuse_second_input,
)
from stead.api.score import distinctly_named, kept, rules_without_lemmas
from stead.core.annotation import Annotations
from stead.core.canonical_forms import CanonicalForms
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report
from stead.core.notes import Caution, warn_of, with_notes
from stead.core.pool import CandidatePool, Dispatch
from stead.core.rating import Rating
from stead.core.text import counted
from stead.formats.posthoc_files import read_dispatch, read_pool, written_dispatch, written_pool
from stead.formats.ratings_csv import rating_table
from stead.golds import RatingRules
from stead.posthoc import Check, Conditions, DispatchRules, Filtered, FilterRules, Pooled, PoolRules
from stead.records.sheet import Sheet
from stead.reporting import render_sheet
from stead.rules.matching import Rules

PoolLike = StrPath | CandidatePool
DispatchLike = StrPath | Dispatch


@dataclass(frozen=True, eq=False, repr=False)
class PoolResult:
    """What `pool` made: the candidates, where they come from, and what was left out."""

    pooled: Pooled
    sheet: Sheet
    reports: tuple[Report, ...] = ()

    @property
    def pool(self) -> CandidatePool:
        """The candidates of every item."""
        return self.pooled.pool

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files and the pool, as the command line says it."""
        return (*notes_of_files(self.reports), *self.pooled.notes)

    def save(self, path: StrPath) -> None:
        """Write the pool as JSON Lines."""
        formats.write_content(path, written_pool(self.pool))

    def to(self, format: str) -> str:
        """The statistics as text, markdown, latex, tsv or json."""
        return render_sheet(self.sheet, format)

    def __str__(self) -> str:
        return with_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        return f"<PoolResult: {counted(self.pool.size, 'candidate')} for {counted(len(self.pool), 'item')}>"


def pool(
    gold: GoldLike,
    *runs: RunLike,
    baselines: Sequence[RunLike] = (),
    depth: int | None = posthoc.DEPTH,
    only_single_words: bool = False,
    match: str | Rules = "lenient",
    mapping: StrPath | CanonicalForms | None = None,
    ids: StrPath | None = None,
    sample: int | None = None,
    min_substitutes: int = 0,
    no_names: bool = False,
    no_multiwords: bool = False,
    annotations: StrPath | Annotations | None = None,
    multiwords: GoldLike | None = None,
    seed: int = 1,
    format: str = "auto",
    gold_format: str | None = None,
    run_format: str | None = None,
    faults: str = "repair",
    encoding: str | None = None,
) -> PoolResult:
    """Pool the substitutes of a gold and the answers of runs and baselines, item by item.

    `depth` is how many distinct answers of a run count (None: all). `sample` draws so many items of those that fulfil
    the conditions: `min_substitutes` single words in the gold, `no_names` (nobody answered NAME, by the raw
    `annotations`), `no_multiwords` (the target is part of no gold multiword, by the gold of `multiwords` or the
    `annotations`).
    """
    if not runs and not baselines:
        raise UsageError("there is no run to pool; give at least one.")
    if depth is not None and depth < 1:
        raise UsageError(f"--depth is a whole number from 1, or all; not {depth!r}.")
    refuse_second_input([gold, *runs, *baselines, mapping, ids, annotations, multiwords])
    options = reading_options(format, faults, encoding, gold_format=gold_format, run_format=run_format)
    files = Inputs(options)
    first = kept(files.gold(gold), ids, options)
    nouns = distinctly_named([files.run(run, number) for number, run in enumerate([*runs, *baselines], start=1)])
    conditions = Conditions(sample, min_substitutes, no_names, no_multiwords, seed)
    chosen = posthoc.choose_items(
        first,
        conditions,
        annotations=None if annotations is None else annotations_of(annotations, files),
        multiwords=None if multiwords is None else files.gold(multiwords),
    )
    how = PoolRules(
        rules=rules_without_lemmas(match, "pools"),
        depth=depth,
        single_words=only_single_words,
        mapping=None if mapping is None else files.mapping(mapping),
        chosen=chosen.rows,
        choice=str(conditions),
    )
    pooled = posthoc.make_pool(first, nouns[: len(runs)], nouns[len(runs) :], how)
    result = PoolResult(pooled, posthoc.pool_sheet(pooled, chosen.ruled_out), tuple(files.reports))
    warn_of(result.notes)
    return result


def annotations_of(given: StrPath | Annotations, files: Inputs) -> Annotations:
    """Annotations, as they are or of a file."""
    if isinstance(given, Annotations):
        return given
    noun, report = formats.load(given, "annotations", replace(files.options, format="auto"))
    files.reports.append(report)
    return noun


def load_pool(path: PoolLike) -> CandidatePool:
    """Read a pool that was saved."""
    return path if isinstance(path, CandidatePool) else read_pool(formats.read_content(path))


def load_dispatch(path: DispatchLike) -> Dispatch:
    """Read a dispatch that was saved."""
    return path if isinstance(path, Dispatch) else read_dispatch(formats.read_content(path))


@dataclass(frozen=True, eq=False, repr=False)
class DispatchResult:
    """What `dispatch` made: the subsets, and the constraints that they were checked against."""

    dispatch: Dispatch
    checks: tuple[Check, ...]
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every constraint holds."""
        return all(check.holds for check in self.checks)

    def save(self, path: StrPath) -> None:
        """Write the dispatch as JSON Lines: the organiser's copy, which tells what is planted."""
        formats.write_content(path, written_dispatch(self.dispatch))

    def to(self, format: str) -> str:
        """Subsets and constraints as text, markdown, latex, tsv or json."""
        return render_sheet(posthoc.dispatch_sheet(self.dispatch, self.checks), format)

    def __str__(self) -> str:
        return with_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        return f"<DispatchResult: {counted(self.dispatch.subsets, 'subset')}>"


def dispatch(
    pool: PoolLike | PoolResult,
    *,
    size: int | None = None,
    subsets: int | None = None,
    ratings: tuple[int, int] = (3, 7),
    repeats: int = 0,
    planted: int = 0,
    bare: str = "refuse",
    seed: int = 1,
    items: Sequence[StrPath] = (),
) -> DispatchResult:
    """Divide a pool into `subsets`, or into subsets of `size` at most, each to be rated by 3 to 7 people.

    Every sentence of a subset shows a substitute of the first gold. `repeats` candidates of each subset are shown
    again, and `planted` words that fit nowhere are mixed in. `bare` sentences, without a substitute of the first gold,
    are refused, or left out (`"leave-out"`). `items` are files of the sentences: where these say their language, the
    words planted in them are of the same.
    """
    if bare not in {"refuse", "leave-out"}:
        raise UsageError(f"bare sentences are refused or left out (refuse, leave-out), not {bare!r}.")
    candidates = pool.pool if isinstance(pool, PoolResult) else load_pool(pool)
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
    made, notes = posthoc.make_dispatch(candidates, rules, _languages_of(items))
    warn_of(notes)
    return DispatchResult(made, posthoc.verify(made, candidates), tuple(notes))


def verify_dispatch(dispatch: DispatchLike, pool: PoolLike) -> DispatchResult:
    """Check every constraint of a dispatch again."""
    own = load_dispatch(dispatch)
    return DispatchResult(own, posthoc.verify(own, load_pool(pool)))


@dataclass(frozen=True, eq=False, repr=False)
class FilterResult:
    """What `filter_ratings` found: the ratings to use, those to leave, and why."""

    filtered: Filtered
    sheet: Sheet
    reports: tuple[Report, ...] = ()

    @property
    def kept(self) -> list[Rating]:
        """The ratings to make a gold of."""
        return self.filtered.kept

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files and the ratings, as the command line says it."""
        nothing_left = () if self.kept else (_NOTHING_LEFT,)
        return (*notes_of_files(self.reports), *nothing_left)

    def to(self, format: str) -> str:
        """What each rule did as text, markdown, latex, tsv or json."""
        return render_sheet(self.sheet, format)

    def __str__(self) -> str:
        return with_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        return f"<FilterResult: {counted(len(self.kept), 'rating')} used, {len(self.filtered.excluded)} excluded>"


def filter_ratings(
    ratings: RatingsLike,
    *,
    dispatch: DispatchLike | None = None,
    faults: str = "repair",
    encoding: str | None = None,
    **thresholds: float | None,
) -> FilterResult:
    """Exclude ratings that are not to be trusted: incomplete, inconsistent, careless, straight-lining, too fast.

    `ratings` are of a file, of several, or a list. `thresholds` are those of the rules (`unknown`, `incomplete`,
    `repeats`, `planted`, `straight`, `fast`); None leaves a rule out.
    """
    unknown = thresholds.keys() - posthoc.RULES.keys()
    if unknown:
        raise UsageError(f"{sorted(unknown)[0]!r} is not a rule; there are {', '.join(posthoc.RULES)}.")
    given = ratings_of(ratings, reading_options(faults=faults, encoding=encoding))
    rules = FilterRules(**thresholds)
    filtered = posthoc.filter_ratings(given.ratings, None if dispatch is None else load_dispatch(dispatch), rules)
    limits = "|".join(f"{name}:{_limit(getattr(rules, name))}" for name in posthoc.RULES)
    sheet = posthoc.filter_sheet(filtered, f"filter|{limits}|ratings:sha256:{given.source.sha256[:12]}")
    result = FilterResult(filtered, sheet, given.reports)
    warn_of(result.notes)
    return result


_NOTHING_LEFT = Caution("every rating is excluded; are ratings and dispatch of the same campaign?")


def _limit(value: float | None) -> str:
    return "none" if value is None else f"{value:.4g}"


def extend_gold(
    gold: GoldLike,
    ratings: RatingsLike,
    *,
    grade: str | None = None,
    merge: str = "posthoc",
    annotators: int | None = None,
    match: str | Rules = "lenient",
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
) -> GoldResult:
    """Make gold 2: the mean (or majority) of post hoc ratings, alone or `merge="added"` to the counts of gold 1."""
    refuse_second_input([gold, ratings])
    options = reading_options(format, faults, encoding)
    files, given = Inputs(options), ratings_of(ratings, options)
    made = posthoc.extend_gold(
        files.gold(gold),
        given.ratings,
        given.source,
        grade=None if grade is None else RatingRules(grade),
        merge=merge,
        annotators=annotators,
        rules=rules_without_lemmas(match, "extending a gold"),
        policy=faults,
    )
    return warned_gold(made, (*files.reports, *given.reports))


def blind_sheets(dispatch: Dispatch, sentences: dict[tuple[str, str], str]) -> dict[str, str]:
    """What raters get, a table for each subset: nothing tells where a candidate is from."""
    rows: dict[int, list[tuple[str, ...]]] = {}
    for screen in dispatch.screens:
        shown = screen.lexelt, screen.id, sentences.get((screen.lexelt, screen.id), "")
        own = rows.setdefault(screen.subset, [])
        own += [tuple(map(_on_one_line, (*shown, term, "", ""))) for term in screen.candidates]
    width = len(str(dispatch.subsets))
    return {
        f"subset-{number:0{width}}.tsv": rating_table(_SHEET, own, mark="\t") for number, own in sorted(rows.items())
    }


_SHEET = ("lexelt", "id", "sentence", "candidate", "rating", "rater")


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _languages_of(paths: Sequence[StrPath]) -> dict[tuple[str, str], str]:
    return {(item.lexelt, item.id): item.language for path in paths for item in formats.load(path, "items")[0]}


def sentences_of(paths: Sequence[StrPath]) -> dict[tuple[str, str], str]:
    """Sentences of items, the target in brackets."""
    found = {}
    for path in paths:
        for item in formats.load(path, "items")[0]:
            text = f"{item.text[: item.start]}[{item.target}]{item.text[item.end :]}"
            found[item.lexelt, item.id] = text
    if paths and not found:
        raise BadInput(f"{os.fspath(paths[0])}: there are no sentences.")
    return found
