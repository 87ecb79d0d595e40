"""Put German substitutes into their sentence: case, number, gender, endings of adjectives, person and tense of verbs.

Nouns and verbs have the forms of lists (`word_forms`); adjectives and verbs with prefixes have those that rules make
and
the lemmatiser's dictionary has. An article and the adjectives after it follow the gender of a noun where the
sentence says
its case; where it does not, and where a particle would have to move, a substitute is refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from stead.core.extras import import_extra
from stead.words.english import word_set
from stead.words.form_lists import WordForm
from stead.words.tokens import tokenise
from stead.words.word_forms import WordForms

_CASES = ("nom", "acc", "dat", "gen")
_DEFINITE = {"m": "der den dem des", "f": "die die der der", "n": "das das dem des", "pl": "die die den der"}
_STRONG = {"m": "er en em es", "f": "e e er er", "n": "es es em es", "pl": "e e en er"}
_INDEFINITE = {"m": "- en em es", "f": "e e er er", "n": "- - em es", "pl": "e e en er"}
_AFTER_DEFINITE = {"m": "e en en en", "f": "e e en en", "n": "e e en en", "pl": "en en en en"}
_AFTER_INDEFINITE = {"m": "er en en en", "f": "e e en en", "n": "es es en en", "pl": "en en en en"}
_WITHOUT_ARTICLE = {"m": "er en em en", "f": "e e er er", "n": "es es em en", "pl": "e e en er"}
_LIKE_DER = ("dies", "jed", "jen", "welch", "manch", "solch")
_LIKE_EIN = ("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "irgendein")
_CONTRACTIONS = {
    "im": ("in", "dem"),
    "am": ("an", "dem"),
    "zum": ("zu", "dem"),
    "vom": ("von", "dem"),
    "beim": ("bei", "dem"),
    "zur": ("zu", "der"),
    "ins": ("in", "das"),
    "ans": ("an", "das"),
    "aufs": ("auf", "das"),
    "fürs": ("für", "das"),
}
_CASE_AFTER = {
    **dict.fromkeys(word_set("aus außer bei mit nach seit von zu gegenüber"), ("dat",)),
    **dict.fromkeys(word_set("durch für gegen ohne um bis"), ("acc",)),
    **dict.fromkeys(word_set("wegen trotz während statt aufgrund innerhalb außerhalb"), ("gen", "dat")),
    **dict.fromkeys(word_set("an auf hinter in neben über unter vor zwischen"), ("acc", "dat")),
}
_PRONOUNS = word_set("der die das dem den dessen deren welcher welche welches")
_ADJECTIVE = re.compile(r"[a-zäöüß]+(?:e|en|em|er|es)")
_ENDINGS = ("", "e", "en", "em", "er", "es")
_BEFORE_COMPARATIVE = word_set("noch viel immer etwas weit deutlich wesentlich")
_SEPARABLE = (
    *("zurück", "zusammen", "herunter", "hinunter", "heraus", "hinaus", "herein", "hinein", "vorbei"),
    *("weiter", "wieder", "fest", "fort", "her", "hin", "los", "nach", "vor", "weg", "zu", "ab", "an"),
    *("auf", "aus", "bei", "da", "ein", "mit", "um", "durch", "über", "unter"),
    *("auseinander", "bekannt", "empor", "entgegen", "fern", "fertig", "frei", "heim", "hoch", "nieder", "statt"),
    *("still", "teil"),
)
_INSEPARABLE = ("be", "emp", "ent", "er", "ge", "miss", "ver", "zer", "über", "unter", "wider", "hinter")
_SUBORDINATING = word_set("dass weil wenn ob als obwohl während nachdem bevor damit falls sobald solange bis da wie")
_WITH_SEIN = re.compile(
    r".*(?:gehen|kommen|laufen|fahren|fliegen|reisen|steigen|sterben|fallen|wachsen|werden|bleiben|sein|"
    r"rennen|springen|"
    r"schwimmen|verschwinden|erscheinen|geschehen|passieren|gelingen|kehren|flüchten|fliehen|sinken|folgen|begegnen|"
    r"wandern|klettern|schreiten|treten|ziehen|eilen|landen|starten|stürzen|entstehen|platzen|"
    r"eintreffen|gelangen|wachen|aufstehen|scheitern)"
)
_NOT_WITH_SEIN = re.compile(
    r"be(?!gegnen).*|ver(?:folgen|treten|ziehen)|über(?:treten|ziehen|fallen)|(?:an|auf|aus|ab|er)ziehen|antreten|"
    r"(?:er|über)(?:klettern|steigen|fahren|laufen|springen|wandern)|überwachen"
)
_SEIN = word_set("bin bist ist sind seid war warst waren wart sei seien wäre wären gewesen sein")
_HABEN = word_set("habe hast hat haben habt hatte hattest hatten hattet hätte hätten gehabt")
_WITH_DATIVE = word_set(
    "helfen danken folgen gefallen gehören antworten dienen begegnen vertrauen zustimmen schaden drohen "
    "nützen gleichen "
    "widersprechen beitreten zusehen zuhören ähneln fehlen passen misstrauen gehorchen entsprechen entkommen "
    "lauschen winken gratulieren verzeihen beistehen kündigen assistieren ausweichen missfallen"
)
_SUBJECTS = {"ich": "p1.sg", "du": "p2.sg", "wir": "p1.pl", "ihr": "p2.pl"}
_TENSES = ("pri", "ifi", "prs", "pis", "imp", "inf", "pp", "ger")


def _ending(table: dict[str, str], gender: str, case: str) -> str:
    return table[gender].split()[_CASES.index(case)].replace("-", "")


def _is_attested(form: str) -> bool:
    return bool(import_extra("simplemma", "German forms").is_known(form, lang="de"))


@dataclass(frozen=True, kw_only=True)
class _Determiner:
    """A determiner with its place in the text, and the forms that it has."""

    text: str
    start: int
    end: int
    stem: str = ""
    endings: tuple[tuple[str, str], ...] = ()  # the table, as items
    preposition: str = ""  # of a contraction

    @property
    def table(self) -> dict[str, str]:
        return dict(self.endings)

    def form(self, gender: str, case: str) -> str:
        article = self.stem + _ending(self.table, gender, case)
        if not self.preposition:
            return article
        joined = next((short for short, parts in _CONTRACTIONS.items() if parts == (self.preposition, article)), None)
        return joined or f"{self.preposition} {article}"

    def cells(self, gender: str) -> set[tuple[str, str]]:
        """The cases and numbers that this form can be of."""
        surface = self.text.lower()
        return {
            (case, "pl" if kind == "pl" else "sg")
            for kind, case in product((gender, "pl"), _CASES)
            if self.form(kind, case) == surface
        }

    @property
    def adjective_endings(self) -> dict[str, str]:
        is_indefinite = self.table == _INDEFINITE
        return _AFTER_INDEFINITE if is_indefinite else _AFTER_DEFINITE


def _determiner(text: str, start: int, end: int) -> _Determiner | None:
    word = text[start:end].lower()
    definite = {form for forms in _DEFINITE.values() for form in forms.split()}
    stem, table, preposition = "", _DEFINITE, _CONTRACTIONS.get(word, ("", ""))[0]
    if not preposition and word not in definite:
        known = (
            (stem, table)
            for stems, table in ((_LIKE_DER, _STRONG), (_LIKE_EIN, _INDEFINITE))
            for stem in stems
            if word.startswith(stem) and word.removeprefix(stem) in _ENDINGS and (word != stem or stems is _LIKE_EIN)
        )
        stem, table = next(known, ("", {}))
    if not table:
        return None
    endings = tuple(table.items())
    return _Determiner(text=text[start:end], start=start, end=end, stem=stem, endings=endings, preposition=preposition)


@dataclass(frozen=True, kw_only=True)
class GermanTarget:
    """A target in its sentence, and how substitutes take its place."""

    forms: WordForms
    before: str
    form: str
    after: str
    lemma: str
    pos: str

    @cached_property
    def _words_before(self) -> list[str]:
        return [token.text.lower() for token in tokenise(self.before, "de")]

    @cached_property
    def _words_after(self) -> list[str]:
        return [token.text for token in tokenise(self.after, "de")]

    def replace(self, substitute: str) -> tuple[str, str] | None:
        """Give the text before the target and the substitute in form; None if it cannot be put into form."""
        if " " in substitute and self.pos != "r":
            return None
        match self.pos:
            case "n":
                return self._replace_noun(substitute[:1].upper() + substitute[1:])
            case "a":
                form = self._adjective(substitute.lower())
            case "v":
                form = self._verb(substitute.lower())
            case _:
                form = substitute
        return None if form is None else (self.before, form)

    # ------------------------------------------------------------------------------------------------------- nouns

    @cached_property
    def _noun_phrase(self) -> tuple[_Determiner | None, list[tuple[int, int]]]:
        """The determiner of the noun, and the spans of the adjectives between them."""
        adjectives: list[tuple[int, int]] = []
        for token in reversed(tokenise(self.before, "de")):
            if determiner := _determiner(self.before, token.start, token.end):
                return determiner, adjectives
            if not _ADJECTIVE.fullmatch(token.text) or len(adjectives) > 1:
                break
            adjectives.insert(0, (token.start, token.end))
        return None, adjectives

    @cached_property
    def _noun_cells(self) -> Sequence[tuple[str, str, str]]:
        """Gender, case and number that the target can have in its sentence."""
        cells = [
            (gender, case, number)
            for word in self.forms.analyses(self.form[:1].upper() + self.form[1:])
            if word.pos == "n" and word.lemma == self.lemma[:1].upper() + self.lemma[1:]
            for gender, case, number in [word.features.split(".")]
        ]
        determiner, _ = self._noun_phrase
        if determiner:
            cells = [cell for cell in cells if cell[1:] in determiner.cells(cell[0])] or cells
        if cases := self._governed:
            cells = [cell for cell in cells if cell[1] in cases] or cells
        elif determiner and not self.before[: determiner.start].strip():
            cells = [cell for cell in cells if cell[1] == "nom"] or cells  # it begins the sentence
        return sorted(dict.fromkeys(cells), key=lambda cell: (cell[2], _CASES.index(cell[1])), reverse=False)

    @property
    def _governed(self) -> Sequence[str]:
        """The cases after the preposition before the noun phrase."""
        determiner, adjectives = self._noun_phrase
        if determiner and determiner.preposition:
            return ()  # the article says it
        start = determiner.start if determiner else adjectives[0][0] if adjectives else len(self.before)
        words = self.before[:start].split()
        return _CASE_AFTER.get(words[-1].lower(), ()) if words else ()

    def _replace_noun(self, lemma: str) -> tuple[str, str] | None:
        cells = self._noun_cells
        known = self.forms.of_lemma(lemma, "n")
        genders = {word.features.split(".")[0] for word in known}
        if not cells or not genders:
            return None
        numbers = {number for _, _, number in cells}
        if len(numbers) > 1:
            cells = [cell for cell in cells if cell[2] == "sg"]
        number = cells[0][2]
        gender = cells[0][0] if cells[0][0] in genders else min(genders)
        forms = {
            next((word.form for word in known if word.features == f"{gender}.{case}.{number}"), None)
            for _, case, _ in cells
        }
        if gender == cells[0][0] or number == "pl":
            form = forms.pop() if len(forms) == 1 else self._usual_form(known, gender, number, cells)
            return None if form is None else (self.before, form)
        cases = {case for _, case, _ in cells}
        changed = {self._with_gender(cells[0][0], gender, case) for case in cases}
        form = forms.pop() if len(forms) == 1 else None
        if form is None or len(changed) != 1 or self._is_referred_to:
            return None
        before = changed.pop()
        return None if before is None else (before, form)

    def _usual_form(
        self, known: Sequence[WordForm], gender: str, number: str, cells: Sequence[tuple[str, str, str]]
    ) -> str | None:
        """The form of the first case; refused if the sentence leaves it open whether that is a genitive."""
        cases = [case for _, case, _ in cells]
        if "gen" in cases and len(set(cases)) > 1 and number == "sg":
            cases = [case for case in cases if case != "gen"]
        forms = {word.form for word in known for case in cases if word.features == f"{gender}.{case}.{number}"}
        return forms.pop() if len(forms) == 1 else None

    @property
    def _is_referred_to(self) -> bool:
        """Whether a relative pronoun follows, which has the noun's gender."""
        following = [word.lower() for word in self._words_after[:3]]
        return following[:1] == [","] and not _PRONOUNS.isdisjoint(following[1:])

    def _with_gender(self, old: str, new: str, case: str) -> str | None:
        """Give the text before the noun with the determiner and adjectives of another gender."""
        determiner, adjectives = self._noun_phrase
        if determiner is None and not adjectives:
            return self.before
        table = determiner.adjective_endings if determiner else _WITHOUT_ARTICLE
        end = len(self.before)
        pieces: list[str] = []
        for start, stop in reversed(adjectives):
            word, ending = self.before[start:stop], _ending(table, old, case)
            if not word.endswith(ending):
                return None
            pieces[:0] = [word.removesuffix(ending) + _ending(table, new, case), self.before[stop:end]]
            end = start
        if determiner is None:
            return self.before[:end] + "".join(pieces)
        article = determiner.form(new, case)
        article = article[0].upper() + article[1:] if determiner.text[0].isupper() else article
        return self.before[: determiner.start] + article + self.before[determiner.end : end] + "".join(pieces)

    # -------------------------------------------------------------------------------------------------- adjectives

    @cached_property
    def _degree(self) -> tuple[str, str] | None:
        """The degree of an adjective ("", er, st) and its ending; None if it is no form of the lemma."""
        form, lemma = self.form.lower(), self.lemma.lower()
        is_before_noun = bool(self._words_after) and self._words_after[0][:1].isupper()
        if form == lemma and not is_before_noun:
            return "", ""  # the e of `müde` is no ending
        for stem in _stems(lemma):
            if form.startswith(stem):
                rest = form.removeprefix(stem)
                is_comparative = rest == "er" and self._is_comparative
                if rest in _ENDINGS and not is_comparative:
                    return "", rest
        plain = form.translate(str.maketrans("äöü", "aou"))
        for stem in (*_stems(lemma), *(stem.translate(str.maketrans("äöü", "aou")) for stem in _stems(lemma))):
            for degree in ("er", "est", "st"):
                if plain.startswith(stem + degree) and plain.removeprefix(stem + degree) in _ENDINGS:
                    return degree.removeprefix("e") if degree != "er" else degree, plain.removeprefix(stem + degree)
        return None

    @property
    def _is_comparative(self) -> bool:
        before, after = self._words_before[-1:], [word.lower() for word in self._words_after[:1]]
        no_noun = not self._words_after or not self._words_after[0][:1].isupper()
        return bool(_BEFORE_COMPARATIVE.intersection(before)) or after == ["als"] or (no_noun and after[:1] != [","])

    def _adjective(self, lemma: str) -> str | None:
        if self._degree is None:
            return None
        degree, ending = self._degree
        if not degree:
            return _inflected_adjective(lemma, ending)
        steps = ("er",) if degree == "er" else ("st", "est")
        umlauted = re.sub(r"([aou])(?=[^aouäöü]*$)", lambda match: "äöü"["aou".index(match[1])], lemma)
        made = (stem + step + ending for stem in dict.fromkeys((*_stems(umlauted), *_stems(lemma))) for step in steps)
        return next((form for form in made if _is_attested(form)), None)

    # ------------------------------------------------------------------------------------------------------- verbs

    @cached_property
    def _verb_cells(self) -> Sequence[str]:
        lemma = self.lemma.lower()
        cells = [
            word.features for word in self.forms.analyses(self.form.lower()) if word.pos == "v" and word.lemma == lemma
        ] or [cell for cell in _VERB_CELLS if _verb_form(self.forms, lemma, cell) == self.form.lower()]
        subject = next((_SUBJECTS[word] for word in reversed(self._words_before[-3:]) if word in _SUBJECTS), "p3")
        has_auxiliary = not (_SEIN | _HABEN | word_set("wird werden wurde wurden worden")).isdisjoint(
            self._words_before
        )
        follows_zu = self._words_before[-1:] == ["zu"]
        return sorted(
            dict.fromkeys(cells),
            key=lambda cell: (
                -(follows_zu and cell == "inf"),
                -(has_auxiliary and cell in {"pp", "inf"}),
                -(subject in cell),
                _TENSES.index(cell.partition(".")[0]),
            ),
        )

    def _verb(self, lemma: str) -> str | None:
        if not self._verb_cells or (lemma in _WITH_DATIVE) != (self.lemma in _WITH_DATIVE) or self._has_particle:
            return None
        cell = self._verb_cells[0]
        if cell == "pp" and not self._same_auxiliary(lemma):
            return None
        form = _verb_form(self.forms, lemma, cell)
        if form is None or not _is_attested(form):
            return None
        is_separable = _particle(self.forms, lemma) and cell not in {"inf", "pp", "ger"}
        if is_separable and not self._ends_clause:
            return None
        if cell == "inf" and self._words_before[-1:] == ["zu"] and _particle(self.forms, lemma):
            return None  # anzufangen
        return form

    @property
    def _has_particle(self) -> bool:
        """Whether the clause ends in a particle of the verb, which would be left over."""
        words = [word.lower() for word in self._words_after]
        end = next((at for at, word in enumerate(words) if word in {",", ".", "!", "?", ";", ":", "und"}), len(words))
        return end > 0 and words[end - 1] in _SEPARABLE and self._verb_cells[0] not in {"inf", "pp"}

    @property
    def _ends_clause(self) -> bool:
        ends = not self._words_after or not self._words_after[0][:1].isalnum()
        return ends and not (_SUBORDINATING | _PRONOUNS).isdisjoint(self._words_before)

    def _same_auxiliary(self, lemma: str) -> bool:
        around = {*self._words_before, *(word.lower() for word in self._words_after)}
        if _SEIN.isdisjoint(around) and _HABEN.isdisjoint(around):
            return True
        return _takes_sein(lemma) == _takes_sein(self.lemma.lower())


