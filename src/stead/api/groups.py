"""Ways to divide the items, as they are asked for by name or file, and as a saved comparison keeps them."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from stead import scoring
from stead.api.inputs import StrPath
from stead.core.errors import UsageError
from stead.core.gold import GoldStandard
from stead.core.item import Item, lemma_of
from stead.records.scores import Division
from stead.scoring import Grouping, ScoringSettings

NAMES = ("pos", "lexelt", "subset", "substitutes", "agreement", "length")
FREQUENCY = "frequency"
"""Names a division together with a list, as in frequency:bnc."""

_MANUAL = "MAN"
_BANDS = {1: "0-1", 10: "1-10", 100: "10-100"}  # per million words; the bound itself belongs to the next band
_FREQUENT = "100 and more"


def division_names(by: StrPath | Iterable[StrPath]) -> Iterator[str]:
    """The names, those joined by commas taken apart unless there is such a file."""
    for given in [by] if isinstance(by, str | os.PathLike) else by:
        name = os.fspath(given)
        if not name:
            known = ", ".join(NAMES)
            raise UsageError(f"by: an empty name divides nothing; there are {known}, and files.", parameter="by")
        yield from [name] if os.path.exists(name) else filter(None, name.split(","))  # noqa: PTH110


def divisions(
    names: Sequence[str],
    gold: GoldStandard,
    multiwords: GoldStandard | None,
    manual: StrPath | None,
    encoding: str | None = None,
) -> list[Division]:
    """The divisions of these names, with the tables that they need, which may be in another encoding than UTF-8."""
    found: list[Division] = []
    for name in dict.fromkeys(names):
        if name == "subset":
            found += _subsets(gold, multiwords, manual, encoding)
        elif name in NAMES:
            found.append(Division(name, name, {}))
        else:
            by_frequency = name.startswith(f"{FREQUENCY}:")
            divide = _by_frequency if by_frequency else partial(_division_of_file, encoding=encoding)
            found.append(divide(name, gold, {*NAMES, *(each.name for each in found)}))
    return found


def _subsets(
    gold: GoldStandard, multiwords: GoldStandard | None, manual: StrPath | None, encoding: str | None
) -> Iterator[Division]:
    if multiwords is not None:
        yield Division("multiword-target", "subset", {})
    if manual is not None:
        from stead.formats.side_files import read_lexelts  # noqa: PLC0415 (seldom needed)

        lexelts = read_lexelts(manual, encoding)
        scoring.check_names(os.fspath(manual), lexelts, gold)
        yield Division("sentence-choice", "subset", dict.fromkeys(sorted(lexelts), _MANUAL))


def _by_frequency(name: str, gold: GoldStandard, taken: set[str]) -> Division:
    """Bands of how often the target's lemma is met, by the list behind the colon."""
    from stead.lexicons import open_frequencies  # noqa: PLC0415 (few ask for it)

    frequencies = open_frequencies(name.removeprefix(f"{FREQUENCY}:"))
    table = {lexelt: _band(frequencies.of(lemma_of(lexelt))) for lexelt in sorted({*gold.lexelts})}
    return Division("table", name if FREQUENCY in taken else FREQUENCY, table)


def _band(frequency: float) -> str:
    return next((band for bound, band in _BANDS.items() if frequency < bound), _FREQUENT)


def _division_of_file(name: str, gold: GoldStandard, taken: set[str], encoding: str | None) -> Division:
    if not os.path.exists(name):  # noqa: PTH110
        known = f"{', '.join(NAMES)}, {FREQUENCY}:LIST (such as {FREQUENCY}:bnc)"
        raise UsageError(f"by: {name!r} is neither a file of groups nor one of {known}.", parameter="by")
    from stead.formats.side_files import read_groups  # noqa: PLC0415 (seldom needed)

    table = read_groups(name, encoding)
    scoring.check_names(name, table, gold)
    short = os.path.basename(name).split(".")[0]  # noqa: PTH119
    return Division("table", name if short in taken else short, dict(table))


def grouping_of(
    division: Division, gold: GoldStandard, settings: ScoringSettings, items: Sequence[Item] | None = None
) -> Grouping:
    """What divides the items; for the length of sentences, `items` must be known."""
    if division.kind in _BY_GOLD:
        return _BY_GOLD[division.kind](gold, settings)
    if division.kind == "length":
        return _by_length(items)
    if division.kind == "multiword-target" and settings.multiwords is not None:
        return scoring.by_multiword_target(settings.multiwords, settings, gold)
    if division.kind == "sentence-choice":
        return scoring.by_sentence_choice(set(division.table))
    if division.kind == "table":
        return scoring.by_table(division.name, division.table)
    raise UsageError(f"{division.kind!r} is no way to divide these items.")


_BY_GOLD: dict[str, Callable[[GoldStandard, ScoringSettings], Grouping]] = {
    "pos": lambda _, __: scoring.by_part_of_speech(),
    "lexelt": lambda _, __: scoring.by_lexelt(),
    "substitutes": scoring.by_substitutes,
    "agreement": scoring.by_agreement,
}


def _by_length(items: Sequence[Item] | None) -> Grouping:
    if items is None:
        raise UsageError(
            "groups by length (`by='length'`) need the sentences of the items (`items`), which are given where runs "
            "are compared.",
            parameter="by",
        )
    return scoring.by_sentence_length(items)


def notes_on(names: Sequence[str], settings: ScoringSettings, manual: StrPath | None) -> Iterator[str]:
    """What was asked for and cannot be had with what was given."""
    if "subset" not in names:
        if manual is not None:
            yield "The list of manually chosen targets (`manual`) is used only for the subsets (`by='subset'`)."
        return
    if settings.multiwords is None:
        yield "The subset NMWT is not shown: it needs the gold of multiwords (`multiwords`)."
    if manual is None:
        yield "The subsets MAN and RAND are not shown: they need the list of manually chosen targets (`manual`)."
