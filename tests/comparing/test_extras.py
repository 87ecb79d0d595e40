"""Without SciPy: what needs it says so at once, with the command that installs it; all else works."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from stead.comparing import Resampling, agreements, compare, rankings, split_half, swap_rates
from stead.core.errors import NotInstalled
from stead.records.scores import Evaluation
from tests.comparing.made import evaluation

RUNS = {"a": [1, 0.5, 0.25], "b": [0, 0.25, 0.5], "c": [0, 0, 1]}


@pytest.fixture
def no_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.stats", None)


@pytest.mark.parametrize(
    ("action", "what"),
    [
        (lambda own: compare(own, Resampling(tests="wilcoxon")), "the Wilcoxon test"),
        (lambda own: compare(own, Resampling(tests="randomisation,sign")), "the sign test"),
        (lambda own: compare(own, Resampling(correction="bh")), "the correction of Benjamini and Hochberg"),
        (lambda own: agreements(rankings(own) * 2), "Kendall's tau"),
    ],
)
@pytest.mark.usefixtures("no_scipy")
def test_what_needs_scipy_says_how_to_install_it(action: Callable[[Evaluation], object], what: str) -> None:
    with pytest.raises(NotInstalled) as raised:
        action(evaluation(RUNS))
    assert str(raised.value) == f"{what} needs scipy, which is not installed: pip install 'stead[compare]'"


@pytest.mark.usefixtures("no_scipy")
def test_bootstrap_and_randomisation_need_numpy_alone() -> None:
    own = evaluation(RUNS)
    found = compare(own, Resampling(tests="randomisation,bootstrap", resamples=50))
    assert all(test.p is not None for pair in found.pairs for test in pair.tests)
    assert all(effect.value is not None for pair in found.pairs for effect in pair.effects)
    assert split_half(own)[0].tau is not None or split_half(own)[0].reason
    assert swap_rates(own)


def test_scipy_is_not_loaded_before_it_is_needed() -> None:
    program = "import sys, stead.comparing; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
