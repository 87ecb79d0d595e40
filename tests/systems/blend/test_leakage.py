"""Leakage: what a model was trained on shares no eight words in a row with what it is judged on."""

from stead.core.item import Item
from stead.formats import load
from stead.systems.blend.training_data import shared_documents, without_documents
from tests.shared import shared

_TEXT = "One two three four five six seven eight nine."


def _item(id: str, text: str, document: str) -> Item:
    return Item(id=id, lexelt="word.n", text=text, start=0, end=3, language="en", document=document)


def test_eight_words_in_a_row_give_a_document_away() -> None:
    items = [_item("1", _TEXT, "a"), _item("2", "Something else altogether.", "a"), _item("3", "Other words.", "b")]
    shifted = [_item("x", "And: two, three  FOUR five six seven eight nine ten!", "")]
    assert shared_documents(items, shifted) == {"a"}
    assert [item.id for item in without_documents(items, {"a"})] == ["3"]


def test_seven_words_in_a_row_do_not() -> None:
    assert shared_documents([_item("1", _TEXT, "a")], [_item("x", "two three four five six seven eight", "")]) == set()


def test_short_sentences_are_shared_if_they_are_the_same() -> None:
    assert shared_documents([_item("1", "Too short.", "a")], [_item("x", "too short", "")]) == {"a"}
    assert shared_documents([_item("1", "Too short.", "a")], [_item("x", "too short too", "")]) == set()


def test_texts_without_words_share_nothing() -> None:
    assert shared_documents([_item("1", "...", "a"), _item("2", "", "b")], [_item("x", "?!", "")]) == set()


def test_the_training_data_and_the_trial_data_have_nothing_in_common() -> None:
    coinco, _ = load(shared("data/coinco/coinco_dev.xml.gz"), "items")
    trial, _ = load(shared("parity/ls07-trial/lexsub_trial.xml"), "items")
    assert shared_documents(coinco, trial) == set()
    assert shared_documents(trial, coinco) == set()
