"""Lexicons of the library `wn`, on a tiny one written in its format (WN-LMF)."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stead.core.errors import BadInput, NotInstalled, UsageError
from stead.lexicons import four_classes
from stead.lexicons.interface import Lexicon
from stead.lexicons.wn_library import WnLexicon

pytest.importorskip("wn", reason="needs the extra stead[wn]")

LMF = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
<Lexicon id="tiny" label="Tiny" language="fr" email="a@example.org" license="none" version="1">
<LexicalEntry id="w1"><Lemma writtenForm="partie" partOfSpeech="n"/>
  <Sense id="s1" synset="tiny-1-n"><Count>3</Count><Count>4</Count></Sense>
  <Sense id="s2" synset="tiny-2-n"/></LexicalEntry>
<LexicalEntry id="w2"><Lemma writtenForm="match" partOfSpeech="n"/><Sense id="s3" synset="tiny-1-n"/></LexicalEntry>
<LexicalEntry id="w3"><Lemma writtenForm="compétition" partOfSpeech="n"/>
  <Sense id="s4" synset="tiny-3-n"/></LexicalEntry>
<LexicalEntry id="w4"><Lemma writtenForm="morceau" partOfSpeech="n"/><Sense id="s5" synset="tiny-2-n"/></LexicalEntry>
<LexicalEntry id="w5"><Lemma writtenForm="vif" partOfSpeech="a"/><Sense id="s6" synset="tiny-4-a">
  <SenseRelation relType="antonym" target="s8"/></Sense></LexicalEntry>
<LexicalEntry id="w6"><Lemma writtenForm="vif" partOfSpeech="s"/><Sense id="s7" synset="tiny-5-s"/></LexicalEntry>
<LexicalEntry id="w7"><Lemma writtenForm="terne" partOfSpeech="a"/><Sense id="s8" synset="tiny-6-a">
  <SenseRelation relType="antonym" target="s6"/></Sense></LexicalEntry>
<LexicalEntry id="w8"><Lemma writtenForm="éclatant" partOfSpeech="s"/><Sense id="s9" synset="tiny-5-s"/></LexicalEntry>
<LexicalEntry id="w9"><Lemma writtenForm="faire appel" partOfSpeech="v"/>
  <Sense id="s10" synset="tiny-7-v"/></LexicalEntry>
<Synset id="tiny-1-n" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="tiny-3-n"/></Synset>
<Synset id="tiny-2-n" ili="" partOfSpeech="n"/>
<Synset id="tiny-3-n" ili="" partOfSpeech="n"><SynsetRelation relType="hyponym" target="tiny-1-n"/></Synset>
<Synset id="tiny-4-a" ili="" partOfSpeech="a"><SynsetRelation relType="similar" target="tiny-5-s"/></Synset>
<Synset id="tiny-5-s" ili="" partOfSpeech="s"><SynsetRelation relType="similar" target="tiny-4-a"/></Synset>
<Synset id="tiny-6-a" ili="" partOfSpeech="a"/>
<Synset id="tiny-7-v" ili="" partOfSpeech="v"/>
</Lexicon>
</LexicalResource>
"""


NUMBERED = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.4.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
<Lexicon id="numbered" label="Numbered" language="en" email="a@example.org" license="none" version="1">
<LexicalEntry id="n-bright-a" index="bright"><Lemma writtenForm="bright" partOfSpeech="a"/>
  <Sense id="b1" n="1" synset="numbered-1-a"/><Sense id="b3" n="3" synset="numbered-3-a"/></LexicalEntry>
<LexicalEntry id="n-bright-s" index="bright"><Lemma writtenForm="bright" partOfSpeech="s"/>
  <Sense id="b2" n="2" synset="numbered-2-s"/><Sense id="b4" n="4" synset="numbered-4-s"/></LexicalEntry>
<Synset id="numbered-1-a" ili="" partOfSpeech="a"/>
<Synset id="numbered-2-s" ili="" partOfSpeech="s"/>
<Synset id="numbered-3-a" ili="" partOfSpeech="a"/>
<Synset id="numbered-4-s" ili="" partOfSpeech="s"/>
</Lexicon>
</LexicalResource>
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The library's database, with the tiny lexicon in it."""
    import wn  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("wn")
    (folder / "tiny.xml").write_text(LMF, encoding="utf-8")
    configuration = wn.config
    before = configuration.data_directory
    configuration.data_directory = folder / "data"
    wn.add(folder / "tiny.xml", progress_handler=None)
    (folder / "numbered.xml").write_text(NUMBERED, encoding="utf-8")
    wn.add(folder / "numbered.xml", progress_handler=None)
    yield folder
    configuration.data_directory = before


@pytest.fixture
def lexicon(database: Path) -> WnLexicon:
    return WnLexicon("tiny:1")


def test_it_is_a_lexicon(lexicon: WnLexicon) -> None:
    typed: Lexicon = lexicon
    assert (typed.name, typed.language) == ("wn:tiny:1", "fr")


def test_senses_have_synonyms_counts_and_ids(lexicon: WnLexicon) -> None:
    senses = lexicon.senses("partie", "n")
    assert [(sense.id, sense.synonyms, sense.count) for sense in senses] == [
        ("s1", ("match",), 7),
        ("s2", ("morceau",), None),
    ]


def test_related_words_of_synsets_and_of_senses(lexicon: WnLexicon) -> None:
    assert lexicon.senses("partie", "n")[0].related("hypernym") == ("compétition",)
    assert lexicon.senses("compétition", "n")[0].related("hyponym") == ("partie", "match")
    assert lexicon.senses("terne", "a")[0].related("antonym") == ("vif",)
    with pytest.raises(UsageError, match="is not a relation"):
        lexicon.senses("terne", "a")[0].related("opposite")


def test_satellites_are_adjectives(lexicon: WnLexicon) -> None:
    assert [(sense.id, sense.pos) for sense in lexicon.senses("vif", "a")] == [("s6", "a"), ("s7", "a")]
    assert lexicon.senses("vif", "a")[0].related("similar") == ("éclatant",)


def test_satellites_are_numbered_together_with_other_adjectives(database: Path) -> None:
    assert [sense.id for sense in WnLexicon("numbered:1").senses("bright", "a")] == ["b1", "b2", "b3", "b4"]


def test_the_four_classes_work_on_any_lexicon(lexicon: WnLexicon) -> None:
    assert four_classes(lexicon, "partie", "n") == (("match",), ("compétition",), ("morceau",), ())
    assert four_classes(lexicon, "vif", "a") == ((), ("éclatant",), (), ())


def test_phrases_and_entries(lexicon: WnLexicon) -> None:
    assert ("faire appel" in lexicon, "faire" in lexicon, "" in lexicon) == (True, False, False)
    assert set(lexicon.lemmas("a")) == {"vif", "terne", "éclatant"}
    assert len(list(lexicon.lemmas())) == 8
    assert lexicon.senses("rien") == ()
    with pytest.raises(UsageError, match="not a part of speech"):
        lexicon.senses("vif", "s")


def test_a_lexicon_that_the_library_lacks_is_said_with_those_it_has(database: Path) -> None:
    with pytest.raises(BadInput, match=r"wn:nothing: the library wn has no such lexicon; it has tiny:1, numbered:1\."):
        WnLexicon("nothing")


def test_without_the_library_the_command_that_installs_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wn", None)
    with pytest.raises(NotInstalled, match=r"wn:oewn needs wn, .*: pip install 'stead\[wn\]'"):
        WnLexicon("oewn")
