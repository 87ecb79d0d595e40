"""Put French, Italian and Spanish substitutes into their sentence: number, gender, person, tense, articles, elision.

Forms are those of lists (`word_forms`). What would need more than the substitute and the words right before it to
change,
as another gender does where an adjective agrees with the noun, is refused.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from stead.words.english import word_set
from stead.words.tokens import tokenise, words_before
from stead.words.word_forms import WordForms

_VOWELS = "aàâäáeéèêëiîïíìoôöóòuùûüúœæ"
_ASPIRATED = re.compile(
    r"h(?:a(?:b[lo]eu|ch|g|i(?:ll|n|ne|r)|l(?:e|l|o|t)|m(?:ac|eau|pe)|n(?:ch|d|g|neto|t)|r(?:c|d|em|eng|"
    r"gn|ic|na|p)|sard|"
    r"ss|t|u(?:ss|t))|âte|âtif|e(?:aum|in|nn|rse|urt)|ér(?:iss|on|os\b)|êtr|i(?:bou|deu|ér|ss)|o(?:ch|"
    r"ckey|l(?:d|l)|mard|"
    r"nt|quet|rde|rs|uille|uss)|u(?:ch|ée|it|r[dlo]|ss|tt))|onz|oui|yaourt|yacht"
)
"""Beginnings of French words with h aspiré, before which nothing is elided."""
_IMPURE = re.compile(r"s[^aeiouàèéìòù]|z|gn|ps|pn|x|y|i[aeou]")
"""Beginnings of Italian words before which `il` is `lo`."""


def _table(text: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Read determiners: a line for each, with its cells `m.sg a/b`; b before a vowel, of three the "
    "second before s + t."""
    return {
        f"{number}": {
            cell.split("=")[0]: tuple(_surface(form) for form in cell.split("=")[1].split("/"))
            for cell in line.split(",")
        }
        for number, line in enumerate(text.strip().splitlines())
    }


def _surface(form: str) -> str:
    form = form.strip().replace("_", " ")
    return form if form.endswith("'") else f"{form} "


def _italian_articles() -> str:
    lines = []
    for short, long in (("", ""), ("de", "de"), ("a", "a"), ("da", "da"), ("ne", "ne"), ("su", "su"), ("que", "que")):
        double = "l" if short else ""
        masculine = f"{short}{'il' if not short else 'l'}/{long}{double}lo/{long}{double}l'"
        plural = f"{short}i/{long}gli/{long}gli"
        lines.append(
            f"m.sg={masculine},f.sg={long}{double}la/{long}{double}la/{long}{double}l',m.pl={plural},"
            f"f.pl={long}{double}le/{long}{double}le/{long}{double}le"
        )
    return "\n".join(lines)


