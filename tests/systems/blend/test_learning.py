"""Folds, calibration, cut-offs and training: judged on what was left out, the same from the same seed."""

import warnings
from collections.abc import Sequence
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
)
from stead.systems.blend.features import FEATURES
from stead.systems.blend.trained_models import BlendModel, Cutoff, open_model
from stead.systems.blend.training import TrainedBlend, Training, calibrate, grades_of, train
from stead.systems.blend.training_data import (
    Folds,
    TrainingExample,
    answered_items,
    bunches_of,
    documents_of,
    examples_of,
    folds_of,
    gold_answers,
)
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
    assert documents_of(items) == ["one", "d", "one"]
    assert len({*bunches_of(items)[:2]}) == 1


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
    found = coverage([judged], lambda each: each.order("accept")[: each.kept])
    assert found == pytest.approx((0.8, 0.8, 0.8, 0.8))
    gold = GoldStandard.of([GoldRow("bright.a", "1", [("g", 3), ("m", 1), ("s", 1)])], Source("", ""), graded=False)
    scored = evaluate(
        Request(gold=gold, runs=[runs_of([judged])["coverage"]], measures=[parse_measure("coverage(k=1)")])
    )
    assert dict(scored.scores[0].figures)["F"] == pytest.approx(0.8)


def test_the_mean_of_f_is_not_the_f_of_means() -> None:
    """P of 1 and 1/4, R of 1 and 1: means 5/8 and 1, whose F is 10/13; F of the items 1 and 2/5, whose mean is 7/10."""
    right = _judged({"g": 1}, [0.9, 0.8, 0.6, 0.1], kept=1)
    everything = _judged({"g": 1}, [0.9, 0.8, 0.6, 0.1], kept=4)
    found = coverage([right, everything], lambda each: each.order("accept")[: each.kept])
    assert found == pytest.approx((5 / 8, 1, 10 / 13, 7 / 10))


def test_where_to_stop_by_hand() -> None:
    """Half of .9 is .45: two words. A third is .3, and so is a fifth under a floor of .3: three. The first is kept."""
    probabilities = np.array([0.9, 0.5, 0.3, 0.2])
    assert Cutoff(0.5, 0.05).number(probabilities) == 2
    assert Cutoff(1 / 3, 0.05).number(probabilities) == 3
    assert Cutoff(0.2, 0.3).number(probabilities) == 3
    assert Cutoff(0.5, 0.95).number(probabilities) == 1
    assert Cutoff(0.5, 0.05).number(np.empty(0)) == 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=80), st.floats(0, 1), st.floats(0, 1))
def test_a_list_grows_as_the_share_falls_and_is_not_long_where_nothing_is_sure(
    values: list[float], one: float, other: float
) -> None:
    probabilities = np.sort(np.array(values))[::-1]
    stricter, looser = (Cutoff(share, 0.05).number(probabilities) for share in (max(one, other), min(one, other)))
    assert 1 <= stricter <= looser
    assert looser <= max(1, int((probabilities >= 0.05).sum()))


def test_the_rule_that_is_learned_keeps_what_is_good_and_no_more() -> None:
    judged = [_judged({"g": 3, "m": 1}, [0.9, 0.8, 0.2, 0.1])] * 3
    assert best_cutoff(judged).number(judged[0].probabilities) == 2


@pytest.mark.parametrize(("long", "most"), [(0, 25), (1, 25), (2, 20)])
def test_a_cut_off_that_gives_long_lists_is_not_chosen_however_good_they_are(long: int, most: int) -> None:
    """Of a hundred items, some have 25 good words: 20 are a third as probable as the first or more, 5 a fifth."""
    words = [f"w{number}" for number in range(25)]
    item = Item(id="1", lexelt="bright.a", text="a bright girl", start=2, end=8, language="en")
    candidates = Candidates(words, np.zeros((25, 1), np.float32))
    example = TrainingExample(TargetContext(item), dict.fromkeys(words, 1.0), candidates)
    scores = np.array([0.9, *[0.3] * 19, *[0.2] * 5])
    longer = Prediction(example, words, {"best": scores, "accept": scores}, scores, 1)
    short = _judged({"g": 1}, [0.9, 0.1, 0.1, 0.1])
    cutoff = best_cutoff([longer] * long + [short] * (100 - long))
    assert cutoff.number(scores) == most


def test_the_error_of_probabilities_by_hand() -> None:
    """.9 and .7 accepted, .3 and .1 not, each in a bin of its own: (.1 + .3 + .3 + .1) / 4."""
    assert expected_calibration_error([_judged({"g": 1, "m": 1}, [0.9, 0.7, 0.3, 0.1])]) == pytest.approx(0.2)


def test_nothing_is_known_from_ones_own_document_nor_of_a_word_left_out(tmp_path: Path) -> None:
    """Every word has four items, each in another document: three of them are remembered, unless the word is hidden."""
    tables, items, gold = world(tmp_path, items=120)
    known = answered_items(items, gold)
    folds = Folds.of([item for item, _ in known], 3, 1)
    examples = examples_of(known, Components(tables, ()), folds, lambda *_: None)
    answered, popular = FEATURES.index("answered"), FEATURES.index("popular")
    for example, hidden in zip(examples, folds.new_words, strict=True):
        memory = np.expm1(example.candidates.features[:, answered]).sum()
        others = [
            sum(answers.values())
            for item, answers in known
            if item.lexelt == example.item.lexelt and item.document != example.item.document
        ]
        in_list = {*example.candidates.words} & {*example.gold}
        assert memory == pytest.approx(0 if hidden or not in_list else sum(others), abs=1e-4)
    assert any(example.candidates.features[:, popular].any() for example in examples)


def test_one_item_in_as_many_as_there_are_folds_is_of_a_new_word(tmp_path: Path) -> None:
    _, items, _ = world(tmp_path, items=120)
    folds = Folds.of(items, 3, 1)
    assert 0 < folds.new_words.mean() < 0.6
    for fold in range(3):
        learned = [items[index] for index in folds.learned_from(fold)]
        for index in folds.scored_by(fold):
            assert items[index].document not in {item.document for item in learned}
            if folds.new_words[index]:
                assert items[index].lexelt not in {item.lexelt for item in learned}


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
    assert figures["document and word"]["coverage(k=1)"] > 0.8
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
        train(Training(items=items, gold=gold, components=Components(tables, ()), folds=3), {"name": "none"})


def test_what_is_asked_most_comes_first(trained: tuple[TrainedBlend, bytes]) -> None:
    for asked in trained[0].model.card["importance"].values():
        assert [*asked.values()] == sorted(asked.values(), reverse=True)
        assert len(asked) > 1


def test_a_model_knows_its_signals(trained: tuple[TrainedBlend, bytes]) -> None:
    model: BlendModel = trained[0].model
    assert model.signals == ()
    assert model.card["features"][: len(FEATURES)] == list(FEATURES)
