"""Who answered how: tables for the data sheet."""

import numpy as np

from stead.core.arrays import BoolArray
from stead.golds.answers import Answers
from stead.records.sheet import Section, Value


def answer_tables(answers: Answers, kept: BoolArray) -> tuple[Section, ...]:
    """One row for each annotator, and how many answers the items of the gold have."""
    return _annotators(answers), _per_item(answers, kept)


def _annotators(answers: Answers) -> Section:
    """What each annotator answered, and how many annotations have no answer, one, two and so on."""
    own, sizes, people = answers.annotator_of, answers.sizes, len(answers.annotators)
    most = int(sizes.max(initial=0))
    table = np.bincount(own * (most + 1) + sizes, minlength=people * (most + 1)).reshape(people, most + 1)
    given = table @ np.arange(most + 1)
    flags = (np.bincount(own[each], minlength=people) for each in (answers.nil, answers.name, answers.named))
    columns = [table.sum(axis=1), given, *flags, *table.T]
    rows: list[tuple[Value, ...]] = [
        (name, *(int(column[person]) for column in columns))
        for name, person in sorted(zip(answers.annotators, range(people), strict=True))
        if table[person].any()
    ]
    names = ("annotator", "items", "answers", "NIL", "NAME", "multiwords")
    sized = (f"items with {size}" for size in range(most + 1))
    return Section("Answers of each annotator", (*names, *sized), tuple(rows))


def _per_item(answers: Answers, kept: BoolArray) -> Section:
    """How many annotators and answers the items of the gold have."""
    people = answers.per_item(answers.sizes > 0)[kept]
    given = np.bincount(answers.item_of[answers.owners], minlength=len(kept))[kept]
    numbers = np.arange(max(int(people.max()), int(given.max())) + 1)
    columns = [np.bincount(each, minlength=len(numbers)) for each in (people, given)]
    rows = tuple(
        (int(number), int(by_people), int(by_answers))
        for number, by_people, by_answers in zip(numbers, *columns, strict=True)
        if by_people or by_answers
    )
    return Section("Answers to each item", ("number", "items with so many annotators", "with so many answers"), rows)
