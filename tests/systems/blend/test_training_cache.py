"""What a training has computed is kept, so that one that was killed resumes; nothing is taken for something else."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from stead.systems.blend.signals import Shortlist
from stead.systems.blend.training_cache import Arrays, CachedSignal, TrainingCache, key_of
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from tests.systems.made import item


class Asked:
    """A signal that counts how often it is asked, and that may break down at a word."""

    name, features, depth = "asked", ("letters",), 2

    def __init__(self, worst: str = "") -> None:
        self.worst, self.words = worst, 0

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        for shortlist in shortlists:
            if self.worst in shortlist.words and self.worst:
                raise KeyboardInterrupt
            self.words += len(shortlist.words[: self.depth])
        return [
            np.array([[len(word)] for word in shortlist.words[: self.depth]], np.float32) for shortlist in shortlists
        ]


def _shortlist(*words: str, text: str = "The [match] ended.") -> Shortlist:
    return Shortlist(TargetContext(item(text, "match.n")), words)


def test_values_are_computed_once_for_a_sentence_and_its_words(tmp_path: Path) -> None:
    first, second = Asked(), Asked()
    lists = [_shortlist("game", "bout", "lighter"), _shortlist("game", "bout", text="A [match] began.")]
    values = CachedSignal(first, "asked", TrainingCache(tmp_path / "c.sqlite")).values(lists)
    again = CachedSignal(second, "asked", TrainingCache(tmp_path / "c.sqlite")).values(lists)
    assert first.words == 4
    assert second.words == 0
    assert [rows.tolist() for rows in again] == [rows.tolist() for rows in values] == [[[4], [4]], [[4], [4]]]


@pytest.mark.parametrize(
    ("model", "shortlist"),
    [
        ("asked=other", _shortlist("game", "bout")),
        ("asked", _shortlist("bout", "game")),
        ("asked", _shortlist("game", "bout", text="A [match] ended.")),
    ],
)
def test_another_model_order_or_sentence_is_another_question(tmp_path: Path, model: str, shortlist: Shortlist) -> None:
    cache = TrainingCache(tmp_path / "c.sqlite")
    CachedSignal(Asked(), "asked", cache).values([_shortlist("game", "bout")])
    other = Asked()
    CachedSignal(other, model, cache).values([shortlist])
    assert other.words == 2


def test_words_beyond_the_depth_make_no_difference(tmp_path: Path) -> None:
    cache, other = TrainingCache(tmp_path / "c.sqlite"), Asked()
    CachedSignal(Asked(), "asked", cache).values([_shortlist("game", "bout", "lighter")])
    CachedSignal(other, "asked", cache).values([_shortlist("game", "bout", "light")])
    assert other.words == 0


def test_what_was_computed_before_a_break_is_kept(tmp_path: Path) -> None:
    batches = [[_shortlist("game", "bout")], [_shortlist("Lucifer", "fire")]]
    broken = CachedSignal(Asked("Lucifer"), "asked", TrainingCache(tmp_path / "c.sqlite"))
    broken.values(batches[0])
    with pytest.raises(KeyboardInterrupt):
        broken.values(batches[1])
    mended = Asked()
    resumed = CachedSignal(mended, "asked", TrainingCache(tmp_path / "c.sqlite"))
    assert [rows.tolist() for batch in batches for rows in resumed.values(batch)] == [[[4], [4]], [[7], [4]]]
    assert mended.words == 2


def test_results_are_kept_by_all_that_they_depend_on(tmp_path: Path) -> None:
    cache = TrainingCache(tmp_path / "c.sqlite")
    asked = []

    def compute(value: float) -> Arrays:
        asked.append(value)
        return [np.array([value]), np.array([1, 2], np.int8)]

    for _ in range(2):
        number, small = cache.get("sum", [np.array([1.0]), {"seed": 1}], lambda: compute(1))
        assert (number.tolist(), small.tolist()) == ([1], [1, 2])
        assert small.dtype == np.int8
    cache.get("sum", [np.array([1.0]), {"seed": 2}], lambda: compute(2))
    cache.get("sum", [np.array([1.0], np.float32), {"seed": 1}], lambda: compute(3))
    cache.get("product", [np.array([1.0]), {"seed": 1}], lambda: compute(4))
    assert asked == [1, 2, 3, 4]


def test_arrays_of_another_shape_have_another_key() -> None:
    assert key_of("x", [np.zeros((2, 3))]) != key_of("x", [np.zeros((3, 2))])
    assert key_of("x", ["a", "b"]) != key_of("x", ["ab"])


def test_without_a_file_everything_is_computed() -> None:
    signal = Asked()
    for _ in range(2):
        CachedSignal(signal, "asked", TrainingCache()).values([_shortlist("game", "bout")])
    assert signal.words == 4
