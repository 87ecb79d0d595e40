"""What a call of `stead.suggest` with each tier costs when all is loaded, memory, and a first `stead suggest`.

The call is given a sentence and where the target is in it; lemma and part of speech are found out. Each tier is a
process of its own. Sentences are WordNet's own examples, thirty for warming up, then as many as are timed; no target
comes twice, so that nothing but what is remembered of words helps.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice

from benchmarks.measuring import command, medians
from stead.lexicons.wordnet_files import WordNet
from stead.resources import folder
from stead.systems.blend.trained_models import TIERS

ITEMS = 100
BARS = {"swift": (10, 350), "fine": (70, 500), "finest": (400, 1000)}
"""Milliseconds and megabytes that a tier may take on two quiet cores."""

_WARM_UP = 30
_STEP = 40
"""One of this many sentences with a new target is taken, so that they are from all of WordNet."""

_ASK = """
import json, sys, time
from benchmarks.measuring import peak_megabytes
import stead

def ask(requests):
    answered = 0
    for sentence, start, end in requests:
        try:
            stead.suggest(sentence, start=start, end=end, system=sys.argv[1])
            answered += 1
        except stead.SteadError:  # a name, or a function word
            pass
    return answered

warm_up, requests = json.load(sys.stdin)
ask(warm_up)
begin, used = time.perf_counter(), time.process_time()
answered = ask(requests)
seconds, processor = time.perf_counter() - begin, time.process_time() - used
memory = peak_megabytes()
print(1000 * seconds / answered, 1000 * processor / answered, memory)
"""


def requests() -> Iterator[tuple[str, int, int]]:
    """Sentences with a target that no sentence before has had, and its offsets."""
    words: set[str] = set()
    for synset, gloss in WordNet(folder("wordnet")).synsets():
        for example in re.findall('"([^"]*)"', gloss):
            for word in synset.words:
                match = re.search(rf"\b{re.escape(word)}\b", example)
                if match and word.islower() and word not in words and len(example.split()) > 6:
                    words.add(word)
                    yield example, *match.span()
                    break


def report() -> None:
    """Print the costs of the tiers that are here, beside that of the WordNet baseline."""
    print(f"\na call of stead.suggest, {ITEMS} of them one at a time")
    there = [name for name, tier in TIERS.items() if not tier.lacking()]
    if not there:
        print("  not measured: nothing that even swift needs is here")
        return
    base, *_ = _cost("wordnet")
    for name in there:
        milliseconds, processor, memory = _cost(name)
        time_bar, memory_bar = BARS[name]
        print(
            f"  {name}: {milliseconds:.1f} ms (aim: under {time_bar}), processor {processor:.1f} ms, "
            f"{milliseconds / base:.0f} x wordnet's; "
            f"{memory:.0f} MB (aim: under {memory_bar})"
        )
    words = [sys.executable, "-m", "stead", "suggest", "They lost the [match].", "--system"]
    taken = medians({name: command([*words, name]) for name in ("wordnet", "swift")}, 3)
    print(f"  a first `stead suggest`: wordnet {taken['wordnet']:.2f} s, swift {taken['swift']:.2f} s (aim: under 1.5)")


@cache
def _chosen() -> str:
    """The requests of every process, as JSON."""
    chosen = [*islice(requests(), 0, _STEP * (ITEMS + _WARM_UP), _STEP)]
    return json.dumps([chosen[:_WARM_UP], chosen[_WARM_UP:]])


def _cost(system: str) -> list[float]:
    """Milliseconds, milliseconds of processor time, and megabytes."""
    program = [sys.executable, "-c", _ASK, system]
    done = subprocess.run(program, check=True, capture_output=True, text=True, input=_chosen())
    return [*map(float, done.stdout.split())]


if __name__ == "__main__":
    report()
