"""What a saved comparison holds of its inputs, and the request that they make again, with further runs."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from stead import scoring
from stead.formats import FORMATS, Content, Options, load_content
from stead.formats.format import Kind
from stead.matching import parse_rules
from stead.measures import parse_measure
from stead.scoring import Grouping, Request, Settings
from stead.task import BadInput, GoldStandard, Item, Mapping, Run, Source
from stead.task.report import ComparisonReport, Embedded, GroupingTable, Inputs, MappingTable

_OWN = "stead"


def embedded_inputs(request: Request, items: Sequence[Item] | None, other_gold: GoldStandard | None) -> Inputs:
    """The inputs of a request, inside a document."""
    settings = request.settings
    return Inputs(
        _embedded(request.gold, request.gold.source, "gold"),
        tuple(_embedded(run, run.source, "run") for run in request.runs),
        None if items is None else _embedded(list(items), Source("items", ""), "items"),
        None if settings.multiwords is None else _embedded(settings.multiwords, settings.multiwords.source, "gold"),
        None if settings.mapping is None else _mapping_table(settings.mapping),
        None
        if settings.candidates is None
        else {lexelt: tuple(terms) for lexelt, terms in settings.candidates.items()},
        tuple(map(str, request.measures)),
        str(settings.rules),
        settings.min_responses,
        settings.policy,
        settings.separator,
        settings.names,
        None if other_gold is None else _embedded(other_gold, other_gold.source, "gold"),
        tuple(_grouping_table(grouping, request.gold) for grouping in request.groupings),
        request.single_words,
    )


def _embedded(noun: object, source: Source, kind: Kind) -> Embedded:
    return Embedded(source.name, source.sha256, source.format, FORMATS[_OWN].writers[kind](noun).text)


def _mapping_table(mapping: Mapping) -> MappingTable:
    canonical = {lexelt: dict(forms) for lexelt, forms in mapping.canonical.items()}
    return MappingTable(mapping.source.name, mapping.source.sha256, mapping.source.format, canonical)


def _grouping_table(grouping: Grouping, gold: GoldStandard) -> GroupingTable:
    return GroupingTable(grouping.name, grouping.table, grouping.order, tuple(grouping.labels(gold.lexelts, gold.ids)))


class Again(NamedTuple):
    """The request behind a saved comparison, its sentences, and its second gold."""

    request: Request
    items: list[Item] | None
    other_gold: GoldStandard | None


def request_again(report: ComparisonReport, further: Iterable[Run], place: str) -> Again:
    """What a saved comparison was made of, with further runs behind its own."""
    own = report.inputs
    gold: GoldStandard = _unpacked(own.gold, "gold", place)
    settings = Settings(
        parse_rules(own.match),
        own.min_responses,
        None
        if own.mapping is None
        else Mapping(own.mapping.canonical, Source(own.mapping.name, own.mapping.sha256, own.mapping.format)),
        None if own.multiwords is None else _unpacked(own.multiwords, "gold", place),
        own.policy,
        own.separator,
        own.candidates,
        own.names,
    )
    runs = [_unpacked(run, "run", place) for run in own.runs]
    request = scoring.Request(
        gold,
        [*runs, *further],
        [parse_measure(measure) for measure in own.measures],
        settings,
        [_grouping(table, gold) for table in own.groupings],
        own.single_words,
        report.gold.faults,
        [run.faults for run in report.runs],
    )
    return Again(
        request,
        None if own.items is None else _unpacked(own.items, "items", place),
        None if own.other_gold is None else _unpacked(own.other_gold, "gold", place),
    )


def _unpacked(file: Embedded, kind: Kind, place: str) -> Any:
    noun, report = load_content(Content(f"{place} ({file.name})", file.content.encode()), kind, Options(_OWN))
    damage = next(iter(report), None)
    if damage:
        raise BadInput(f"{place}: what it holds of {file.name} is damaged: {damage.message}.")
    return noun if kind == "items" else replace(noun, source=Source(file.name, file.sha256, file.format))


def _grouping(table: GroupingTable, gold: GoldStandard) -> Grouping:
    labels = dict(zip(zip(gold.lexelts, gold.ids, strict=True), table.labels, strict=True))
    return Grouping(
        table.name, lambda lexelt, identifier: labels.get((lexelt, identifier), ""), table.table, table.order
    )
