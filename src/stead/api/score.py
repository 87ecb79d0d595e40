"""Score runs against a gold standard."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Unpack

from stead import scoring
from stead.api.inputs import (
    GoldLike,
    Inputs,
    ItemsLike,
    RunLike,
    StrPath,
    check_items,
    list_items,
    named_part,
    reading_options,
    refuse_second_input,
    select_items,
)
from stead.api.options import Scoring, ScoringKeywords, scoring_options
from stead.api.results import Result, with_warnings
from stead.api.runs import (
    GivenRun,
    ReadRun,
    files_of,
    group_systems,
    is_number,
    list_given,
    name_distinctly,
    task_in_name,
)
from stead.core.arguments import checked, naming
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report, Source
from stead.core.item import Item, lemma_of
from stead.core.parameters import Record
from stead.core.resampling import Resampling
from stead.core.substitutes import MAX_WEIGHT, GoldRow, GoldStandard, Run
from stead.core.text import list_first, plural
from stead.formats import FORMATS, Content, Options, read_content, sniff
from stead.measures import Measure, default_measures, parse_measure, parse_measures
from stead.records.scores import Division, Evaluation, Score, headline_figure
from stead.reporting.machine_readable import SEPARATORS, separated_records
from stead.reporting.score_tables import CEILING, outcome_records, render_scores, score_records, warnings_of
from stead.rules.definitions import Rules, parse_rules
from stead.scoring import Grouping, ScoringSettings

if TYPE_CHECKING:  # few scores have intervals
    from stead.datasets import DatasetPart
    from stead.records.comparison import Confidence


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ScoreResult(Result):
    """What `score` found: prints as tables, converts to records, carries every item's statistics."""

    evaluation: Evaluation
    request: scoring.Request
    """What was scored: gold, runs, measures and settings."""
    sentences: Sequence[Item] | None = None
    """The sentences of the items, if they were given."""
    dataset: "DatasetPart | None" = None
    """The part of a data set that the gold is, if it was given as such or by its name."""
    reports: tuple[Report, ...] = ()
    confidence: "tuple[Confidence, ...]" = ()
    """The confidence intervals on all items and on each group, if they were asked for."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score, signed."""
        return self.evaluation.scores

    def _own_notes(self) -> Iterable[str]:
        return (*warnings_of(self.evaluation), *_notes_on_confidence(self.confidence, self.scores))

    def value(
        self, measure: str, figure: str | None = None, *, run: str | None = None, group: str = "all"
    ) -> float | None:
        """One figure: over all items unless a group is named, and the one that comparisons rank by unless it is named.

        That is F, R or the mean, whichever the measure has first. The run must be named if there are several.
        """
        if not isinstance(measure, str):
            raise UsageError(f"value takes the name of a measure, such as 'best', not {measure!r}.")
        wanted = str(parse_measure(measure))
        scores = [
            score
            for score in self.scores
            if (score.measure, score.group) == (wanted, group) and run in {None, score.run}
        ]
        if not scores:
            runs = dict.fromkeys(repr(score.run) for score in self.scores)
            if run is not None and repr(run) not in runs:
                raise UsageError(f"run is one of {', '.join(runs)}, not {run!r}.")
            raise UsageError(f"there is no score for {wanted} ({group}, {run or 'any run'}) in this result.")
        if len(scores) > 1:
            several = ", ".join(repr(score.run) for score in scores)
            raise UsageError(f"there are several runs; say which one (run=...) {wanted} is wanted of: {several}.")
        figures = scores[0].figures
        name = figure or headline_figure(list(figures))
        if name not in figures:
            raise UsageError(f"{wanted} has no figure {name!r}; it has {', '.join(figures)}.")
        return figures[name]

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure, with its confidence interval if there are some."""
        return score_records(self.evaluation, self.confidence)

    def items(self) -> list[dict[str, Any]]:
        """One flat record for each item, run and measure: gold, answers, what they miss of the gold, and the credit.

        The sum of `credit` over that of `counted` is R or the mean, and over that of `attempted` P, of measures whose
        figures are means over items. With the sentences of the items, which data sets by name have, records have
        `sentence` and `target`.
        """
        sentences = self.sentences
        if sentences is None and self.dataset is not None:
            sentences = sentences_of(self.dataset)
        outcomes = scoring.item_outcomes(self.request, self.evaluation, sentences or ())
        return outcome_records(outcomes, with_sentences=sentences is not None)

    def to(self, format: str = "text", *, per_item: bool = False, width: int | None = None) -> str:
        """Render the averages as text of some width, markdown, latex, tsv, csv or json.

        Or every item's figures (`per_item`); as tsv and csv, these are `items()`.
        """
        if per_item and format in SEPARATORS:
            return separated_records(self.items(), format)
        return render_scores(self.evaluation, format, per_item=per_item, confidence=self.confidence, width=width)

    def _summary(self) -> str:
        systems = ", ".join(self.evaluation.systems)
        return f"{plural(len(self.scores), 'score')} of {systems} on {self.evaluation.gold.name}"


@checked
def score(
    gold: GoldLike,
    *runs: RunLike,
    items: ItemsLike | None = None,
    confidence: bool | float | Resampling = False,
    options: Scoring | None = None,
    **keywords: Unpack[ScoringKeywords],
) -> ScoreResult:
    """Score runs against a gold standard.

    - `gold`: a path, a `GoldStandard`, `{"1": {"clever": 3, "smart": 1}}`, or a data frame with the columns id,
      substitute, weight and perhaps lexelt.
    - `runs`: paths, `Run` objects, `{"1": ["smart", "clever"]}`, or data frames with the columns id, substitute (best
      first) and perhaps lexelt, rank and score; or systems by name, `{"mine": run}`. A system may have a run for each
      task, `{"mine": {"best": run, "oot": run}}`, as have files that differ only in `.best` and `.oot`: each measure is
      computed from the run for its task, measures of no task from that for oot. Scores of answers are kept:
      `{"1": [("smart", 0.9), ("clever", 0.4)]}` or, highest first, `{"1": {"smart": 0.9, "clever": 0.4}}`.
    - `items`: files of sentences, `Item` objects or a data frame, for `result.items()` and for groups by length;
      default: those of a gold that is a data set by name.
    - `confidence`: True for intervals of 95 %; their level, such as 0.9; or a `Resampling` that says how they are made.
    - `options`: a `Scoring`; its fields can be given as keywords instead, or to change some of them.

    >>> import stead
    >>> gold = {"1": {"clever": 3, "smart": 1}}
    >>> stead.score(gold, {"1": ["smart"]}, measures="best,oot@10").value("best", "R")
    0.25
    """
    chosen = scoring_options(options, keywords)
    refuse_second_input([gold, *files_of(runs), *list_items(items), *files_beside(chosen)])
    files = Inputs(reading_options(faults=chosen.faults, encoding=chosen.encoding))
    sentences, part = files.items(items), part_of_gold(gold)
    if sentences is None and part and "length" in division_names(chosen.by):
        sentences = sentences_of(part)
    prepared = prepare(gold, runs, chosen, sentences)
    if sentences is not None:
        check_items(sentences, prepared.request.gold)
    request = replace(prepared.request, by_item=confidence is not False)
    result = replace(prepared, request=request, reports=(*prepared.reports, *files.reports)).result()
    result = replace(result, dataset=part)
    if confidence is not False:
        how = _resampling_of(confidence)
        from stead import comparing  # noqa: PLC0415 (slow to import)

        intervals = comparing.confidence(result.evaluation, how, groupings=prepared.request.groupings)
        result = replace(result, confidence=intervals)
    return with_warnings(result)


def _resampling_of(confidence: bool | float | Resampling) -> Resampling:  # noqa: FBT001 (as the caller gives it)
    """How intervals are made; True stands for those of the usual level."""
    if isinstance(confidence, Resampling):
        return confidence
    if isinstance(confidence, bool):
        return Resampling()
    if not is_number(confidence) or not 0 < confidence < 1:
        raise UsageError(f"level of confidence: expected a number between 0 and 1, such as 0.95, found {confidence!r}.")
    return Resampling(level=float(confidence))


def _notes_on_confidence(confidence: "Sequence[Confidence]", scores: Sequence[Score]) -> Iterator[str]:
    """The notes on all items, how many groups have some of their own, and which have no intervals."""
    if not confidence:
        return
    yield from confidence[0].notes
    for group in sorted({score.group for score in scores} - {group.group for group in confidence}):
        yield f"There are no intervals for {group}, which is scored on a gold without multiwords."
    if small := sum(1 for group in confidence[1:] if group.notes):
        yield f"{plural(small, 'group')} with few {confidence[0].unit}s: intervals there are too narrow, or missing."


class Prepared(Record, kw_only=True, eq=False):
    """Everything read and checked, ready to be scored."""

    request: scoring.Request
    reports: tuple[Report, ...]
    notes: tuple[str, ...]
    options: Options
    divisions: tuple[Division, ...]
    sentences: Sequence[Item] | None

    def result(self) -> ScoreResult:
        """The scores."""
        evaluation = scoring.evaluate(self.request)
        evaluation = replace(evaluation, notes=(*evaluation.notes, *self.notes))
        return ScoreResult(evaluation=evaluation, request=self.request, sentences=self.sentences, reports=self.reports)


def files_beside(options: Scoring) -> tuple[object, ...]:
    """The files that are read beside gold, runs and items."""
    return (options.mapping, options.multiwords, options.manual, options.candidates, options.ids)


def prepare(gold: GoldLike, runs: Sequence[RunLike], options: Scoring, items: Sequence[Item] | None = None) -> Prepared:
    """Read all files and check all options of `score`; the length of sentences is known if there are `items`.

    Runs on a data set are scored as is usual for it, unless the options say otherwise.
    """
    gold = part_of_gold(gold) or gold
    chosen, notes = _with_usual_preset(gold, runs, options)
    prepared = _prepare(gold, runs, chosen, items)
    return replace(prepared, notes=(*notes, *prepared.notes, *_notes_on_other_tasks(prepared.request)))


def _prepare(gold: GoldLike, runs: Sequence[RunLike], options: Scoring, items: Sequence[Item] | None) -> Prepared:
    if not runs:
        raise UsageError("there is no run to score; give at least one run.")
    refuse_second_input([gold, *files_of(runs), *files_beside(options)])
    if options.preset == scoring.OFFICIAL:
        covered, outside = _divide_measures(options)
        prepare_with = _prepare_beside_program if covered and outside else _prepare_official
        return prepare_with(gold, runs, options, items)
    preset = scoring.Preset(about="") if options.preset is None else _preset(options.preset)
    wanted = _measures_or_none(preset.measures if options.measures is None else options.measures)
    terms = validate_gold_terms(preset.gold_terms if options.gold_terms is None else options.gold_terms)
    files = Inputs(replace(reading_options_of(options), separator=expected_separator(wanted or []), gold_terms=terms))
    gold_noun = _set_weights(files.gold_of_ids(gold, options.ids), options.weights)
    gold_faults = files.last_faults
    systems = _name_systems(files.read_runs(list_given(runs)))
    reports = files.reports[-len(systems) :]
    rules = rules_of(preset.match if options.match is None else options.match)
    settings = ScoringSettings(
        rules=rules,
        min_responses=validate_min_responses(
            preset.min_responses if options.min_responses is None else options.min_responses
        ),
        mapping=files.forms(options.mapping),
        multiwords=None if options.multiwords is None else files.gold(options.multiwords, "multiwords"),
        policy=str(files.options.policy),
        separator=files.options.separator if files.options.format_of("run") == "semeval" else None,
        candidates=files.candidates(options.candidates, gold_noun),
        names=validate_names(preset.names if options.names is None else options.names),
        lemmatiser=lemmatiser_for(rules),
        gold_terms=terms,
        encoding=files.options.encoding,
    )
    parts = list(division_names(options.by))
    divided = divisions(parts, gold_noun, settings.multiwords, options.manual, files.options.encoding)
    request = scoring.Request(
        gold=gold_noun,
        runs=[read.run for read in systems],
        measures=wanted or default_measures(gold_noun.known),
        settings=settings,
        groupings=[grouping_of(division, gold_noun, settings, items) for division in divided],
        single_words="subset" in parts,
        gold_faults=gold_faults,
        run_faults=[reports[read.number].counts() for read in systems],
    )
    request, notes_on_runs = scoring.leave_out_unused_runs(request)
    notes = (*notes_on_runs, *notes_on_subsets(parts, settings, options.manual))
    return Prepared(
        request=request,
        reports=tuple(files.reports),
        notes=notes,
        options=files.options,
        divisions=tuple(divided),
        sentences=items,
    )


def _notes_on_other_tasks(request: scoring.Request) -> Iterator[str]:
    """Say which measures are computed from a file that is named for another task, for want of one for theirs."""
    for run, recorded in zip_longest(request.runs, request.recorded):
        task = task_in_name(run.source.path)
        measures = [
            measure for measure in request.measures_of(run) if not recorded or str(measure) not in recorded.items
        ]
        others = [measure for measure in measures if task and measure.task not in {"", task}]
        if others:
            labels = ", ".join(measure.label for measure in others)
            yield f"{run.name}: {labels} computed from a run for {task}, since there is none for {others[0].task}."


def reading_options_of(options: Scoring) -> Options:
    """How files are read."""
    return reading_options(
        options.format,
        options.faults,
        options.encoding,
        gold_format=options.gold_format,
        run_format=options.run_format,
    )


def _divide_measures(options: Scoring) -> tuple[list[Measure], list[Measure]]:
    """The measures that the 2007 program has, and those that it has not."""
    from stead.official.explain import MEASURES  # noqa: PLC0415 (seldom asked for)

    known = {measure for measures in MEASURES.values() for measure in measures}
    asked = _measures_or_none(options.measures) or []
    covered = [measure for measure in asked if str(measure) in known]
    return covered, [measure for measure in asked if measure not in covered]


def _prepare_beside_program(
    gold: GoldLike, runs: Sequence[RunLike], options: Scoring, items: Sequence[Item] | None
) -> Prepared:
    """The same where the 2007 program has some of the measures: the others are scored as without the preset."""
    covered, outside = _divide_measures(options)
    plain = _prepare(gold, runs, replace(options, preset=None), items)
    official = _prepare_official(gold, runs, replace(options, measures=covered, candidates=None), items).request
    if others := {*official.gold.ids} - {*plain.request.gold.ids}:
        raise UsageError(
            f"the 2007 program scores items that stead does not read ({list_first(sorted(others), 3)}): score "
            f"{', '.join(measure.label for measure in outside)} apart, without `preset='{scoring.OFFICIAL}'`."
        )
    by_run = {
        (run.name, run.task): results and results._replace(gold=plain.request.gold.source.sha256)
        for run, results in zip(official.runs, official.recorded, strict=True)
    }
    request = replace(plain.request, recorded=[by_run.get((run.name, run.task)) for run in plain.request.runs])
    labels = ", ".join(measure.label for measure in outside)
    note = f"Outside the preset {scoring.OFFICIAL}, since the 2007 program has none, and scored without it: {labels}."
    return replace(plain, request=request, notes=(note, *_notes_on_missing_tasks(official), *plain.notes))


def _prepare_official(
    gold: GoldLike, runs: Sequence[RunLike], options: Scoring, items: Sequence[Item] | None
) -> Prepared:
    """The same for files as the 2007 program reads and scores them."""
    from stead.official import preset as official  # noqa: PLC0415 (seldom asked for)

    _refuse_choices(options)
    wanted = _measures_or_none(options.measures)
    contents = [_run_content(given, wanted) for given in list_given(runs)]
    systems = _systems_of_contents(list_given(runs), contents)
    tasks = {measure.task for measure in wanted} if wanted else {"best", "oot"}
    used = [read for read in systems if not read.run.task or read.run.task in tasks]
    files = official.OfficialInputs(
        gold_content(gold), [official.TaskFile(contents[read.number], read.run.task) for read in used], wanted
    )
    parts = list(division_names(options.by))
    if "subset" in parts:
        raise UsageError("the 2007 program knows no subsets; leave subset out, or the preset.", parameter="by")
    gold_noun, settings = select_items(files.gold, options.ids, Options()), official.SETTINGS
    divided = divisions(parts, gold_noun, None, options.manual)
    request = scoring.Request(
        gold=gold_noun,
        runs=[
            replace(run, source=replace(run.source, name=read.run.name), task=read.run.task)
            for run, read in zip(files.runs, used, strict=True)
        ],
        measures=files.measures,
        settings=settings,
        groupings=[grouping_of(division, gold_noun, settings, items) for division in divided],
        gold_faults=files.reports[0].counts(),
        run_faults=[report.counts() for report in files.reports[1:]],
        recorded=[recorded._replace(gold=gold_noun.source.sha256, read_gold=gold_noun) for recorded in files.recorded],
    )
    unused = (scoring.note_unused(read.run) for read in systems if read not in used)
    notes = (*unused, *_notes_on_missing_tasks(request))
    return Prepared(
        request=request,
        reports=tuple(files.reports),
        notes=notes,
        options=Options(),
        divisions=tuple(divided),
        sentences=items,
    )


def _notes_on_missing_tasks(request: scoring.Request) -> Iterator[str]:
    """Say which systems have no run for a task, and therefore no figures."""
    tasks = dict.fromkeys(measure.task for measure in request.measures)
    for name, runs in request.systems.items():
        results = [recorded for run, recorded in zip(request.runs, request.recorded, strict=True) if run in runs]
        for task in tasks:
            of_task = [str(measure) for measure in request.measures if measure.task == task]
            if not any(recorded and recorded.items[measure] for recorded in results for measure in of_task):
                yield f"{name}: has no run for {task}, and no figures there."


def _systems_of_contents(given: Sequence[GivenRun], contents: Sequence[Content]) -> list[ReadRun]:
    """Group the files of runs that the 2007 program is yet to read."""
    from stead.official.preset import task_of_separator  # noqa: PLC0415 (as above)

    tasks = (one.task or task_of_separator(content) for one, content in zip(given, contents, strict=True))
    unread = (Run.of([], Source(content.name, content.sha256, path=content.path)) for content in contents)
    with_tasks = (one._replace(task=task) for one, task in zip(given, tasks, strict=True))
    return _name_systems(map(ReadRun, unread, with_tasks, range(len(contents))))


def _name_systems(runs: Iterable[ReadRun]) -> list[ReadRun]:
    """Group runs into systems of distinct names; refuse the name that tables have for a perfect run."""
    systems = name_distinctly(group_systems(runs))
    for run, *_ in systems:
        if run.name == CEILING:
            raise BadInput(
                f"{run.source.location}: a run cannot be called {CEILING}, which is the row of a perfect run in "
                f"tables. Give it another name: mine=FILE on the command line, {{'mine': run}} in Python."
            )
    return systems


_READ_BY_THE_PROGRAM = {None, "auto", "semeval", "semeval-oot"}


def _refuse_choices(options: Scoring) -> None:
    """The 2007 program has one way to read and to score."""
    usual, free = Scoring(), ("measures", "by", "manual", "ids", "preset", "format", "gold_format", "run_format")
    chosen = replace(options, **{name: getattr(usual, name) for name in free})
    if chosen != usual or {options.format, options.gold_format, options.run_format} - _READ_BY_THE_PROGRAM:
        raise UsageError(
            f"preset {scoring.OFFICIAL} reads and scores as the 2007 program does: leave out `match`, "
            "`min_responses`, `mapping`, `multiwords`, `candidates`, `weights`, `faults`, `encoding`, and formats and "
            "names.",
            parameter="preset",
        )


def gold_content(gold: GoldLike) -> Content:
    """A file as it is, anything else as SemEval's file of it."""
    if part := named_part(gold):
        content = part.content("gold")
        if part.part.ids is None and sniff(content, "gold").name == "semeval":
            return content
        gold = _without_semicolons(part.gold)
    if not isinstance(gold, str | os.PathLike):
        noun = Inputs(Options()).gold(gold)
        noun = replace(noun, lexelts=_fill_lexelts(noun.lexelts))
        return Content(noun.source.name, FORMATS["semeval"].writers["gold"](noun).text.encode())
    return read_content(gold)


