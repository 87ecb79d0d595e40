"""Is a language model worth it? Quality, agreement with people, time and cost of systems, on data that people answered.

As judges, machines rate what people rated, or annotate what people annotated: how many people is a machine worth, and
how many does it take to rank systems as well as it does (Tanguy et al. 2018)? An annotation is taken for ratings: of
all that anybody proposed for an item, an annotator accepts what was given and rejects the rest. That is enough to rank
systems. It is not to correlate people: each proposal is there because somebody made it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from time import perf_counter, process_time
from typing import Any, NamedTuple

from stead.api.inputs import AnnotationsLike, GoldLike, Inputs, ItemsLike, RatingsLike, RunLike, reading_options
from stead.api.machine_answers import annotate, rate
from stead.api.results import Result, with_warnings
from stead.api.runs import list_runs
from stead.api.score import score
from stead.api.study import study
from stead.api.systems import SystemLike, notes_on_record, run, system_of
from stead.core.annotation import Annotation, is_machine, machine_name
from stead.core.arguments import checked
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Report, Source
from stead.core.item import Item, lexelt_key
from stead.core.parameters import digest, shorten_hash
from stead.core.pool import CandidatePool
from stead.core.progress import Progress, silent
from stead.core.rating import MAX_RATING, Rating
from stead.core.resampling import Resampling, interval_settings
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.core.text import plural
from stead.golds import make_rated_gold
from stead.posthoc.candidate_pools import PoolRules, make_pool
from stead.posthoc.machine_raters import OF_PERSON, WITH_PEOPLE
from stead.records.sheet import Section, Sheet, Value
from stead.records.study import Curve, MachineRater
from stead.reporting.sheets import render_sheet
from stead.systems import System, answer

RESAMPLING = Resampling(resamples=2000)
_RANKED_BY = "oot"
_FEWEST_RANKED = 2  # one system alone has no ranking
_PER_CENT = 100.0
_ROUNDING = 1e-9
Interval = tuple[float, float] | None


@dataclass(frozen=True, kw_only=True)
class SystemWorth:
    """A system that answered the items: quality in per cent with intervals, time and cost."""

    system: str
    answered: int
    best: float | None
    best_interval: Interval
    oot: float | None
    oot_interval: Interval
    seconds: float
    """For an item, from the second item on; of a language model at an endpoint, added up over requests."""
    processor_seconds: float
    """For an item, in this process; an endpoint's own are not known."""
    tokens: float | None
    """For an item, of question and answer."""
    cost: float | None
    """For an item."""


@dataclass(frozen=True, kw_only=True)
class JudgeWorth:
    """A machine that judged candidates as people did; intervals resample items. Annotators have no correlations."""

    machine: str
    candidates: int
    """Candidates that it and two or more people judged."""
    agreement: float | None
    """Correlation with the mean of the people, one left out in turn."""
    agreement_interval: Interval
    person: float | None
    """Correlation of a person with the mean of the others."""
    people: float | None
    """The number of people whose mean predicts one more person as well; None if that is not defined."""
    people_interval: tuple[float | None, float | None] | None
    """An end that is None: no number of people is enough."""
    tau: float | None
    """Kendall's tau of the ranking of the other systems by its judgements alone with that by all people's."""
    tau_interval: Interval
    rankers: str
    """The least number of people whose ranking has, on average, as high a tau; `< 1` if one person has a higher one.
    These people are part of all people. Empty if there are no two systems to rank."""


