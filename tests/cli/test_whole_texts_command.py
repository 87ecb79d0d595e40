"""`stead suggest --text`, `stead rewrite`, records of lines, and resources of a tier."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Command
from tests.cli.sources import small_system, without_resources
from tests.systems.test_substituter import LISTED

SYSTEM = f"{LISTED}(terms=event+game)"
TEXT = "They had a match.\nAnother match ended.\n"


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    small_system(tmp_path, monkeypatch)
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "words.txt").write_text("match\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "text.txt"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("text", "They had an event.\nAnother event ended.\n"),
        ("marks", "They had [a match -> an event].\nAnother [match -> event] ended.\n"),
        (
            "diff",
            "--- text.txt\n+++ text.txt\n@@ -1 +1 @@\n-They had a match.\n+They had an event.\n"
            "@@ -2 +2 @@\n-Another match ended.\n+Another event ended.\n",
        ),
    ],
)
def test_a_text_is_rewritten(stead: Command, text: str, form: str, expected: str) -> None:
    done = stead("rewrite", text, "--system", SYSTEM, "--words", "words.txt", "--format", form)
    assert (done.status, done.out, done.err) == (0, expected, "")


def test_records_and_variants_of_sentences(stead: Command, text: str) -> None:
    words = ("--system", SYSTEM, "--words", "words.txt")
    records = [json.loads(line) for line in stead("rewrite", text, *words, "--format", "json").out.splitlines()]
    assert [record["start"] for record in records] == [0, 18]
    (edit,) = records[0]["edits"]
    assert TEXT[edit["start"] : edit["end"]] == "a match"
    variants = stead("rewrite", text, *words, "--variants", "2", "--seed", "3").out.splitlines()
    assert sorted(variants[:2]) == ["They had a game.", "They had an event."]
    assert sorted(variants[2:]) == ["Another event ended.", "Another game ended."]


def test_a_line_for_each_target_of_a_text(stead: Command, text: str) -> None:
    done = stead("suggest", "--text", text, "--system", SYSTEM, "--words", "words.txt", "-n", "1")
    assert done.out.splitlines() == ["11-16\tmatch\tmatch.n\tevent 0.90", "26-31\tmatch\tmatch.n\tevent 0.90"]
    records = stead("suggest", "--text", text, "--system", SYSTEM, "--format", "json", "--block", "words.txt").out
    assert records == ""


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (["rewrite", "none.txt"], 1, "none.txt: cannot be read"),
        (["rewrite", "text.txt", "--words", "none.txt"], 1, "none.txt"),
        (["rewrite", "text.txt", "--pos", "x"], 2, "--pos is letters of nvar"),
        (["rewrite", "text.txt", "--every", "0"], 2, "--every is a whole number from 1"),
        (["rewrite", "text.txt", "--variants", "-1"], 2, "--variants is a whole number from 0"),
        (["suggest", "a [match]", "--text", "text.txt"], 2, "--text and a sentence"),
        (["suggest", "--text", "text.txt", "--lang", "fr"], 2, "English only"),
        (["suggest", "a [match]", "--synonyms", "none.tsv"], 2, "--system: 'synonyms' is not a parameter of listed"),
    ],
)
def test_what_is_wrong_with_a_text_is_one_sentence(
    stead: Command, text: str, words: list[str], status: int, complaint: str
) -> None:
    done = stead(*words, "--system", SYSTEM)
    assert text
    assert (done.status, done.out) == (status, "")
    assert complaint in done.err
    assert len(done.err.splitlines()) == 1


def test_a_text_that_is_not_utf8_is_named(stead: Command, text: str) -> None:
    Path(text).write_bytes(b"They lost the ma\xfftch.")
    done = stead("rewrite", text, "--system", SYSTEM)
    assert (done.status, "text.txt: is not UTF-8" in done.err) == (1, True)


def test_records_of_lines_have_ids_and_refused_lines_their_reason(stead: Command, text: str) -> None:
    assert text
    lines = b"The [match].\n\nnone\nThe [ma\xfftch].\nA [match].\n"
    done = stead("suggest", "--system", SYSTEM, "--format", "json", "-n", "1", stdin=lines)
    records = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, [record["id"] for record in records]) == (1, ["1", "3", "4", "5"])
    assert [record.get("error", "")[:12] for record in records] == ["", "no target is", "byte 8 is no", ""]
    assert records[3]["substitutes"][0]["form"] == "event"


def test_spelling_and_the_least_score_are_options(stead: Command, text: str) -> None:
    assert text
    words = ("suggest", "A [match].", "--system", f"{LISTED}(terms=color+game)", "--format", "json")
    record = json.loads(stead(*words, "--spelling", "british", "--min-probability", "0.85").out)
    assert [substitute["form"] for substitute in record["substitutes"]] == ["colour"]


def test_a_tier_is_the_name_of_all_that_it_needs(
    stead: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_resources(tmp_path, monkeypatch)
    done = stead("resources", "get", "fr", "--offline")
    assert (done.status, "mythes-fr" in done.err) == (1, True)
    missing = stead("resources", "prepare", "swift")
    assert (missing.status, "stead resources get swift" in missing.err, "242 MB" in missing.err) == (1, True, True)
    unknown = stead("resources", "prepare", "quick")
    assert (unknown.status, "NAME is a tier or a language" in unknown.err) == (2, True)