_VERB_CELLS = (
    *("inf", "pp", "ger", "pri.p1.sg", "pri.p2.sg", "pri.p3.sg", "pri.p1.pl", "pri.p3.pl", "pri.p2.pl"),
    *(
        "ifi.p1.sg",
        "ifi.p3.sg",
        "ifi.p2.sg",
        "ifi.p1.pl",
        "ifi.p3.pl",
        "ifi.p2.pl",
        "prs.p3.sg",
        "pis.p3.sg",
        "pis.p3.pl",
    ),
)


def _takes_sein(lemma: str) -> bool:
    return bool(_WITH_SEIN.fullmatch(lemma)) and not _NOT_WITH_SEIN.fullmatch(lemma)


def _stems(lemma: str) -> tuple[str, ...]:
    """What endings of an adjective are added to: `teur` of teuer, `dunkl` of dunkel, `hoh` of hoch."""
    if lemma == "hoch":
        return ("hoh", "höh", "hoch")
    if lemma.endswith("e"):
        return (lemma[:-1], lemma)
    if lemma.endswith(("el", "auer", "euer")):
        return (lemma[:-2] + lemma[-1], lemma)
    return (lemma,)


def _inflected_adjective(lemma: str, ending: str) -> str | None:
    if not ending:
        return lemma
    if lemma.endswith("weise") and lemma != "weise":
        return None  # an adverb
    made = [stem + ending for stem in _stems(lemma)]
    return next(
        (form for form in made if _is_attested(form)), made[0] if _is_attested(_stems(lemma)[0] + "e") else None
    )


