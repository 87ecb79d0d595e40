"""Score runs against a gold standard."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

from stead import scoring
from stead.api.arguments import checked, naming
from stead.api.inputs import (
    GoldLike,
    Inputs,
    RunLike,
    StrPath,
    is_number,
    name_distinctly,
    reading_options,
    refuse_second_input,
    select_items,
)
from stead.api.options import Scoring, ScoringKeywords, scoring_options
from stead.api.results import Result, with_warnings
from stead.core.errors import UsageError
from stead.core.faults import Report
from stead.core.gold import MAX_WEIGHT, GoldStandard
from stead.core.item import Item, lemma_of
from stead.core.text import plural
from stead.formats import FORMATS, Content, Options, read_content
from stead.measures import Measure, default_measures, parse_measure, parse_measures
from stead.records.scores import Division, Evaluation, Score, headline_figure
from stead.reporting.score_tables import item_records, render_scores, score_records, warnings_of
from stead.rules.matching import Rules, parse_rules
from stead.scoring import Grouping, ScoringSettings


@dataclass(frozen=True, eq=False, repr=False)
class ScoreResult(Result):
    """What `score` found: prints as tables, converts to records, carries every item's statistics."""

    evaluation: Evaluation
    reports: tuple[Report, ...] = ()

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score, signed."""
        return self.evaluation.scores

    def _own_notes(self) -> Iterable[str]:
        return warnings_of(self.evaluation)

    def value(
        self, measure: str, figure: str | None = None, *, run: str | None = None, group: str = "all"
    ) -> float | None:
        """One figure: over all items unless a group is named, and the one that comparisons rank by unless it is named.

        That is F, R or the mean, whichever the measure has first. The run must be named if there are several.
        """
        if not isinstance(measure, str):
            raise UsageError(f"value takes the name of a measure, such as 'best', not {measure!r}.")
        wanted = str(parse_measure(measure))
        found = [
            score
            for score in self.scores
            if (score.measure, score.group) == (wanted, group) and run in {None, score.run}
        ]
        if not found:
            raise UsageError(f"there is no score for {wanted} ({group}, {run or 'any run'}) in this result.")
        if len(found) > 1:
            runs = ", ".join(repr(score.run) for score in found)
            raise UsageError(f"there are several runs; say which one (run=...) {wanted} is wanted of: {runs}.")
        figures = found[0].figures
        name = figure or headline_figure(list(figures))
        if name not in figures:
            raise UsageError(f"{wanted} has no figure {name!r}; it has {', '.join(figures)}.")
        return figures[name]

    def records(self) -> list[dict[str, Any]]:
        """One flat record for each figure."""
        return score_records(self.evaluation)

    def items(self) -> list[dict[str, Any]]:
        """One record for each item, run and measure, with the statistics whose sums make the score."""
        return item_records(self.evaluation)

    def to(self, format: str = "text", *, per_item: bool = False) -> str:
        """Render the averages, or every item's figures, as text, markdown, latex, tsv or json."""
        return render_scores(self.evaluation, format, per_item=per_item)

    def _summary(self) -> str:
        runs = ", ".join(run.name for run in self.evaluation.runs)
        return f"{plural(len(self.scores), 'score')} of {runs} on {self.evaluation.gold.name}"


@checked
def score(
    gold: GoldLike, *runs: RunLike, options: Scoring | None = None, **keywords: Unpack[ScoringKeywords]
) -> ScoreResult:
    """Score runs against a gold standard.

    - `gold`: a path, a `GoldStandard`, `{"1": {"clever": 3, "smart": 1}}`, or a data frame with the columns id,
      substitute, weight and perhaps lexelt.
    - `runs`: paths, `Run` objects, `{"1": ["smart", "clever"]}`, or data frames with the columns id, substitute (best
      first) and perhaps lexelt.
    - `options`: a `Scoring`; its fields can be given as keywords instead, or to change some of them.

    >>> import stead
    >>> gold = {"1": {"clever": 3, "smart": 1}}
    >>> stead.score(gold, {"1": ["smart"]}, measures="best,oot@10").value("best", "R")
    0.25
    """
    return with_warnings(prepare(gold, runs, scoring_options(options, keywords)).result())


@dataclass(frozen=True, eq=False)
class Prepared:
    """Everything read and checked, ready to be scored."""

    request: scoring.Request
    reports: tuple[Report, ...]
    notes: tuple[str, ...]
    options: Options
    divisions: tuple[Division, ...]

    def result(self) -> ScoreResult:
        """The scores."""
        evaluation = scoring.evaluate(self.request)
        return ScoreResult(replace(evaluation, notes=(*evaluation.notes, *self.notes)), self.reports)


