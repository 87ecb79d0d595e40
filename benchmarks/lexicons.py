"""WordNet read in place against NLTK's reader, on the same files: first answer, warm answers, memory.

NLTK is no dependency: `pip install nltk` to measure it too. What is asked are the four classes of candidates of the
SemEval-2007 baseline. The first pass over the targets finds no cache filled; from the second on both have what they
remember: NLTK every synset it has read, stead the senses and the candidates of the last 4,096 targets.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.measuring import command, medians
from stead.resources import find, resource_named

TARGETS = 2_000

_STEAD = """
from stead.lexicons import four_classes, open_lexicon
wordnet = open_lexicon("wordnet")
def candidates(lemma, pos):
    return four_classes(wordnet, lemma, pos)
exact = candidates
"""
_NLTK = """
import warnings
warnings.simplefilter("ignore")
from nltk.corpus import wordnet
def candidates(lemma, pos, synsets=None):
    synsets = wordnet.synsets(lemma.replace(" ", "_"), pos) if synsets is None else synsets
    close = {"n": wordnet_hypernyms, "v": wordnet_hypernyms, "a": wordnet_similar}.get(pos, lambda synset: [])
    seen = set()
    def new(found):
        words = (name.replace("_", " ") for synset in found for name in synset.lemma_names())
        kept = tuple(word for word in dict.fromkeys(words) if word not in seen and word.lower() != lemma)
        seen.update(kept)
        return kept
    first = synsets[:1]
    return (new(first), new(other for one in first for other in close(one)), new(synsets),
            new(other for one in synsets for other in close(one)))
def wordnet_hypernyms(synset):
    return synset.hypernyms()
def wordnet_similar(synset):
    return synset.similar_tos()
def exact(lemma, pos):  # without the senses of base forms, which NLTK adds
    name = lemma.replace(" ", "_")
    return candidates(lemma, pos, [s for s in wordnet.synsets(name, pos) if name in map(str.lower, s.lemma_names())])
"""
_FIRST = "\nprint(candidates('bright', 'a'))"
_PASSES = """
import hashlib, json, sys, time
from benchmarks.measuring import peak_megabytes
targets = [tuple(line.rstrip("\\n").split("\\t")) for line in open(sys.argv[1], encoding="utf-8")]
candidates("bright", "a")
taken = []
for _ in range(3):
    begin = time.perf_counter()
    for lemma, pos in targets:
        candidates(lemma, pos)
    taken.append(time.perf_counter() - begin)
memory = peak_megabytes()
said = [[sorted(words) for words in exact(lemma, pos)] for lemma, pos in targets]
digest = hashlib.sha256(json.dumps(said).encode()).hexdigest()
print(json.dumps({"first": taken[0], "warm": min(taken[1:]), "memory": memory, "digest": digest}))
"""


def report(folder: Path, *, rounds: int = 3) -> None:
    """Print both, and their ratios."""
    print("\nWordNet read in place")
    installed = find(resource_named("wordnet"))
    if installed is None:
        print(f"  not measured: WordNet is not here; `{resource_named('wordnet').command}` gets it")
        return
    os.environ["NLTK_DATA"] = str(_nltk_data(folder / "nltk", installed.folder))
    programs = {"stead": _STEAD, **({"nltk": _NLTK} if find_spec("nltk") else {})}
    starts = medians({name: command([sys.executable, "-c", text + _FIRST]) for name, text in programs.items()}, rounds)
    targets = _write_targets(folder / "targets.tsv")
    passes = {name: [_passes(text, targets) for _ in range(rounds)] for name, text in programs.items()}
    if len({one["digest"] for of_reader in passes.values() for one in of_reader}) > 1:
        raise RuntimeError("the two readers disagree on the candidates")
    for name in programs:
        rates = {what: TARGETS / statistics.median(one[what] for one in passes[name]) for what in ("first", "warm")}
        memory = max(one["memory"] for one in passes[name])
        print(f"  {name:6} first answer of a new process {starts[name]:6.3f} s; candidate sets per second: ", end="")
        print(f"{rates['first']:8.0f} the first time, {rates['warm']:8.0f} warm; {memory} MB")
    if "nltk" in programs:
        _print_ratios(starts, passes)
    else:
        print("  not installed: nltk")


def _print_ratios(starts: dict[str, float], passes: dict[str, list[dict[str, Any]]]) -> None:
    taken = {
        what: {name: statistics.median(one[what] for one in of_reader) for name, of_reader in passes.items()}
        for what in ("first", "warm")
    }
    print(f"  first answer {starts['nltk'] / starts['stead']:.1f} x sooner; aim: 10 x")
    print(
        f"  warm candidate sets {taken['warm']['nltk'] / taken['warm']['stead']:.1f} x the rate, aim: 5 x; "
        f"the first time {taken['first']['nltk'] / taken['first']['stead']:.1f} x"
    )


def _nltk_data(folder: Path, wordnet: Path) -> Path:
    """The same files as NLTK wants them; two more that it reads when it opens are made as small as can be."""
    target = folder / "corpora" / "wordnet"
    target.mkdir(parents=True)
    for path in wordnet.iterdir():
        if path.is_file():
            shutil.copyfile(path, target / path.name)
    (target / "lexnames").write_text("".join(f"{number:02d}\tlex.{number:02d}\t1\n" for number in range(45)))
    (target / "index.sense").write_text("")
    return folder


def _write_targets(path: Path) -> Path:
    """Words with several senses, as many of each part of speech, spread evenly over the alphabet."""
    from stead.lexicons import open_lexicon  # noqa: PLC0415

    wordnet = open_lexicon("wordnet")
    chosen = []
    for pos in "nvar":
        polysemous = [lemma for lemma in wordnet.lemmas(pos) if len(wordnet.senses(lemma, pos)) > 1]
        step = max(1, len(polysemous) // (TARGETS // 4))
        chosen += [(lemma, pos) for lemma in polysemous[::step][: TARGETS // 4]]
    path.write_text("".join(f"{lemma}\t{pos}\n" for lemma, pos in chosen), encoding="utf-8")
    return path


def _passes(program: str, targets: Path) -> dict[str, Any]:
    words = [sys.executable, "-c", program + _PASSES, str(targets)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    passes: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return passes


if __name__ == "__main__":
    report(Path(sys.argv[1]))
