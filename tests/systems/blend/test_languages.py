"""Blend in other languages: tables of a thesaurus, standings, and models whose card says what they are used with."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item, lemma_of
from stead.lexicons import open_frequencies
from stead.lexicons.thesauri import MyThes
from stead.lexicons.vectors import Vectors
from stead.systems import answer, parse_system
from stead.systems.base import Suggestion
from stead.systems.blend import components, rescoring
from stead.systems.blend import system as blending
from stead.systems.blend.candidates import CandidateFinder, PastAnswers
from stead.systems.blend.components import (
    ENGLISH_TABLES,
    KINDS,
    THESAURUS,
    WITH_VECTORS,
    Components,
    kind_for,
    tables_of,
)
from stead.systems.blend.features import FEATURES, REASONS
from stead.systems.blend.signals import Shortlist, percentiles
from stead.systems.blend.system import BlendSystem
from stead.systems.blend.trained_models import MULTILINGUAL_MODELS, open_model
from stead.systems.blend.training import Training, train
from stead.systems.blend.word_tables import Sources, Tables, compile_tables
from stead.systems.context import TargetContext
from tests.lexicons.made import write_mythes
from tests.lexicons.real import real
from tests.systems.blend.made import world

ENTRIES = {
    "aisé": ["(Adjectif)|facile|riche|richement"],
    "boire": ["-|avaler"],
    "facile": ["(Adjectif)|aisé|simple|ardu (antonym)"],
    "riche": ["(Adjectif Nom)|aisé|argent"],
    "richement": ["(Adverbe)|fort"],
}
VECTORS = {"aisé": (1.0, 0.0), "riche": (0.6, 0.8), "facile": (0.8, 0.6), "fort": (1.0, 0.1), "maisons": (0.0, 1.0)}


@pytest.fixture
def french(tmp_path: Path) -> Tables:
    """Five entries and five vectors; `maisons` has nothing but a vector, `rare` is too rare to come along."""
    (tmp_path / "f.tsv").write_text(
        "aisé\t5\nriche\t40\nfacile\t60\nmaisons\t30\nfort\t9\nrare\t0.5\n", encoding="utf-8"
    )
    words = [*VECTORS, "rare", "Lyon"]
    vectors = Vectors(words, np.array([*VECTORS.values(), (1, 1), (1, 1)], np.float32), "small")
    made = tmp_path / "tables"
    made.mkdir()
    thesaurus = MyThes(write_mythes(tmp_path / "th_fr_FR_v2", ENTRIES))
    compile_tables(
        Sources(thesaurus=thesaurus, frequencies=open_frequencies(f"list:{tmp_path / 'f.tsv'}"), vectors=vectors), made
    )
    return Tables(made)


def test_words_around_targets_come_along_if_they_are_usual(french: Tables) -> None:
    assert {"maisons", "fort", "avaler"} <= {*french.words}
    assert not {"rare", "Lyon", "lyon", "ardu"} & {*french.words}


def test_parts_of_speech_are_those_of_the_thesaurus(french: Tables) -> None:
    """Of entries their own, of other words those of the senses that list them; without a label, any."""
    near = CandidateFinder(french)
    assert near.parts_of("riche") == "na"
    assert near.parts_of("richement") == "r"
    assert near.parts_of("simple") == "a"
    assert near.parts_of("boire") == near.parts_of("avaler") == "nvar"
    assert near.parts_of("maisons") == near.parts_of("zèbre") == ""


def test_candidates_have_the_targets_part_of_speech(french: Tables) -> None:
    assert CandidateFinder(french).of("aisé", "a", PastAnswers()).words == ["facile", "riche"]
    assert CandidateFinder(french).of("zèbre", "n", PastAnswers()).words == []


def test_standings_do_not_depend_on_how_vectors_are_made(french: Tables) -> None:
    """Cosines with aisé: facile .8, riche .6. The higher one has one below and itself by half: 1.5 of 2."""
    column = FEATURES.index("cosine")
    assert CandidateFinder(french).of("aisé", "a", PastAnswers()).features[:, column].tolist() == pytest.approx(
        [0.8, 0.6], abs=1e-3
    )
    relative = CandidateFinder(french, ("cosine",))
    assert relative.of("aisé", "a", PastAnswers()).features[:, column].tolist() == [0.75, 0.25]
    # Given words stand among all candidates (facile .8, riche .6, and the given riche .6 again): 1 of 3 and 1 of 3.
    assert relative.of_words("aisé", "a", PastAnswers(), ["riche"]).features[:, column].tolist() == pytest.approx(
        [1 / 3]
    )


@given(arrays(np.float64, (6, 2), elements=st.integers(-3, 3)), st.floats(0.1, 5), st.floats(-2, 2))
def test_standings_keep_the_order_and_nothing_else(columns: np.ndarray, scale: float, offset: float) -> None:
    found = percentiles(columns)
    assert ((found > 0) & (found < 1)).all()
    assert found.mean(axis=0).tolist() == pytest.approx([0.5, 0.5])
    assert np.array_equal(found, percentiles(np.round(columns * scale + offset, 9)))
    assert (np.sign(found[:, None] - found[None]) == np.sign(columns[:, None] - columns[None])).all()


def test_what_has_no_value_has_no_standing() -> None:
    found = percentiles(np.array([[np.nan], [2.0], [1.0]]))
    assert np.isnan(found[0, 0])
    assert found[1:, 0].tolist() == [0.75, 0.25]
    assert percentiles(np.empty((0, 3))).shape == (0, 3)


def test_signals_of_any_language_are_standings(french: Tables) -> None:
    item = Item(id="1", lexelt="aisé.a", text="Des maisons de gens aisés.", start=20, end=25, language="fr")
    (signal,) = Components(french, ("surroundings",), WITH_VECTORS).signals
    (found,) = signal.values([Shortlist(TargetContext(item), ["facile", "riche"])])
    # maisons is (0, 1): riche .8, facile .6
    assert found[:, 0].tolist() == [0.25, 0.75]
    assert signal.name == "surroundings"
    assert signal.features == ("around_mean_standing", "around_best_standing", "around_mean_to_target_standing")


# ------------------------------------------------------------------------------------------------ the card decides

Asked = tuple[BlendSystem, list[Item], list[tuple[str, str]]]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Tables, list[Item]]:
    """A model of a thesaurus, trained in English."""
    folder = tmp_path_factory.mktemp("languages")
    tables, items, gold = world(folder)
    components = Components(tables, (), THESAURUS)
    found = train(Training(items=items, gold=gold, components=components, folds=3, threads=1), {"name": "any"})
    (folder / "any.npz").write_bytes(found.model.to_bytes())
    return folder / "any.npz", tables, items


@pytest.fixture
def learned(trained: tuple[Path, Tables, list[Item]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The system with this model, and the tables that it asked for; the thesaurus of each language is that above."""
    path, tables, items = trained
    thesaurus = MyThes(write_mythes(tmp_path / "th_fr_FR_v2", ENTRIES))
    monkeypatch.setattr(BlendSystem, "lexicon_for", lambda _, __: thesaurus)
    asked: list[tuple[str, str]] = []

    def tables_asked(kind: str, language: str) -> Tables:
        asked.append((kind, language))
        return tables

    monkeypatch.setattr(blending, "tables_of", tables_asked)
    monkeypatch.setattr(rescoring, "find", lambda _: None)  # whatever translation is installed
    monkeypatch.setattr(rescoring, "dictionary_paraphrases", lambda _: None)
    system = parse_system(f"blend(model={path})")
    assert isinstance(system, BlendSystem)
    return system, items, asked