def prepare(gold: GoldLike, runs: Sequence[RunLike], options: Scoring, items: Sequence[Item] | None = None) -> Prepared:
    """Read all files and check all options of `score`; the length of sentences is known if there are `items`."""
    if not runs:
        raise UsageError("there is no run to score; give at least one run.")
    given = (options.mapping, options.multiwords, options.manual, options.candidates, options.ids)
    refuse_second_input([gold, *runs, *given])
    if options.preset == scoring.OFFICIAL:
        return _prepare_official(gold, runs, options, items)
    preset = scoring.Preset(about="") if options.preset is None else _preset(options.preset)
    wanted = _measures_or_none(preset.measures if options.measures is None else options.measures)
    terms = validate_gold_terms(preset.gold_terms if options.gold_terms is None else options.gold_terms)
    files = Inputs(replace(reading_options_of(options), separator=expected_separator(wanted or []), gold_terms=terms))
    gold_noun = _set_weights(files.gold_of_ids(gold, options.ids), options.weights)
    gold_faults = files.last_faults
    nouns = files.runs(runs)
    run_faults = [report.counts() for report in files.reports[-len(nouns) :]]
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
    found = divisions(parts, gold_noun, settings.multiwords, options.manual, files.options.encoding)
    request = scoring.Request(
        gold=gold_noun,
        runs=nouns,
        measures=wanted or default_measures(judged=gold_noun.judges is not None),
        settings=settings,
        groupings=[grouping_of(division, gold_noun, settings, items) for division in found],
        single_words="subset" in parts,
        gold_faults=gold_faults,
        run_faults=run_faults,
    )
    notes = tuple(notes_on_subsets(parts, settings, options.manual))
    return Prepared(request, tuple(files.reports), notes, files.options, tuple(found))


def reading_options_of(options: Scoring) -> Options:
    """How files are read."""
    return reading_options(
        options.format,
        options.faults,
        options.encoding,
        gold_format=options.gold_format,
        run_format=options.run_format,
    )


def _prepare_official(
    gold: GoldLike, runs: Sequence[RunLike], options: Scoring, items: Sequence[Item] | None
) -> Prepared:
    """The same for files as the 2007 program reads and scores them."""
    from stead.official import preset as official  # noqa: PLC0415 (seldom asked for)

    _refuse_choices(options)
    wanted = _measures_or_none(options.measures)
    contents = [_run_content(run, number, wanted) for number, run in enumerate(runs, start=1)]
    files = official.OfficialInputs(_gold_content(gold), contents, wanted)
    parts = list(division_names(options.by))
    if "subset" in parts:
        raise UsageError("the 2007 program knows no subsets; leave subset out, or the preset.", parameter="by")
    gold_noun, settings = select_items(files.gold, options.ids, Options()), official.SETTINGS
    found = divisions(parts, gold_noun, None, options.manual)
    request = scoring.Request(
        gold=gold_noun,
        runs=name_distinctly(files.runs),
        measures=files.measures,
        settings=settings,
        groupings=[grouping_of(division, gold_noun, settings, items) for division in found],
        gold_faults=files.reports[0].counts(),
        run_faults=[report.counts() for report in files.reports[1:]],
        recorded=[replace(recorded, gold=gold_noun.source.sha256) for recorded in files.recorded],
    )
    return Prepared(request, tuple(files.reports), (), Options(), tuple(found))


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


def _gold_content(gold: GoldLike) -> Content:
    """A file as it is, anything else as SemEval's file of it."""
    if not isinstance(gold, str | os.PathLike):
        noun = Inputs(Options()).gold(gold)
        noun = replace(noun, lexelts=_fill_lexelts(noun.lexelts))
        return Content(noun.source.name, FORMATS["semeval"].writers["gold"](noun).text.encode())
    return read_content(gold)


def _run_content(run: RunLike, number: int, measures: Sequence[Measure] | None) -> Content:
    if not isinstance(run, str | os.PathLike):
        noun = Inputs(Options()).run(run, number)
        noun = replace(noun, lexelts=_fill_lexelts(noun.lexelts))
        oot = measures is not None and any(measure.task == "oot" for measure in measures)
        return Content(noun.name, FORMATS["semeval-oot" if oot else "semeval"].writers["run"](noun).text.encode())
    return read_content(run)


def _fill_lexelts(lexelts: Sequence[str]) -> list[str]:
    """Give every row a lexelt: the program's lines have one, though it compares none."""
    return [lexelt or "-" for lexelt in lexelts]


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
        chosen = [each for one in listed for each in ([one] if isinstance(one, Measure) else parse_measures(one))]
        if not chosen:
            raise UsageError("no measure is named; leave them out to get all of them.")
        if len({measure.task == "mw" for measure in chosen}) > 1:
            raise UsageError("those of multiwords score other files than those of substitutes; ask for them apart.")
    return list(dict.fromkeys(chosen))


def expected_separator(measures: Sequence[Measure]) -> str | None:
    """What SemEval's files have: `:::` for the oot task, `::` for the others; nothing if it is not one task."""
    tasks = {measure.task for measure in measures}
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
    found: list[Division] = []
    for name in dict.fromkeys(names):
        if name == "subset":
            found += _subsets(gold, multiwords, manual, encoding)
        elif name in NAMES:
            found.append(Division(name, name, {}))
        else:
            by_frequency = name.startswith(f"{FREQUENCY}:")
            divide = _by_frequency if by_frequency else partial(_division_of_file, encoding=encoding)
            found.append(divide(name, gold, {*NAMES, *(each.name for each in found)}))
    return found


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
            "groups by length (`by='length'`) need the sentences of the items (`items`), which are given where runs "
            "are compared.",
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
