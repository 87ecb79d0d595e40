"""A target marked by brackets: found, or refused in one clear sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput
from stead.words import MarkedTarget, parse_marked


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("They lost the [match].", MarkedTarget("They lost the match.", 14, 19)),
        ("[Matches] were lost", MarkedTarget("Matches were lost", 0, 7)),
        ("[x]", MarkedTarget("x", 0, 1)),
        ("They [ looked after ] him", MarkedTarget("They  looked after  him", 6, 18)),
        (r"a \[sic\] [match]", MarkedTarget("a [sic] match", 8, 13)),
        (r"the [\[x\]] there", MarkedTarget("the [x] there", 4, 7)),
        ("我们输了这场[比赛]。", MarkedTarget("我们输了这场比赛。", 6, 8)),
    ],
)
def test_the_marked_target_is_found(sentence: str, expected: MarkedTarget) -> None:
    assert parse_marked(sentence) == expected
    assert expected.target == expected.text[expected.start : expected.end]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("They lost the match.", "no target is marked"),
        ("", "no target is marked"),
        (r"a \[match\]", "no target is marked"),
        ("[They] lost the [match].", "2 targets are marked"),
        ("[a] [b] [c]", "3 targets are marked"),
        ("They lost the [].", "are empty"),
        ("They lost the [ ].", "are empty"),
        ("They lost [the [match]].", "a [ inside brackets"),
        ("They lost the match].", "a ] without its ["),
        ("They lost the [match.", "a [ without its ]"),
        ("They lost the [match]].", "a ] without its ["),
    ],
)
def test_any_other_marking_is_refused_with_an_example(sentence: str, found: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_marked(sentence)
    assert found in str(caught.value)
    assert "They lost the [match]." in str(caught.value)
    assert "\n" not in str(caught.value)


WORDS = st.text(alphabet=st.characters(exclude_characters="\\"), max_size=20)


def escaped(text: str) -> str:
    return text.replace("[", r"\[").replace("]", r"\]")


@given(WORDS, WORDS.filter(lambda text: text == text.strip() != ""), WORDS)
def test_what_was_marked_is_read_back(left: str, target: str, right: str) -> None:
    sentence = f"{escaped(left)}[{escaped(target)}]{escaped(right)}"
    assert parse_marked(sentence) == MarkedTarget(left + target + right, len(left), len(left) + len(target))
