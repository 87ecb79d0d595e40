"""The bi-encoder: scores by hand, weights in 8 bits, learning, folds, and a training that resumes."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from stead.core.errors import BadInput, UsageError
from stead.systems import parse_system
from stead.systems.blend import biencoder_training, signals
from stead.systems.blend import system as blending
from stead.systems.blend import training as training_module
from stead.systems.blend.biencoder_training import RatedReading, learn_biencoder
from stead.systems.blend.components import Components
from stead.systems.blend.signals import BiEncoderReading, BiEncoderSignal, Shortlist
from stead.systems.blend.trained_models import open_model
from stead.systems.blend.training import Training, train
from stead.systems.blend.training_cache import TrainingCache
from stead.systems.blend.training_data import Folds
from stead.systems.blend.word_tables import EncodedVocabulary
from stead.systems.context import TargetContext
from stead.systems.neural.biencoder import MATRICES, BiEncoder
from stead.systems.neural.encoders import Span, open_encoder
from tests.systems.blend.made import plant_few_trees, world
from tests.systems.made import item
from tests.systems.neural.made import ENCODER_WIDTH, write_encoder

SIZE = ENCODER_WIDTH
Array = npt.NDArray[np.float32]


def _random(seed: int = 1, size: int = SIZE) -> BiEncoder:
    chance = np.random.default_rng(seed)
    weights = {name: chance.standard_normal((size, size)).astype(np.float32) for name in MATRICES}
    return BiEncoder({**weights, "bias": chance.standard_normal(size).astype(np.float32)})


def _unit(vector: Array) -> Array:
    return vector / np.linalg.norm(vector)


def _frequent_words(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three words be all that are frequent."""
    frequent = EncodedVocabulary(["match", "game", "sat"], "nnv", np.ones((3, 2), np.int8))
    frequent.save(folder / "frequent.npz")
    monkeypatch.setattr(signals, "ENCODED_WORDS", folder / "frequent.npz")


