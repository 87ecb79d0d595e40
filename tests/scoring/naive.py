"""Scores by plain loops and exact fractions, written from the definitions of the measures and of the rules.

Nothing here is fast and nothing is shared with stead: it is the second opinion that the scorer is compared with.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log2

Key = tuple[str, str]
Weights = dict[str, Fraction]
Figures = dict[str, Fraction | None]


@dataclass(frozen=True)
class Gold:
    """Lines `lexelt, id, [(term, weight)]`; `judges` says of each entry how many people judged it, line by line."""

    lines: Sequence[tuple[str, str, Sequence[tuple[str, float]]]]
    graded: bool = False
    judges: Sequence[Sequence[float]] | None = None


@dataclass(frozen=True)
class Run:
    """Lines `lexelt, id, [answer]`, and the system's scores of the answers, line by line, if it gave any."""

    lines: Sequence[tuple[str, str, Sequence[str]]]
    scores: Sequence[Sequence[float]] | None = None


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
    """What is wrong with a run."""

    unknown: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    other_targets: list[str] = field(default_factory=list)
    duplicates: dict[int, int] = field(default_factory=dict)


def normalise(term: str) -> str:
    """N1: Unicode NFC, lower case, hyphen = space, several spaces = one space, trimmed."""
    term = unicodedata.normalize("NFC", unicodedata.normalize("NFC", term).lower())
    return " ".join(term.replace("-", " ").split())


def lemma(lexelt: str) -> str:
    """`bar` of `bar.n.v`."""
    word, dot, rest = lexelt.partition(".")
    return word if dot and rest else lexelt


def is_multiword(term: str) -> bool:
    """The raw term contains a space, tested before hyphens become spaces."""
    return len(term.split()) > 1


def is_compound(term: str) -> bool:
    """The raw term contains a space or a hyphen: a multiword for GAP."""
    return is_multiword(term) or "-" in term


def gold_weights(gold: Gold, choices: Choices) -> list[Weights]:
    """H of each line: counts of equal terms add up, graded weights keep the maximum; only positive weights."""
    rows = []
    for lexelt, _, entries in gold.lines:
        weights: Weights = {}
        for term, weight in entries:
            if not counts(term, lexelt, choices, multiwords_dropped=choices.drop_gold_multiwords) or weight <= 0:
                continue
            exact, known = Fraction(weight), weights.get(normalise(term), Fraction(0))
            weights[normalise(term)] = max(known, exact) if gold.graded else known + exact
        rows.append(weights)
    return rows


def counts(term: str, lexelt: str, choices: Choices, *, multiwords_dropped: bool) -> bool:
    """Whether a term is one at all under the rules."""
    if not normalise(term) or (multiwords_dropped and is_multiword(term)):
        return False
    return not (choices.drop_target and lexelt and normalise(term) == normalise(lemma(lexelt)))


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
    matches: dict[int, int] = {}
    odd = Oddities()
    for line, (lexelt, identifier, _) in enumerate(run.lines):
        row = None
        for candidate, (gold_lexelt, gold_id, _) in enumerate(gold.lines):
            if gold_id == identifier and (gold_lexelt == lexelt or not by_both):
                row = candidate
        if row is None:
            odd.unknown.append(f"{lexelt} {identifier}" if by_both else identifier)
        elif row in matches:
            odd.repeated.append(f"{lexelt} {identifier}" if by_both else identifier)
        else:
            matches[row] = line
            if gold.lines[row][0] != lexelt:
                odd.other_targets.append(identifier)
    return matches, odd


@dataclass(frozen=True)
class Answer:
    """One answer, normalised; whether it was written as a compound; the system's score."""

    term: str
    compound: bool
    score: float | None


def answers_of(
    terms: Sequence[str], lexelt: str, choices: Choices, scores: Sequence[float] | None = None
) -> tuple[list[Answer], int]:
    """A, normalised, and the number of repeats in it."""
    kept = [
        Answer(normalise(term), is_compound(term), None if scores is None else scores[rank])
        for rank, term in enumerate(terms)
        if counts(term, lexelt, choices, multiwords_dropped=choices.drop_run_multiwords)
    ]
    repeats = sum(number - 1 for number in Counter(answer.term for answer in kept).values())
    return (kept if choices.pay_repeats else without_repeats(kept)), repeats