@dataclass(frozen=True, eq=False, repr=False)
class WorthResult(Result):
    """What `worth` found: a table of systems and, with people's judgements, one of judges."""

    systems: tuple[SystemWorth, ...]
    judges: tuple[JudgeWorth, ...]
    signature: str
    remarks: tuple[str, ...] = ()
    reports: tuple[Report, ...] = ()

    def _own_notes(self) -> Iterable[str]:
        return self.remarks

    def to(self, format: str = "text") -> str:
        """Render the tables as text, markdown, latex, tsv, csv or json."""
        return render_sheet(Sheet(self._summary(), tuple(self._sections()), self.signature), format)

    def _sections(self) -> Iterator[Section]:
        columns = ("system", "answered", "best", "oot", "seconds", "processor s", "tokens", "cost")
        rows = tuple(
            (
                row.system,
                row.answered,
                _with_interval(row.best, row.best_interval, 1),
                _with_interval(row.oot, row.oot_interval, 1),
                f"{row.seconds:.3g}",
                f"{row.processor_seconds:.3g}",
                row.tokens,
                None if row.cost is None else f"{row.cost:.3g}",
            )
            for row in self.systems
        )
        caption = (
            "best and oot: R in per cent. Seconds, processor seconds of this process, tokens and cost are for an item; "
            "the cost is by the prices that were declared. Seconds of a language model at an endpoint are from "
            "question to answer, waits included."
        )
        yield Section("as systems", columns, rows, caption)
        judges = tuple(
            (
                judge.machine,
                judge.candidates,
                _with_interval(judge.agreement, judge.agreement_interval, 2),
                _with_interval(judge.person, None, 2),
                _people(judge),
                _with_interval(judge.tau, judge.tau_interval, 2),
                judge.rankers or None,
            )
            for judge in self.judges
        )
        headings = ("machine", "candidates", "agreement", "a person's", "worth people", "tau", "people for that tau")
        about = (
            "Agreement: correlation with the mean of the people, one left out in turn, beside that of a person with "
            "the others. Worth: the number of people whose mean predicts one more person as well. tau: Kendall's, of "
            "the ranking of the other systems by this machine alone with that by all people, and how many of these "
            "people rank as well on average. Of annotators, only the ranking is compared."
        )
        yield Section("as judges", headings, judges, about if judges else "")

    def records(self) -> list[dict[str, Any]]:
        """One record for each system and each judge."""
        return [*({"as": "system", **asdict(row)} for row in self.systems), *self._judge_records()]

    def _judge_records(self) -> Iterator[dict[str, Any]]:
        return ({"as": "judge", **asdict(judge)} for judge in self.judges)

    def _summary(self) -> str:
        return f"{plural(len(self.systems), 'system')}, {plural(len(self.judges), 'judge')}"


def _with_interval(value: float | None, interval: Interval, decimals: int) -> Value:
    if value is None:
        return None
    bounds = "" if interval is None else " [{:.{d}f}, {:.{d}f}]".format(*interval, d=decimals)
    return f"{value:.{decimals}f}{bounds}"


def _people(judge: JudgeWorth) -> Value:
    if judge.people_interval is None:
        return None if judge.people is None else f"{judge.people:.2f}"
    ends = ", ".join("∞" if end is None else f"{end:.2f}" for end in judge.people_interval)
    return f"{'∞' if judge.people is None else f'{judge.people:.2f}'} [{ends}]"


