"""The Python interface to the study: was a second gold worth it?"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from stead import formats, posthoc
from stead.api.compare import form_of
from stead.api.gold import SheetResult
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
from stead.api.items import ItemsLike, check_items, listed_items, read_items
from stead.api.posthoc import PoolLike, annotations_of, load_pool
from stead.api.score import distinctly_named, kept, measures_of, rules_without_lemmas
from stead.comparing import UNITS
from stead.core.annotation import Annotations
from stead.core.canonical_forms import CanonicalForms
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.notes import warn_of, with_notes
from stead.core.source import Source
from stead.core.text import counted
from stead.formats import Kind, write_content
from stead.formats.posthoc_files import written_dispatch, written_pool
from stead.lexicons import open_frequencies
from stead.measures import Measure
from stead.posthoc import Campaign, Design, PoolRules, Resampling, StudyInputs, make_pool, make_study
from stead.records.study import Study
from stead.reporting.studies import render_study
from stead.rules.matching import Rules
from stead.scoring import Settings

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
    mapping: StrPath | CanonicalForms | None = None,
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
        candidates = make_pool(
            first, nouns[: len(runs)], nouns[len(runs) :], PoolRules(rules=rules, mapping=forms)
        ).pool
    else:
        candidates = load_pool(pool)
    rated = None if ratings is None else ratings_of(ratings, options)
    name, frequency = _frequencies(frequencies)
    inputs = StudyInputs(
        first=first,
        second=second,
        pool=candidates,
        runs=nouns,
        ratings=[] if rated is None else rated.ratings,
        annotations=() if annotations is None else annotations_of(annotations, files),
        measures=measures_of(measures),
        settings=Settings(
            rules=rules,
            min_responses=min_responses,
            mapping=forms,
            policy=str(options.policy),
            encoding=options.encoding,
        ),
        sentences=_sentences(given, first, files),
        frequency=frequency,
        frequency_source=name,
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


@dataclass(frozen=True, eq=False, repr=False)
class SimulationResult:
    """A simulated campaign: everything that a real one leaves behind, and the truth."""

    campaign: Campaign

    @property
    def gold(self) -> GoldStandard:
        """Gold 1: how many annotators gave each substitute."""
        return self.campaign.gold

    @property
    def truth(self) -> GoldStandard:
        """What the mean rating of every word would be if everybody rated it."""
        return self.campaign.truth

    def save(self, folder: StrPath) -> list[str]:
        """Write it into a new or empty folder, as a real campaign would be kept; the names of the files."""
        place = Path(folder)
        if place.is_dir() and any(place.iterdir()):
            raise UsageError(f"{place}: the folder is not empty, and nothing in it is overwritten. Name another one.")
        try:
            (place / "runs").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{place}: cannot be made: {error.strerror or error}.") from None
        own = self.campaign
        nouns: list[tuple[str, object, Kind]] = [
            ("items.jsonl", own.items, "items"),
            ("annotations.jsonl", Annotations.of(own.annotations, Source("annotations", "")), "annotations"),
            ("gold1.jsonl", own.gold, "gold"),
            ("truth.jsonl", own.truth, "gold"),
            ("ratings.jsonl", own.ratings, "ratings"),
            ("baseline.jsonl", own.baseline, "run"),
            *((f"runs/{run.name}.jsonl", run, "run") for run in own.runs),
        ]
        for name, noun, kind in nouns:
            formats.save(noun, kind, place / name, "stead")
        frequencies = "".join(f"{word}\t{number}\n" for word, number in own.frequencies.items())
        texts = {
            "pool.jsonl": written_pool(own.pool),
            "dispatch.jsonl": written_dispatch(own.dispatch),
            "frequencies.tsv": frequencies.encode(),
            "simulation.json": self.summary().encode(),
        }
        for name, data in texts.items():
            write_content(place / name, data)
        return [*(name for name, _, _ in nouns), *texts]

    def summary(self) -> str:
        """How it was made, and what nobody could know: the quality of the runs, who is a bad rater."""
        own = self.campaign
        document = {
            "schema": "stead.simulation/1",
            "design": asdict(own.design),
            "qualities": own.qualities,
            "bad raters": {name: own.kinds[name] for name in own.bad_raters},
        }
        return json.dumps(document, indent=1) + "\n"

    def __repr__(self) -> str:
        own = self.campaign
        items, candidates = counted(len(own.items), "item"), counted(own.pool.size, "candidate")
        return f"<SimulationResult: {items}, {candidates}, {counted(len(own.ratings), 'rating')}>"


def simulate(**design: int) -> SimulationResult:
    """Make a campaign with known truth, the same for the same seed.

    `design` says how large it is: `targets`, `sentences` of each, `annotators`, `runs`, `raters`, `bad_raters` among
    them, `size` of subsets, `least` and `most` ratings of a candidate, `repeats` and `planted` words in a subset,
    `seed`.
    """
    return SimulationResult(posthoc.simulate(Design(**design)))


def plan(*, people: Sequence[int] = posthoc.PEOPLE, campaigns: int = posthoc.CAMPAIGNS, **design: int) -> SheetResult:
    """How many annotators, and how many raters, are needed for the order of the systems: two curves."""
    return SheetResult(posthoc.plan(Design(**design), people=people, campaigns=campaigns))
