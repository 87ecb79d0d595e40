"""`stead gold curate`: proposals, decisions, undoing."""

import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, Command, Write
from tests.cli.test_gold_make import HEADER, line

OWN = HEADER + "".join(
    line("bright.a 1", str(number), *answers.split("/"))
    for number, answers in enumerate(["well-lit/games", "well lit", "well lit/game", "sunny"])
)
HEADING = "status\taction\tfrom\tto\tlexelt\tid\treason\n"
MERGE = "merge\twell-lit\twell lit\t\t\thyphen or space; 1 : 2 answers\n"


def test_merges_are_proposed_without_a_lemmatiser(
    stead: Command, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "simplemma", None)
    done = stead("gold", "curate", write("a.jsonl", OWN), "--language", "en")
    assert (done.status, done.out) == (0, HEADING + f"proposed\t{MERGE}")
    assert done.err == (
        "stead: No lemmas are proposed, since simplemma is not installed: pip install 'stead[words]'\n"
        "stead: 1 new proposal.\n"
    )


def test_lemmas_are_proposed_if_the_language_is_known(stead: Command, write: Write) -> None:
    pytest.importorskip("simplemma")
    done = stead("gold", "curate", write("a.jsonl", OWN), "--language", "en", "-o", "c.tsv")
    assert (done.status, done.out, done.err) == (0, "", "stead: 2 new proposals.\n")
    assert Path("c.tsv").read_text(encoding="utf-8").splitlines()[2] == (
        "proposed\tlemmatise\tgames\tgame\t\t\tlemma (en); 1 : 1 answers"
    )


def test_without_a_language_it_is_asked_for(stead: Command, write: Write) -> None:
    assert "say the language (--language en)" in stead("gold", "curate", write("a.jsonl", OWN)).err


def test_an_unknown_language_is_status_2(stead: Command, write: Write) -> None:
    pytest.importorskip("simplemma")
    done = stead("gold", "curate", write("a.jsonl", OWN), "--language", "klingon")
    assert (done.status, done.out) == (2, "")
    assert '"klingon" is not a language' in done.err


def test_the_language_of_the_items_is_used(stead: Command, example: Path) -> None:
    pytest.importorskip("simplemma")
    items = [word for language in ("en", "it", "fr") for word in ("--items", f"items.{language}.xml")]
    done = stead("gold", "curate", "annotations.jsonl", *items)
    assert "proposed\tmerge\tsur le champ\tsur-le-champ\t" in done.out
    assert "\tlemmatise\tbagnato\tbagnare\tfresco.a\t\tlemma (it)" in done.out


def test_answers_to_other_items_are_left_out_and_counted(stead: Command, example: Path) -> None:
    """The only proposal without a lemmatiser is French: with the Italian items there is none."""
    done = stead("gold", "curate", "annotations.jsonl", "--items", "items.it.xml")
    assert "\tmerge\t" not in done.out
    assert f"stead: {5 * (70 - 20)} annotations of items that are not among those given: left out.\n" in done.err


def test_decisions_are_kept_and_only_what_is_new_is_added(stead: Command, write: Write) -> None:
    write("a.jsonl", OWN)
    before = HEADING + "# mine\nrefuse\t" + MERGE
    write("c.tsv", before)
    assert stead("gold", "curate", "a.jsonl", "--curation", "c.tsv", "-o", "c.tsv").status == 0
    assert Path("c.tsv").read_text(encoding="utf-8") == before


def test_accepting_making_undoing_and_making_again_restores_the_bytes(stead: Command, write: Write) -> None:
    write("a.jsonl", OWN)
    write("c.tsv", HEADING + f"accept\t{MERGE}")
    one = stead("gold", "make", "a.jsonl", "--curation", "c.tsv").out
    assert one == "bright.a 1 :: well lit 3;game 1;games 1;sunny 1;\n"
    first = Path("c.tsv").read_bytes()
    write("c.tsv", first + b"accept\tlemmatise\tgames\tgame\naccept\tmerge\tsunny\tgame\n")
    assert stead("gold", "make", "a.jsonl", "--curation", "c.tsv").out == "bright.a 1 :: game 3;well lit 3;\n"
    undone = stead("gold", "curate", "--curation", "c.tsv", "--undo", "2")
    assert (undone.status, undone.out) == (0, "")
    assert (
        undone.err
        == "stead: undone: accept lemmatise games into game ().\nstead: undone: accept merge sunny into game ().\n"
    )
    assert Path("c.tsv").read_bytes() == first
    assert stead("gold", "make", "a.jsonl", "--curation", "c.tsv").out == one


