"""Systems of a user that the tests of batches and of worker processes ask."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stead.core.item import Item
from stead.systems import Suggestion, System
from stead.systems.base import text


@dataclass(frozen=True)
class Plain(System):
    """Item by item; the parameter says what happens at which item, as in fails-3-40 or killed-70."""

    name = "plain"
    paper = about = "none"
    threshold = 0.0
    fate: str = text("", "what happens where", "a word and a number")

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        what, _, numbers = self.fate.partition("-")
        if item.id in numbers.split("-"):
            self._meet(what, first=numbers.startswith(item.id))
        if what == "threads":
            return [Suggestion(os.environ.get("OMP_NUM_THREADS", ""), 1.0)]
        return [Suggestion(f"word{item.id}", int(item.id) / 7), Suggestion("other", 0.1)]

    def _meet(self, what: str, *, first: bool) -> None:
        if what == "waits":
            limit = time.monotonic() + 30
            while not Path("go").exists() and time.monotonic() < limit:
                time.sleep(0.01)
        elif what == "hangs" and not Path("hanging").exists():  # the first time only
            Path("hanging").touch()
            time.sleep(60)
        elif what == "killed":
            os.kill(os.getpid(), 9)
        elif what == "falls" and not Path("fallen").exists():  # the first time only
            Path("fallen").touch()
            os.kill(os.getpid(), 9)
        elif what == "leaves":
            os._exit(3)
        elif what == "fails":
            time.sleep(0.3 if first else 0)  # so that the others are quicker
            raise KeyError("match")

    def signature(self) -> str:
        return "plain"


@dataclass(frozen=True)
class AtOnce(Plain):
    """All at once, and the answer tells with which others; a fate of `batch` fails only then."""

    name = "at-once"

    def suggest_all(self, items: Sequence[Item], task: str) -> list[Sequence[Suggestion]]:
        if self.fate == "batch":
            raise ZeroDivisionError("all of them")
        if self.fate == "short":
            return [[]]
        if self.fate == "none":
            return [[], None]  # type: ignore[list-item]
        together = f"{items[0].id} to {items[-1].id} for {task}"
        return [[*self.suggest_for(item, task), Suggestion(together, 0.0)] for item in items]
