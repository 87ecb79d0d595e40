"""Sources of candidates, behind one small interface: a word and its part of speech in, senses and their words out.

>>> wordnet = open_lexicon("wordnet")
>>> [sense.synonyms for sense in wordnet.senses("match", "n")][:2]
[('lucifer', 'friction match'), ()]
>>> wordnet.senses("match", "n")[1].related("hypernym")
('contest', 'competition')

`Lexicon`, `Sense` and `Frequencies` say what may be asked; `open_lexicon` and `open_frequencies` open one by name;
`four_classes` are the candidates of the WordNet baseline.
"""

from stead.lexicons.base import PARTS_OF_SPEECH, RELATIONS, Frequencies, Lexicon, Sense
from stead.lexicons.classes import FourClasses, four_classes
from stead.lexicons.opening import open_frequencies, open_lexicon, usual_frequencies, usual_lexicon

__all__ = [
    "PARTS_OF_SPEECH",
    "RELATIONS",
    "FourClasses",
    "Frequencies",
    "Lexicon",
    "Sense",
    "four_classes",
    "open_frequencies",
    "open_lexicon",
    "usual_frequencies",
    "usual_lexicon",
]