def test_undoing_everything_restores_the_bundled_gold(stead: Command, write: Write) -> None:
    write("c.tsv", HEADING + "accept\tmerge\tclever\tsmart\naccept\tdrop-lexelt\t\t\thold.v\t\ttoo many senses\n")
    own = str(EXAMPLES / "annotations.jsonl")
    gold = (EXAMPLES / "gold.txt").read_text(encoding="utf-8")
    assert stead("gold", "make", own, "--curation", "c.tsv").out != gold
    stead("gold", "curate", "--curation", "c.tsv", "--undo", "2")
    assert stead("gold", "make", own, "--curation", "c.tsv").out == gold


@pytest.mark.parametrize(
    ("words", "status", "fragment"),
    [
        ([], 2, "say which annotations"),
        (["--undo", "1"], 2, "--curation"),
        (["a.jsonl", "--curation", "c.tsv", "--undo", "1"], 2, "nothing else"),
        (["--curation", "c.tsv", "--undo", "2"], 2, "has 1 decision; 2 cannot be undone"),
        (["--curation", "nowhere.tsv", "--undo", "1"], 1, "nowhere.tsv: cannot be read"),
        (["a.jsonl", "--curation", "bad.tsv"], 1, "bad.tsv:2: the status is"),
        (["r.jsonl"], 2, "these are ratings"),
    ],
)
def test_mistakes(stead: Command, write: Write, words: list[str], status: int, fragment: str) -> None:
    write("a.jsonl", OWN)
    write("c.tsv", HEADING + "accept\tmerge\ta\tb\n")
    write("bad.tsv", HEADING + "perhaps\tmerge\ta\tb\n")
    write("r.jsonl", '{"schema": "stead.ratings/1"}\n')
    done = stead("gold", "curate", *words)
    assert (done.status, done.out) == (status, "")
    assert fragment in done.err


def test_undoing_into_another_file_leaves_the_first_as_it_is(stead: Command, write: Write) -> None:
    data = b"\xef\xbb\xbf" + (HEADING + f"accept\t{MERGE}").encode()
    write("c.tsv", data)
    done = stead("gold", "curate", "--curation", "c.tsv", "--undo", "1", "-o", "less.tsv")
    assert (done.status, done.out) == (0, "")
    assert Path("c.tsv").read_bytes() == data
    assert Path("less.tsv").read_bytes() == b"\xef\xbb\xbf" + HEADING.encode()
    assert stead("gold", "curate", "--curation", "c.tsv", "--undo", "1", "-o", "-").out == "\ufeff" + HEADING


def test_proposals_do_not_overwrite_what_they_are_made_of(stead: Command, write: Write) -> None:
    write("a.jsonl", OWN)
    done = stead("gold", "curate", "a.jsonl", "-o", "./a.jsonl")
    assert (done.status, Path("a.jsonl").read_text(encoding="utf-8")) == (2, OWN)
    assert "-o would overwrite ./a.jsonl, which is read" in done.err


def test_contradictions_are_said(stead: Command, write: Write) -> None:
    write("a.jsonl", OWN)
    write("c.tsv", HEADING + "accept\tmerge\tgames\tgame\naccept\tmerge\tgames\tsunny\n")
    for words in (["curate", "a.jsonl"], ["make", "a.jsonl"]):
        done = stead("gold", *words, "--curation", "c.tsv")
        assert "c.tsv:3: merge games into sunny: contradicts c.tsv:2, merge games into game" in done.err
