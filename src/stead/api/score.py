"""Files read and options checked: from what a caller gives to what is scored."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from stead import scoring
from stead.api.groups import division_names, divisions, grouping_of, notes_on
from stead.api.inputs import (
    GoldLike,
    Inputs,
    RunLike,
    StrPath,
    checked_candidates,
    is_number,
    reading_options,
    refuse_second_input,
)
from stead.api.results import Result
from stead.core.canonical_forms import CanonicalForms
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report
from stead.core.gold import MAX_WEIGHT, GoldStandard
from stead.core.item import Item
from stead.core.notes import warn_of
from stead.core.run import Run
from stead.formats import FORMATS, Content, Options, read_content
from stead.formats.tables import read_candidates, read_ids
from stead.measures import Measure, default_measures, parse_measures
from stead.official import preset as official_preset
from stead.records.report import Division
from stead.records.scores import FaultCounts
from stead.rules.matching import Rules, parse_rules
from stead.scoring import Settings


@dataclass(frozen=True, eq=False)
class Prepared:
    """Everything read and checked, ready to be scored."""

    request: scoring.Request
    reports: tuple[Report, ...]
    notes: tuple[str, ...]
    options: Options
    divisions: tuple[Division, ...]

    def result(self) -> Result:
        """The scores."""
        evaluation = scoring.evaluate(self.request)
        return Result(replace(evaluation, notes=(*evaluation.notes, *self.notes)), self.reports)


def prepare(
    gold: GoldLike,
    runs: Sequence[RunLike],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    by: StrPath | Iterable[StrPath] = (),
    match: str | Rules | None = None,
    min_responses: float | None = None,
    weights: str = "auto",
    mapping: StrPath | CanonicalForms | None = None,
    multiwords: GoldLike | None = None,
    manual: StrPath | None = None,
    candidates: StrPath | Mapping[str, Sequence[str]] | None = None,
    ids: StrPath | None = None,
    names: str | None = None,
    gold_terms: str | None = None,
    preset: str | None = None,
    format: str = "auto",
    gold_format: str | None = None,
    run_format: str | None = None,
    faults: str = "repair",
    encoding: str | None = None,
    items: Sequence[Item] | None = None,
) -> Prepared:
    """Read all files and check all options of `score`; the length of sentences is known if there are `items`."""
    _refuse_no_run(runs)
    refuse_second_input([gold, *runs, mapping, multiwords, manual, candidates, ids])
    if preset == official_preset.NAME:
        _refuse_choices(match, min_responses, mapping, multiwords, candidates, names, gold_terms, encoding)
        _refuse_choices(
            weights != "auto", faults != "repair", *{format, gold_format, run_format} - official_preset.READ
        )
        wanted = _measures_or_none(measures)
        contents = [_run_content(run, number, wanted) for number, run in enumerate(runs, start=1)]
        official = official_preset.OfficialInputs(_gold_content(gold), contents, wanted)
        return _prepare_official(official, by, manual, ids, items)
    own = scoring.Preset(about="") if preset is None else _preset(preset)
    wanted = _measures_or_none(own.measures if measures is None else measures)
    options = reading_options(format, faults, encoding, gold_format=gold_format, run_format=run_format)
    terms = checked_gold_terms(own.gold_terms if gold_terms is None else gold_terms)
    files = Inputs(replace(options, separator=expected_separator(wanted or []), gold_terms=terms))
    gold_noun, gold_faults = _weighted_as(kept(files.gold(gold), ids, options), weights), files.last_faults()
    nouns, run_faults = _read_runs(files, runs)
    rules = rules_of(own.match if match is None else match)
    settings = Settings(
        rules=rules,
        min_responses=checked_min_responses(own.min_responses if min_responses is None else min_responses),
        mapping=None if mapping is None else files.mapping(mapping),
        multiwords=None if multiwords is None else files.gold(multiwords),
        policy=str(options.policy),
        separator=files.options.separator if options.format_of("run") == "semeval" else None,
        candidates=_candidates(candidates, gold_noun, options),
        names=checked_names(own.names if names is None else names),
        lemmatiser=lemmatiser_for(rules),
        gold_terms=terms,
        encoding=options.encoding,
    )
    parts = list(division_names(by))
    found = divisions(parts, gold_noun, settings.multiwords, manual, options.encoding)
    chosen = wanted or default_measures(judged=gold_noun.judges is not None)
    groups = [grouping_of(division, gold_noun, settings, items) for division in found]
    request = scoring.Request(
        gold=gold_noun,
        runs=nouns,
        measures=chosen,
        settings=settings,
        groupings=groups,
        single_words="subset" in parts,
        gold_faults=gold_faults,
        run_faults=run_faults,
    )
    return Prepared(
        request, tuple(files.reports), tuple(notes_on(parts, settings, manual)), files.options, tuple(found)
    )


def _read_runs(files: Inputs, runs: Sequence[RunLike]) -> tuple[list[Run], list[FaultCounts]]:
    """The runs under names of their own, and the faults of each."""
    read = [(files.run(run, number), files.last_faults()) for number, run in enumerate(runs, start=1)]
    return distinctly_named([run for run, _ in read]), [faults for _, faults in read]


def _refuse_no_run(runs: Sequence[RunLike]) -> None:
    if not runs:
        raise UsageError("there is no run to score; give at least one run.")


def _refuse_choices(*chosen: object) -> None:
    """The 2007 program has one way to read and to score."""
    if any(chosen):
        raise UsageError(
            f"the preset {official_preset.NAME} reads and scores as the 2007 program does: leave out match, "
            "min_responses, mapping, multiwords, candidates, names, weights, faults, formats and encoding."
        )


def _prepare_official(
    files: official_preset.OfficialInputs,
    by: StrPath | Iterable[StrPath],
    manual: StrPath | None,
    ids: StrPath | None,
    items: Sequence[Item] | None,
) -> Prepared:
    """The same for files as the 2007 program reads and scores them."""
    names_of_divisions = list(division_names(by))
    if "subset" in names_of_divisions:
        raise UsageError("the 2007 program knows no subsets; leave subset out, or the preset.")
    gold, settings = kept(files.gold, ids, Options()), official_preset.SETTINGS
    found = divisions(names_of_divisions, gold, None, manual)
    request = scoring.Request(
        gold=gold,
        runs=distinctly_named(files.runs),
        measures=files.measures,
        settings=settings,
        groupings=[grouping_of(division, gold, settings, items) for division in found],
        gold_faults=files.reports[0].counts(),
        run_faults=[report.counts() for report in files.reports[1:]],
        recorded=[replace(recorded, gold=gold.source.sha256) for recorded in files.recorded],
    )
    return Prepared(request, tuple(files.reports), (), Options(), tuple(found))


def _gold_content(gold: GoldLike) -> Content:
    """A file as it is, anything else as SemEval's file of it."""
    if isinstance(gold, GoldStandard | Mapping):
        noun = Inputs(Options()).gold(gold)
        noun = replace(noun, lexelts=_written_lexelts(noun.lexelts))
        return Content(noun.source.name, FORMATS["semeval"].writers["gold"](noun).text.encode())
    return read_content(gold)


