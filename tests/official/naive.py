"""The official program once more, in plain loops, as a second opinion on random files.

It knows nothing of the package: what it shares with it is only what the program was seen to do.
"""

import contextlib
import math
import re
from collections.abc import Iterator

_LINE = {"best": r"(\S+) (\S+) :: (.*)", "oot": r"(\S+) (\S+) ::: (.*)", "mw": r"(\S+) (\d+)\s*::\s*(.*)"}


class Death(Exception):
    """A division by zero."""


def output(task: str, gold: bytes, run: bytes) -> str:
    """What is printed for a run that is called `run`, up to the end or to the division by zero."""
    lines: list[str] = []
    with contextlib.suppress(Death):
        (_multiwords if task == "mw" else _substitutes)(task, gold.decode("latin-1"), run.decode("latin-1"), lines)
    return "".join(f"{line}\n" for line in lines)


def _percentage(part: float, whole: int) -> str:
    if whole == 0:
        raise Death
    return f"{math.floor(part * 10_000 / whole + 0.5) / 100:.2f}"


def _answers(task: str, run: str, lines: list[str]) -> Iterator[tuple[str, str]]:
    seen = set()
    for number, line in enumerate(run.split("\n"), start=1):
        found = re.search(_LINE[task], line, re.ASCII)
        if found is None and re.search(r"\S", line, re.ASCII):
            lines.append(f"Error in run on line {number}")
        if found is not None and found[2] not in seen:
            seen.add(found[2])
            yield found[2], found[3]


def _gold(gold: str, *, multiwords: bool) -> dict[str, tuple[dict[str, int], list[str]]]:
    """Counts and, in a list of one or none, the mode."""
    items: dict[str, tuple[dict[str, int], list[str]]] = {}
    for line in gold.split("\n"):
        found = re.search(_LINE["best"], line, re.ASCII)
        if found is None:
            continue
        entries = [entry for entry in found[3].split(";") if re.search(r"\S", entry, re.ASCII)]
        if not multiwords:
            entries = [entry for entry in entries if "pn" not in entry]
        if not entries:
            continue
        head = re.search(r"[\w'\- ]+ (\d+)", entries[0], re.ASCII)
        given_twice = head is not None and int(head[1]) > 1
        if not given_twice and (multiwords or len(entries) == 1):
            continue
        counts: dict[str, int] = {}
        legible: list[tuple[str, int]] = []
        for entry in entries:
            parts = re.search(r"(\w[\w'\- ]+) (\d+)", entry, re.ASCII)
            if parts is not None and (not multiwords or int(parts[2]) > 1):
                legible.append((parts[1].replace("'", "", 1), int(parts[2])))
                counts[legible[-1][0]] = legible[-1][1]
        mode = [legible[0][0]] if legible and [count for _, count in legible].count(legible[0][1]) == 1 else []
        items[found[2]] = counts, mode
    return items


def _guesses(text: str) -> list[str]:
    guesses = []
    for piece in text.rstrip(";").split(";") if text.rstrip(";") else []:
        spaced = piece.replace("-", " ")
        guesses.append(re.sub("^non ", "non", spaced).replace("'", "", 1))
    return guesses


def _substitutes(task: str, gold: str, run: str, lines: list[str]) -> None:
    items = _gold(gold, multiwords=False)
    guesses: list[str] = []
    attempted = tried = hits = warned = 0
    credit = 0.0
    for identifier, text in _answers(task, run, lines):
        if identifier not in items or not items[identifier][0]:
            continue
        counts, mode = items[identifier]
        if re.search(r"\S", text, re.ASCII):
            guesses = _guesses(text)
            attempted += bool(guesses)
            warned += len(guesses) != len(set(guesses))
            if task == "oot":
                guesses = guesses[:10]
        if not guesses:
            continue
        if not sum(counts.values()):
            raise Death
        spaced = {term.replace("-", " "): count for term, count in counts.items()}
        earned = sum(spaced.get(guess, 0) for guess in guesses) / sum(counts.values())
        credit += earned / len(guesses) if task == "best" else earned
        if mode:
            tried += 1
            hits += mode[0] in (guesses[:1] if task == "best" else guesses)
    if warned and task == "oot":
        lines.append(f"WARNING OOT file contains duplicates on {warned} lines")
    precision, recall = _percentage(credit, attempted), _percentage(credit, len(items))
    lines += [f"Total = {len(items)}, attempted = {attempted}", f"precision = {precision}, recall = {recall}"]
    modes = sum(len(mode) for _, mode in items.values())
    precision, recall = _percentage(hits, tried), _percentage(hits, modes)
    label = "Mode " if task == "best" else ""
    lines += [
        f"Total with mode {modes} attempted {tried}",
        f"{label}precision = {precision}, {label}recall = {recall}",
    ]


def _multiwords(task: str, gold: str, run: str, lines: list[str]) -> None:
    modes = {identifier: mode[0] for identifier, (_, mode) in _gold(gold, multiwords=True).items() if mode}
    answers = list(_answers(task, run, lines))
    found = sum(bool(re.search(r"\S", text, re.ASCII)) for _, text in answers)
    genuine = sum(identifier in modes for identifier, _ in answers)
    matched = sum(modes.get(identifier) == text for identifier, text in answers)
    figures = [_percentage(part, whole) for part in (genuine, matched) for whole in (found, len(modes))]
    lines += [
        f"Total MWs in GS = {len(modes)}, System found {found} of which {genuine} were genuine",
        f"Detection precision = {figures[0]}, recall = {figures[1]}",
        "Number that matched GS",
        f"Identification precision = {figures[2]}, recall = {figures[3]}",
    ]