def _without_semicolons(gold: GoldStandard) -> GoldStandard:
    """Remove semicolons from terms (CoInCo has a few), which would end them in SemEval's lines."""
    rows = [GoldRow(row.lexelt, row.id, list(map(_writable_entry, row.weights)), row.names) for row in gold]
    rows = [row._replace(weights=[entry for entry in row.weights if entry[0]]) for row in rows]
    return GoldStandard.of(rows, gold.source, graded=gold.graded)


def _writable_entry(entry: tuple[str, float]) -> tuple[str, float]:
    return " ".join(entry[0].replace(";", " ").split()), entry[1]


def _run_content(given: GivenRun, measures: Sequence[Measure] | None) -> Content:
    if not isinstance(given.run, str | os.PathLike):
        noun = Inputs(Options()).run(given)
        noun = replace(noun, lexelts=_fill_lexelts(noun.lexelts))
        tasks = {given.task} if given.task else {measure.task for measure in measures or ()}
        oot = "oot" in tasks
        return Content(noun.name, FORMATS["semeval-oot" if oot else "semeval"].writers["run"](noun).text.encode())
    return read_content(given.run)


def _fill_lexelts(lexelts: Sequence[str]) -> list[str]:
    """Give every row a lexelt: the program's lines have one, though it compares none."""
    return [lexelt or "-" for lexelt in lexelts]


