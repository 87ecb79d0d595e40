"""Masked language models: the numbers against the model itself, asked directly, token by token."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stead.systems.blend.signals import MaskedSignal, Shortlist
from stead.systems.context import TargetContext
from stead.systems.neural.masked import MaskedModel, Slot
from tests.systems.made import item
from tests.systems.neural.checkpoints_made import by_the_library, needed

GAP = Slot("the ", "dog", " barks in the house", ["cat", "man", "very loudly", "sleeps", "loud"])


@pytest.fixture(params=["bert", "roberta"])
def folder(request: pytest.FixtureRequest, checkpoints: dict[str, Path]) -> Path:
    return checkpoints[request.param]


def directly(folder: Path, slot: Slot, candidate: str, *, target_in_sight: bool) -> float:
    """One candidate: the library's own way from text to tokens; masks put in place of tokens; one pass for each."""
    torch = needed("torch")
    tokenizer, model = by_the_library(folder, "AutoModelForMaskedLM")
    sentence = f"{slot.before}{candidate}{slot.after}"
    texts = [f"{slot.before}{slot.target}{slot.after}", sentence] if target_in_sight else [sentence]
    given = tokenizer(*texts, return_tensors="pt")
    starts = [
        place
        for place, text in enumerate(given.sequence_ids(0))
        if text == len(texts) - 1
        and given.token_to_chars(place).start < len(slot.before) + len(candidate)
        and given.token_to_chars(place).end > len(slot.before)
    ]
    total = 0.0
    for place in starts:
        ids = given["input_ids"].clone()
        ids[0, [other for other in starts if other >= place]] = tokenizer.mask_token_id
        with torch.no_grad():
            logits = model(**{**given, "input_ids": ids}).logits[0, place]
        total += float(torch.log_softmax(logits, dim=0)[given["input_ids"][0, place]])
    return total


@pytest.mark.parametrize("in_sight", [False, True])
def test_the_sum_over_the_tokens_from_left_to_right(folder: Path, in_sight: bool) -> None:
    (found,) = MaskedModel(str(folder)).log_probabilities([GAP], target_in_sight=in_sight)
    expected = [directly(folder, GAP, candidate, target_in_sight=in_sight) for candidate in GAP.candidates]
    assert found == pytest.approx(expected, abs=1e-4)
    assert len(set(found.tolist())) == len(GAP.candidates)


def test_many_gaps_at_once_are_as_each_alone(folder: Path) -> None:
    model = MaskedModel(str(folder))
    slots = [GAP, Slot("", "match", "", ["game", "fire"]), Slot("he lit the ", "fire", ".", []), GAP]
    for in_sight in (False, True):
        together = model.log_probabilities(slots, target_in_sight=in_sight)
        alone = [each for slot in slots for each in model.log_probabilities([slot], target_in_sight=in_sight)]
        for one, other in zip(together, alone, strict=True):
            assert one == pytest.approx(other, abs=1e-4)
    assert model.log_probabilities([], target_in_sight=True) == []


def test_the_target_in_sight_makes_a_difference(folder: Path) -> None:
    model = MaskedModel(str(folder))
    other = GAP._replace(target="match")
    hidden = [model.log_probabilities([slot], target_in_sight=False)[0] for slot in (GAP, other)]
    in_sight = [model.log_probabilities([slot], target_in_sight=True)[0] for slot in (GAP, other)]
    assert hidden[0] == pytest.approx(hidden[1])
    assert np.abs(in_sight[0] - in_sight[1]).min() > 1e-4


