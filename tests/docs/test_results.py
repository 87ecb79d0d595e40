"""The page of results, made of a world so small that its figures are computed by hand."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.results.__main__ import HERE, main
from benchmarks.results.curves import HEADING, read_curve
from benchmarks.results.labels import Box, placed
from benchmarks.results.listing import read_golds, read_published
from benchmarks.results.pictures import Spot, quality_picture
from stead.core.errors import BadInput, UsageError
from tests.reporting.browser import chromium

SVG = "{http://www.w3.org/2000/svg}"
ITEMS = [(f"word{number}.{'nvar'[(number - 1) // 3]}", number) for number in range(1, 13)]
"""Twelve items, each of a lexelt of its own: three nouns, three verbs, three adjectives, three adverbs."""

LIST = """
[[gold]]
name = "Small"
about = "Twelve items."
file = "gold.txt"
data = "small data"

[[gold.system]]
name = "alpha"
group = "ours"
about = "knows | a lot"
best = "alpha-best.txt"
oot = "alpha-oot.txt"
coverage = "alpha-coverage.txt"
probabilities = "alpha.tsv"
curve = "alpha-curve.tsv"
milliseconds = 12
memory = 300

[[gold.system]]
name = "beta"
group = "papers"
about = "always says fine"
best = "beta-best.txt"
coverage = "beta-coverage.txt"
milliseconds = 0.4

[[gold.system]]
name = "gamma"
group = "papers"
about = "has only ten"
oot = "gamma-oot.txt"

[[gold.system]]
name = "alpha without context"
group = "ablation"
of = "alpha"
about = "sees no sentence"
best = "less-best.txt"
oot = "less-oot.txt"
"""
PUBLISHED = """
[[published]]
name = "delta"
paper = "Somebody 2020"
data = "small data"
figures = { "best R" = 33.3 }

[[published]]
name = "epsilon"
paper = "Somebody Else 2021"
data = "other data"
figures = { "best R" = 44.4 }
"""


def write_run(path: Path, first: str, second: str | None = None) -> None:
    """The same answers to every item, or others to the second half of them."""
    lines = (f"{lexelt} {number} ::: {first if number <= 6 or second is None else second}" for lexelt, number in ITEMS)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every item's gold is good (3) and fine (1)."""
    folder = tmp_path_factory.mktemp("world")
    gold = (f"{lexelt} {number} :: good 3;fine 1;" for lexelt, number in ITEMS)
    (folder / "gold.txt").write_text("\n".join(gold) + "\n", encoding="utf-8")
    write_run(folder / "alpha-best.txt", "good", "bad")
    write_run(folder / "alpha-oot.txt", "good;fine;bad")
    write_run(folder / "alpha-coverage.txt", "good;fine;bad;worse")
    write_run(folder / "beta-best.txt", "fine")
    write_run(folder / "beta-coverage.txt", "fine")
    write_run(folder / "gamma-oot.txt", "bad;good")
    write_run(folder / "less-best.txt", "fine", "bad")
    write_run(folder / "less-oot.txt", "good;bad")
    candidates = ["0.1\t1"] + ["0.1\t0"] * 9 + ["0.9\t1"] * 7 + ["0.9\t0"] * 3
    curve = "share\tP\tR\tF\tanswers\n0.2\t0.25\t0.75\t0.375\t4.5\n1\t0.5\t0.1\t0.1667\t1\n"
    (folder / "alpha-curve.tsv").write_text(curve, encoding="utf-8")
    (folder / "alpha.tsv").write_text("\n".join(["probability\taccepted", *candidates]) + "\n", encoding="utf-8")
    (folder / "list.toml").write_text(LIST, encoding="utf-8")
    (folder / "published.toml").write_text(PUBLISHED, encoding="utf-8")
    return folder


def made(world: Path, listed: Path, output: Path) -> int:
    """The exit status of the command."""
    words = ["--list", str(listed), "--runs", str(world), "--published", str(world / "published.toml")]
    return main([*words, "--resamples", "200", "-o", str(output)])


@pytest.fixture(scope="module")
def page(world: Path) -> Path:
    assert made(world, world / "list.toml", world / "page.md") == 0
    return world / "page.md"