def without_repeats(answers: Sequence[Answer]) -> list[Answer]:
    """The first of each term."""
    first: dict[str, Answer] = {}
    for answer in answers:
        first.setdefault(answer.term, answer)
    return list(first.values())


Candidates = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Pools:
    """Every target's candidates, and those of them that are single words."""

    everything: set[tuple[str, str]]
    single_words: set[tuple[str, str]]

    def of(self, lexelt: str, *, removed: bool) -> set[str]:
        chosen = self.single_words if removed else self.everything
        return {term for target, term in chosen if target == lexelt}


def gold_pool(gold: Gold, choices: Choices) -> Pools:
    """The gold substitutes of a target in any of its items, scored or not."""
    everything, single_words = set(), set()
    for (lexelt, _, _), weights, compounds in zip(
        gold.lines, gold_weights(gold, choices), gold_compounds(gold, choices), strict=True
    ):
        everything |= {(lexelt, term) for term in weights}
        single_words |= {(lexelt, term) for term in weights if term not in compounds}
    return Pools(everything, single_words)


def candidate_pool(candidates: Candidates, choices: Choices) -> Pools:
    """The candidates of a file that could be in the gold."""
    named = [
        (lexelt, term)
        for lexelt, terms in candidates.items()
        for term in terms
        if counts(term, lexelt, choices, multiwords_dropped=choices.drop_gold_multiwords)
    ]
    return Pools(
        {(lexelt, normalise(term)) for lexelt, term in named},
        {(lexelt, normalise(term)) for lexelt, term in named if not is_compound(term)},
    )


def gold_compounds(gold: Gold, choices: Choices) -> list[set[str]]:
    """The substitutes of each line that were written as a compound, by anybody."""
    return [
        {
            normalise(term)
            for term, weight in entries
            if weight > 0
            and is_compound(term)
            and counts(term, lexelt, choices, multiwords_dropped=choices.drop_gold_multiwords)
        }
        for lexelt, _, entries in gold.lines
    ]


def gold_shares(gold: Gold, choices: Choices) -> list[Weights]:
    """Of each judged term the share of judges who accept it; votes on equal terms are joined."""
    everything = []
    judges = gold.judges if gold.judges is not None else [[] for _ in gold.lines]
    for (lexelt, _, entries), numbers in zip(gold.lines, judges, strict=True):
        accepted: Counter[str] = Counter()
        asked: Counter[str] = Counter()
        for (term, weight), number in zip(entries if numbers else [], numbers, strict=True):
            if counts(term, lexelt, choices, multiwords_dropped=choices.drop_gold_multiwords):
                accepted[normalise(term)] += int(weight)
                asked[normalise(term)] += int(number)
        everything.append({term: share(Fraction(accepted[term]), asked[term]) for term in asked})
    return everything


@dataclass(frozen=True)
class Item:
    """H and A of one scored item, and all else that is known of both."""

    weights: Weights
    given: list[Answer]
    lexelt: str = ""
    compounds: set[str] = field(default_factory=set)
    shares: Weights = field(default_factory=dict)

    @property
    def answers(self) -> list[str]:
        """A, as terms."""
        return [answer.term for answer in self.given]

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
    matches, odd = match_lines(gold, run)
    items = []
    compounds, shares = gold_compounds(gold, choices), gold_shares(gold, choices)
    for row, weights in enumerate(gold_weights(gold, choices)):
        lexelt = gold.lines[row][0]
        terms = run.lines[matches[row]][2] if row in matches else []
        scores = run.scores[matches[row]] if run.scores is not None and row in matches else None
        answers, repeats = answers_of(terms, lexelt, choices, scores)
        if repeats:
            odd.duplicates[row] = repeats
        if is_scored(weights, gold, choices):
            items.append(Item(weights, answers, lexelt, compounds[row], shares[row]))
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
        item.earned(item.answers[:shown]) / sum(item.sorted_weights()[:shown], Fraction(0))
        for shown in range(1, depth + 1)
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


def hits(item: Item, depth: int) -> int:
    return sum(1 for answer in item.answers[:depth] if answer in item.weights)


def precision_at(items: Sequence[Item], depth: int) -> Outcome:
    return mean(items, lambda item: Fraction(hits(item, depth), depth))


def recall_at(items: Sequence[Item], depth: int) -> Outcome:
    return mean(items, lambda item: Fraction(hits(item, depth), len(item.weights)))


