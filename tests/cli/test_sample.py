"""`stead sample`: items from a corpus, and every mistake as one clear sentence."""

import gzip
import io
from pathlib import Path

import pytest

from stead import read_items
from tests.cli.running import EXAMPLES, Command, Write, run_script

TARGETS = "match.n\nbright.a\n"
CORPUS = """\
They lost the last match of the season in the rain. Nobody came to see it.
The brightest pupil in the whole class asked why it had to be him.
All matches of the old club had been won by then, or so he said.
"""


@pytest.fixture
def sample(stead: Command, write: Write) -> Command:
    """The command, with a corpus and a list of targets in the current folder."""
    write("corpus.txt", CORPUS)
    write("targets.txt", TARGETS)

    def run(*words: str | Path, stdin: bytes = b"") -> object:
        return stead("sample", *words, stdin=stdin)

    return run  # type: ignore[return-value]


def test_items_are_drawn_and_written(sample: Command) -> None:
    done = sample("corpus.txt", "--targets", "targets.txt", "-o", "items.xml", "--per-target", "2")
    assert (done.status, done.out) == (0, "")
    assert done.err == "stead: bright.a: 1 of 2 sentences.\nstead: 3 items for 2 of 2 targets drawn.\n"
    items = read_items("items.xml")
    assert sorted((item.lexelt, item.target) for item in items) == [
        ("bright.a", "brightest"),
        ("match.n", "match"),
        ("match.n", "matches"),
    ]
    assert [item.id for item in items] == ["1", "2", "3"]


def test_items_go_to_standard_output_and_text_comes_from_standard_input(sample: Command) -> None:
    done = sample("-", "--targets", "targets.txt", stdin=gzip.compress(CORPUS.encode()))
    assert done.status == 0
    assert done.out.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<corpus lang="en">\n  <lexelt item="match.n">')
    assert "The <head>brightest</head> pupil" in done.out


def test_the_same_corpus_in_any_order_gives_the_same_bytes(sample: Command, write: Write) -> None:
    lines = CORPUS.splitlines(keepends=True)
    parts = [write(f"part{number}.txt", line) for number, line in enumerate(lines)]
    whole = sample("corpus.txt", "--targets", "targets.txt").out
    assert sample(*parts, "--targets", "targets.txt").out == whole
    assert sample(*reversed(parts), "--targets", "targets.txt", "--documents", "files").out == whole


def test_the_choice_of_sentences_is_recorded_and_can_divide_scores(
    sample: Command, write: Write, stead: Command
) -> None:
    write("manual.txt", "bright.a\nspring.n\n")
    done = sample(
        "corpus.txt", "--targets", "targets.txt", "--manual", "manual.txt", "--selection", "s.tsv", "-o", "i.xml"
    )
    assert done.status == 0
    assert Path("s.tsv").read_text() == "match.n\tRAND\nbright.a\tMAN\n"
    assert "s=MAN" in stead("score", "gold.txt", "run.txt", "-m", "best", "--by", "s.tsv").out


def test_a_target_that_is_not_found_is_named_and_the_status_is_1(sample: Command, write: Write) -> None:
    write("targets.txt", "match.n\nzyxw.n\nbright.a\n")
    done = sample("corpus.txt", "--targets", "targets.txt", "-o", "items.xml", "--per-target", "1", "--max-words", "12")
    assert done.status == 1
    assert done.err == (
        "stead: zyxw.n: not found; is it spelt as in the corpus, and the language right? Or give more text.\n"
        "stead: bright.a: 0 of 1 sentence (1 too short or too long).\n"
        "stead: 1 item for 1 of 3 targets drawn.\n"
    )
    assert len(read_items("items.xml")) == 1


def test_if_no_target_is_found_nothing_is_written(sample: Command, write: Write) -> None:
    write("targets.txt", "zyxw.n\n")
    done = sample("corpus.txt", "--targets", "targets.txt", "-o", "items.xml", "--selection", "s.tsv")
    assert (done.status, done.out) == (1, "")
    assert "zyxw.n: not found" in done.err
    assert "nothing is written" in done.err
    assert sorted(path.name for path in Path().iterdir()) == ["corpus.txt", "gold.txt", "run.txt", "targets.txt"]


def test_the_reasons_of_a_shortfall_are_said(sample: Command, write: Write) -> None:
    write("corpus.txt", CORPUS + "A match.\nHe met his old friend Paul Match there again yesterday.\n")
    done = sample("corpus.txt", "--targets", "targets.txt", "-o", "items.xml")
    assert "match.n: 2 of 10 sentences (1 too short or too long; 1 with a capital, as in a name).\n" in done.err


def test_other_languages_are_lemmatised_and_others_still_found_exactly(sample: Command, write: Write) -> None:
    write("fr.txt", "Les beaux chevaux de mon oncle sont tous partis hier soir.\n")
    write("targets.txt", "cheval.n\n")
    done = sample("fr.txt", "--targets", "targets.txt", "--lang", "French")
    assert done.status == 0
    assert '<corpus lang="fr">' in done.out
    assert "<head>chevaux</head>" in done.out
    write("zh.txt", "我们昨天晚上在雨中输了这场比赛。\n")
    write("targets.txt", "比赛.n\n")
    refused = sample("zh.txt", "--targets", "targets.txt", "--lang", "zh")
    assert refused.status == 2
    assert "no lemmatiser for zh; find only the forms of the list (--exact)" in refused.err
    assert "<head>比赛</head>" in sample("zh.txt", "--targets", "targets.txt", "--lang", "zh", "--exact").out


CUT_OFF = gzip.compress(CORPUS.encode() * 99)[:-9]
NOTHING_WRITTEN = ["corpus.txt", "gold.txt", "run.txt", "targets.txt"]


