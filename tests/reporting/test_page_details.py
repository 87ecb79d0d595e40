"""What people say of a page and its systems: what is allowed, what is refused, and how it is escaped."""

from pathlib import Path
from typing import Any

import pytest

import stead
from stead.reporting.site import site
from tests.reporting.reports import HOSTILE, small


def details(table: dict[str, Any]) -> stead.ComparisonResult:
    return small("one", "two").with_details(systems={"one": table})


def test_details_are_on_the_leaderboard_and_on_the_page_of_the_system() -> None:
    result = details(
        {"name": "The One", "paper": "Muster 2026", "link": "https://example.org", "parameters": 7, "cost": "1 h"}
    )
    pages = site(result.report, {}, result.details)
    for page in ("index.html", "systems/one.html"):
        for text in ("The One", ">Muster 2026</a>", 'href="https://example.org"', ">7<", ">1 h<"):
            assert text in pages[page], (page, text)
    assert "<dt>run</dt>" in pages["systems/one.html"]
    assert "Muster" not in pages["systems/two.html"]


def test_equal_input_makes_equal_pages_without_any_date() -> None:
    assert details({"cost": "1"}).to("html") == details({"cost": "1"}).to("html")
    assert "<time" not in small().to("html")


def test_details_of_strangers_are_texts() -> None:
    for text in HOSTILE.values():
        result = details({"name": text, "paper": text, "cost": text, "link": "https://example.org/'><script>"})
        for page in site(result.with_details(title=text).report, {}, result.details).values():
            assert "<script>alert" not in page
            assert "><script>" not in page.partition("<script id=")[0]


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "data:text/html,x", "ftp://example.org", "example.org", "//example.org", "https://",
     "https://a b.org", "http://[::1", " javascript:alert(1)", "https:x", "JAVASCRIPT:alert(1)//http://"],
)  # fmt: skip
def test_only_links_of_the_web_are_links(link: str) -> None:
    with pytest.raises(stead.BadInput, match=r"^systems: link of one begins with http:// or https://"):
        details({"link": link})


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"papers": "x"}, "systems: papers of one is not known; there are name, paper, link, parameters, cost."),
        ({"paper": 7}, "systems: paper of one is a text, not 7."),
        ({"cost": True}, "systems: cost of one is a text or a number, not True."),
        ({"5": {"name": "x"}}, 'systems: the name of a run that has dots is written in quotes, ["one.5"].'),
        ({"name": "two"}, "systems: one and two would both be shown as 'two'; name one anew."),
    ],
)
def test_a_mistake_is_one_sentence(table: dict[str, Any], message: str) -> None:
    with pytest.raises(stead.BadInput) as refused:
        details(table)
    assert str(refused.value) == message


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "systems.toml").write_text("[one\n", encoding="utf-8")
    with pytest.raises(stead.BadInput, match=r"systems.toml: not TOML: "):
        small("one").with_details(systems=tmp_path / "systems.toml")


def test_a_system_without_a_run_is_noted() -> None:
    with pytest.warns(stead.SteadWarning, match="there is no run 'three'; the runs are one, two"):
        result = small("one", "two").with_details(systems={"three": {}})
    assert "systems: there is no run 'three'; the runs are one, two." in result.notes


@pytest.mark.parametrize("date", ["yesterday", "2026-13-01", "17.11.2026", ""])
def test_a_date_is_a_day(date: str) -> None:
    with pytest.raises(stead.UsageError, match="date is a day such as 2026-11-17, not"):
        small().with_details(date=date)
