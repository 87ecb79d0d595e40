"""Whole texts: which of their words are targets, and sentences rewritten with what is suggested for them.

A text is read sentence by sentence, however long it is. Targets are content words and WordNet's phrases (`turned
down`); names, numbers, function words, code, markup and, unless they are asked for, quotations are left alone.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from random import Random
from typing import Annotated, Any, NamedTuple

from stead.core.arguments import NotNegative, Positive, Range, check_value
from stead.core.errors import UsageError
from stead.core.item import Item, lemma_of, part_of_speech_of
from stead.lexicons import PARTS_OF_SPEECH, Lexicon, WordFrequencies, default_frequencies, open_frequencies
from stead.lexicons.lookups import is_mainly_name
from stead.resources import open_once
from stead.systems.suggestions import Substitute
from stead.words import Token, split_sentences, tokenise
from stead.words.english import word_set
from stead.words.tagging import COARSE
from stead.words.target_kinds import TargetKind, classify_target, tag_target

FUNCTION_WORDS = word_set(
    """
    a about above across after again against all almost along already also although always am among an and another any
    anybody anyone anything are around as at away back be became because become been before behind being below beneath
    beside besides between beyond both but by can cannot could did do does doing done down during each either else
    enough even ever every everybody everyone everything except few for from further get gets getting go goes going
    gone got had has have having he hence her here hers herself him himself his how however i if in indeed into is it
    its itself just least less lest let like may me might mine more most much must my myself near neither never no
    nobody none nor not nothing now of off often on once one ones only onto or other others otherwise ought our ours
    ourselves out over own per perhaps please quite rather same shall she should since so some somebody someone
    something soon still such than that the their theirs them themselves then there therefore these they this those
    though through throughout thus till to together too toward towards under unless until up upon us very was we well
    went were what whatever when whenever where whereas wherever whether which whichever while who whoever whole whom
    whose why will with within without would yes yet you your yours yourself yourselves
    """
)
"""Words with a grammatical function, which have no substitutes worth the name."""
_NUMBER_WORDS = word_set(
    """
    zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen first
    second third fourth fifth sixth seventh eighth ninth tenth
    """
)
_ENGLISH = "en"
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*")
_LONGEST_PHRASE = 4
_LONGEST_SENTENCE = 5_000
"""Characters; what has no end by then is cut at a space."""
_DRAWS = 20
"""How often another variant is drawn before a sentence is taken to have no more of them."""


@dataclass(frozen=True, kw_only=True)
class TextOptions:
    """Which words of a text are targets, and which substitutes will do.

    - `words`: only these words, as forms or base forms; none means any content word.
    - `pos`: only these parts of speech, letters of `nvar`.
    - `rarer_than`, `more_frequent_than`: only words whose form has such a frequency, per million words.
    - `block`: words that are neither targets nor substitutes.
    - `quotations`: also words between quotation marks.
    - `number`: how many substitutes a target gets.
    - `stop`: only substitutes that the system finds good enough, where it has a cut-off.
    - `min_probability`: only substitutes with at least this score, which is a probability for a tier.
    - `simpler`: only substitutes that are more frequent than the target and not longer, both in their base forms.
      Phrases have no frequency: as a target, any word is more frequent; as a substitute, they never are.
    - `every`: of `every` words in a row, one at most is a target with substitutes.
    """

    words: tuple[str, ...] = ()
    pos: str = "nvar"
    rarer_than: Annotated[float, Range(0)] | None = None
    more_frequent_than: Annotated[float, Range(0)] | None = None
    block: tuple[str, ...] = ()
    quotations: bool = False
    number: Positive = 10
    stop: bool = False
    min_probability: float = 0.0
    simpler: bool = False
    every: Positive = 1

    def __post_init__(self) -> None:
        for name, annotation in self.__annotations__.items():
            if name not in {"words", "block"}:
                check_value(name, getattr(self, name), annotation)
            elif isinstance(getattr(self, name), str):
                raise UsageError(f"{name} is a list of words, not a text.", parameter=name)
        if not self.pos or set(self.pos) - set(PARTS_OF_SPEECH):
            raise UsageError(f"pos is letters of {''.join(PARTS_OF_SPEECH)}, not {self.pos!r}.", parameter="pos")


class Sentence(NamedTuple):
    """A sentence of a text, the white space before it, and the offset of its first character in the text."""

    gap: str
    text: str
    start: int
    in_quotation: bool
    """Whether it begins between quotation marks."""
    in_code: bool = False
    """Whether it begins in a block of code: between lines of three backticks."""


def stream_sentences(text: str | Iterable[str], language: str) -> Iterator[Sentence]:
    """Split a text, or parts of one such as lines of a file, into sentences; the last may have an empty text."""
    start, in_quotation, in_code = 0, False, False
    for raw in _cut_after_sentences([text] if isinstance(text, str) else text, language):
        sentence = _sentence(raw, start, in_quotation=in_quotation)._replace(in_code=in_code)
        in_quotation = _ends_in_quotation(sentence)
        in_code ^= sentence.text.count(_FENCE) % 2 == 1
        start += len(raw)
        yield sentence


def _cut_after_sentences(parts: Iterable[str], language: str) -> Iterator[str]:
    """Cut a text after each sentence, so that white space is before the next one; all pieces together are the text."""
    waiting = ""
    for part in parts:
        waiting += part
        *ends, _ = [0, *(span.end for span in split_sentences(waiting, language))]  # the last one may go on
        if len(ends) < 2 and len(waiting) > _LONGEST_SENTENCE:
            ends = [0, max(waiting.rfind(" ", 1, _LONGEST_SENTENCE), 0) or len(waiting)]
        yield from (waiting[first:last] for first, last in pairwise(ends))
        waiting = waiting[ends[-1] if ends else 0 :]
    ends = [0, *(span.end for span in split_sentences(waiting, language))]
    yield from (waiting[first:last] for first, last in pairwise(ends))
    if waiting[ends[-1] :]:
        yield waiting[ends[-1] :]


def _sentence(raw: str, start: int, *, in_quotation: bool) -> Sentence:
    text = raw.lstrip()
    gap = raw[: len(raw) - len(text)]
    return Sentence(gap, text, start + len(gap), in_quotation and gap.count("\n") < 2)


def _ends_in_quotation(sentence: Sentence) -> bool:
    state = sentence.in_quotation
    for mark in filter(_QUOTATION_MARKS.__contains__, sentence.text):
        state = not state if mark == '"' else mark == "\u201c"
    return state


_QUOTATION_MARKS = '"\u201c\u201d'
_FENCE = "```"
_LITERAL = re.compile(
    r"""```.*?(?:```|\Z)                       # a block of code
    | `[^`]*`                                 # code in a sentence
    | <[/!]?[a-z][^<>]*> | &\#?\w+;           # HTML
    | \]\([^()]*\)                            # where a link leads, in Markdown
    | \b[^\W\d_]\w*\([^()\s]*\)               # a call of a function, word(s)
    | (?<![^\s<>`[\]()])[^\s<>`[\]()]*(?:[\\/=@] | \#\w | [^\W_][._][^\W_])[^\s<>`[\]()]*  # addresses, names of files
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
"""What is no language: to replace a word of it would break it."""