NO_PRESET = "none"
"""Turns off the preset that is usual for a data set."""


def part_of_gold(gold: GoldLike) -> "DatasetPart | None":
    """The part of a data set that a gold is: by name, or as its whole gold (`stead.dataset("swords:dev").gold`)."""
    if not isinstance(gold, GoldStandard):
        return named_part(gold)
    part = named_part(gold.source.path)
    return part if part and part.is_here and part.has("gold") and list(part.gold) == list(gold) else None


def sentences_of(part: "DatasetPart") -> Sequence[Item] | None:
    """The sentences of a part of a data set, if it has some."""
    return part.items if part.has("items") else None


def _with_usual_preset(gold: GoldLike, runs: Sequence[RunLike], options: Scoring) -> tuple[Scoring, tuple[str, ...]]:
    """The options with the preset, mapping and candidates of a data set where the user chose none, and notes on them.

    A preset that contradicts what the user chose is left out.
    """
    part, preset = named_part(gold), options.preset
    if part is None:
        return replace(options, preset=None if preset == NO_PRESET else preset), ()
    if options.candidates is None and part.has("candidates") and "pool=candidates" in str(options.measures):
        options = replace(options, candidates=part.candidates)
    if preset is not None or part.preset is None:
        return replace(options, preset=None if preset == NO_PRESET else preset), ()
    usual = f"The preset {part.preset}, which is usual for {part.name},"
    try:
        _refuse_contradiction(part.preset, runs, options)
    except UsageError as error:
        return options, (f"{usual} was not used. {error}",)
    _require_wordnet(part.preset, usual)
    if options.mapping is None and part.has("mapping"):
        options = replace(options, mapping=part.mapping)
    return replace(options, preset=part.preset), (f"{usual} was used; `preset='{NO_PRESET}'` turns it off.",)


