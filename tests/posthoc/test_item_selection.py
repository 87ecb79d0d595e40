"""The sampling rules of SemEval-2007's post hoc analysis, on seven items that break one rule each."""

import pytest

from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.posthoc.candidate_pools import SelectionConditions, select_items
from tests.posthoc.made import gold_of

KEYS = [("t.n", str(number)) for number in range(7)]
THREE = {"a": 2.0, "b": 1.0, "c": 1.0}
GOLD = gold_of(
    {
        KEYS[0]: THREE,
        KEYS[1]: {"a": 2, "b": 1},  # two substitutes only
        KEYS[2]: {"a": 2, "b": 1, "c d": 1},  # three, but one is a phrase
        KEYS[3]: THREE,  # somebody says it is a NAME
        KEYS[4]: THREE,  # two say it is part of the same multiword
        KEYS[5]: THREE,  # two say so, but of two different ones
        KEYS[6]: THREE,
    }
)


def answer(key: tuple[str, str], person: str, **rest: object) -> Annotation:
    return Annotation(lexelt=key[0], id=key[1], annotator=person, substitutes=("a",), **rest)  # type: ignore[arg-type]


ANNOTATIONS = Annotations.of(
    [
        Annotation(lexelt=KEYS[3][0], id=KEYS[3][1], annotator="p", name=True),
        answer(KEYS[4], "p", multiword="a t"),
        answer(KEYS[4], "q", multiword="a t"),
        answer(KEYS[5], "p", multiword="a t"),
        answer(KEYS[5], "q", multiword="b t"),
    ],
    Source("annotations", ""),
)
ALL = {"min_substitutes": 3, "no_names": True, "no_multiwords": True}


def test_more_than_two_single_words_no_name_no_multiword() -> None:
    chosen = select_items(GOLD, SelectionConditions(**ALL), annotations=ANNOTATIONS)  # type: ignore[arg-type]
    assert chosen.rows.tolist() == [0, 5, 6]
    assert chosen.ruled_out == {
        "fewer than 3 single-word substitutes": 2,
        "a NAME response": 1,
        "the target is part of a gold multiword": 1,
    }


def test_the_multiword_gold_will_do() -> None:
    multiwords = gold_of({KEYS[4]: {"a t": 2}, KEYS[5]: {"a t": 1, "b t": 1}})
    chosen = select_items(GOLD, SelectionConditions(no_multiwords=True), multiwords=multiwords)
    assert chosen.rows.tolist() == [0, 1, 2, 3, 5, 6]


def test_a_sample_is_drawn_with_the_seed() -> None:
    drawn = [select_items(GOLD, SelectionConditions(sample=3, seed=seed)).rows.tolist() for seed in (1, 1, 2, 3, 4)]
    assert drawn[0] == drawn[1]
    assert len({tuple(each) for each in drawn}) > 1
    assert all(sorted(set(each)) == each and len(each) == 3 for each in drawn)


def test_too_few_items_are_refused_with_the_reasons() -> None:
    with pytest.raises(BadInput, match=r"100 items wanted, but only 3 of 7 fulfil .*fewer than 3 single-word.*: 2"):
        select_items(GOLD, SelectionConditions(sample=100, **ALL), annotations=ANNOTATIONS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("conditions", "words"),
    [({"no_names": True}, "`annotations`"), ({"no_multiwords": True}, "`multiwords`"), ({"sample": 0}, "sample is")],
)
def test_what_is_missing_is_asked_for(conditions: dict[str, int], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        select_items(GOLD, SelectionConditions(**conditions))  # type: ignore[arg-type]