@checked
def worth(
    systems: SystemLike | Sequence[SystemLike],
    gold: GoldLike,
    items: ItemsLike,
    *,
    runs: RunLike | Sequence[RunLike] = (),
    ratings: RatingsLike | None = None,
    annotations: AnnotationsLike | None = None,
    resampling: Resampling | None = None,
    format: str = "auto",
    faults: str = "repair",
    encoding: str | None = None,
    progress: Progress = silent,
) -> WorthResult:
    """Compare systems by what they are worth: quality, time and cost and, as judges, how many people each replaces.

    - `systems`: names as `stead systems` lists them, such as `["llm(url=...,model=...)", "swift", "wordnet"]`.
    - `gold`, `items`: development data that no system was trained on; only items of both count.
    - `runs`: further runs on these items, which judges rank too.
    - `ratings`: what single people rated; every system that can rate rates the same candidates.
    - `annotations`: what single people annotated; every system annotates the same items. Give one of the two, or none.
    - `resampling`: a `Resampling`, of which `unit`, `resamples`, `interval`, `level` and `seed` are used.
    - `format`, `faults`, `encoding`: how files are read, as in `read_gold`.
    - `progress`: is told how many items are done, and of how many.

    >>> stead.worth(["wordnet", "swift"], "gold.txt", "items.en.xml", annotations="annotations.jsonl")
    """
    if ratings is not None and annotations is not None:
        raise UsageError("ratings or annotations of people are given, not both.", parameter="ratings")
    asked = [system_of(system) for system in ([systems] if isinstance(systems, str | System) else systems)]
    names = [system.identity() for system in asked]
    if not names or len({*names}) < len(names):
        raise UsageError("systems are one or more, each once.", parameter="systems")
    mute = [] if ratings is None else [system for system in asked if type(system).rate_all is System.rate_all]
    if mute and len(mute) == len(asked):
        raise UsageError(f"ratings: {', '.join(names)} cannot rate; blend and llm can.", parameter="ratings")
    how = RESAMPLING if resampling is None else resampling
    files = Inputs(reading_options(format, faults, encoding))
    sentences, standard = files.items_with_source(items).items, files.gold(gold)
    shared, sentences, remarks = _shared(standard, sentences)
    others = files.runs(list_runs(runs), [])[0]
    judge = None
    if ratings is not None:
        judge = _by_ratings(files.ratings(ratings).ratings, sentences, progress)
    elif annotations is not None:
        judge = _by_annotations(files.annotations(annotations), sentences, progress)
    answers = {system.identity(): _answers(system, sentences, progress) for system in asked}
    rows = tuple(_system_rows(shared, asked, answers, how))
    remarks += [
        Caution(f"{system.identity()}: was trained on this gold; its figures say nothing.")
        for system in asked
        if system.was_trained_on(standard.source.sha256)
    ]
    remarks += [f"{system.identity()}: cannot rate; it is compared as a system only." for system in mute]
    named = {name: given.oot for name, given in answers.items() if _answers_any(given.oot, shared)}
    remarks += [f"{name}: has no answer: its R is 0, and no judge ranks it." for name in names if name not in named]
    able = [system for system in asked if system not in mute]
    judged = {} if judge is None else {system.identity(): judge(system) for system in able}
    judges = list(_judges(judged, named, others, how, correlates=ratings is not None))
    remarks += _notes_on_answers(answers, judged)
    if any(len(named.keys() - {name}) + len(others) < _FEWEST_RANKED for name, one in judged.items() if one.machine):
        remarks.append("tau: a judge ranks the other systems and runs; two or more are needed, give more of them.")
    signature = "|".join(
        [
            f"worth|systems:{','.join(names)}",
            f"answers:{_hash([[*answer.best, *answer.oot] for answer in answers.values()])}",
            *([f"runs:{len(others)}:{_hash([[*other] for other in others])}"] if others else []),
            *([f"judgements:{_hash([(one.people, one.machine) for one in judged.values()])}"] if judged else []),
            *(f"{name}:{value}" for name, value in interval_settings(how).items()),
            f"best,{score(shared, _first_of(shared), measures=_RANKED_BY).records()[0]['signature']}",
        ]
    )
    return with_warnings(WorthResult(rows, tuple(judges), signature, tuple(remarks), tuple(files.reports)))


def _hash(content: object) -> str:
    return shorten_hash(digest(content))


def _answers_any(run: Run, gold: GoldStandard) -> bool:
    """Whether a run answers an item of a gold; one that does not cannot be scored."""
    ids = {row.id for row in gold if row.weights}
    return any(row.answers and row.id in ids for row in run)


def _first_of(gold: GoldStandard) -> Run:
    """A run that answers what a gold has first, for what needs some run, whichever it is."""
    rows = (RunRow(row.lexelt, row.id, [row.weights[0][0]]) for row in gold if row.weights)
    return Run.of(rows, Source("nobody", ""))


def _shared(gold: GoldStandard, items: Sequence[Item]) -> tuple[GoldStandard, list[Item], list[str]]:
    """The items that have a sentence and a row of the gold, and what was left out."""
    known = {(lexelt_key(row.lexelt), row.id) for row in gold}
    sentences = [item for item in items if {(lexelt_key(item.lexelt), item.id), ("", item.id)} & known]
    if not sentences:
        raise BadInput(f"{gold.source.location}: has none of the items. Are they of the same data set?")
    keys = {key for item in sentences for key in ((lexelt_key(item.lexelt), item.id), ("", item.id))}
    rows = [row for row in gold if (lexelt_key(row.lexelt), row.id) in keys]
    left_out = {"sentence": len(items) - len(sentences), "gold row": len(gold) - len(rows)}
    remarks = [f"left out: {plural(count, what)} without counterpart." for what, count in left_out.items() if count]
    return GoldStandard.of(rows, gold.source, graded=gold.graded), sentences, remarks


# ---------------------------------------------------------------------------------------------------------- systems


@dataclass(frozen=True, kw_only=True)
class _TimedRuns:
    """The runs of a system, and what they took."""

    best: Run
    oot: Run
    seconds: float
    processor_seconds: float
    record: Mapping[str, Any]
    notes: Sequence[str]


