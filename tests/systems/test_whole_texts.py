"""Whole texts: sentences as they stream, which words are targets, rewriting, variants, diffs."""

import subprocess
from itertools import count, islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stead
from stead.lexicons import open_lexicon
from stead.systems.blend.trained_models import TIERS
from stead.systems.whole_texts import (
    Sentence,
    TargetSelector,
    is_name_or_number,
    quoted_tokens,
    stream_sentences,
    unified_diff,
)
from stead.words import tokenise
from tests.cli.sources import small_system
from tests.lexicons.real import real
from tests.systems.test_substituter import LISTED


@pytest.fixture
def substituter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> stead.Substituter:
    small_system(tmp_path, monkeypatch)
    (tmp_path / "counts.tsv").write_text("game\t99\nmatch\t9\n", encoding="utf-8")
    monkeypatch.setattr("stead.systems.whole_texts.default_frequencies", lambda _: f"list:{tmp_path / 'counts.tsv'}")
    return stead.Substituter(f"{LISTED}(terms=event+game)")


def rewritten(substituter: stead.Substituter, text: str, **options: object) -> str:
    sentences = substituter.rewrite(text, stead.TextOptions(**options))  # type: ignore[arg-type]
    return "".join(sentence.gap + sentence.text for sentence in sentences)


TEXT = "  One ends. Mr. Smith\nleft! \u201cWho?\u201d\n\n\nA heading\n\nThe last one has no end"


@given(st.lists(st.integers(0, len(TEXT)), max_size=6))
def test_sentences_are_the_same_wherever_the_text_is_cut(cuts: list[int]) -> None:
    bounds = [0, *sorted(cuts), len(TEXT)]
    parts = [TEXT[start:end] for start, end in pairwise(bounds)]
    sentences = list(stream_sentences(parts, "en"))
    assert "".join(sentence.gap + sentence.text for sentence in sentences) == TEXT
    assert all(TEXT[sentence.start :].startswith(sentence.text) for sentence in sentences)


def test_sentences_end_where_they_do_in_the_whole_text() -> None:
    texts = [sentence.text for sentence in stream_sentences(TEXT.splitlines(keepends=True), "en")]
    assert texts == ["One ends.", "Mr. Smith\nleft!", "\u201cWho?\u201d", "A heading", "The last one has no end"]


def test_a_text_is_read_lazily(substituter: stead.Substituter) -> None:
    numbers = count()
    first = list(islice(substituter.text(f"They lost match {number}.\n" for number in numbers), 3))
    assert [suggestions.item.target for suggestions in first] == ["match"] * 3
    assert next(numbers) < 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They lost the matches.", "They lost the events."),
        ("A match ended.", "An event ended."),
        ("They had a match.", "They had an event."),
        ("The Match group won the match.", "The Match group won the event."),
        ("Match three is over: \u201cthe match\u201d.", "Event three is over: \u201cthe match\u201d."),
        ('He said "no match. A match?" and the match went on.', 'He said "no match. A match?" and the event went on.'),
        ("match", "event"),
        ("", ""),
        (" \n", " \n"),
    ],
)
def test_content_words_are_replaced_but_no_names_numbers_or_quotations(
    substituter: stead.Substituter, text: str, expected: str
) -> None:
    assert rewritten(substituter, text, words=("match",)) == expected


def test_offsets_are_those_of_the_whole_text(substituter: stead.Substituter) -> None:
    text = "It ended.\n\n  They lost the match. Another match!"
    spans = [
        (suggestions.offset + suggestions.item.start, suggestions.offset + suggestions.item.end)
        for suggestions in substituter.text(text, stead.TextOptions(words=("match",)))
    ]
    assert [text[start:end] for start, end in spans] == ["match", "match"]
    assert [
        int(suggestions.item.id) for suggestions in substituter.text(text, stead.TextOptions(words=("match",)))
    ] == [start for start, _ in spans]
    (first,) = substituter.text("A match!", stead.TextOptions(words=("match",)))
    assert first.record()["offset"] == 0


