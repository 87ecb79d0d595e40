"""Make a gold standard from annotations: weights are counts of annotators, or shares."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm

import numpy as np

from stead.core.annotation import Annotations, describe_left_out, machines_setting, takes_machines
from stead.core.arrays import BoolArray, IntArray, Ragged, TermLists, starts_of
from stead.core.errors import BadInput
from stead.core.faults import Caution, Source
from stead.core.item import Item
from stead.core.parameters import (
    Setting,
    choice,
    declared_settings,
    digest,
    number,
    shorten_hash,
    sign_procedure,
    validate,
)
from stead.core.substitutes import GoldStandard
from stead.core.text import plural, shorten
from stead.golds.answer_arrays import (
    AnswerArrays,
    CuratedAnswers,
    ItemKey,
    apply_curation,
    arrays_of,
    distinct,
    drop_repeats,
    first_of_run,
    is_first_annotation,
    limit_answers,
    tidy_answers,
)
from stead.golds.decisions import DROP, SPLIT, Curation, contradictions
from stead.golds.description import LeftOutItem, MadeGold, Special
from stead.golds.suspicious_terms import notes_on_suspicious_terms
from stead.records.sheet import Section, Value
from stead.rules.definitions import MIN_RESPONSES, Rules, weighs_enough

_SHORT = {"max_answers": "max", "min_responses": "min", "weights": "weights"}
_SHOWN = 3
Counts = dict[str, int]


@dataclass(frozen=True)
class AnswerRules:
    """How answers are counted.

    The defaults are those of SemEval-2007: up to three answers, all equally good; the weight of a substitute is the
    number of annotators who gave it; an item needs "2 or more responses (non NIL or NAME)".
    """

    max_answers: int = number(3, "how many answers of an annotator to an item are used (the first ones)", most=20)
    min_responses: int = number(MIN_RESPONSES, "how many usable answers, of all annotators together, an item needs")
    weights: str = choice(
        "counts",
        {"counts": "an annotator gives 1 to each answer", "shares": "an annotator shares 1 among all answers"},
        "what an answer adds to the weight of a substitute",
    )

    def __post_init__(self) -> None:
        validate(self)


def make_gold(
    annotations: Annotations,
    rules: AnswerRules | None = None,
    curation: Curation | None = None,
    items: Sequence[Item] | None = None,
    *,
    policy: str = "repair",
    machines: str = "leave-out",
) -> MadeGold:
    """Make a gold: the substitutes of each item, weighted by how many annotators gave them.

    With `items`, only these are in the gold, in their order. `policy` is the policy on faults under which the
    annotations were read. The annotations of machines count only if `machines` is `include`.
    """
    rules, curation = rules or AnswerRules(), curation or Curation()
    by_machines = annotations.by_machines
    names = [*annotations.annotators.only(by_machines)]
    if not takes_machines(machines):
        annotations = annotations.only(~by_machines)
    if not len(annotations):
        only = " by people; `machines` says whether to include those of machines" if names else " to make a gold of"
        raise BadInput(f"{annotations.source.location}: there are no annotations{only}.")
    prepared, counts = prepare_answers(annotations, rules, curation, items)
    answers = prepared.answers
    usable = np.bincount(answers.item_of[answers.owners], minlength=len(answers.items))
    kept = weighs_enough(usable, rules.min_responses)
    left_out = tuple(_left_out(prepared, usable, rules.min_responses))
    if not kept.any():
        raise BadInput(
            f"{annotations.source.location}: no item is left for the gold. {_reasons(left_out, len(answers.items))}"
        )
    location = annotations.source.location
    included = takes_machines(machines)
    notes = (
        *([] if included or not names else [Caution(describe_left_out(location, len(names), "annotation", names))]),
        *_notes(location, counts, rules),
        *_notes_on_unknown(location, annotations, items),
        *_notes_on_phases(location, annotations),
        *([Caution(f"{location}: {_reasons(left_out, len(answers.items))}")] if left_out else []),
        *_notes_on_terms(location, answers, {item.language for item in items or ()}),
        *_notes_on_curation(prepared, curation),
    )
    settings = machines_setting(names) if included else []
    procedure = (*_procedure(annotations, rules, curation, items, policy), *settings)
    source = Source("gold", digest(sign_procedure("gold", procedure)))
    counts |= {"annotations by machines": len(names)} if names else {}
    counts |= _decisions(curation)
    counts |= {"items": len(answers.items), "items in the gold": int(kept.sum()), "items left out": len(left_out)}
    return MadeGold(
        gold=_substitute_gold(answers, rules.weights, kept, source),
        multiwords=_multiword_gold(answers, replace(source, name="multiwords")),
        specials=tuple(_specials(answers)),
        left_out=left_out,
        changes=prepared.changes,
        procedure=procedure,
        counts=counts,
        notes=notes,
        signature=sign_procedure("gold", procedure),
        tables=lambda: _annotator_tables(answers, kept),
        used=answers.annotations,
    )


def prepare_answers(
    annotations: Annotations, rules: AnswerRules, curation: Curation, items: Sequence[Item] | None
) -> tuple[CuratedAnswers, Counts]:
    """Tidy, limit and curate answers; returns the answers to count, and the numbers of all others by reason."""
    once = is_first_annotation(annotations)
    answers, known = arrays_of(annotations, items)
    if not known.any():
        raise BadInput(
            f"{annotations.source.location}: none of the annotated items is among the "
            f"{plural(len(items or ()), 'item')} given."
        )
    answers = answers.only(once[known])
    given = len(answers.codes)
    tidy = tidy_answers(answers)
    once_each, again = drop_repeats(tidy.answers)
    first, further = limit_answers(once_each, rules.max_answers)
    changed = apply_curation(first, curation)
    different, merged = drop_repeats(changed.answers)
    counted_once, split_off = limit_answers(different, rules.max_answers)
    counts = {
        "annotations": len(annotations),
        "annotations given twice": int((~once).sum()),
        "annotations of unknown items": int((~known).sum()),
        "annotations dropped by curation": len(first) - len(changed.answers),
        "annotators": int((np.bincount(counted_once.annotator_of) > 0).sum()),
        "answers given": given,
        "answers tidied (spaces, Unicode)": tidy.changed,
        "answers that were blank": tidy.blank,
        "answers repeated by an annotator": again,
        "answers beyond the limit": further + split_off,
        "answers changed by curation": sum(change.changed for change in changed.changes if change.decision.to),
        "answers dropped by curation": sum(
            change.changed for change in changed.changes if change.decision.action == DROP
        ),
        "answers added by splitting": sum(
            change.changed * (len(change.decision.parts) - 1)
            for change in changed.changes
            if change.decision.action == SPLIT
        ),
        "answers that curation made equal": merged,
        "answers counted": len(counted_once.codes),
        **_kinds(counted_once),
    }
    return changed._replace(answers=counted_once), counts


def _kinds(answers: AnswerArrays) -> Counts:
    """Count annotations by kind: NIL, NAME, with a multiword, without an answer."""
    special, answered = answers.nil | answers.name, answers.sizes > 0
    return {
        "NIL": int(answers.nil.sum()),
        "NAME": int(answers.name.sum()),
        "substitutes beside NIL or NAME": int((special & answered).sum()),
        "annotations without an answer": int((~special & ~answered).sum()),
        "multiwords": int(answers.named.sum()),
    }


def _specials(answers: AnswerArrays) -> Iterator[Special]:
    """The items with NIL or NAME responses."""
    nil, name = answers.per_item(answers.nil), answers.per_item(answers.name)
    for item in np.flatnonzero(nil + name).tolist():
        yield Special(*answers.items[item], int(nil[item]), int(name[item]))


def _left_out(prepared: CuratedAnswers, usable: IntArray, least: int) -> Iterator[LeftOutItem]:
    answers, dropped = prepared.answers, prepared.dropped
    nil, name = answers.per_item(answers.nil), answers.per_item(answers.name)
    annotated = answers.per_item(np.ones(len(answers), dtype=np.bool_))
    for item in np.flatnonzero(usable < least).tolist():
        if item in dropped:
            reason = dropped[item]
        elif not annotated[item]:
            reason = "no annotation"
        else:
            reason = f"fewer than {least} usable answers: {usable[item]} (NIL {nil[item]}, NAME {name[item]})"
        yield LeftOutItem(*answers.items[item], reason)


def _procedure(
    annotations: Annotations, rules: AnswerRules, curation: Curation, items: Sequence[Item] | None, policy: str
) -> Iterator[Setting]:
    yield from declared_settings(rules, _SHORT)
    yield Setting("faults", "faults", policy, "what was done about faults of the file: repair, skip or strict")
    yield Setting("from", "format", annotations.source.format, "the format that the annotations were read from")
    if curation.location or curation.decisions:
        which = f"the curation{' file' if curation.location else ''}, with {_decision_counts(curation)}"
        yield Setting("curation", "curation", shorten_hash(curation.identity), which)
    if items is not None:
        known = [(item.lexelt, item.id) for item in items]
        yield Setting(
            "items",
            "items",
            shorten_hash(digest(known)),
            f"only the {plural(len(known), 'item')} given, in their order",
        )
    yield Setting("annotations", "annotations", shorten_hash(annotations.source.sha256), "the file of annotations")


def _reasons(left_out: Sequence[LeftOutItem], items: int) -> str:
    """Summarise how many items are left out, and why."""
    kinds = Counter(item.reason.partition(":")[0] for item in left_out)
    parts = ", ".join(f"{reason} ({count})" for reason, count in kinds.items())
    some = _first_items([(item.lexelt, item.id) for item in left_out])
    return f"{len(left_out)} of {plural(items, 'item')} left out: {parts}; {some}."


def _first_items(keys: Sequence[ItemKey]) -> str:
    """Name the first of these items, and how many more there are."""
    first = ", ".join(f"{lexelt} {shorten(identifier)}" for lexelt, identifier in keys[:_SHOWN])
    return first + (f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else "")


def _notes(location: str, counts: Mapping[str, int], rules: AnswerRules) -> Iterator[str]:
    """Notes on the annotations for users of the gold."""
    sentences = {
        "annotations given twice": "{} given a second time in the same words: counted once",
        "answers tidied (spaces, Unicode)": "{} tidied: needless spaces removed, Unicode composed",
        "answers that were blank": "{} blank: left out",
        "answers repeated by an annotator": "{} given twice by one annotator to one item: counted once",
        "answers beyond the limit": f"{{}} beyond the first {rules.max_answers} of an annotator: not used",
        "substitutes beside NIL or NAME": "{} with substitutes beside NIL or NAME: both are counted",
        "annotations without an answer": "{} with neither substitutes nor NIL nor NAME",
    }
    for name, sentence in sentences.items():
        if counts[name]:
            noun = "answer" if name.startswith("answers") else "annotation"
            note = f"{location}: {sentence.format(plural(counts[name], noun))}."
            yield note if name in _COUNTED_AS_GIVEN else Caution(note)
    if counts["annotators"] == 1:
        yield f"{location}: there is only one annotator, so that every substitute of an item weighs the same."


_COUNTED_AS_GIVEN = {"substitutes beside NIL or NAME", "annotations without an answer"}


def _notes_on_unknown(location: str, annotations: Annotations, items: Sequence[Item] | None) -> Iterator[str]:
    if items is None:
        return
    known = {(item.lexelt, item.id) for item in items}
    unknown = [key for key in zip(annotations.lexelts, annotations.ids, strict=True) if key not in known]
    if unknown:
        some = _first_items(list(dict.fromkeys(unknown)))
        number = plural(len(unknown), "annotation")
        yield Caution(f"{location}: {number} of items that are not among those given: left out ({some}).")


def _notes_on_phases(location: str, annotations: Annotations) -> Iterator[str]:
    phases = Counter(annotations.phases)
    if len(phases) > 1:
        parts = ", ".join(f"{phase or 'none'} ({count})" for phase, count in phases.items())
        yield f"{location}: the annotations are of several phases, all counted alike: {parts}."


def _notes_on_terms(location: str, answers: AnswerArrays, languages: Collection[str]) -> Iterator[str]:
    yield from notes_on_suspicious_terms(location, answers.vocabulary, answers.codes, languages)
    variants = _variants(answers)
    if variants:
        yield (
            f"{location}: {plural(variants, 'substitute')} differ from another of the same item only in case, hyphens "
            "or spaces; `stead gold curate` proposes what to merge."
        )


def _variants(answers: AnswerArrays) -> int:
    """Count the substitutes that equal another one of their item under the default matching rules."""
    rules, index, size = Rules(), dict[str, int](), max(len(answers.vocabulary), 1)
    normalised = [index.setdefault(rules.normalise(term), len(index)) for term in answers.vocabulary]
    owners, codes = np.divmod(distinct(answers.item_of[answers.owners] * size + answers.codes), size)
    return len(codes) - len(distinct(owners * size + np.array(normalised, dtype=np.int64)[codes]))


def _decision_counts(curation: Curation) -> str:
    accepted = plural(len(curation.accepted), "accepted decision")
    return f"{accepted}, {curation.count('refuse')} refused, {curation.undecided} not decided yet"


def _notes_on_curation(prepared: CuratedAnswers, curation: Curation) -> Iterator[str]:
    for decision, changed in prepared.changes:
        if not changed:
            yield Caution(f"{curation.location_of(decision)}: {decision}: changes nothing.")
    yield from contradictions(curation)
    if curation.undecided:
        undecided = plural(curation.undecided, "proposal")
        yield f"{curation.location or 'curation'}: {undecided} not decided yet, not applied."


def _decisions(curation: Curation) -> Counts:
    """Count decisions by status, if there are any."""
    names = {"accept": "decisions accepted", "refuse": "decisions refused", "proposed": "decisions not made yet"}
    return {name: curation.count(status) for status, name in names.items()} if curation.decisions else {}


def _substitute_gold(answers: AnswerArrays, weights: str, kept: BoolArray, source: Source) -> GoldStandard:
    """The gold of the `kept` items: substitutes by falling weight, then by character."""
    items = answers.item_of[answers.owners]
    sharers = answers.sizes[answers.owners] if weights == "shares" else np.ones(len(items), dtype=np.int64)
    return _gold(answers, items, answers.codes, sharers, kept=kept, source=source)


def _multiword_gold(answers: AnswerArrays, source: Source) -> GoldStandard:
    """The gold of multiwords: how many annotators named each, for the items that have any."""
    named = answers.named
    items, codes = answers.item_of[named], answers.multiwords[named]
    kept = np.bincount(items, minlength=len(answers.items)) > 0
    return _gold(answers, items, codes, np.ones(len(items), dtype=np.int64), kept=kept, source=source)


def _gold(
    answers: AnswerArrays, items: IntArray, codes: IntArray, sharers: IntArray, *, kept: BoolArray, source: Source
) -> GoldStandard:
    """Add up answers: each adds 1 to its substitute, or 1 / n if it is one of n that share 1 (`sharers`)."""
    size = max(len(answers.vocabulary), 1)
    unit = lcm(*np.flatnonzero(np.bincount(sharers)).tolist())  # halves and thirds add up exactly as sixths
    entries, totals = _sum_by_entry(items * size + codes, unit // sharers)
    owners, terms = np.divmod(entries, size)
    order = _order_of_weights(owners, totals, _alphabetical_ranks(answers.vocabulary)[terms], size)
    order = order[kept[owners[order]]]
    sizes = np.bincount(owners[order], minlength=len(answers.items))[kept]
    chosen = [answers.items[item] for item in np.flatnonzero(kept).tolist()]
    return GoldStandard(
        lexelts=[lexelt for lexelt, _ in chosen],
        ids=[identifier for _, identifier in chosen],
        substitutes=TermLists(answers.vocabulary, Ragged(terms[order], starts_of(sizes))),
        weights=totals[order] / unit,
        names=np.zeros(len(chosen)),
        graded=False,
        source=source,
    )


def _sum_by_entry(entries: IntArray, parts: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct entries, sorted, with the sum of the parts of each."""
    order = np.argsort(entries)
    ordered = entries[order]
    starts = np.flatnonzero(first_of_run(ordered))
    return ordered[starts], np.add.reduceat(parts[order], starts) if len(starts) else parts[:0]


