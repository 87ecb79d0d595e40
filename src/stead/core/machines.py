"""Machines among annotators and raters: a reserved beginning of the name marks them, in every format that has names."""

MACHINE = "machine:"
"""How the name of an annotator or rater that is no person begins: `machine:llm(model=...)`."""

MACHINES = {
    "leave-out": "golds are made of what people answered",
    "include": "machines count as people do",
}
"""What is done about the answers of machines where a gold is made."""


def machine_name(system: str) -> str:
    """The name under which a system annotates and rates."""
    return f"{MACHINE}{system}"


def is_machine(name: str) -> bool:
    """Whether the name of an annotator or rater is that of a machine."""
    return name.lstrip()[: len(MACHINE)].lower() == MACHINE