def test_a_phrase_of_the_lexicon_is_one_target(substituter: stead.Substituter) -> None:
    text = "They turn over two cup finals."
    options = stead.TextOptions(block=("cup final",))
    targets = [suggestions.item for suggestions in substituter.text(text)]
    assert [item.target for item in targets] == ["turn over", "cup finals"]
    assert [item.lexelt for item in targets] == ["turn over.v", "cup final.n"]
    assert [suggestions.item.target for suggestions in substituter.text(text, options)] == ["turn over"]
    assert rewritten(substituter, text, pos="n") == "They turn over two events."


@pytest.mark.parametrize(
    "literal",
    [
        "https://example.org/match?a=match",
        "a.match@match-group.example",
        "`a match`",
        "``` python\n# Match this. A match!\n\nmatch = match(match)\n```",
        '<p class="match">',
        "&match;",
        "[here](match)",
        "match(match)",
        "a_match",
        "match.txt",
        "C:\\match\\won",
        "/match/won",
        "#match",
        "@match",
    ],
)
def test_code_markup_and_addresses_stay(substituter: stead.Substituter, literal: str) -> None:
    text = f"They won the match. See {literal} (match), <b>match</b>, [match](x) or _match_ of the match."
    expected = f"They won the event. See {literal} (event), <b>event</b>, [event](x) or _event_ of the event."
    assert rewritten(substituter, text, words=("match",)) == expected


def test_a_block_of_code_without_an_end_is_code(substituter: stead.Substituter) -> None:
    text = "A match.\n\n```\nThe match.\n\nThe match.\n"
    assert rewritten(substituter, text, words=("match",)) == text.replace("A match", "An event")


def test_a_long_text_without_spaces_takes_no_time(substituter: stead.Substituter) -> None:
    text = "match," * 10_000
    assert rewritten(substituter, text, words=("match",)) == text.replace("match", "event")


PHRASES = """
    They turned down the offer.|turned down
    They looked at the picture.|looked at
    In fact, she gave up.|In fact;gave up
    She lives in town.|
    She goes to school.|
    She gave it to me.|
    The box is on the table.|
    It will be held in May.|
    Is it at your home in Rome?|
    He used to smoke.|
    It is a kind of game.|
    They make it public.|
    He came in a little car.|
    I was an art student.|art student
    In this way we want to go on the road.|
"""
"""Sentences and their phrases: words that only happen to follow each other are none."""


@pytest.mark.real
@pytest.mark.parametrize("line", PHRASES.strip().splitlines())
def test_words_that_follow_each_other_by_chance_are_no_phrase(line: str) -> None:
    for name in (*TIERS["swift"].resources, "paraphrases"):
        real(name)
    text, _, phrases = line.strip().partition("|")
    targets = [item.target for _, item in stead.Substituter("swift").targets(text)]
    assert [target for target in targets if " " in target] == [phrase for phrase in phrases.split(";") if phrase]


@pytest.mark.real
def test_a_verb_apart_from_its_particle_is_left_alone() -> None:
    real("wordnet")
    substituter, text = stead.Substituter(f"{LISTED}(terms=event+move)"), "They turned the match down."
    assert [suggestions.item.target for suggestions in substituter.text(text)] == ["match"]
    assert [item.target for _, item in substituter.targets(text)] == [
        "turned",
        "match",
    ]  # `suggest` replaces both words


