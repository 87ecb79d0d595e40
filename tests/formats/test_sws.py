"""Smart Word Suggestions: targets of one or several words, and who suggested what for them."""

import json
from typing import Any

import pytest

from stead.core.errors import BadInput
from stead.formats import Content, Options, load_content
from tests.shared import shared

SENTENCE = {
    "sentence": "It isn't a bright idea.",
    "sentence_split": ["It", "is", "n't", "a", "bright", "idea", "."],
    "substitutes": [[[4, 5], {"clever": 3, "smart": 1}, 2], [[1, 3], {"is not": 2}, 1]],
}


def read(document: Any, kind: str = "gold") -> tuple[Any, Any]:
    return load_content(Content("sws.json", json.dumps(document).encode()), kind, Options())  # type: ignore[arg-type]


def test_suggestions_weigh_how_many_people_made_them() -> None:
    gold, report = read({"a": SENTENCE})
    assert [(row.lexelt, row.id, list(row.weights)) for row in gold] == [
        ("bright", "a:4-5", [("clever", 3.0), ("smart", 1.0)]),
        ("is n't", "a:1-3", [("is not", 2.0)]),
    ]
    assert (gold.graded, report.total()) == (False, 0)


def test_a_target_is_found_in_its_sentence() -> None:
    items, _ = read({"a": SENTENCE}, "items")
    assert [(item.id, item.target, item.text) for item in items] == [
        ("a:4-5", "bright", SENTENCE["sentence"]),
        ("a:1-3", "isn't", SENTENCE["sentence"]),
    ]


def test_words_that_are_not_those_of_the_sentence_are_the_sentence() -> None:
    (item,), _ = read({"a": {**SENTENCE, "sentence": "other", "substitutes": [[[4, 6], {"plan": 2}, 1]]}}, "items")
    assert (item.text, item.target) == ("It is n't a bright idea .", "bright idea")


@pytest.mark.parametrize(
    "target",
    [
        [[4, 9], {"x": 1}, 1],
        [[5, 4], {"x": 1}, 1],
        [[4], {"x": 1}, 1],
        [[4, 5], ["x"], 1],
        [[4, 5], {"x": 1.5}, 1],
        [[4, 5], {"x": -1}, 1],
        [[4, 5], {"\ud800": 1}, 1],
        "bright",
        [[1, 3], {"x": 1}, 1],
    ],
)
def test_a_malformed_or_repeated_target_is_left_out_and_reported(target: object) -> None:
    gold, report = read({"a": {**SENTENCE, "substitutes": [SENTENCE["substitutes"][1], target]}})
    assert (len(gold), report.total()) == (1, 1)


@pytest.mark.parametrize("sentence", [{"sentence_split": []}, {"substitutes": 3, "sentence_split": []}, "x"])
def test_a_sentence_without_targets_is_reported(sentence: object) -> None:
    gold, report = read({"a": SENTENCE, "b": sentence})
    assert (len(gold), report.total()) == (2, 1)


def test_a_list_is_refused() -> None:
    with pytest.raises(BadInput, match="expected an object"):
        load_content(Content("sws.json", b'[{"sentence_split": []}]'), "gold", Options(format="sws"))


def test_the_evaluation_part_is_read_whole() -> None:
    """200 sentences; the number of targets was counted with another program."""
    file = shared("data", "sws", "sws_eval.json", what="the data of Smart Word Suggestions")
    for kind in ("gold", "items"):
        noun, report = read(json.loads(file.read_bytes()), kind)
        assert (len(noun), report.total()) == (1440, 0)
    assert len({item.id.partition(":")[0] for item in noun}) == 200