def _require_wordnet(name: str, usual: str) -> None:
    """Say how to do without WordNet if a preset that the user did not ask for needs it."""
    if "lemmas=wordnet" in _preset(name).match:
        from stead.resources import folder  # noqa: PLC0415 (few presets need it)

        try:
            folder("wordnet")
        except BadInput as error:
            raise BadInput(f"{error} {usual} needs it; `preset='{NO_PRESET}'` does without.") from None


def _refuse_contradiction(name: str, runs: Sequence[RunLike], options: Scoring) -> None:
    """Refuse a preset that goes against what the user chose, or that cannot read the runs."""
    if name == scoring.OFFICIAL:
        covered, outside = _divide_measures(options)
        if outside and not covered:
            raise UsageError(f"The 2007 program has no {', '.join(measure.label for measure in outside)}.")
        _refuse_choices(replace(options, candidates=None) if outside else options)
        _refuse_what_the_program_cannot(runs, options)
        return
    preset = _preset(name)
    for option in ("match", "min_responses", "names", "gold_terms"):
        given, usual = getattr(options, option), getattr(preset, option)
        if given is not None and str(given) != str(usual):
            raise UsageError(f"It has {option} {usual}, not {given}.")


def _refuse_what_the_program_cannot(runs: Sequence[RunLike], options: Scoring) -> None:
    if "subset" in [*division_names(options.by)]:
        raise UsageError("The 2007 program has no subsets.")
    for run in files_of(runs):
        if isinstance(run, str | os.PathLike) and os.path.isfile(run):  # noqa: PTH113
            form = sniff(read_content(run), "run").name
            if form not in {"semeval", "semeval-oot", "evalita"}:
                raise UsageError(f"The 2007 program does not read {os.fspath(run)}, which is in the format {form}.")


