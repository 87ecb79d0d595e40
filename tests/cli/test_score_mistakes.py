"""`stead score` in the hands of somebody who makes every mistake: one sentence each, and the right status."""

from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, Command, Write

FILES: dict[str, str | bytes] = {
    "empty.txt": "",
    "blank.txt": "\n  \n\t\n",
    "unanswered.txt": "bright.a 1 :: \nbright.a 2 ::\n",
    "other.txt": "bright.a 91 :: clever\nbright.a 92 :: smart\n",
    "thin.txt": "bright.a 1 :: clever 1;\nbright.a 2 :: shiny 1;\n",
    "four.txt": "run.v 4 :: sprint\n",
    "binary.bin": bytes(range(256)) * 8,
    "zeros.bin": b"\0" * 4096,
    "broken.gz": b"\x1f\x8b\x08\x00broken",
    "twice.txt": "bright.a 1 :: clever;clever\n",
    "items.xml": (EXAMPLES / "items.en.xml").read_bytes(),
    "annotations.jsonl": (EXAMPLES / "annotations.jsonl").read_bytes(),
    "notes.md": "# Notes\n\nNothing to score here.\n",
    "groups.txt": "1 news\n",
    "strangers.tsv": "91\tnews\n",
    "prose.txt": "no lexelts here\n",
    "page.txt": "\n<!DOCTYPE html>\n<html><body>404: not found</body></html>\n",
    "packed.txt": b"PK\3\4 and so on",
    "huge.jsonl": '{"schema": "stead.gold/1"}\n{"lexelt": "bright.a", "id": "1", "weights": [["clever", 1%s]]}\n'
    % ("0" * 400),
}


@pytest.fixture(autouse=True)
def folder(write: Write) -> None:
    for name, content in FILES.items():
        write(name, content)
    Path("folder").mkdir()


BAD_INPUT: dict[str, tuple[list[str], list[str]]] = {
    "no such gold": (["nowhere.txt", "run.txt"], ["nowhere.txt: cannot be read", "No such file"]),
    "no such run": (["gold.txt", "nowhere.txt"], ["nowhere.txt: cannot be read", "No such file"]),
    "second run missing": (["gold.txt", "run.txt", "nowhere.txt"], ["nowhere.txt: cannot be read"]),
    "folder as gold": (["folder", "run.txt"], ["folder: cannot be read", "directory"]),
    "folder as run": (["gold.txt", "folder"], ["folder: cannot be read", "directory"]),
    "binary gold": (
        ["binary.bin", "run.txt"],
        ["binary.bin", "a gold standard, found bytes that are not text"],
    ),
    "binary run": (["gold.txt", "binary.bin"], ["binary.bin", "expected a run, found bytes that are not text"]),
    "zeros as run": (["gold.txt", "zeros.bin"], ["zeros.bin", "found bytes that are not text"]),
    "page as gold": (["page.txt", "run.txt"], ["page.txt: expected a gold standard, found a web page (HTML)"]),
    "archive as run": (["gold.txt", "packed.txt"], ["packed.txt: expected a run, found a zip archive"]),
    "prose as gold": (["notes.md", "run.txt"], ["notes.md", 'as in "bright.a 1 :: clever 3;smart 1;", found "']),
    "damaged gzip": (["broken.gz", "run.txt"], ["broken.gz", "damaged gzip"]),
    "run as gold": (["run.txt", "gold.txt"], ["run.txt", "looks like a run", "exchanged"]),
    "run twice": (["run.txt", "run.txt"], ["run.txt", "looks like a run"]),
    "gold as run": (["gold.txt", "gold.txt"], ["gold.txt", "looks like a gold", "exchanged"]),
    "empty gold": (["empty.txt", "run.txt"], ["empty.txt", "empty"]),
    "empty run": (["gold.txt", "empty.txt"], ["empty.txt", "empty"]),
    "blank run": (["gold.txt", "blank.txt"], ["blank.txt", "empty"]),
    "run without answers": (["gold.txt", "unanswered.txt"], ["unanswered", "no answer"]),
    "no item scored": (["thin.txt", "run.txt"], ["thin", "no item is scored", "--min-responses"]),
    "least too high": (["gold.txt", "run.txt", "--min-responses", "99"], ["no item is scored", "99"]),
    "no id in common": (["gold.txt", "other.txt"], ["other", "no id of the run", "91"]),
    "no scored item answered": (["gold.txt", "four.txt"], ["four", "none of the scored items"]),
    "items as gold": (["items.xml", "run.txt"], ["items"]),
    "items as run": (["gold.txt", "items.xml"], ["items"]),
    "annotations as gold": (["annotations.jsonl", "run.txt"], ["annotations.jsonl", "stead.gold/1"]),
    "annotations as run": (["gold.txt", "annotations.jsonl"], ["annotations.jsonl", "stead.run/1"]),
    "wrong format said": (["gold.txt", "run.txt", "--from", "stead"], ["gold.txt", "stead.gold/1"]),
    "same run twice": (["gold.txt", "run.txt", "run.txt"], ["run.txt", "twice"]),
    "refused repeats": (["gold.txt", "twice.txt", "--match", "lenient,duplicates=error"], ["twice", "same answer"]),
    "no such mapping": (["gold.txt", "run.txt", "--mapping", "nowhere.txt"], ["nowhere.txt: cannot be read"]),
    "no such multiwords": (["gold.txt", "run.txt", "--multiwords", "nowhere.txt"], ["nowhere.txt: cannot be read"]),
    "no such list": (["gold.txt", "run.txt", "--by", "subset", "--manual", "nowhere.txt"], ["nowhere.txt: cannot"]),
    "empty list": (["gold.txt", "run.txt", "--by", "subset", "--manual", "empty.txt"], ["empty.txt", "lexelts"]),
    "groups without a tab": (["gold.txt", "run.txt", "--by", "groups.txt"], ["groups.txt:1", "<TAB>"]),
    "groups of other items": (["gold.txt", "run.txt", "--by", "strangers.tsv"], ["strangers.tsv", "no id"]),
    "gold of huge numbers": (["huge.jsonl", "run.txt"], ["huge"]),
}

