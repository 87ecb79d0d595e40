"""Folds, calibration, cut-offs and training: judged on what was left out, the same from the same seed."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard
from stead.measures import parse_measure
from stead.scoring import Request, evaluate
from stead.systems.blend.candidates import Candidates
from stead.systems.blend.components import Components
from stead.systems.blend.cross_validation import (
    Prediction,
    best_cutoff,
    coverage,
    expected_calibration_error,
    runs_of,
    slope_of,
)
from stead.systems.blend.features import FEATURES
from stead.systems.blend.trained_models import BlendModel, Cutoff, open_model
from stead.systems.blend.training import TrainedBlend, Training, calibrate, grades_of, train
from stead.systems.blend.training_data import TrainingExample, examples_of, folds_of, gold_answers, groups_of
from stead.systems.context import TargetContext
from tests.systems.blend.made import world


@given(st.lists(st.sampled_from("abcdefgh"), min_size=8, max_size=60), st.integers(2, 4))
def test_groups_stay_together_and_every_item_has_a_fold(groups: list[str], folds: int) -> None:
    if len(set(groups)) < folds:
        with pytest.raises(UsageError, match="a group for each"):
            folds_of(groups, folds, 1)
        return
    found = folds_of(groups, folds, 1)
    assert {*found.tolist()} == {*range(folds)}
    assert all(len({*found[[each == group for each in groups]]}) == 1 for group in set(groups))
    assert found.tolist() == folds_of(groups, folds, 1).tolist()


def test_sentences_of_no_document_are_documents() -> None:
    items = [
        Item(id="1", lexelt="a.n", text="one", start=0, end=1),
        Item(id="2", lexelt="a.n", text="two", start=0, end=1, language="en", document="d"),
        Item(id="3", lexelt="b.n", text="one", start=1, end=2),
    ]
    assert groups_of(items, "document") == ["one", "d", "one"]
    assert len({*groups_of(items, "lexelt")[:2]}) == 1


def test_the_line_of_calibration_is_found_again() -> None:
    """Scores whose true probability is 1 / (1 + exp(-(2 s - 1)))."""
    random = np.random.default_rng(5)
    scores = random.normal(size=40_000)
    accepted = random.random(40_000) < 1 / (1 + np.exp(-(2 * scores - 1)))
    line = calibrate(scores, accepted)
    assert line.slope == pytest.approx(2, abs=0.1)
    assert line.offset == pytest.approx(-1, abs=0.06)


def test_the_line_makes_acceptance_most_likely() -> None:
    """Of scores 0, one in four is accepted; of scores 1, three in four: logits -log 3 and log 3."""
    line = calibrate(np.repeat([0.0, 1.0], 4), np.array([1, 0, 0, 0, 1, 1, 1, 0], bool))
    assert line.offset == pytest.approx(-np.log(3), abs=1e-9)
    assert line.slope == pytest.approx(2 * np.log(3), abs=1e-9)


def test_a_line_far_from_the_scores_is_found() -> None:
    """One in a hundred of the scores 5 is accepted, three in a hundred of the scores 6: full steps go astray here."""
    accepted = np.concatenate([np.arange(100) < 1, np.arange(100) < 3])
    line = calibrate(np.repeat([5.0, 6.0], 100), accepted)
    assert 5 * line.slope + line.offset == pytest.approx(np.log(1 / 99), abs=1e-6)
    assert 6 * line.slope + line.offset == pytest.approx(np.log(3 / 97), abs=1e-6)


@pytest.mark.parametrize("scores", [(-2.0, -1.0, 1.0, 2.0), (50.0, 60.0, 70.0, 80.0), (-80.0, -70.0, 70.0, 80.0)])
@pytest.mark.parametrize("accepted", [(0, 0, 1, 1), (1, 1, 0, 0), (0, 0, 0, 0), (1, 1, 1, 1)])
def test_scores_without_a_best_line_get_a_sober_one(scores: Sequence[float], accepted: Sequence[int]) -> None:
    """The most likely line would be infinitely steep, or infinitely low."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        line = calibrate(np.array(scores), np.array(accepted, bool))
        assert line.probabilities(np.array(scores)) == pytest.approx(accepted, abs=1e-6)
    assert abs(line.slope) < 50
    assert abs(line.offset) < 1000


def test_people_are_grades_up_to_thirty() -> None:
    weights = np.array([0, 1, 7, 30, 31, 200], np.float32)
    assert grades_of(weights).tolist() == [0, 1, 7, 30, 30, 30]
    assert grades_of(weights).dtype == weights.dtype