def _run_content(run: RunLike, number: int, measures: Sequence[Measure] | None) -> Content:
    if isinstance(run, Run | Mapping):
        noun = Inputs(Options()).run(run, number)
        noun = replace(noun, lexelts=_written_lexelts(noun.lexelts))
        oot = measures is not None and any(measure.task == "oot" for measure in measures)
        return Content(noun.name, FORMATS["semeval-oot" if oot else "semeval"].writers["run"](noun).text.encode())
    return read_content(run)


def _written_lexelts(lexelts: Sequence[str]) -> list[str]:
    """A lexelt stands in every line; the program compares none."""
    return [lexelt or "-" for lexelt in lexelts]


def _preset(name: str) -> scoring.Preset:
    if name not in scoring.PRESETS:
        raise UsageError(f"{name!r} is not a preset; there are {', '.join(scoring.PRESETS)}.")
    return scoring.PRESETS[name]


def rules_of(match: str | Rules) -> Rules:
    """Matching rules, as they are or as a text."""
    if isinstance(match, Rules):
        return match
    if not isinstance(match, str):
        raise UsageError(f"matching rules are a text such as 'lenient', or Rules; not {match!r}.")
    return parse_rules(match)


def rules_without_lemmas(match: str | Rules, task: str) -> Rules:
    """Matching rules for a task that compares terms without knowing the part of speech that their lemmas need."""
    rules = rules_of(match)
    if rules.lemmas != "keep":
        raise UsageError(
            f"the matching rule lemmas={rules.lemmas} holds for scoring only, not for {task}; leave it out."
        )
    return rules


