"""Many requests at once against one after the other, and a text of 10,000 words: time, memory, and whether it grows.

Each measurement is a process of its own, whose memory is counted with that of the largest that it starts. Sentences are
WordNet's own examples; no target comes twice in a process.
"""

import subprocess
import sys

from stead.systems.blend.trained_models import TIERS

SENTENCES = 1000
WORDS = 10_000
RATIO_BAR = 2.5
SECONDS_BAR = 20
GROWTH_BAR = 1.15
"""How much more memory a text of four times the length may take."""

_EXAMPLES = """
import re, resource, sys, time
from benchmarks.measuring import peak_megabytes, processor_seconds
from contextlib import suppress
from itertools import islice
from stead import Substituter, TextOptions
from stead.core.errors import SteadError
from stead.lexicons import open_lexicon

def examples():
    for synset, gloss in open_lexicon("wordnet").synsets():
        for example in re.findall('"([^"]*)"', gloss):
            if len(example.split()) > 6:
                yield synset, example
"""
_MANY = (
    _EXAMPLES
    + """
def requests(words):
    for synset, example in examples():
        for word in synset.words:
            place = re.search(rf"\\b{re.escape(word)}\\b", example)
            if place and word not in words:
                words.add(word)
                yield {"text": example, "start": place.start(), "end": place.end(), "pos": synset.pos}
                break

tier, number, how = sys.argv[1], int(sys.argv[2]), sys.argv[3]
chosen = list(islice(requests(set()), 0, 4 * (number + 30), 4))
substituter = Substituter(tier).load()
list(substituter.suggest_many(chosen[:30]))
begin, used = time.perf_counter(), processor_seconds()
if how == "many":
    list(substituter.suggest_many(chosen[30:]))
else:
    for request in chosen[30:]:
        with suppress(SteadError):  # names and the like are refused, as many as at once
            substituter.suggest(**request)
elapsed = time.perf_counter() - begin
substituter.close()
print(elapsed, processor_seconds() - used)
"""
)
_TEXT = (
    _EXAMPLES
    + """
def sentences(most):
    words = 0
    for _, example in islice(examples(), 0, None, 3):
        words += len(example.split())
        if words > most:
            return
        yield f"{example.capitalize()}.\\n"

substituter = Substituter("swift").load()
begin, used = time.perf_counter(), processor_seconds()
targets = sum(1 for _ in substituter.text(sentences(int(sys.argv[1])), TextOptions(number=3)))
elapsed = time.perf_counter() - begin
substituter.close()
memory = peak_megabytes() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(elapsed, processor_seconds() - used, memory, targets)
"""
)


def report() -> None:
    """Print the ratio for each tier that is here, and the cost of a text."""
    there = [name for name, tier in TIERS.items() if not tier.lacking() and name != "finest"]
    if not there:
        print("  not measured: nothing that even swift needs is here")
        return
    print(f"\n{SENTENCES} requests at once and one after the other")
    for tier in there:
        alone, alone_used = _run(_MANY, tier, str(SENTENCES), "one by one")
        together, together_used = _run(_MANY, tier, str(SENTENCES), "many")
        aim = f" (aim: {RATIO_BAR})" if tier == "fine" else ""
        print(
            f"  {tier}: {alone / together:.2f} x as fast at once{aim}; processor time {alone_used:.0f} s one by one, "
            f"{together_used:.0f} s at once"
        )
    seconds, used, memory, targets = _run(_TEXT, str(WORDS))
    *_, quarter, _ = _run(_TEXT, str(WORDS // 4))
    print(
        f"  swift, a text of {WORDS:,} words, {targets:.0f} targets: {seconds:.1f} s (aim: under {SECONDS_BAR} if "
        f"the machine is quiet), processor time {used:.1f} s, {memory:.0f} MB, "
        f"{memory / quarter:.2f} x that of a quarter of it "
        f"(aim: under {GROWTH_BAR})"
    )


def _run(program: str, *arguments: str) -> list[float]:
    done = subprocess.run([sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True)
    return [*map(float, done.stdout.split())]


if __name__ == "__main__":
    report()
