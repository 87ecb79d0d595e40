"""Annotations of a few words, and what became of them."""

from collections import Counter, defaultdict
from fractions import Fraction

from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.substitutes import GoldStandard
from stead.golds import AnswerRules, Curation, Decision, MadeGold, make_gold

MEMORY = Source("made", "0" * 64)


def annotation(item: str, annotator: str, answer: str, multiword: str = "") -> Annotation:
    """`annotation("bright.a 1", "ada", "clever;smart")`; the answer may be NIL or NAME."""
    lexelt, _, identifier = item.rpartition(" ")
    substitutes = () if answer in {"", "NIL", "NAME"} else tuple(answer.split(";"))
    return Annotation(
        lexelt=lexelt,
        id=identifier,
        annotator=annotator,
        substitutes=substitutes,
        nil=answer == "NIL",
        name=answer == "NAME",
        multiword=multiword,
    )


def annotations(*rows: tuple[str, ...]) -> Annotations:
    """Several of them."""
    return Annotations.of([annotation(*row) for row in rows], MEMORY)


def by_letters(item: str, *answers: str) -> list[tuple[str, str, str]]:
    """The answers of annotators a, b, c ... to one item."""
    return [(item, chr(ord("a") + number), answer) for number, answer in enumerate(answers)]


def item(key: str, language: str = "") -> Item:
    """An item of this lexelt and id."""
    lexelt, _, identifier = key.rpartition(" ")
    return Item(id=identifier, lexelt=lexelt, text="a bright boy", start=2, end=8, language=language)


def decisions(*rows: tuple[str, ...]) -> Curation:
    """Accepted decisions: action, from, to, lexelt, id, reason."""
    made = []
    for number, row in enumerate(rows, start=2):
        action, form, to, lexelt, identifier, reason = (*row, "", "", "", "", "")[:6]
        made.append(
            Decision(
                status="accept",
                action=action,
                form=form,
                to=to,
                lexelt=lexelt,
                id=identifier,
                reason=reason,
                line=number,
            )
        )
    return Curation(tuple(made), "curation.tsv", "c" * 64)


def weights(gold: GoldStandard) -> dict[str, dict[str, float]]:
    """The weights of each item, in order."""
    return {f"{row.lexelt} {row.id}": dict(row.weights) for row in gold}


def made(*rows: tuple[str, ...], rules: AnswerRules | None = None) -> MadeGold:
    """The gold of these annotations."""
    return make_gold(annotations(*rows), rules)


def naive(rows: list[Annotation], rules: AnswerRules) -> dict[str, list[tuple[str, Fraction]]]:
    """The gold by dicts and fractions; every annotator answers an item once, answers need no tidying."""
    found: dict[str, dict[str, Fraction]] = defaultdict(dict)
    responses: Counter[str] = Counter()
    for row in rows:
        key = f"{row.lexelt} {row.id}"
        own = list(dict.fromkeys(row.substitutes))[: rules.max_answers]
        responses[key] += len(own)
        for term in own:
            part = Fraction(1, len(own)) if rules.weights == "shares" else Fraction(1)
            found[key][term] = found[key].get(term, Fraction(0)) + part
    return {
        key: sorted(own.items(), key=lambda pair: (-pair[1], pair[0]))
        for key, own in found.items()
        if responses[key] >= rules.min_responses
    }
