"""Every kind in every format: it comes back the same, up to the losses that were named, or is refused."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.core.annotation import Annotations
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Severity
from stead.core.item import Item
from stead.core.substitutes import MAX_WEIGHT, GoldRow, GoldStandard, Run, RunRow
from stead.formats import FORMATS, KINDS, Content, Kind, Options, load_content, save
from stead.formats.format import final_number
from tests.formats import strategies as made
from tests.formats.made import How, read, written
from tests.formats.test_fuzz import SAMPLES

thorough = settings(max_examples=25, deadline=None)
Parts = dict[str, Any]
"""A noun as a plain dictionary, so that parts of it can be taken away."""


def parts(noun: object) -> Parts:
    if isinstance(noun, GoldStandard):
        return {"rows": [row._asdict() for row in noun], "graded": noun.graded}
    if isinstance(noun, Run):
        return {"rows": [row._asdict() for row in noun]}
    assert isinstance(noun, list | Annotations)
    return {"rows": list(noun)}


def changing(**values: object) -> Callable[[Parts], Parts]:
    return lambda noun: {**noun, "rows": [{**row, **values} for row in noun["rows"]]}


def items(change: Callable[[Item], Item]) -> Callable[[Parts], Parts]:
    return lambda noun: {**noun, "rows": [change(item) for item in noun["rows"]]}


def without_zeros(noun: Parts) -> Parts:
    rows = [{**row, "weights": [pair for pair in row["weights"] if pair[1]]} for row in noun["rows"]]
    return {**noun, "rows": rows}


def merged(noun: Parts) -> Parts:
    rows = []
    for row in noun["rows"]:
        sums: dict[str, float] = {}
        for term, weight in row["weights"]:
            sums[term] = sums.get(term, 0.0) + weight
        rows.append({**row, "weights": list(sums.items())})
    return {**noun, "rows": rows}


def by_score(noun: Parts) -> Parts:
    rows = []
    for row in noun["rows"]:
        pairs = sorted(zip(row["answers"], row["scores"] or (), strict=False), key=lambda pair: -pair[1])
        rows.append({**row, "answers": [term for term, _ in pairs], "scores": [score for _, score in pairs]})
    return {**noun, "rows": rows}


def without_repeats(noun: Parts) -> Parts:
    rows = []
    for row in noun["rows"]:
        first = [rank for rank, answer in enumerate(row["answers"]) if answer not in row["answers"][:rank]]
        scores = row["scores"] and [row["scores"][rank] for rank in first]
        rows.append({**row, "answers": [row["answers"][rank] for rank in first], "scores": scores})
    return {**noun, "rows": rows}


def once(noun: Parts) -> Parts:
    return {**noun, "rows": list({(item.text, item.target): item for item in reversed(noun["rows"])}.values())[::-1]}


def levelled(item: Item) -> Item:
    halves = [" ".join(part.split()) for part in (item.text[: item.start], item.target, item.text[item.end :])]
    return replace(item, text=" ".join(filter(None, halves)), start=0, end=0)


LOSSES: dict[str, Callable[[Parts], Parts]] = {
    "the NAME responses": changing(names=0.0),
    "the substitutes of weight 0": without_zeros,
    "how many judged each substitute": changing(judges=None),
    "which substitutes are proficient": changing(proficient=None),
    "the word forms of the targets": changing(target=""),
    "equal substitutes as separate entries": merged,
    "that the weights are graded": lambda noun: {**noun, "graded": None},
    "the scores of the answers": changing(scores=None),
    "answers without scores (ranks were written as scores)": changing(scores=None),
    "the sentences, which are not known (ids were written instead; read it again with `format='tsar'`)": lambda noun: (
        noun
    ),
    "the lexelts": changing(lexelt=""),
    "repeated answers": without_repeats,
    "items without answers": lambda noun: {**noun, "rows": [row for row in noun["rows"] if row["answers"]]},
    "items without substitutes": lambda noun: {
        **noun,
        "rows": [row for row in noun["rows"] if row["weights"] or row["names"]],
    },
    "the order of answers whose scores do not decrease": by_score,
    "items that share sentence and word with another": once,
    "ids and lexelts": items(lambda item: replace(item, id=item.text, lexelt=item.target)),
    "the languages": items(lambda item: replace(item, language="")),
    "the documents of the items": items(lambda item: replace(item, document="")),
    "which occurrence of its word a target is": items(lambda item: replace(item, start=0, end=len(item.target))),
    "the languages of the items but the first": items(lambda item: replace(item, language="")),
    "the order of the items": lambda noun: {
        **noun,
        "rows": sorted(noun["rows"], key=lambda item: (item.lexelt, item.id)),
    },
    "runs of spaces and line ends in sentences": items(levelled),
}
_ORDER = list(LOSSES)


def without(noun: object, losses: list[str]) -> Parts:
    left = parts(noun)
    for loss in sorted(losses, key=_ORDER.index):
        left = LOSSES[loss](left)
    return left


def assert_kept(noun: object, kind: Kind, format: str) -> None:
    """The noun is refused in a sentence, or comes back the same but for the losses that were named."""
    try:
        text, losses = written(noun, kind, format)
    except BadInput as error:
        message = str(error)
        assert message.endswith(".")
        assert "\n" not in message
        return
    if not len(noun) or not text:  # type: ignore[arg-type]  # of TREC's lines there may be none
        return
    again, report = read(text.encode(), kind, How(format))
    assert report.of(Severity.ERROR) == []
    expected, got = without(noun, losses), without(again, losses)
    if isinstance(noun, Run):  # a row without answers has no scores, or none of them
        for row in (*expected["rows"], *got["rows"]):
            row["scores"] = row["scores"] or None
    assert got == expected


# -------------------------------------------------------------------------------------------------- the matrix

MATRIX = [(source, kind, name) for source, kind in SAMPLES for name in FORMATS]


@pytest.mark.parametrize(("source", "kind", "format"), MATRIX)
def test_every_sample_is_kept_or_refused_in_every_format(source: str, kind: Kind, format: str, tmp_path: Path) -> None:
    noun, _ = load_content(Content("made.txt", SAMPLES[source, kind].encode()), kind, Options(format=source))
    if kind == "mapping":
        return
    if kind in FORMATS[format].writers:
        assert_kept(noun, kind, format)
    else:
        with pytest.raises(UsageError, match=f"does not write .+ as {format}; it can as .*stead"):
            save(noun, kind, tmp_path / "out", format)


def test_what_each_format_writes_is_said_in_the_matrix() -> None:
    able = {kind: {name for name, known in FORMATS.items() if kind in known.writers} for kind in KINDS}
    lines = {"semeval", "evalita", "semdis", "stead", "tsar"}
    assert able == {
        "items": lines,
        "annotations": {"stead", "annotations-csv"},
        "ratings": {"stead", "ratings-csv"},
        "gold": {*lines, "trec"},
        "run": {*lines, "semeval-oot", "swords", "melamud", "json", "trec"},
        "mapping": {"semdis"},
    }


# ------------------------------------------------------------------------------------------------ anything at all

WRITERS: dict[Kind, list[str]] = {kind: [n for n, known in FORMATS.items() if kind in known.writers] for kind in KINDS}
plain = st.text("ab é.1-", min_size=1, max_size=4)
either = plain | made.names
targets = either.map(str.strip).filter(bool)
terms = either.filter(
    lambda term: not (term[-1].isdigit() or final_number(term))
)  # answers with weights look like gold


@st.composite
def any_gold(draw: st.DrawFn) -> GoldStandard:
    judged, levelled = draw(st.booleans()), draw(st.booleans())
    counts = st.integers(0, 4).map(float) | made.weights
    rows = []
    for lexelt, identifier in draw(st.lists(st.tuples(either, either), max_size=4, unique=True)):
        pairs = draw(st.lists(st.tuples(terms, counts), max_size=4))
        judges = [min(weight + 1, MAX_WEIGHT) for _, weight in pairs] if judged else None
        proficient = [draw(st.booleans()) for _ in pairs] if levelled else None
        names = draw(st.sampled_from([0.0, 2.0]))
        rows.append(GoldRow(lexelt, identifier, pairs, names, judges, proficient=proficient))
    return GoldStandard.of(rows, made.MEMORY, graded=draw(st.sampled_from([None, True])))


@st.composite
def any_run(draw: st.DrawFn) -> Run:
    scored, rows = draw(st.booleans()), []
    for lexelt, identifier in draw(st.lists(st.tuples(either | st.just(""), either), max_size=4, unique=True)):
        answers = draw(st.lists(terms, max_size=4))
        scores = [draw(st.sampled_from([0.5, -2.0, 1e300]) | made.numbers) for _ in answers] if scored else None
        rows.append(RunRow(lexelt, identifier, answers, scores))
    return Run.of(rows, made.MEMORY)


@st.composite
def any_items(draw: st.DrawFn) -> list[Item]:
    kept = []
    keys = st.lists(st.tuples(either, either), max_size=4, unique=True)
    for lexelt, identifier in draw(keys):
        left, target, right = draw(plain | made.texts), draw(targets), draw(plain | made.texts)
        kept.append(
            Item(
                id=identifier,
                lexelt=lexelt,
                text=left + target + right,
                start=len(left),
                end=len(left) + len(target),
                language=draw(st.sampled_from(["", "en", "fr"])),
            )
        )
    return kept


@pytest.mark.parametrize("format", WRITERS["gold"])
@thorough
@given(gold=any_gold())
def test_any_gold_is_kept_or_refused(format: str, gold: GoldStandard) -> None:
    assert_kept(gold, "gold", format)


@pytest.mark.parametrize("format", WRITERS["run"])
@thorough
@given(run=any_run())
def test_any_run_is_kept_or_refused(format: str, run: Run) -> None:
    assert_kept(run, "run", format)


@pytest.mark.parametrize("format", WRITERS["items"])
@thorough
@given(sentences=any_items())
def test_any_items_are_kept_or_refused(format: str, sentences: list[Item]) -> None:
    assert_kept(sentences, "items", format)