def test_shares_are_grades_by_the_heaviest() -> None:
    """.6 becomes 30, so that .1 is 5, .25 is 12.5 and thus 13, and a trace is 1."""
    assert grades_of(np.array([0, 0.1, 0.25, 0.6, 1e-7], np.float32)).tolist() == [0, 5, 13, 30, 1]


@given(st.lists(st.floats(0, 1e6, width=32), min_size=1, max_size=30))
def test_grades_are_whole_keep_the_order_and_lose_nothing(weights: list[float]) -> None:
    found = grades_of(np.array(weights, np.float32))
    assert all(grade == int(grade) and 0 <= grade <= 30 for grade in found.tolist())
    assert [grade > 0 for grade in found.tolist()] == [weight > 0 for weight in weights]
    assert (np.diff(found[np.argsort(weights)]) >= 0).all()


def _judged(gold: dict[str, float], probabilities: Sequence[float], kept: int = 3) -> Prediction:
    words = ["g", "m", "x", "y"]
    item = Item(id="1", lexelt="bright.a", text="a bright girl", start=2, end=8, language="en")
    example = TrainingExample(TargetContext(item), gold, Candidates(words, np.zeros((4, 1), np.float32)))
    scores = np.array(probabilities)
    return Prediction(example, words, {"best": scores, "accept": scores}, scores, kept)


def test_coverage_is_that_of_the_measure() -> None:
    """Answers g, m and x for a gold of g 3, m 1, s 1: R = 4/5, P = 4/(4 + 1)."""
    judged = _judged({"g": 3, "m": 1, "s": 1}, [0.9, 0.8, 0.6, 0.1])
    assert coverage([judged], lambda each: each.order("accept")[: each.kept]) == pytest.approx(0.8)
    gold = GoldStandard.of([GoldRow("bright.a", "1", [("g", 3), ("m", 1), ("s", 1)])], Source("", ""), graded=False)
    found = evaluate(
        Request(gold=gold, runs=[runs_of([judged])["coverage"]], measures=[parse_measure("coverage(k=1)")])
    )
    assert dict(found.scores[0].figures)["F"] == pytest.approx(0.8)


def test_where_to_stop_by_hand() -> None:
    """Slope 0, so that weights are .9 .5 .1, all 1.5. P of the first 1, 2, 3: .9/1, 1.4/2, 1.5/3; R: .6, .93, 1.

    Halved sums: .75, .8167, .75: two words. Where only precision counts, one; where only recall does, all.
    """
    probabilities = np.array([0.9, 0.5, 0.1])
    assert Cutoff(0.0, 0.5).number(probabilities) == 2
    assert Cutoff(0.0, 1.0).number(probabilities) == 1
    assert Cutoff(0.0, 0.0).number(probabilities) == 3
    assert Cutoff(0.0, 0.5).number(np.empty(0)) == 0


def test_probable_words_weigh_more() -> None:
    """Weights 1 + 2p of the words that were answered, whatever the others."""
    assert slope_of(np.array([0.5, 1.0, 0.9]), np.array([2.0, 3.0, 0.0])) == pytest.approx(2.0)
    assert slope_of(np.array([0.5]), np.array([0.0])) == 0


def test_the_rule_that_is_learned_keeps_what_is_good_and_no_more() -> None:
    judged = [_judged({"g": 3, "m": 1}, [0.9, 0.8, 0.2, 0.1])] * 3
    assert best_cutoff(judged).number(judged[0].probabilities) == 2


def test_the_error_of_probabilities_by_hand() -> None:
    """.9 and .7 accepted, .3 and .1 not, each in a bin of its own: (.1 + .3 + .3 + .1) / 4."""
    assert expected_calibration_error([_judged({"g": 1, "m": 1}, [0.9, 0.7, 0.3, 0.1])]) == pytest.approx(0.2)


def test_nothing_is_known_from_ones_own_document(tmp_path: Path) -> None:
    """Every word has an item in each of documents n, n + 30, ...: in its own, its answers come from the others."""
    tables, items, gold = world(tmp_path, items=30)  # one item for each word
    examples = examples_of(items, gold, Components(tables, ()), "document", lambda *_: None)
    answered = FEATURES.index("answered")
    assert not any(each.candidates.features[:, answered].any() for each in examples)
    tables_again = examples_of(
        [*items, replace(items[0], id="x", start=13, end=19, language="en", document="new")],
        gold,
        Components(tables, ()),
        "document",
        lambda *_: None,
    )
    assert len(tables_again) == 30  # an item without a gold teaches nothing