def _preset(name: str) -> scoring.Preset:
    if name not in scoring.PRESETS:
        raise UsageError(f"preset is one of {', '.join(scoring.PRESETS)}, not {name!r}.", parameter="preset")
    return scoring.PRESETS[name]


def rules_of(match: str | Rules) -> Rules:
    """Matching rules, as they are or as a text."""
    if isinstance(match, Rules):
        return match
    with naming("match"):
        return parse_rules(match)


def rules_without_lemmas(match: str | Rules, task: str) -> Rules:
    """Matching rules for a task that compares terms without knowing the part of speech that their lemmas need."""
    rules = rules_of(match)
    if rules.lemmas != "keep":
        raise UsageError(
            f"match: the rule lemmas={rules.lemmas} holds for scoring only, not for {task}; leave it out.",
            parameter="match",
        )
    return rules


def lemmatiser_for(rules: Rules) -> scoring.Lemmatiser | None:
    """What finds the lemmas that matching rules compare; an error that says how to get WordNet if it is not here."""
    if rules.lemmas == "keep":
        return None
    from stead.lexicons.wordnet_files import wordnet_lemmas  # noqa: PLC0415 (few rules need it)

    return scoring.Lemmatiser(*wordnet_lemmas())


def validate_names(names: str) -> str:
    """What NAME responses are."""
    if names not in {"apart", "terms"}:
        raise UsageError(
            f"names says what NAME responses (pn in a gold) are: 'apart' (never scored) or 'terms' (a substitute like "
            f"any other), not {names!r}.",
            parameter="names",
        )
    return names