def _in(item: Item, language: str, lexelt: str = "") -> Item:
    return Item(
        id=item.id, lexelt=lexelt or item.lexelt, text=item.text, start=item.start, end=item.end, language=language
    )


def test_the_card_says_the_tables_and_nothing_is_remembered(learned: Asked) -> None:
    model = open_model(learned[0].model)
    assert model.card["tables"] == THESAURUS
    assert model.past_answers.weights == {}


def both_ways(tables: Tables, item: Item) -> set[str]:
    """The words that the target's entry lists, and those whose entries list it."""
    entries = {
        word: {tables.words[other] for other in tables.thesaurus.row(at)} for at, word in enumerate(tables.words)
    }
    lemma = lemma_of(item.lexelt)
    return entries[lemma] | {word for word, listed in entries.items() if lemma in listed}


def test_one_model_serves_all_languages_each_with_its_tables(
    learned: Asked, trained: tuple[Path, Tables, list[Item]]
) -> None:
    system, items, asked = learned
    mixed = [_in(items[0], "fr"), _in(items[1], "it"), _in(items[2], "french"), _in(items[3], "")]
    found = system.suggest_all(mixed, "oot")
    assert {*asked} == {(THESAURUS, "fr"), (THESAURUS, "it"), (THESAURUS, "en")}
    assert [system.suggest(item) for item in mixed] == found  # in the order of the items
    expected = [both_ways(trained[1], item) for item in mixed]
    assert [{each.term for each in suggestions} for suggestions in found] == expected
    assert 0 < len(answer(system, mixed[0], "coverage").answers) < len(expected[0])


