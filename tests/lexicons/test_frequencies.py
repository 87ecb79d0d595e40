"""Frequencies: the BNC's, from data files that are read and never run, and those of wordfreq."""

import hashlib
import sys
from pathlib import Path

import pytest

from stead.core.errors import BadInput, NotInstalled, UsageError
from stead.lexicons.frequencies import BncFrequencies, WordfreqFrequencies
from stead.lexicons.interface import WordFrequencies
from tests.lexicons.real import real

SHARES = {"the": 6.181373e-02, "bright": 5.1e-05, "cafe": 7.08e-06, "n't": 3.3e-03, "once": 9.989408e-09}


def write_bnc(folder: Path, shares: dict[str, float] = SHARES) -> Path:
    """256 modules, as the package has them."""
    folder.mkdir()
    digests = {hashlib.md5(word.encode()).hexdigest(): share for word, share in shares.items()}
    for number in range(256):
        prefix = f"{number:02x}"
        own = "".join(f"    '{digest[2:]}': {share!r},\n" for digest, share in digests.items() if digest[:2] == prefix)
        head = "#!/usr/bin/env python\n# -*- coding: UTF-8 -*-\n# AUTO-GENERATED\n\n"
        (folder / f"rf_{prefix}.py").write_text(f"{head}frequencies_{prefix} = {{\n{own}}}\n")
    return folder


def module_of(word: str, folder: Path) -> Path:
    return folder / f"rf_{hashlib.md5(word.encode()).hexdigest()[:2]}.py"


def test_frequencies_are_per_million(tmp_path: Path) -> None:
    frequencies: WordFrequencies = BncFrequencies(write_bnc(tmp_path / "rf"))
    assert (frequencies.name, frequencies.language) == ("bnc", "en")
    assert [frequencies.of(word) for word in ("the", "bright", "once")] == pytest.approx([61813.73, 51.0, 0.009989408])


def test_words_are_found_however_they_are_written(tmp_path: Path) -> None:
    frequencies = BncFrequencies(write_bnc(tmp_path / "rf"))
    assert frequencies.of("The") == frequencies.of(" THE ") == frequencies.of("the")
    assert frequencies.of("café") == pytest.approx(7.08)
    assert frequencies.of("n\N{RIGHT SINGLE QUOTATION MARK}t") == pytest.approx(3300)


@pytest.mark.parametrize("word", ["", "nothing", "look out", "日本", "x" * 1000])
def test_what_is_not_listed_is_0(word: str, tmp_path: Path) -> None:
    assert BncFrequencies(write_bnc(tmp_path / "rf")).of(word) == 0


def test_the_modules_are_not_needed_the_second_time_nor_run_ever(tmp_path: Path) -> None:
    folder = write_bnc(tmp_path / "rf")
    assert BncFrequencies(folder).of("the") == BncFrequencies(folder).of("the")
    assert not any(name.startswith("rf_") for name in sys.modules)


@pytest.mark.parametrize(
    "evil",
    [
        "import os\nfrequencies_XX = {}\n",
        "frequencies_XX = {'0': __import__('os')}\n",
        "frequencies_XX = {\n    'KEY': 1.0,\n}\nprint('run')\n",
        "frequencies_XX = {\n    'KEY': open('x'),\n}\n",
        "frequencies_00 = {}\nfrequencies_XX = {}\n",
        "frequencies_XX = {\n    'KEY': 1.0,\n",
        "frequencies_XX = {\n    'KEY': 1..0,\n}\n",
        "frequencies_YY = {}\n",
        "",
        "\x00",
    ],
)
def test_a_module_with_anything_else_in_it_is_refused(evil: str, tmp_path: Path) -> None:
    folder = write_bnc(tmp_path / "rf")
    path = module_of("the", folder)
    digest = hashlib.md5(b"the").hexdigest()
    path.write_text(evil.replace("XX", digest[:2]).replace("KEY", digest[2:]))
    with pytest.raises(BadInput, match=rf"{path.name}: (byte 0: expected the dict|a number: expected a float)"):
        BncFrequencies(folder)


def test_a_missing_module_is_said(tmp_path: Path) -> None:
    folder = write_bnc(tmp_path / "rf")
    (folder / "rf_7f.py").unlink()
    with pytest.raises(BadInput, match=r"rf_7f.py: cannot be read: No such file or directory"):
        BncFrequencies(folder)


@pytest.mark.real
def test_the_real_ones_are_as_their_package_states() -> None:
    """Its README: the 0.0618, shimmered 9.79e-07 of the corpus; an accent does not matter."""
    frequencies = BncFrequencies(real("bnc"))
    assert frequencies.of("the") == pytest.approx(61_800, rel=0.001)
    assert frequencies.of("shimmered") == pytest.approx(0.979, rel=0.001)
    assert frequencies.of("café") == frequencies.of("cafe") > 0
    assert frequencies.of("xyzabc123") == 0


# ------------------------------------------------------------------------------------------------------ wordfreq


def test_wordfreq_knows_many_languages_and_phrases() -> None:
    pytest.importorskip("wordfreq", reason="needs the extra stead[wordfreq]")
    french: WordFrequencies = WordfreqFrequencies("fr")
    assert (french.name, french.language) == ("wordfreq:fr", "fr")
    assert french.of("de") > french.of("maison") > french.of("bistrot") > 0
    assert 0 < french.of("pomme de terre") < french.of("pomme")
    assert french.of("qzxqzxqzx") == 0
    # Its README gives cafe in English as 1.23e-05 in one of the examples, 12.3 per million; versions differ a little.
    assert WordfreqFrequencies("en").of("cafe") == pytest.approx(12, rel=0.2)


def test_a_language_that_wordfreq_lacks_is_answered_with_those_it_has() -> None:
    pytest.importorskip("wordfreq", reason="needs the extra stead[wordfreq]")
    with pytest.raises(UsageError, match=r"'xx' is not a language of wordfreq; there are ar, bg, bn, "):
        WordfreqFrequencies("xx")


def test_without_the_library_the_command_that_installs_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(NotInstalled, match=r"wordfreq:fr needs wordfreq, .*: pip install 'stead\[wordfreq\]'"):
        WordfreqFrequencies("fr")