def validate_gold_terms(terms: str) -> str:
    """How terms of a gold are read."""
    if terms not in {"trimmed", "as-written"}:
        raise UsageError(f"gold_terms are read trimmed or as-written, not {terms!r}.", parameter="gold_terms")
    return terms


def _measures_or_none(measures: str | Iterable[str | Measure] | None) -> list[Measure] | None:
    return None if measures is None else measures_of(measures)


def measures_of(measures: str | Iterable[str | Measure]) -> list[Measure]:
    """Measures of one task, each once, from a text or a list."""
    listed = [measures] if isinstance(measures, str) else measures
    with naming("measures"):
        chosen = [measure for one in listed for measure in ([one] if isinstance(one, Measure) else parse_measures(one))]
        if not chosen:
            raise UsageError("no measure is named; leave them out to get all of them.")
        if len({measure.task == "mw" for measure in chosen}) > 1:
            raise UsageError("those of multiwords score other files than those of substitutes; ask for them apart.")
    return list(dict.fromkeys(chosen))


def expected_separator(measures: Sequence[Measure]) -> str | None:
    """What SemEval's files have: `:::` for the oot task, `::` for the others; nothing if it is not one task."""
    tasks = {measure.run_task for measure in measures}
    return {"best": "::", "mw": "::", "oot": ":::"}.get(tasks.pop()) if len(tasks) == 1 else None


