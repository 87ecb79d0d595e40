"""Scores by plain loops and exact fractions, written from the definitions of the measures and of the rules.

Nothing here is fast and nothing is shared with stead: it is the second opinion that the scorer is compared with.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Key = tuple[str, str]
Weights = dict[str, Fraction]
Figures = dict[str, Fraction | None]


@dataclass(frozen=True)
class Gold:
    """Lines `lexelt, id, [(term, weight)]`."""

    lines: Sequence[tuple[str, str, Sequence[tuple[str, float]]]]
    graded: bool = False


@dataclass(frozen=True)
class Run:
    """Lines `lexelt, id, [answer]`."""

    lines: Sequence[tuple[str, str, Sequence[str]]]


@dataclass(frozen=True)
class Choices:
    """Everything that the user can choose, in plain words."""

    min_responses: float | None = None
    pay_repeats: bool = False
    drop_target: bool = False
    drop_gold_multiwords: bool = False
    drop_run_multiwords: bool = False


@dataclass
class Oddities:
    """What is odd about a run."""

    unknown: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    other_targets: list[str] = field(default_factory=list)
    duplicates: dict[int, int] = field(default_factory=dict)


def level(term: str) -> str:
    """N1: Unicode NFC, lower case, hyphen = blank, runs of blanks = one blank, trimmed."""
    term = unicodedata.normalize("NFC", unicodedata.normalize("NFC", term).lower())
    return " ".join(term.replace("-", " ").split())


def lemma(lexelt: str) -> str:
    """`bar` of `bar.n.v`."""
    word, dot, rest = lexelt.partition(".")
    return word if dot and rest else lexelt


def is_multiword(term: str) -> bool:
    """The raw term contains a blank, tested before hyphens are levelled."""
    return len(term.split()) > 1


def gold_weights(gold: Gold, choices: Choices) -> list[Weights]:
    """H of each line: counts of equal terms add up, graded weights keep the maximum; only positive weights."""
    everything = []
    for lexelt, _, entries in gold.lines:
        own: Weights = {}
        for term, weight in entries:
            if not counts(term, lexelt, choices, multiwords_dropped=choices.drop_gold_multiwords) or weight <= 0:
                continue
            exact, known = Fraction(weight), own.get(level(term), Fraction(0))
            own[level(term)] = max(known, exact) if gold.graded else known + exact
        everything.append(own)
    return everything


def counts(term: str, lexelt: str, choices: Choices, *, multiwords_dropped: bool) -> bool:
    """Whether a term is one at all under the rules."""
    if not level(term) or (multiwords_dropped and is_multiword(term)):
        return False
    return not (choices.drop_target and lexelt and level(term) == level(lemma(lexelt)))


def is_scored(weights: Weights, gold: Gold, choices: Choices) -> bool:
    """T: weights add up to two responses or more; in a graded gold any positive weight will do."""
    needed = choices.min_responses
    if needed is None:
        needed = 0 if gold.graded else 2
    return bool(weights) and sum(weights.values()) >= Fraction(needed)


def match_lines(gold: Gold, run: Run) -> tuple[dict[int, int], Oddities]:
    """The line of the run that answers each line of the gold: the first; by id, or by both where ids repeat."""
    ids = [identifier for _, identifier, _ in gold.lines]
    by_both = len(set(ids)) < len(ids)
    found: dict[int, int] = {}
    odd = Oddities()
    for number, (lexelt, identifier, _) in enumerate(run.lines):
        place = None
        for candidate, (gold_lexelt, gold_id, _) in enumerate(gold.lines):
            if gold_id == identifier and (gold_lexelt == lexelt or not by_both):
                place = candidate
        if place is None:
            odd.unknown.append(identifier)
        elif place in found:
            odd.repeated.append(identifier)
        else:
            found[place] = number
            if gold.lines[place][0] != lexelt:
                odd.other_targets.append(identifier)
    return found, odd


def answers_of(terms: Sequence[str], lexelt: str, choices: Choices) -> tuple[list[str], int]:
    """A, levelled, and how many repeats were in it."""
    kept = [
        level(term) for term in terms if counts(term, lexelt, choices, multiwords_dropped=choices.drop_run_multiwords)
    ]
    repeats = sum(number - 1 for number in Counter(kept).values())
    return (kept if choices.pay_repeats else list(dict.fromkeys(kept))), repeats


@dataclass(frozen=True)
class Item:
    """H and A of one scored item."""

    weights: Weights
    answers: list[str]

    @property
    def total(self) -> Fraction:
        """|H|w."""
        return sum(self.weights.values(), Fraction(0))

    @property
    def largest(self) -> Fraction:
        """maxw."""
        return max(self.weights.values(), default=Fraction(0))

    @property
    def mode(self) -> str | None:
        """The substitute whose weight is strictly the largest."""
        heaviest = [term for term, weight in self.weights.items() if weight == self.largest]
        return heaviest[0] if len(heaviest) == 1 else None

    @property
    def multiword(self) -> str | None:
        """The unique most frequent multiword, if two annotators or more named it."""
        return self.mode if self.largest >= 2 else None

    def earned(self, answers: Sequence[str]) -> Fraction:
        """The sum of the weights of some answers."""
        return sum((self.weights.get(answer, Fraction(0)) for answer in answers), Fraction(0))

    def sorted_weights(self) -> list[Fraction]:
        """The best possible order."""
        return sorted(self.weights.values(), reverse=True)


def align(gold: Gold, run: Run, choices: Choices) -> tuple[list[Item], Oddities]:
    """The scored items in the order of the gold."""
    found, odd = match_lines(gold, run)
    items = []
    for place, weights in enumerate(gold_weights(gold, choices)):
        lexelt = gold.lines[place][0]
        terms = run.lines[found[place]][2] if place in found else []
        answers, repeats = answers_of(terms, lexelt, choices)
        if repeats:
            odd.duplicates[place] = repeats
        if is_scored(weights, gold, choices):
            items.append(Item(weights, answers))
    return items, odd


# The measures: counted, attempted, figures


@dataclass(frozen=True)
class Outcome:
    """A measure over all items."""

    counted: int
    attempted: int
    figures: Figures


def quotient(numerator: Fraction, denominator: Fraction | int) -> Fraction | None:
    return None if denominator == 0 else Fraction(numerator) / denominator


def share(numerator: Fraction, denominator: Fraction | int) -> Fraction:
    """0/0 counts as 0."""
    return quotient(numerator, denominator) or Fraction(0)


def precision_recall(
    items: Sequence[Item], credit: Callable[[Item], Fraction], counted: Callable[[Item], bool] = lambda _: True
) -> Outcome:
    """Precision over the attempted items that count, recall over all that count."""
    total, attempted, earned = 0, 0, Fraction(0)
    for item in items:
        if counted(item):
            total += 1
            if item.answers:
                attempted += 1
                earned += credit(item)
    return Outcome(total, attempted, {"P": quotient(earned, attempted), "R": quotient(earned, total)})


def mean(items: Sequence[Item], score: Callable[[Item], Fraction]) -> Outcome:
    """Over every item; an unanswered one scores 0."""
    attempted = [item for item in items if item.answers]
    earned = sum((score(item) for item in attempted), Fraction(0))
    return Outcome(len(items), len(attempted), {"mean": quotient(earned, len(items))})


def best(items: Sequence[Item]) -> Outcome:
    return precision_recall(items, lambda item: item.earned(item.answers) / (len(item.answers) * item.total))


def best_mode(items: Sequence[Item]) -> Outcome:
    return precision_recall(items, lambda item: Fraction(item.answers[0] == item.mode), lambda item: bool(item.mode))


def oot(items: Sequence[Item], depth: int) -> Outcome:
    return precision_recall(items, lambda item: item.earned(item.answers[:depth]) / item.total)


def oot_mode(items: Sequence[Item], depth: int) -> Outcome:
    return precision_recall(
        items, lambda item: Fraction(item.mode in item.answers[:depth]), lambda item: bool(item.mode)
    )


def jabbari_best(items: Sequence[Item]) -> Outcome:
    return mean(items, lambda item: item.earned(item.answers) / (len(item.answers) * item.largest))


def best_of_one(items: Sequence[Item]) -> Outcome:
    """Jabbari's best1 and the normalised BEST."""
    return mean(items, lambda item: item.earned(item.answers[:1]) / item.largest)


