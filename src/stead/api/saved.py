"""What a saved comparison holds of its inputs, and the request that they make again, with further runs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from stead.api.inputs import AnnotationsLike, GivenRatings, Inputs, RunLike, read_answers
from stead.api.runs import GivenRun, ReadRun, System, group_systems, list_given, name_distinctly
from stead.api.score import (
    Prepared,
    expected_separator,
    grouping_of,
    lemmatiser_for,
    validate_gold_terms,
    validate_min_responses,
    validate_names,
)
from stead.comparing.without_annotator import Vote, Votes
from stead.core.annotation import Annotations
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.substitutes import CanonicalForms, GoldStandard
from stead.formats import FORMATS, Content, Options, Policy, load_content, parse_encoding
from stead.formats.format import Kind
from stead.formats.registry import format_named
from stead.measures import Measure, parse_measure
from stead.records.report import ComparisonReport, EmbeddedFile, MappingTable, ReportInputs
from stead.rules.definitions import parse_rules
from stead.scoring import Request, ScoringSettings, leave_out_unused_runs

_OWN = "stead"


def embed_inputs(
    prepared: Prepared, items: Sequence[Item] | None, other_gold: GoldStandard | None, votes: Votes | None
) -> ReportInputs:
    """The inputs of a request, inside a document."""
    request, settings = prepared.request, prepared.request.settings
    return ReportInputs(
        gold=_embed(request.gold, request.gold.source, "gold"),
        runs=tuple(replace(_embed(run, run.source, "run"), task=run.task) for run in request.runs),
        items=None if items is None else _embed(list(items), Source("items", ""), "items"),
        multiwords=None
        if settings.multiwords is None
        else _embed(settings.multiwords, settings.multiwords.source, "gold"),
        mapping=None if settings.mapping is None else _mapping_table(settings.mapping),
        candidates=None
        if settings.candidates is None
        else {lexelt: tuple(terms) for lexelt, terms in settings.candidates.items()},
        measures=tuple(map(str, request.measures)),
        match=str(settings.rules),
        min_responses=settings.min_responses,
        policy=settings.policy,
        separator=settings.separator,
        names=settings.names,
        other_gold=None if other_gold is None else _embed(other_gold, other_gold.source, "gold"),
        annotations=None if votes is None else _embed(votes.rows, votes.source, votes.kind),
        divisions=prepared.divisions,
        single_words=request.single_words,
        reading=prepared.options.format_of("run"),
        encoding=settings.encoding,
        gold_terms=settings.gold_terms,
        remarks=prepared.notes,
        program=request.program,
    )


def _embed(noun: object, source: Source, kind: Kind) -> EmbeddedFile:
    return EmbeddedFile(source.name, source.sha256, source.format, FORMATS[_OWN].writers[kind](noun).text)


def _mapping_table(mapping: CanonicalForms) -> MappingTable:
    canonical = {lexelt: dict(forms) for lexelt, forms in mapping.canonical.items()}
    return MappingTable(mapping.source.name, mapping.source.sha256, mapping.source.format, canonical)


class RestoredRequest(NamedTuple):
    """What a saved comparison was made of: the request and its notes, its sentences, second gold and annotations."""

    prepared: Prepared
    items: list[Item] | None
    other_gold: GoldStandard | None
    votes: Votes | None


def restore_request(report: ComparisonReport, further: Sequence[RunLike], name: str) -> RestoredRequest:
    """Restore the request that a saved comparison was made of, with further runs after its own."""
    saved = _Saved(report.inputs, name)
    inputs = saved.inputs
    if inputs.program is not None:
        raise UsageError(
            f"{name} was made with the preset {inputs.program}, which needs all files; compare them again."
        )
    files = Inputs(saved.options())
    read = files.read_runs(list_given(further, first=len(inputs.runs) + 1), first=len(inputs.runs))
    faults = [*(run.faults for run in report.runs), *(file.counts() for file in files.reports)]
    systems = name_distinctly([*saved.systems(), *group_systems(read)])
    settings, gold, items = saved.settings(), saved.gold(), saved.items()
    request = Request(
        gold=gold,
        runs=[read.run for read in systems],
        measures=saved.measures(),
        settings=settings,
        groupings=[saved.sound(grouping_of, division, gold, settings, items) for division in inputs.divisions],
        single_words=inputs.single_words,
        gold_faults=report.gold.faults,
        run_faults=[faults[read.number] for read in systems],
    )
    request, notes = leave_out_unused_runs(request)
    prepared = Prepared(
        request=request,
        reports=tuple(files.reports),
        notes=(*inputs.remarks, *notes),
        options=files.options,
        divisions=inputs.divisions,
        sentences=items,
    )
    return RestoredRequest(prepared, items, saved.other_gold(), saved.votes())


class _Saved:
    """The inputs of a saved comparison; whatever is damaged is refused."""

    def __init__(self, inputs: ReportInputs, name: str) -> None:
        self.inputs, self.name = inputs, name

    def sound(self, made: Any, *parts: Any) -> Any:
        """What these parts make, unless they are damaged."""
        try:
            return made(*parts)
        except (SteadError, ValueError) as error:
            raise BadInput(f"{self.name}: what it holds of its inputs is damaged: {error}") from None

    def options(self) -> Options:
        """How runs are read."""
        policy = self.sound(Policy, self.inputs.policy)
        if self.inputs.reading != "auto":
            self.sound(format_named, self.inputs.reading)
        encoding = self.sound(parse_encoding, self.inputs.encoding)
        return Options(
            format=self.inputs.reading, policy=policy, separator=expected_separator(self.measures()), encoding=encoding
        )

    def measures(self) -> list[Measure]:
        return [self.sound(parse_measure, measure) for measure in self.inputs.measures]

    def settings(self) -> ScoringSettings:
        inputs = self.inputs
        rules = self.sound(parse_rules, inputs.match)
        return ScoringSettings(
            rules=rules,
            min_responses=self.sound(validate_min_responses, inputs.min_responses),
            mapping=None
            if inputs.mapping is None
            else CanonicalForms(
                inputs.mapping.canonical, Source(inputs.mapping.name, inputs.mapping.sha256, inputs.mapping.format)
            ),
            multiwords=None if inputs.multiwords is None else self._noun(inputs.multiwords, "gold"),
            policy=inputs.policy,
            separator=inputs.separator,
            candidates=None
            if inputs.candidates is None
            else {lexelt: list(terms) for lexelt, terms in inputs.candidates.items()},
            names=self.sound(validate_names, inputs.names),
            lemmatiser=lemmatiser_for(rules),
            gold_terms=self.sound(validate_gold_terms, inputs.gold_terms),
            encoding=self.sound(parse_encoding, inputs.encoding),
        )

    def gold(self) -> GoldStandard:
        return self._noun(self.inputs.gold, "gold")  # type: ignore[no-any-return]

    def systems(self) -> list[System]:
        by_name: dict[str, list[ReadRun]] = {}
        for number, file in enumerate(self.inputs.runs):
            run = replace(self._noun(file, "run"), task=file.task)
            by_name.setdefault(file.name, []).append(ReadRun(run, GivenRun(run, file.name), number))
        return [System(name, runs) for name, runs in by_name.items()]

    def items(self) -> list[Item] | None:
        return None if self.inputs.items is None else self._noun(self.inputs.items, "items")

    def other_gold(self) -> GoldStandard | None:
        return None if self.inputs.other_gold is None else self._noun(self.inputs.other_gold, "gold")

    def votes(self) -> Votes | None:
        if self.inputs.annotations is None:
            return None
        return self.sound(restore_votes, self.inputs.annotations)  # type: ignore[no-any-return]

    def _noun(self, file: EmbeddedFile, kind: Kind) -> Any:
        content = Content(file.name, file.content.encode(errors="backslashreplace"))
        noun, report = self.sound(load_content, content, kind, Options(format=_OWN))
        for damage in report:
            raise BadInput(f"{self.name}: what it holds of {file.name} is damaged: {damage.message}.")
        return noun if kind == "items" else replace(noun, source=Source(file.name, file.sha256, file.format))


# ---------------------------------------------------------------------------------------- annotations and ratings


def read_votes(given: AnnotationsLike, files: Inputs) -> Votes:
    """Read annotations or ratings, without comments and times."""
    answers = files.annotations_or_ratings(given)
    return Votes([_bare(row) for row in _rows(answers)], answers.source)


def _rows(answers: Annotations | GivenRatings) -> Sequence[Vote]:
    return answers if isinstance(answers, Annotations) else answers.ratings


def _bare(row: Vote) -> Vote:
    return replace(row, comment="", time="")


def restore_votes(file: EmbeddedFile) -> Votes:
    """Read the annotations or ratings that a saved comparison holds."""
    content = Content(file.name, file.content.encode(errors="backslashreplace"))
    answers, _ = read_answers(content, Options(format="stead"))
    return Votes(list(_rows(answers)), Source(file.name, file.sha256, file.format))
