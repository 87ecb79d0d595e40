"""Settings of comparisons: tests, intervals and corrections, declared once for help and signatures."""

from dataclasses import dataclass, field
from typing import Any

from stead.core.parameters import Declaration, choice, number, settings, validate

UNITS = {"item": "every item by itself", "lexelt": "all items of a target word together"}
TESTS = {
    "randomisation": "approximate randomisation: the two runs' rows are swapped unit by unit",
    "bootstrap": "paired bootstrap of the difference, shifted to zero",
    "wilcoxon": "signed ranks of the differences; plain means only, needs SciPy",
    "sign": "wins against losses; plain means only, needs SciPy",
}
RESAMPLED = ("randomisation", "bootstrap")
"""Tests whose p-values cannot be smaller than 1 / (resamples + 1)."""

_HIGHEST_SEED = 2**63 - 1


def _read_tests(text: str) -> str:
    names = text.split(",")
    if len(set(names)) < len(names) or not set(names) <= set(TESTS):
        raise ValueError(text)
    return text


def _read_seed(text: str) -> int:
    if not (text.isdecimal() and int(text) <= _HIGHEST_SEED):
        raise ValueError(text)
    return int(text)


def _read_level(text: str) -> float:
    if not 0 < float(text) < 1:
        raise ValueError(text)
    return float(text)


def seed() -> Any:
    """Declare the random seed."""
    accepts = f"a whole number from 0 to {_HIGHEST_SEED}"
    return field(default=1, metadata={"declaration": Declaration("random seed", accepts, _read_seed)})


def unit() -> Any:
    """Declare the unit that is resampled."""
    return choice("item", UNITS, "what is drawn, swapped and counted as one")


@dataclass(frozen=True, kw_only=True)
class Resampling:
    """Settings of significance tests, confidence intervals and corrections."""

    tests: str = field(
        default="randomisation",
        metadata={
            "declaration": Declaration(
                "paired tests",
                "some of " + ", ".join(f"{name} ({what})" for name, what in TESTS.items()) + ", joined by commas",
                _read_tests,
            )
        },
    )
    """Paired tests, joined by commas: `"randomisation"`, `"bootstrap"`, `"wilcoxon"`, `"sign"`."""
    unit: str = unit()
    """What is resampled as one: an `"item"`, or all items of a `"lexelt"`."""
    resamples: int = number(10_000, "how many resamples or random swaps are drawn", least=0)
    """Number of resamples, or random swaps. With 0 a study makes no intervals; a comparison needs some."""
    interval: str = choice(
        "bca",
        {"bca": "bias-corrected and accelerated (Efron 1987)", "percentile": "quantiles of the resamples"},
        "how confidence intervals are made",
    )
    """How confidence intervals are made: `"bca"` or `"percentile"`."""
    level: float = field(
        default=0.95,
        metadata={
            "declaration": Declaration(
                "confidence level of the intervals", "a number between 0 and 1, such as 0.95", _read_level
            )
        },
    )
    """The confidence level of the intervals."""
    correction: str = choice(
        "holm",
        {
            "holm": "the chance of any false difference (Holm 1979)",
            "bh": "the share of false differences (Benjamini and Hochberg 1995), needs SciPy",
            "none": "p-values by themselves",
        },
        "what p-values are corrected for, over all pairs of one figure",
    )
    """The correction for multiple tests, over all pairs of one figure: `"holm"`, `"bh"` or `"none"`."""
    seed: int = seed()
    """The random seed."""

    def __post_init__(self) -> None:
        validate(self)

    @property
    def test_names(self) -> tuple[str, ...]:
        """The tests, one by one."""
        return tuple(self.tests.split(","))


def interval_settings(procedure: Resampling) -> dict[str, str]:
    """The settings that intervals depend on, as texts: all but those of tests."""
    return {name: value for name, value in settings(procedure).items() if name not in {"tests", "correction"}}