def _literal_tokens(sentence: Sentence, tokens: Sequence[Token]) -> list[bool]:
    """Whether each token is part of code, markup, an address or the like."""
    fence = _FENCE if sentence.in_code else ""
    ends = [0]
    for match in _LITERAL.finditer(fence + sentence.text):
        ends += (max(0, match.start() - len(fence)), match.end() - len(fence))
    return [bisect(ends, token.start) % 2 == 0 for token in tokens]


# ----------------------------------------------------------------------------------------------------------- targets


class SelectedTarget(NamedTuple):
    """A target, and the number of words before it in its sentence."""

    item: Item
    words_before: int


class TargetSelector:
    """Selects the targets of sentences by options; `lexelt_of` finds the lexelt of a form in its sentence."""

    def __init__(
        self, options: TextOptions, lexicon: Lexicon, lexelt_of: Callable[[str, int, int], str | None]
    ) -> None:
        self._options, self._lexicon, self._lexelt_of = options, lexicon, lexelt_of
        self._words = {word.lower() for word in options.words}
        self._blocked = {word.lower() for word in options.block}

    def targets(self, sentence: Sentence) -> Iterator[SelectedTarget]:
        """The targets of a sentence, in order; none overlaps another."""
        tokens = tokenise(sentence.text, _ENGLISH)
        quoted = quoted_tokens(tokens, begins_in_quotation=sentence.in_quotation)
        literal = _literal_tokens(sentence, tokens)
        words_before = [0, *accumulate(token.is_word for token in tokens)]
        at = 0
        while at < len(tokens):
            size, lexelt = 1, None
            if not literal[at] and (self._options.quotations or not quoted[at]):
                size, lexelt = self._target_at(sentence.text, tokens, at)
            if lexelt:
                start, end = tokens[at].start, tokens[at + size - 1].end
                offset = str(sentence.start + start)
                item = Item(id=offset, lexelt=lexelt, text=sentence.text, start=start, end=end, language=_ENGLISH)
                yield SelectedTarget(item, words_before[at])
            at += size

    def _target_at(self, text: str, tokens: Sequence[Token], at: int) -> tuple[int, str | None]:
        """The number of tokens of a target that begins here, and its lexelt; None if there is no target here."""
        if not _WORD.fullmatch(tokens[at].text) or is_name_or_number(tokens, at):
            return 1, None
        if tokens[at].text[0].isupper() and self._is_name(text, tokens[at]):
            return 1, None
        for size in range(min(_LONGEST_PHRASE, len(tokens) - at), 0, -1):
            span = tokens[at : at + size]
            words = [token.text.lower() for token in span]
            if size == 1 and (words[0] in FUNCTION_WORDS or len(words[0]) == 1):  # a letter names a thing, or is a mark
                continue
            if size > 1 and not (self._may_be_phrase(words) and _are_separated_by_spaces(text, span)):
                continue
            lexelt = self._lexelt_of(text, span[0].start, span[-1].end)
            if lexelt and size > 1 and _is_chance(lexelt, text, span):
                continue
            if lexelt and size > 1 and self._is_described_noun(lexelt, text, span):
                return size, None
            if lexelt and self._is_wanted(" ".join(words), lexelt):
                return size, lexelt
            if lexelt and size > 1:
                return size, None  # a phrase that is not wanted: its words alone are no targets
        return 1, None

    def _is_name(self, text: str, token: Token) -> bool:
        """Whether the first word of a sentence is a name."""
        kind = classify_target(text, token.start, token.end, _ENGLISH, partial(is_mainly_name, self._lexicon))
        return kind is TargetKind.NAME

    def _may_be_phrase(self, words: Sequence[str]) -> bool:
        """Whether a phrase of the lexicon begins or ends like this: all words but one, which may be inflected."""
        ends = _phrase_ends(self._lexicon)
        return " ".join(words[1:]) in ends.tails or " ".join(words[:-1]) in ends.heads

    def _is_described_noun(self, lexelt: str, text: str, span: Sequence[Token]) -> bool:
        """Whether a phrase is a noun with an adjective, and means that: an `old man` is a man, but a father, too."""
        head = lemma_of(lexelt).split()[-1].lower()
        senses = self._lexicon.senses(lemma_of(lexelt), part_of_speech_of(lexelt))
        return any(head in sense.related("hypernym") for sense in senses) and _begins_with_adjective(text, span)

    def _is_wanted(self, form: str, lexelt: str) -> bool:
        options, names = self._options, {form, lemma_of(lexelt).lower()}
        if (self._words and not names & self._words) or names & self._blocked:
            return False
        if part_of_speech_of(lexelt) not in options.pos:
            return False
        if options.rarer_than is None and options.more_frequent_than is None:
            return True
        frequency = self._frequencies.of(form)
        rare = options.rarer_than is None or frequency < options.rarer_than
        return rare and (options.more_frequent_than is None or frequency > options.more_frequent_than)

    @property
    def _frequencies(self) -> WordFrequencies:
        return _open_frequencies(default_frequencies(_ENGLISH))

    def will_do(self, item: Item, term: str) -> bool:
        """Whether a substitute is allowed, and simpler if that is asked for."""
        if term.lower() in self._blocked:
            return False
        if not self._options.simpler:
            return True
        lemma = lemma_of(item.lexelt)
        return len(term) <= len(lemma) and self._frequencies.of(term) > self._frequencies.of(lemma)