_DETERMINERS = {
    "fr": _table(
        """m.sg=le/l',f.sg=la/l',m.pl=les/les,f.pl=les/les
m.sg=du/de_l',f.sg=de_la/de_l',m.pl=des/des,f.pl=des/des
m.sg=au/à_l',f.sg=à_la/à_l',m.pl=aux/aux,f.pl=aux/aux
m.sg=un/un,f.sg=une/une
m.sg=ce/cet,f.sg=cette/cette,m.pl=ces/ces,f.pl=ces/ces
m.sg=mon/mon,f.sg=ma/mon,m.pl=mes/mes,f.pl=mes/mes
m.sg=ton/ton,f.sg=ta/ton,m.pl=tes/tes,f.pl=tes/tes
m.sg=son/son,f.sg=sa/son,m.pl=ses/ses,f.pl=ses/ses
m.sg=quel/quel,f.sg=quelle/quelle,m.pl=quels/quels,f.pl=quelles/quelles
m.sg=aucun/aucun,f.sg=aucune/aucune
m.sg=tout/tout,f.sg=toute/toute,m.pl=tous/tous,f.pl=toutes/toutes
m.sg=certain/certain,f.sg=certaine/certaine,m.pl=certains/certains,f.pl=certaines/certaines
m.sg=beau/bel,f.sg=belle/belle
m.sg=nouveau/nouvel,f.sg=nouvelle/nouvelle
m.sg=vieux/vieil,f.sg=vieille/vieille
m.sg=de/d',f.sg=de/d',m.pl=de/d',f.pl=de/d'"""
    ),
    "it": _table(
        _italian_articles()
        + """
m.sg=un/uno/un,f.sg=una/una/un'
m.sg=nessun/nessuno/nessun,f.sg=nessuna/nessuna/nessun'
m.sg=alcun/alcuno/alcun,f.sg=alcuna/alcuna/alcun',m.pl=alcuni/alcuni/alcuni,f.pl=alcune/alcune/alcune
m.sg=questo/questo/quest',f.sg=questa/questa/quest',m.pl=questi/questi/questi,f.pl=queste/queste/queste
m.sg=quel/quello/quell',f.sg=quella/quella/quell',m.pl=quei/quegli/quegli,f.pl=quelle/quelle/quelle
m.sg=bel/bello/bell',f.sg=bella/bella/bell',m.pl=bei/begli/begli,f.pl=belle/belle/belle
m.sg=mio/mio/mio,f.sg=mia/mia/mia,m.pl=miei/miei/miei,f.pl=mie/mie/mie
m.sg=tuo/tuo/tuo,f.sg=tua/tua/tua,m.pl=tuoi/tuoi/tuoi,f.pl=tue/tue/tue
m.sg=suo/suo/suo,f.sg=sua/sua/sua,m.pl=suoi/suoi/suoi,f.pl=sue/sue/sue
m.sg=nostro/nostro/nostro,f.sg=nostra/nostra/nostra,m.pl=nostri/nostri/nostri,f.pl=nostre/nostre/nostre
m.sg=molto/molto/molto,f.sg=molta/molta/molta,m.pl=molti/molti/molti,f.pl=molte/molte/molte
m.sg=tutto/tutto/tutto,f.sg=tutta/tutta/tutta,m.pl=tutti/tutti/tutti,f.pl=tutte/tutte/tutte
m.sg=altro/altro/altro,f.sg=altra/altra/altra,m.pl=altri/altri/altri,f.pl=altre/altre/altre"""
    ),
    "es": _table(
        """m.sg=el,f.sg=la,m.pl=los,f.pl=las
m.sg=del,f.sg=de_la,m.pl=de_los,f.pl=de_las
m.sg=al,f.sg=a_la,m.pl=a_los,f.pl=a_las
m.sg=un,f.sg=una,m.pl=unos,f.pl=unas
m.sg=este,f.sg=esta,m.pl=estos,f.pl=estas
m.sg=ese,f.sg=esa,m.pl=esos,f.pl=esas
m.sg=aquel,f.sg=aquella,m.pl=aquellos,f.pl=aquellas
m.sg=nuestro,f.sg=nuestra,m.pl=nuestros,f.pl=nuestras
m.sg=ningún,f.sg=ninguna
m.sg=algún,f.sg=alguna,m.pl=algunos,f.pl=algunas
m.sg=mucho,f.sg=mucha,m.pl=muchos,f.pl=muchas
m.sg=otro,f.sg=otra,m.pl=otros,f.pl=otras
m.sg=todo,f.sg=toda,m.pl=todos,f.pl=todas"""
    ),
}
"""Determiners, the same in every gender and number, with the form before a consonant and before a vowel."""