def mean_average_precision(items: Sequence[Item], depth: int) -> Outcome:
    return mean(items, lambda item: average_precision(item, depth))


def average_precision(item: Item, depth: int) -> Fraction:
    """Divided by k, even if the gold is smaller."""
    total = Fraction(0)
    for position, answer in enumerate(item.answers[:depth], start=1):
        if answer in item.weights:
            total += Fraction(hits(item, position), position)
    return total / depth


def reciprocal_rank(items: Sequence[Item], depth: int | None = None) -> Outcome:
    def score(item: Item) -> Fraction:
        right = [rank for rank, answer in enumerate(item.answers[:depth], 1) if answer in item.weights]
        return Fraction(1, min(right)) if right else Fraction(0)

    return mean(items, score)


def discounted_gain(items: Sequence[Item], depth: int) -> Outcome:
    def gain(weights: Sequence[Fraction]) -> Fraction:
        return sum((weight / Fraction(log2(rank + 1)) for rank, weight in enumerate(weights[:depth], 1)), Fraction(0))

    return mean(
        items,
        lambda item: gain([item.earned([answer]) for answer in item.answers]) / gain(item.sorted_weights()),
    )


def cut(items: Sequence[Item], depth: int) -> list[Item]:
    """The same items with the first answers only."""
    return [replace(item, given=item.given[:depth]) for item in items]


def potential(items: Sequence[Item], depth: int) -> Outcome:
    return mean(items, lambda item: Fraction(hits(item, depth) > 0))


def accuracy_top_one(items: Sequence[Item], depth: int) -> Outcome:
    """All that are tied at the largest weight are most frequent."""
    return mean(
        items,
        lambda item: Fraction(any(item.weights.get(answer) == item.largest for answer in item.answers[:depth])),
    )


@dataclass(frozen=True)
class Ranking:
    """The parameters of GAP; `pools` are the candidates of each target, None where the run's answers are ranked."""

    pools: Pools | None
    removed: bool
    expected: bool
    shares: bool = False


def gap(items: Sequence[Item], ranking: Ranking) -> Outcome:
    """Over the items that have any gold weight."""
    counted = [item for item in items if reachable(item, ranking)]
    earned = sum((gap_of_item(item, ranking) for item in counted), Fraction(0))
    attempted = sum(1 for item in counted if item.answers)
    return Outcome(len(counted), attempted, {"mean": quotient(earned, len(counted))})


def reachable(item: Item, ranking: Ranking) -> Weights:
    """The gold that a ranking is compared with."""
    weights = {term: item.shares[term] for term in item.weights} if ranking.shares else item.weights
    return {term: weight for term, weight in weights.items() if not (ranking.removed and term in item.compounds)}


def gap_of_item(item: Item, ranking: Ranking) -> Fraction:
    weights = reachable(item, ranking)
    ideal = [[weight] for weight in sorted(weights.values(), reverse=True)]
    ranked = [[weights.get(term, Fraction(0)) for term in group] for group in ranked_groups(item, ranking)]
    return share(average_sum(ranked), average_sum(ideal))


def ranked_groups(item: Item, ranking: Ranking) -> list[list[str]]:
    """The ranked candidates in groups that may stand in any order; nothing if none is ranked."""
    answers = [
        answer for answer in item.given if not (ranking.removed and (answer.compound or answer.term in item.compounds))
    ]
    pool = None if ranking.pools is None else ranking.pools.of(item.lexelt, removed=ranking.removed)
    if pool is not None:
        answers = without_repeats([answer for answer in answers if answer.term in pool])
    groups: list[list[str]] = []
    last: float | None = None
    for answer in answers:
        if groups and ranking.expected and answer.score is not None and answer.score == last:
            groups[-1].append(answer.term)
        else:
            groups.append([answer.term])
        last = answer.score
    left_out = sorted((pool or set()) - {answer.term for answer in answers})
    return [*groups, left_out] if groups and left_out else groups


