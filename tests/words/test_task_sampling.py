"""Drawing sentences: what is drawn, what is not, and what the draw depends on."""

import gzip
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.core.errors import BadInput
from stead.core.item import Item
from stead.formats import load, save
from stead.words import Corpus, CorpusLayout, Documents, Sample, SampleSettings, TargetFinder, sample_items
from tests.shared import shared

ALL = SampleSettings(per_target=1000, least_words=1, most_words=1000)


def drawn(
    files: Sequence[str],
    lexelts: Sequence[str] = ("match.n",),
    settings: SampleSettings = ALL,
    *,
    documents: Documents = Documents.UNKNOWN,
    layout: CorpusLayout = CorpusLayout.LINES,
) -> Sample:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.txt" for number in range(len(files))]
        for path, text in zip(paths, files, strict=True):
            path.write_text(text, encoding="utf-8")
        corpus = Corpus(paths=list(map(str, paths)), layout=layout, documents=documents)
        return sample_items(corpus, lexelts, TargetFinder(lexelts, "en"), settings)


def shown(sample: Sample) -> list[tuple[str, str]]:
    return [(item.lexelt, f"{item.text[: item.start]}[{item.target}]{item.text[item.end :]}") for item in sample.items]


def different(count: int, word: str = "match") -> list[str]:
    """Sentences that have nothing but one word in common."""
    names = list(map(spelt, range(count)))
    return [f"{' '.join(f'w{letter}{name}x' for letter in 'abcdefgh')} {word} {name}.".capitalize() for name in names]


