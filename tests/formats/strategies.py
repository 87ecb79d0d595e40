"""Nouns of every kind for hypothesis to make."""

from hypothesis import strategies as st

from stead.core.annotation import Annotation
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.rating import VERDICTS, Rating
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.core.text import tidy

MEMORY = Source("made", "")

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\ufffd")  # U+FFFD is a lost letter: refused
"""Any character but lone surrogates, which are no text; control characters are."""

texts = st.text(characters, max_size=20)
names = st.text(characters, min_size=1, max_size=10)
people = names.map(tidy).filter(bool)
"""Names of annotators as they are read: in composed Unicode, without extra spaces."""

flags = st.booleans()
numbers = st.floats(allow_nan=False, allow_infinity=False)
weights = st.floats(min_value=0, max_value=1e12)


@st.composite
def items(draw: st.DrawFn) -> Item:
    """A sentence with a target somewhere in it."""
    left, target, right = draw(texts), draw(names), draw(texts)
    return Item(
        id=draw(names),
        lexelt=draw(names),
        text=left + target + right,
        start=len(left),
        end=len(left) + len(target),
        language=draw(texts),
    )


annotations = st.builds(
    Annotation,
    lexelt=names,
    id=names,
    annotator=people,
    substitutes=st.lists(texts, max_size=3).map(tuple),
    nil=st.booleans(),
    name=st.booleans(),
    multiword=texts,
    comment=texts,
    time=texts,
    phase=texts,
)

grades = st.floats(min_value=0, max_value=3) | st.sampled_from(VERDICTS)
ratings = st.builds(
    Rating,
    lexelt=names,
    id=names,
    candidate=texts,
    rater=names.filter(tidy),
    value=grades,
    comment=texts,
    time=texts,
    first=st.none() | grades,
)

distinct_keys = st.lists(st.tuples(names, names), max_size=5, unique=True)


@st.composite
def golds(
    draw: st.DrawFn,
    keys: st.SearchStrategy[list[tuple[str, str]]] = distinct_keys,
    terms: st.SearchStrategy[str] = texts,
    graded: st.SearchStrategy[bool | None] = flags,
) -> GoldStandard:
    """A gold standard with real weights and NAME responses."""
    pairs = st.lists(st.tuples(terms, weights), max_size=4)
    rows = [GoldRow(lexelt, identifier, draw(pairs), draw(weights)) for lexelt, identifier in draw(keys)]
    return GoldStandard.of(rows, MEMORY, graded=draw(graded))


@st.composite
def runs(
    draw: st.DrawFn,
    keys: st.SearchStrategy[list[tuple[str, str]]] = distinct_keys,
    terms: st.SearchStrategy[str] = texts,
) -> Run:
    """A run without scores."""
    answers = st.lists(terms, max_size=4)
    return Run.of([RunRow(lexelt, identifier, draw(answers)) for lexelt, identifier in draw(keys)], MEMORY)


@st.composite
def scored_runs(draw: st.DrawFn) -> Run:
    """A run whose answers have scores."""
    rows = []
    for lexelt, identifier in draw(distinct_keys):
        pairs = draw(st.lists(st.tuples(texts, numbers), min_size=1, max_size=4))
        rows.append(RunRow(lexelt, identifier, [term for term, _ in pairs], [score for _, score in pairs]))
    return Run.of(rows, MEMORY)


# ------------------------------------------------------------------------------------------- for lines and XML

line_keys = st.lists(
    st.tuples(
        st.sampled_from(["bright.a", "bar.n.v", "e commerce.J", "U.S..n", "übel.a", "賢い.a"]),
        st.text("0123456789abc-_/é", min_size=1, max_size=5),
    ),
    min_size=1,
    max_size=5,
    unique=True,
)
"""Items that real files name."""

line_terms = (
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters=";\n\t\ufffd"), min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda term: term not in {"", "pn"} and not term[-1].isdigit())
)
"""Substitutes that a line can hold; none that looks like a gold entry with its weight."""

table_annotations = st.builds(
    Annotation,
    lexelt=texts,
    id=texts,
    annotator=people,
    substitutes=st.lists(line_terms, max_size=3).map(tuple),
    nil=flags,
    name=flags,
    multiword=texts,
    comment=texts,
    time=texts,
    phase=texts,
)
"""Annotations that a table can hold: any text but in the substitutes, which stand between semicolons."""

xml_words = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp", "Cn"], exclude_characters="\ufffd\ufffe\uffff"),
    min_size=1,
    max_size=8,
)


@st.composite
def xml_items(draw: st.DrawFn) -> list[Item]:
    """Items that XML can hold: words with single spaces between them, lexelts together."""
    made = []
    language = draw(xml_words)
    for lexelt in draw(st.lists(xml_words, max_size=3, unique=True)):
        for identifier in draw(st.lists(xml_words, min_size=1, max_size=3, unique=True)):
            left = "".join(f"{word} " for word in draw(st.lists(xml_words, max_size=3)))
            right = "".join(f" {word}" for word in draw(st.lists(xml_words, max_size=3)))
            target = " ".join(draw(st.lists(xml_words, min_size=1, max_size=2)))
            start = len(left)
            made.append(
                Item(
                    id=identifier,
                    lexelt=lexelt,
                    text=left + target + right,
                    start=start,
                    end=start + len(target),
                    language=language,
                )
            )
    return made
