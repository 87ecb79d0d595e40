"""Abbreviations that end in a full stop, and words that begin sentences, by language.

`BEFORE_NAMES` never end a sentence: titles, and what stands before a name or an explanation. `BEFORE_NUMBERS` do not
end one where a number follows. `ANYWHERE` may end one: then the next word decides, by being one of the `OPENERS` or
not.
"""

from stead.words.tables import word_set

_BEFORE_NAMES = {
    "en": "mr mrs ms mx messrs dr drs prof profs rev revs hon fr gen gens col cols maj capt cpt cmdr lt sgt cpl pvt "
    "adm gov govs sen sens rep reps pres supt st ste mt ft vs viz cf eg ie approx ca",
    "fr": "m mm mgr dr pr prof me st ste cf ex env av éd col gén cap",
    "it": "sig sigg dott prof ing avv on sen gen col cap rag geom arch mons cav comm s ss cfr es ca ed spett egr gent",
    "de": "hr fr dr prof ing dipl st hl bzw ca evtl ggf inkl exkl max min vgl hrsg geb gest z d u o sog bspw resp",
    "es": "sr sra srta sres dr dra d dª dn prof ing lic arq gral cnel cap sto sta s cf ej ed excmo ilmo av avda",
    "pt": "sr sra dr dra prof eng d sto sta s cf ex ed av exmo",
    "nl": "dhr mevr mw dr prof ir ing mr drs st bijv bv evt incl excl ca vgl resp zgn",
}
_BEFORE_NUMBERS = {
    "en": "no nos vol vols fig figs p pp ch sec secs art arts eq ed",
    "fr": "p pp vol chap fig art n no nos",
    "it": "p pp pag pagg vol fig art artt cap n nn",
    "de": "nr bd abb art abs kap s tel str",
    "es": "p pp pág págs vol fig art cap núm n",
    "pt": "p pp pág págs vol fig art cap n",
    "nl": "nr nrs blz p pp afb art",
}
_ANYWHERE = {
    "en": "etc inc ltd co corp bros jr sr esq dept univ assn ave blvd rd jan feb mar apr jun jul aug sept sep oct "
    "nov dec a.m p.m u.s u.k u.n d.c ph.d b.c a.d",
    "fr": "etc bd av janv févr avr juil sept oct nov déc",
    "it": "ecc etc gen feb mar apr mag giu lug ago set ott nov dic",
    "de": "usw etc jan feb apr aug sept okt nov dez mio mrd",
    "es": "etc ud uds vd vds ene feb mar abr jun jul ago sept oct nov dic ee.uu",
    "pt": "etc jan fev mar abr jun jul ago set out nov dez",
    "nl": "enz etc jan feb apr aug sept okt nov dec",
}
_OPENERS = {
    "en": "the a an this that these those he she it they we you i my his her its our their there here and but or so "
    "if when while as after before since although though in on at for from by with to then now not no all "
    "some many what who why how where",
    "fr": "le la les un une des ce cet cette ces il elle ils elles on nous vous je tu mon ma son sa leur et mais ou "
    "donc si quand lorsque puis dans en à pour par avec sur après avant depuis ainsi alors qui que où comment "
    "pourquoi",
    "it": "il lo la i gli le un uno una questo questa quello quella egli lui lei loro noi voi io e ma o se quando "
    "mentre poi dopo prima in a da con su per di che chi come dove perché",
    "de": "der die das ein eine dieser diese dieses er sie es wir ihr ich sein ihre und aber oder wenn als während "
    "nach vor in im an am auf für von mit zu dann nun nicht alle was wer wie wo warum",
    "es": "el la los las un una unos unas este esta estos estas ese esa él ella ellos ellas nosotros yo su sus y "
    "pero o si cuando mientras después antes en a de con por para sobre que qué quién cómo dónde",
    "pt": "o a os as um uma este esta esse essa ele ela eles elas nós eu seu sua e mas ou se quando depois antes em "
    "no na de com por para que quem como onde",
    "nl": "de het een deze dit die dat hij zij ze wij we ik jij u zijn haar hun en maar of als toen terwijl na voor "
    "in op aan met van te dan nu niet alle wat wie hoe waar waarom",
}


def _tables(rows: dict[str, str]) -> dict[str, frozenset[str]]:
    return {language: word_set(words) for language, words in rows.items()}


BEFORE_NAMES = _tables(_BEFORE_NAMES)
BEFORE_NUMBERS = _tables(_BEFORE_NUMBERS)
ANYWHERE = _tables(_ANYWHERE)
OPENERS = _tables(_OPENERS)
ORDINALS_WITH_FULL_STOP = frozenset(
    {"cs", "da", "de", "et", "fi", "hbs", "hu", "is", "lb", "lv", "nb", "nn", "pl", "sk"}
)
"""Languages that write `3. Mai` for the third of May."""
