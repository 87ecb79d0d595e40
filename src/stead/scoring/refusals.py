"""What cannot be scored, and why: a sentence for each reason."""

from collections.abc import Sequence

from stead.core.errors import BadInput, UsageError
from stead.core.gold import GoldStandard
from stead.core.run import Run
from stead.core.text import counted
from stead.measures import Measure
from stead.scoring.align import Aligned
from stead.scoring.levelled import LevelledGold
from stead.scoring.settings import Settings


def refuse_unmeasurable(measures: Sequence[Measure], gold: GoldStandard, settings: Settings) -> None:
    """What some measures need, gold or settings must have."""
    wanting = [measure for measure in measures if measure.needs_judges]
    if wanting and gold.judges is None:
        raise BadInput(
            f"{gold.source.place}: does not say how many people judged each substitute, which {wanting[0]} "
            "needs; SWORDS files and stead JSON Lines can."
        )
    needing = [measure for measure in measures if "candidates" in measure.pools]
    if needing and settings.candidates is None:
        raise UsageError(f"{needing[0]} ranks the candidates of a file; say which (`candidates`).")


def refuse_other_gold(sha256: str, gold: GoldStandard) -> None:
    """What a program recorded holds for the gold that it was asked about."""
    if sha256 != gold.source.sha256:
        raise UsageError("the 2007 program was asked about one gold; with `preset='semeval2007'` there is no other.")


def refuse_unscored(levelled: LevelledGold, settings: Settings) -> None:
    """A gold of which no item is scored."""
    if not levelled.scored.any():
        place, demanded = levelled.gold.source.place, _demanded(settings.threshold(levelled.gold) or 0)
        raise BadInput(f"{place}: no item is scored, since {_none_of(len(levelled.gold))} {demanded}.")


def _none_of(items: int) -> str:
    return "its only item lacks" if items == 1 else f"none of its {items} items has"


def _demanded(threshold: float) -> str:
    return f"weights that add up to {threshold:g} or more (see `min_responses`)" if threshold else "any weight"


def refuse_unmatched(run: Run, aligned: Aligned, gold: GoldStandard) -> None:
    """A run that answers nothing of this gold has no scores; say which of the reasons it is."""
    if aligned.alignment.answered.any():
        return
    place = run.source.place
    if not len(run):
        if not run.source.path:
            raise BadInput(f"{place}: the run is empty; expected answers to at least one item.")
        raise BadInput(f"{place}: the run is empty: no line of it could be read. `stead check {place}` says why.")
    if not len(run.answers.codes):
        raise BadInput(f"{place}: the run has {counted(len(run), 'line')}, but no answer.")
    if len(aligned.unknown_ids) == len(run):
        raise BadInput(
            f"{place}: no id of the run is in the gold {gold.source.place} (run: {', '.join(aligned.unknown_ids[:3])}; "
            f"gold: {', '.join(gold.ids[:3])}). Are they of the same data set?"
        )
    raise BadInput(f"{place}: none of the scored items of {gold.source.place} is answered.")
