"""Lexicon files, cut off or changed at random: reading them says no in words, or reads them, and never takes long."""

import random
import shutil
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stead.core.errors import BadInput
from stead.lexicons import Lexicon, four_classes
from stead.lexicons.frequencies import BncFrequencies, FrequencyList
from stead.lexicons.thesauri import Moby, MyThes, SynonymList
from stead.lexicons.vectors import Vectors
from stead.lexicons.wordnet_files import WordNet
from tests.lexicons.made import write_mythes, write_wordnet
from tests.lexicons.test_frequencies import write_bnc
from tests.lexicons.test_vectors import FILES as VECTOR_FILES

LONGEST = 2.0  # seconds of processor time
WORDS = ("bright", "match", "hand", "quickly", "Bible", "lit up", "nothing", "café", "a")


def ask(lexicon: Lexicon) -> None:
    """Everything that can be asked."""
    for word in WORDS:
        for sense in lexicon.senses(word):
            _ = sense.synonyms, sense.count, sense.id, sense.weights
            for relation in ("hypernym", "similar", "antonym", "pertainym"):
                sense.related(relation)
        four_classes(lexicon, word, "n")
        _ = word in lexicon
    for lemma in islice(lexicon.lemmas(), 50):
        lexicon.senses(lemma, "a")


def ask_wordnet(folder: Path) -> None:
    wordnet = WordNet(folder)
    _ = wordnet.name
    wordnet.exceptions("v")
    ask(wordnet)


def ask_bnc(folder: Path) -> None:
    assert BncFrequencies(folder).of("the") >= 0


def written_vectors(folder: Path, name: str) -> None:
    folder.mkdir()
    (folder / name).write_bytes(VECTOR_FILES[name])


def written_text(folder: Path, name: str, text: str) -> None:
    folder.mkdir()
    (folder / name).write_text(text, encoding="utf-8")


MOBY = "bright,clever,smart\nmatch,game\n"
LIST = "bright.a\tclever;smart\t0.5\nmatch\tgame\n"
NUMBERS = "bright\t3\nmatch\t4.5\n"
KINDS: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "wordnet": (write_wordnet, ask_wordnet),
    "mythes": (lambda folder: write_mythes(folder / "th_fr"), lambda folder: ask(MyThes(folder / "th_fr.dat"))),
    "moby": (lambda folder: written_text(folder, "m.txt", MOBY), lambda folder: ask(Moby(folder / "m.txt"))),
    "list": (lambda folder: written_text(folder, "l.tsv", LIST), lambda folder: ask(SynonymList(folder / "l.tsv"))),
    "frequencies": (lambda folder: written_text(folder, "f", NUMBERS), lambda folder: FrequencyList(folder / "f")),
    "glove": (
        lambda folder: written_vectors(folder, "glove.txt"),
        lambda folder: ask(Vectors.open(folder / "glove.txt")),
    ),
    "word2vec": (
        lambda folder: written_vectors(folder, "word2vec.bin"),
        lambda folder: ask(Vectors.open(folder / "word2vec.bin")),
    ),
}


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each lexicon once, unharmed."""
    base = tmp_path_factory.mktemp("originals")
    for name, (write, _) in KINDS.items():
        write(base / name)
    return {name: base / name for name in KINDS}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


_NUMBERS = iter(range(10**9))


def copies(original: Path, place: Path) -> Path:
    """A new copy; each has a name of its own, so that nothing is remembered of an earlier one."""
    copy = place / f"{original.name}-{next(_NUMBERS)}"
    shutil.copytree(original, copy)
    return copy


def check(kind: str, folder: Path) -> None:
    """Ask everything; what is wrong must be said with the file it is in."""
    begin, said = time.process_time(), ""
    try:
        KINDS[kind][1](folder)
    except BadInput as error:
        said = str(error)
    assert not said or any(path.stem in said for path in folder.iterdir()), said
    assert time.process_time() - begin < LONGEST
    shutil.rmtree(folder)


@pytest.mark.parametrize("kind", KINDS)
def test_unharmed_files_are_read(kind: str, originals: dict[str, Path]) -> None:
    KINDS[kind][1](originals[kind])


def cuts(size: int) -> Iterator[int]:
    """Some places to cut a file, always the first bytes and the last."""
    yield from sorted(
        {*range(min(size, 12)), *range(max(0, size - 6), size), *random.Random(1).sample(range(size), 12)}
    )


@pytest.mark.parametrize("kind", KINDS)
def test_files_that_are_cut_off(kind: str, originals: dict[str, Path], place: Path) -> None:
    for file in sorted(path.name for path in originals[kind].iterdir()):
        for size in cuts((originals[kind] / file).stat().st_size):
            copy = copies(originals[kind], place)
            (copy / file).write_bytes((copy / file).read_bytes()[:size])
            check(kind, copy)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_files_with_other_bytes(kind: str, data: st.DataObject, originals: dict[str, Path], place: Path) -> None:
    copy = copies(originals[kind], place)
    path = copy / data.draw(st.sampled_from(sorted(path.name for path in copy.iterdir())))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        start = data.draw(st.integers(0, len(content) - 1))
        new = data.draw(
            st.one_of(st.binary(max_size=4), st.sampled_from([b"\n", b" ", b"|", b"9", b"\t", b"@", b"-1"]))
        )
        content[start : start + data.draw(st.integers(0, 3))] = new
        content = content or bytearray(b"\n")
    path.write_bytes(content)
    check(kind, copy)


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_random_bytes(kind: str, originals: dict[str, Path], place: Path) -> None:
    source = random.Random(2)
    for file in sorted(path.name for path in originals[kind].iterdir()):
        for size in (1, 100, 5000):
            copy = copies(originals[kind], place)
            (copy / file).write_bytes(source.randbytes(size))
            check(kind, copy)


def test_frequencies_of_the_bnc_that_are_cut_off(tmp_path: Path) -> None:
    folder = write_bnc(tmp_path / "rf")
    path = folder / "rf_8f.py"  # the MD5 of `the` begins with 8f
    whole = path.read_bytes()
    for size in range(0, len(whole) - 3, 7):
        path.write_bytes(whole[:size])
        with pytest.raises(BadInput, match=r"rf_8f.py: byte 0: expected the dict frequencies_8f and nothing else"):
            ask_bnc(folder)
