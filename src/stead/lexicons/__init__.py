"""Sources of candidates with one interface: a word and its part of speech in, senses and their words out.

>>> wordnet = open_lexicon("wordnet")
>>> [sense.synonyms for sense in wordnet.senses("match", "n")][:2]
[('lucifer', 'friction match'), ()]
>>> wordnet.senses("match", "n")[1].related("hypernym")
('contest', 'competition')

`Lexicon`, `Sense` and `WordFrequencies` are the interfaces; `open_lexicon` and `open_frequencies` open one by name;
`four_classes` gives the candidates of the WordNet baseline.
"""

from stead.lexicons.interface import PARTS_OF_SPEECH, RELATIONS, Lexicon, Sense, WordFrequencies
from stead.lexicons.lookups import FourClasses, four_classes
from stead.lexicons.opening import default_frequencies, default_lexicon, open_frequencies, open_lexicon

__all__ = [
    "PARTS_OF_SPEECH",
    "RELATIONS",
    "FourClasses",
    "Lexicon",
    "Sense",
    "WordFrequencies",
    "default_frequencies",
    "default_lexicon",
    "four_classes",
    "open_frequencies",
    "open_lexicon",
]
