"""Causal models: what is shared between continuations changes nothing, shown by scoring each whole text by itself."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stead.systems.neural.causal import CheckpointCausal
from tests.systems.neural.checkpoints_made import by_the_library, needed

LEFT = "he lit the fire with"
OPTIONS = [" a match", " a game, very loudly in the house", " the", " größe 今日は", "out it", " a matching dog"]

LONG = pytest.mark.parametrize("words", [25_000, pytest.param(250_000, marks=pytest.mark.soak)])


@pytest.fixture(params=["llama", "gpt2"])
def folder(request: pytest.FixtureRequest, checkpoints: dict[str, Path]) -> Path:
    return checkpoints[request.param]


def directly(folder: Path, left: str, option: str) -> float:
    """The whole text in one pass, with the token for beginnings; the sum over tokens that end behind the left."""
    torch = needed("torch")
    tokenizer, model = by_the_library(folder, "AutoModelForCausalLM")
    found = tokenizer(left + option, add_special_tokens=False, return_offsets_mapping=True)
    ids = torch.tensor([[tokenizer.bos_token_id, *found["input_ids"]]])
    with torch.no_grad():
        logs = torch.log_softmax(model(ids).logits[0], dim=-1)
    ends = [end for _, end in found["offset_mapping"]]
    return float(sum(logs[at, ids[0, at + 1]] for at, end in enumerate(ends) if end > len(left)))


@pytest.mark.parametrize("left", [LEFT, "", "the ", "dog", "今日は "])
def test_continuations_are_as_in_the_whole_text(folder: Path, left: str) -> None:
    found = CheckpointCausal(str(folder)).continuations(left, OPTIONS)
    assert found == pytest.approx([directly(folder, left, option) for option in OPTIONS], abs=1e-4)
    assert len({round(float(each), 4) for each in found}) == len(OPTIONS)


def test_a_token_that_reaches_into_the_continuation_is_its_own(folder: Path) -> None:
    """With the blank on the left or in the continuation, the word is the same token."""
    model = CheckpointCausal(str(folder))
    apart, together = model.continuations("he lit the ", ["fire"]), model.continuations("he lit the", [" fire"])
    assert apart == pytest.approx(together, abs=1e-5)


def test_what_is_shared_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No row but the first has the tokens of the left but for the last of them."""
    model = CheckpointCausal(str(folder))
    shapes = []
    inner = model._checkpoint.model.forward

    def seen(**given: Any) -> Any:
        shapes.append(tuple(given["input_ids"].shape))
        return inner(**given)

    monkeypatch.setattr(model._checkpoint.model, "forward", seen)
    model.continuations("the dog barks in the house", [" the", " a", " very loudly"])
    before = len(model._texts("the dog barks in the house", [" the"])[0].context)
    longest = len(model._texts("", [" very loudly"])[0].continuation)
    # the beginning and all but the last token once; then that last one with all but the last of a continuation
    assert shapes == [(1, before), (3, longest)]


def test_many_options_go_in_several_parts(folder: Path) -> None:
    options = [" the dog" * (1 + at % 5) for at in range(300)]
    found = CheckpointCausal(str(folder)).continuations(LEFT, options)
    few = [directly(folder, LEFT, option) for option in options[:5]]
    assert found == pytest.approx(few * 60, abs=1e-4)


@LONG
def test_a_long_left_is_cut_on_its_left(folder: Path, words: int) -> None:
    model = CheckpointCausal(str(folder))
    long = "old " * words + "the dog barks"
    near, longer = model.continuations(long, [" in", " the"]), model.continuations("game " + long, [" in", " the"])
    assert np.isfinite(near).all()
    assert near == pytest.approx(longer)
    assert np.abs(near - model.continuations(long + " a", [" in", " the"])).min() > 1e-5


@LONG
def test_empty_and_endless_continuations_have_no_value(folder: Path, words: int) -> None:
    model = CheckpointCausal(str(folder))
    found = model.continuations(LEFT, ["", " a match", " old" * words, " old" * 127])
    assert np.isnan(found).tolist() == [True, False, True, True]
    assert model.continuations(LEFT, []).shape == (0,)
    assert np.isnan(model.continuations("", [""])).all()


def test_a_continuation_that_fills_the_model_has_a_value(checkpoints: dict[str, Path]) -> None:
    """126 tokens are taken: 128 positions less two that are kept free; one is for the beginning."""
    model = CheckpointCausal(str(checkpoints["gpt2"]))
    fits, too_long = model.continuations("", ["!" * 125, "!" * 126])
    assert np.isfinite(fits)
    assert np.isnan(too_long)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(left=st.text(max_size=20), options=st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=4))
def test_any_text_is_as_in_the_whole_text(checkpoints: dict[str, Path], left: str, options: list[str]) -> None:
    found = CheckpointCausal(str(checkpoints["gpt2"])).continuations(left, options)
    assert found == pytest.approx([directly(checkpoints["gpt2"], left, option) for option in options], abs=2e-4)


def test_special_tokens_in_a_text_are_text(folder: Path) -> None:
    """The end of texts, which both tokenizers have, is four letters here and not one token."""
    (text,) = CheckpointCausal(str(folder))._texts("the</s>", ["</s> dog"])
    ends = CheckpointCausal(str(folder))._checkpoint.tokenizer.eos_token_id
    assert ends not in [*text.context, *text.continuation]