_ELIDED = {"fr": word_set("je me te se ne que le la jusque lorsque puisque de"), "it": frozenset(), "es": frozenset()}
_AUXILIARIES = {
    "fr": (
        word_set(
            "ai as a avons avez ont avais avait avions aviez avaient aurai aura auront aurait auraient ait aient "
            "eu ayant "
            "avoir eut eurent"
        ),
        word_set(
            "suis es est sommes êtes sont étais était étions étiez étaient serai sera seront serait seraient "
            "soit soient "
            "été étant être fut furent"
        ),
    ),
    "it": (
        word_set(
            "ho hai ha abbiamo avete hanno avevo aveva avevamo avevano avrà avranno avrebbe avrebbero abbia "
            "abbiano avuto "
            "avendo avere aver ebbe ebbero"
        ),
        word_set(
            "sono sei è siamo siete ero era eravamo erano sarà saranno sarebbe sarebbero sia siano stato stata "
            "stati state "
            "essendo essere esser fu furono viene vengono venne vennero"
        ),
    ),
    "es": (
        word_set(
            "he has ha hemos habéis han había habías habíamos habían habrá habrán habría habrían haya hayan hubiera "
            "hubieran hubiese haber habiendo"
        ),
        word_set("es son era eran fue fueron será serán sea sean sido siendo ser está están estaba estaban"),
    ),
}
"""The forms of to have and of to be, after which a participle follows."""
_MOVING = {
    "fr": word_set(
        "aller arriver décéder demeurer devenir descendre entrer intervenir monter mourir naître partir "
        "parvenir rentrer "
        "repartir rester retomber retourner revenir sortir survenir tomber venir provenir"
    ),
    "it": word_set(
        "andare apparire arrivare avvenire cadere capitare comparire costare crescere diventare divenire "
        "entrare esistere "
        "fuggire giungere intervenire morire nascere partire pervenire piacere restare rientrare rimanere ritornare "
        "riuscire salire scadere scappare scendere scomparire sembrare sorgere sparire succedere tornare uscire venire"
    ),
    "es": frozenset[str](),
}
"""The verbs that make their past with to be."""
_SUBJECTS = {
    "fr": {"je": "p1.sg", "j'": "p1.sg", "tu": "p2.sg", "nous": "p1.pl", "vous": "p2.pl"},
    "it": {"io": "p1.sg", "tu": "p2.sg", "noi": "p1.pl", "voi": "p2.pl"},
    "es": {"yo": "p1.sg", "tú": "p2.sg", "nosotros": "p1.pl", "vosotros": "p2.pl"},
}
_SUBJUNCTIVE = word_set(
    "pour afin avant bien faut veux veut voulait jusqu'à para ojalá antes quiero quiere espero affinché benché sebbene "
    "prima voglio vuole spero credo crede credi penso pensi"
)
_TENSES = ("pri", "pii", "ifi", "fti", "cni", "prs", "pis", "imp", "inf", "ger", "pp")
_GENDERED = word_set(
    "elle elles ils celle celui celles ceux laquelle lequel lesquelles essa esso esse essi ella él ellas ellos"
)
_BEFORE_NOUN: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {
    "fr": {
        "beau": {"m.sg": ("beau", "bel")},
        "nouveau": {"m.sg": ("nouveau", "nouvel")},
        "vieux": {"m.sg": ("vieux", "vieil")},
        "fou": {"m.sg": ("fou", "fol")},
    },
    "it": {
        "buono": {"m.sg": ("buon", "buono", "buon")},
        "bello": {"m.sg": ("bel", "bello", "bell'"), "m.pl": ("bei", "begli", "begli")},
    },
    "es": {
        **{f"{short}o": {"m.sg": (short,)} for short in ("buen", "mal", "primer", "tercer")},
        "grande": {"m.sg": ("gran",), "f.sg": ("gran",)},
    },
}
"""Adjectives that have other forms before a noun, which depend on its sound as determiners do."""
_WITH_DATIVE = {
    "fr": word_set("appartenir désobéir nuire obéir plaire ressembler succéder"),
    "it": word_set("appartenere assomigliare dispiacere obbedire piacere somigliare ubbidire"),
    "es": word_set("agradar apetecer encantar gustar pertenecer"),
}
"""Verbs that take a dative, or the person who likes something as one: none is a substitute of one with an object."""
_STRESSED_A = word_set(
    "agua águila ala alba alga alma ama ancla ansia arca área arma arpa asa aula ave habla hacha hada hambre haya"
)
"""Spanish feminine nouns that have `el` and `un` right before them."""
_BEFORE_STRESSED_A = {
    "la": "el",
    "una": "un",
    "de la": "del",
    "a la": "al",
    "alguna": "algún",
    "ninguna": "ningún",
}
_INTENSIFIERS = word_set("molto tanto troppo poco tutto tout mucho todo")
"""Adverbs before an adjective that look like determiners."""
_APOSTROPHES = str.maketrans("\N{RIGHT SINGLE QUOTATION MARK}", "'")
_GENDER = {"m": "f", "f": "m"}