@pytest.mark.parametrize(
    ("change", "words", "status", "said"),
    [
        ({}, ["gone.txt"], 1, "gone.txt: cannot be read: No such file or directory."),
        ({}, ["corpus.txt", "--lang", "Klingonish"], 2, '"Klingonish" is not a language; give a code'),
        ({}, ["corpus.txt", "--lang", "xx"], 2, "no lemmatiser for xx"),
        ({"corpus.txt": b""}, ["corpus.txt"], 1, "corpus.txt: no text to draw from."),
        ({"corpus.txt": b"caf\xe9\n"}, ["corpus.txt"], 1, "not valid UTF-8; convert the file"),
        ({"corpus.txt": b"\x1f\x8b\x08\x00rubbish"}, ["corpus.txt"], 1, "corpus.txt: a damaged gzip file"),
        ({"corpus.txt": CUT_OFF}, ["corpus.txt"], 1, "corpus.txt: a damaged gzip file"),
        ({"corpus.txt": CORPUS.encode("utf-16")}, ["corpus.txt"], 1, "corpus.txt: in UTF-16; convert it"),
        ({"targets.txt": b""}, ["corpus.txt"], 1, "targets.txt: no targets; expected one per line, as in `bright.a`."),
        ({"targets.txt": b"match\na.n\ndog\n"}, ["corpus.txt"], 1, 'found "match".\ntargets.txt:3: expected'),
        ({"targets.txt": b"!!.n\n"}, ["corpus.txt"], 1, '"!!.n": no word to look for'),
        ({}, ["corpus.txt", "--min-words", "9", "--max-words", "8"], 2, "--min-words 9 is more than the longest, 8."),
        ({}, ["-", "-"], 2, "standard input (-) can be read only once"),
        ({}, ["corpus.txt", "--manual", "targets.txt"], 2, "say where with --selection FILE"),
        ({}, ["corpus.txt", "-o", "no/such/items.xml"], 2, "-o no/such/items.xml: there is no folder no/such"),
        ({}, ["corpus.txt", "--selection", "no/s.tsv"], 2, "--selection no/s.tsv: there is no folder no"),
        ({}, ["corpus.txt", "--per-target", "0"], 2, "--per-target is a whole number from 1 to 1000000, not 0."),
        ({}, ["corpus.txt", "--layout", "x"], 2, "invalid choice: 'x'"),
        ({}, ["corpus.txt", "--per-target", "x"], 2, "'x' is not a whole number"),
    ],
)  # fmt: skip
def test_a_mistake_is_a_sentence_and_leaves_nothing_behind(
    sample: Command, write: Write, change: dict[str, bytes], words: list[str], status: int, said: str
) -> None:
    for name, content in change.items():
        write(name, content)
    done = sample("-o", "items.xml", "--targets", "targets.txt", *words)
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert "Traceback" not in done.err
    assert sorted(path.name for path in Path().iterdir()) == NOTHING_WRITTEN


def test_a_manual_list_of_another_data_set_is_refused(sample: Command, write: Write) -> None:
    write("manual.txt", "dog.n\n")
    done = sample("corpus.txt", "--targets", "targets.txt", "--manual", "manual.txt", "--selection", "s.tsv")
    assert done.status == 1
    assert "manual.txt: names none of the targets." in done.err


def test_lines_that_are_left_out_are_said_and_the_others_used(sample: Command, write: Write) -> None:
    write("corpus.txt", CORPUS.encode() + b"caf\xe9\n" + b"x" * 2_000_000 + b"\n")
    done = sample("corpus.txt", "--targets", "targets.txt", "-o", "items.xml")
    assert done.status == 0
    assert "corpus.txt: 1 line left out (the first is line 4): not valid UTF-8" in done.err
    assert "corpus.txt: 1 line left out (the first is line 5): longer than 1,048,576 bytes" in done.err


def test_a_missing_library_is_a_sentence(tmp_path: Path) -> None:
    """Hidden from a new interpreter by a module of its name that cannot be imported."""
    (tmp_path / "lemminflect.py").write_text("raise ModuleNotFoundError('hidden', name='lemminflect')\n")
    (tmp_path / "corpus.txt").write_text(CORPUS)
    (tmp_path / "targets.txt").write_text(TARGETS)
    done = run_script(
        "stead", "sample", "corpus.txt", "--targets", "targets.txt",
        folder=tmp_path, environment={"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "stead: inflecting English words needs lemminflect, which is not installed: pip install 'stead[words]'\n"
    )


def test_the_bundled_lists_will_do(stead: Command, tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text(CORPUS)
    done = stead("sample", tmp_path / "corpus.txt", "--targets", EXAMPLES / "manual.txt", "--exact")
    assert done.status == 1  # bright.a stands there only as brightest
    assert "bright.a: not found" in done.err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-o", "corpus.txt"], "-o would overwrite corpus.txt, which is read"),
        (["-o", "./targets.txt"], "-o would overwrite ./targets.txt, which is read"),
        (["-o", "link.txt"], "-o would overwrite link.txt, which is read"),
        (["-o", "x.xml", "--selection", "targets.txt"], "--selection would overwrite targets.txt, which is read"),
        (["-o", "x.xml", "--selection", "x.xml"], "two results cannot go to one place"),
    ],
)
def test_what_is_read_is_not_written_over(sample: Command, words: list[str], complaint: str) -> None:
    Path("link.txt").symlink_to("corpus.txt")
    done = sample("corpus.txt", "--targets", "targets.txt", *words)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err
    assert (Path("corpus.txt").read_text(), Path("targets.txt").read_text()) == (CORPUS, TARGETS)
