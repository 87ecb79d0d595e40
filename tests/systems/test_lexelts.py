"""Which word a form is, when only its sentence is known."""

from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.lexicons import Lexicon, open_lexicon
from stead.lexicons.lexicon_files import LineFile
from stead.systems import lexelt_of
from stead.systems.context import likeliest_lexelt, with_part_of_speech
from stead.words import parse_marked
from tests.lexicons.real import real
from tests.systems.made import write_sources


def lexelt(lexicon: Lexicon, sentence: str, pos: str = "") -> str:
    place = parse_marked(sentence)
    return lexelt_of(lexicon, place.target, place.text[: place.start], place.text[place.end :], pos)


@pytest.fixture
def small(tmp_path: Path) -> Lexicon:
    return open_lexicon(write_sources(tmp_path / "sources")[0])


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("They lost the [matches].", "match.n"),
        ("He [handed] it over.", "hand.v"),
        ("They run [quickly].", "quickly.r"),
        ("The [MATCH]!", "match.n"),
        ("[bright]", "bright.a"),
        ("It is [lit up] now.", "lit up.a"),
    ],
)
def test_a_form_is_traced_to_its_lemma(small: Lexicon, sentence: str, expected: str) -> None:
    assert lexelt(small, sentence) == expected


@pytest.mark.parametrize(
    ("lexelt", "expected"),
    [("handed", "hand.v"), ("hand.", "hand.v"), ("hand.x", "hand.v"), ("hand.n", "hand.n"), ("give.v", "give.v")],
)
def test_an_item_without_a_part_of_speech_is_read_in_its_sentence(small: Lexicon, lexelt: str, expected: str) -> None:
    item = Item(id="1", lexelt=lexelt, text="He handed it over.", start=3, end=9, language="en")
    assert with_part_of_speech(item, lambda: small).lexelt == expected


def test_an_item_whose_target_is_unknown_stays_as_it_is(small: Lexicon) -> None:
    item = Item(id="1", lexelt="zebras", text="Two zebras.", start=4, end=10, language="en")
    assert with_part_of_speech(item, lambda: small) == item


def test_the_files_of_exceptions_are_read_once(small: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_file(path: Path) -> LineFile:
        opened.append(path.name)
        return LineFile(path)

    monkeypatch.setattr("stead.lexicons.wordnet_files.LineFile", open_file)
    for sentence in ("They lost the [matches].", "He [handed] it over.", "They run [quickly].", "[bright]"):
        lexelt(small, sentence)
    files = sorted(name for name in opened if name.endswith(".exc"))
    assert files == ["adj.exc", "adv.exc", "noun.exc", "verb.exc"]


def test_a_part_of_speech_that_is_said_is_kept_to(small: Lexicon) -> None:
    assert lexelt(small, "to [match]", "n") == "match.n"
    with pytest.raises(BadInput, match=r'"match" is not in wordnet.* as verb'):
        lexelt(small, "to [match]", "v")
    with pytest.raises(UsageError, match="'x' is not a part of speech; there are n "):
        lexelt(small, "to [match]", "x")


@pytest.mark.parametrize("target", ["zzz", "слово", "言葉", "a\x00b", "--", "é" * 100_000])
def test_a_form_that_is_not_there_is_a_short_sentence(small: Lexicon, target: str) -> None:
    with pytest.raises(BadInput, match="is not in wordnet") as caught:
        lexelt(small, f"a [{target}] b")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("sentence", "known", "listed", "expected"),
    [
        ("They met through an [online] dating service.", "online.a", "online.r", "online.a"),
        ("You can buy it [online].", "online.a", "online.r", "online.r"),
        ("Please [upload] your photo.", "upload.v", "upload.n", "upload.v"),
        ("The [upload] failed.", "upload.v", "upload.n", "upload.n"),
        ("The [podcast] is about history.", "podcast.v", "podcast.n", "podcast.n"),
    ],
)
def test_a_part_of_speech_that_only_a_list_has_needs_a_clear_tag(
    sentence: str, known: str, listed: str, expected: str
) -> None:
    assert likeliest_lexelt([known, listed], parse_marked(sentence)) == expected


def test_verbs_of_a_list_are_found_with_a_doubled_consonant(tmp_path: Path) -> None:
    (tmp_path / "list.tsv").write_text("vlog.v\tfilm\n", encoding="utf-8")
    assert lexelt(open_lexicon(f"list:{tmp_path / 'list.tsv'}"), "She [vlogged] about it.") == "vlog.v"


@pytest.mark.real
@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("They lost the [match].", "match.n"),
        ("Colours that [match] well.", "match.v"),  # no adjective, so the more usual one
        ("They will [match] well.", "match.v"),
        ("She [gave] up.", "give.v"),
        ("The [bright] boy.", "bright.a"),
        ("He is very [kind].", "kind.a"),
        ("What [kind] of bird?", "kind.n"),
        ("[Matches] were lost.", "match.n"),
        ("It rained. [Matches] were lost.", "match.n"),
        ("He [matches] it.", "match.v"),
        ("They are [running] quickly.", "run.v"),
        ("The letter was [written] in ink.", "write.v"),
        ("The film was [interesting].", "interesting.a"),
        ("He was [tired].", "tired.a"),
        ("She did it [better] than him.", "well.r"),
        ("He drove [faster] than me.", "fast.r"),  # WordNet has `faster`, too, but then what is said is not compared
        ("She arrived [late] on Friday.", "late.r"),
        ("The accident happened [late] on Friday.", "late.r"),
        ("It happened [late] last night.", "late.r"),
        ("He was found [dead] in the river.", "dead.a"),
        ("The train came [late] again.", "late.r"),
        ("The [late] train was full.", "late.a"),
        ("He was [late] for work.", "late.a"),
        ("He is [faster] than me.", "fast.a"),
        ("They build [faster] cars than ours.", "fast.a"),
        ("My [father's] car broke down.", "father.n"),
        ("The [boys'] room is upstairs.", "boy.n"),
        ("The [boys\N{RIGHT SINGLE QUOTATION MARK}] room is upstairs.", "boy.n"),
    ],
)
def test_words_around_decide_in_wordnet_itself(sentence: str, expected: str) -> None:
    assert lexelt(open_lexicon(f"wordnet:{real('wordnet')}"), sentence) == expected


@pytest.mark.real
@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Could you [forward] this to her?", "forward.v"),
        ("They moved [forward].", "forward.r"),
        ("[Empty] the bin.", "empty.v"),
        ("[Still] the rain fell.", "still.r"),
        ("wanna [grab] a drink?", "grab.v"),
        ("The rules were [confusing] and long.", "confusing.a"),
        ("She was [confusing] the names.", "confuse.v"),
        ("He was [killing] for money.", "kill.v"),
        ("The teams are [searching] for survivors.", "search.v"),
    ],
)
def test_where_a_word_stands_says_whether_it_is_a_verb(sentence: str, expected: str) -> None:
    assert lexelt(open_lexicon(f"wordnet:{real('wordnet')}"), sentence) == expected
