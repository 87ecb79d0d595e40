"""`stead run wordnet` on 2,000 items, as a multiple of reading their file; its memory; and two workers beside one.

All are whole processes; reading the file is what a process takes that loads the items and does nothing with them. Two
workers are told from one with `cmlc`, which takes long enough for it.
"""

import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import quoteattr

from benchmarks.measuring import command, medians
from stead.core.parallel import cores
from stead.core.text import plural
from stead.resources import find, resource_named

ITEMS = 2_000
MEMORY = 150  # MB

_READ = "import sys; from stead.formats import load; load(sys.argv[1], 'items')"
_RUN = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"
_PEAK = """
import sys
from benchmarks.measuring import peak_megabytes
from stead.cli import main
main(sys.argv[1:])
print(peak_megabytes())
"""


def report(folder: Path, *, rounds: int = 3) -> None:
    """Print the times, their ratio and the memory."""
    print(f"\nstead run wordnet, {ITEMS} items")
    absent = [name for name in ("wordnet", "bnc") if find(resource_named(name)) is None]
    if absent:
        print(f"  not measured: not here are {', '.join(absent)}; `stead resources get {' '.join(absent)}` gets them")
        return
    items = _write_items(folder / "items.xml")
    words = ["run", "wordnet", str(items), "--task", "oot", "-o", str(folder / "run.txt"), "--workers", "1"]
    taken = medians(
        {
            "read": command([sys.executable, "-c", _READ, str(items)]),
            "run": command([sys.executable, "-c", _RUN, *words]),
        },
        rounds,
    )
    done = subprocess.run([sys.executable, "-c", _PEAK, *words], check=True, capture_output=True, text=True)
    print(
        f"  reading the file {taken['read']:.2f} s; the run {taken['run']:.2f} s, {taken['run'] / taken['read']:.1f} x"
    )
    print(f"  memory {done.stdout.split()[-1]} MB; aim: under {MEMORY} MB")
    _report_workers(folder, items, rounds)


def _report_workers(folder: Path, items: Path, rounds: int) -> None:
    """Print how long one and two workers take, and their ratio."""
    words = ["run", "cmlc", str(items), "-o", str(folder / "run.txt"), "--workers"]
    runs = {number: command([sys.executable, "-c", _RUN, *words, number]) for number in ("1", "2")}
    try:
        taken = medians(runs, rounds)
    except subprocess.CalledProcessError:
        print("  workers not measured: cmlc needs `pip install 'stead[counts,lm]'`")
        return
    ratio = taken["1"] / taken["2"]
    there = plural(cores(), "core")
    print(f"  cmlc with one worker {taken['1']:.2f} s, with two {taken['2']:.2f} s: {ratio:.2f} x as fast ({there})")


def _write_items(path: Path) -> Path:
    """Ten sentences for each of 200 targets with several senses, as many of each part of speech."""
    from stead.lexicons import open_lexicon  # noqa: PLC0415

    wordnet = open_lexicon("wordnet")
    lines = ['<corpus lang="english">']
    for pos in "nvar":
        polysemous = [lemma for lemma in wordnet.lemmas(pos) if len(wordnet.senses(lemma, pos)) > 1 and lemma.isalpha()]
        for lemma in polysemous[:: len(polysemous) // (ITEMS // 40)][: ITEMS // 40]:
            lines.append(f"<lexelt item={quoteattr(f'{lemma}.{pos}')}>")
            context = f"<context>{'some words before ' * 4}<head>{lemma}</head>{' and behind it' * 4}.</context>"
            lines += [f'<instance id="{len(lines)}.{number}">{context}</instance>' for number in range(10)]
            lines.append("</lexelt>")
    path.write_text("\n".join([*lines, "</corpus>", ""]), encoding="utf-8")
    return path


if __name__ == "__main__":
    report(Path(sys.argv[1]))
