"""WordNet 3.0 itself: the candidates of five targets of each part of speech, all four classes, in order.

Every list was read off the files by hand: the target's line in `index.POS` gives its synsets in the order of senses,
each synset's line in `data.POS` its words in order, and its `@` (nouns, verbs) or `&` (adjectives) pointers, in the
order they stand there, the synsets of the even classes. A word stays in the first class it is in. In the comments,
the offsets of the synsets that a class is made of, in order.
"""

import doctest
import re
from pathlib import Path

import pytest

import stead.lexicons
from stead.lexicons import four_classes
from stead.lexicons.wordnet_files import WordNet
from tests.lexicons.real import real

pytestmark = pytest.mark.real

Classes = tuple[str, str, str, str]
"""The four classes, each as words with commas between."""

NOUNS: dict[str, Classes] = {
    # 03594945 jeep landrover; @ 02958343
    "jeep": ("landrover", "car, auto, automobile, machine, motorcar", "", ""),
    # 09908025 chap ... lad ... bloke; @ 09624168; then 09871229 cub lad laddie ...; @ 10285313
    "lad": (
        "chap, fellow, feller, fella, gent, blighter, cuss, bloke",
        "male, male person",
        "cub, laddie, sonny, sonny boy",
        "male child, boy",
    ),
    # 10523076; @ 10560637; then 10215623 (alone in it), 10009276; @ 09617867, 10448983
    "investigator": (
        "research worker, researcher",
        "scientist",
        "detective, tec, police detective",
        "expert, policeman, police officer, officer",
    ),
    # 09931640; @ 10722575; then 09931418, 03895866, 03055670, 02924116; @ 10694258, 02959942, 02968473 (whose carriage
    # is in class 3 already), 04019101
    "coach": (
        "manager, handler",
        "trainer",
        "private instructor, tutor, passenger car, carriage, four-in-hand, coach-and-four, bus, autobus, charabanc, "
        "double-decker, jitney, motorbus, motorcoach, omnibus, passenger vehicle",
        "teacher, instructor, car, railcar, railway car, railroad car, equipage, rig, public transport",
    ),
    # 03728437; @ 03666591; then 07470671, 03728982, 03728811, 13596673, 09900981, 09626238, 07988857, 05696020;
    # @ 07456188, 03666591 again, 03257343, 13594585, 09605289, 00007846, 07970406, 05695806
    "match": (
        "lucifer, friction match",
        "lighter, light, igniter, ignitor",
        "mate, catch, peer, equal, compeer, couple, mates",
        "contest, competition, duplicate, duplication, score, adult, grownup, person, individual, someone, somebody, "
        "mortal, soul, family, family unit, counterpart, opposite number, vis-a-vis",
    ),
}

VERBS: dict[str, Classes] = {
    # 01918201 amble mosey; @ 01904948
    "amble": ("mosey", "walk", "", ""),
    # 00630398; @ 00628509
    "ponder": (
        "chew over, think over, meditate, excogitate, contemplate, muse, reflect, mull, mull over, ruminate, speculate",
        "think, cogitate, cerebrate",
        "",
        "",
    ),
    # 02230790; @ 02220479; then 02000151 (alone in it); @ 01999816
    "hand": ("pass, reach, pass on, turn over, give", "transfer", "", "lead, take, direct, conduct, guide"),
    # 01565378 (alone in it); @ 01564162; then 01820816 (alone), 01197032, 01196671; @ 01820320, 01168486, 01168486
    "devour": (
        "",
        "destroy, ruin",
        "down, consume, go through, guttle, raven, pig",
        "enjoy, bask, relish, savor, savour, eat",
    ),
    # 02460199; @ 00888804; then 02460619, 02208921, 02208555; @ 00888804 again, 02199608, 02210873
    "lease": ("rent", "contract, undertake", "hire, charter, let, engage, take", "give, get, acquire"),
}

