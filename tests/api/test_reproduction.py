"""The papers' tables, again: worked examples agree, every table renders, and data sets fill what they can."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

import stead
from stead.api import paper_tables as tables_module
from stead.api.paper_tables import PaperTable, compare_digits, paper_names, paper_tables
from stead.datasets import PUBLISHED, part_named
from stead.datasets.getting import get
from stead.resources import RESOURCES, FetchOptions, find
from tests.datasets.made import tiny, write_mirror
from tests.shared import shared

EXAMPLES = [table.id for table in paper_tables().values() if not table.data and not table.layout]
"""What needs nothing but the paper."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def made_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A made data set: best of its published run is 1/4, 2/3 and 0 on three items, two of which have a mode."""
    monkeypatch.setitem(PUBLISHED, "tiny", tiny(tmp_path))
    get(part_named("tiny:all"), FetchOptions(source=str(write_mirror(tmp_path / "mirror"))))


def put(monkeypatch: pytest.MonkeyPatch, table: PaperTable) -> None:
    """Let this be the only table."""
    monkeypatch.setattr(tables_module, "paper_tables", lambda: {table.id: table})


def test_there_is_every_table_of_the_papers() -> None:
    numbered = {name: [table for table in paper_tables() if table.startswith(f"{name}:")] for name in paper_names()}
    assert {f"mccarthy2007:{number}" for number in range(1, 9)} <= {*numbered["mccarthy2007"]}
    assert {"jabbari2010:1", "jabbari2010:2"} <= {*numbered["jabbari2010"]}
    assert {"tanguy2018:1", "tanguy2018:2", "tanguy2018:3"} <= {*numbered["tanguy2018"]}
    assert "evalita2009:example" in numbered["evalita2009"]


def test_the_examples_of_three_papers_are_among_those_that_need_no_data() -> None:
    assert {table.partition(":")[0] for table in EXAMPLES} == {"mccarthy2007", "evalita2009", "jabbari2010"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_worked_example_agrees_with_the_paper(name: str) -> None:
    agree = [record["agrees"] for record in stead.reproduce(name).records() if record["agrees"] is not None]
    assert agree
    assert {*agree} <= {"exactly", "rounded", "cut"}


def test_a_worked_example_that_does_not_agree_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    row = [["veloce", "rapido"], "best", "P", Decimal("0.4266")]
    put(monkeypatch, replace(paper_tables()["evalita2009:example"], rows=[row]))
    assert stead.reproduce("evalita2009:example").records()[0]["agrees"] == "no"


@pytest.mark.parametrize(
    ("ours", "printed", "agrees"),
    [
        (2 / 3, "0.67", "rounded"),
        (2 / 3, "0.66", "cut"),
        (0.3, "0.3", "exactly"),
        (2 / 3, "0.65", "no"),
        (0.5, "1", "rounded"),
    ],
)
def test_digits_agree_if_they_are_rounded_or_cut(ours: float, printed: str, agrees: str) -> None:
    assert compare_digits(ours, Decimal(printed)) == agrees


def test_every_example_of_the_parity_file_that_the_paper_prints_is_there() -> None:
    file = shared("parity", "jabbari", "worked_examples.json", what="the worked examples of Jabbari et al.")
    expected = {" ".join(example["answers"]): example for example in json.loads(file.read_text())["examples"]}
    names = {"jabbari-best mean": "best_new", "coverage(k=1) P": "cov_p", "coverage(k=1) R": "cov_r"}
    names["rank@10 mean"] = "rank"
    for record in stead.reproduce("jabbari2010:best", "jabbari2010:coverage", "jabbari2010:rank").records():
        if record["figure"] in names:
            assert record["stead"] == pytest.approx(expected[record["answers"]][names[record["figure"]]], abs=1e-6)


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "tsv", "json"])
def test_every_table_renders(format: str) -> None:
    text = stead.reproduce("all", data=False).to(format)
    for table in paper_tables().values():
        assert table.id in text
    assert "KU" in text
    assert "12.9" in text


def test_a_layout_is_marked_as_no_result() -> None:
    sections = stead.reproduce("all", data=False).sections
    layouts = [section for section in sections if "layout only" in section.title]
    assert len(layouts) == sum(1 for table in paper_tables().values() if table.layout)
    assert all(section.text.startswith("No figures of the paper's data: ") for section in layouts)


def test_without_the_data_a_table_says_how_to_get_it() -> None:
    (section,) = stead.reproduce("mccarthy2007:2").sections
    assert "get it with `stead datasets get semeval2007:test`" in section.text
    assert section.columns == ("system", "P", "R", "mode P", "mode R")


def test_what_cannot_be_had_says_why() -> None:
    section, _ = stead.reproduce("mccarthy2007:1").sections
    assert "The files of the participants are not among stead's data sets." in section.text


