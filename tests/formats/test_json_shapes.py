"""Annotations read block by block are those read line by line, to the last fault."""

import json
import random
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput
from stead.core.faults import Report
from stead.core.text import tidy
from stead.formats import jsonlines
from stead.formats.fast.json_lines import shaped_lines
from tests.formats import strategies as made
from tests.formats.made import How, found, quickly, read

HEADER = '{"schema": "stead.annotations/1"}\n'
NAUGHTY = [
    "",
    '"',
    '\\"',
    "\\",
    ":",
    '":',
    '", "id": "7',
    "{}[],",
    "\u2028",
    "é賢😀",
    "\\u0041",
    "0",
    "\x7f",
    "\n\t",
    "\ufeff",
    "a" * 600,
]
texts = st.sampled_from(NAUGHTY) | st.text(made.characters, max_size=5)


def line_of(annotation: Annotation, chance: random.Random) -> str:
    """An annotation as some program might write it: any order, any spaces, any escapes."""
    fields: dict[str, object] = {
        name: value for name, value in asdict(annotation).items() if value or chance.random() < 0.5
    }
    for name in ("lexelt", "id", "annotator"):
        fields[name] = getattr(annotation, name)
    names = list(fields)
    chance.shuffle(names)
    separators = chance.choice([(", ", ": "), (",", ":"), (" ,\t", " : ")])
    return json.dumps({name: fields[name] for name in names}, ensure_ascii=chance.random() < 0.5, separators=separators)


def both_ways(data: str | bytes, policy: str = "repair") -> tuple[list[Annotation], list[int], Report]:
    """What is read, which must not depend on how."""
    fast, fast_report = read(data, "annotations", How("stead", policy))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonlines, "shaped_lines", lambda _: None)
        slow, slow_report = read(data, "annotations", How("stead", policy))
    assert isinstance(fast, Annotations)
    assert isinstance(slow, Annotations)
    assert list(fast) == list(slow) == [fast[row] for row in range(len(fast))]
    assert fast.lines.tolist() == slow.lines.tolist()
    assert list(fast_report) == list(slow_report)
    return list(fast), fast.lines.tolist(), fast_report


annotations = st.builds(
    Annotation,
    lexelt=texts,
    id=texts,
    annotator=texts.map(tidy).filter(bool),
    substitutes=st.lists(texts, max_size=4).map(tuple),
    nil=st.booleans(),
    name=st.booleans(),
    multiword=texts,
    comment=texts,
    time=texts,
    phase=texts,
)


@settings(deadline=None, max_examples=200)
@given(st.lists(annotations, max_size=8), st.integers(0, 1000), st.booleans())
def test_whoever_wrote_it_it_is_read_the_same(rows: list[Annotation], seed: int, closed: bool) -> None:
    chance = random.Random(seed)
    text = HEADER + "\n".join(line_of(row, chance) for row in rows) + ("\n" if closed else "")
    again, lines, report = both_ways(text)
    assert again == rows
    assert lines == list(range(2, len(rows) + 2))
    assert not report.faults


def test_a_file_that_is_as_it_should_be_is_read_without_looking_at_single_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(jsonlines, "parse_records")
    rows, _ = read(HEADER + "".join(plain(number) + "\n" for number in range(100)), "annotations", How("stead"))
    assert isinstance(rows, Annotations)
    assert len(rows) == 100


PIECES = [
    '"',
    "\\",
    ":",
    ",",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "\r",
    "\t",
    " ",
    "\x00",
    "0",
    "true",
    "null",
    '""',
    '\\"',
    "\ud7ff",
]


@settings(deadline=None, max_examples=300)
@given(st.lists(annotations, min_size=1, max_size=4), st.integers(0, 10_000))
def test_whatever_is_done_to_it_it_is_read_the_same(rows: list[Annotation], seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(line_of(row, chance) + "\n" for row in rows)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text) + 1)
        text = text[:place] + chance.choice(PIECES) + text[place + chance.choice([0, 0, 1, 3]) :]
    for policy in ("repair", "skip"):
        both_ways(HEADER + text, policy)


def plain(number: int) -> str:
    return json.dumps({"lexelt": "a.n", "id": str(number), "annotator": "ann", "substitutes": ["b", "c"][: number % 3]})


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        ('{"lexelt": "a.n", "id": "x", "annotator": "ann", "comment": "she said \\"hm\\""}', None),
        ('{"lexelt": "a.n", "id": 7, "annotator": "ann"}', "malformed"),
        ('{"lexelt": "a.n", "id": "x", "annotator": "ann", "substitutes": ["b"', "malformed"),
        (
            '{"lexelt": "a.n", "id": "x", "annotator": "ann"}, {"lexelt": "a.n", "id": "y", "annotator": "ann"}',
            "malformed",
        ),
        ('{"lexelt": "a.n", "id": "x", "annotator": "tab\there"}', "malformed"),
        ('{"lexelt": "a.n", "id": "\\ud800", "annotator": "ann"}', "malformed"),
        ('{"lexelt": "a.n", "id": "\\x", "annotator": "ann"}', "malformed"),
        ('{"lexelt": "a.n", "id": "x", "annotator": "ann", "n": NaN}', "malformed"),
        ("", None),
    ],
)
def test_one_odd_line_among_thousands_is_found_with_its_number(odd: str, kind: str | None) -> None:
    rows = [plain(number) for number in range(5_000)]
    _, lines, report = both_ways(HEADER + "\n".join([*rows[:3_210], odd, *rows[3_210:]]) + "\n")
    assert found(report) == ([] if kind is None else [(3_212, "error", kind)])
    assert len(lines) == 5_000 + (kind is None and bool(odd))
    assert lines[-1] == 5_002


