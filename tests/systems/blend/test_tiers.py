"""Tiers: the models that stead comes with, and what they need."""

from dataclasses import replace
from pathlib import Path

import pytest

from stead.core.item import Item
from stead.resources import Location
from stead.systems import parse_system
from stead.systems.blend import trained_models
from stead.systems.blend.components import SIGNALS, open_signal
from stead.systems.blend.features import feature_names, stages_of
from stead.systems.blend.trained_models import HEADS, TIERS, best_tier, next_tier, open_model
from stead.systems.blend.word_tables import Tables
from tests.lexicons.real import real
from tests.systems.blend.made import small_tables


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return small_tables(tmp_path_factory.mktemp("tables"))


@pytest.mark.parametrize("name", TIERS)
def test_every_tier_comes_with_a_model_that_fits_the_code(name: str, tables: Tables) -> None:
    model = open_model(name)
    signals = [open_signal(each, tables) for each in model.signals]
    assert model.name == name
    assert {each.partition("=")[0] for each in model.signals} <= {*SIGNALS}
    assert tuple(model.card["features"]) == feature_names(signals)
    assert len(model.rankings) == len(stages_of(signals))
    assert {*model.heads} == {*HEADS}
    assert TIERS[name].file.stat().st_size < 6_000_000


@pytest.mark.parametrize("name", TIERS)
def test_the_card_says_from_what_was_learned_and_how_good_it_is(name: str) -> None:
    card = open_model(name).card
    assert card["documents"] == 20
    assert len(card["data"]["gold"]) == 64
    assert "document" in card["held_out"]
    for figures in card["held_out"].values():
        assert figures["coverage(k=1)"] > figures["coverage of the best fixed number"]
        assert figures["expected calibration error"] < 0.05
    assert card["importance"]["best"]


@pytest.mark.parametrize("name", TIERS)
def test_vectors_of_words_alone_choose_candidates_and_rank_them_only_without_an_encoder(name: str) -> None:
    model = open_model(name)
    column = model.features.index("encoded_cosine")
    assert column in model.rankings[0].columns
    for forest in model.heads.values():
        assert (column in forest.columns) == ("encoder" not in model.signals)


def test_better_tiers_are_better_on_documents_left_out() -> None:
    figures = [open_model(name).card["held_out"]["document"] for name in TIERS]
    for measure in ("best", "oot@10", "coverage(k=1)"):
        assert [each[measure] for each in figures] == sorted(each[measure] for each in figures)


def _here(monkeypatch: pytest.MonkeyPatch, resources: set[str], libraries: set[str]) -> None:
    monkeypatch.setattr(
        trained_models, "find", lambda each: Location(Path(), "cache") if each.name in resources else None
    )
    monkeypatch.setattr(trained_models, "is_installed", lambda name: name in libraries)


def test_what_is_here_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    swift, fine = TIERS["swift"], TIERS["fine"]
    _here(monkeypatch, {*swift.resources}, {*swift.libraries})
    assert best_tier() is swift
    assert next_tier() == (
        "this is the tier swift; better substitutes (fine) need `pip install 'stead[fine]'` and "
        "`stead resources get mpnet`."
    )
    _here(monkeypatch, {*fine.resources}, {*fine.libraries})
    assert best_tier() is fine
    _here(monkeypatch, {*TIERS["finest"].resources}, {*TIERS["finest"].libraries})
    assert best_tier() is TIERS["finest"]
    assert next_tier() == ""


def test_with_nothing_here_there_is_no_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    _here(monkeypatch, {"wordnet"}, set())
    assert best_tier() is None
    assert next_tier() == (
        "better substitutes (swift) need `pip install 'stead[swift]'` and `stead resources get moby bnc glove`."
    )


def test_those_who_made_the_data_are_named() -> None:
    notice = (Path(__file__).parents[3] / "NOTICE").read_text(encoding="utf-8")
    assert "Kremer" in notice
    assert "CC BY 3.0 US" in notice


def test_items_without_a_part_of_speech_are_answered_as_with_it() -> None:
    """As in data of lexical simplification, whose targets are forms."""
    for name in TIERS["swift"].resources:
        real(name)
    system = parse_system("swift")
    known = Item(id="1", lexelt="hand.v", text="He handed it over.", start=3, end=9, language="en")
    unknown = replace(known, lexelt="handed")
    assert system.suggest(unknown) == system.suggest(known)
    assert system.rank(unknown, ["give", "apple"]) == system.rank(known, ["give", "apple"])
