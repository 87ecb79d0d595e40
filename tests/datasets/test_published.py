"""The catalogue: pinned files, licences and papers; and, where the real files are, that they are read."""

import re
from pathlib import Path

import pytest

from stead import read_gold, read_items
from stead.datasets import PUBLISHED, DatasetPart, part_named
from stead.datasets.getting import get
from stead.resources import FetchOptions
from stead.scoring import PRESETS
from tests.shared import shared

PARTS = [DatasetPart(data_set, part) for data_set in PUBLISHED.values() for part in data_set.parts]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_has_files_at_a_full_commit_or_says_where_to_ask(part: DatasetPart) -> None:
    files = part.stored.part.files
    assert files or "http" in part.data_set.ask
    for file in files:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+/[0-9a-f]{40}/[\w./-]+", file.path)
        assert file.origin == f"https://raw.githubusercontent.com/{file.path}"
        assert 0 < file.size < 10_000_000
    assert len({file.name for file in files}) == len(files)


@pytest.mark.parametrize("data_set", PUBLISHED.values(), ids=lambda data_set: data_set.name)
def test_every_data_set_has_a_licence_papers_and_a_preset_that_exists(data_set: object) -> None:
    known = PUBLISHED[data_set.name]  # type: ignore[attr-defined]
    assert known.licence
    assert known.preset in {None, *PRESETS}
    for paper in known.papers:
        assert re.match(r"@(inproceedings|article)\{[\w-]+,\n(  \w+ = \{.+\},\n)+\}\n$", paper.bibtex)
        year = re.search(r"year = \{(\d{4})\}", paper.bibtex)
        assert year is not None
        assert paper.label.endswith(year[1])
        assert "author = {" in paper.bibtex


def test_no_two_papers_have_one_key() -> None:
    papers = {paper for data_set in PUBLISHED.values() for paper in data_set.papers}
    assert len({paper.bibtex.partition(",")[0] for paper in papers}) == len(papers)


def test_the_parts_of_coinco_are_its_official_lists() -> None:
    """10,179 items for development and 5,450 for testing (Kremer et al. 2014), of ids from 1 to 15,960."""
    ids = [str(number) for number in range(1, 15_961)]
    dev, test = (part_named(f"coinco:{name}").part.ids for name in ("dev", "test"))
    assert dev is not None
    assert test is not None
    assert len(dev.select(ids)) == 10_179
    assert dev.select(ids) | test.select(ids) == {*ids}
    assert not dev.select(ids) & test.select(ids)


IN_SHARED = {
    "semeval2007:trial": 300,
    "swords:dev": 370,
    "tsar2022:en-trial": 10,
    "tsar2022:es-trial": 12,
    "tsar2022:pt-trial": 10,
    "prolex:dev": 68,
    "sws:eval": 1440,
    **{f"mlsp2024:{name}-trial": 30 for name in ("catalan", "english", "french", "german", "italian", "spanish")},
}


@pytest.mark.parametrize("name", IN_SHARED)
def test_the_real_files_have_the_checksums_of_the_catalogue_and_are_read(name: str, cache: Path) -> None:
    part = part_named(name)
    get(part, FetchOptions(source=str(shared(what="the published data sets"))))
    assert (len(part.gold), part.part.size) == (IN_SHARED[name], IN_SHARED[name])
    assert {item.id for item in part.items} <= {*part.gold.ids}  # a target that is not in its sentence is left out
    assert {item.language for item in part.items} <= {part.language, "english"}


def test_the_development_list_of_coinco_is_that_of_the_items_with_substitutes_in_its_development_file() -> None:
    file = shared("data", "coinco", "coinco_dev.xml.gz", what="the development data")
    dev, test = part_named("coinco:dev").part, part_named("coinco:test").part
    assert dev.ids is not None
    assert test.ids is not None
    gold, items = {*read_gold(file).ids}, {item.id for item in read_items(file)}
    assert dev.ids.select(items) == gold
    assert test.ids.select(items) == items - gold
    assert (len(gold), len(items - gold), len(items)) == (dev.size, test.size, part_named("coinco:all").part.size)