def test_two_broken_lines_that_would_make_one_are_two_faults() -> None:
    halves = ['{"lexelt": "a.n", "id": "x", "annotator": "ann", "substitutes": ["b"', '"c"]}']
    _, _, report = both_ways(HEADER + "\n".join([plain(1), *halves, plain(2)]) + "\n")
    assert found(report) == [(3, "error", "malformed"), (4, "error", "malformed")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_and_other_line_ends_make_no_difference(encoding: str) -> None:
    text = HEADER + "".join(plain(number) + "\n" for number in range(50))
    expected = both_ways(text)[:2]
    assert both_ways(text.encode(encoding))[:2] == expected
    assert both_ways(text.replace("\n", "\r\n").encode(encoding))[:2] == expected


def test_lines_that_end_in_cr_alone_are_read_and_reported() -> None:
    rows, lines, report = both_ways((HEADER + plain(1) + "\n" + plain(2)).replace("\n", "\r"))
    assert ([row.id for row in rows], lines) == (["1", "2"], [2, 3])
    assert found(report) == [(None, "repaired", "line ends")]


def test_an_undecodable_byte_is_reported_with_its_line() -> None:
    data = (HEADER + "".join(plain(number) + "\n" for number in range(3_000))).encode()
    data = data.replace(b'"id": "1500"', b'"id": "15\xff0"')
    rows, _, report = both_ways(data, "skip")
    assert [row.id for row in rows[1499:1501]] == ["1499", "1501"]
    assert found(report) == [(1502, "error", "encoding")]
    assert report.faults[0].message.startswith("byte 0xff is not valid UTF-8; left out. Read it with `encoding='NAME'`")
    with pytest.raises(BadInput, match="1502: byte 0xff is not valid UTF-8"):
        both_ways(data)


def test_blank_lines_before_the_header_and_between_are_skipped() -> None:
    rows, lines, _ = both_ways("\n  \n" + HEADER + "\n" + plain(1) + "\n\r\n" + plain(2) + "\n")
    assert ([row.id for row in rows], lines) == (["1", "2"], [5, 7])


def test_a_file_of_many_blocks_keeps_its_order_and_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.formats.format.blocks_of.__defaults__", (500,))
    rows, lines, _ = both_ways(HEADER + "".join(plain(number) + "\n" for number in range(100)))
    assert [row.id for row in rows] == [str(number) for number in range(100)]
    assert lines == list(range(2, 102))


def test_shapes_are_few_and_numbered() -> None:
    lines = shaped_lines(b'{"a": "x", "b": ["y", "z"]}\n{"a": "", "b": ["p", "q"]}\n{"a": "x", "b": []}\n')
    assert lines is not None
    assert lines.shapes == ['{"a": "0", "b": ["1", "2"]}', '{"a": "0", "b": []}']
    assert lines.shape_of.tolist() == [0, 0, 1]
    assert lines.texts_at(lines.column(["0", ""])) == ["x", "", ""]
    places, sizes = lines.lists([("1", "2"), ()])
    assert (lines.texts_at(places), sizes.tolist()) == (["y", "z", "p", "q"], [2, 2, 0])


def test_lines_of_many_shapes_take_no_longer_than_they_must() -> None:
    rows = [
        f'{{"lexelt": {" " * (number // 80)}"a.n", "id": "1", "annotator": {" " * (number % 80)}"ann"}}'
        for number in range(5_000)
    ]
    with quickly(5):
        annotations, _ = read(HEADER + "\n".join(rows), "annotations", How("stead"))
    assert isinstance(annotations, Annotations)
    assert len(annotations) == 5_000


def test_a_very_long_answer_takes_no_longer_than_it_must() -> None:
    long = json.dumps({"lexelt": "a.n", "id": "1", "annotator": "ann", "substitutes": ["x" * 1_000_000]})
    with quickly(3):
        annotations, _ = read(HEADER + "\n".join([long, *map(plain, range(2_000))]), "annotations", How("stead"))
    assert isinstance(annotations, Annotations)
    assert len(annotations[0].substitutes[0]) == 1_000_000


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("subsitutes", "substitutes may be meant"),
        ("Annotator", "annotator may be meant"),
        ("Nil", "nil may be meant"),
        ("weight", "there are lexelt, id, annotator, substitutes, nil"),
    ],
)
def test_a_field_that_nobody_knows_is_a_fault_and_not_left_unread(name: str, hint: str) -> None:
    odd = f'{{"lexelt": "a.n", "id": "1", "annotator": "ada", "{name}": ["x"]}}'
    rows, lines, report = both_ways(HEADER + plain(1) + "\n" + odd + "\n" + plain(2) + "\n")
    assert ([row.id for row in rows], lines) == (["1", "2"], [2, 4])
    assert found(report) == [(3, "error", "malformed")]
    assert f'("{name}" is no field of it; {hint}' in report.faults[0].message


def test_annotators_are_tidied_and_nobody_is_reported_block_by_block_or_line_by_line() -> None:
    names = ["Ada", " Ada ", "\\u0041da", "", " ", "Ada"]
    text = HEADER + "".join(plain(number).replace('"ann"', f'"{name}"') + "\n" for number, name in enumerate(names))
    rows, lines, report = both_ways(text)
    assert [row.annotator for row in rows] == ["Ada"] * 4
    assert lines == [2, 3, 4, 7]
    assert found(report) == [(None, "note", "names"), (5, "error", "nameless"), (6, "error", "nameless")]