def test_a_target_of_unknown_part_of_speech_has_the_candidates_of_all(learned: Asked) -> None:
    system, items, _ = learned
    lemma = items[0].lexelt.removesuffix(".n")
    unknown, known = system.suggest(_in(items[0], "fr", lemma)), system.suggest(_in(items[0], "fr"))
    assert {each.term for each in unknown} == {each.term for each in known}
    assert len(unknown) == len(known)  # each once, although a thesaurus without labels has them four times
    assert {each.term for each in system.rank(_in(items[0], "fr", lemma), ["x", "y"])} == {"x", "y"}


@pytest.mark.parametrize("text", ["\u202e[]\x00", "a\u0300" * 50, "🙂 " * 30, "’’’", "x" * 5000])
def test_hostile_text_has_answers_or_none(learned: Asked, trained: tuple[Path, Tables, list[Item]], text: str) -> None:
    system, items, _ = learned
    word = items[0].target
    item = Item(
        id="1",
        lexelt=items[0].lexelt,
        text=f"{text} {word} {text}",
        start=len(text) + 1,
        end=len(text) + 1 + len(word),
        language="fr",
    )
    assert {each.term for each in system.suggest(item)} == both_ways(trained[1], item)
    assert (
        system.suggest(Item(id="1", lexelt=f"{text}.n", text=f"Le {text}.", start=3, end=3 + len(text), language="fr"))
        == []
    )


