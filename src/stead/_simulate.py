"""The Python interface to simulations: whole campaigns with known truth, and plans for real ones."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from stead import formats, posthoc
from stead._gold_api import SheetResult
from stead._inputs import StrPath
from stead._wording import counted
from stead.formats import Kind, write_content
from stead.formats.posthoc_files import written_dispatch, written_pool
from stead.posthoc import Campaign, Design
from stead.task import Annotations, BadInput, GoldStandard, Source, UsageError


@dataclass(frozen=True, eq=False, repr=False)
class SimulationResult:
    """A simulated campaign: everything that a real one leaves behind, and the truth."""

    campaign: Campaign

    @property
    def gold(self) -> GoldStandard:
        """Gold 1: how many annotators gave each substitute."""
        return self.campaign.gold

    @property
    def truth(self) -> GoldStandard:
        """What the mean rating of every word would be if everybody rated it."""
        return self.campaign.truth

    def save(self, folder: StrPath) -> list[str]:
        """Write it into a new or empty folder, as a real campaign would be kept; the names of the files."""
        place = Path(folder)
        if place.is_dir() and any(place.iterdir()):
            raise UsageError(f"{place}: the folder is not empty, and nothing in it is overwritten. Name another one.")
        try:
            (place / "runs").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{place}: cannot be made: {error.strerror or error}.") from None
        own = self.campaign
        nouns: list[tuple[str, object, Kind]] = [
            ("items.jsonl", own.items, "items"),
            ("annotations.jsonl", Annotations.of(own.annotations, Source("annotations", "")), "annotations"),
            ("gold1.jsonl", own.gold, "gold"),
            ("truth.jsonl", own.truth, "gold"),
            ("ratings.jsonl", own.ratings, "ratings"),
            ("baseline.jsonl", own.baseline, "run"),
            *((f"runs/{run.name}.jsonl", run, "run") for run in own.runs),
        ]
        for name, noun, kind in nouns:
            formats.save(noun, kind, place / name, "stead")
        frequencies = "".join(f"{word}\t{number}\n" for word, number in own.frequencies.items())
        texts = {
            "pool.jsonl": written_pool(own.pool),
            "dispatch.jsonl": written_dispatch(own.dispatch),
            "frequencies.tsv": frequencies.encode(),
            "simulation.json": self.summary().encode(),
        }
        for name, data in texts.items():
            write_content(place / name, data)
        return [*(name for name, _, _ in nouns), *texts]

    def summary(self) -> str:
        """How it was made, and what nobody could know: the quality of the runs, who is a bad rater."""
        own = self.campaign
        document = {
            "schema": "stead.simulation/1",
            "design": asdict(own.design),
            "qualities": own.qualities,
            "bad raters": {name: own.kinds[name] for name in own.bad_raters},
        }
        return json.dumps(document, indent=1) + "\n"

    def __repr__(self) -> str:
        own = self.campaign
        items, candidates = counted(len(own.items), "item"), counted(own.pool.size, "candidate")
        return f"<SimulationResult: {items}, {candidates}, {counted(len(own.ratings), 'rating')}>"


def simulate(**design: int) -> SimulationResult:
    """Make a campaign with known truth, the same for the same seed.

    `design` says how large it is: `targets`, `sentences` of each, `annotators`, `runs`, `raters`, `bad_raters` among
    them, `size` of subsets, `least` and `most` ratings of a candidate, `repeats` and `planted` words in a subset,
    `seed`.
    """
    return SimulationResult(posthoc.simulate(Design(**design)))


def plan(*, people: Sequence[int] = posthoc.PEOPLE, campaigns: int = posthoc.CAMPAIGNS, **design: int) -> SheetResult:
    """How many annotators, and how many raters, are needed for the order of the systems: two curves."""
    return SheetResult(posthoc.plan(Design(**design), people=people, campaigns=campaigns))