def validate_min_responses(value: float | None) -> float | None:
    """The weight that an item needs to be scored."""
    if value is None:
        return None
    if not is_number(value) or not 0 <= value <= MAX_WEIGHT:
        raise UsageError(
            f"min_responses is a number from 0 to {MAX_WEIGHT:g}, not {value!r}.", parameter="min_responses"
        )
    return float(value)


def _set_weights(gold: GoldStandard, weights: str) -> GoldStandard:
    if weights not in {"auto", "counts", "graded"}:
        raise UsageError(f"weights are auto, counts or graded, not {weights!r}.", parameter="weights")
    return gold if weights == "auto" else replace(gold, graded=weights == "graded")


NAMES = ("pos", "lexelt", "subset", "substitutes", "agreement", "length")
FREQUENCY = "frequency"
"""Names a division together with a list, as in frequency:bnc."""

_MANUAL = "MAN"
_BANDS = {1: "0-1", 10: "1-10", 100: "10-100"}  # per million words; the bound itself belongs to the next band
_FREQUENT = "100 and more"


def division_names(by: StrPath | Iterable[StrPath]) -> Iterator[str]:
    """The names, those joined by commas taken apart unless there is such a file."""
    for given in [by] if isinstance(by, str | os.PathLike) else by:
        name = os.fspath(given)
        if not name:
            known = ", ".join(NAMES)
            raise UsageError(f"by: an empty name divides nothing; there are {known}, and files.", parameter="by")
        yield from [name] if os.path.exists(name) else filter(None, name.split(","))  # noqa: PTH110


