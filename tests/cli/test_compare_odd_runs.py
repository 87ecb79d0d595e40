"""`stead compare` with many systems, equal names, names of strangers, nothing earned, and ties."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import RUN, Command, Write, tsv

FAST = ("-m", "best", "--resamples", "40")
FORMATS = ["text", "markdown", "latex", "tsv", "json", "html"]
MARKUP = "<img src=x onerror=alert(1)>&'_%$"


def answers(name: str) -> str:
    return RUN.replace("smart;clever", f"clever;{name}")


# ------------------------------------------------------------------------------------------------- many systems


@pytest.fixture
def forty(write: Write) -> list[str]:
    """Forty runs, each with fewer wrong answers than the one before."""
    return [
        write(f"system{number:02d}.txt", RUN.replace("cat", ";".join(f"w{place}" for place in range(40 - number))))
        for number in range(40)
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_forty_systems_are_all_there(stead: Command, forty: list[str], format: str) -> None:
    done = stead("compare", "gold.txt", *forty, *FAST, "--format", format)
    assert done.status == 0
    for name in forty:
        assert name.removesuffix(".txt") in done.out


def test_forty_systems_have_numbers_that_marks_can_name(stead: Command, write: Write) -> None:
    """Forty runs on sixty items: the first is right everywhere, the others nowhere; it beats numbers 2 to 40."""
    items = range(60)
    write("gold.txt", "".join(f"w{item}.n {item} :: right 2;\n" for item in items))
    for number in range(40):
        answer = "right" if number == 0 else "wrong"
        write(f"s{number}.txt", "".join(f"w{item}.n {item} :: {answer}\n" for item in items))
    names = [f"s{number}.txt" for number in range(40)]
    done = stead("compare", "gold.txt", *names, "-m", "best", "--resamples", "20000")
    assert re.search(r"^1 +s0 +100\.00 \[100\.00, 100\.00\] >2-40$", done.out, re.MULTILINE)
    assert "Holm's correction" not in done.err


def test_too_few_resamples_for_so_many_pairs_are_told(stead: Command, write: Write) -> None:
    """780 pairs and 10,000 resamples: the smallest corrected p-value is 780 / 10001 = .078, above .05."""
    items = range(60)
    write("gold.txt", "".join(f"w{item}.n {item} :: right 2;\n" for item in items))
    for number in range(40):
        answer = "right" if number == 0 else "wrong"
        write(f"s{number}.txt", "".join(f"w{item}.n {item} :: {answer}\n" for item in items))
    done = stead("compare", "gold.txt", *(f"s{number}.txt" for number in range(40)), "-m", "best")
    assert (
        "stead: With 10000 resamples no p-value can be below 0.078 after Holm's correction for 780 pairs: draw 31200 "
        "or more (--resamples), or correct in another way.\n"
    ) in done.err
    assert ">2" not in done.out.partition("Scores x 100")[0]
    corrected_otherwise = stead("compare", "gold.txt", "s0.txt", "s1.txt", "-m", "best")
    assert "Holm's correction" not in corrected_otherwise.err


# ---------------------------------------------------------------------------------------------------- their names


def test_equal_names_go_by_their_folders(stead: Command, write: Write) -> None:
    for folder in ("a", "b"):
        write(f"{folder}/run.txt", answers(folder))
    done = stead("compare", "gold.txt", "a/run.txt", "b/run.txt", *FAST, "--format", "json")
    assert [run["name"] for run in json.loads(done.out)["runs"]] == ["a/run.txt", "b/run.txt"]


@pytest.mark.parametrize("format", FORMATS)
def test_names_with_markup_are_inert(stead: Command, write: Write, format: str) -> None:
    write(f"{MARKUP}.txt", answers("x"))
    done = stead("compare", "gold.txt", "run.txt", f"{MARKUP}.txt", *FAST, "--format", format)
    assert done.status == 0
    if format == "html":
        assert "<img" not in done.out
    if format == "markdown":
        assert r"\<img src=x onerror=alert(1)\>" in done.out
    if format == "latex":
        shown = done.out.replace(r"\allowbreak{}", "")
        assert r"\textless{}img src=x onerror=alert(1)\textgreater{}\&'\_\%\$" in shown
    if format == "json":
        assert json.loads(done.out)["runs"][1]["name"] == MARKUP


def test_names_of_golds_are_inert_in_headings(stead: Command, write: Write) -> None:
    other = write("a\x1b[31mb\u202e.txt", Path("gold.txt").read_text(encoding="utf-8"))
    done = stead("compare", "gold.txt", "run.txt", *FAST, "--other-gold", other)
    assert done.status == 0
    assert not {"\x1b", "\u202e"} & set(done.out + done.err)


# ------------------------------------------------------------------------------------------ nothing earned, and ties


@pytest.mark.parametrize("format", FORMATS)
def test_a_column_of_zeros(stead: Command, write: Write, format: str) -> None:
    for name in ("one", "two"):
        write(f"{name}.txt", f"bright.a 1 :: wrong {name}\nbright.a 2 :: wrong\ndog.n 3 :: wrong\n")
    done = stead("compare", "gold.txt", "one.txt", "two.txt", *FAST, "--format", format)
    assert done.status == 0
    assert "nan" not in done.out.partition("<script")[0].lower()
    if format == "tsv":
        rows = [row for row in tsv(done.out) if row["second"] and row["figure"] == "R"]
        assert {(row["difference"], row["p"]) for row in rows} == {("0.0", "1.0")}
    if format == "json":
        ranks = json.loads(done.out)["comparisons"][0]["rankings"][0]["places"]
        assert [place["rank"] for place in ranks] == [1, 1]


def test_ties_share_the_better_rank_and_the_next_is_left_out(stead: Command, write: Write) -> None:
    """second earns 3/4, the two copies of run 1/2 on item 1; last answers nothing right: 1, 2, 2, 4."""
    write("second.txt", RUN.replace("smart;clever", "clever"))
    write("copy.txt", RUN)
    write("last.txt", "bright.a 1 :: wrong\n")
    done = stead("compare", "gold.txt", "last.txt", "run.txt", "copy.txt", "second.txt", *FAST, "--format", "json")
    document = json.loads(done.out)
    ranking = next(each for each in document["comparisons"][0]["rankings"] if each["by"]["figure"] == "R")
    assert [(place["run"], place["rank"]) for place in ranking["places"]] == [
        ("second", 1),
        ("run", 2),
        ("copy", 2),
        ("last", 4),
    ]
    page = stead("compare", "gold.txt", "last.txt", "run.txt", "copy.txt", "second.txt", *FAST, "--format", "html").out
    assert re.findall(r'</th><td data-value="(\d)">\d</td>', page) == ["1", "2", "2", "4"]


# -------------------------------------------------------------------------------------------------- few items


def test_few_items_are_tested_exactly(stead: Command, write: Write) -> None:
    """The runs differ on item 1 alone: of two swaps both are as far apart, p = 1, and no chance is involved."""
    write("second.txt", RUN.replace("smart;clever", "clever"))
    done = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, "--format", "json")
    pair = next(each for each in json.loads(done.out)["comparisons"][0]["pairs"] if each["figure"] == "R")
    (test,) = pair["tests"]
    assert (test["p"], test["exact"], test["cases"], test["units"]) == (1.0, True, 2, 1)


def test_items_of_a_duel_have_sentence_gold_and_both_answers(stead: Command, write: Write) -> None:
    """`second` wins item 1 by 3/4 to 1/2; nobody solves item 3."""
    write("second.txt", RUN.replace("smart;clever", "clever"))
    write(
        "items.jsonl",
        '{"schema": "stead.items/1"}\n'
        '{"id": "1", "lexelt": "bright.a", "text": "a bright boy", "start": 2, "end": 8}\n',
    )
    words = ["gold.txt", "run.txt", "second.txt", *FAST, "--items", "items.jsonl", "--format", "json"]
    items = {item["id"]: item for item in json.loads(stead("compare", *words).out)["items"]}
    assert items["1"] == {
        "lexelt": "bright.a",
        "id": "1",
        "sentence": ["a ", "bright", " boy"],
        "gold": [["clever", 3.0], ["smart", 1.0]],
        "answers": [[["smart", 1.0], ["clever", 3.0]], [["clever", 3.0]]],
        "credit": [0.5, 0.75],
    }
    assert [identifier for identifier, item in items.items() if not any(item["credit"])] == ["3"]


def test_what_each_measure_can_tell_is_in_the_record(stead: Command, write: Write) -> None:
    """Three runs are three pairs: the p-value curve has three values in rising order; swap rates and taus are there."""
    write("second.txt", RUN.replace("smart;clever", "clever"))
    write("last.txt", "bright.a 1 :: wrong\n")
    done = stead("compare", "gold.txt", "run.txt", "second.txt", "last.txt", *FAST, "--format", "json")
    document = json.loads(done.out)
    for power in document["power"]:
        assert power["pairs"] == len(power["curve"]) == 3
        assert power["curve"] == sorted(power["curve"])
        assert power["separated"] == sum(p < 0.05 for p in power["curve"])
    assert {each["compared_with"] for each in document["stability"]} == {"half", "all"}
    assert all(each["bins"] for each in document["swaps"])
