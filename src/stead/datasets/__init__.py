"""The field's data sets by name: what there is, how to get and cite it, and what its files hold.

`part_named("swords:dev")` is a part of a data set. Only `getting.get` fetches anything. A laboratory registers its own
`DataSet` by an entry point of the group `stead.datasets`.
"""

from stead.datasets.data_set import DataFile, DataSet, IdList, Paper, Part
from stead.datasets.dataset_part import DatasetPart
from stead.datasets.published import PUBLISHED
from stead.datasets.registry import ENTRY_POINTS, known_data_sets, part_named, parts_named

__all__ = [
    "ENTRY_POINTS",
    "PUBLISHED",
    "DataFile",
    "DataSet",
    "DatasetPart",
    "IdList",
    "Paper",
    "Part",
    "known_data_sets",
    "part_named",
    "parts_named",
]