def rows(page: Path, title: str) -> dict[str, list[str]]:
    """The cells of a table by the first of each row; of rows with the same first cell, by the first two."""
    text = page.read_text(encoding="utf-8").partition(f"**{title}**\n\n")[2].partition("\n\n")[0]
    cells = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in text.splitlines()]
    names = [own[0] for own in cells]
    return {own[0] if names.count(own[0]) == 1 else f"{own[0]} {own[1]}": own[1:] for own in cells}


def values(cells: list[str]) -> list[str]:
    """Figures without their intervals."""
    return [cell.partition(" ")[0] for cell in cells]


def sure(value: str) -> str:
    """A figure that is the same whatever lexelts are drawn."""
    return rf"{value} \[{value}, {value}\]"


def test_the_main_table_has_every_figure_with_its_interval(page: Path) -> None:
    found = rows(page, "All systems")
    # alpha, best: good on 6 of 12 items, 3 of 4 votes: 6 * .75 / 12 = .375; the mode and P@1: 6 / 12.
    # oot: good and fine, 4 of 4. coverage: P = 4 / (4 + 2), R = 1, F = 2 * (2 / 3) / (5 / 3) = .8.
    assert values(found["alpha"]) == ["ours", "37.50", "50.00", "100.00", "100.00", "50.00", "80.00", "12", "300"]
    assert found["alpha"][3] == sure("100.00")
    low, high = re.fullmatch(r"37\.50 \\\[(.*), (.*)\\\]", found["alpha"][1]).groups()  # type: ignore[union-attr]
    assert 0 <= float(low) < 37.5 < float(high) <= 75


def test_what_is_missing_is_a_dash(page: Path) -> None:
    found = rows(page, "All systems")
    # beta says fine: 1 of 4 votes, never the mode, always in the gold; P = 1, R = .25, F = .5 / 1.25
    assert found["beta"] == [
        *("papers", sure("25.00"), sure("0.00"), "-", "-", sure("100.00"), sure("40.00"), "0.4", "-")
    ]
    assert found["gamma"] == ["papers", "-", "-", sure("75.00"), sure("100.00"), "-", "-", "-", "-"]


def test_published_figures_stand_beside_those_of_the_same_data_only(page: Path) -> None:
    found = rows(page, "All systems")
    assert found["delta"] == ["published: Somebody 2020", "33.30", *["-"] * 7]
    assert "epsilon" not in found
    assert rows(page, "small data")["delta"] == ["Somebody 2020", "33.30"]
    assert rows(page, "other data")["epsilon"] == ["Somebody Else 2021", "44.40"]


def test_parts_of_speech_stand_across(page: Path) -> None:
    found = rows(page, "best R by part of speech")
    assert found["system"] == ["nouns", "verbs", "adjectives", "adverbs"]
    assert found["alpha"] == [sure("75.00"), sure("75.00"), sure("0.00"), sure("0.00")]
    assert "gamma" not in found
    assert rows(page, "oot R by part of speech")["gamma"] == [sure("75.00")] * 4


def test_a_cut_off_is_compared_with_the_best_fixed_number(page: Path) -> None:
    found = rows(page, "Where to stop: the system's own cut-off, and the best fixed number of answers")
    # the first two answers of alpha are all and only the gold: F = 1, .2 more than its own cut-off, on every item
    difference = r"-20.00 \[-20.00, -20.00\]\*"
    assert found["alpha"] == [
        "66.67",
        "100.00",
        "80.00",
        "4",
        "4",
        "0.0%",
        "2",
        "100.00",
        "100.00",
        "100.00",
        difference,
    ]
    assert found["beta"] == ["100.00", "25.00", "40.00", "1", "1", "0.0%", *["-"] * 5]
    # bad;good: P = 3 / (3 + 1), R = 3 / 4
    assert found["gamma"] == [*["-"] * 6, "2", "75.00", "75.00", "75.00", "-"]


def test_the_curve_of_a_cut_off_is_drawn_and_listed(page: Path) -> None:
    found = rows(page, "Cut-offs of alpha")
    assert found["0.20"] == ["25.00", "75.00", "37.50", "4.5"]
    assert found["1.00"] == ["50.00", "10.00", "16.67", "1.0"]
    (line,) = (line for line in page.read_text().splitlines() if line.startswith("![Where to stop: alpha"))
    assert "0.2: 25.0, 75.0, 37.5, 4.5 answers" in line