def _particle(forms: WordForms, lemma: str) -> str:
    """The separable particle of a verb; empty if it has none.

    That of a listed verb is told by its participle: `freigelassen` has that of `lassen` after it, `übersetzt` has not.
    """
    participle = forms.form(lemma, "v", "pp")
    for part in _SEPARABLE:
        base = forms.form(lemma.removeprefix(part), "v", "pp") if lemma.startswith(part) else None
        if base is not None and participle in {None, part + base}:
            return part
    return ""


def _verb_form(forms: WordForms, lemma: str, cell: str) -> str | None:
    """The form of a verb: that of the list, or of the verb without its prefix."""
    form = forms.form(lemma, "v", cell)
    if form is not None:
        return form
    if particle := _particle(forms, lemma):
        base = forms.form(lemma.removeprefix(particle), "v", cell)
        return None if base is None else particle + base
    for prefix in _INSEPARABLE:
        base = forms.form(lemma.removeprefix(prefix), "v", cell) if lemma.startswith(prefix) else None
        if base is not None:
            return prefix + (base.removeprefix("ge") if cell == "pp" else base)
    return None


def is_german_verb(forms: WordForms, lemma: str) -> bool:
    """Whether a word is a verb of the list, or one of those with a prefix."""
    return lemma == lemma.lower() and _verb_form(forms, lemma, "inf") is not None
