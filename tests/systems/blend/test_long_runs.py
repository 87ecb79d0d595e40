"""A long run takes no more memory than one of middling length."""

import subprocess
import sys

import pytest

from stead.systems.blend.trained_models import TIERS
from tests.lexicons.real import real

_ASKED = """
import sys
from pathlib import Path
from stead.systems import parse_system
from stead.core.item import Item

number = int(sys.argv[1])
words = "bright side match clear strong ask field point charge draw run light hold order plain raise sound turn".split()
system = parse_system("swift")

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

def item(place):
    before = f"In report {place % 977} of week {place} they wrote that the "
    word = words[place % len(words)]
    text = f"{before}{word} was number {place * 7919 % 1000} of many ."
    return Item(id=str(place), lexelt=f"{word}.n", text=text, start=len(before), end=len(before) + len(word))

for start in range(0, number, 50):
    system.suggest_all([item(place) for place in range(start, start + 50)], "oot")
    if start in (number * 2 // 5, number - 50):
        print(megabytes())
"""


@pytest.mark.real
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the size of a process is read as Linux tells it")
@pytest.mark.parametrize("number", [500, pytest.param(10_000, marks=pytest.mark.soak)])
def test_memory_does_not_grow_with_the_items(number: int) -> None:
    for name in TIERS["swift"].resources:
        real(name)
    done = subprocess.run([sys.executable, "-c", _ASKED, str(number)], capture_output=True, text=True, check=True)
    middle, end = map(float, done.stdout.split())
    assert end < middle + 8