def test_scores_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, two candidates: the vectors of the tiny encoder, and the sums written out."""
    write_encoder(tmp_path)
    _frequent_words(tmp_path, monkeypatch)
    spans = [Span("the cat sat", 4, 7), Span("a cat", 2, 5), Span("a sat", 2, 5), Span("a the", 2, 5)]
    (target, cat, sat, the), (sentence, *_) = open_encoder(f"bert:{tmp_path}").vectors(spans)
    learned = _random()
    signal = BiEncoderSignal(f"bert:{tmp_path}", learned)
    context = TargetContext(item("the [cat] sat", "cat.n"))
    (rows,) = signal.values([Shortlist(context, ["sat", "the"])])
    sides = {"of_target": target, "of_sentence": sentence, "of_word": cat}
    direction = learned.weights["bias"] + sum(side @ learned.weights[name] for name, side in sides.items())
    scores = [float(sat @ direction), float(the @ direction)]
    assert rows[:, 0].tolist() == pytest.approx(scores, abs=5e-3)  # vectors of words are kept in half precision
    assert rows[:, 1].tolist() == pytest.approx([score - max(scores) for score in scores], abs=5e-3)


def test_no_candidates_and_no_weights(tmp_path: Path) -> None:
    write_encoder(tmp_path)
    nothing = Shortlist(TargetContext(item("the [cat] sat", "cat.n")), [])
    unlearned = BiEncoderSignal(f"bert:{tmp_path}")
    assert unlearned.with_weights(_random()).values([nothing])[0].shape == (0, 2)
    with pytest.raises(UsageError, match="the signal biencoder has no weights: they are learned by `stead train`"):
        unlearned.values([nothing])


def test_frequent_words_are_encoded_once_for_all_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_encoder(tmp_path)
    _frequent_words(tmp_path, monkeypatch)
    learned = _random()
    shortlist = Shortlist(TargetContext(item("the [cat] sat", "cat.n")), ["match", "game", "sat"])
    (first,) = BiEncoderSignal(f"bert:{tmp_path}", learned).values([shortlist])
    later = BiEncoderSignal(f"bert:{tmp_path}", learned)
    encoder, texts = later._encoder, list[str]()

    def vectors(spans: Sequence[Span]) -> tuple[Array, Array]:
        texts.extend(span.text for span in spans)
        return type(encoder).vectors(encoder, spans)

    monkeypatch.setattr(encoder, "vectors", vectors)
    (again,) = later.values([shortlist])
    assert texts == ["the cat sat", "a cat", "a sat"]  # match and game are known, and sat as a verb only
    assert again.tolist() == first.tolist()


def test_vectors_of_frequent_words_are_within_half_a_step_of_eight_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_encoder(tmp_path)
    _frequent_words(tmp_path, monkeypatch)
    encoder = open_encoder(f"bert:{tmp_path}")
    (exact, *_), _ = encoder.vectors([Span("a match", 2, 7)])
    stored = signals.FrequentWords(encoder)
    found = stored.get(("match", "n"))
    assert found is not None
    assert np.abs(found - exact).max() <= np.abs(exact).max() / 127 * 0.5 + 1e-3
    assert stored.get(("match", "v")) is None


def test_eight_bits_are_at_most_half_a_step_away() -> None:
    exact = _random(size=24)
    stored = exact.arrays()
    again = BiEncoder.of_arrays(stored)
    for name in MATRICES:
        assert stored[name].dtype == np.int8
        steps = np.abs(exact.weights[name]).max(axis=0) / 127
        assert (np.abs(again.weights[name] - exact.weights[name]) <= steps * 0.5001).all()
    assert again.weights["bias"].tolist() == exact.weights["bias"].tolist()


def _tasks(number: int, rule: Array, seed: int) -> list[RatedReading]:
    """Items in which people answer the candidate that lies where a rule turns the target in its sentence."""
    chance = np.random.default_rng(seed)
    tasks = []
    for _ in range(number):
        target, sentence, word = (_unit(chance.standard_normal(8).astype(np.float32)) for _ in range(3))
        candidates = np.stack([_unit(chance.standard_normal(8).astype(np.float32)) for _ in range(6)])
        weights = np.zeros(6, np.float32)
        weights[int(np.argmax(candidates @ (target @ rule)))] = 3
        tasks.append(RatedReading(BiEncoderReading(target, sentence, word, candidates.astype(np.float16)), weights))
    return tasks


def test_a_rule_is_learned_and_holds_for_other_items(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule is far from where learning begins, so that steps are longer than real data want."""
    pytest.importorskip("torch")
    monkeypatch.setattr(biencoder_training, "_RATE", 0.02)
    rule = np.roll(np.eye(8, dtype=np.float32), 1, axis=1)
    learned = learn_biencoder([*_tasks(1500, rule, 1), *_tasks(20, rule, 3)], 1)
    others = _tasks(200, rule, 2)

    def share_right(encoder: BiEncoder) -> float:
        signal = BiEncoderSignal("none", encoder)
        return float(np.mean([np.argmax(signal.rows(task.reading)[:, 0]) == task.weights.argmax() for task in others]))

    untrained = BiEncoder({**dict.fromkeys(MATRICES, np.eye(8, dtype=np.float32)), "bias": np.zeros(8, np.float32)})
    assert share_right(BiEncoder.of_arrays(learned.arrays())) > 0.8 > 0.4 > share_right(untrained)
    again = learn_biencoder([*_tasks(1500, rule, 1), *_tasks(20, rule, 3)], 1)
    assert all(np.array_equal(again.weights[name], array) for name, array in learned.weights.items())