def lemmatiser_for(rules: Rules) -> scoring.Lemmatiser | None:
    """What finds the lemmas that matching rules compare; an error that says how to get WordNet if it is not here."""
    if rules.lemmas == "keep":
        return None
    from stead.lexicons.wordnet_lemmas import wordnet_lemmas  # noqa: PLC0415 (few rules need it)

    return scoring.Lemmatiser(*wordnet_lemmas())


def checked_names(names: str) -> str:
    """What NAME responses are."""
    if names not in {"apart", "terms"}:
        raise UsageError(
            f"names says what NAME responses (pn in a gold) are: 'apart' (never scored) or 'terms' (a substitute like "
            f"any other), not {names!r}."
        )
    return names


def checked_gold_terms(terms: str) -> str:
    """How terms of a gold are read."""
    if terms not in {"trimmed", "as-written"}:
        raise UsageError(f"gold terms are read trimmed or as-written, not {terms!r}.")
    return terms


def kept(gold: GoldStandard, ids: StrPath | None, options: Options) -> GoldStandard:
    """The gold, or the items of it that a list names."""
    if ids is None:
        return gold
    wanted = read_ids(Path(ids), options.encoding)
    scoring.check_names(os.fspath(ids), wanted, gold)
    rows = [row for row in gold if row.id in wanted]
    digest = hashlib.sha256(f"{gold.source.sha256} {sorted(wanted)}".encode()).hexdigest()
    return GoldStandard.of(rows, replace(gold.source, sha256=digest), graded=gold.graded)


def _candidates(
    candidates: StrPath | Mapping[str, Sequence[str]] | None, gold: GoldStandard, options: Options
) -> Mapping[str, Sequence[str]] | None:
    if candidates is None:
        return None
    if isinstance(candidates, Mapping):
        name, found = "candidates", checked_candidates(candidates)
    else:
        name, found = os.fspath(candidates), read_candidates(Path(candidates), options.encoding)
    scoring.check_names(name, found, gold)
    return found


def _measures_or_none(measures: str | Iterable[str | Measure] | None) -> list[Measure] | None:
    return None if measures is None else measures_of(measures)


def measures_of(measures: str | Iterable[str | Measure]) -> list[Measure]:
    """Measures of one task, each once, from a text or a list."""
    if not isinstance(measures, str | Iterable):
        raise UsageError(f"measures are a text such as 'best,oot@10', or a list; not {measures!r}.")
    if isinstance(measures, str):
        chosen = parse_measures(measures)
    else:
        chosen = [each for one in measures for each in ([one] if isinstance(one, Measure) else parse_measures(one))]
    if not chosen:
        raise UsageError("no measure is named; leave the measures out to get all of them.")
    if len({measure.task == "mw" for measure in chosen}) > 1:
        raise UsageError("multiword measures score other files than the measures of substitutes; ask for them apart.")
    return list(dict.fromkeys(chosen))


def expected_separator(measures: Sequence[Measure]) -> str | None:
    """What SemEval's files have: `:::` for the oot task, `::` for the others; nothing if it is not one task."""
    tasks = {measure.task for measure in measures}
    return {"best": "::", "mw": "::", "oot": ":::"}.get(tasks.pop()) if len(tasks) == 1 else None


def checked_min_responses(value: float | None) -> float | None:
    """The weight that an item needs to be scored."""
    if value is None:
        return None
    if not is_number(value) or not 0 <= value <= MAX_WEIGHT:
        raise UsageError(f"--min-responses is a number from 0 to {MAX_WEIGHT:g}, not {value!r}.")
    return float(value)