WRONG_USAGE: dict[str, tuple[list[str], list[str]]] = {
    "unknown measure": (["gold.txt", "run.txt", "-m", "bset"], ["'bset'", "best-mode", "semeval"]),
    "unknown suite": (["gold.txt", "run.txt", "-m", "best,semevall"], ["'semevall'", "semeval"]),
    "no measure": (["gold.txt", "run.txt", "-m", ""], ["no measure"]),
    "only a comma": (["gold.txt", "run.txt", "-m", ","], ["no measure"]),
    "parameter of none": (["gold.txt", "run.txt", "-m", "best-mode(k=1)"], ["'k'", "none"]),
    "unknown parameter": (["gold.txt", "run.txt", "-m", "coverage(p=1)"], ["'p'", "it has depth, k"]),
    "bad price": (["gold.txt", "run.txt", "-m", "coverage(k=-1)"], ["k=-1", "number from 0"]),
    "price not a number": (["gold.txt", "run.txt", "-m", "coverage(k=nan)"], ["k=nan", "mean-gold"]),
    "depth zero": (["gold.txt", "run.txt", "-m", "oot@0"], ["whole number"]),
    "depth in words": (["gold.txt", "run.txt", "-m", "oot@ten"], ["ten", "whole number"]),
    "no depth": (["gold.txt", "run.txt", "-m", "oot@"], ["whole number"]),
    "bracket left open": (["gold.txt", "run.txt", "-m", "coverage(k=1"], ["is not a measure"]),
    "depth of best-mode": (["gold.txt", "run.txt", "-m", "best-mode@3"], ["'depth'", "best-mode", "none"]),
    "two tasks": (["gold.txt", "run.txt", "-m", "best,mw-detection"], ["multiword", "apart"]),
    "unknown preset": (["gold.txt", "run.txt", "--match", "loose"], ["'loose'", "lenient, exact, semdis"]),
    "unknown rule": (["gold.txt", "run.txt", "--match", "lenient,acents=drop"], ["'acents'", "apostrophes"]),
    "bad rule": (["gold.txt", "run.txt", "--match", "lenient,case=upper"], ["case=upper", "lower", "fold", "keep"]),
    "rule without value": (["gold.txt", "run.txt", "--match", "lenient,case"], ["case", "lower"]),
    "unknown output": (["gold.txt", "run.txt", "--format", "xml"], ["'xml'", "markdown"]),
    "unknown format": (["gold.txt", "run.txt", "--from", "csv"], ["'csv'", "semeval"]),
    "unknown policy": (["gold.txt", "run.txt", "--faults", "ignore"], ["'ignore'", "repair"]),
    "unknown weights": (["gold.txt", "run.txt", "--weights", "floats"], ["'floats'", "graded"]),
    "least below nought": (["gold.txt", "run.txt", "--min-responses=-1"], ["--min-responses", "-1"]),
    "least in words": (["gold.txt", "run.txt", "--min-responses", "two"], ["--min-responses", "two"]),
    "no run": (["gold.txt"], ["RUN"]),
    "nothing": ([], ["GOLD", "RUN"]),
    "unknown option": (["gold.txt", "run.txt", "--pos"], ["--pos"]),
}