def _training(folder: Path, cache: Path | None = None) -> Training:
    tables, items, gold = world(folder)
    write_encoder(folder / "encoder")
    signals = ("surroundings", f"biencoder=bert:{folder / 'encoder'}")
    return Training(
        items=items, gold=gold, components=Components(tables, signals), folds=3, threads=1, cache=TrainingCache(cache)
    )


def test_an_item_is_scored_by_what_was_learned_without_its_document_and_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each bi-encoder says its number for every candidate; the last is learned from all and scores none."""
    training = _training(tmp_path)
    plant_few_trees(monkeypatch)
    learned_from: list[int] = []

    def learn_numbered(examples: Sequence[RatedReading], *_: int) -> BiEncoder:
        learned_from.append(len(examples))
        zeros = np.zeros((SIZE, SIZE), np.float32)
        return BiEncoder({**dict.fromkeys(MATRICES, zeros), "bias": np.zeros(SIZE, np.float32) + len(learned_from)})

    seen: dict[tuple[str, str], set[float]] = {}

    def rows(signal: BiEncoderSignal, reading: BiEncoderReading) -> Array:
        number = signal._learned.weights["bias"][0] if signal._learned else np.nan
        return np.full((len(reading.candidates), 2), number, np.float32)

    monkeypatch.setattr(biencoder_training, "learn_biencoder", learn_numbered)
    monkeypatch.setattr(BiEncoderSignal, "rows", rows)
    original = training_module._add_signals

    def watch(*args: Any) -> Any:
        added = original(*args)
        for example in added:
            seen[example.example.item.lexelt, example.example.item.id] = {*example.ranked.rows[:, -1].tolist()}
        return added

    monkeypatch.setattr(training_module, "_add_signals", watch)
    train(training, {"name": "folds"})
    folds = Folds.of(training.items, 3, training.seed)
    assert learned_from == [*(len(folds.learned_from(fold)) for fold in range(3)), len(training.items)]
    for item_, fold in zip(training.items, folds.of_document, strict=True):
        assert seen[item_.lexelt, item_.id] <= {float(fold + 1)}
    assert sum(map(bool, seen.values())) > 100


def test_a_model_is_trained_kept_and_asked_and_a_second_training_only_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    plant_few_trees(monkeypatch)
    training = _training(tmp_path, tmp_path / "cache.sqlite")
    trained = train(training, {"name": "bi"})
    file = tmp_path / "bi.npz"
    file.write_bytes(trained.model.to_bytes())
    assert open_model(str(file)).biencoder is not None

    def refuse(*_: object) -> object:
        raise AssertionError("computed again")

    with monkeypatch.context() as patch:
        patch.setattr(biencoder_training, "learn_biencoder", refuse)
        patch.setattr(BiEncoderSignal, "read", refuse)
        patch.setattr("lightgbm.train", refuse)
        again = train(replace(training, cache=TrainingCache(tmp_path / "cache.sqlite")), {"name": "bi"})
    assert again.model.to_bytes() == trained.model.to_bytes()

    monkeypatch.setattr(blending, "tables_of", lambda *_: training.components.tables)
    system = parse_system(f"blend(model={file})")
    assert [suggestion.term for suggestion in system.suggest(training.items[0])]

    arrays = dict(np.load(file))
    damaged: dict[str, npt.NDArray[np.generic]] = {
        "biencoder.of_word": arrays["biencoder.of_word"][:2],
        "biencoder.bias": np.full_like(arrays["biencoder.bias"], np.nan),
    }
    for number, (name, array) in enumerate(damaged.items()):
        path = tmp_path / f"damaged{number}.npz"
        np.savez(path, **{**arrays, name: array})
        with pytest.raises(BadInput, match="the weights of its bi-encoder are damaged"):
            open_model(str(path))
    np.savez(tmp_path / "less.npz", **{name: array for name, array in arrays.items() if name != "biencoder.bias"})
    with pytest.raises(BadInput, match="the weights of its bi-encoder are damaged"):
        open_model(str(tmp_path / "less.npz"))
