"""A part of a data set by its name, such as `swords:dev`: what is known of it, and what its files hold."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Any

from stead.core.errors import BadInput
from stead.core.faults import Report
from stead.core.item import Item
from stead.core.substitutes import CanonicalForms, GoldStandard, Run
from stead.datasets.data_set import ROLES, DataSet, Part
from stead.formats import Content, Kind, Options, load_content, read_content, refuse_empty
from stead.resources import cache_folder
from stead.resources.cache import find_damage, has_manifest, read_manifest

_LONGEST_CODE = 3  # of a language; what is longer names several


@dataclass(frozen=True)
class DatasetPart:
    """A part of a data set. Its `gold`, `items`, `candidates`, `mapping` and `runs` are read when they are asked for.

    >>> part = stead.dataset("semeval2007:trial")
    >>> part.preset, part.language, part.licence
    ('semeval2007', 'en', 'none stated; research')
    """

    data_set: DataSet
    part: Part

    @property
    def name(self) -> str:
        """The name that stands for it on the command line and in Python."""
        return f"{self.data_set.name}:{self.part.name}"

    @property
    def language(self) -> str:
        """The language of the sentences."""
        return self.part.language or self.data_set.language

    @property
    def licence(self) -> str:
        """The licence of the data."""
        return self.data_set.licence

    @property
    def preset(self) -> str | None:
        """The usual way to score runs on it."""
        return self.data_set.preset

    @property
    def bibtex(self) -> str:
        """The papers to cite."""
        return "\n".join(paper.bibtex for paper in self.data_set.papers)

    @cached_property
    def gold(self) -> GoldStandard:
        """The gold standard."""
        noun: GoldStandard = self.read("gold", Options())[0]
        return noun

    @cached_property
    def items(self) -> list[Item]:
        """The sentences with their targets."""
        noun: list[Item] = self.read("items", Options())[0]
        return noun

    @cached_property
    def mapping(self) -> CanonicalForms:
        """The canonical forms of answers."""
        noun: CanonicalForms = self.read("mapping", Options())[0]
        return noun

    @cached_property
    def candidates(self) -> dict[str, list[str]]:
        """What rankings of given candidates rank, by lexelt: its own, or those of all parts together."""
        from stead.formats.side_files import read_candidates  # noqa: PLC0415 (seldom needed)

        return read_candidates(self.path("candidates"))

    @cached_property
    def runs(self) -> dict[str, Run]:
        """The runs that were published with it, by name."""
        folder = self.folder
        contents = [read_content(folder / file.name) for file in self.stored.part.runs]
        return {content.name: load_content(content, "run", Options())[0] for content in contents}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"

    # ------------------------------------------------------------------------------------------------------ files

    @property
    def stored(self) -> "DatasetPart":
        """The part that has the files: this one, or the one that this is a selection of."""
        return replace(self, part=self.data_set.part(self.part.whole)) if self.part.whole else self

    @property
    def cached_folder(self) -> Path:
        """The folder of its files in the cache, whether it exists or not."""
        return cache_folder() / "datasets" / self.data_set.name / self.stored.part.name

    @property
    def command(self) -> str:
        """The command that gets it."""
        return f"stead datasets get {self.name}"

    @property
    def is_here(self) -> bool:
        """Whether the files that the catalogue lists are here; an error if they are damaged."""
        folder, files = self.cached_folder, self.stored.part.files
        if not has_manifest(folder):
            return False
        manifest = read_manifest(folder, self.command)
        if any(file.name not in manifest.files or manifest.files[file.name].sha256 != file.sha256 for file in files):
            return False
        for problem in find_damage(folder, manifest):
            raise BadInput(f"{problem}; `{self.command} --again` fetches it again.")
        return True

    @property
    def folder(self) -> Path:
        """The folder of its files; if they are not here, an error with the command that gets them."""
        if not self.is_here:
            raise BadInput(self.how_to_get())
        return self.cached_folder

    def how_to_get(self) -> str:
        """Say that it is not here, and how to get it."""
        if not self.stored.part.files:
            remedy = self.remedy
            return f"{self.name} ({self.data_set.title}) has no public address. {remedy[0].upper()}{remedy[1:]}."
        return (
            f"{self.name} ({self.data_set.title}) is not here: get it with `{self.command}` ({self.kilobytes:,} kB; "
            f"licence: {self.licence})."
        )

    @property
    def kilobytes(self) -> int:
        """The size of its files in thousands of bytes, rounded up; 0 if it is not known."""
        return ceil(sum(file.size for file in self.stored.part.files) / 1000)

    @property
    def remedy(self) -> str:
        """How to get it, in the words that follow a semicolon."""
        if self.stored.part.files:
            return f"`{self.command}` gets it"
        return f"ask {self.data_set.ask}; then `{self.command} --from FOLDER` takes the files"

    def has(self, role: str) -> bool:
        """Whether it has a file for this; what a user brought is known only when it is here."""
        holder = self._holder(role)
        if holder.part.files:
            return getattr(holder.part, role, None) is not None
        return self.is_here and self._brought(role) is not None

    def path(self, role: str) -> Path:
        """The file for this."""
        holder = self._holder(role)
        if not (holder.part.files or self.is_here):
            raise BadInput(self.how_to_get())
        if not self.has(role):
            others = [other for other in ROLES if self.has(other)]
            if role not in ROLES:
                raise BadInput(f"{self.name} is a data set, and has no {role}; it has {' and '.join(others)}.")
            parts = (replace(self, part=part) for part in self.data_set.parts)
            with_it = ", ".join(part.name for part in parts if part.has(role)) or "none"
            raise BadInput(f"{self.name} has no {role}; it has {' and '.join(others)}. Parts with {role}: {with_it}.")
        folder, file = (self if holder == self.stored else holder).folder, getattr(holder.part, role)
        return folder / (file.name if file else str(self._brought(role)))

    def _holder(self, role: str) -> "DatasetPart":
        """The part whose folder has the file of a role; candidates may be those of all parts together."""
        siblings = [replace(self, part=part) for part in self.data_set.parts] if role == "candidates" else []
        return next((part for part in (self.stored, *siblings) if getattr(part.part, role, None)), self.stored)

    def _brought(self, role: str) -> str | None:
        """The file of a role among those that a user brought (`--from`); its name begins with the role."""
        names = read_manifest(self.cached_folder, self.command).files
        return next((name for name in names if name.startswith(f"{role}.")), None)

    # ---------------------------------------------------------------------------------------------------- reading

    def content(self, role: str) -> Content:
        """The file of a role, under the name of the part."""
        return replace(read_content(self.path(role)), path=self.name)

    def read(self, kind: Kind, options: Options) -> tuple[Any, Report]:
        """Read its gold, items or mapping, whatever format they are in, with the report of faults."""
        options = replace(options, format="auto", gold_format=None, encoding=None)
        noun, report = load_content(self.content(kind), kind, options)
        refuse_empty(noun, report)
        if kind == "items" and len(self.language) <= _LONGEST_CODE:
            noun = [item if item.language else replace(item, language=self.language) for item in noun]
        return (_SELECTIONS[kind](noun, self.part) if self.part.ids else noun), report


def _select_gold(gold: GoldStandard, part: Part) -> GoldStandard:
    ids = part.ids.select(gold.ids) if part.ids else {*gold.ids}
    sha256 = hashlib.sha256(f"{gold.source.sha256} {sorted(ids)}".encode()).hexdigest()
    rows = [row for row in gold if row.id in ids]
    return GoldStandard.of(rows, replace(gold.source, sha256=sha256), graded=gold.graded)


def _select_items(items: list[Item], part: Part) -> list[Item]:
    ids = part.ids.select(item.id for item in items) if part.ids else set()
    return [item for item in items if item.id in ids]


_SELECTIONS: dict[str, Callable[[Any, Part], Any]] = {
    "gold": _select_gold,
    "items": _select_items,
    "mapping": lambda mapping, _: mapping,
}
