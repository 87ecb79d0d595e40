"""`stead reproduce`: the list of tables, tables, and a page of all of them."""

from pathlib import Path

import pytest

from tests.cli.running import Command


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache, and a folder of one's own."""
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_without_a_table_they_are_listed(stead: Command) -> None:
    listed = stead("reproduce")
    assert listed.status == 0
    assert "mccarthy2007:1" in listed.out
    assert "need semeval2007:test" in listed.out


def test_two_tables_are_printed_in_the_order_of_the_words(stead: Command) -> None:
    printed = stead("reproduce", "jabbari2010:1", "evalita2009:example").out
    assert 0 < printed.index("jabbari2010:1") < printed.index("evalita2009:example")
    assert "0.4166" in printed


def test_all_tables_go_to_a_page(stead: Command, tmp_path: Path) -> None:
    done = stead("reproduce", "--all", "-o", "page.md")
    assert (done.status, done.out) == (0, "")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert page.startswith("# The papers' tables, again\n")
    assert "| KU | 12.90 | 12.90 | 20.65 | 20.65 |" in page


def test_all_and_a_table_contradict_each_other(stead: Command) -> None:
    done = stead("reproduce", "--all", "jabbari2010:1")
    assert done.status == 2
    assert "leave out --all" in done.err


def test_an_unknown_table_is_wrong_usage(stead: Command) -> None:
    done = stead("reproduce", "mccarthy2007:9")
    assert done.status == 2
    assert "there is no 'mccarthy2007:9'" in done.err
    assert "Traceback" not in done.err