_open_frequencies = open_once(open_frequencies)


class _PhraseEnds(NamedTuple):
    """The phrases of a lexicon without their last word, and without their first."""

    heads: set[str]
    tails: set[str]


@lru_cache(maxsize=2)
def _phrase_ends(lexicon: Lexicon) -> _PhraseEnds:
    """Collect the phrases of a lexicon; kept, since that takes longer than a short text."""
    lemmas = (lemma.replace("_", " ").lower().split(" ") for lemma in lexicon.lemmas())
    phrases = [words for words in lemmas if 1 < len(words) <= _LONGEST_PHRASE]
    return _PhraseEnds({" ".join(words[:-1]) for words in phrases}, {" ".join(words[1:]) for words in phrases})


def is_name_or_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is a number word, or has a capital that the beginning of a sentence does not explain."""
    text = tokens[at].text
    if text.lower() in _NUMBER_WORDS or any(map(str.isdecimal, text)):
        return True
    if not text[0].isupper():
        return False
    begins = not any(token.is_word for token in tokens[:at]) or tokens[at - 1].text in _OPENING
    following = next((token.text for token in tokens[at + 1 : at + 2]), "")
    return not begins or text[1:] != text[1:].lower() or following[:1].isupper()


_OPENING = {'"', "``", "\u201c", "\u2018", ":", "(", "["}


def quoted_tokens(tokens: Sequence[Token], *, begins_in_quotation: bool) -> list[bool]:
    """Whether each token is between quotation marks; single ones are looked for within the sentence only."""
    quoted, inside = [], begins_in_quotation
    for token in tokens:
        if token.text[0] in _QUOTATION_MARKS:
            inside = not inside if token.text[0] == '"' else token.text[0] == "\u201c"
        quoted.append(inside)
    return [double or single for double, single in zip(quoted, _single_quoted_tokens(tokens), strict=True)]


_SINGLE_MARKS = {"'", "\u2018", "\u2019"}
_ELIDED = word_set("tis twas em til till cause cos n bout round")
"""Words that are written with an apostrophe before them."""


def _single_quoted_tokens(tokens: Sequence[Token]) -> list[bool]:
    """Whether each token is between single quotation marks, which apostrophes look like.

    One with a space before it and none after it begins a quotation, the other way round it ends one; after an `s` it
    may be a possessive, if another one can end the quotation.
    """
    last_end = max((at for at in range(len(tokens)) if _can_end_quotation(tokens, at)), default=-1)
    quoted, inside = [], False
    for at, token in enumerate(tokens):
        if not inside:
            inside = _begins_quotation(tokens, at)
        elif _can_end_quotation(tokens, at) and (at == last_end or not tokens[at - 1].text.endswith("s")):
            inside = False
        quoted.append(inside and token.text not in _SINGLE_MARKS)
    return quoted


def _begins_quotation(tokens: Sequence[Token], at: int) -> bool:
    if tokens[at].text not in _SINGLE_MARKS or at + 1 == len(tokens):
        return False
    touches_next = tokens[at + 1].start == tokens[at].end
    touches_last = at > 0 and tokens[at - 1].end == tokens[at].start and tokens[at - 1].text not in _OPENING
    following = tokens[at + 1].text
    return touches_next and not touches_last and not following[0].isdigit() and following.lower() not in _ELIDED


def _can_end_quotation(tokens: Sequence[Token], at: int) -> bool:
    if tokens[at].text not in _SINGLE_MARKS or at == 0 or tokens[at - 1].end < tokens[at].start:
        return False
    return at + 1 == len(tokens) or tokens[at + 1].start > tokens[at].end or not tokens[at + 1].is_word


def _begins_with_adjective(text: str, span: Sequence[Token]) -> bool:
    tagged = tag_target(text, span[0].start, span[-1].end)
    return COARSE.get(tagged.tag(tagged.first)) == "a"


def _is_chance(lexelt: str, text: str, span: Sequence[Token]) -> bool:
    """Whether the words of a phrase only happen to follow each other: `live in town`, `used to smoke`, `a kind of`."""
    tagged = tag_target(text, span[0].start, span[-1].end)
    part, last_word = part_of_speech_of(lexelt), span[-1].text.lower()
    has_next = tagged.last + 1 < len(tagged.tokens) and tagged.tokens[tagged.last + 1].is_word
    if all(token.text.lower() in FUNCTION_WORDS for token in span):
        return part != "v" or tagged.tag(tagged.last) != "RP"
    if last_word == "to" and has_next and tagged.tag(tagged.last + 1) == "VB":
        return True
    if part == "v":
        governs = (last_word in _PREPOSITIONS and tagged.tag(tagged.last) == "IN") or last_word == "it"
        return COARSE.get(tagged.tag(tagged.first)) != "v" or (governs and has_next)
    if part != "r":  # `on the table`; thesauri have `the old man`, too, but the article can stay
        return "the" in {token.text.lower() for token in span[:2]}
    if span[0].text.lower() == "a":  # `a little car`
        return has_next and COARSE.get(tagged.tag(tagged.last + 1)) in {"n", "a"}
    return tagged.first > 0 and tagged.tag(tagged.first - 1) in {"DT", "W"}  # `a kind of`


_PREPOSITIONS = {"in", "on"}
"""The commonest ones, which verbs often have by chance."""


def _are_separated_by_spaces(text: str, span: Sequence[Token]) -> bool:
    return all(text[one.end : other.start] == " " for one, other in pairwise(span))


# --------------------------------------------------------------------------------------------------------- rewriting


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A replacement in a sentence: `original[start:end]` (the target, and an article that changes) becomes `text`."""

    start: int
    end: int
    text: str
    target: str
    form: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RewrittenSentence:
    """A sentence of a text, the same with substitutes, and the white space before it in the text.

    - `original`, `start`: the sentence as it was, and its offset in the text.
    - `text`: the sentence with all its substitutes; the original if there are none.
    - `edits`: what was replaced.
    - `variants`: if variants were asked for, other versions of the sentence, all different.
    """

    gap: str
    original: str
    start: int
    text: str
    edits: tuple[Edit, ...] = ()
    variants: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """The sentence as a record for JSON."""
        edits = [
            {"start": self.start + edit.start, "end": self.start + edit.end, "text": edit.text, "target": edit.target}
            | {"form": edit.form, "score": edit.score}
            for edit in self.edits
        ]
        variants = {"variants": list(self.variants)} if self.variants else {}
        return {"start": self.start, "original": self.original, "text": self.text, "edits": edits, **variants}

    def marked(self) -> str:
        """The sentence with each replacement as `[target -> substitute]`."""
        marks = [
            (edit.start, edit.end, f"[{self.original[edit.start : edit.end]} -> {edit.text}]") for edit in self.edits
        ]
        return replace_spans(self.original, marks)


