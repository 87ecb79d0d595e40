"""The Python interface to the study: was a second gold worth it?"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from stead._compare import form_of
from stead._inputs import (
    GoldLike,
    Inputs,
    RunLike,
    StrPath,
    notes_of_files,
    reading_options,
    refuse_second_input,
)
from stead._items import ItemsLike, check_items, listed_items, read_items
from stead._notes import warn_of, with_notes
from stead._posthoc import PoolLike, annotations_of, load_pool
from stead._preparing import distinctly_named, kept, measures_of, rules_without_lemmas
from stead._ratings import RatingsLike, ratings_of
from stead._wording import counted
from stead.comparing import UNITS
from stead.formats import write_content
from stead.lexicons import open_frequencies
from stead.matching import Rules
from stead.measures import Measure
from stead.posthoc import PoolRules, Resampling, StudyInputs, make_pool, make_study
from stead.reporting.studies import render_study
from stead.scoring import Settings
from stead.task import Annotations, GoldStandard, Item, Mapping, Report, UsageError
from stead.task.study import Study

MEASURES = "semdis-best-norm,semdis-oot-norm"
"""Those of Tanguy et al. 2018."""

_MOST_RESAMPLES = 1_000_000


@dataclass(frozen=True, eq=False, repr=False)
class StudyResult:
    """What `study` found: prints as tables, becomes a page or JSON."""

    study: Study
    reports: tuple[Report, ...] = ()

    @property
    def answer(self) -> str:
        """The answer in one paragraph."""
        return self.study.answer

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the files and the golds, as the command line says it."""
        return (*notes_of_files(self.reports), *self.study.notes)

    def to(self, format: str = "text") -> str:
        """The study as text, markdown, latex, tsv, json or html."""
        return render_study(self.study, format)

    def save(self, path: StrPath) -> None:
        """Write it whole or not at all; the ending of the name says in what form (.html, .json, .md, .tex, .tsv)."""
        write_content(path, self.to(form_of(path)).encode(errors="backslashreplace"))

    def __str__(self) -> str:
        return with_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        golds = f"{self.study.first.name} and {self.study.second.name}"
        return f"<StudyResult: {counted(len(self.study.runs), 'run')} on {golds}>"


def study(
    gold1: GoldLike,
    gold2: GoldLike,
    *runs: RunLike,
    pool: PoolLike | None = None,
    ratings: RatingsLike | None = None,
    annotations: StrPath | Annotations | None = None,
    baselines: Sequence[RunLike] = (),
    frequencies: str | tuple[str, Callable[[str], float]] | None = None,
    measures: str | Iterable[str | Measure] = MEASURES,
    match: str | Rules = "lenient",
    mapping: StrPath | Mapping | None = None,
    min_responses: float | None = None,
    ids: StrPath | None = None,
    items: ItemsLike | None = None,
    cluster: str = "item",
    resamples: int = 2000,
    level: float = 0.95,
    seed: int = 1,
    format: str = "auto",
    gold_format: str | None = None,
    run_format: str | None = None,
    faults: str = "repair",
    encoding: str | None = None,
) -> StudyResult:
    """Compare two golds and the runs on both: all that Tanguy et al. (2018) report, with intervals and an answer.

    Without a `pool` it is made of gold 1 and the runs. `annotations` are what gold 1 was made of, `ratings` what gold 2
    was made of. `frequencies` are named as `stead resources` knows them
    (`"bnc"`, `"wordfreq:fr"`, `"list:FILE"`), or a name with a function from words to numbers. `items` are sentences,
    for the item browser of the page.
    """
    if not runs and not baselines:
        raise UsageError("there is no run to rank; give at least one.")
    _check_chance(cluster, resamples, level, seed)
    given = listed_items(items)
    refuse_second_input([gold1, gold2, *runs, *baselines, pool, ratings, annotations, mapping, ids, *given])
    options = reading_options(format, faults, encoding, gold_format=gold_format, run_format=run_format)
    files = Inputs(options)
    first, second = _told_apart(kept(files.gold(gold1), ids, options), kept(files.gold(gold2), ids, options))
    nouns = distinctly_named([files.run(run, number) for number, run in enumerate([*runs, *baselines], start=1)])
    rules, forms = rules_without_lemmas(match, "studies"), None if mapping is None else files.mapping(mapping)
    if pool is None:
        candidates = make_pool(first, nouns[: len(runs)], nouns[len(runs) :], PoolRules(rules, mapping=forms)).pool
    else:
        candidates = load_pool(pool)
    rated = None if ratings is None else ratings_of(ratings, options)
    name, frequency = _frequencies(frequencies)
    inputs = StudyInputs(
        first,
        second,
        candidates,
        nouns,
        [] if rated is None else rated.ratings,
        () if annotations is None else annotations_of(annotations, files),
        measures_of(measures),
        Settings(rules, min_responses, forms, policy=str(options.policy), encoding=options.encoding),
        _sentences(given, first, files),
        frequency,
        name,
    )
    found = make_study(inputs, Resampling(cluster, resamples, level, seed))
    result = StudyResult(found, (*files.reports, *(() if rated is None else rated.reports)))
    warn_of(result.notes)
    return result


def _sentences(given: Sequence[StrPath | Item], gold: GoldStandard, files: Inputs) -> list[Item]:
    """The sentences that were given, if any were; they must be the gold's."""
    found = read_items(given, files)
    if given:
        check_items(found, gold)
    return found


def _told_apart(first: GoldStandard, second: GoldStandard) -> tuple[GoldStandard, GoldStandard]:
    """Two golds of one name (both made in memory, or in two folders) are gold 1 and gold 2."""
    if first.source.name != second.source.name:
        return first, second
    named = (
        replace(gold, source=replace(gold.source, name=f"gold {place}")) for place, gold in ((1, first), (2, second))
    )
    return next(named), next(named)


def _frequencies(
    given: str | tuple[str, Callable[[str], float]] | None,
) -> tuple[str, Callable[[str], float] | None]:
    if given is None:
        return "", None
    if isinstance(given, tuple):
        return given
    found = open_frequencies(given)
    return found.name, found.of


def _check_chance(cluster: str, resamples: int, level: float, seed: int) -> None:
    if cluster not in UNITS:
        raise UsageError(f"{cluster!r} is nothing that is drawn; there are {', '.join(UNITS)}.")
    if not 0 <= resamples <= _MOST_RESAMPLES:
        raise UsageError(f"--resamples is a whole number from 0 to {_MOST_RESAMPLES}, not {resamples}.")
    if not 0 < level < 1:
        raise UsageError(f"--level is a number between 0 and 1, not {level}.")
    if seed < 0:
        raise UsageError(f"--seed is a whole number from 0, not {seed}.")
