"""`stead convert`: what can be held is written and its losses are said, all else is refused."""

from pathlib import Path

import pytest

from stead.formats import FORMATS, Content, Kind, Options, load_content
from tests.cli.running import Command
from tests.formats.made import written
from tests.formats.test_fuzz import SAMPLES

NAMES = list(FORMATS)
SOME = [(source, kind, NAMES[place % len(NAMES)]) for place, (source, kind) in enumerate(SAMPLES)]
"""Every sample once, every format more than once; tests/formats/test_conversions.py has them all."""


@pytest.mark.parametrize(("source", "kind", "format"), SOME)
def test_the_command_converts_and_names_the_losses_or_refuses_in_a_sentence(
    stead: Command, tmp_path: Path, source: str, kind: Kind, format: str
) -> None:
    data, there = SAMPLES[source, kind].encode(), tmp_path / "there"
    done = stead("convert", "-", "--as", kind, "--from", source, "--to", format, "-o", there, stdin=data)
    assert done.out == ""
    if done.status:
        assert done.status == (1 if kind in FORMATS[format].writers else 2)
        assert done.err.startswith("stead: ")
        assert not there.exists()
        return
    noun, _ = load_content(Content("made.txt", data), kind, Options(format=source))
    for loss in written(noun, kind, format)[1]:
        shown = loss.replace("`format='tsar'`", "--from tsar")
        assert f"{format} cannot hold {shown}: lost." in done.err
    assert " error: " not in stead("check", there, "--as", kind, "--from", format).out


@pytest.mark.parametrize(
    ("source", "kind", "format", "said"),
    [
        ("swords", "gold", "semeval", "semeval cannot hold how many judged each substitute: lost."),
        ("melamud", "run", "semeval", "semeval cannot hold the scores of the answers: lost."),
        ("melamud", "run", "swords", "swords cannot hold the lexelts: lost."),
        ("swords", "items", "tsar", "tsar cannot hold ids and lexelts: lost."),
        ("coinco", "gold", "tsar", "tsar cannot hold the sentences, which are not known"),
        ("tsar", "gold", "stead", ""),
        ("prolex", "gold", "tsar", "not counts"),
        ("lexmturk", "gold", "swords", "it can as "),
    ],
)
def test_what_is_lost_is_said(stead: Command, tmp_path: Path, source: str, kind: Kind, format: str, said: str) -> None:
    data = SAMPLES[source, kind].encode()
    done = stead("convert", "-", "--as", kind, "--from", source, "--to", format, "-o", tmp_path / "x", stdin=data)
    assert said in done.err
    assert bool(said) or "lost" not in done.err