def spelt(number: int) -> str:
    """A number in letters, since the values of digits do not count."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def test_every_sentence_with_a_form_of_the_target_can_be_drawn() -> None:
    sample = drawn(["They lost two matches. Nobody cared.\nAnother match\twas  won.\n"])
    assert sorted(shown(sample)) == [
        ("match.n", "Another [match] was won."),
        ("match.n", "They lost two [matches]."),
    ]
    assert [item.id for item in sample.items] == ["1", "2"]
    assert {item.language for item in sample.items} == {"en"}


def test_items_come_in_the_order_of_the_targets() -> None:
    sample = drawn(["The dog lost a match.\n"], ["match.n", "cat.n", "dog.n"])
    assert shown(sample) == [("match.n", "The dog lost a [match]."), ("dog.n", "The [dog] lost a match.")]
    assert [tally.taken for tally in sample.tallies.values()] == [1, 0, 1]


def test_a_sentence_a_line_is_not_split() -> None:
    assert len(drawn(["He won. A match. So what.\n"], layout=CorpusLayout.SENTENCES).items[0].text) == 25


def test_wrapped_sentences_are_made_whole() -> None:
    sample = drawn(["They lost\nthe match. They\nwere sad.\n"], layout=CorpusLayout.WRAPPED)
    assert shown(sample) == [("match.n", "They lost the [match].")]


def test_sentences_of_the_wrong_length_are_counted() -> None:
    text = "A match.\nA longer match was lost.\nA far longer match was lost than this.\n"
    sample = drawn([text], settings=SampleSettings(10, least_words=3, most_words=7))
    assert shown(sample) == [("match.n", "A longer [match] was lost.")]
    assert sample.tallies["match.n"].wrong_length == 2


def test_names_and_forbidden_characters_are_counted() -> None:
    sample = drawn(["He met Mr Match there.\nThe ma\x01tch match.\nA match.\n"])
    tally = sample.tallies["match.n"]
    assert (tally.in_name, tally.forbidden, tally.sentences, tally.taken) == (1, 1, 1, 1)


def test_a_sentence_is_drawn_once_however_often_and_however_written_it_comes() -> None:
    sample = drawn(["They lost 3 matches.\nThey lost 4 matches!\n“THEY lost 5 matches”\nThey lost 3 matches.\n"])
    assert len(sample.items) == 1
    assert sample.items[0].text == "They lost 3 matches."  # the first in the alphabet


def test_near_duplicates_are_passed_over_and_counted() -> None:
    sentence = "The old dog chased a quick cat over the garden match"
    sample = drawn([f"{sentence} wall.\n{sentence} fence.\nAn unlike match.\n"])
    assert len(sample.items) == 2
    assert sample.tallies["match.n"].near_duplicates == 1


def test_near_duplicates_that_use_up_the_reserve_are_told() -> None:
    same = [f"The very same words before a match of {spelt(number)}" for number in range(200)]
    tally = drawn(["\n".join(same)], settings=SampleSettings(2, least_words=1)).tallies["match.n"]
    assert (tally.taken, tally.reserve_exhausted) == (1, True)
    enough = drawn(["\n".join(different(200))], settings=SampleSettings(2, least_words=1)).tallies["match.n"]
    assert (enough.taken, enough.reserve_exhausted) == (2, False)


def test_a_document_gives_one_sentence_for_each_target() -> None:
    files = ["\n".join([*different(5), *different(5, "dog")]), "\n".join(different(7)[5:])]
    sample = drawn(files, ["match.n", "dog.n"], documents=Documents.FILES)
    assert [tally.taken for tally in sample.tallies.values()] == [2, 1]
    text = "\n\n".join(different(5))
    assert len(drawn([text], documents=Documents.BLANK_LINES).items) == 5
    assert len(drawn([text], documents=Documents.FILES).items) == 1
    assert len(drawn([text]).items) == 5


def test_a_target_that_comes_twice_is_marked_in_either_place() -> None:
    places = {drawn(["A match is a match."], settings=SampleSettings(1, seed, 1)).items[0].start for seed in range(20)}
    assert places == {2, 13}


def test_every_sentence_has_the_same_chance() -> None:
    """300 draws of 2 from 10 sentences: each is expected 60 times, with a standard deviation of 6.9."""
    text = "\n".join(different(10))
    draws = [drawn([text], settings=SampleSettings(2, seed, 1)).items for seed in range(300)]
    counts = Counter(item.text for items in draws for item in items)
    assert len(counts) == 10
    assert all(abs(count - 60) < 4 * 6.9 for count in counts.values())


def test_every_document_has_the_same_chance_however_long_it_is() -> None:
    """300 draws of 1 from 3 documents, one with 8 sentences: each is expected 100 times, standard deviation 8.2."""
    sentences = different(10)
    files = ["\n".join(sentences[:8]), sentences[8], sentences[9]]
    draws = [drawn(files, settings=SampleSettings(1, seed, 1), documents=Documents.FILES) for seed in range(300)]
    texts = [sample.items[0].text for sample in draws]
    counts = Counter(max(0, sentences.index(text) - 7) for text in texts)
    assert all(abs(counts[document] - 100) < 4 * 8.2 for document in range(3))
    assert len({text for text in texts if text in sentences[:8]}) == 8


@pytest.mark.parametrize("documents", list(Documents))
@given(data=st.data())
@settings(max_examples=40)
def test_the_order_of_files_and_sentences_makes_no_difference(documents: Documents, data: st.DataObject) -> None:
    words = st.sampled_from(["match", "Matches", "dog", "lost", "the", "9", "won", "quick", "cat"])
    sentences = st.lists(words, min_size=1, max_size=8).map(lambda own: " ".join(own) + ".")
    files = data.draw(st.lists(st.lists(sentences, min_size=1, max_size=6), min_size=1, max_size=5))
    shuffled = [data.draw(st.permutations(own)) for own in data.draw(st.permutations(files))]
    wanted = SampleSettings(data.draw(st.integers(1, 4)), seed=data.draw(st.integers()), least_words=2)
    one, other = (
        drawn(["\n".join(own) for own in each], ["match.n", "dog.n"], wanted, documents=documents)
        for each in (files, shuffled)
    )
    assert one == other


def test_the_seed_makes_a_difference() -> None:
    text = "\n".join(different(100))
    samples = {tuple(shown(drawn([text], settings=SampleSettings(5, seed, 1)))) for seed in range(5)}
    assert len(samples) == 5


def test_other_targets_of_the_list_make_no_difference() -> None:
    text = "\n".join(different(100) + different(100, "dog"))
    alone = drawn([text], ["dog.n"], SampleSettings(5))
    among = drawn([text], ["match.n", "dog.n"], SampleSettings(5))
    assert shown(among)[5:] == shown(alone)


def test_more_sentences_begin_with_the_fewer() -> None:
    text = "\n".join(different(100))
    assert shown(drawn([text], settings=SampleSettings(9)))[:4] == shown(drawn([text], settings=SampleSettings(4)))


@pytest.mark.parametrize("files", [[""], ["\n\n"], ["", " \n"]])
def test_a_corpus_without_text_is_refused(files: list[str]) -> None:
    with pytest.raises(BadInput, match="no text to draw from"):
        drawn(files)


def test_a_corpus_of_which_nothing_can_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_bytes(b"caf\xe9\n")
    with pytest.raises(BadInput, match=r"1 line left out .*not valid UTF-8[^\n]*\n.*no text to draw from"):
        sample_items(Corpus(paths=[str(tmp_path / "corpus.txt")]), ["a.n"], TargetFinder(["a.n"], "en"), ALL)


def test_what_was_drawn_is_written_and_read_back(tmp_path: Path) -> None:
    items = drawn(['A "match" & <b>.\nTwo matches\u00a0here.\n']).items
    assert save(items, "items", tmp_path / "items.xml", "semeval") == []
    read, report = load(tmp_path / "items.xml", "items")
    assert (read, report.faults) == (items, [])


def brown(tmp_path: Path, lexelts: list[str], wanted: SampleSettings, *, shuffled: bool) -> list[Item]:
    path = shared("data", "corpus", "brown.txt.gz", what="the Brown corpus")
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)[:20_000]
    if shuffled:
        random.Random(1).shuffle(lines)
    (tmp_path / "corpus.gz").write_bytes(gzip.compress(b"".join(lines), compresslevel=1))
    corpus = Corpus(paths=[str(tmp_path / "corpus.gz")], layout=CorpusLayout.SENTENCES)
    return sample_items(corpus, lexelts, TargetFinder(lexelts, "en"), wanted).items


def test_real_text_gives_real_items_in_any_order(tmp_path: Path) -> None:
    lexelts = ["bright.a", "match.n", "hold.v", "spring.n", "leave.v", "quickly.r"]
    items = brown(tmp_path, lexelts, SampleSettings(10), shuffled=False)
    assert Counter(item.lexelt for item in items) == dict.fromkeys(lexelts, 10)
    assert {item.target.lower() for item in items if item.lexelt == "leave.v"} <= {"leave", "leaves", "leaving", "left"}
    assert all(len(item.text.split()) >= 8 for item in items)
    assert brown(tmp_path, lexelts, SampleSettings(10), shuffled=True) == items