def price(item: Item, k: str) -> Fraction:
    if k == "mean-gold":
        return item.total / len(item.weights)
    if k == "mean-answer":
        return share(item.earned(item.answers), len(item.answers))
    return Fraction(k)


def coverage(items: Sequence[Item], k: str) -> Outcome:
    precision, recall, attempted = Fraction(0), Fraction(0), 0
    for item in items:
        earned = item.earned(item.answers)
        wrong = sum(1 for answer in item.answers if answer not in item.weights)
        precision += share(earned, earned + price(item, k) * wrong)
        recall += share(earned, item.total)
        attempted += bool(item.answers)
    averages = quotient(precision, len(items)), quotient(recall, len(items))
    return Outcome(len(items), attempted, {"P": averages[0], "R": averages[1], "F": harmonic(*averages)})


def harmonic(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    if one is None or other is None:
        return None
    return share(2 * one * other, one + other)


def rank(items: Sequence[Item], depth: int) -> Outcome:
    return mean(items, lambda item: rank_of_item(item, depth))


def rank_of_item(item: Item, depth: int) -> Fraction:
    ratios = [
        item.earned(item.answers[:place]) / sum(item.sorted_weights()[:place], Fraction(0))
        for place in range(1, depth + 1)
    ]
    return sum(ratios, Fraction(0)) / depth


def semdis_best(items: Sequence[Item]) -> Outcome:
    return mean(items, lambda item: item.earned(item.answers[:1]) / item.total)


def semdis_oot(items: Sequence[Item], depth: int) -> Outcome:
    return mean(items, lambda item: item.earned(item.answers[:depth]) / item.total)


def semdis_oot_normalised(items: Sequence[Item], depth: int) -> Outcome:
    return mean(
        items,
        lambda item: item.earned(item.answers[:depth]) / sum(item.sorted_weights()[:depth], Fraction(0)),
    )


def measured(items: Sequence[Item], *, depth: int, k: str) -> Mapping[str, Outcome]:
    """Every measure of substitutes by the name stead prints."""
    return {
        "best": best(items),
        "best-mode": best_mode(items),
        f"oot@{depth}": oot(items, depth),
        f"oot-mode@{depth}": oot_mode(items, depth),
        "jabbari-best": jabbari_best(items),
        "jabbari-best1": best_of_one(items),
        f"coverage(k={k})": coverage(items, k),
        f"rank@{depth}": rank(items, depth),
        "semdis-best": semdis_best(items),
        f"semdis-oot@{depth}": semdis_oot(items, depth),
        "semdis-best-norm": best_of_one(items),
        f"semdis-oot-norm@{depth}": semdis_oot_normalised(items, depth),
    }


def multiwords(multiword_gold: Gold, run: Run, choices: Choices, within: set[str] | None) -> Mapping[str, Outcome]:
    """Detection and identification; `within` are the ids scored for substitutes, None if they are not known.

    Ids are unique here, and the system's multiwords are taken within those ids.
    """
    weights = gold_weights(multiword_gold, choices)
    gold = {line[1]: own for line, own in zip(multiword_gold.lines, weights, strict=True)}
    given: dict[str, list[str]] = {}
    for lexelt, identifier, terms in run.lines:
        if identifier not in given:
            own = next((line[0] for line in multiword_gold.lines if line[1] == identifier), lexelt)
            given[identifier] = answers_of(terms, own, choices)[0]
    ids = within if within is not None else gold.keys() | given.keys()
    items = [Item(gold.get(identifier, {}), given.get(identifier, [])) for identifier in ids]
    return {
        "mw-detection": _multiword_outcome(items, lambda _: True),
        "mw-identification": _multiword_outcome(items, lambda item: item.answers[0] == item.multiword),
    }


def _multiword_outcome(items: Sequence[Item], right: Callable[[Item], bool]) -> Outcome:
    in_gold = sum(1 for item in items if item.multiword)
    named = [item for item in items if item.answers]
    hits = Fraction(sum(1 for item in named if item.multiword and right(item)))
    return Outcome(in_gold, len(named), {"P": quotient(hits, len(named)), "R": quotient(hits, in_gold)})