def replace_spans(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """Replace spans of a text, which are in order and do not overlap."""
    pieces, done = [], 0
    for start, end, new in spans:
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])


_ARTICLE = re.compile(r"(?i:an?)\W+$|$")


def edit_of(item: Item, substitute: Substitute) -> Edit:
    """The edit that puts a substitute into its sentence, with the article before it if that changes."""
    before, new = item.text[: item.start], substitute.sentence[: substitute.end]
    start = item.start
    if not substitute.inflected:
        new = before + substitute.form
    elif item.language not in {"", "en"}:  # an article or an elided word may change
        shared = (at for at, (one, other) in enumerate(zip(before, new, strict=False)) if one != other)
        start = next(shared, len(before))
    elif not new.startswith(before):
        article = _ARTICLE.search(before)
        start = article.start() if article else start
    return Edit(
        start=start,
        end=item.end,
        text=new[start:],
        target=item.target,
        form=substitute.form,
        score=substitute.score,
    )


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a sentence."""
    return replace_spans(text, ((edit.start, edit.end, edit.text) for edit in edits))


def draw_variants(
    original: str, alternatives: Sequence[Sequence[Edit]], number: NotNegative, seed: str
) -> tuple[str, ...]:
    """Draw different versions of a sentence: each target keeps its word with weight 1, or gets one by its score."""
    random = Random(seed)  # noqa: S311 (no secrets)
    variants: dict[str, None] = {}
    for _ in range(_DRAWS * number):
        chosen = [_draw(random, edits) for edits in alternatives]
        variants[apply_edits(original, (edit for edit in chosen if edit))] = None
        variants.pop(original, None)
        if len(variants) == number:
            break
    return tuple(variants)


def _draw(random: Random, edits: Sequence[Edit]) -> Edit | None:
    weights = [1.0, *(max(edit.score, 0.0) for edit in edits)]
    return random.choices([None, *edits], weights)[0]


def unified_diff(sentences: Iterable[RewrittenSentence], name: str) -> Iterator[str]:
    """The lines that differ as a unified diff without context, made while the text is rewritten; none if none does."""
    headed = False
    for number, (old, new) in enumerate(_line_pairs(sentences), start=1):
        if old != new:
            if not headed:
                yield f"--- {name}\n+++ {name}\n"
            headed = True
            yield f"@@ -{number} +{number} @@\n-{old}+{new}"


def _line_pairs(sentences: Iterable[RewrittenSentence]) -> Iterator[tuple[str, str]]:
    """The lines of a text before and after; no replacement has a line end, so that there are equally many."""
    old = new = ""
    for sentence in sentences:
        old += sentence.gap + sentence.original
        new += sentence.gap + sentence.text
        *old_lines, old = old.split("\n")
        *new_lines, new = new.split("\n")
        yield from ((f"{one}\n", f"{other}\n") for one, other in zip(old_lines, new_lines, strict=True))
    if old:
        end = "\n\\ No newline at end of file\n"
        yield old + end, new + end
