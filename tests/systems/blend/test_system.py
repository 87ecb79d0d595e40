"""The system blend, on a small world whose rule its model has learned."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.substitutes import GoldStandard
from stead.resources import Location
from stead.systems import RatingQuestion, answer, parse_system, rank_pool
from stead.systems.blend import system as blending
from stead.systems.blend import trained_models
from stead.systems.blend.components import Components
from stead.systems.blend.system import BlendSystem
from stead.systems.blend.training import Training, train
from tests.systems.blend.made import world


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BlendSystem, list[Item], GoldStandard]]:
    folder = tmp_path_factory.mktemp("blend")
    tables, items, gold = world(folder)
    found = train(
        Training(items=items, gold=gold, components=Components(tables, ("ngrams",)), folds=3, threads=1),
        {"name": "tiny"},
    )
    (folder / "tiny.npz").write_bytes(found.model.to_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blending, "tables_of", lambda kind, language: tables)
        system = parse_system(f"blend(model={folder / 'tiny.npz'})")
        assert isinstance(system, BlendSystem)
        yield system, items, gold


LearnedForest = tuple[BlendSystem, list[Item], GoldStandard]


def _gold(gold: GoldStandard, item: Item) -> set[str]:
    return {term for row in gold if row.id == item.id for term, _ in row.weights}


def test_good_words_come_first_with_high_probabilities(learned: LearnedForest) -> None:
    system, items, gold = learned
    item = next(item for item in items if len(_gold(gold, item)) >= 3)
    found = system.suggest(item)
    good = _gold(gold, item)
    assert {each.term for each in found[: len(good)]} == good
    assert all(0 < each.score < 1 for each in found)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert found[0].score > 0.5 > found[-1].score
    assert item.lexelt.removesuffix(".n") not in {each.term for each in found}
    assert system.suggest(item) == found  # what is remembered is the same


def test_coverage_stops_where_it_should(learned: LearnedForest) -> None:
    system, items, gold = learned
    chosen = [item for item in items if "nobody" not in _gold(gold, item)][:20]
    assert sum({*answer(system, item, "coverage").answers} == _gold(gold, item) for item in chosen) >= 18


def test_a_cut_that_is_set_is_a_probability(learned: LearnedForest) -> None:
    system, items, _ = learned
    every = parse_system(f"{str(system)[:-1]},cut=0)")
    assert len(answer(every, items[0], "coverage").answers) == len(system.suggest(items[0]))
    none = parse_system(f"{str(system)[:-1]},cut=1)")
    assert answer(none, items[0], "coverage").answers == []


def test_a_cut_that_is_set_holds_for_suggestions_of_any_number(learned: LearnedForest) -> None:
    system, _, _ = learned
    assert not system.always_stops
    assert parse_system(f"{str(system)[:-1]},cut=0.3)").always_stops


def test_given_candidates_are_ranked_whether_found_or_not(learned: LearnedForest) -> None:
    system, items, gold = learned
    item = next(item for item in items if len(_gold(gold, item)) >= 2)
    good = sorted(_gold(gold, item))
    found = rank_pool(system, item, {item.lexelt: ["zebra", *good]})
    assert sorted(found.answers) == sorted(["zebra", *good])
    assert found.answers[-1] == "zebra"


def test_ratings_are_three_times_the_probability_in_the_order_given(learned: LearnedForest) -> None:
    system, items, gold = learned
    item = next(item for item in items if len(_gold(gold, item)) >= 3)
    candidates = ["nonsense", *sorted(_gold(gold, item))]
    probabilities = {each.term: each.score for each in system.rank(item, candidates)}
    (ratings,) = system.rate_all([RatingQuestion(item, candidates)])
    for term, rating in zip(candidates, ratings, strict=True):
        assert rating is not None
        assert rating == pytest.approx(3 * probabilities[term], abs=0.025 + 1e-9)
        assert rating * 20 == pytest.approx(round(rating * 20))
    assert min(ratings) == ratings[0]  # type: ignore[type-var]
    assert system.rate_all([RatingQuestion(item, [])]) == [[]]


def test_candidates_given_twice_are_ranked_once(learned: LearnedForest) -> None:
    system, items, gold = learned
    good = sorted(_gold(gold, items[0]))
    found = system.rank(items[0], ["zebra", *good, "zebra", *good])
    assert sorted(each.term for each in found) == sorted(["zebra", *good])
    assert found == system.rank(items[0], ["zebra", *good])


@pytest.mark.parametrize("around", ["", "\x00\x1b[31m", "日本語 Ελληνικά ", "word " * 200_000, "\u202e\ud800", "\n\n"])
def test_any_text_around_a_target_is_read(learned: LearnedForest, around: str) -> None:
    system, items, _ = learned
    word = items[0].target
    found = system.suggest(
        Item(
            id="1",
            lexelt=items[0].lexelt,
            text=f"{around}{word}{around}",
            start=len(around),
            end=len(around) + len(word),
            language="en",
        )
    )
    assert {each.term for each in found} == {each.term for each in system.suggest(items[0])}


def test_a_target_nobody_knows_has_no_suggestions(learned: LearnedForest) -> None:
    system, _, _ = learned
    unknown = Item(id="1", lexelt="zebra.n", text="The zebra ran.", start=4, end=9, language="en")
    assert system.suggest(unknown) == []
    assert answer(system, unknown, "coverage").answers == []


def test_other_languages_are_refused(learned: LearnedForest) -> None:
    with pytest.raises(UsageError, match="is for en, fr, it, de, es, but item 1 is in pl"):
        learned[0].suggest(Item(id="1", lexelt="dom.n", text="To dom.", start=3, end=6, language="pl"))


def test_an_english_model_is_not_asked_for_french(learned: LearnedForest) -> None:
    with pytest.raises(UsageError, match=r"tiny is for English.*name no model, or .* --tables thesaurus"):
        learned[0].suggest(Item(id="1", lexelt="train.n", text="Le train.", start=3, end=8, language="fr"))


def test_a_model_that_is_not_there_is_named() -> None:
    with pytest.raises(BadInput, match="nowhere"):
        parse_system("blend(model=nowhere.npz)").signature()


def test_without_what_its_fastest_model_needs_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained_models, "find", lambda _: None)
    with pytest.raises(UsageError, match="stead resources get wordnet moby bnc glove"):
        parse_system("blend").suggest(Item(id="1", lexelt="train.n", text="The train.", start=4, end=9, language="en"))


def test_a_tier_says_at_once_all_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    here, libraries = {"wordnet", "moby", "bnc", "glove"}, {"pocketsphinx", "lemminflect"}
    monkeypatch.setattr(trained_models, "find", lambda each: Location(Path(), "cache") if each.name in here else None)
    monkeypatch.setattr(trained_models, "is_installed", lambda name: name in libraries)
    with pytest.raises(UsageError) as error:
        parse_system("fine").suggest(Item(id="1", lexelt="train.n", text="The train.", start=4, end=9, language="en"))
    assert str(error.value) == ("the tier fine needs `pip install 'stead[fine]'` and `stead resources get mpnet`.")
    assert "fine-" in parse_system("fine").signature()  # what is not asked needs nothing
