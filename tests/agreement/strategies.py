"""Annotations for hypothesis to make: few words and few people, so that they meet."""

from hypothesis import strategies as st

from stead.core.annotation import Annotation

WORDS = ("clever", "Clever", "smart", "well-lit", "well lit", "lit", " ")
PEOPLE = ("ann", "bob", "cat", "dan")
ITEMS = (("bright.a", "1"), ("bright.a", "2"), ("dog.n", "3"), ("run.v", "4"))
MULTIWORDS = ("", "", "run off", "Run-off", "run")


@st.composite
def annotation_lists(draw: st.DrawFn, people: tuple[str, ...] = PEOPLE) -> list[Annotation]:
    """Some answers of some people to some items, each once, in any order; there is a pair on at least one item."""
    cells = draw(st.lists(st.sampled_from([(*item, who) for item in ITEMS for who in people]), unique=True))
    cells += [cell for cell in ((*ITEMS[0], people[0]), (*ITEMS[0], people[1])) if cell not in cells]
    return [
        Annotation(
            lexelt=cell[0],
            id=cell[1],
            annotator=cell[2],
            substitutes=tuple(draw(st.lists(st.sampled_from(WORDS), max_size=3))),
            nil=draw(st.booleans()),
            name=draw(st.booleans()),
            multiword=draw(st.sampled_from(MULTIWORDS)),
        )
        for cell in cells
    ]