@pytest.mark.parametrize("mistake", list(BAD_INPUT))
def test_bad_input_is_one_sentence_and_status_1(stead: Command, mistake: str) -> None:
    words, fragments = BAD_INPUT[mistake]
    done = stead("score", *words)
    assert (done.status, done.out) == (1, "")
    for fragment in fragments:
        assert fragment in done.err
    assert done.err.startswith("stead: ")
    assert done.err.count("\n") == 1
    assert done.err.endswith((".\n", "?\n"))


@pytest.mark.parametrize("mistake", list(WRONG_USAGE))
def test_wrong_usage_is_one_sentence_and_status_2(stead: Command, mistake: str) -> None:
    words, fragments = WRONG_USAGE[mistake]
    done = stead("score", *words)
    assert (done.status, done.out) == (2, "")
    for fragment in fragments:
        assert fragment in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("least", ["-1", "two", "nan", "inf"])
def test_a_bad_number_is_not_answered_with_the_name_of_a_function(stead: Command, least: str) -> None:
    done = stead("score", "gold.txt", "run.txt", f"--min-responses={least}")
    assert done.status == 2
    assert "_weight" not in done.err
    assert "number" in done.err


@pytest.mark.parametrize("words", [["items.xml", "run.txt"], ["gold.txt", "items.xml"]])
def test_items_given_as_something_else_are_recognised(stead: Command, words: list[str]) -> None:
    done = stead("score", *words)
    assert done.status == 1
    assert "0 items" not in done.err
    assert "XML" in done.err or "holds items" in done.err or "looks like items" in done.err


def test_weights_too_large_to_add_up_are_refused(stead: Command, write: Write) -> None:
    row = '{"lexelt": "bright.a", "id": "1", "weights": [["clever", 1e308], ["smart", 1e308]]}'
    write("large.jsonl", '{"schema": "stead.gold/1"}\n' + row + "\n")
    assert stead("score", "large.jsonl", "run.txt", "--format", "json", "--per-item").status == 1


def test_standard_input_cannot_be_gold_and_run_at_once(stead: Command) -> None:
    done = stead("score", "-", "-", stdin=Path("gold.txt").read_bytes())
    assert done.status in {1, 2}
    assert "standard input" in done.err


@pytest.mark.parametrize(
    "words",
    [["gold.txt", "unanswered.txt"], ["gold.txt", "other.txt"], ["gold.txt", "four.txt"], ["thin.txt", "run.txt"]],
)
def test_an_error_names_the_file_as_it_was_given(stead: Command, words: list[str]) -> None:
    (culprit,) = set(words) - {"gold.txt", "run.txt"}
    assert f"stead: {culprit}: " in stead("score", *words).err


