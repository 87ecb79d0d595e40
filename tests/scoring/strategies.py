"""Random golds and runs for the properties of measures and of scores."""

from collections.abc import Mapping, Sequence

from hypothesis import settings
from hypothesis import strategies as st

Golds = Mapping[str, Mapping[str, float]]
Runs = Mapping[str, Sequence[str]]

GOLD_TERMS = [f"term{number}" for number in range(14)]
WRONG_TERMS = [f"wrong{number}" for number in range(6)]

weights = st.integers(1, 5).map(float)
golds: st.SearchStrategy[Golds] = st.dictionaries(
    st.sampled_from(["1", "2", "3"]),
    st.dictionaries(st.sampled_from(GOLD_TERMS), weights, min_size=1, max_size=13),
    min_size=1,
)


def examples(count: int) -> settings:
    """How many examples to try where the profile has a hundred: the same ones every time, however slow the machine."""
    share = settings.default.max_examples / 100 if settings.default else 1
    return settings(max_examples=max(10, round(count * share)), derandomize=True, deadline=None)


def answers(*, unique: bool = True, min_size: int = 0, max_size: int = 14) -> st.SearchStrategy[list[str]]:
    """Right and wrong answers to one item."""
    terms = st.sampled_from(GOLD_TERMS + WRONG_TERMS)
    return st.lists(terms, unique=unique, min_size=min_size, max_size=max_size)


@st.composite
def tasks(draw: st.DrawFn, *, unique: bool = True, max_size: int = 14, every_item: bool = False) -> tuple[Golds, Runs]:
    """A gold and a run that answers at least one of its items, or every one."""
    gold = draw(golds)
    certain = set(gold) if every_item else {draw(st.sampled_from(sorted(gold)))}
    run = {
        item: draw(answers(unique=unique, min_size=int(item in certain), max_size=max_size)) for item in sorted(gold)
    }
    return gold, run