def test_answers_that_are_tidied_to_one_word_weigh_together() -> None:
    gold = GoldStandard.of(
        [
            GoldRow("a.n", "1", [("Big Game", 2), ("big  game", 1), ("match", 1)]),
            GoldRow("a.n", "2", [("match", 0)]),
        ],
        Source("", ""),
        graded=False,
    )
    items = [Item(id=each, lexelt="a.n", text="a word", start=2, end=6, language="en") for each in ("1", "2", "3")]
    assert gold_answers(items, gold) == [(items[0], {"big game": 3.0, "match": 1.0})]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[TrainedBlend, bytes]:
    folder = tmp_path_factory.mktemp("world")
    return _trained(folder)


def _trained(folder: Path) -> tuple[TrainedBlend, bytes]:
    tables, items, gold = world(folder)
    found = train(
        Training(items=items, gold=gold, components=Components(tables, ()), folds=3, threads=1), {"name": "tiny"}
    )
    return found, found.model.to_bytes()


def test_the_rule_is_learned_for_documents_and_words_not_seen(trained: tuple[TrainedBlend, bytes]) -> None:
    """People answer exactly the words that list the target in turn."""
    figures = trained[0].model.card["held_out"]
    assert figures["document"]["coverage(k=1)"] > 0.9
    assert figures["lexelt"]["coverage(k=1)"] > 0.8
    assert figures["document"]["coverage(k=1)"] >= figures["document"]["coverage of the best fixed number"]
    assert figures["document"]["expected calibration error"] < 0.05


def test_the_same_seed_gives_the_same_bytes(trained: tuple[TrainedBlend, bytes], tmp_path: Path) -> None:
    assert _trained(tmp_path)[1] == trained[1]


def test_a_model_comes_back_from_its_file(trained: tuple[TrainedBlend, bytes], tmp_path: Path) -> None:
    path = tmp_path / "tiny.npz"
    path.write_bytes(trained[1])
    again = open_model(str(path))
    rows = np.random.default_rng(1).normal(size=(5, len(FEATURES) + 3)).astype(np.float32)
    for head, forest in trained[0].model.heads.items():
        assert again.heads[head].scores(rows).tolist() == forest.scores(rows).tolist()
    assert (again.cutoff, again.calibration) == (trained[0].model.cutoff, trained[0].model.calibration)
    assert again.past_answers == trained[0].model.past_answers
    assert again.card["name"] == "tiny"


@pytest.mark.parametrize("damage", ["", "nothing", "half", "another"])
def test_a_file_that_is_no_model_is_named(damage: str, trained: tuple[TrainedBlend, bytes], tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    if damage == "another":
        np.savez(path, card=np.frombuffer(b'{"schema": "other"}', np.uint8))
    elif damage:
        path.write_bytes({"nothing": b"", "half": trained[1][: len(trained[1]) // 2]}[damage])
    with pytest.raises(BadInput, match=r"model\.npz"):
        open_model(str(path))


def test_items_and_gold_must_belong_together(tmp_path: Path) -> None:
    tables, items, _ = world(tmp_path)
    gold = GoldStandard.of([GoldRow("other.n", "9", [("a", 1)])], Source("", ""), graded=False)
    with pytest.raises(BadInput, match="nothing in common"):
        train(Training(items=items, gold=gold, components=Components(tables, ())), {"name": "none"})


def test_answers_must_be_among_the_candidates(tmp_path: Path) -> None:
    tables, items, _ = world(tmp_path)
    rows = [GoldRow(item.lexelt, item.id, [("nobody", 1)]) for item in items]
    gold = GoldStandard.of(rows, Source("", ""), graded=False)
    with pytest.raises(BadInput, match="none of the answers is among the candidates"):
        train(
            Training(items=items, gold=gold, components=Components(tables, ()), folds=3, by=("lexelt",)),
            {"name": "none"},
        )


def test_what_is_asked_most_comes_first(trained: tuple[TrainedBlend, bytes]) -> None:
    for asked in trained[0].model.card["importance"].values():
        assert [*asked.values()] == sorted(asked.values(), reverse=True)
        assert len(asked) > 1


def test_a_model_knows_its_signals(trained: tuple[TrainedBlend, bytes]) -> None:
    model: BlendModel = trained[0].model
    assert model.signals == ()
    assert model.card["features"][: len(FEATURES)] == list(FEATURES)
