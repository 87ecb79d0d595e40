"""The dictionary baseline: synonyms of all senses, by frequency, in any language that has a thesaurus."""

from dataclasses import replace
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.resources import RESOURCES
from stead.systems import answer, parse_system
from tests.lexicons.made import write_mythes
from tests.systems.made import item, plain

# café: bistrot, (petit) noir, bar; café itself is not among them
COUNTS = "bistrot\t3\nbar\t9\nlight\t1\nshiny\t1\n"


@pytest.fixture
def sources(tmp_path: Path) -> str:
    (tmp_path / "counts.tsv").write_text(COUNTS, encoding="utf-8")
    return f"lexicon=mythes:{write_mythes(tmp_path / 'th_fr')},frequencies=list:{tmp_path / 'counts.tsv'}"


def test_synonyms_by_frequency_with_its_share_as_score(sources: str) -> None:
    found = plain(parse_system(f"dictionary({sources})").suggest(item("Un [café] noir.", "café.n", "fr")))
    assert found[:2] == [("bar", 0.9), ("bistrot", 0.75)]  # 9 / 10, 3 / 4
    assert [score for _, score in found[2:]] == [0.0] * len(found[2:])
    assert "café" not in [term for term, _ in found]


def test_coverage_is_cut_by_score(sources: str) -> None:
    asked = item("Un [café] noir.", "café.n", "fr")
    assert answer(parse_system(f"dictionary({sources})"), asked, "coverage").answers == ["bar"]
    assert answer(parse_system(f"dictionary({sources},cut=0.75)"), asked, "coverage").answers == ["bar", "bistrot"]


def test_only_senses_of_the_part_of_speech(sources: str) -> None:
    system = parse_system(f"dictionary({sources})")
    assert [each.term for each in system.suggest(item("[It].", "bright.n", ""))] == ["headlight"]


def test_a_word_that_the_thesaurus_does_not_have(sources: str) -> None:
    assert parse_system(f"dictionary({sources})").suggest(item("[Rien].", "rien.n", "fr")) == []


def test_an_item_that_does_not_say_its_language_needs_it_said(sources: str) -> None:
    with pytest.raises(UsageError, match=r"item 1 does not say its language; say it, as in dictionary\(language=fr\)"):
        parse_system("dictionary").suggest(item("[It].", "match.n", ""))


@pytest.mark.parametrize(("language", "needed"), [("fr", "mythes-fr"), ("italian", "mythes-it"), ("en-GB", "wordnet")])
def test_each_language_has_its_thesaurus(language: str, needed: str) -> None:
    with pytest.raises(BadInput, match=f"stead resources get {needed}"):
        parse_system("dictionary").suggest(item("[It].", "x.n", language))


def test_a_language_without_a_thesaurus_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no lexicon for 'xx' by default"):
        parse_system("dictionary").suggest(item("[It].", "x.n", "xx"))


def test_the_signature_names_what_is_usual_in_the_language(
    sources: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = RESOURCES["mythes-fr"]
    write_mythes(tmp_path / known.files[0].removesuffix(".dat"))
    monkeypatch.setitem(RESOURCES, "mythes-fr", replace(known, install_folders=(str(tmp_path),)))
    frequencies = sources.partition(",")[2]
    signature = parse_system(f"dictionary({frequencies},language=fr)").signature()
    assert "|lexicon:mythes-fr|frequencies:counts.tsv#" in signature
    unknown = parse_system(f"dictionary({frequencies})").signature()
    assert "|lexicon:usual|frequencies:counts.tsv#" in unknown


def test_another_list_of_the_same_name_has_another_signature(tmp_path: Path) -> None:
    synonyms = tmp_path / "mine.tsv"
    name = f"dictionary(lexicon=list:{synonyms},frequencies=list:{synonyms.with_name('counts.tsv')})"
    (tmp_path / "counts.tsv").write_text(COUNTS, encoding="utf-8")
    synonyms.write_text("café\tbar\n", encoding="utf-8")
    before = parse_system(name)
    signature = before.signature()
    synonyms.write_text("café\tbistrot\n", encoding="utf-8")
    after = parse_system(name)
    asked = item("Un [café].", "café.n", "fr")
    assert [plain(system.suggest(asked)) for system in (before, after)] == [[("bar", 0.9)], [("bistrot", 0.75)]]
    assert (before.signature(), after.signature() == signature) == (signature, False)
