"""Signals in stages: what costs more looks at fewer, and at the best of a ranking by all that is known by then."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from stead.core.errors import UsageError
from stead.systems import parse_system
from stead.systems.blend import system as blending
from stead.systems.blend.components import Components, open_signal
from stead.systems.blend.features import (
    FEATURES,
    PAST_ANSWER_FEATURES,
    RankedCandidates,
    add_signals,
    columns_beside_an_encoder,
    feature_names,
    later_ranking_columns,
    past_answer_columns,
    rerank,
    stages_of,
)
from stead.systems.blend.signals import Shortlist
from stead.systems.blend.trained_models import open_model
from stead.systems.blend.training import Training, train
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from stead.systems.neural.causal import GgufCausal
from tests.systems.blend.made import small_tables, world
from tests.systems.made import item
from tests.systems.neural.made import random_weights, write_encoder, write_gguf


class Counting:
    """A signal that says at which place of the list a word stands."""

    def __init__(self, name: str, depth: int) -> None:
        self.name, self.depth, self.features = name, depth, (f"{name}_place",)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        return [np.arange(min(self.depth, len(each.words)), dtype=np.float32)[:, None] for each in shortlists]


def test_where_an_encoder_reads_the_sentence_words_alone_only_choose_candidates() -> None:
    few, encoder = Counting("few", 2), Counting("encoder", 2)
    assert columns_beside_an_encoder([few]) == []
    assert {FEATURES[column] for column in columns_beside_an_encoder([few, encoder])} == {
        "encoded_cosine",
        "nearest_rank",
    }


def test_signals_that_look_at_fewer_come_later() -> None:
    few, many, other = Counting("few", 2), Counting("many", 9), Counting("other", 9)
    assert stages_of([few, many, other]) == [[many, other], [few]]
    assert stages_of([]) == [[]]
    names = feature_names([few, many])
    behind = names[len(FEATURES) :]
    assert behind == (
        *("ranking0_score", "ranking0_to_best", "ranking0_rank", "many_place"),
        *("ranking1_score", "ranking1_to_best", "ranking1_rank", "few_place"),
    )
    assert {names[place] for place in past_answer_columns([few, many])} == {*PAST_ANSWER_FEATURES, *behind} - {
        "many_place",
        "few_place",
    }
    assert [names[place] for place in later_ranking_columns([few, many])] == [*behind[4:7]]


def test_a_ranking_orders_words_and_rows_and_becomes_part_of_them() -> None:
    """Scores 1, 3, 2: the second comes first; less the best: 0, -1; ranks: 0, 1."""
    ranked = RankedCandidates(["a", "b", "c"], np.array([[10], [20], [30]], np.float32))
    found = rerank(ranked, np.array([1.0, 3.0, 2.0]), 2)
    assert found.words == ["b", "c"]
    assert found.rows.tolist() == [[20, 3, 0, 0], [30, 2, -1, 1]]


def test_words_beyond_the_depth_of_a_signal_have_no_value() -> None:
    ranked = RankedCandidates(["a", "b", "c"], np.zeros((3, 1), np.float32))
    (found,) = add_signals([TargetContext(item("A [word].", "word.n"))], [ranked], [Counting("few", 2)])
    assert found.rows[:, 1].tolist()[:2] == [0, 1]
    assert np.isnan(found.rows[2, 1])


def test_models_of_ones_own_are_named_behind_the_signal(tmp_path: Path) -> None:
    tables = small_tables(tmp_path)
    with pytest.raises(UsageError, match="masked needs a model, as in masked=NAME"):
        open_signal("masked", tables)
    with pytest.raises(UsageError, match="moon: no such signal; there are ngrams, "):
        open_signal("moon=full", tables)
    assert open_signal("masked=models/bert", tables).name == "masked"


def test_a_model_of_three_stages_is_trained_kept_and_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, items, gold = world(tmp_path)
    write_encoder(tmp_path / "encoder")
    causal = GgufCausal(write_gguf(tmp_path / "tiny.gguf", random_weights()), "tiny")
    monkeypatch.setattr("stead.systems.blend.signals.open_causal", lambda name: causal)
    signals = ("surroundings", f"encoder=bert:{tmp_path / 'encoder'}", "causal")
    training = Training(
        items=items, gold=gold, components=Components(tables, signals), folds=3, threads=1, samples=[90]
    )
    found = train(training, {"name": "three"})
    assert len(found.model.rankings) == 3
    assert found.model.card["items of the last stage"] == sum(map(len, found.held_out.values())) == 90
    hidden = later_ranking_columns(training.components.signals)
    assert not any(np.isin(forest.columns, hidden).any() for forest in found.model.heads.values())
    figures = found.model.card["held_out"]["document"]
    own = [each for each in found.held_out["document"] if each.weights.any()]
    right = sum(bool(each.weights[each.order("best")[0]]) for each in own)
    assert figures["p@1"] == pytest.approx(
        right / len(found.held_out["document"]), abs=1e-6
    )  # of the items that were judged, and not of all
    again = train(replace(training, components=Components(tables, signals)), {"name": "three"})
    assert again.model.to_bytes() == found.model.to_bytes()

    (tmp_path / "three.npz").write_bytes(found.model.to_bytes())
    assert open_model(str(tmp_path / "three.npz")).signals == signals
    monkeypatch.setattr(blending, "tables_of", lambda *_: tables)
    system = parse_system(f"blend(model={tmp_path / 'three.npz'})")
    together = system.suggest_all(items[:5], "oot")
    for each, one in zip(items[:5], together, strict=True):
        alone = system.suggest(each)
        assert {own.term for own in one} == {own.term for own in alone}
        scores = {own.term: own.score for own in alone}
        assert [own.score for own in one] == pytest.approx([scores[own.term] for own in one], abs=1e-4)
