"""Lexicons and frequencies by name."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.lexicons import default_frequencies, default_lexicon, open_frequencies, open_lexicon
from stead.resources import RESOURCES
from tests.lexicons.made import write_mythes, write_wordnet
from tests.lexicons.test_frequencies import write_bnc


@pytest.fixture(autouse=True)
def nothing_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other programs of this machine have is not seen."""
    for name, resource in list(RESOURCES.items()):
        monkeypatch.setitem(RESOURCES, name, replace(resource, install_folders=()))


@pytest.mark.parametrize("name", ["wordnet", "moby", "glove", "mythes-fr"])
def test_a_resource_that_is_not_here_is_one_sentence_with_the_command(name: str) -> None:
    with pytest.raises(BadInput, match=f"^{name} .* is not here: get it with `stead resources get {name}`"):
        open_lexicon(name)


def test_frequencies_that_are_not_here_too() -> None:
    with pytest.raises(BadInput, match="get it with `stead resources get bnc`"):
        open_frequencies("bnc")


def test_wordnet_is_found_where_a_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNHOME", str(write_wordnet(tmp_path / "dict").parent))
    assert open_lexicon("wordnet").senses("bright", "a")


def test_files_of_the_users_own_are_opened(tmp_path: Path) -> None:
    write_mythes(tmp_path / "th_fr_FR_v2")
    (tmp_path / "moby.txt").write_text("bright,clever\n")
    (tmp_path / "list.tsv").write_text("bright\tclever\n")
    (tmp_path / "glove.txt").write_text("bright 1 2\nclever 1 1\n")
    write_wordnet(tmp_path / "wn")
    for name in ("mythes:th_fr_FR_v2.dat", "moby:moby.txt", "list:list.tsv", "vectors:glove.txt", "wordnet:wn"):
        kind, _, file = name.partition(":")
        lexicon = open_lexicon(f"{kind}:{tmp_path / file}")
        assert lexicon.senses("bright"), name
        assert "bright" in lexicon


def test_frequencies_of_the_users_own_are_opened(tmp_path: Path) -> None:
    (tmp_path / "list.tsv").write_text("bright\t3\n")
    assert open_frequencies(f"list:{tmp_path / 'list.tsv'}").of("bright") == 3
    assert open_frequencies(f"bnc:{write_bnc(tmp_path / 'rf')}").of("bright") == pytest.approx(51)


@pytest.mark.parametrize(
    "text", ["", "wordnte", "mythes", "mythes-xx", "list", "list:", "vectors:", "wn", "bnc", "glove:x"]
)
def test_what_is_no_lexicon_is_answered_with_those_there_are(text: str) -> None:
    with pytest.raises(
        UsageError, match=r"is not a lexicon; there are wordnet, moby, glove, modern, mythes:FILE.dat, list:"
    ):
        open_lexicon(text)


@pytest.mark.parametrize("text", ["", "wordnet", "wordfreq", "wordfreq:", "list:"])
def test_what_are_no_frequencies_is_answered_with_those_there_are(text: str) -> None:
    with pytest.raises(
        UsageError, match=r"is not a source of frequencies; there are bnc, wordfreq:LANGUAGE, list:FILE\."
    ):
        open_frequencies(text)


def test_a_language_has_a_usual_lexicon_and_usual_frequencies() -> None:
    assert [default_lexicon(language) for language in ("en", "fr", "de")] == ["wordnet", "mythes-fr", "mythes-de"]
    assert [default_frequencies(language) for language in ("en", "fr")] == ["bnc", "wordfreq:fr"]
    with pytest.raises(UsageError, match="there is no lexicon for 'xx' by default, only for en, fr, it, de, es;"):
        default_lexicon("xx")


def test_an_answer_of_wordnet_needs_neither_numpy_nor_what_fetches(tmp_path: Path) -> None:
    """Or the first one would be several times slower."""
    program = f"""
import sys
from stead.lexicons import four_classes, open_lexicon
print(four_classes(open_lexicon("wordnet:{write_wordnet(tmp_path / "dict")}"), "quickly", "r"))
print(sorted({{"numpy", "tarfile", "zipfile", "subprocess", "urllib.request", "tempfile"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "(('fast',), (), (), ())\n[]\n"