def _answers(system: System, items: Sequence[Item], progress: Progress) -> _TimedRuns:
    """Answer in this process; a first answer, with which a system is loaded, is not timed."""
    answer(system, items[0], "oot")
    clock, processor = perf_counter(), process_time()
    result = run(system, items, task="oot", workers=1, progress=progress)
    seconds, processor_seconds = perf_counter() - clock, process_time() - processor
    best = run(system, items, task="best", workers=1, progress=progress)
    seconds = result.record.get("seconds, added up", seconds)
    return _TimedRuns(
        best=best.run,
        oot=result.run,
        seconds=seconds / len(items),
        processor_seconds=processor_seconds / len(items),
        record=result.record,
        notes=result.notes,
    )


def _system_rows(
    gold: GoldStandard, systems: Sequence[System], answers: Mapping[str, _TimedRuns], how: Resampling
) -> Iterator[SystemWorth]:
    """A row for each system; without answers it recalls nothing, and there is nothing to resample."""
    for system in systems:
        name = system.identity()
        given = answers[name]
        figures: dict[str, Mapping[str, Any]] = {task: {"value": 0.0} for task in ("best", "oot")}
        for task in figures if _answers_any(given.oot, gold) else ():
            scored = score(gold, {name: {task: getattr(given, task)}}, measures=task, confidence=how)
            figures[task] = next(record for record in scored.records() if record["figure"] == "R")
        record, number = given.record, len(given.oot)
        tokens = (record["prompt tokens"] + record["completion tokens"]) / number if record else None
        yield SystemWorth(
            system=name,
            answered=sum(1 for row in given.oot if row.answers),
            best=_percent(figures["best"]["value"]),
            best_interval=_percents(figures["best"]),
            oot=_percent(figures["oot"]["value"]),
            oot_interval=_percents(figures["oot"]),
            seconds=given.seconds,
            processor_seconds=given.processor_seconds,
            tokens=tokens,
            cost=record["cost"] / number if record else None,
        )


def _percent(value: float | None) -> float | None:
    return None if value is None else _PER_CENT * value


def _percents(record: Mapping[str, Any]) -> Interval:
    low, high = record.get("low"), record.get("high")
    return None if low is None or high is None else (_PER_CENT * low, _PER_CENT * high)


# ----------------------------------------------------------------------------------------------------------- judges


class _Judged(NamedTuple):
    """The judgements of people, and those of a machine, on the same candidates."""

    people: list[Rating]
    machine: list[Rating]
    notes: Sequence[str]


def _notes_on_answers(answers: Mapping[str, _TimedRuns], judged: Mapping[str, _Judged]) -> Iterator[str]:
    """What was wrong with answers and judgements, and what they took."""
    for name, given in answers.items():
        yield from (type(note)(f"{name}: {note}") for note in given.notes)
    for name, judgements in judged.items():
        machine = machine_name(name)
        if not judgements.machine:
            yield f"{machine}: gave no judgement that can be used."
        # plain notes: `annotate` and `rate` have warned
        yield from (f"{machine}: {note}" for note in judgements.notes)


def _by_ratings(ratings: Sequence[Rating], items: Sequence[Item], progress: Progress) -> Callable[[System], _Judged]:
    """A function that lets a system rate what people have rated."""
    keys = {(item.lexelt, item.id) for item in items}
    people = [rating for rating in ratings if not is_machine(rating.rater) and (rating.lexelt, rating.id) in keys]
    if not people:
        raise BadInput("no rating of a person is of one of the items. Are they of the same data set?")
    pool = _pool_of(people)

    def judge(system: System) -> _Judged:
        rated = rate(pool, system, list(items), progress=progress)
        return _Judged(people, list(rated.ratings), rated.notes)

    return judge


def _pool_of(ratings: Iterable[Rating]) -> CandidatePool:
    """All candidates that were rated, also those that everybody rejects."""
    candidates: dict[tuple[str, str], dict[str, float]] = {}
    for rating in ratings:
        candidates.setdefault((rating.lexelt, rating.id), {})[rating.candidate] = 1.0
    rows = [GoldRow(*key, list(weights.items())) for key, weights in candidates.items()]
    gold = GoldStandard.of(rows, Source("ratings", ""), graded=True)
    return make_pool(gold, [], [], PoolRules()).pool