def test_single_tokens_share_a_pass_and_so_do_equal_beginnings(
    checkpoints: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """cat, man, dog: one row; sleep ##s and loud ##ly: one for the two masks, one each for what follows: 4 rows."""
    model = MaskedModel(str(checkpoints["bert"]))
    rows = []
    inner = model._checkpoint.model.forward

    def counting(**given: Any) -> Any:
        rows.append(len(given["input_ids"]))
        return inner(**given)

    monkeypatch.setattr(model._checkpoint.model, "forward", counting)
    slot = GAP._replace(candidates=["cat", "man", "dog", "sleeps", "loudly"])
    model.log_probabilities([slot], target_in_sight=False)
    assert sum(rows) == 4


def test_what_the_model_cannot_spell_has_no_value(checkpoints: dict[str, Path]) -> None:
    candidates = ["xyzzy", "", "\u0000\u0007", "dog xyzzy", "dog"]
    (found,) = MaskedModel(str(checkpoints["bert"])).log_probabilities(
        [GAP._replace(candidates=candidates)], target_in_sight=True
    )
    assert np.isnan(found).tolist() == [True, True, True, True, False]


def test_a_long_sentence_is_cut_around_the_target(folder: Path) -> None:
    """What is far away makes no difference, what is near does; a megabyte on either side is no trouble."""
    model = MaskedModel(str(folder))
    near = Slot("he lit the fire the ", "dog", " barks in the house", ["cat", "very loudly", "game"])
    long = near._replace(before="old " * 250_000 + near.before, after=near.after + " old" * 250_000)
    longer = long._replace(before="game " + long.before, after=long.after + " cat")
    other = long._replace(before=long.before.replace("fire", "game"))
    for in_sight in (False, True):
        first, second, third = model.log_probabilities([long, longer, other], target_in_sight=in_sight)
        assert np.isfinite(first).all()
        assert first == pytest.approx(second, abs=1e-5)
        assert np.abs(first - third).min() > 1e-5


def test_a_candidate_longer_than_the_model_has_no_value(folder: Path) -> None:
    slot = GAP._replace(candidates=["dog " * 500, "cat"])
    (found,) = MaskedModel(str(folder)).log_probabilities([slot], target_in_sight=True)
    assert np.isnan(found).tolist() == [True, False]
    long_target = Slot("", "dog " * 500, "", ["cat"])
    (found,) = MaskedModel(str(folder)).log_probabilities([long_target], target_in_sight=True)
    assert np.isfinite(found).all()


def test_special_tokens_in_a_text_are_text(checkpoints: dict[str, Path]) -> None:
    """With the mask read as a mask the sentence would have two of them, one of which is not asked for."""
    model = MaskedModel(str(checkpoints["roberta"]))
    slots = [Slot(before, "dog", " barks", ["cat"]) for before in ("the <mask> ", "the <m ask> ", "the </s> ")]
    masks = [len([token for token in model._places(slot, 60)[0].left if token < 5]) for slot in slots]
    assert masks == [0, 0, 0]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.text(max_size=30), target=st.text(max_size=9), after=st.text(max_size=30), word=st.text(max_size=9))
def test_any_text_has_an_answer(checkpoints: dict[str, Path], before: str, target: str, after: str, word: str) -> None:
    """Byte pairs spell everything but nothing."""
    model = MaskedModel(str(checkpoints["roberta"]))
    (found,) = model.log_probabilities([Slot(before, target, after, [word, "dog"])], target_in_sight=True)
    assert np.isfinite(found[1])
    assert found[1] < 0
    assert np.isfinite(found[0]) == bool(word)


def test_the_signal_by_hand(checkpoints: dict[str, Path]) -> None:
    """Both values, less the target's own, less the best of the list."""
    folder = str(checkpoints["bert"])
    signal = MaskedSignal(folder)
    context = TargetContext(item("He lit the [match] .", "match.n"))
    words = ["game", "fire", "xyzzy"]
    (rows,) = signal.values([Shortlist(context, words)])
    slot = Slot("He lit the ", "match", " .", ["match", *words])
    model = MaskedModel(folder)
    for column, in_sight in enumerate((False, True)):
        (logs,) = model.log_probabilities([slot], target_in_sight=in_sight)
        assert rows[:2, column] == pytest.approx(logs[1:3], abs=1e-5)
        assert rows[:2, column + 2] == pytest.approx(logs[1:3] - logs[0], abs=1e-5)
        assert rows[:2, column + 4] == pytest.approx(logs[1:3] - max(logs[1:3]), abs=1e-5)
    assert np.isnan(rows[2]).all()
    assert rows.shape == (3, len(signal.features))


def test_the_signal_looks_at_forty_and_at_none(checkpoints: dict[str, Path]) -> None:
    signal = MaskedSignal(str(checkpoints["bert"]))
    context = TargetContext(item("He lit the [match] .", "match.n"))
    many, none, unknown = signal.values(
        [Shortlist(context, ["game"] * 50), Shortlist(context, []), Shortlist(context, ["xyzzy"])]
    )
    assert (many.shape, none.shape) == ((40, 6), (0, 6))
    assert np.isnan(unknown).all()