def _weighted_as(gold: GoldStandard, weights: str) -> GoldStandard:
    if weights not in {"auto", "counts", "graded"}:
        raise UsageError(f"weights are auto, counts or graded, not {weights!r}.")
    return gold if weights == "auto" else replace(gold, graded=weights == "graded")


def distinctly_named(runs: Sequence[Run]) -> list[Run]:
    """Runs of the same name (a/run.txt, b/run.txt) are told apart by as much of their paths as it takes."""
    alike: dict[str, list[str]] = {}
    for run in runs:
        alike.setdefault(run.name, []).append(run.source.path)
    named = [
        replace(run, source=replace(run.source, name=_ending(run.source.place, alike[run.name])))
        if len(alike[run.name]) > 1
        else run
        for run in runs
    ]
    files = Counter(os.path.realpath(run.source.path) for run in named if run.source.path)
    repeated = [run.name for run in named if files[os.path.realpath(run.source.path)] > 1]
    repeated += [name for name, count in Counter(run.name for run in named).items() if count > 1]
    if repeated:
        raise BadInput(f"{repeated[0]}: the same run is given twice.")
    return named


def _ending(place: str, paths: Sequence[str]) -> str:
    """The shortest end of a path that only it has among these; all of it if one of them has no path."""
    parts = [Path(path).parts for path in paths]
    sizes = range(1, max(map(len, parts)) + 1)
    enough = next((size for size in sizes if len({own[-size:] for own in parts}) == len(parts)), None)
    return str(Path(*Path(place).parts[-enough:])) if enough and all(paths) else place


def score(
    gold: GoldLike,
    *runs: RunLike,
    measures: str | Iterable[str | Measure] | None = None,
    by: StrPath | Iterable[StrPath] = (),
    match: str | Rules | None = None,
    min_responses: float | None = None,
    weights: str = "auto",
    mapping: StrPath | CanonicalForms | None = None,
    multiwords: GoldLike | None = None,
    manual: StrPath | None = None,
    candidates: StrPath | Mapping[str, Sequence[str]] | None = None,
    ids: StrPath | None = None,
    names: str | None = None,
    gold_terms: str | None = None,
    preset: str | None = None,
    format: str = "auto",
    gold_format: str | None = None,
    run_format: str | None = None,
    faults: str = "repair",
    encoding: str | None = None,
) -> Result:
    """Score runs against a gold standard.

    Gold and runs are paths, objects, or dicts: `{"1": {"clever": 3, "smart": 1}}` and `{"1": ["smart", "clever"]}`.
    `measures` are names such as `"best,oot@10"` (default: all that the gold allows), `by` names divisions of the
    items: `"pos"`, `"lexelt"`, `"subset"`, `"substitutes"`, `"agreement"`, `"frequency:bnc"` or a file of
    `id<TAB>group`. `candidates` are what rankings of given candidates rank, `ids` a file of the items to keep. A
    `preset` (`"swords"`, `"tsar"`, `"melamud-gap"`) gives measures, `match`, `min_responses`, `names` and `gold_terms`
    as a reference program has them, unless they are given; `"semeval2007"` reads and scores as the 2007 program does.
    `gold_terms` of a file of lines are `"trimmed"`, or `"as-written"` with the spaces around them (`garden  1`).
    `format` is that of all files, `gold_format` and `run_format` are those of golds and runs alone; `encoding` is that
    of the files that are not UTF-8.
    """
    prepared = prepare(
        gold,
        runs,
        measures=measures,
        by=by,
        match=match,
        min_responses=min_responses,
        weights=weights,
        mapping=mapping,
        multiwords=multiwords,
        manual=manual,
        candidates=candidates,
        ids=ids,
        names=names,
        gold_terms=gold_terms,
        preset=preset,
        format=format,
        gold_format=gold_format,
        run_format=run_format,
        faults=faults,
        encoding=encoding,
    )
    result = prepared.result()
    warn_of(result.notes)
    return result