ADJECTIVES: dict[str, Classes] = {
    # 01552162 galore(ip), alone in it; & 01551633; then 00014358; & 00013887
    "galore": ("", "many", "abounding", "abundant"),
    # 00419289, a head with 24 satellites
    "soiled": (
        "dirty, unclean",
        "Augean, bedraggled, draggled, befouled, fouled, begrimed, dingy, grimy, grubby, grungy, raunchy, black, "
        "smutty, buggy, cobwebby, dirty-faced, feculent, filthy, foul, nasty, flyblown, squalid, sordid, greasy, oily, "
        "lousy, maculate, mucky, muddy, ratty, scummy, smudgy, snotty, snot-nosed, sooty, travel-soiled, "
        "travel-stained, uncleanly, unswept, unwashed",
        "",
        "",
    ),
    # 00439252; & 00438707; then 01334958, 00061885; & 01334398, 00061262: satellites, whose only & is their head
    "clever": ("cagey, cagy, canny", "smart", "apt, cunning, ingenious", "intelligent, adroit"),
    # 00187736 asleep(p), a head, alone in it; eight satellites; then 02103334, 00095873 (whose at_rest(p) is in class 2
    # already, as at_rest(a)); & 02102797, 00095280
    "asleep": (
        "",
        "at rest, dormant, hibernating, torpid, drowsy, drowsing, dozy, fast asleep, sound asleep, hypnoid, sleepy, "
        "sleepy-eyed, sleepyheaded, slumberous, slumbery, slumbrous, somnolent, unawakened",
        "benumbed, numb, at peace, deceased, departed, gone",
        "insensible, dead",
    ),
    # 01941027; & 01939985; then 00430041 (alone), 00402855, 00393683; & 00428404, 00402419, 00393508
    "vivid": (
        "graphic, lifelike, pictorial",
        "realistic",
        "bright, brilliant, intense",
        "clear, colorful, colourful, saturated, pure",
    ),
}

ADVERBS: dict[str, Classes] = {
    # 00085811; then 00105603, 00290935
    "quickly": ("rapidly, speedily, chop-chop, apace", "", "promptly, quick, cursorily", ""),
    # 00035385
    "seldom": ("rarely", "", "", ""),
    # 00071165; of the other nine synsets only 00007015 and 00071456 have words other than about
    "around": ("about", "", "approximately, close to, just about, some, roughly, more or less, or so, round", ""),
    # 00179112; then 00469302, 00225410
    "strictly": ("purely", "", "stringently, rigorously", ""),
    # 00232862 and 00233413 (alone in both), 00233295
    "out": ("", "", "away", ""),
}

TARGETS = [
    (lemma, pos, classes)
    for pos, targets in (("n", NOUNS), ("v", VERBS), ("a", ADJECTIVES), ("r", ADVERBS))
    for lemma, classes in targets.items()
]


@pytest.fixture(scope="module")
def wordnet() -> WordNet:
    found = WordNet(real("wordnet"))
    if found.name != "wordnet-3.0":
        pytest.skip(f"needs WordNet 3.0; this machine uses {found.name}")
    return found


@pytest.mark.parametrize(("lemma", "pos", "classes"), TARGETS, ids=[f"{lemma}.{pos}" for lemma, pos, _ in TARGETS])
def test_the_four_classes_are_those_read_off_the_files(
    wordnet: WordNet, lemma: str, pos: str, classes: Classes
) -> None:
    expected = tuple(tuple(words.split(", ")) if words else () for words in classes)
    assert four_classes(wordnet, lemma, pos) == expected


def test_there_are_five_targets_of_each_part_of_speech() -> None:
    assert [len(targets) for targets in (NOUNS, VERBS, ADJECTIVES, ADVERBS)] == [5, 5, 5, 5]


@pytest.mark.parametrize(
    ("lemma", "pos", "counts"),
    [
        # The lines of cntlist.rev: lad%1:18:01:: 4, lad%1:18:00:: 1; hand%2:40:00:: 25, and none for hand%2:38:00::;
        # clever%5:00:00:smart:00 2, clever%5:00:00:intelligent:00 1, none for the head adroit (the one for artful is of
        # an earlier version); seldom%4:02:00:: 10.
        ("lad", "n", [4, 1]),
        ("hand", "v", [25, 0]),
        ("clever", "a", [2, 1, 0]),
        ("seldom", "r", [10]),
    ],
)
def test_sense_counts_are_those_read_off_the_file(wordnet: WordNet, lemma: str, pos: str, counts: list[int]) -> None:
    assert [sense.count for sense in wordnet.senses(lemma, pos)] == counts


def test_phrases_have_entries(wordnet: WordNet) -> None:
    assert all(phrase in wordnet for phrase in ("credit card", "look out", "as well", "United States"))
    assert not any(phrase in wordnet for phrase in ("credit window", "look outwards", "as well as can", "card credit"))


def test_it_has_the_numbers_of_entries_that_wnstats_states(wordnet: WordNet) -> None:
    """wnstats(7WN) of version 3.0: unique strings of nouns, verbs, adjectives, adverbs."""
    assert [sum(1 for _ in wordnet.lemmas(pos)) for pos in "nvar"] == [117798, 11529, 21479, 4481]


def test_the_examples_of_the_documentation_are_true(wordnet: WordNet) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/guides/lexicons.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```\n(>>> wordnet = .*?)```", page, flags=re.DOTALL)
    for name, text in (("lexicons.md", example), ("stead.lexicons", stead.lexicons.__doc__ or "")):
        test = doctest.DocTestParser().get_doctest(text, {**vars(stead.lexicons)}, name, name, 0)
        assert test.examples
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, name
