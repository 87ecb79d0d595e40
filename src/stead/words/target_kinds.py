"""The kind of a target in its sentence: a word that can be replaced, a name, a number, a function word.

English words are tagged; elsewhere a capital inside a sentence makes a name (but in German, where nouns have one).
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from stead.core.errors import BadInput
from stead.formats import quote
from stead.words.english import word_set
from stead.words.inflection import without_possessive
from stead.words.sentence_splitting import split_sentences
from stead.words.tagging import COARSE, NAME, NUMBER, english_tagger
from stead.words.target_spans import MarkedTarget, begins_sentence, capitals_mean_names
from stead.words.tokens import Token, tokenise

_FUNCTION_WORDS = word_set(
    """
    a about after against all although am among an and another any anybody anyone anything are as at be because been
    before being between both but by can cannot could did do does each either every everybody everyone everything except
    few for from had has have having he her hers herself him himself his how i if in into is it its itself may me might
    mine must my myself neither nobody none nor not nothing of on onto or other others our ours ourselves shall she
    should since so some somebody someone something than that the their theirs them themselves there these they this
    those though through to toward towards under unless until up upon us was we were what whatever when where whereas
    whether which while who whoever whom whose why will with within without would you your yours yourself yourselves
    """
)
_NEVER_CONTENT = word_set(
    """
    a an and or nor not n't no the this these those i me my mine myself you your yours yourself he him his himself she
    her hers herself it its itself we us our ours ourselves they them their theirs themselves who whom whose which of
    am is are was were been be 's 're 'm 've 'd 'll
    """
)
_OTHER_FUNCTION_WORDS = {
    "fr": word_set(
        """
        à afin ainsi au aucun aucune auquel aussi autre autres aux avaient avait avant avec avez avons ayant ce ceci
        cela celle celles celui ces cet cette ceux chacun chacune chaque chez comme comment contre dans de depuis des
        desquels dès devant donc dont du duquel elle elles en entre envers et étaient était étant été être eu eux furent
        il ils je jusque la laquelle le lequel les lesquelles lesquels leur leurs lorsque lui ma mais malgré me même
        mêmes mes moi mon ne ni nos notre nous on ont ou où par parce parmi pendant plusieurs pour pourquoi puisque
        quand que quel quelle quelles quelque quelques quels qui quoi quoique sa sans sauf se selon sera serait seraient
        seront ses sinon soi soient soit sont sous sur ta te tes toi tous tout toute toutes tu un une vos votre vous y
        """
    ),
    "it": word_set(
        """
        a abbiamo ai agli al alla alle allo altra altre altri altro anche avere aveva avevano che chi ci ciascuna
        ciascuno ciò coi col come con contro cui da dagli dai dal dalla dalle dallo degli dei del della delle dello
        dentro di dopo dove dunque durante e ed egli erano essa esse essere essi fino fra fu furono gli ha hanno ho i il
        in io la le lei li lo loro lui ma me mentre mi mia mie miei mio ne negli nei nel nella nelle nello nessun
        nessuna nessuno noi non nostra nostre nostri nostro o ogni ognuno oppure perché però per pure qual quale quali
        qualche qualcosa qualcuno quando quanta quante quanti quanto quegli quei quel quella quelle quelli quello questa
        queste questi questo se senza si sia siamo siano sono sopra sotto sta stata su sua sue sugli sui sul sulla sulle
        sullo suo suoi te ti tra tu tua tue tuo tuoi tutta tutte tutti tutto un una uno vi voi vostra vostre vostri
        vostro
        """
    ),
    "de": word_set(
        """
        ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus
        außer bei beide beiden bin bis bist da damit dann das dass dein deine deinem deinen deiner dem den denen denn
        der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
        einer eines er es etwas euch euer eure für gegen habe haben hat hatte hatten hinter ich ihm ihn ihnen ihr ihre
        ihrem ihren ihrer in indem ist jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes kein keine
        keinem keinen keiner man manche manchem manchen mancher mein meine meinem meinen meiner mich mir mit nach
        nachdem neben nicht nichts noch nun nur ob obwohl oder ohne sein seine seinem seinen seiner seit sich sie sind
        so solche solchem solchen solcher sondern statt trotz über um und uns unser unsere unserem unseren unserer unter
        viele vom von vor während wann war waren warum was wegen weil welche welchem welchen welcher welches wem wen
        wenn wer werde werden wie wir wird wo wurde wurden zu zum zur zwar zwischen
        """
    ),
    "es": word_set(
        """
        a al algo alguien algún alguna algunas alguno algunos ante antes aquel aquella aquellas aquello aquellos aunque
        cada como cómo con conmigo contigo contra cual cuál cuales cualquier cuando cuándo cuyo cuya de del desde donde
        dónde durante e el él ella ellas ello ellos en entre eran es esa esas ese eso esos esta está están estas este
        esto estos fue fueron ha había habían han hacia haber hasta he la las le les lo los más me mediante mi mí mía
        mientras mío mis misma mismas mismo mismos ni ningún ninguna ninguno no nos nosotras nosotros nuestra nuestras
        nuestro nuestros o os otra otras otro otros para pero por porque pues que qué quien quién quienes se según ser
        si sí sido siendo sin sino son soy su sus suya suyo también tan te ti toda todas todo todos tras tu tú tus un
        una unas uno unos usted ustedes vosotros y ya yo
        """
    ),
}
"""Words without a meaning of their own, in languages that are not tagged; those that are nouns, too, are left out."""
_NUMBER_WORDS = {
    "en": word_set(
        """
        zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion
        trillion dozen
        """
    ),
    "fr": word_set(
        """
        deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante
        cinquante soixante cent cents mille million millions milliard milliards
        """
    ),
    "it": word_set(
        """
        due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici venti trenta
        quaranta cinquanta sessanta settanta ottanta novanta cento mille mila milione milioni miliardo miliardi
        """
    ),
    "de": word_set(
        """
        zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn
        neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen
        """
    ),
    "es": word_set(
        """
        dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta
        cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones
        """
    ),
}
_CONTEXT = 400
"""Characters of a long text on either side of the target that are looked at."""
_SENTENCES_KEPT = 64
"""Several questions are asked of a target, and a text has several targets in a sentence."""


class TargetKind(StrEnum):
    """What a target is in its sentence."""

    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    FUNCTION = "function word"


class TaggedTarget(NamedTuple):
    """The English sentence around a target as tokens with the scores of their tags, and which of them the target is."""

    tokens: Sequence[Token]
    scores: Sequence[Mapping[str, float]]
    first: int
    last: int

    def tag(self, at: int) -> str:
        """The likeliest tag of a token."""
        return max(self.scores[at], key=lambda tag: self.scores[at][tag])


@lru_cache(_SENTENCES_KEPT)
def tag_target(text: str, start: int, end: int) -> TaggedTarget:
    """Tag the English sentence around a target; offsets of its tokens are those in the text."""
    tokens, first, last = _sentence_tokens(text, start, start + len(without_possessive(text[start:end])), "en")
    return TaggedTarget(tokens, _scores(tuple(token.text for token in tokens)), first, last)


@lru_cache(_SENTENCES_KEPT)
def _scores(words: tuple[str, ...]) -> Sequence[Mapping[str, float]]:
    """The scores of the words of a sentence, which has many targets."""
    return english_tagger().scores(words)


def _sentence_tokens(text: str, start: int, end: int, language: str) -> tuple[list[Token], int, int]:
    """Tokenise the sentence around a target; give the first and last of its tokens that the target overlaps."""
    offset = max(0, start - _CONTEXT)
    part = text[offset : end + _CONTEXT]
    around = [
        span for span in split_sentences(part, language) if span.start < end - offset and span.end > start - offset
    ]
    left, right = (around[0].start, around[-1].end) if around else (0, len(part))
    tokens = [
        Token(token.text, token.start + offset + left, token.end + offset + left)
        for token in tokenise(part[left:right], language)
    ]
    inside = [at for at, token in enumerate(tokens) if token.start < end and token.end > start] or [0]
    return tokens, inside[0], inside[-1]


def is_function_word(word: str, language: str) -> bool:
    """Whether a word has no meaning of its own, whatever its sentence: for languages that are not tagged."""
    return word.lower() in _OTHER_FUNCTION_WORDS.get(language, ())


IsName = Callable[[str], bool]
"""Whether a lexicon knows a noun as a name first of all."""


def classify_target(
    text: str, start: int, end: int, language: str = "en", is_name: IsName = lambda _: False
) -> TargetKind:
    """Say whether a target is a word, a name, a number or a function word of its sentence."""
    target = without_possessive(text[start:end]) if language == "en" else text[start:end]
    words = [word.lower().strip("-") for word in target.replace("-", " ").split()]
    if words and all(word[:1].isdigit() or word in _NUMBER_WORDS.get(language, ()) for word in words):
        return TargetKind.NUMBER
    if language == "en":
        return _classify_english(target, text, start, end, is_name)
    if is_function_word(target, language):
        return TargetKind.FUNCTION
    if not target[:1].isupper() or not capitals_mean_names(language):
        return TargetKind.WORD
    tokens, first, _ = _sentence_tokens(text, start, end, language)
    return TargetKind.WORD if begins_sentence(tokens, first) else TargetKind.NAME


def _classify_english(target: str, text: str, start: int, end: int, is_known_as_name: IsName) -> TargetKind:
    lower = target.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    if lower in _NEVER_CONTENT:
        return TargetKind.FUNCTION
    tagged = tag_target(text, start, end)
    tags = [tagged.tag(at) for at in range(tagged.first, tagged.last + 1)]
    after_determiner = tagged.first > 0 and tagged.tag(tagged.first - 1) in {"DT", "PRP$"}  # `his will`
    if lower in _FUNCTION_WORDS and tags[0] not in COARSE and not after_determiner:
        return TargetKind.FUNCTION
    if all(tag == NUMBER for tag in tags) and lower.removesuffix("s") in _NUMBER_WORDS["en"]:
        return TargetKind.NUMBER
    if not target[:1].isupper() or _is_heading(tagged):
        return TargetKind.WORD
    is_noun = tags in (["NN"], [NAME])  # a capital at the beginning of a sentence says nothing
    is_name = all(tag == NAME for tag in tags) or (is_noun and not target.isupper() and is_known_as_name(lower))
    return TargetKind.NAME if is_name else TargetKind.WORD


def _is_heading(tagged: TaggedTarget) -> bool:
    """Whether all words of some length around the target have capitals, so that capitals say nothing."""
    others = [
        token.text
        for at, token in enumerate(tagged.tokens)
        if not tagged.first <= at <= tagged.last and token.text.isalpha() and len(token.text) > 3
    ]
    return len(others) > 1 and all(word[0].isupper() for word in others)


def refuse_other_kinds(marked: MarkedTarget, language: str, is_name: IsName = lambda _: False) -> None:
    """Refuse a name, a number or a function word."""
    kind = classify_target(*marked, language, is_name)
    if kind is not TargetKind.WORD:
        raise BadInput(
            f"{quote(marked.target)} is a {kind}; names, numbers and function words are left alone unless you ask for "
            "them by `any_word`."
        )
