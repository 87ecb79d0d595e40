"""American and British spellings: the table, its notation and its use on terms."""

import re
from importlib.resources import files

import pytest

from stead.rules.spelling import (
    Family,
    Pair,
    british_forms,
    other_spellings,
    parse_entry,
    parse_heading,
    parse_table,
    spelling_key,
    to_british,
)

TEXT = files("stead.rules").joinpath("spelling.txt").read_text(encoding="utf-8")
LEFT_OUT = re.findall(r"^# - (\w+)/(\w+): ", TEXT, flags=re.MULTILINE)

PAIRS = """
colour/color demeanour/demeanor organise/organize realise/realize utilise/utilize scrutinise/scrutinize
authorise/authorize unspoilt/unspoiled

colours/colors coloured/colored colouring/coloring colourful/colorful favourite/favorite neighbourhood/neighborhood
unsavoury/unsavory organiser/organizer organisation/organization organisational/organizational
recognisable/recognizable apologised/apologized emphasises/emphasizes aggrandisement/aggrandizement
appetising/appetizing cognisant/cognizant tranquilliser/tranquilizer colourise/colorize
analyse/analyze paralysed/paralyzed catalysing/catalyzing
centre/center centred/centered centring/centering kilometre/kilometer sombrely/somberly lacklustre/lackluster
travelled/traveled traveller/traveler marvellous/marvelous jewellery/jewelry woollen/woolen worshipping/worshiping
fulfil/fulfill fulfilment/fulfillment skilful/skillful wilfully/willfully instalment/installment
dialogue/dialog catalogued/cataloged defence/defense pretences/pretenses defenceless/defenseless
anaemia/anemia anaemic/anemic archaeologist/archeologist haemorrhaging/hemorrhaging aesthetic/esthetic
oestrogen/estrogen diarrhoea/diarrhea manoeuvre/maneuver manoeuvring/maneuvering
spoilt/spoiled burnt/burned dreamt/dreamed misspelt/misspelled spilt/spilled towards/toward afterwards/afterward
judgement/judgment sizeable/sizable sulphur/sulfur mouldy/moldy smouldering/smoldering ploughed/plowed
sceptical/skeptical grey/gray greying/graying cosy/cozy cosiness/coziness practised/practiced pyjamas/pajamas
"""

NEVER_Z = """
advertise advise apprise arise chastise circumcise comprise compromise demise despise devise disenfranchise
disguise enfranchise enterprise excise exercise expertise franchise improvise incise merchandise paradise
precise premise promise revise rise supervise surmise surprise televise wise
"""

NEVER_S = ["capsize", "prize", "seize", "size"]


@pytest.mark.parametrize("pair", PAIRS.split())
def test_both_spellings_become_the_british_one(pair: str) -> None:
    british, american = pair.split("/")
    assert to_british(american) == british
    assert to_british(british) == british


def test_mapping_the_whole_table_again_changes_nothing() -> None:
    for american, british in british_forms().items():
        assert to_british(american) == british
        assert to_british(british) == british


def test_no_form_is_american_in_one_pair_and_british_in_another() -> None:
    forms = british_forms()
    assert not forms.keys() & set(forms.values())


def test_no_british_form_has_two_american_ones() -> None:
    forms = british_forms()
    assert len(set(forms.values())) == len(forms)


def test_every_line_of_the_table_parses() -> None:
    assert parse_table(TEXT) == dict(british_forms())


def test_table_is_large_enough_and_read_once() -> None:
    entries = [line.partition("#")[0].strip() for line in TEXT.splitlines()]
    stems = {stem for entry in entries if not entry.startswith("[") for stem in entry.partition(":")[0].split()}
    assert len(stems) >= 350
    assert len(british_forms()) >= 2000
    assert british_forms() is british_forms()


@pytest.mark.parametrize(("british", "american"), LEFT_OUT)
def test_pairs_left_out_are_absent(british: str, american: str) -> None:
    for word in (british, american):
        assert to_british(word) == word
        assert word not in british_forms().values()


def test_the_list_of_pairs_left_out_is_read() -> None:
    careful = "tyre/tire kerb/curb cheque/check storey/story draught/draft metre/meter programme/program"
    careful += " licence/license disc/disk prise/prize analyses/analyzes learnt/learned"
    assert {tuple(pair.split("/")) for pair in careful.split()} <= set(LEFT_OUT)


