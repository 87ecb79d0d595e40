"""Annotators who answered an item twice."""

import pytest

from stead.core.errors import BadInput
from stead.formats import Content, Options, load_content
from stead.golds import make_gold
from tests.golds.made import annotations, by_letters, made, weights

HEADER = '{"schema": "stead.annotations/1"}\n'


def line(annotator: str, substitutes: str, more: str = "") -> str:
    return f'{{"lexelt": "a.n", "id": "1", "annotator": "{annotator}", "substitutes": [{substitutes}]{more}}}\n'


def test_the_same_again_is_counted_once_and_reported() -> None:
    result = made(("a.n 1", "ada", "x"), ("a.n 1", "bob", "x"), ("a.n 1", "ada", "x"))
    assert weights(result.gold) == {"a.n 1": {"x": 2.0}}
    assert result.counts["annotations given twice"] == 1
    assert any("1 annotation given a second time in the same words: counted once" in note for note in result.notes)


def test_something_else_is_refused_with_both_lines() -> None:
    text = HEADER + line("ada", '"x"') + "\n" + line("bob", '"y"') + line("ada", '"x", "z"')
    own, _ = load_content(Content("made.jsonl", text.encode()), "annotations", Options())
    with pytest.raises(BadInput) as caught:
        make_gold(own)
    first, last = str(caught.value).split("\n")
    assert first == 'made.jsonl:5: "ada" answers "a.n" "1" with "x", "z", but in made.jsonl:2 with "x".'
    assert last.startswith("made.jsonl: 1 annotation of people who had already answered the item differently")


@pytest.mark.parametrize(
    ("one", "other", "shown"),
    [
        (("NIL", ""), ("NAME", ""), "NAME"),
        (("x", ""), ("NIL", ""), "NIL"),
        (("x", ""), ("", ""), "nothing"),
        (("x", ""), ("x", "x up"), 'the multiword "x up"'),
        (("x;y", ""), ("y;x", ""), '"y", "x"'),
    ],
)
def test_any_difference_is_a_contradiction(one: tuple[str, str], other: tuple[str, str], shown: str) -> None:
    with pytest.raises(BadInput, match=f"annotation 2: .+ with .*{shown}, but in made, annotation 1"):
        make_gold(annotations(("a.n 1", "ada", *one), ("a.n 1", "ada", *other)))


def test_all_contradictions_are_told_but_not_thousands() -> None:
    rows = [*by_letters("a.n 1", *"x" * 25), *by_letters("a.n 1", *"y" * 25)]
    with pytest.raises(BadInput) as caught:
        made(*rows)
    lines = str(caught.value).split("\n")
    assert len(lines) == 22
    assert lines[-2] == "and 5 more."
    assert "25 annotations of people" in lines[-1]


def test_a_name_with_control_characters_stays_on_its_line() -> None:
    with pytest.raises(BadInput) as caught:
        made(("a.n 1", "x\ny\x1b", "x"), ("a.n 1", "x\ny\x1b", "y"))
    assert len(str(caught.value).split("\n")) == 2
