"""How many pairs of runs a measure tells apart (Sakai 2006, "Evaluating evaluation metrics based on the bootstrap")."""

from collections.abc import Iterator

from stead.core.errors import UsageError
from stead.records.comparison import Comparison, DiscriminativePower, Pair, PairedTest


def discriminative_power(
    comparison: Comparison, *, test: str | None = None, level: float = 0.05
) -> tuple[DiscriminativePower, ...]:
    """The share of pairs with a p-value below the level, for every figure; p-values are taken as they are, uncorrected.

    The test is the first of the comparison unless another of them is named.
    """
    names = comparison.procedure["tests"].split(",")
    wanted = names[0] if test is None else test
    if wanted not in names:
        raise UsageError(f"the comparison has no test {wanted!r}; it has {', '.join(names)}.")
    return tuple(_powers(comparison, wanted, level))


def _powers(comparison: Comparison, test: str, level: float) -> Iterator[DiscriminativePower]:
    families: dict[tuple[str, str], list[Pair]] = {}
    for pair in comparison.pairs:
        families.setdefault((pair.measure, pair.figure), []).append(pair)
    for pairs in families.values():
        tests: list[PairedTest] = [pair.test(test) for pair in pairs]
        curve = tuple(sorted(each.p for each in tests if each.p is not None))
        separated = sum(1 for p in curve if p < level)
        yield DiscriminativePower(
            measure=pairs[0].measure,
            label=pairs[0].label,
            figure=pairs[0].figure,
            test=test,
            level=level,
            pairs=len(curve),
            separated=separated,
            share=separated / len(curve) if curve else None,
            curve=curve,
            undefined=len(tests) - len(curve),
            signature=comparison.signature,
        )