def _order_of_weights(owners: IntArray, totals: IntArray, ranks: IntArray, size: int) -> IntArray:
    """Sort by owner, then falling total, then rank (below `size`); all three are packed into one number."""
    known = distinct(totals)
    falling = len(known) - 1 - np.searchsorted(known, totals)
    return np.argsort((owners * len(known) + falling) * size + ranks)


def _alphabetical_ranks(vocabulary: list[str]) -> IntArray:
    """The rank of each term by code points."""
    ranks = np.empty(len(vocabulary), dtype=np.int64)
    ranks[sorted(range(len(vocabulary)), key=vocabulary.__getitem__)] = np.arange(len(vocabulary))
    return ranks


def _annotator_tables(answers: AnswerArrays, kept: BoolArray) -> tuple[Section, ...]:
    """Tables for the data sheet: answers by annotator, and by item."""
    return _annotators(answers), _per_item(answers, kept)


def _annotators(answers: AnswerArrays) -> Section:
    """What each annotator answered, and how many of their annotations have no answer, one, two and so on."""
    annotator_of, sizes, people = answers.annotator_of, answers.sizes, len(answers.annotators)
    most = int(sizes.max(initial=0))
    table = np.bincount(annotator_of * (most + 1) + sizes, minlength=people * (most + 1)).reshape(people, most + 1)
    given = table @ np.arange(most + 1)
    flags = (np.bincount(annotator_of[flag], minlength=people) for flag in (answers.nil, answers.name, answers.named))
    columns = [table.sum(axis=1), given, *flags, *table.T]
    rows: list[tuple[Value, ...]] = [
        (name, *(int(column[person]) for column in columns))
        for name, person in sorted(zip(answers.annotators, range(people), strict=True))
        if table[person].any()
    ]
    names = ("annotator", "items", "answers", "NIL", "NAME", "multiwords")
    sized = (f"items with {size}" for size in range(most + 1))
    return Section("Answers of each annotator", (*names, *sized), tuple(rows))


def _per_item(answers: AnswerArrays, kept: BoolArray) -> Section:
    """The distribution of annotators and of answers over the items of the gold."""
    people = answers.per_item(answers.sizes > 0)[kept]
    given = np.bincount(answers.item_of[answers.owners], minlength=len(kept))[kept]
    numbers = np.arange(max(int(people.max()), int(given.max())) + 1)
    columns = [np.bincount(per_item, minlength=len(numbers)) for per_item in (people, given)]
    rows = tuple(
        (int(number), int(by_people), int(by_answers))
        for number, by_people, by_answers in zip(numbers, *columns, strict=True)
        if by_people or by_answers
    )
    return Section(
        "Answers to each item", ("number", "items with this many annotators", "with this many answers"), rows
    )