def test_a_file_that_is_no_curve_is_named(tmp_path: Path) -> None:
    for text, expected in (("P\tR\n", "expected the heading"), (f"{HEADING}\n1\t2\n", "five numbers")):
        (tmp_path / "curve.tsv").write_text(text)
        with pytest.raises(BadInput, match=expected):
            read_curve(tmp_path / "curve.tsv")


def test_every_fixed_number_is_listed(page: Path) -> None:
    found = rows(page, "Where to stop: every fixed number of answers")
    # one: P = 1, R = .75, F = 1.5 / 1.75; three: P = 4 / 5, R = 1, F = 1.6 / 1.8; there are no more than three
    assert found["alpha F"] == ["F", "85.71", "100.00", *["88.89"] * 8, "80.00"]
    assert found["alpha P"] == ["P", "100.00", "100.00", *["80.00"] * 8, "66.67"]
    assert found["gamma R"] == ["R", "0.00", *["75.00"] * 9, "-"]
    assert found["beta F"] == ["F", *["-"] * 10, "40.00"]


def test_ablations_are_differences(page: Path) -> None:
    found = rows(page, "What is alpha without ...?")
    assert values(found["alpha"]) == ["37.50", "100.00", "80.00"]
    # best: 6 * .25 / 12 = .125, less .375; oot: 3 of 4 votes instead of all, on every item
    best, oot, coverage = found["alpha without context"]
    assert best.startswith("-25.00 ")
    assert oot == r"-25.00 \[-25.00, -25.00\]\*"
    assert coverage == "-"


def test_probabilities_are_told_with_their_error(page: Path) -> None:
    found = rows(page, "Probabilities of alpha")
    assert found["0.07 to 0.13"] == ["10", "0.100", "0.100"]
    assert found["0.87 to 0.93"] == ["10", "0.900", "0.700"]
    # (10 * 0 + 10 * .2) / 20
    assert "Expected calibration error: 0.1000," in page.read_text(encoding="utf-8")