def test_a_mistyped_division_is_answered_with_those_there_are(stead: Command) -> None:
    done = stead("score", "gold.txt", "run.txt", "--by", "pso")
    assert done.status in {1, 2}
    for word in ("pso", "pos", "lexelt", "subset"):
        assert word in done.err.split("pso", 1)[-1] or word == "pso"


def test_a_price_too_large_to_compute_with_is_refused(stead: Command, write: Write) -> None:
    write("wrong.txt", "bright.a 1 :: x;y;z\n")
    assert stead("score", "gold.txt", "wrong.txt", "-m", "coverage(k=1e308)").status == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("official", "run.txt", "gold.txt", "-t", "best", "b.txt"), "unrecognized arguments: b.txt\n"),
        (
            ("convert", "run.txt", "b.txt", "--to", "trec"),
            "unrecognized arguments: b.txt (-o b.txt writes to that file)\n",
        ),
        (("score", "gold.txt", "run.txt", "--format", "jsno"), "Did you mean json?\n"),
        (
            ("score", "gold.txt", "run.txt", "--confidence", "0.9"),
            "unrecognized arguments: 0.9 (--confidence takes no value; --level 0.9 sets it)",
        ),
        (("score", "gold.txt", "run.txt", "--fuor"), "unrecognized arguments: --fuor\n"),
    ],
)
def test_a_word_too_many_is_shown_with_the_usage_of_its_command(
    stead: Command, words: tuple[str, ...], message: str
) -> None:
    done = stead(*words)
    assert done.status == 2
    assert message in done.err
    assert done.err.startswith(f"usage: stead {words[0]} ")


def test_a_mistyped_command_is_answered_with_the_one_that_is_meant(stead: Command) -> None:
    assert stead("scroe", "gold.txt", "run.txt").err.endswith("Did you mean score?\n")
    assert stead("datasets", "gte", "swords").err.endswith("Did you mean get?\n")
    assert "Did you mean" not in stead("xyzzy").err


@pytest.mark.parametrize(
    "words",
    [
        ("gold.txt", "run.txt", "-m", "best", "second.txt"),
        ("gold.txt", "run.txt", "--per-item", "second.txt", "--measures=best"),
        ("-m", "best", "gold.txt", "--match", "exact", "run.txt", "--min-responses", "1", "second.txt"),
    ],
)
def test_options_may_stand_between_files(stead: Command, write: Write, words: tuple[str, ...]) -> None:
    write("second.txt", "bright.a 1 :: smart\n")
    files, options = [word for word in words if word.endswith(".txt")], [word for word in words if ".txt" not in word]
    done = stead("score", *words)
    assert done.status == 0
    assert "second" in done.out
    assert done.out == stead("score", *files, *options).out


@pytest.mark.parametrize(("option", "value"), [("--label", "bad label"), ("--figures", "Q"), ("--baseline", "nobody")])
def test_options_of_a_table_are_checked_before_the_resampling(stead: Command, option: str, value: str) -> None:
    done = stead("compare", "gold.txt", "run.txt", "--table", option, value)
    assert done.status == 2
    assert option in done.err
    assert repr(value) in done.err
    assert "resampling" not in done.err


@pytest.mark.parametrize("text", ['{"1": "clever"}', "{}"])
def test_a_json_run_without_lists_is_told_of_lists(stead: Command, write: Write, text: str) -> None:
    write("run.json", text)
    done = stead("score", "gold.txt", "run.json")
    assert 'expected the answers to each item in a list, as in {"1": ["clever", "smart"]}, or {"schema"' in done.err


def test_a_data_set_is_no_run(stead: Command) -> None:
    done = stead("score", "gold.txt", "swords:dev")
    assert done.err == "stead: swords:dev is a data set, and has no run; it has items and gold.\n"


def test_a_missing_lexelt_is_named_where_a_format_needs_one(stead: Command, write: Write) -> None:
    write("run.json", '{"1": ["clever"]}')
    assert 'the item "1" has no lexelt' in stead("convert", "run.json", "--to", "semeval").err