@dataclass(frozen=True, kw_only=True)
class RomanceTarget:
    """A target in its sentence, and how substitutes take its place."""

    forms: WordForms
    language: str
    before: str
    form: str
    after: str
    lemma: str
    pos: str

    # ------------------------------------------------------------------------------------------ what the target is

    @cached_property
    def _words_before(self) -> list[str]:
        return [word.lower() for word in words_before(self.before.translate(_APOSTROPHES), self.language)]

    @cached_property
    def _words_after(self) -> list[str]:
        text = self.after.translate(_APOSTROPHES)
        return [token.text.lower() for token in tokenise(text, self.language)]

    @cached_property
    def cells(self) -> Sequence[str]:
        """The features that the target's form can have in this sentence, the likeliest first."""
        known = [
            word for spelling in dict.fromkeys((self.form.lower(), self.form)) for word in self.forms.analyses(spelling)
        ]
        cells = [word.features for word in known if word.pos == self.pos and word.lemma == self.lemma] or [
            word.features for word in known if word.pos == self.pos
        ]
        cells = cells or [cell for lemma, cell in short_adjectives(self.language, self.form.lower()) if self.pos == "a"]
        if self.pos == "a" and not cells:
            cells = [word.features.removeprefix("pp.") for word in known if word.features.startswith("pp.")]
        if self.pos == "v":
            return sorted(dict.fromkeys(cells), key=self._verb_rank)
        if self.pos == "a":
            gender = self._agreeing_gender(cells)
        else:
            gender = next(filter(None, map(self._gender_of, reversed(self._words_before[-2:]))), "")
        number = self._agreeing_number(cells)
        return sorted(
            dict.fromkeys(cells), key=lambda cell: (gender not in cell.split("."), number not in cell.split("."))
        )

    def _verb_rank(self, cell: str) -> tuple[int, ...]:
        tense = cell.partition(".")[0]
        has_auxiliary = self._auxiliary is not None
        is_subjunctive = tense in {"prs", "pis"} and not _SUBJUNCTIVE.isdisjoint(self._words_before[-6:])
        subject = next(
            (
                _SUBJECTS[self.language][word]
                for word in reversed(self._words_before[-3:])
                if word in _SUBJECTS[self.language]
            ),
            "p3",
        )
        return (
            -(has_auxiliary and tense == "pp"),
            -is_subjunctive,
            -(subject in cell),
            _TENSES.index(tense) if tense in _TENSES else len(_TENSES),
        )

    @cached_property
    def _auxiliary(self) -> int | None:
        """Which auxiliary is among the last three words: 0 to have, 1 to be."""
        for word in reversed(self._words_before[-3:]):
            for number, auxiliaries in enumerate(_AUXILIARIES[self.language]):
                if word in auxiliaries:
                    return number
        return None

    def _agreeing_gender(self, cells: Sequence[str]) -> str:
        """The gender of an adjective's noun, if its own form does not say it: that of the noun next to it."""
        genders = {cell.split(".")[-2] for cell in cells if "." in cell}
        if len(genders) < 2:
            return next(iter(genders), "")
        for words in (self._words_after[:1], self._words_before[-1:], self._words_after[1:2], self._words_before[::-1]):
            for word in words:
                if word not in _INTENSIFIERS and (gender := self._gender_of(word)):
                    return gender
        return ""

    def _agreeing_number(self, cells: Sequence[str]) -> str:
        """The number of an adjective or noun whose form does not say it: that of the word before it that says its own.

        `Les parents étaient heureux`: heureux is a plural.
        """
        if len({cell.rsplit(".", maxsplit=1)[-1] for cell in cells}) < 2:
            return ""
        return next(filter(None, map(self._number_of, reversed(self._words_before))), "")

    def _number_of(self, word: str) -> str:
        """The number of an article, noun or verb, if it has one only."""
        cells = [
            cell
            for determiner in _DETERMINERS[self.language].values()
            for cell, surfaces in determiner.items()
            if f"{word} " in surfaces or word in surfaces
        ] or [known.features for known in self.forms.analyses(word) if known.pos in "nv"]
        numbers = {cell.rsplit(".", maxsplit=1)[-1] for cell in cells}
        return numbers.pop() if len(numbers) == 1 and numbers <= {"sg", "pl"} else ""

    def _gender_of(self, word: str) -> str:
        """The gender of a noun or an article, if it has one only."""
        for cells in _DETERMINERS[self.language].values():
            having = {cell[0] for cell, surfaces in cells.items() if f"{word} " in surfaces}
            if having:
                return having.pop() if len(having) == 1 else ""
        genders = {known.features.split(".")[0] for known in self.forms.analyses(word) if known.pos == "n"}
        return genders.pop() if len(genders) == 1 and genders <= {"m", "f"} else ""

    # --------------------------------------------------------------------------------------------- the substitute

    def replace(self, substitute: str) -> tuple[str, str] | None:
        """Give the text before the target and the substitute in form; None if it cannot be put into form."""
        head, space, rest = substitute.partition(" ")
        if self.pos == "r":
            return self._placed(substitute, "")
        if not self.cells or (space and not self._can_follow(rest)) or head.endswith("'"):
            return None
        match self.pos:
            case "v":
                form, agreement = self._verb(head), ""
            case "a":
                form, agreement = self._adjective(head)
            case "n":
                form, agreement = self._noun(head)
            case _:
                return None
        return None if form is None else self._placed(f"{form}{space}{rest}", agreement)

    def _can_follow(self, rest: str) -> bool:
        """Whether the rest of a phrase can stay as it is: after a preposition, or if the target is a singular."""
        prepositions = {"de", "di", "da", "a", "à", "en", "in", "con", "per", "por", "para", "sur", "su", "du", "del"}
        return rest.split(" ", maxsplit=1)[0].partition("'")[0] in prepositions and self.pos != "a"

    def _verb(self, lemma: str) -> str | None:
        cell, with_dative = self.cells[0], _WITH_DATIVE[self.language]
        if (lemma in with_dative) != (self.lemma in with_dative):
            return None
        if cell.startswith("pp") and self._auxiliary is not None and not self._same_auxiliary(lemma):
            return None
        return self.forms.form(lemma, "v", cell)

    def _same_auxiliary(self, lemma: str) -> bool:
        moving = _MOVING[self.language]
        return self.language == "es" or (lemma in moving) == (self.lemma in moving)

    def _adjective(self, lemma: str) -> tuple[str | None, str]:
        known = self.forms.of_lemma(lemma, "a")
        participles = [word for word in self.forms.analyses(lemma) if word.features == "pp.m.sg"]
        for cell in self.cells[:1]:
            forms = [word.form for word in known if word.features == cell]
            forms = forms or [
                form for word in participles if (form := self.forms.form(word.lemma, "v", f"pp.{cell}")) is not None
            ]
            if forms:
                return self._before_noun(lemma, forms[0], cell), cell
        return None, ""

    def _before_noun(self, lemma: str, form: str, cell: str) -> str | None:
        """The form of an adjective before a noun; None if it would have to be joined to it."""
        variants = _BEFORE_NOUN[self.language].get(lemma, {}).get(cell)
        following = self._words_after[0] if self._words_after else ""
        if variants is None or not any(word.pos == "n" for word in self.forms.analyses(following)):
            return form
        short = variants[self._sound(following, len(variants))]
        return None if short.endswith("'") else short

    def _noun(self, lemma: str) -> tuple[str | None, str]:
        cell = self.cells[0]
        gender, number = cell.split(".")[0], cell.split(".")[-1]
        form = self.forms.form(lemma, "n", f"{gender}.{number}")
        if form is not None:
            return form, f"{gender}.{number}"
        other = f"{_GENDER.get(gender, '')}.{number}"
        form = self.forms.form(lemma, "n", other)
        return (None, "") if form is None or self._agrees_elsewhere(cell) else (form, other)

    def _agrees_elsewhere(self, cell: str) -> bool:
        """Whether another word of the sentence has, or may have, its gender from the target."""
        if not _GENDERED.isdisjoint(self._words_after):
            return True
        gender, number = cell.split(".", maxsplit=1)[0], cell.rsplit(".", maxsplit=1)[-1]
        agreeing = (f"{gender}.{number}", f"pp.{gender}.{number}")
        determiners = {
            surface.strip()
            for cells in _DETERMINERS[self.language].values()
            for forms in cells.values()
            for surface in forms
        }
        for word in (*self._words_before[-2:], *self._words_after):
            if word in determiners:
                continue
            for known in self.forms.analyses(word):
                if known.pos in "av" and known.features in agreeing:
                    features = known.features.replace(f"{gender}.", f"{_GENDER[gender]}.")
                    if self.forms.form(known.lemma, known.pos, features) != word:
                        return True
        return False

    # ------------------------------------------------------------------------------------------- the words before it

    def _placed(self, form: str, agreement: str) -> tuple[str, str] | None:
        """Correct the determiners and elided words before a form."""
        before = self.before.translate(_APOSTROPHES)
        if self.language == "es" and self.form.lower() in _STRESSED_A and self.pos == "n":
            before = _exchange(before, {short: full for full, short in _BEFORE_STRESSED_A.items()})
        following, changed = form, ""
        if self.pos in "na" and agreement:
            target_gender = self.cells[0].split(".")[-2]
            while match := self._determiner(before, target_gender, agreement.rsplit(".", maxsplit=1)[-1]):
                cells, surface = match
                wanted = cells.get(agreement)
                if wanted is None:
                    return None
                right = wanted[self._sound(following, len(wanted))]
                before = before[: -len(surface)]
                right = right[0].upper() + right[1:] if surface[0].isupper() else right
                changed, following = right + changed, right
        elif self.language == "it" and before.endswith("'") and not self._is_vowel(form):
            return None  # `l'`: lo or la
        if not changed:
            elided = self._elided(before, form)
            return None if elided is None else (self._with_apostrophes(elided), form)
        if self.language == "es" and form.partition(" ")[0].lower() in _STRESSED_A:
            changed = _exchange(changed, _BEFORE_STRESSED_A)
        return self._with_apostrophes(before + changed), form

    def _determiner(self, before: str, gender: str, number: str) -> tuple[dict[str, tuple[str, ...]], str] | None:
        """Find the longest determiner at the end of a text that can be of a gender and number; give all its cells."""
        best: tuple[dict[str, tuple[str, ...]], str] | None = None
        for cells in _DETERMINERS[self.language].values():
            for surface in cells.get(f"{gender}.{number}", ()):
                start = len(before) - len(surface)
                if start < 0 or before[start:].lower() != surface or (start and before[start - 1].isalpha()):
                    continue
                if best is None or len(surface) > len(best[1]):
                    best = cells, before[start:]
        return best

    def _elided(self, before: str, form: str) -> str | None:
        """Elide a French word before a vowel, or write it out before a consonant."""
        if self.language != "fr":
            return before
        match = re.search(r"(?<![\w])(\w+)(['\u2019]|\s+)$", before)
        if match is None:
            return before
        word, end, is_vowel = match[1], match[2], self._is_vowel(form)
        if end.isspace() and is_vowel and word.lower() in _ELIDED["fr"]:
            return f"{before[: match.start()]}{word[:-1]}'"
        if not end.isspace() and not is_vowel:
            full = f"{word}{'' if word.lower().endswith('e') else 'e'}"
            if word.lower() == "l":
                return None  # le or la
            return f"{before[: match.start()]}{full} "
        return before

    def _with_apostrophes(self, text: str) -> str:
        return (
            text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")
            if "\N{RIGHT SINGLE QUOTATION MARK}" in self.before
            else text
        )

    def _sound(self, form: str, variants: int) -> int:
        """Which variant of a determiner comes before a form: of two or three, the last is that before a vowel."""
        if variants == 1:
            return 0
        if self.language == "it" and _IMPURE.match(form.lower()):
            return 1 if variants == 3 else 0
        return variants - 1 if self._is_vowel(form) else 0

    def _is_vowel(self, form: str) -> bool:
        lower = form.lower()
        if self.language == "fr" and lower.startswith(("h", "y", "o")):
            return not _ASPIRATED.match(lower) and not lower.startswith("y")
        return lower[:1] in _VOWELS or (lower[:1] == "h" and self.language == "it")


def _exchange(text: str, words: dict[str, str]) -> str:
    """Exchange the last words of a text, if they are among some, for others."""
    known = re.search(rf"(?<!\w)({'|'.join(sorted(words, key=len, reverse=True))}) $", text, re.IGNORECASE)
    if known is None:
        return text
    other = words[known[1].lower()]
    return f"{text[: known.start()]}{other.capitalize() if known[1][0].isupper() else other} "


def short_adjectives(language: str, form: str) -> Iterator[tuple[str, str]]:
    """What adjective a form is that stands before nouns only: `buon` is of buono, m.sg."""
    for lemma, cells in _BEFORE_NOUN[language].items():
        yield from ((lemma, cell) for cell, variants in cells.items() if form in variants and form != lemma)


def moving_verbs(language: str) -> frozenset[str]:
    """List the verbs that make their past with to be."""
    return _MOVING[language]


def determiner_words(language: str) -> Iterator[str]:
    """List the surfaces of all determiners of a language, in lower case, without spaces."""
    for cells in _DETERMINERS[language].values():
        for surfaces in cells.values():
            yield from (surface.strip() for surface in surfaces)


def auxiliary_words(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """List the forms of to have and of to be."""
    return _AUXILIARIES[language]
