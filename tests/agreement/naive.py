"""Every coefficient again, in loops over sets: slow, obvious, and written without looking at the arrays."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from stead.core.annotation import Annotation

Figures = dict[str, float | None]


def level(term: str) -> str:
    """What the preset lenient does to the plain terms of the tests."""
    return " ".join(term.lower().replace("-", " ").split())


def naive(annotations: Sequence[Annotation]) -> Figures:
    """All coefficients but alpha."""
    items: dict[tuple[str, str], list[Annotation]] = defaultdict(list)
    for annotation in annotations:
        items[annotation.lexelt, annotation.id].append(annotation)
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for rows in items.values():
        _add_substitutes([{level(term) for term in row.substitutes} - {""} for row in rows], sums)
        _add_multiwords(rows, sums)
    return {name: agreed / compared if compared else None for name, (agreed, compared) in sums.items()}


def _add_substitutes(answers: list[set[str]], sums: dict[str, list[float]]) -> None:
    answers = [answer for answer in answers if answer]
    counts = Counter(term for answer in answers for term in answer)
    for one, other in combinations(answers, 2):
        _add(sums, "pairwise", len(one & other) / len(one | other), 1)
        for term in counts:
            _add(sums, "semdis-same", (term in one) == (term in other), 1)
            _add(sums, "semdis-both", term in one and term in other, term in one or term in other)
    _add(sums, "pairwise", 0, 0)
    _add(sums, "semdis-same", 0, 0)
    _add(sums, "semdis-both", 0, 0)
    counted = counts.total() >= 2
    top = counts.most_common(2)
    has_mode = counted and (len(top) == 1 or top[0][1] > top[1][1])
    _add(sums, "items-with-mode", has_mode, counted)
    mode = top[0][0] if has_mode else None
    for answer in answers:
        _add(sums, "mode-pairwise", (mode in answer) / len(answer | {mode or ""}) if has_mode else 0, has_mode)
        _add(sums, "semdis-mode-annotators", has_mode and mode in answer, has_mode)
        for term in answer:
            _add(sums, "semdis-mode-propositions", has_mode and term == mode, has_mode)
    for name in ("mode-pairwise", "semdis-mode-annotators", "semdis-mode-propositions"):
        _add(sums, name, 0, 0)


def _add_multiwords(rows: list[Annotation], sums: dict[str, list[float]]) -> None:
    asked = [
        level(row.multiword)
        for row in rows
        if row.nil or row.name or level(row.multiword) or any(map(level, row.substitutes))
    ]
    for one, other in combinations(asked, 2):
        _add(sums, "multiword-detection", bool(one) == bool(other), 1)
        _add(sums, "multiword-identification-either", bool(one) and one == other, bool(one or other))
        _add(sums, "multiword-identification-both", bool(one) and one == other, bool(one and other))
    for name in ("detection", "identification-either", "identification-both"):
        _add(sums, f"multiword-{name}", 0, 0)


def _add(sums: dict[str, list[float]], name: str, agreed: float, compared: float) -> None:
    sums[name][0] += agreed
    sums[name][1] += compared