def test_single_letters_are_no_targets(substituter: stead.Substituter) -> None:
    selector = TargetSelector(stead.TextOptions(), open_lexicon("wordnet"), lambda text, start, end: text[start:end])
    targets = selector.targets(Sentence("", "match x, b matches", 0, in_quotation=False))
    assert [target.item.target for target in targets] == ["match", "matches"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"pos": "v"}, "the match and a match"),
        ({"block": ("event",)}, "the game and a game"),
        ({"block": ("match",)}, "the match and a match"),
        ({"every": 4}, "the event and a match"),
        ({"every": 3}, "the event and an event"),
        ({"rarer_than": 9}, "the match and a match"),
        ({"rarer_than": 9.1}, "the event and an event"),
        ({"more_frequent_than": 9}, "the match and a match"),
        ({"simpler": True}, "the game and a game"),
        ({"min_probability": 0.95}, "the match and a match"),
    ],
)
def test_options_say_which_words_and_which_substitutes(
    substituter: stead.Substituter, options: dict[str, object], expected: str
) -> None:
    assert rewritten(substituter, "the match and a match", **options) == expected


def test_variants_are_different_seeded_and_independent_of_the_cut(substituter: stead.Substituter) -> None:
    text = "They lost the match. A match is a match and a match."

    def variants(parts: object, seed: int) -> list[tuple[str, ...]]:
        return [sentence.variants for sentence in substituter.rewrite(parts, variants=5, seed=seed)]  # type: ignore[arg-type]

    first, second = variants(text, 1)
    assert set(first) == {"They lost the event.", "They lost the game."}
    assert len(set(second)) == 5
    assert "A match is a match and a match." not in second
    assert variants([text[:30], text[30:]], 1) == [first, second]
    assert variants(text, 2) != [first, second]


def test_a_diff_can_be_applied(substituter: stead.Substituter, tmp_path: Path) -> None:
    text = "It ended.\nThey lost the\nmatch. A match\n\nended.\nThe last match"
    (tmp_path / "text.txt").write_text(text, encoding="utf-8")
    options = stead.TextOptions(words=("match",))
    diff = "".join(unified_diff(substituter.rewrite(text, options), "text.txt"))
    subprocess.run(["patch", "-s", "text.txt"], input=diff.encode(), cwd=tmp_path, check=True)
    assert (tmp_path / "text.txt").read_text(encoding="utf-8") == rewritten(substituter, text, words=("match",))
    assert "".join(unified_diff(substituter.rewrite("It ended.\n", options), "x")) == ""


def test_marks_show_what_was_replaced(substituter: stead.Substituter) -> None:
    (sentence,) = substituter.rewrite("They had a match.", stead.TextOptions(words=("match",)))
    assert sentence.marked() == "They had [a match -> an event]."
    assert sentence.text == "They had an event."
    assert sentence.record()["edits"][0]["form"] == "event"


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("They met Paris", "Paris", True),
        ("Paris is big", "Paris", False),  # a word that begins a sentence may be any
        ("New York is big", "New", True),
        ("three dogs", "three", True),
        ("NATO is big", "NATO", True),
        ("three dogs", "dogs", False),
    ],
)
def test_names_and_numbers(text: str, word: str, expected: bool) -> None:
    tokens = tokenise(text, "en")
    at = [token.text for token in tokens].index(word)
    assert is_name_or_number(tokens, at) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a "b c" d', "b c"),
        ("'I hate it,' he said.", "I hate it"),
        ("a 'b c' d 'e' f", "b c e"),
        ("\u2018It is big,\u2019 she said.", "It is big"),
        ("He called 'the dogs' owner' and left.", "the dogs owner"),
        ("The dogs' owner and the cats' owner", ""),
        ("'Tis a day of the '90s.", ""),
        ("rock 'n' roll", ""),
    ],
)
def test_tokens_between_quotation_marks(text: str, expected: str) -> None:
    tokens = tokenise(text, "en")
    quoted = quoted_tokens(tokens, begins_in_quotation=False)
    inside = [token.text for token, is_quoted in zip(tokens, quoted, strict=True) if is_quoted]
    assert " ".join(text for text in inside if text.isalpha()) == expected


def test_other_languages_are_refused() -> None:
    with pytest.raises(stead.UsageError, match="English only"):
        stead.Substituter("fine", "fr").text("Le train.")
