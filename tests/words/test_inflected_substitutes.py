"""Substitutes in French, Italian, Spanish and German sentences: in form, with articles; or refused.

The forms are a handful, written here: what is tested is what is done with them.
"""

from pathlib import Path

import pytest

from stead.core.item import Item
from stead.words import inflection, parse_marked, replace_target
from stead.words.form_lists import WordForm
from stead.words.word_forms import WordForms, write_forms


def noun(lemma: str, gender: str, plural: str) -> list[WordForm]:
    return [WordForm(lemma, lemma, "n", f"{gender}.sg"), WordForm(plural, lemma, "n", f"{gender}.pl")]


def adjective(lemma: str, *forms: str) -> list[WordForm]:
    cells = ("m.sg", "f.sg", "m.pl", "f.pl")
    return [WordForm(form, lemma, "a", cell) for form, cell in zip(forms, cells, strict=True)]


def verb(lemma: str, **forms: str) -> list[WordForm]:
    cells = {name.replace("_", "."): form for name, form in forms.items()}
    return [WordForm(lemma, lemma, "v", "inf"), *(WordForm(form, lemma, "v", cell) for cell, form in cells.items())]


def declined(lemma: str, gender: str, singular: str, plural: str) -> list[WordForm]:
    """A German noun: nominative, accusative, dative, genitive."""
    forms = zip(("nom", "acc", "dat", "gen") * 2, [*singular.split(), *plural.split()], strict=True)
    return [
        WordForm(form, lemma, "n", f"{gender}.{case}.{'sg' if at < 4 else 'pl'}")
        for at, (case, form) in enumerate(forms)
    ]


WORDS = {
    "fr": [
        *noun("voiture", "f", "voitures"),
        *noun("auto", "f", "autos"),
        *noun("camion", "m", "camions"),
        *noun("homme", "m", "hommes"),
        *noun("héros", "m", "héros"),
        *noun("garçon", "m", "garçons"),
        *adjective("nouveau", "nouveau", "nouvelle", "nouveaux", "nouvelles"),
        *adjective("beau", "beau", "belle", "beaux", "belles"),
        *adjective("grand", "grand", "grande", "grands", "grandes"),
        *verb("aimer", pri_p1_sg="aime", pri_p3_sg="aime", pp_m_sg="aimé"),
        *verb("adorer", pri_p1_sg="adore", pri_p3_sg="adore", pp_m_sg="adoré"),
        *verb("détester", pri_p1_sg="déteste", pri_p3_sg="déteste", pp_m_sg="détesté"),
        *verb("finir", pri_p1_sg="finis", pri_p3_sg="finit"),
        *verb("plaire", pri_p3_sg="plaît"),
        *adjective("heureux", "heureux", "heureuse", "heureux", "heureuses"),
        *verb("partir", pri_p3_sg="part", pp_m_sg="parti"),
        *verb("quitter", pri_p3_sg="quitte", pp_m_sg="quitté"),
        *verb("venir", pri_p3_sg="vient", pp_m_sg="venu"),
    ],
    "it": [
        *noun("studente", "m", "studenti"),
        *noun("allievo", "m", "allievi"),
        *noun("ragazzo", "m", "ragazzi"),
        *noun("scolara", "f", "scolare"),
        *adjective("enorme", "enorme", "enorme", "enormi", "enormi"),
        *adjective("vasto", "vasto", "vasta", "vasti", "vaste"),
        *noun("folla", "f", "folle"),
        *noun("uomo", "m", "uomini"),
        *verb("sbagliare", pri_p2_sg="sbagli", prs_p2_sg="sbagli"),
        *verb("fallire", pri_p2_sg="fallisci", prs_p2_sg="fallisca"),
        *noun("fiore", "m", "fiori"),
        *adjective("bello", "bello", "bella", "belli", "belle"),
    ],
    "es": [
        *noun("casa", "f", "casas"),
        *noun("agua", "f", "aguas"),
        *noun("bebida", "f", "bebidas"),
        *adjective("grande", "grande", "grande", "grandes", "grandes"),
        *noun("edificio", "m", "edificios"),
        *adjective("rojo", "rojo", "roja", "rojos", "rojas"),
        *verb("mirar", pii_p1_sg="miraba", pii_p3_sg="miraba"),
        *verb("ver", pii_p1_sg="veía", pii_p3_sg="veía"),
    ],
    "de": [
        *declined("Auto", "n", "Auto Auto Auto Autos", "Autos Autos Autos Autos"),
        *declined("Wagen", "m", "Wagen Wagen Wagen Wagens", "Wagen Wagen Wagen Wagen"),
        *declined("Kiste", "f", "Kiste Kiste Kiste Kiste", "Kisten Kisten Kisten Kisten"),
        *declined("Mensch", "m", "Mensch Menschen Menschen Menschen", "Menschen Menschen Menschen Menschen"),
        *declined("Mann", "m", "Mann Mann Mann Mannes", "Männer Männer Männern Männer"),
        *verb("kaufen", pri_p3_sg="kauft", ifi_p3_sg="kaufte", pp="gekauft"),
        *verb("suchen", pri_p3_sg="sucht", ifi_p3_sg="suchte", pp="gesucht"),
        *verb("helfen", pri_p3_sg="hilft", ifi_p3_sg="half", pp="geholfen"),
        *verb("gehen", pri_p3_sg="geht", ifi_p3_sg="ging", pp="gegangen"),
        *verb("kommen", pri_p3_sg="kommt", ifi_p3_sg="kam", pp="gekommen"),
        *verb("treffen", pri_p3_sg="trifft", ifi_p3_sg="traf", pp="getroffen"),
        *verb("reichen", pri_p3_sg="reicht", ifi_p3_sg="reichte", pp="gereicht"),
        *verb("lassen", pri_p3_sg="lässt", pri_p3_pl="lassen", ifi_p3_sg="ließ", pp="gelassen"),
        *verb("freilassen", pri_p3_sg="freilässt", ifi_p3_sg="freiließ", pp="freigelassen"),
    ],
}