def test_the_list_says_what_can_be_computed_here(made_data: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def states() -> dict[str, str]:
        return {record["table"]: record["figures of stead"] for record in stead.reproduce().records("tables")}

    monkeypatch.setattr("stead.api.reproduction.find", lambda _: "a folder")
    assert states()["mccarthy2007:2"] == "need semeval2007:test"
    assert states()["mccarthy2007:1"] == "none; layout only"
    assert states()["jabbari2010:rank"] == "from the paper's example"
    here = replace(paper_tables()["mccarthy2007:2"], data=["semeval2007:test", "tiny:all"])
    monkeypatch.setattr("stead.api.reproduction.paper_tables", lambda: {here.id: here})
    assert states() == {"mccarthy2007:2": "on tiny:all"}


@pytest.mark.usefixtures("made_data")
def test_a_data_set_fills_a_table_with_published_runs_and_with_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    # Clever is worth 3/4, 0 and 0 on the three items.
    table = replace(
        paper_tables()["mccarthy2007:2"],
        data=["tiny:all"],
        runs={"WordNet": "baseline"},
        systems={"clever": "tests.systems.test_systems_by_name:Echo(word=clever)"},
    )
    put(monkeypatch, table)
    result = stead.reproduce(table.id)
    rows = {record["system"]: record for record in result.records()}
    assert rows["WordNet"]["R, paper"] == 9.95
    assert rows["WordNet"]["R, stead"] == pytest.approx(100 * (1 / 4 + 2 / 3) / 3, abs=0.01)
    assert rows["WordNet"]["mode R, stead"] == pytest.approx(50)
    assert rows["clever"]["R, stead"] == pytest.approx(25)
    assert (rows["clever"]["R, paper"], rows["lin"]["R, stead"]) == (None, None)
    assert "30.5" in result.to("text")


@pytest.mark.usefixtures("made_data")
def test_another_part_than_the_papers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = replace(
        paper_tables()["mccarthy2007:2"],
        data=["semeval2007:test", "tiny:all"],
        systems={},
        runs={"WordNet": "baseline"},
    )
    put(monkeypatch, table)
    (section,) = stead.reproduce(table.id).sections
    assert "on tiny:all" in section.text
    assert "Those of the paper are of semeval2007:test" in section.text


@pytest.mark.usefixtures("made_data")
def test_a_system_that_cannot_run_says_why_and_leaves_its_row_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    table = replace(paper_tables()["mccarthy2007:2"], data=["tiny:all"], systems={"lin": "no_such_system"})
    put(monkeypatch, table)
    (section,) = stead.reproduce(table.id).sections
    assert "lin: " in section.text
    assert "no_such_system" in section.text


@pytest.mark.usefixtures("made_data")
def test_the_facts_of_a_data_set_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    put(monkeypatch, replace(paper_tables()["mccarthy2007:data"], data=["tiny:all"]))
    ours = [record["all, stead"] for record in stead.reproduce("mccarthy2007:data").records()]
    assert ours == [3, 3, pytest.approx(100 * 2 / 3)]


@pytest.mark.usefixtures("made_data")
def test_no_data_set_is_used_if_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    put(monkeypatch, replace(paper_tables()["mccarthy2007:data"], data=["tiny:all"]))
    (section,) = stead.reproduce("mccarthy2007:data", data=False).sections
    assert "all, stead" not in section.columns


def test_the_name_of_a_paper_stands_for_all_its_tables() -> None:
    titles = [section.title for section in stead.reproduce("jabbari2010", data=False).sections]
    of_paper = [table for table in paper_tables() if table.startswith("jabbari")]
    assert [title.partition(": ")[0] for title in titles] == of_paper


def test_an_unknown_table_is_a_usage_error_with_the_names_that_exist() -> None:
    with pytest.raises(stead.UsageError, match=r"there is no 'mccarthy2007:9'\. There are mccarthy2007:counts"):
        stead.reproduce("mccarthy2007:9")


def test_without_wordnet_a_table_of_systems_says_what_it_needs_instead_of_empty_columns(
    made_data: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("WNHOME", "WNSEARCHDIR"):
        monkeypatch.delenv(variable, raising=False)
    if find(RESOURCES["wordnet"]) is not None:
        pytest.skip("WordNet is installed on this machine, outside of the cache.")
    table = replace(paper_tables()["mccarthy2007:2"], data=("tiny:all",))
    put(monkeypatch, table)
    monkeypatch.setattr("stead.api.reproduction.paper_tables", lambda: {table.id: table})
    (listed,) = stead.reproduce().records("tables")
    assert listed["figures of stead"] == "need wordnet"
    made = stead.reproduce("mccarthy2007:2")
    assert not any("stead" in column for column in made.records()[0])
    assert made.to("text").count("`stead resources get wordnet`") == 1
    assert "Figures of stead: none. WordNet, lin, l1, lee, jaccard, cos: wordnet" in made.to("text")
