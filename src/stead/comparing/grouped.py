"""The items of an evaluation by group."""

from stead.comparing.stack import Item
from stead.records.scores import Evaluation
from stead.scoring import Grouping


def labelled_items(evaluation: Evaluation, grouping: Grouping) -> dict[str, set[Item]]:
    """The items of each group, groups in order."""
    items = list(
        dict.fromkeys(item for each in evaluation.statistics for item in zip(each.lexelts, each.ids, strict=True))
    )
    labels = grouping.labels([lexelt for lexelt, _ in items], [identifier for _, identifier in items])
    groups: dict[str, set[Item]] = {label: set() for label in grouping.in_order(labels)}
    for item, label in zip(items, labels, strict=True):
        groups[label].add(item)
    return {f"{grouping.name}={label}": chosen for label, chosen in groups.items()}
