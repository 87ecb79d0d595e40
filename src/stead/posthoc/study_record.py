"""The whole study (Tanguy et al. 2018, sections 3 to 5; SemEval-2007's Table 8), and its verdict in one paragraph."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from stead._version import __version__
from stead.agreement import AgreementSettings
from stead.core.annotation import Annotation
from stead.core.errors import UsageError
from stead.core.faults import Caution
from stead.core.item import Item
from stead.core.parameters import VERSION, digest, shorten_hash, signed, signed_parts, unsigned
from stead.core.parameters import settings as parameters
from stead.core.pool import CandidatePool
from stead.core.rating import MAX_RATING, VERDICTS, Rating
from stead.core.resampling import Resampling
from stead.core.substitutes import GoldStandard, Run
from stead.core.text import plural
from stead.measures import Measure
from stead.posthoc import gold_comparison
from stead.posthoc.machine_raters import machine_raters, notes_on_machines
from stead.posthoc.rank_changes import Rescoring, curves, rank_studies
from stead.posthoc.second_gold import JudgedPool, Judgements
from stead.posthoc.summary_sheets import origin_counts
from stead.records.report import ReportSentence
from stead.records.study import (
    Curve,
    GoldRole,
    JudgedCandidate,
    MachineRater,
    NamedFigure,
    RankStudy,
    Study,
    StudyItem,
    TermFrequencies,
    Worth,
)
from stead.scoring import Request, ScoringSettings
from stead.scoring.settings import SignedScore

_RESAMPLES_OF_AGREEMENT = 1000
UNUSED = ("tests", "interval", "correction")
"""The fields of `Resampling` without a meaning for studies, which test no pairs; their intervals are quantiles."""


def _hash(content: object) -> str:
    return shorten_hash(digest(content))


def _hash_if_any(content: Sequence[object]) -> str | None:
    return _hash([*content]) if content else None


def _signed_pool(pool: CandidatePool) -> str:
    return _hash(([tuple(row) for row in pool], [source.baseline for source in pool.sources]))


def _signed_frequencies(inputs: "StudyInputs") -> str | None:
    """The hash of the frequencies of all candidates."""
    if inputs.frequency is None:
        return None
    return _hash([(term, float(inputs.frequency(term))) for term in sorted(inputs.pool.candidates.vocabulary)])


@dataclass(frozen=True, eq=False, kw_only=True)
class StudyInputs:
    """The inputs of a study. Each field declares its part of the signature, in the order of signatures.

    `frequency` maps words to corpus frequencies, `frequency_source` is the name of their source.
    """

    measures: Sequence[Measure] = field(
        default=(), metadata=signed({"measures": lambda inputs, _: "+".join(map(str, inputs.measures))})
    )
    settings: ScoringSettings = field(
        default_factory=ScoringSettings, metadata=unsigned("its own fields are parts of the signature")
    )
    runs: Sequence[Run] = field(
        metadata=signed(
            {
                "runs": lambda inputs, _: (
                    f"{len(inputs.runs)}:{_hash([[tuple(row) for row in run] for run in inputs.runs])}"
                )
            }
        )
    )
    pool: CandidatePool = field(
        metadata=signed(
            {"items": lambda inputs, _: str(len(inputs.pool)), "pool": lambda inputs, _: _signed_pool(inputs.pool)}
        )
    )
    annotations: Sequence[Annotation] = field(
        default=(),
        metadata=signed({"annotations": lambda inputs, _: _hash_if_any(inputs.annotations)}),
    )
    ratings: Sequence[Rating] = field(
        default=(), metadata=signed({"ratings": lambda inputs, _: _hash_if_any(inputs.ratings)})
    )
    machines: Sequence[Rating] = field(
        default=(), metadata=signed({"machines": lambda inputs, _: _hash_if_any(inputs.machines)})
    )
    """Ratings of machines, which are compared with those of people."""
    frequency: Callable[[str], float] | None = field(
        default=None, metadata=signed({"frequencies": lambda inputs, _: _signed_frequencies(inputs)})
    )
    frequency_source: str = field(default="", metadata=unsigned("a name; the frequencies themselves are signed"))
    sentences: Sequence[Item] = field(default=(), metadata=unsigned("shown beside the figures, which do not use them"))
    first: GoldStandard = field(
        metadata=signed({"gold1": lambda inputs, _: shorten_hash(inputs.first.source.sha256)}),
    )
    second: GoldStandard = field(
        metadata=signed({"gold2": lambda inputs, _: shorten_hash(inputs.second.source.sha256)}),
    )


def make_study(inputs: StudyInputs, how: Resampling) -> Study:
    """Compute all figures of a study, and its verdict."""
    judged = JudgedPool(inputs.pool, inputs.first, inputs.second, inputs.settings.rules)
    judgements = judged.judgements(inputs.ratings) if inputs.ratings else None
    request = Request(gold=inputs.first, runs=inputs.runs, measures=inputs.measures, settings=inputs.settings)
    ranks, _ = rank_studies(request, inputs.second, how)
    rescoring = Rescoring(judged, inputs.runs, inputs.measures, inputs.settings.mapping)
    several = len(inputs.runs) > 1
    changed, lost = gold_comparison.changes(judged)
    machines = _machines(judged, judgements, inputs, how, replace(request, gold=inputs.second))
    scale = _scale(inputs)
    study = Study(
        version=__version__,
        answer="",
        first=_role(inputs.first),
        second=_role(inputs.second),
        scale=scale,
        runs=tuple(run.name for run in inputs.runs),
        items=len(inputs.pool),
        candidates=inputs.pool.size,
        origins=origin_counts(inputs.pool),
        production=tuple(_production(inputs, how)),
        ratings=() if judgements is None else tuple(_ratings(judged, judgements, how)),
        raters_of_candidates={} if judgements is None else _raters(judgements),
        correlations=gold_comparison.correlations(judged),
        bands=gold_comparison.bands(judged, scale),
        boxes=gold_comparison.boxes(judged),
        changes=changed,
        lost_weights=lost,
        verdicts=None if judgements is None else gold_comparison.verdicts(judged, judgements, inputs.ratings),
        frequencies=_frequencies(judged, inputs),
        positives=gold_comparison.positives(judged),
        ranks=ranks,
        curves=curves(rescoring, judged, judgements, how.seed, grade=_grade(judged, judgements)) if several else (),
        unit=how.unit,
        resamples=how.resamples,
        level=how.level,
        seed=how.seed,
        notes=(*_notes(judged, judgements, inputs), *notes_on_machines(machines)),
        signature=signature(inputs, how),
        item_list=tuple(_items(judged, judgements, inputs.sentences)),
        machines=machines,
    )
    return replace(study, answer=verdict(study))


def _machines(
    judged: JudgedPool, judgements: Judgements | None, inputs: StudyInputs, how: Resampling, request: Request
) -> tuple[MachineRater, ...]:
    if not inputs.machines:
        return ()
    if judgements is None:
        raise UsageError("machines are compared with people: give the ratings of people, too.", parameter="machines")
    return tuple(machine_raters(judged, judgements, inputs.machines, how, request))


def _role(gold: GoldStandard) -> GoldRole:
    source = gold.source
    return GoldRole(source.name, source.sha256, gold.graded, len(gold), int(np.count_nonzero(gold.weights > 0)))


def _scale(inputs: StudyInputs) -> float:
    """The best weight of the second gold: 3, or 2 for verdicts; on another scale, the largest weight."""
    if any(isinstance(rating.value, str) for rating in inputs.ratings):
        return float(len(VERDICTS) - 1)
    largest = float(inputs.second.weights.max(initial=0.0))
    return MAX_RATING if largest <= MAX_RATING else float(np.ceil(largest))


def _production(inputs: StudyInputs, how: Resampling) -> Iterator[NamedFigure]:
    if not inputs.annotations:
        return iter(())
    resamples = min(how.resamples, _RESAMPLES_OF_AGREEMENT)
    settings = AgreementSettings(rules=inputs.settings.rules, seed=how.seed, resamples=resamples)
    return gold_comparison.production_figures(inputs.annotations, settings)


def _ratings(judged: JudgedPool, judgements: Judgements, how: Resampling) -> Iterator[NamedFigure]:
    resamples = min(how.resamples, _RESAMPLES_OF_AGREEMENT)
    settings = AgreementSettings(rules=None, seed=how.seed, resamples=resamples)
    return gold_comparison.rating_figures(judged, judgements, settings)


def _raters(judgements: Judgements) -> dict[str, int]:
    """The distribution of ratings over candidates."""
    numbers, candidates = np.unique(judgements.sizes, return_counts=True)
    return {str(number): count for number, count in zip(numbers.tolist(), candidates.tolist(), strict=True)}


def _grade(judged: JudgedPool, judgements: Judgements | None) -> str:
    """How the second gold was made from these ratings (mean or majority), "" if it was not."""
    if judgements is None:
        return ""
    rated = judgements.sizes > 0
    tolerance = 0.006  # published golds have two decimals
    for grade in ("mean", "majority"):
        if np.allclose(judgements.weights(grade)[rated], judged.second[rated], atol=tolerance):
            return grade
    return ""


def _frequencies(judged: JudgedPool, inputs: StudyInputs) -> TermFrequencies | None:
    if inputs.frequency is None:
        return None
    return gold_comparison.frequency_figures(judged, inputs.frequency, inputs.frequency_source)


def _notes(judged: JudgedPool, judgements: Judgements | None, inputs: StudyInputs) -> Iterator[str]:
    if judged.not_in_second:
        of_pool = f"{judged.not_in_second} of {plural(judged.pool.size, 'candidate')} of the pool"
        yield Caution(f"{of_pool} not in gold 2: read as 0.")
    if judgements is None:
        yield "No ratings were given: nothing is said about raters."
        return
    if judgements.elsewhere:
        yield Caution(f"{plural(judgements.elsewhere, 'rating')} of candidates that are not in the pool: left out.")
    if judgements.again:
        yield Caution(f"{plural(judgements.again, 'rating')} given a second time by the same rater: left out.")
    unrated = int(np.count_nonzero(judgements.sizes == 0))
    if unrated:
        yield f"{unrated} of {plural(judged.pool.size, 'candidate')} of the pool without a rating."
    if not _grade(judged, judgements):
        yield "Gold 2 is neither the mean nor the majority of these ratings alone, so fewer raters cannot be tried."
    if not any(isinstance(rating.value, str) for rating in inputs.ratings):
        yield "Verdicts are read off the scale: 0 is bad, 3 is good, what lies between is reasonable."


def _items(judged: JudgedPool, judgements: Judgements | None, sentences: Sequence[Item]) -> Iterator[StudyItem]:
    known = {(item.lexelt, item.id): item for item in sentences}
    counts = [0] * judged.pool.size if judgements is None else judgements.sizes.tolist()
    first, second, in_runs = judged.first.tolist(), judged.second.tolist(), judged.pool.in_runs.tolist()
    starts = judged.pool.candidates.starts.tolist()
    rows = zip(judged.pool.lexelts, judged.pool.ids, judged.pool.candidates, strict=True)
    for row, (lexelt, identifier, terms) in enumerate(rows):
        candidates = [
            JudgedCandidate(term, first[number], second[number], in_runs[number], counts[number])
            for number, term in enumerate(terms, start=starts[row])
        ]
        candidates.sort(key=lambda candidate: (-candidate.second, -candidate.first, candidate.term))
        item = known.get((lexelt, identifier))
        sentence = None if item is None else ReportSentence.of(item)
        yield StudyItem(lexelt, identifier, sentence, tuple(candidates))


def signature(inputs: StudyInputs, how: Resampling) -> str:
    """Sign a study by the fields of its settings and of its inputs."""
    chosen = (f"{name}:{text}" for name, text in parameters(how).items() if name not in UNUSED)
    return "|".join(["study", *_scoring_parts(inputs), *chosen, *signed_parts(inputs, how), VERSION])


def _scoring_parts(inputs: StudyInputs) -> Iterator[str]:
    """The parts of the settings of scores: where they differ between the two golds, `min:2+0`."""
    measures, form = "+".join(map(str, inputs.measures)), "+".join(sorted({run.source.format for run in inputs.runs}))
    of_golds = [
        dict(part.split(":", 1) for part in signed_parts(inputs.settings, SignedScore(measures, gold, form)))
        for gold in (inputs.first, inputs.second)
    ]
    for key in dict.fromkeys(key for parts in of_golds for key in parts):
        yield f"{key}:{'+'.join(dict.fromkeys(parts.get(key, '') for parts in of_golds))}"


_CLOSE = 0.9
_FAR = 0.7


def verdict(study: Study) -> str:
    """Summarise a study in one paragraph: changes in data and ranking, their significance, the effort needed."""
    return " ".join(
        (
            *_main_sentence(study),
            *_data_sentences(study),
            *(_order_sentence(rank, study.level) for rank in study.ranks),
            *_effort_sentence(study),
            *map(_machine_sentence, study.machines),
        )
    )


def _main_sentence(study: Study) -> Iterator[str]:
    taus = [rank.tau for rank in study.ranks if rank.tau is not None]
    if not taus:
        yield "There are too few systems to say whether the second gold changes their order."
        return
    sure = sum(_significant_moves(rank) for rank in study.ranks)
    lowest = min(taus)
    moved = any(row.difference for rank in study.ranks for row in rank.rows)
    if not sure and not moved:
        yield "For ranking these systems the second gold was not worth it: the order stays as it was."
    elif not sure and lowest >= _CLOSE:
        yield (
            "For ranking these systems the second gold was not worth it: the order stays nearly as it was, and none of "
            "the changes is larger than chance."
        )
    elif not sure and lowest >= _FAR:
        yield (
            "For ranking these systems the second gold was hardly worth it: some systems change places, but none of "
            "the changes is larger than chance."
        )
    elif not sure:
        yield "The second gold gives another order of the systems, but no single change is larger than chance."
    else:
        moves = plural(sure, "rank change")
        yield f"For ranking these systems the second gold matters: {moves} cannot be put down to chance."


def _significant_moves(rank: RankStudy) -> int:
    """The number of runs whose change of rank has an interval without 0."""
    intervals = [row.interval for row in rank.rows if row.difference]
    return sum(1 for interval in intervals if interval is not None and not interval[0] <= 0 <= interval[1])


def _data_sentences(study: Study) -> Iterator[str]:
    new, lost = study.changes["new in gold 2"], study.changes["of gold 1, rated 0"]
    first = study.changes["substitutes of gold 1 in the pool"]
    yield (
        f"It is a larger data set: {new} new substitutes come to the {first} of the first gold, of which raters reject "
        f"{lost}."
    )
    rho = study.correlations[0].rho
    if rho is not None:
        strength = "closely" if rho >= 0.6 else "loosely" if rho >= 0.3 else "hardly"
        yield f"On these, both weights are {strength} related (rho {rho:.2f})."


def _order_sentence(rank: RankStudy, level: float) -> str:
    moved = [row for row in rank.rows if row.difference]
    if rank.tau is None:
        return f"By {rank.label} the systems have no order to compare."
    bounds = "" if rank.interval is None else f"{rank.interval[0]:.2f} to {rank.interval[1]:.2f}"
    within = f" ({100 * level:g} % interval {bounds})" if bounds else ""
    tau = f"By {rank.label}, Kendall's tau between both orders is {rank.tau:.2f}{within}"
    if not moved:
        return f"{tau}, and no system moves."
    largest = max(abs(row.difference or 0) for row in moved)
    top = rank.rows[0]
    same = "the best system stays the best" if top.first_rank == top.second_rank else "there is a new best system"
    sure = _significant_moves(rank)
    chance = "none of that" if not sure else f"{sure} of that"
    return (
        f"{tau}: {len(moved)} of {plural(len(rank.rows), 'system')} {'moves' if len(moved) == 1 else 'move'}, by "
        f"{largest} at most, {chance} surely more than chance; {same}."
    )


def _effort_sentence(study: Study) -> Iterator[str]:
    """The least effort that gives nearly the same order as all of gold 2."""
    wanted = (("raters", "rating", "of each candidate"), ("depth", "answer", "of each system in the pool"))
    needed = [
        _needed([curve for curve in study.curves if curve.kind == kind], noun, of_what)
        for kind, noun, of_what in wanted
        if any(curve.kind == kind and curve.points for curve in study.curves)
    ]
    if needed:
        yield f"Nearly the same order as by all of gold 2 (tau .95) would have come of {', and of '.join(needed)}."


def _machine_sentence(machine: MachineRater) -> str:
    """The worth of a machine as a rater, and the agreement of its ranking."""
    taus = ", ".join(f"{rank.tau:.2f} by {rank.label}" for rank in machine.ranks if rank.tau is not None)
    ranking = f" Kendall's tau of its ranking of the systems with that by gold 2 is {taus}." if taus else ""
    return f"As a rater, {machine.name} is worth {_worth_in_words(machine.worth)}.{ranking}"


def _worth_in_words(worth: Worth | None) -> str:
    """How many people a machine is worth, with the interval."""
    if worth is None:
        return "an unknown number of people (too few ratings of the same candidates)"
    value = "more than any number of people" if worth.people is None else f"{worth.people:.2f} people"
    if not worth.has_interval:
        return value
    low, high = ("any number" if bound is None else f"{bound:.2f}" for bound in (worth.low, worth.high))
    return f"{value} (interval {low} to {high})"


def _needed(curves: Sequence[Curve], noun: str, of_what: str) -> str:
    """The largest effort that any measure needs, compared with all effort."""
    most = max(point.effort for curve in curves for point in curve.points)
    least = max(most if curve.enough is None else curve.enough for curve in curves)
    if least == most:
        return f"no fewer than all {plural(most, noun)} {of_what}"
    return f"{plural(least, noun)} {of_what} instead of {most}"
