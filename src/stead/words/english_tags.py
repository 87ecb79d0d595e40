"""Which form an English target has, from the form itself, its lemma and part of speech, and the words around it."""

from collections.abc import Sequence

from stead.words.english import TAGS, english_forms
from stead.words.tables import word_set

_INFINITIVE_BEHIND = word_set(
    "to can could may might must shall should will would 'll ca wo do does did let let's please cannot"
)
_PARTICIPLE_BEHIND = word_set(
    "have has had having 've be am is are was were been being 's 're 'm get gets got getting gotten"
)
_ATTRIBUTE_BEHIND = word_set(
    "a an the this these those my your his her its our their of in on at by for from with without"
)
_SUBJECTS = word_set("i you he she it we they who which that")
_BETWEEN = word_set(
    "not n't never ever always often also just already even still yet now then soon all both either almost quite "
    "so very"
)
_LOOKED_BACK = 4
_ENDINGS = {
    "n": (("s", "NNS"),),
    "v": (("ing", "VBG"), ("ed", "VBD"), ("s", "VBZ")),
    "a": (("er", "JJR"), ("est", "JJS")),
    "r": (("er", "RBR"), ("est", "RBS")),
}


def english_tag(
    form: str, lemma: str, part_of_speech: str, before: Sequence[str] = (), after: Sequence[str] = ()
) -> str:
    """The Penn Treebank tag of a form; the words before and after it decide between past tense and participle."""
    form = form.lower()
    possible = _possible_tags(form, lemma.lower(), part_of_speech)
    if len(possible) == 1 or part_of_speech != "v":
        return possible[0]
    return _tag_in_context(possible, _levelled(before), _levelled(after))


def _levelled(words: Sequence[str]) -> list[str]:
    return [word.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for word in words]


def _possible_tags(form: str, lemma: str, part_of_speech: str) -> list[str]:
    known = [tag for tag, forms in english_forms(lemma, part_of_speech).items() if form in forms]
    if known:
        return known
    guessed = [tag for ending, tag in _ENDINGS[part_of_speech] if form.endswith(ending) and form != lemma]
    return [*guessed[:1], *(["VBN"] if guessed[:1] == ["VBD"] else [])] or [TAGS[part_of_speech][0]]


def _tag_in_context(possible: Sequence[str], before: Sequence[str], after: Sequence[str]) -> str:
    """One of VB, VBD and VBN, by the nearest word before that tells."""
    telling = _telling_word(before)
    if telling in _INFINITIVE_BEHIND or (telling == "" and "VB" in possible):  # nothing before it: an imperative
        wanted = "VB"
    elif telling in _PARTICIPLE_BEHIND or telling in _ATTRIBUTE_BEHIND or after[:1] == ["by"]:
        wanted = "VBN"
    else:
        wanted = "VBD"
    return wanted if wanted in possible else possible[0]


def _telling_word(before: Sequence[str]) -> str:
    """The nearest word that is no adverb; if it is the subject of a question (`had he said`), the word before it."""
    nearest = [word for word in before[: -_LOOKED_BACK - 1 : -1] if word not in _BETWEEN and not word.endswith("ly")]
    if not nearest or not any(map(str.isalnum, nearest[0])):
        return ""
    auxiliary = nearest[1] if len(nearest) > 1 else ""
    if nearest[0] in _SUBJECTS and auxiliary in _INFINITIVE_BEHIND | _PARTICIPLE_BEHIND:
        return auxiliary
    return nearest[0]
