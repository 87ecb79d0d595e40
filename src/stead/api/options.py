"""What may change a figure: each choice with a name, a default and a place in the signature.

`score`, `compare`, `leaderboard`, `study` and `pool` take these objects, or their fields as keywords:

>>> import stead
>>> gold, run = {"1": {"clever": 3, "smart": 1}}, {"1": ["Clever"]}
>>> strict = stead.Scoring(measures="best", match="exact")
>>> stead.score(gold, run, options=strict).value("best")
0.0
>>> stead.score(gold, run, options=strict, match="lenient").value("best")
0.75
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, TypedDict

from stead.api.inputs import GoldLike, StrPath
from stead.core.arguments import check_value
from stead.core.errors import UsageError
from stead.core.resampling import Resampling
from stead.core.substitutes import CanonicalForms
from stead.measures import Measure
from stead.rules.definitions import Rules

Groups = Annotated[StrPath | Iterable[StrPath], "a name such as 'pos', a file of groups, or a list of these"]


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """How files are read and runs are scored."""

    measures: str | Iterable[str | Measure] | None = None
    """Measures such as `"best,oot@10"`, or a suite such as `"semdis"`; default: all that the gold allows."""
    by: Groups = ()
    """Groups that are scored as well: `"pos"`, `"lexelt"`, `"subset"`, `"substitutes"`, `"agreement"`, `"length"`
    (with the sentences), `"frequency:bnc"`, or a file of `id<TAB>group`."""
    match: str | Rules | None = None
    """When two substitutes are equal: `"lenient"` (default), `"exact"`, `"lenient,spelling=british"`, ..."""
    min_responses: float | None = None
    """The weight that an item needs to be scored; default: 2 for counts, any for a graded gold. EVALITA: 1."""
    weights: str = "auto"
    """What gold weights are: `"counts"` of annotators or `"graded"`; `"auto"` takes the gold's word for it."""
    mapping: StrPath | CanonicalForms | None = None
    """Canonical forms of answers (SemDis), applied to runs only."""
    multiwords: GoldLike | None = None
    """The gold of the multiword task: for its measures, and for the subset NMWT."""
    manual: StrPath | None = None
    """A list of the lexelts whose sentences were picked by hand, for the subsets MAN and RAND."""
    candidates: StrPath | Mapping[str, Sequence[str]] | None = None
    """What rankings of given candidates rank, by lexelt."""
    ids: StrPath | None = None
    """A list of the items to keep, one id a line."""
    names: str | None = None
    """NAME responses are kept `"apart"` (default), or are `"terms"` like others."""
    gold_terms: str | None = None
    """Terms of a gold in lines are `"trimmed"` (default), or `"as-written"`, with the spaces around them."""
    preset: str | None = None
    """Score as a reference program does: `"swords"`, `"tsar"`, `"semdis"` and `"melamud-gap"` set what is not set
    here, `"semeval2007"` also reads as the 2007 program does. By default what is usual for a data set that is given by
    name; `"none"` turns that off."""
    format: str = "auto"
    """The format of all files."""
    gold_format: str | None = None
    """The format of the golds, if it is another one."""
    run_format: str | None = None
    """The format of the runs, if it is another one."""
    faults: str = "repair"
    """`"repair"` what is certain, `"skip"` every line that is not perfectly formed, or be `"strict"`: refuse the
    file."""
    encoding: str | None = None
    """The encoding of the files that are not UTF-8, such as `"windows-1252"`."""

    def __post_init__(self) -> None:
        for name in ("measures", "by"):  # what can be gone through only once could not be used again
            value = getattr(self, name)
            if isinstance(value, Iterable) and not isinstance(value, str | os.PathLike):
                object.__setattr__(self, name, tuple(value))
        for option in fields(self):
            value = getattr(self, option.name)
            if value is not option.default:
                object.__setattr__(self, option.name, check_value(option.name, value, option.type))

    def refuse_all_but(self, used: Iterable[str], task: str) -> None:
        """Refuse fields that have been set and that a task has no use for."""
        usual, known = Scoring(), {*used, "format", "gold_format", "run_format", "faults", "encoding"}
        for name in field_names(Scoring):
            value, default = getattr(self, name), getattr(usual, name)
            if name not in known and value is not default and (type(value) is not type(default) or value != default):
                raise UsageError(f"{name} has no meaning for {task}; leave it out.", parameter=name)


class ScoringKeywords(TypedDict, total=False):
    """The fields of `Scoring` as keywords."""

    measures: str | Iterable[str | Measure] | None
    by: Groups
    match: str | Rules | None
    min_responses: float | None
    weights: str
    mapping: StrPath | CanonicalForms | None
    multiwords: GoldLike | None
    manual: StrPath | None
    candidates: StrPath | Mapping[str, Sequence[str]] | None
    ids: StrPath | None
    names: str | None
    gold_terms: str | None
    preset: str | None
    format: str
    gold_format: str | None
    run_format: str | None
    faults: str
    encoding: str | None


class ResamplingKeywords(TypedDict, total=False):
    """The fields of `Resampling` as keywords."""

    tests: str
    unit: str
    resamples: int
    interval: str
    level: float
    correction: str
    seed: int


class ComparingKeywords(ScoringKeywords, ResamplingKeywords, total=False):
    """The fields of `Scoring` and `Resampling` as keywords."""


def field_names(options: type[Scoring] | type[Resampling]) -> list[str]:
    """The names of the fields of a class of options."""
    return [field.name for field in fields(options)]


def scoring_options(options: Scoring | None, keywords: Mapping[str, Any]) -> Scoring:
    """The options that were given, changed by those keywords that are fields of theirs."""
    if not isinstance(options, Scoring | None):
        raise UsageError(f"options are a Scoring, not {options!r}.", parameter="options")
    return replace(options or Scoring(), **_fields_of(Scoring, keywords))


def resampling_options(
    resampling: Resampling | None, keywords: Mapping[str, Any], usual: Resampling | None = None
) -> Resampling:
    """The same for resampling; `usual` is what holds where nothing is given."""
    if not isinstance(resampling, Resampling | None):
        raise UsageError(f"resampling is a Resampling, not {resampling!r}.", parameter="resampling")
    return replace(resampling or usual or Resampling(), **_fields_of(Resampling, keywords))


def _fields_of(options: type[Scoring] | type[Resampling], keywords: Mapping[str, Any]) -> dict[str, Any]:
    return {name: keywords[name] for name in field_names(options) if name in keywords}