def divisions(
    names: Sequence[str],
    gold: GoldStandard,
    multiwords: GoldStandard | None,
    manual: StrPath | None,
    encoding: str | None = None,
) -> list[Division]:
    """The divisions of these names, with the tables that they need, which may be in another encoding than UTF-8."""
    divided: list[Division] = []
    for name in dict.fromkeys(names):
        if name == "subset":
            divided += _subsets(gold, multiwords, manual, encoding)
        elif name in NAMES:
            divided.append(Division(name, name, {}))
        else:
            by_frequency = name.startswith(f"{FREQUENCY}:")
            divide = _by_frequency if by_frequency else partial(_division_of_file, encoding=encoding)
            divided.append(divide(name, gold, {*NAMES, *(division.name for division in divided)}))
    return divided


def _subsets(
    gold: GoldStandard, multiwords: GoldStandard | None, manual: StrPath | None, encoding: str | None
) -> Iterator[Division]:
    if multiwords is not None:
        yield Division("multiword-target", "subset", {})
    if manual is not None:
        from stead.formats.side_files import read_lexelts  # noqa: PLC0415 (seldom needed)

        lexelts = read_lexelts(manual, encoding)
        scoring.check_names(os.fspath(manual), lexelts, gold)
        yield Division("sentence-choice", "subset", dict.fromkeys(sorted(lexelts), _MANUAL))


def _by_frequency(name: str, gold: GoldStandard, taken: set[str]) -> Division:
    """Divide items into bands of the frequency of the target's lemma, by the list after the colon."""
    from stead.lexicons import open_frequencies  # noqa: PLC0415 (few ask for it)

    frequencies = open_frequencies(name.removeprefix(f"{FREQUENCY}:"))
    table = {lexelt: _band(frequencies.of(lemma_of(lexelt))) for lexelt in sorted({*gold.lexelts})}
    return Division("table", name if FREQUENCY in taken else FREQUENCY, table)


def _band(frequency: float) -> str:
    return next((band for bound, band in _BANDS.items() if frequency < bound), _FREQUENT)


def _division_of_file(name: str, gold: GoldStandard, taken: set[str], encoding: str | None) -> Division:
    if not os.path.exists(name):  # noqa: PTH110
        known = f"{', '.join(NAMES)}, {FREQUENCY}:LIST (such as {FREQUENCY}:bnc)"
        raise UsageError(f"by: {name!r} is neither a file of groups nor one of {known}.", parameter="by")
    from stead.formats.side_files import read_groups  # noqa: PLC0415 (seldom needed)

    table = read_groups(name, encoding)
    scoring.check_names(name, table, gold)
    short = os.path.basename(name).split(".")[0]  # noqa: PTH119
    return Division("table", name if short in taken else short, dict(table))


def grouping_of(
    division: Division, gold: GoldStandard, settings: ScoringSettings, items: Sequence[Item] | None = None
) -> Grouping:
    """What divides the items; for the length of sentences, `items` must be known."""
    if division.kind in _BY_GOLD:
        return _BY_GOLD[division.kind](gold, settings)
    if division.kind == "length":
        return _by_length(items)
    if division.kind == "multiword-target" and settings.multiwords is not None:
        return scoring.by_multiword_target(settings.multiwords, settings, gold)
    if division.kind == "sentence-choice":
        return scoring.by_sentence_choice(set(division.table))
    if division.kind == "table":
        return scoring.by_table(division.name, division.table)
    raise UsageError(f"{division.kind!r} is no way to divide these items.")


_BY_GOLD: dict[str, Callable[[GoldStandard, ScoringSettings], Grouping]] = {
    "pos": lambda _, __: scoring.by_part_of_speech(),
    "lexelt": lambda _, __: scoring.by_lexelt(),
    "substitutes": scoring.by_substitutes,
    "agreement": scoring.by_agreement,
}


def _by_length(items: Sequence[Item] | None) -> Grouping:
    if items is None:
        raise UsageError(
            "groups by length (`by='length'`) need the sentences of the items (`items`).",
            parameter="by",
        )
    return scoring.by_sentence_length(items)


def notes_on_subsets(names: Sequence[str], settings: ScoringSettings, manual: StrPath | None) -> Iterator[str]:
    """What was asked for and cannot be had with what was given."""
    if "subset" not in names:
        if manual is not None:
            yield "The list of manually chosen targets (`manual`) is used only for the subsets (`by='subset'`)."
        return
    if settings.multiwords is None:
        yield "The subset NMWT is not shown: it needs the gold of multiwords (`multiwords`)."
    if manual is None:
        yield "The subsets MAN and RAND are not shown: they need the list of manually chosen targets (`manual`)."