def test_french_candidates_join_and_move_by_translation(learned: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    system, items, _ = learned
    monkeypatch.setattr(rescoring, "is_installed", lambda name: name == "ctranslate2")
    plain = [each.term for each in system.suggest(_in(items[0], "french"))]
    assert len(plain) > 2
    translated = {plain[-1]: 0.0, "nouveauté": -1.0}

    class Translation:
        def suggest_all(self, items: list[Item], task: str) -> list[list[Suggestion]]:
            return [[Suggestion(term, log, "roundtrip") for term, log in translated.items()] for _ in items]

    monkeypatch.setattr(rescoring, "find", lambda _: Path())
    monkeypatch.setattr(rescoring, "RoundTripSystem", Translation)
    found = {language: system.suggest(_in(items[0], language)) for language in ("fr", "french", "it", "")}
    assert found["fr"] == found["french"]
    order = [each.term for each in found["fr"]]
    assert order.index(plain[-1]) < len(plain) - 1
    assert [term for term in order if term in plain[:-1]] == plain[:-1]  # none of them is a translation
    assert {each.term for each in found["fr"]} == {*plain, "nouveauté"}
    new = next(each for each in found["fr"] if each.term == "nouveauté")
    assert new.sources == ("translation",)
    assert new.reasons["back-translation"] == -1.0
    assert {reason for each in found["fr"] for reason in each.reasons} <= {*REASONS.values(), *rescoring.REASONS}
    assert all(0 < each.score < 1 for each in found["fr"])
    assert {each.term for each in found["it"]} == {each.term for each in found[""]} == {*plain}


class Dictionaries:
    """The same paraphrases of every word."""

    def __init__(self, paraphrases: dict[str, float]) -> None:
        self.paraphrases = paraphrases

    def of(self, word: str) -> dict[str, float]:
        return self.paraphrases if word else {}


def test_paraphrases_of_dictionaries_join_and_move(learned: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of another part of speech stay out; what is probable goes up."""
    system, items, _ = learned
    item = _in(items[0], "fr")
    monkeypatch.setattr(rescoring, "is_installed", lambda _: False)
    monkeypatch.setattr(rescoring, "base_parts", lambda _, word: "" if word == "autre" else "nvar")
    before = {suggestion.term: suggestion.score for suggestion in system.suggest(item)}
    first, *_, last = before
    dictionaries = Dictionaries({"autre": 3.0, last: 2.0, "nouveauté": 1.0})
    monkeypatch.setattr(rescoring, "dictionary_paraphrases", lambda _: dictionaries)
    after = {suggestion.term: suggestion for suggestion in system.suggest(item)}
    assert after.keys() == before.keys() | {"nouveauté"}
    assert after[last].score > before[last]
    assert after[first].score < before[first]
    assert after["nouveauté"].sources == ("dictionaries",)
    assert after[last].reasons["dictionaries"] > after["nouveauté"].reasons["dictionaries"] > 0


def test_a_target_that_the_thesaurus_lacks_has_the_paraphrases(learned: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    system, _, _ = learned
    monkeypatch.setattr(rescoring, "is_installed", lambda _: False)
    monkeypatch.setattr(rescoring, "base_parts", lambda *_: "a")
    monkeypatch.setattr(rescoring, "dictionary_paraphrases", lambda _: Dictionaries({"rayé": 1.0, "tigré": 0.2}))
    item = Item(id="1", lexelt="zébré.a", text="Un tissu zébré.", start=9, end=14, language="fr")
    assert [suggestion.term for suggestion in system.suggest(item)] == ["rayé", "tigré"]


def test_no_pool_has_no_order(learned: Asked) -> None:
    assert learned[0].rank(_in(learned[1][0], "fr"), []) == []


# --------------------------------------------------------------------------------------------------- what is missing


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without resources, and without wordfreq."""
    monkeypatch.setattr(components, "find", lambda resource: None)
    monkeypatch.setattr(components, "is_installed", lambda name: False)


@pytest.mark.parametrize(("language", "names"), [("fr", "mythes-fr vectors-fr"), ("it", "mythes-it")])
@pytest.mark.usefixtures("nothing")
def test_what_is_missing_is_one_sentence_with_the_commands(language: str, names: str) -> None:
    item = Item(id="1", lexelt="train.n", text="Le train.", start=3, end=8, language=language)
    expected = (
        f"blend lacks what it needs for '{language}': get it with `pip install 'stead[wordfreq]'` and "
        f"`stead resources get {names}`."
    )
    system = parse_system("blend")
    for ask in (lambda: system.suggest(item), lambda: system.lexicon_for(language)):
        with pytest.raises(BadInput) as error:
            ask()
        assert str(error.value) == expected


def test_kinds_that_a_language_cannot_have_are_refused() -> None:
    assert (kind_for("fr"), kind_for("it")) == (WITH_VECTORS, THESAURUS)
    with pytest.raises(UsageError, match="no vectors for 'it', only for en, fr"):
        tables_of(WITH_VECTORS, "it")
    with pytest.raises(UsageError, match="no thesaurus for 'pl', only for en, fr, it, de, es"):
        tables_of(THESAURUS, "pl")
    with pytest.raises(UsageError, match="no words of 'fr': train with `tables='thesaurus'`"):
        tables_of(ENGLISH_TABLES, "fr")


# ------------------------------------------------------------------------------------------------- the real ones


def test_the_models_that_come_with_stead_are_of_the_kinds_they_are_used_for() -> None:
    for kind, path in MULTILINGUAL_MODELS.items():
        model = open_model(path)
        assert kind in KINDS
        assert model.card["tables"] == kind
        assert model.past_answers.weights == {}


def test_a_signature_names_all_models_that_may_be_used() -> None:
    signature = parse_system("blend").signature()
    assert "others:world-" in signature
    assert "plain-" in signature


@pytest.mark.soak
def test_real_french_depends_on_the_sentence() -> None:
    for name in ("mythes-fr", "vectors-fr"):
        real(name)
    rich = Item(id="1", lexelt="aisé.a", text="Il vient d'une famille aisée et noble.", start=23, end=28, language="fr")
    found = [each.term for each in parse_system("blend").suggest(rich)]
    assert "riche" in found[:10]
    assert "aisé" not in found
    easy = Item(id="2", lexelt="aisé.a", text="Ce calcul est aisé à faire.", start=14, end=18, language="fr")
    assert [each.term for each in parse_system("blend").suggest(easy)] != found


@pytest.mark.soak
def test_real_italian() -> None:
    real("mythes-it")
    found = parse_system("blend").suggest(
        Item(id="1", lexelt="casa.n", text="La casa era grande.", start=3, end=7, language="it")
    )
    assert "abitazione" in [each.term for each in found[:10]]
    assert all(0 < each.score < 1 for each in found)