@pytest.fixture(autouse=True)
def _forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = {}
    for language, words in WORDS.items():
        write_forms(words, tmp_path / f"{language}.sqlite")
        opened[language] = WordForms(tmp_path / f"{language}.sqlite")
    monkeypatch.setattr(inflection, "word_forms", opened.get)


def replaced(language: str, sentence: str, lexelt: str, substitute: str) -> str | None:
    text, start, end = parse_marked(sentence)
    made = replace_target(Item(id="1", lexelt=lexelt, text=text, start=start, end=end, language=language), substitute)
    assert made.text[made.start : made.end]
    return made.text if made.inflected else None


@pytest.mark.parametrize(
    ("sentence", "lexelt", "substitute", "expected"),
    [
        ("Il vend ses [voitures].", "voiture.n", "camion", "Il vend ses camions."),
        ("Il conduit une [voiture].", "voiture.n", "camion", "Il conduit un camion."),
        ("Il conduit une nouvelle [voiture].", "voiture.n", "camion", "Il conduit un nouveau camion."),
        ("Il conduit une grande [voiture].", "voiture.n", "camion", None),  # grande agrees with it
        ("Il conduit une nouvelle [voiture].", "voiture.n", "auto", "Il conduit une nouvelle auto."),
        ("La [voiture] part.", "voiture.n", "auto", "L'auto part."),
        ("L'[auto] part.", "auto.n", "voiture", "La voiture part."),
        ("L’[auto] part de l’eau.", "auto.n", "voiture", "La voiture part de l’eau."),
        ("le prix de l'[auto]", "auto.n", "camion", "le prix du camion"),
        ("Cet [homme] part.", "homme.n", "garçon", "Ce garçon part."),
        ("L'[homme] part.", "homme.n", "héros", "Le héros part."),  # h aspiré
        ("un bel [homme]", "homme.n", "garçon", "un beau garçon"),
        ("un [grand] homme", "grand.a", "beau", "un bel homme"),
        ("de [grandes] voitures", "grand.a", "beau", "de belles voitures"),
        ("Elle [aime] Paul.", "aimer.v", "détester", "Elle déteste Paul."),
        ("J'[aime] Paul.", "aimer.v", "détester", "Je déteste Paul."),
        ("Je [déteste] Paul.", "détester.v", "adorer", "J'adore Paul."),
        ("Il l'[aime].", "aimer.v", "détester", None),  # le or la
        ("Elle a [aimé] Paul.", "aimer.v", "détester", "Elle a détesté Paul."),
        ("Il est [parti].", "partir.v", "venir", "Il est venu."),
        ("Il est [parti].", "partir.v", "quitter", None),  # a quitté
        ("Elle [aime] Paul.", "aimer.v", "raffoler", None),  # in no list
        ("J'[aime] le chant.", "aimer.v", "finir", "Je finis le chant."),  # the first person
        ("Elle [aime] Paul.", "aimer.v", "plaire", None),  # plaît à Paul
        ("Les garçons sont [heureux].", "heureux.a", "grand", "Les garçons sont grands."),  # its form does not say it
        ("Le garçon est [heureux].", "heureux.a", "grand", "Le garçon est grand."),
    ],
)
def test_french(sentence: str, lexelt: str, substitute: str, expected: str | None) -> None:
    assert replaced("fr", sentence, lexelt, substitute) == expected