def _by_annotations(
    annotations: Iterable[Annotation], items: Sequence[Item], progress: Progress
) -> Callable[[System], _Judged]:
    """A function that lets a system annotate what people have annotated."""
    keys = {(item.lexelt, item.id) for item in items}
    people = [one for one in annotations if not is_machine(one.annotator) and (one.lexelt, one.id) in keys]
    if not people:
        raise BadInput("no annotation of a person is of one of the items. Are they of the same data set?")
    answered = {(one.lexelt, one.id) for one in people}
    sentences = [item for item in items if (item.lexelt, item.id) in answered]

    def judge(system: System) -> _Judged:
        annotated = annotate(sentences, system, progress=progress)
        machine = annotated.annotations
        proposed: dict[tuple[str, str], dict[str, None]] = {}
        for one in (*people, *machine):
            proposed.setdefault((one.lexelt, one.id), {}).update(dict.fromkeys(one.substitutes))
        # what the answers took is told of the system, whose answers to the same questions these are
        notes = [note for note in annotated.notes if note not in notes_on_record(annotated.record)]
        return _Judged(list(_as_ratings(people, proposed)), list(_as_ratings(machine, proposed)), notes)

    return judge


def _as_ratings(
    annotations: Iterable[Annotation], proposed: Mapping[tuple[str, str], Iterable[str]]
) -> Iterator[Rating]:
    for one in annotations:
        for term in proposed[one.lexelt, one.id]:
            value = MAX_RATING if term in one.substitutes else 0.0
            yield Rating(lexelt=one.lexelt, id=one.id, candidate=term, rater=one.annotator, value=value)


def _judges(
    judged: Mapping[str, _Judged],
    answers: Mapping[str, Run],
    others: Sequence[Run],
    how: Resampling,
    *,
    correlates: bool,
) -> Iterator[JudgeWorth]:
    """Compare every system that has judged with people; it ranks all systems but itself."""
    for judge, (people, machine, _) in judged.items():
        if not machine:  # none of its answers could be used
            continue
        gold = make_rated_gold(people, Source("people", "")).gold
        ranked = {name: run for name, run in answers.items() if name != judge and _answers_any(run, gold)}
        runs: list[Any] = [{name: run} for name, run in ranked.items()] + list(others)
        studied = study(
            gold,
            gold,
            *(runs or [_first_of(gold)]),
            pool=_pool_of(people),
            ratings=people,
            machines=machine,
            measures=_RANKED_BY,
            resampling=how,
        ).study
        (rater,) = studied.machines
        curve = next((curve for curve in studied.curves if curve.kind == "raters"), None)
        result = _judge_worth(machine_name(judge), rater, curve if len(runs) > 1 else None)
        yield (
            result
            if correlates
            else replace(
                result, agreement=None, agreement_interval=None, person=None, people=None, people_interval=None
            )
        )


def _judge_worth(name: str, rater: MachineRater, curve: Curve | None) -> JudgeWorth:
    figures = {figure.name: figure for figure in rater.figures}
    ranks = next(iter(rater.ranks), None)
    tau = None if ranks is None else ranks.tau
    interval = None if ranks is None else ranks.interval
    bounds = None if rater.worth is None or not rater.worth.has_interval else (rater.worth.low, rater.worth.high)
    return JudgeWorth(
        machine=name,
        candidates=rater.candidates,
        agreement=figures[WITH_PEOPLE].value,
        agreement_interval=figures[WITH_PEOPLE].interval,
        person=figures[OF_PERSON].value,
        people=None if rater.worth is None else rater.worth.people,
        people_interval=bounds,
        tau=tau,
        tau_interval=interval,
        rankers="" if tau is None or curve is None else _rankers(tau, interval, curve),
    )


def _rankers(tau: float, interval: Interval, curve: Curve) -> str:
    """How many people rank as well as a machine with this tau, and with the bounds of its interval."""
    bounds = "" if interval is None else f" [{_least(interval[0], curve)}, {_least(interval[1], curve)}]"
    return f"{_least(tau, curve)}{bounds}"


def _least(tau: float, curve: Curve) -> str:
    """The least number of people with this tau; `< 1` if one person already ranks better."""
    taus = {point.effort: point.tau for point in curve.points if point.tau is not None}
    enough = [effort for effort, reached in taus.items() if reached >= tau - _ROUNDING]
    if not enough:
        return f"> {max(point.effort for point in curve.points)}"
    fewest = min(enough)
    return f"< {fewest}" if fewest == min(taus) and taus[fewest] > tau + _ROUNDING else str(fewest)
