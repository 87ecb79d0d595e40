"""Study whether a second gold was worth it; simulate campaigns, and plan one."""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypedDict, Unpack

from stead import formats
from stead.api.gold import SheetResult
from stead.api.inputs import (
    AnnotationsLike,
    GivenRatings,
    GoldLike,
    Inputs,
    ItemsLike,
    RatingsLike,
    RunLike,
    StrPath,
    check_items,
    list_items,
    refuse_second_input,
)
from stead.api.options import ComparingKeywords, Scoring, resampling_options, scoring_options
from stead.api.posthoc import PoolLike
from stead.api.results import Result, name_folder, with_warnings
from stead.api.runs import files_of, list_runs
from stead.api.score import measures_of, reading_options_of, rules_without_lemmas, validate_min_responses
from stead.comparing import Resampling
from stead.core.annotation import Annotations
from stead.core.arguments import Range, checked, naming
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report, Source
from stead.core.rating import Rating
from stead.core.substitutes import GoldStandard
from stead.core.text import plural
from stead.formats import Kind, write_content
from stead.formats.posthoc_files import serialise_dispatch, serialise_pool
from stead.lexicons import open_frequencies
from stead.posthoc.candidate_pools import PoolRules, make_pool
from stead.posthoc.machine_raters import split_ratings
from stead.posthoc.planning import CAMPAIGNS, PEOPLE
from stead.posthoc.planning import plan as planned
from stead.posthoc.simulated_world import Design
from stead.posthoc.simulation import SimulatedCampaign
from stead.posthoc.simulation import simulate as simulated
from stead.posthoc.study_record import UNUSED, StudyInputs, make_study
from stead.records.study import Study
from stead.reporting.study_page import render_study
from stead.reporting.study_tables import study_records
from stead.scoring import ScoringSettings

__all__ = ["SimulationResult", "StudyResult", "plan", "simulate", "study"]

MEASURES = "semdis-best-norm,semdis-oot-norm"
"""Those of Tanguy et al. 2018."""
RESAMPLING = Resampling(resamples=2000)
"""What holds where nothing is said."""
_USED = ("measures", "match", "mapping", "min_responses", "ids")


