"""A part of a data set by its name: what it holds, and how a wrong name is answered."""

from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from stead.core.errors import BadInput, UsageError
from stead.datasets import PUBLISHED, DataFile, DataSet, IdList, Part, known_data_sets, part_named, parts_named
from stead.datasets.getting import get
from stead.resources import FetchOptions
from tests.datasets.made import PRIVATE, write_mirror


@pytest.fixture
def here(tmp_path: Path) -> None:
    """All parts of the made data set are here."""
    source = str(write_mirror(tmp_path / "mirror"))
    for name in ("tiny:all", "tiny:ranked"):
        get(part_named(name), FetchOptions(source=source))


@pytest.mark.usefixtures("here")
def test_a_part_gives_its_gold_items_runs_and_candidates() -> None:
    part = part_named("tiny:all")
    assert part.gold.ids == ["1", "2", "3"]
    assert part.gold.source.name == "tiny:all"
    assert [item.target for item in part.items] == ["bright", "bright", "dog"]
    assert part.runs["baseline"].answers[0] == ["smart"]
    assert part.candidates["dog.n"] == ["hound", "mutt", "cat"]
    assert (part.name, part.language, part.preset, part.licence) == ("tiny:all", "en", "semeval2007", "as you like")
    assert part.bibtex == "@misc{nobody-2026,\n}\n"


@pytest.mark.usefixtures("here")
def test_a_selection_holds_the_items_of_its_list_or_all_others() -> None:
    dev, test = part_named("tiny:dev"), part_named("tiny:test")
    assert (dev.gold.ids, test.gold.ids) == (["2", "3"], ["1"])
    assert [[item.id for item in part.items] for part in (dev, test)] == [["2", "3"], ["1"]]
    assert len({part_named(name).gold.source.sha256 for name in ("tiny:all", "tiny:dev", "tiny:test")}) == 3


@pytest.mark.usefixtures("here")
def test_sentences_have_the_language_of_the_data_set_where_they_do_not_say() -> None:
    assert {item.language for item in part_named("tiny:all").items} <= {"en", "english"}


def test_a_part_without_a_gold_says_what_it_has() -> None:
    with pytest.raises(BadInput, match=r"^tiny:ranked has no gold; it has candidates\. Parts with gold: tiny:all, "):
        part_named("tiny:ranked").gold  # noqa: B018


def test_what_is_not_here_says_how_to_get_it() -> None:
    with pytest.raises(
        BadInput, match=r"tiny:dev \(three sentences\) is not here: get it with `stead datasets get tin"
    ):
        part_named("tiny:dev").gold  # noqa: B018


def test_a_wrong_name_is_answered_with_the_names_that_exist() -> None:
    with pytest.raises(
        UsageError, match=r"tiny has no part 'tset'; there are tiny:all, tiny:dev, tiny:test, tiny:ranked"
    ):
        part_named("tiny:tset")
    with pytest.raises(UsageError, match=r"no data set is called 'tny'; there are semeval2007, coinco, swords, "):
        part_named("tny:test")
    with pytest.raises(UsageError, match=r"tiny has several parts; name one of tiny:all, "):
        part_named("tiny")
    assert [part.name for part in parts_named("private")] == ["private:test", "private:trial"]
    assert part_named("alexsis").name == "alexsis:es"


# -------------------------------------------------------------------------------------------------- entry points


def register(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    point = EntryPoint(name=name, value=value, group="stead.datasets")
    monkeypatch.setattr("stead.datasets.registry.entry_points", lambda group: [point] * (group == "stead.datasets"))


OWN = DataSet(name="own", title="ours", language="en", licence="ours", parts=PRIVATE.parts, ask="us")


def test_a_laboratory_registers_its_own_data_set(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, "own", "tests.datasets.test_dataset_part:OWN")
    assert part_named("own:test").data_set is OWN
    assert known_data_sets(pytest.fail)["own"] is OWN


def test_a_registered_data_set_never_replaces_a_published_one(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, "swords", "tests.datasets.test_dataset_part:OWN")
    assert part_named("swords:dev").data_set is PUBLISHED["swords"]
    heard: list[str] = []
    assert known_data_sets(heard.append) == PUBLISHED
    assert heard == [
        "the registered data set swords: not used, since a published one has its name "
        "(from tests.datasets.test_dataset_part:OWN)."
    ]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("nowhere.at:all", "cannot be imported (ModuleNotFoundError: No module named 'nowhere')."),
        (
            "tests.datasets.test_dataset_part:OWN",
            "expected a stead.datasets.DataSet of that name, found one called 'own'.",
        ),
        ("tests.datasets.made:SERVED", "expected a stead.datasets.DataSet of that name, found a dict."),
    ],
)
def test_a_broken_plug_in_is_a_sentence(monkeypatch: pytest.MonkeyPatch, value: str, complaint: str) -> None:
    register(monkeypatch, "broken", value)
    with pytest.raises(UsageError) as refused:
        part_named("broken:test")
    assert str(refused.value) == f"the registered data set broken: {complaint}"
    heard: list[str] = []
    assert "broken" not in known_data_sets(heard.append)
    assert heard == [str(refused.value)]


def test_no_plug_in_is_loaded_for_a_published_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stead.datasets.registry.entry_points", lambda group: pytest.fail("looked"))
    assert part_named("swords:dev").name == "swords:dev"


FINE = {"path": "a/b/c/d.txt", "size": 1, "sha256": "0" * 64}


@pytest.mark.parametrize(
    "wrong",
    [
        {"path": "../x"},
        {"path": "/etc/passwd"},
        {"path": "a/../../b"},
        {"kept_as": "../x"},
        {"kept_as": ".x"},
        {"sha256": ""},
    ],
)
def test_a_file_that_leads_out_of_its_folder_or_has_no_checksum_cannot_be_declared(wrong: dict[str, str]) -> None:
    DataFile(**FINE)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        DataFile(**{**FINE, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "../own"},
        {"parts": ()},
        {"parts": (Part(name="test"), Part(name="test"))},
        {"parts": (Part(name="dev", whole="all", ids=IdList(path=Path("ids.txt"))),)},
        {"ask": ""},
    ],
)
def test_a_data_set_that_cannot_be_used_cannot_be_declared(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        replace(OWN, **wrong)