@pytest.mark.parametrize("word", NEVER_Z.split())
def test_words_that_never_take_z_are_untouched(word: str) -> None:
    for form in (word, word + "d", word + "s", word[:-1] + "ing"):
        changed = form.replace("is", "iz")
        assert not {form, changed} & (british_forms().keys() | set(british_forms().values()))


@pytest.mark.parametrize("word", NEVER_S)
def test_words_that_never_take_s_are_untouched(word: str) -> None:
    assert to_british(word) == word


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("color blind", "colour blind"),
        ("self-centered", "self-centred"),
        ("well\u2011traveled  neighbor", "well\u2011travelled  neighbour"),
        (" in honor of ", " in honour of "),
        ("in favour of", "in favour of"),
        ("rumor-mongering color", "rumour-mongering colour"),
        ("colorado", "colorado"),
        ("élan", "élan"),
        ("-", "-"),
        ("", ""),
    ],
)
def test_words_are_replaced_and_separators_kept(term: str, expected: str) -> None:
    assert to_british(term) == expected
    assert to_british(expected) == expected


def test_heading_gives_change_and_endings() -> None:
    assert parse_heading("[our > or]: - s") == Family("our", "or", ("", "s"))
    assert parse_heading("[our > or]") == Family("our", "or")
    assert parse_heading("[pairs]: s") == Family("", "", ("s",))


def test_entry_adds_its_endings_to_those_of_the_family() -> None:
    family = Family("our", "or", ("", "s"))
    assert parse_entry("colour: ful", family) == [
        Pair("colour", "color"),
        Pair("colours", "colors"),
        Pair("colourful", "colorful"),
    ]


def test_change_is_made_at_its_last_place() -> None:
    assert parse_entry("disorganis: e", Family("is", "iz")) == [Pair("disorganise", "disorganize")]


def test_pair_written_out_ignores_the_change() -> None:
    family = Family("t", "ed", ("",))
    assert parse_entry("burnt spilt=spilled", family) == [Pair("burnt", "burned"), Pair("spilt", "spilled")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[our or]", 'expected "[british > american]'),
        ("[our > or", 'expected "[british > american]'),
        ("[our > our]", "the same on both sides"),
        ("[our > o1]", "lower-case letters"),
        ("[our > or]:", "nothing"),
    ],
)
def test_malformed_headings_are_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_heading(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("grey: s", '"grey" has no "our" to change'),
        ("colour", '"colour" has no endings'),
        ("colour:", "expected endings after the colon"),
        (": s", "expected a stem before the colon"),
        ("Colour: s", 'expected lower-case letters, found "Colour"'),
        ("colour, favour: s", 'expected lower-case letters, found "colour,"'),
        ("colour: s, ed", 'found "s,"'),
        ("colour: -s", 'found "-s"'),
        ("grey=: s", 'found ""'),
        ("grey=gray=graye: s", 'found "gray=graye"'),
        ("grey=grey: s", '"grey" is the same on both sides'),
    ],
)
def test_malformed_entries_are_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_entry(line, Family("our", "or"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# remark\n\n[pairs]: -\ngrey\n", 'spelling.txt:4: "grey" has no partner'),
        ("colour: -\n", 'spelling.txt:1: "colour" has no partner'),
        ("[our > or]: -\ncolour\ncolour\n", "spelling.txt:3: colour/color has a form of an earlier pair"),
        ("[pairs]: -\na=b\nc=b\n", "spelling.txt:3: c/b has a form of an earlier pair"),
        ("[pairs]: -\na=b\na=c\n", "spelling.txt:3: a/c has a form of an earlier pair"),
        ("[pairs]: -\na=b\nb=c\n", "American in one pair and British in another: b."),
    ],
)
def test_faults_of_a_table_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_table(text)


@pytest.mark.parametrize(
    ("one", "other"), [("colour", "color"), ("naïve", "naive"), ("e-mail", "email"), ("Organise", "organize")]
)
def test_spellings_of_a_word_share_a_key(one: str, other: str) -> None:
    assert spelling_key(one) == spelling_key(other)


@pytest.mark.parametrize(("one", "other"), [("four", "for"), ("filling", "filing"), ("match", "watch")])
def test_other_words_do_not(one: str, other: str) -> None:
    assert spelling_key(one) != spelling_key(other)


@pytest.mark.parametrize(
    ("term", "spelling"),
    [("naïve", "naive"), ("color", "colour"), ("colour", "color"), ("e-mail", "email"), ("videogame", "video game")],
)
def test_other_spellings_are_tried(term: str, spelling: str) -> None:
    assert spelling in other_spellings(term)