@pytest.mark.parametrize(
    ("sentence", "lexelt", "substitute", "expected"),
    [
        ("Lo [studente] arriva.", "studente.n", "ragazzo", "Il ragazzo arriva."),
        ("Lo [studente] arriva.", "studente.n", "allievo", "L'allievo arriva."),
        ("Lo [studente] arriva.", "studente.n", "scolara", "La scolara arriva."),
        ("I [ragazzi] arrivano.", "ragazzo.n", "studente", "Gli studenti arrivano."),
        ("il libro del [ragazzo]", "ragazzo.n", "studente", "il libro dello studente"),
        ("per il suo [ragazzo]", "ragazzo.n", "scolara", "per la sua scolara"),
        ("una folla [enorme]", "enorme.a", "vasto", "una folla vasta"),  # its own form does not say the gender
        ("So che tu [sbagli].", "sbagliare.v", "fallire", "So che tu fallisci."),
        ("Credo che tu [sbagli].", "sbagliare.v", "fallire", "Credo che tu fallisca."),
        ("Quest'[uomo] arriva.", "uomo.n", "ragazzo", "Questo ragazzo arriva."),
        ("Quel [ragazzo] arriva.", "ragazzo.n", "studente", "Quello studente arriva."),
        ("tre [bei] fiori", "bello.a", "enorme", "tre enormi fiori"),
        ("tre [enormi] studenti", "enorme.a", "bello", "tre begli studenti"),
        ("un [vasto] fiore", "vasto.a", "bello", "un bel fiore"),
        ("un [vasto] uomo", "vasto.a", "bello", None),  # bell'uomo, in one
    ],
)
def test_italian(sentence: str, lexelt: str, substitute: str, expected: str | None) -> None:
    assert replaced("it", sentence, lexelt, substitute) == expected


@pytest.mark.parametrize(
    ("sentence", "lexelt", "substitute", "expected"),
    [
        ("Vive cerca de la [casa].", "casa.n", "edificio", "Vive cerca del edificio."),
        ("La [casa] roja arde.", "casa.n", "edificio", None),
        ("Las [CASAS] arden.", "casa.n", "edificio", "Los EDIFICIOS arden."),
        ("El [agua] arde.", "agua.n", "bebida", "La bebida arde."),  # el is feminine before a stressed a
        ("cerca de la [bebida]", "bebida.n", "agua", "cerca del agua"),
        ("Las [bebidas] arden.", "bebida.n", "agua", "Las aguas arden."),
        ("una [gran] casa", "grande.a", "rojo", "una roja casa"),
        ("una [roja] casa", "rojo.a", "grande", "una gran casa"),
        ("El anciano [miraba] el mar.", "mirar.v", "ver", "El anciano veía el mar."),
    ],
)
def test_spanish(sentence: str, lexelt: str, substitute: str, expected: str | None) -> None:
    assert replaced("es", sentence, lexelt, substitute) == expected


@pytest.mark.parametrize(
    ("sentence", "lexelt", "substitute", "expected"),
    [
        ("Das [Auto] hält.", "Auto.n", "wagen", "Der Wagen hält."),
        ("Er fährt mit dem neuen [Auto].", "Auto.n", "kiste", "Er fährt mit der neuen Kiste."),
        ("ein Bild vom [Auto]", "Auto.n", "kiste", "ein Bild von der Kiste"),
        ("für ein neues [Auto]", "Auto.n", "wagen", "für einen neuen Wagen"),
        ("Er sieht das [Auto].", "Auto.n", "wagen", None),  # nominative or accusative: der or den
        ("Das [Auto], das hier steht.", "Auto.n", "wagen", None),  # das would have to be der
        ("Die [Autos] halten.", "Auto.n", "wagen", "Die Wagen halten."),
        ("Er sieht den [Mann].", "Mann.n", "mensch", "Er sieht den Menschen."),
        ("Sie trug ein [schönes] Kleid.", "schön.a", "hübsch", "Sie trug ein hübsches Kleid."),
        ("ein [teures] Kleid", "teuer.a", "dunkel", "ein dunkles Kleid"),
        ("Sie ist [schöner] als du.", "schön.a", "groß", "Sie ist größer als du."),
        ("Er [kauft] Brot.", "kaufen.v", "suchen", "Er sucht Brot."),
        ("Er hat Brot [gekauft].", "kaufen.v", "suchen", "Er hat Brot gesucht."),
        ("Er hat Brot [gekauft].", "kaufen.v", "gehen", None),  # ist gegangen
        ("Er [sucht] den Mann.", "suchen.v", "helfen", None),  # dem Mann
        ("Er [kauft] Brot ein.", "kaufen.v", "suchen", None),  # einkaufen
        ("Er ist pünktlich [angekommen].", "ankommen.v", "eintreffen", "Er ist pünktlich eingetroffen."),
        ("Er ist pünktlich [angekommen].", "ankommen.v", "erreichen", None),  # hat erreicht
        ("Er [ließ] den Mann.", "lassen.v", "freilassen", None),  # ließ den Mann frei
        ("Er bat, den Mann zu [lassen].", "lassen.v", "freilassen", None),  # freizulassen
        ("Er bat, den Mann zu [lassen].", "lassen.v", "suchen", "Er bat, den Mann zu suchen."),
    ],
)
def test_german(sentence: str, lexelt: str, substitute: str, expected: str | None) -> None:
    pytest.importorskip("simplemma", reason="needs the library simplemma")
    assert replaced("de", sentence, lexelt, substitute) == expected


def test_a_language_without_a_list_is_not_inflected() -> None:
    assert replaced("pt", "As [casas] ardem.", "casa.n", "prédio") is None
