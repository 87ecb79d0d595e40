"""What an answer of each tier costs: an item asked by itself when all is loaded, memory, and a first `stead suggest`.

Each tier is a process of its own. Sentences are made up of WordNet's own examples, thirty for warming up, then as many
as are timed; no target comes twice, so that nothing but what is remembered of words helps.
"""

import subprocess
import sys

from benchmarks.measuring import command, medians
from stead.systems.blend.trained_models import TIERS

ITEMS = 100
BARS = {"swift": (25, 700), "fine": (100, 1000), "finest": (450, 1600)}
"""Milliseconds and megabytes that a tier may take on two cores."""

_ASKED = """
import re, resource, sys, time
from itertools import islice
from stead.lexicons import open_lexicon
from stead.systems import parse_system
from stead.core.item import Item

def items(words):
    for number, (synset, gloss) in enumerate(open_lexicon("wordnet").synsets()):
        for example in re.findall('"([^"]*)"', gloss):
            for word in synset.words:
                place = re.search(rf"\\b{re.escape(word)}\\b", example)
                if place and word not in words and len(example.split()) > 6:
                    words.add(word)
                    yield Item(str(number), f"{word}.{synset.pos}", example, *place.span())
                    break

system, number = parse_system(sys.argv[1]), int(sys.argv[2])
chosen = list(islice(items(set()), 0, 40 * (number + 30), 40))
for item in chosen[:30]:
    system.suggest(item)
begin = time.perf_counter()
for item in chosen[30:]:
    system.suggest(item)
print(1000 * (time.perf_counter() - begin) / number, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000)
"""


def report() -> None:
    """Print the costs of the tiers that are here, beside that of the WordNet baseline."""
    print(f"\nan item of a tier, {ITEMS} of them one at a time")
    there = [name for name, tier in TIERS.items() if not tier.lacking()]
    if not there:
        print("  not measured: nothing that even swift needs is here")
        return
    base, _ = _cost("wordnet")
    for name in there:
        milliseconds, memory = _cost(name)
        time_bar, memory_bar = BARS[name]
        print(
            f"  {name}: {milliseconds:.1f} ms (aim: under {time_bar}), {milliseconds / base:.0f} x wordnet's; "
            f"{memory:.0f} MB (aim: under {memory_bar})"
        )
    words = [sys.executable, "-m", "stead", "suggest", "They lost the [match].", "--system"]
    taken = medians({name: command([*words, name]) for name in ("wordnet", "swift")}, 3)
    print(f"  a first `stead suggest`: wordnet {taken['wordnet']:.2f} s, swift {taken['swift']:.2f} s (aim: under 1.5)")


def _cost(system: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", _ASKED, system, str(ITEMS)], check=True, capture_output=True, text=True
    )
    milliseconds, memory = map(float, done.stdout.split())
    return milliseconds, memory


if __name__ == "__main__":
    report()
