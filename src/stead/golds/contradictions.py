"""Decisions of a curation that do not go together; they are applied in order all the same, and said."""

from collections.abc import Iterable, Iterator
from itertools import chain

from stead.core.faults import Caution
from stead.formats import quote
from stead.golds.curation import REPLACING, Curation, Decision

Scope = tuple[str, str]
"""Lexelt and id: of one item, or of a lexelt (no id), or of everything (neither)."""


def contradictions(curation: Curation) -> Iterator[str]:
    """One sentence for each: the same form read in two ways, what is refused and done, and circles."""
    found = chain(
        _two_ways(curation, [each for each in curation.accepted if each.form]),
        _refused_and_done(curation),
        _circles(curation, [each for each in curation.accepted if each.action in REPLACING]),
    )
    return map(Caution, found)


def _scope(decision: Decision) -> Scope:
    return decision.lexelt, decision.id


def _two_ways(curation: Curation, readings: Iterable[Decision]) -> Iterator[str]:
    first: dict[tuple[str, Scope], Decision] = {}
    for decision in readings:
        other = first.setdefault((decision.form, _scope(decision)), decision)
        if other.parts != decision.parts:
            yield (
                f"{curation.place_of(decision)}: {decision}: contradicts {curation.place_of(other)}, {other}, which is "
                "applied before."
            )


def _refused_and_done(curation: Curation) -> Iterator[str]:
    """What is refused for some items, but accepted for them or for more."""
    accepted = {(each.form, each.to, _scope(each)): each for each in curation.accepted}
    for decision in curation.decisions:
        if decision.status == "refuse":
            wider = ((decision.lexelt, decision.id), (decision.lexelt, ""), ("", ""))
            keys = ((decision.form, decision.to, scope) for scope in wider)
            done = next((accepted[key] for key in keys if key in accepted), None)
            if done is not None:
                yield (
                    f"{curation.place_of(decision)}: {decision} is refused, but {curation.place_of(done)}, {done}, is "
                    "accepted, and applied."
                )


def _circles(curation: Curation, merges: Iterable[Decision]) -> Iterator[str]:
    """Forms that are read as each other within one scope."""
    by_scope: dict[Scope, dict[str, Decision]] = {}
    for decision in merges:
        by_scope.setdefault(_scope(decision), {}).setdefault(decision.form, decision)
    for steps in by_scope.values():
        for circle in _circles_of({form: step.to for form, step in steps.items()}):
            last = max((steps[form] for form in circle), key=curation.decisions.index)
            forms = ", ".join(map(quote, (*circle, circle[0])))
            yield f"{curation.place_of(last)}: {last}: goes round in a circle ({forms}); the order decides."


def _circles_of(steps: dict[str, str]) -> Iterator[list[str]]:
    """Each circle once, given the one step from each form."""
    seen: set[str] = set()
    for start in steps:
        path: dict[str, None] = {}
        form = start
        while form in steps and form not in seen:
            seen.add(form)
            path[form] = None
            form = steps[form]
        if form in path:
            forms = list(path)
            yield forms[forms.index(form) :]