def average_sum(groups: list[list[Fraction]]) -> Fraction:
    """The sum of the mean weights down to each good candidate, averaged over all orders within each group.

    Any candidate is at each position of its group equally often, and then any other is before it in proportion.
    """
    total, before, weight_before = Fraction(0), 0, Fraction(0)
    for group in groups:
        size = len(group)
        for weight in group:
            for position in range(size):
                others = (sum(group) - weight) * share(Fraction(position), size - 1)
                mean_weight = (weight_before + weight + others) / (before + position + 1)
                total += mean_weight / size if weight > 0 else 0
        before += size
        weight_before += sum(group)
    return total


@dataclass(frozen=True)
class Judged:
    """The parameters of SWORDS: what is good, whether unjudged answers are passed over, whether recall is capped."""

    good: Callable[[Fraction], bool]
    lenient: bool
    capped: bool


def swords_f(items: Sequence[Item], depth: int, judged: Judged) -> Outcome:
    """Sums over the items first, quotients last."""
    right = given = wanted = attempted = 0
    for item in items:
        good = {term for term, share_of_judges in item.shares.items() if judged.good(share_of_judges)}
        answers = [answer for answer in item.answers if not judged.lenient or answer in item.shares][:depth]
        right += sum(1 for answer in answers if answer in good)
        given += len(answers)
        wanted += min(len(good), depth) if judged.capped else len(good)
        attempted += bool(item.answers)
    averages = quotient(Fraction(right), given), quotient(Fraction(right), wanted)
    return Outcome(len(items), attempted, {"P": averages[0], "R": averages[1], "F": harmonic(*averages)})


def acceptable(share_of_judges: Fraction) -> bool:
    """More than half, as the reference has it."""
    return share_of_judges >= Fraction("0.5001")


def conceivable(share_of_judges: Fraction) -> bool:
    return share_of_judges >= Fraction("0.1")


def rankings(items: Sequence[Item], pools: Mapping[str, Pools | None], *, shares: bool) -> Mapping[str, Outcome]:
    """GAP with every parameter, by the name stead prints."""
    return {
        f"gap(pool={pool},multiwords={'removed' if removed else 'kept'},ties={'expected' if expected else 'file'},"
        f"weights={'shares' if shares else 'counts'})": gap(items, Ranking(pools[pool], removed, expected, shares))
        for pool in pools
        for removed in (True, False)
        for expected in (True, False)
    }


def judged_outcomes(items: Sequence[Item], depth: int) -> Mapping[str, Outcome]:
    """The measures of SWORDS with every parameter, by the name stead prints."""
    return {
        f"swords-f@{depth}(gold={good.__name__},unjudged={'removed' if lenient else 'wrong'},"
        f"recall={'capped' if capped else 'full'})": swords_f(items, depth, Judged(good, lenient, capped))
        for good in (acceptable, conceivable)
        for lenient in (False, True)
        for capped in (True, False)
    }


def all_outcomes(items: Sequence[Item], *, depth: int, k: str) -> Mapping[str, Outcome]:
    """Every measure of substitutes that needs nothing but weights, by the name stead prints."""
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
        f"p@{depth}": precision_at(items, depth),
        f"r@{depth}": recall_at(items, depth),
        f"map@{depth}(over=gold)": mean_average_precision(items, depth),
        f"potential@{depth}(over=gold)": potential(items, depth),
        f"acc-top1@{depth}(over=gold)": accuracy_top_one(items, depth),
        f"hit@{depth}": potential(items, depth),
        "mrr": reciprocal_rank(items),
        f"mrr@{depth}": reciprocal_rank(items, depth),
        f"ndcg@{depth}": discounted_gain(items, depth),
        f"best@{depth}": best(cut(items, depth)),
        f"jabbari-best@{depth}": jabbari_best(cut(items, depth)),
        f"coverage@{depth}(k={k})": coverage(cut(items, depth), k),
    }


def multiwords(multiword_gold: Gold, run: Run, choices: Choices, within: set[str] | None) -> Mapping[str, Outcome]:
    """Detection and identification; `within` are the ids scored for substitutes, None if they are not known.

    Ids are unique here, and the system's multiwords are taken within those ids.
    """
    weights = gold_weights(multiword_gold, choices)
    gold = {line[1]: row for line, row in zip(multiword_gold.lines, weights, strict=True)}
    given: dict[str, list[Answer]] = {}
    for lexelt, identifier, terms in run.lines:
        if identifier not in given:
            target = next((line[0] for line in multiword_gold.lines if line[1] == identifier), lexelt)
            given[identifier] = answers_of(terms, target, choices)[0]
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
