"""Machines among annotators and raters: a reserved beginning of the name marks them, in every format that has names."""

from collections.abc import Iterable

from stead.core.errors import UsageError
from stead.core.parameters import Setting
from stead.core.text import plural

MACHINE = "machine:"
"""How the name of an annotator or rater that is no person begins: `machine:llm(model=...)`."""

MACHINES = {
    "leave-out": "only people count",
    "include": "machines count as people do",
}
"""What is done about the answers of machines where golds are made and agreement is measured."""


def machine_name(system: str) -> str:
    """The name under which a system annotates and rates."""
    return f"{MACHINE}{system}"


def is_machine(name: str) -> bool:
    """Whether the name of an annotator or rater is that of a machine."""
    return name.lstrip()[: len(MACHINE)].lower() == MACHINE


def takes_machines(machines: str) -> bool:
    """Whether the answers of machines count; refuse a word that does not say so."""
    if machines not in MACHINES:
        raise UsageError(f"machines is one of {', '.join(MACHINES)}, not {machines!r}.", parameter="machines")
    return machines == "include"


def describe_left_out(location: str, number: int, noun: str, names: Iterable[str]) -> str:
    """The note on answers of machines that are left out."""
    listed = ", ".join(dict.fromkeys(names))
    return (
        f"{location}: {plural(number, noun)} by machines ({listed}): left out; `machines` says whether to include them."
    )


def machines_setting(names: Iterable[str]) -> list[Setting]:
    """The part of a gold's procedure that says that machines count, if there are any."""
    listed = ", ".join(sorted({*names}))
    meaning = f"the answers of machines count as those of people do: {listed}"
    return [Setting("machines", "machines", "included", meaning)] if listed else []
