"""A leaderboard as a site: names of files that are safe, and pages that say what the comparison says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.reporting.site import page_names, site
from tests.reporting.reports import HOSTILE, example, small
from tests.scoring.strategies import examples


def test_a_site_is_an_index_the_comparison_and_a_page_for_each_system() -> None:
    pages = site(small("one", "two").report, {})
    assert list(pages) == ["index.html", "comparison.json", "systems/one.html", "systems/two.html"]
    assert pages["comparison.json"] == small("one", "two").to("json")


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("careful", "systems/careful.html"),
        ("a/run.txt", "systems/a-run.txt.html"),
        ("../../x", "systems/x.html"),
        ("..", "systems/system.html"),
        ("", "systems/system.html"),
        (".hidden", "systems/hidden.html"),
        ("日本語", "systems/日本語.html"),
        ("<script>", "systems/script.html"),
        ("a\x00b", "systems/a-b.html"),
        ("caf\udce9", "systems/caf.html"),
        ("C:\\x", "systems/C-x.html"),
    ],
)
def test_a_page_is_named_as_its_system_where_that_is_harmless(name: str, page: str) -> None:
    assert page_names([name]) == {name: page}


@examples(200)
@given(st.lists(st.text(max_size=300) | st.sampled_from(list(HOSTILE.values())), unique=True, max_size=8))
def test_no_page_is_outside_its_folder_and_none_is_another(names: list[str]) -> None:
    pages = page_names(names)
    assert list(pages) == names
    assert len({page.casefold() for page in pages.values()}) == len(names)
    for page in pages.values():
        assert re.fullmatch(r"systems/[\w-][\w.-]*\.html", page)
        assert len(page.encode()) < 255


def test_names_that_differ_in_case_only_have_pages_of_their_own() -> None:
    assert list(page_names(["Run", "run", "RUN"]).values()) == [
        "systems/Run.html",
        "systems/run-2.html",
        "systems/RUN-3.html",
    ]


def test_a_page_has_every_figure_with_intervals_by_both_units_and_its_rank() -> None:
    text = site(example().report, {})["systems/napper.html"]
    estimates = [
        [each for each in comparison.estimates if each.run == "napper"] for comparison in example().report.comparisons
    ]
    assert text.count(" of 5</td>") == len(estimates[0])
    for own in estimates:
        for each in own:
            if each.value is not None and each.interval.low is not None:
                assert f"<td>{100 * each.interval.low:.2f} to " in text
    assert '<th scope="row">best R</th><td>17.38</td>' in text
    assert "<td>2 of 5</td>" in text


def test_names_on_pages_are_texts() -> None:
    for name, text in site(small(*HOSTILE.values()).report, {}).items():
        if name.startswith("systems/"):
            assert "<script" not in text
            assert "<img" not in text
