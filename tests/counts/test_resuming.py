"""A count that is killed goes on, and comes out the same, byte for byte."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stead.counts import CountSettings, corpus_counting, count_corpus, open_model, shards
from tests.counts.made import write_text

SETTINGS = CountSettings(min_count=2)
_COUNT = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    for number in range(3):  # two shards each, so that worker processes are at work
        write_text(folder / f"{number}.txt", 9_000_000 if number == 1 else 200_000, seed=number)
    return folder


@pytest.fixture(scope="module")
def expected(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("expected")
    count_corpus([str(corpus)], folder / "model", SETTINGS)
    return content(folder / "model")


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def started(corpus: Path, model: Path) -> subprocess.Popen[bytes]:
    words = ["count", str(corpus), "-o", str(model), "--min-count", "2"]
    return subprocess.Popen([sys.executable, "-c", _COUNT, *words], stderr=subprocess.PIPE, start_new_session=True)


def test_the_same_corpus_gives_the_same_bytes(corpus: Path, tmp_path: Path, expected: dict[str, bytes]) -> None:
    count_corpus([str(corpus)], tmp_path / "model", SETTINGS)
    found = content(tmp_path / "model")
    assert found.keys() == expected.keys()
    assert [name for name in found if found[name] != expected[name]] == []


def test_killed_at_random_moments_then_gone_on_with(corpus: Path, tmp_path: Path, expected: dict[str, bytes]) -> None:
    model = tmp_path / "model"
    chance = random.Random(os.getpid())
    for _ in range(5):
        process = started(corpus, model)
        try:
            process.wait(chance.uniform(0.5, 12))
            break  # it was quicker
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        finally:
            if process.stderr:
                process.stderr.close()
        assert not model.exists() or content(model) == expected
    with started(corpus, model) as last:
        _, words = last.communicate()
    assert last.returncode == 0, words
    found = content(model)
    assert [name for name in expected if found.get(name) != expected[name]] == []
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_what_is_done_is_not_done_again(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(corpus_counting._Counting, "_vocabulary", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            count_corpus([str(corpus / "0.txt")], tmp_path / "model", SETTINGS)
    monkeypatch.setattr(shards, "_tokeniser", _interrupted)
    count_corpus([str(corpus / "0.txt")], tmp_path / "model", SETTINGS)
    assert open_model(tmp_path / "model").words > 10_000


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("change", ["text", "settings"])
def test_other_text_or_settings_begin_anew(corpus: Path, tmp_path: Path, change: str) -> None:
    text = tmp_path / "text.txt"
    text.write_text("one two three\n" * 9, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(corpus_counting._Counting, "_index", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            count_corpus([str(text)], tmp_path / "model", SETTINGS)
    if change == "text":
        text.write_text("one two four\n" * 9, encoding="utf-8")
    settings = CountSettings(min_count=2, window=1) if change == "settings" else SETTINGS
    count_corpus([str(text)], tmp_path / "model", settings)
    model = open_model(tmp_path / "model")
    assert model.frequency("four") == (9 if change == "text" else 0)
    assert model.cooccurrences("after").sum() == (18 if change == "settings" else 27)


def test_several_batches_add_up_to_the_same_rows(
    corpus: Path, tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus_counting, "BATCH", 400_000)
    count_corpus([str(corpus)], tmp_path / "model", SETTINGS)
    found = content(tmp_path / "model")
    assert [name for name in expected if "index" in name and found[name] != expected[name]] == []
