"""A count that is killed goes on, and comes out the same, byte for byte."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

from stead.counts import CountSettings, corpus_counting, count_corpus, open_model, shards
from tests.counts.made import make_small_blocks, write_text

SETTINGS = CountSettings(min_count=2)
_COUNT = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"
_SMALL = """
from functools import partial
from stead.counts import corpus_files, shards
shards.DEFAULT_BYTES = 1 << 17
shards.blocks_of = partial(corpus_files.blocks_of, size=1 << 17)
"""
LARGE = 9_000_000


@pytest.fixture(scope="module", params=[350_000, pytest.param(LARGE, marks=pytest.mark.soak)])
def corpus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Three files, of which one has several blocks, so that worker processes are at work."""
    folder = tmp_path_factory.mktemp("corpus")
    for number in range(3):
        write_text(folder / f"{number}.txt", request.param if number == 1 else 100_000, seed=number)
    with pytest.MonkeyPatch.context() as patch:
        if request.param != LARGE:
            make_small_blocks(patch)
        yield folder


@pytest.fixture(scope="module")
def expected(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("expected")
    manifest = count_corpus([str(corpus)], folder / "model", SETTINGS)
    assert len(manifest["shards"]) > 2
    return content(folder / "model")


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def started(corpus: Path, model: Path) -> subprocess.Popen[bytes]:
    program = _COUNT if is_large(corpus) else _SMALL + _COUNT
    words = [sys.executable, "-c", program, "count", str(corpus), "-o", str(model), "--min-count", "2"]
    return subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True)


def is_large(corpus: Path) -> bool:
    return (corpus / "1.txt").stat().st_size >= LARGE


def seconds_of(corpus: Path, model: Path) -> float:
    """How long a count takes after it has begun to write."""
    with started(corpus, model) as process:
        began = wait_until_begun(model, process)
        process.communicate()
    assert process.returncode == 0
    rmtree(model)
    return time.monotonic() - began


def wait_until_begun(model: Path, process: subprocess.Popen[bytes]) -> float:
    while not model.with_name("model.part").exists() and not model.exists() and process.poll() is None:
        time.sleep(0.01)
    return time.monotonic()


def test_the_same_corpus_gives_the_same_bytes(corpus: Path, tmp_path: Path, expected: dict[str, bytes]) -> None:
    count_corpus([str(corpus)], tmp_path / "model", SETTINGS)
    found = content(tmp_path / "model")
    assert found.keys() == expected.keys()
    assert [name for name in found if found[name] != expected[name]] == []


def test_killed_at_random_moments_then_gone_on_with(corpus: Path, tmp_path: Path, expected: dict[str, bytes]) -> None:
    model = tmp_path / "model"
    chance = random.Random(os.getpid())
    longest = seconds_of(corpus, model)
    for _ in range(5 if is_large(corpus) else 2):
        process = started(corpus, model)
        wait_until_begun(model, process)
        try:
            process.wait(chance.uniform(0, longest))
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
    words = json.loads(expected["manifest.json"])["counts"]["words"]
    monkeypatch.setattr(corpus_counting, "BATCH", words // 4)
    count_corpus([str(corpus)], tmp_path / "model", SETTINGS)
    found = content(tmp_path / "model")
    assert [name for name in expected if "index" in name and found[name] != expected[name]] == []