def test_the_page_says_how_to_make_it_and_nothing_of_the_machine(page: Path, world: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "$ python -m benchmarks.results --list list.toml --runs FOLDER" in text
    assert str(world) not in text
    assert r"- **alpha**: knows \| a lot" in text
    assert "200 resamples of lexelts, seed 1" in text


def test_the_same_list_gives_the_same_bytes(page: Path, world: Path, tmp_path: Path) -> None:
    assert made(world, world / "list.toml", tmp_path / "page.md") == 0
    files = [page, *sorted((world / "page").iterdir())]
    again = [tmp_path / "page.md", *sorted((tmp_path / "page").iterdir())]
    assert [each.read_bytes() for each in files] == [each.read_bytes() for each in again]


def test_pictures_are_svg_with_a_title_and_a_text(page: Path, world: Path) -> None:
    names = re.findall(r"!\[[^\]]+\]\(page/([^)]+)\)", page.read_text(encoding="utf-8"))
    assert names == [
        "small-oot-r.svg",
        "small-coverage-f.svg",
        "small-alpha-cut-off.svg",
        "small-alpha-probabilities.svg",
    ]
    roots = [ET.parse(world / "page" / name).getroot() for name in names]
    assert [root.findtext(f"{SVG}title") for root in roots] == [
        "oot R against milliseconds an item",
        "coverage F against milliseconds an item",
        "Where to stop: alpha",
        "Can the probabilities of alpha be believed?",
    ]
    assert roots[1].findtext(f"{SVG}desc") == (
        "coverage F against milliseconds an item, Small: beta 40.0 (40.0 to 40.0) at 0.4 ms; "
        "alpha 80.0 (80.0 to 80.0) at 12 ms."
    )
    labels = [[text.text for text in root.iter(f"{SVG}text") if text.get("class") == "label"] for root in roots]
    assert labels == [["alpha"], ["alpha", "beta"], ["P", "R", "F"], []]  # gamma's cost is not known


CROWD = [
    Spot(
        name=f"system no. {number}",
        group="ours",
        milliseconds=10 + number / 9,
        quality=50 + number / 9,
        low=49,
        high=52,
    )
    for number in range(12)
]


def test_labels_of_a_crowd_do_not_overlap_in_a_browser(tmp_path: Path) -> None:
    path = tmp_path / "crowd.svg"
    path.write_text(quality_picture(CROWD, "oot R", "Small").svg, encoding="utf-8")
    with chromium() as browser:
        shown = browser.new_page()
        shown.goto(path.as_uri())
        edges = "(all) => all.map((each) => each.getBBox()).map((b) => [b.x, b.y, b.x + b.width, b.y + b.height])"
        boxes = [Box(*each) for each in shown.locator("text.label").evaluate_all(edges)]
    assert len(boxes) == len(CROWD)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert all(Box(0, 0, 760, 500).holds(box) for box in boxes)


PLACES = st.tuples(st.text("abc", min_size=1, max_size=12), st.floats(50, 550), st.floats(50, 350))


@given(st.lists(PLACES, max_size=12))
def test_labels_never_overlap_each_other_or_what_is_taken(texts: list[tuple[str, float, float]]) -> None:
    taken, room = [Box.around(x, y, 8) for _, x, y in texts], Box(0, 0, 600, 400)
    boxes = [label.box for label in placed(texts, taken, room)]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert not any(box.overlaps(other) for box in boxes for other in taken)
    assert all(room.holds(box) for box in boxes)


def test_a_picture_without_room_is_refused() -> None:
    with pytest.raises(UsageError, match="no room for 'a long name'"):
        placed([("a long name", 5, 5)], [], Box(0, 0, 10, 10))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[[gold]]", "[[gold", "expected TOML, found something else"),
        (LIST, "", "gold: expected at least one [[gold]], found none"),
        ('group = "ours"', 'group = "our"', "system alpha, group: expected one of ours, papers, ablation, found 'our'"),
        ('about = "Twelve items."\n', "", "gold Small, about: expected a text between quotes, found nothing"),
        ("memory = 300", "memory = -1", "system alpha, memory: expected a number above 0, found -1"),
        ("memory = 300", "memory = nan", "system alpha, memory: expected a number above 0, found nan"),
        ("memory = 300", "memry = 300", "system alpha, memry: expected memory, found a key that is not known"),
        ('of = "alpha"', 'of = "omega"', "system.of: expected the name of another system that is no ablation"),
        ('of = "alpha"\n', "", "alpha without context, of: expected a text between quotes, found nothing"),
        ('name = "beta"', 'name = "alpha"', "system.name: expected every name once, found 'alpha' twice"),
        (
            'oot = "gamma-oot.txt"\n',
            "",
            "gamma, best: expected a run for at least one of best, oot, coverage, found none",
        ),
        ('"gamma-oot.txt"', '"absent.txt"', "absent.txt"),
        ('"gold.txt"', '"absent.txt"', "absent.txt"),
        ('"alpha.tsv"', '"gold.txt"', "gold.txt:1: expected the heading probability<TAB>accepted"),
    ],
)
def test_a_wrong_list_is_one_sentence(
    before: str, after: str, said: str, world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "wrong.toml"
    assert before in LIST
    listed.write_text(LIST.replace(before, after), encoding="utf-8")
    assert made(world, listed, tmp_path / "page.md") == 1
    words = capsys.readouterr().err.splitlines()
    assert said in words[-1]
    assert words[-1].startswith("stead: ")
    assert not (tmp_path / "page.md").exists()


@pytest.mark.parametrize("line", ["0.5", "0.5\t2", "1.5\t1", "nan\t1", "x\t0", "0.5\t1\t1"])
def test_a_wrong_probability_is_named_with_its_line(
    line: str, world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, listed = tmp_path / "wrong.tsv", tmp_path / "list.toml"
    table.write_text(f"probability\taccepted\n0.5\t1\n{line}\n", encoding="utf-8")
    listed.write_text(LIST.replace("alpha.tsv", str(table)), encoding="utf-8")
    assert made(world, listed, tmp_path / "page.md") == 1
    expected = f"wrong.tsv:3: expected a number from 0 to 1, a tab, and 0 or 1, found {line!r}."
    assert capsys.readouterr().err.splitlines()[-1].endswith(expected)


def test_the_lists_of_the_project_can_be_read() -> None:
    for gold in read_golds(HERE / "systems.toml", Path("runs")):
        assert {system.group for system in gold.shown()} == {"ours", "papers"}
    assert all(own.figures for own in read_published(HERE / "published.toml"))


def test_a_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"absent\.toml: cannot be read"):
        read_golds(tmp_path / "absent.toml", tmp_path)