@dataclass(frozen=True, eq=False, repr=False)
class StudyResult(Result):
    """What `study` found: prints as tables, becomes a page or JSON."""

    study: Study
    reports: tuple[Report, ...] = ()

    @property
    def answer(self) -> str:
        """The answer in one paragraph."""
        return self.study.answer

    def _own_notes(self) -> Iterable[str]:
        return self.study.notes

    def to(self, format: str = "text") -> str:
        """Render the study as text, markdown, latex, tsv, csv, json or html."""
        return render_study(self.study, format)

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure."""
        return study_records(self.study)

    def _summary(self) -> str:
        return f"{plural(len(self.study.runs), 'run')} on {self.study.first.name} and {self.study.second.name}"


@checked
def study(
    gold1: GoldLike,
    gold2: GoldLike,
    *runs: RunLike,
    pool: PoolLike | None = None,
    ratings: RatingsLike | None = None,
    machines: RatingsLike | None = None,
    annotations: AnnotationsLike | None = None,
    baselines: RunLike | Sequence[RunLike] = (),
    frequencies: str | tuple[str, Callable[[str], float]] | None = None,
    items: ItemsLike | None = None,
    options: Scoring | None = None,
    resampling: Resampling | None = None,
    **keywords: Unpack[ComparingKeywords],
) -> StudyResult:
    """Compare two golds and the runs on both: all that Tanguy et al. (2018) report, with intervals and an answer.

    - `gold1`, `gold2`, `runs`, `baselines`: as `score` takes golds and runs.
    - `pool`: the pool that was rated; default: made of gold 1 and the runs.
    - `annotations`: what gold 1 was made of; `ratings`: what gold 2 was made of.
    - `machines`: ratings of machines, such as `rate` makes them, to be compared with those of people: how far they
      agree, how many people a machine is worth, and which ranking it would give. They take part in nothing else.
    - `frequencies`: of words: `"bnc"`, `"wordfreq:fr"`, `"list:FILE"`, or a name with a function from words to numbers.
    - `items`: files of sentences, for the item browser of the page.
    - `options`: a `Scoring`, of which `measures` (default: normalised BEST and OOT), `match`, `mapping`,
      `min_responses`, `ids` and what says how files are read are used.
    - `resampling`: a `Resampling`, of which `unit`, `resamples` (default: 2000), `level` and `seed` are used.
      Fields of both can be given as keywords instead.
    """
    chosen = scoring_options(options, keywords)
    chosen.refuse_all_but(_USED, "studies")
    how = resampling_options(resampling, keywords, RESAMPLING)
    _refuse_unused(how)
    others = list_runs(baselines)
    if not runs and not others:
        raise UsageError("there is no run to rank; give at least one.")
    given = [*list_items(items), pool, ratings, machines, annotations, chosen.mapping, chosen.ids]
    refuse_second_input([gold1, gold2, *files_of([*runs, *others]), *given])
    files = Inputs(reading_options_of(chosen))
    first, second = _rename_twins(
        files.gold_of_ids(gold1, chosen.ids, "gold1"), files.gold_of_ids(gold2, chosen.ids, "gold2")
    )
    nouns, baseline_nouns = files.runs(runs, others)
    rules = rules_without_lemmas("lenient" if chosen.match is None else chosen.match, "studies")
    forms = files.forms(chosen.mapping)
    if pool is None:
        policy, encoding = str(files.options.policy), files.options.encoding
        pooling = PoolRules(rules=rules, mapping=forms, policy=policy, encoding=encoding)
        candidates = make_pool(first, nouns, baseline_nouns, pooling).pool
    else:
        candidates = files.pool(pool)
    name, frequency = _frequencies(frequencies)
    sentences = files.items(items)
    if sentences is not None:
        check_items(sentences, first)
    people, of_machines = split_ratings([] if ratings is None else files.ratings(ratings).ratings)
    of_machines += [] if machines is None else _only_machines(files.ratings(machines))
    inputs = StudyInputs(
        first=first,
        second=second,
        pool=candidates,
        runs=[*nouns, *baseline_nouns],
        annotations=() if annotations is None else _by_people(files.annotations(annotations)),
        ratings=people,
        machines=of_machines,
        measures=measures_of(MEASURES if chosen.measures is None else chosen.measures),
        settings=ScoringSettings(
            rules=rules,
            min_responses=validate_min_responses(chosen.min_responses),
            mapping=forms,
            policy=str(files.options.policy),
            encoding=files.options.encoding,
        ),
        sentences=sentences or [],
        frequency=frequency,
        frequency_source=name,
    )
    return with_warnings(StudyResult(make_study(inputs, how), tuple(files.reports)))


def _by_people(annotations: Annotations) -> Annotations:
    return annotations.only(~annotations.by_machines)


def _only_machines(given: GivenRatings) -> list[Rating]:
    """The ratings of machines; refuse those of people, which belong to the other ratings."""
    people, machines = split_ratings(given.ratings)
    if people:
        raise UsageError(
            f"machines: {given.source.location}: {people[0].rater!r} is no machine (machine:...); ratings of people "
            "are given as ratings.",
            parameter="machines",
        )
    return machines


def _refuse_unused(resampling: Resampling) -> None:
    """A study has intervals of ranks, which are quantiles, and no tests of pairs."""
    for name in UNUSED:
        if getattr(resampling, name) != getattr(RESAMPLING, name):
            raise UsageError(f"{name} has no meaning for studies; leave it out.", parameter=name)


def _rename_twins(first: GoldStandard, second: GoldStandard) -> tuple[GoldStandard, GoldStandard]:
    """Call two golds of one name (both made in memory, or in two folders) gold 1 and gold 2."""
    if first.source.name != second.source.name:
        return first, second
    named = (
        replace(gold, source=replace(gold.source, name=f"gold {number}")) for number, gold in ((1, first), (2, second))
    )
    return next(named), next(named)


def _frequencies(
    given: str | tuple[str, Callable[[str], float]] | None,
) -> tuple[str, Callable[[str], float] | None]:
    if given is None:
        return "", None
    if not isinstance(given, str):
        name, frequency = given
        return name, frequency
    with naming("frequencies"):
        counts = open_frequencies(given)
    return counts.name, counts.of


class DesignKeywords(TypedDict, total=False):
    """How large a simulated campaign is."""

    targets: int
    sentences: int
    annotators: int
    runs: int
    raters: int
    bad_raters: int
    size: int
    least: int
    most: int
    repeats: int
    planted: int
    seed: int


@dataclass(frozen=True, eq=False, repr=False)
class SimulationResult(Result):
    """A simulated campaign: the files of a real one, and the truth."""

    campaign: SimulatedCampaign

    @property
    def gold(self) -> GoldStandard:
        """Gold 1: how many annotators gave each substitute."""
        return self.campaign.gold

    @property
    def truth(self) -> GoldStandard:
        """What the mean rating of every word would be if everybody rated it."""
        return self.campaign.truth

    def save(self, path: StrPath) -> None:
        """Write it into a new or empty folder, as a real campaign would be kept."""
        self.write(name_folder(path, "path"))

    def write(self, folder: StrPath) -> list[str]:
        """Write it into a new or empty folder; return the names of the files."""
        path = Path(name_folder(folder, "folder"))
        if os.path.isdir(path) and any(path.iterdir()):  # noqa: PTH112 (pathlib refuses long names)
            raise UsageError(f"{path}: the folder is not empty, and nothing in it is overwritten. Name another one.")
        try:
            (path / "runs").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{path}: cannot be made: {error.strerror or error}.") from None
        campaign = self.campaign
        nouns: list[tuple[str, object, Kind]] = [
            ("items.jsonl", campaign.items, "items"),
            ("annotations.jsonl", Annotations.of(campaign.annotations, Source("annotations", "")), "annotations"),
            ("gold1.jsonl", campaign.gold, "gold"),
            ("truth.jsonl", campaign.truth, "gold"),
            ("ratings.jsonl", campaign.ratings, "ratings"),
            ("baseline.jsonl", campaign.baseline, "run"),
            *((f"runs/{run.name}.jsonl", run, "run") for run in campaign.runs),
        ]
        for name, noun, kind in nouns:
            formats.save(noun, kind, path / name, "stead")
        frequencies = "".join(f"{word}\t{number}\n" for word, number in campaign.frequencies.items())
        texts = {
            "pool.jsonl": serialise_pool(campaign.pool),
            "dispatch.jsonl": serialise_dispatch(campaign.dispatch),
            "frequencies.tsv": frequencies.encode(),
            "simulation.json": self.to("json").encode(),
        }
        for name, data in texts.items():
            write_content(path / name, data)
        return [*(name for name, _, _ in nouns), *texts]

    def to(self, format: str = "json") -> str:
        """Render the design and the truth (the quality of the runs, who is a bad rater) as JSON, the only format."""
        if format not in {"json", "text"}:
            raise UsageError(f"format is json, not {format!r}.", parameter="format")
        campaign = self.campaign
        document = {
            "schema": "stead.simulation/1",
            "design": asdict(campaign.design),
            "qualities": campaign.qualities,
            "bad raters": {name: campaign.kinds[name] for name in campaign.bad_raters},
        }
        return json.dumps(document, indent=1) + "\n"

    def records(self) -> list[dict[str, Any]]:
        """One record for each run, with its true quality."""
        return [{"run": name, "quality": quality} for name, quality in self.campaign.qualities.items()]

    def _summary(self) -> str:
        campaign = self.campaign
        items, candidates = plural(len(campaign.items), "item"), plural(campaign.pool.size, "candidate")
        return f"{items}, {candidates}, {plural(len(campaign.ratings), 'rating')}"


@checked
def simulate(**design: Unpack[DesignKeywords]) -> SimulationResult:
    """Make a campaign with known truth, the same for the same seed.

    The keywords say how large it is: `targets`, `sentences` of each, `annotators`, `runs`, `raters`, `bad_raters` among
    them, `size` of subsets, `least` and `most` ratings of a candidate, `repeats` and `planted` words in a subset,
    `seed`.
    """
    return SimulationResult(simulated(Design(**design)))


@checked
def plan(
    *,
    people: Sequence[Annotated[int, Range(1, 100)]] = PEOPLE,
    campaigns: Annotated[int, Range(1, 1000)] = CAMPAIGNS,
    **design: Unpack[DesignKeywords],
) -> SheetResult:
    """Plan a campaign: how close the ranking of systems comes to the true one, by the number of annotators and raters.

    - `people`: the numbers of annotators and raters to try.
    - `campaigns`: how many campaigns are simulated for each.
    - other keywords: as `simulate` takes them.
    """
    return SheetResult(planned(Design(**design), people=people, campaigns=campaigns))
