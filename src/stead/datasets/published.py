"""The field's data sets, as they are published: their papers, and each file at one commit, with its checksum.

The sizes of parts are stated by their papers or were counted; others are counted once the files are here.
"""

from collections.abc import Callable
from pathlib import Path

from stead.datasets.data_set import DataFile, DataSet, IdList, Paper, Part


def _paper(label: str, kind: str, key: str, **fields: str) -> Paper:
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return Paper(label, f"@{kind}{{{key},\n{lines}}}\n")


_MCCARTHY_2007 = _paper(
    "McCarthy & Navigli 2007",
    "inproceedings",
    "mccarthy-navigli-2007",
    author="McCarthy, Diana and Navigli, Roberto",
    title="{SemEval}-2007 Task 10: {E}nglish Lexical Substitution Task",
    booktitle="Proceedings of the Fourth International Workshop on Semantic Evaluations ({SemEval}-2007)",
    address="Prague, Czech Republic",
    pages="48--53",
    year="2007",
)
_MCCARTHY_2009 = _paper(
    "McCarthy & Navigli 2009",
    "article",
    "mccarthy-navigli-2009",
    author="McCarthy, Diana and Navigli, Roberto",
    title="The {E}nglish lexical substitution task",
    journal="Language Resources and Evaluation",
    volume="43",
    number="2",
    pages="139--159",
    year="2009",
)
_KREMER_2014 = _paper(
    "Kremer et al. 2014",
    "inproceedings",
    "kremer-etal-2014",
    author="Kremer, Gerhard and Erk, Katrin and Pad{\\'o}, Sebastian and Thater, Stefan",
    title="What Substitutes Tell Us: Analysis of an ``All-Words'' Lexical Substitution Corpus",
    booktitle="Proceedings of the 14th Conference of the European Chapter of the Association for Computational "
    "Linguistics ({EACL} 2014)",
    address="Gothenburg, Sweden",
    pages="540--549",
    year="2014",
)
_LEE_2021 = _paper(
    "Lee et al. 2021",
    "inproceedings",
    "lee-etal-2021",
    author="Lee, Mina and Donahue, Chris and Jia, Robin and Iyabor, Alexander and Liang, Percy",
    title="{S}words: A Benchmark for Lexical Substitution with Improved Data Coverage and Quality",
    booktitle="Proceedings of the 2021 Conference of the North American Chapter of the Association for Computational "
    "Linguistics: Human Language Technologies ({NAACL} 2021)",
    year="2021",
)
_FABRE_2014 = _paper(
    "Fabre et al. 2014",
    "inproceedings",
    "fabre-etal-2014",
    author="Fabre, C{\\'e}cile and Hathout, Nabil and Ho-Dac, Lydia-Mai and Morlane-Hond{\\`e}re, Fran{\\c c}ois and "
    "Muller, Philippe and Sajous, Franck and Tanguy, Ludovic and {Van de Cruys}, Tim",
    title="Pr{\\'e}sentation de l'atelier {SemDis} 2014 : s{\\'e}mantique distributionnelle pour la substitution "
    "lexicale et l'exploration de corpus sp{\\'e}cialis{\\'e}s",
    booktitle="Actes de l'atelier {SemDis} 2014, 21e Conf{\\'e}rence sur le Traitement Automatique des Langues "
    "Naturelles ({TALN} 2014)",
    address="Marseille, France",
    year="2014",
)
_TANGUY_2018 = _paper(
    "Tanguy et al. 2018",
    "inproceedings",
    "tanguy-etal-2018",
    author="Tanguy, Ludovic and Fabre, C{\\'e}cile and Rivi{\\`e}re, Laura",
    title="Extending the gold standard for a lexical substitution task: is it worth it?",
    booktitle="Proceedings of the Eleventh International Conference on Language Resources and Evaluation ({LREC} 2018)",
    address="Miyazaki, Japan",
    year="2018",
)
_SAGGION_2022 = _paper(
    "Saggion et al. 2022",
    "inproceedings",
    "saggion-etal-2022",
    author="Saggion, Horacio and {\\v S}tajner, Sanja and Ferr{\\'e}s, Daniel and Sheang, Kim Cheng and Shardlow, "
    "Matthew and North, Kai and Zampieri, Marcos",
    title="Findings of the {TSAR}-2022 Shared Task on Multilingual Lexical Simplification",
    booktitle="Proceedings of the Workshop on Text Simplification, Accessibility, and Readability ({TSAR}-2022)",
    address="Abu Dhabi, United Arab Emirates",
    year="2022",
)
_FERRES_2022 = _paper(
    "Ferrés & Saggion 2022",
    "inproceedings",
    "ferres-saggion-2022",
    author="Ferr{\\'e}s, Daniel and Saggion, Horacio",
    title="{ALEXSIS}: A Dataset for Lexical Simplification in {S}panish",
    booktitle="Proceedings of the Thirteenth Language Resources and Evaluation Conference ({LREC} 2022)",
    address="Marseille, France",
    year="2022",
)
_ZHANG_2024 = _paper(
    "Zhang et al. 2024",
    "inproceedings",
    "zhang-etal-2024",
    author="Zhang, Xuanming and Chen, Zixun and Yu, Zhou",
    title="{ProLex}: A Benchmark for Language Proficiency-oriented Lexical Substitution",
    booktitle="Findings of the Association for Computational Linguistics: {ACL} 2024",
    address="Bangkok, Thailand",
    year="2024",
)
_WANG_2023 = _paper(
    "Wang et al. 2023",
    "inproceedings",
    "wang-etal-2023",
    author="Wang, Chenshuo and Mao, Shaoguang and Ge, Tao and Wu, Wenshan and Wang, Xun and Xia, Yan and Tien, "
    "Jonathan and Zhao, Dongyan",
    title="Smart Word Suggestions for Writing Assistance",
    booktitle="Findings of the Association for Computational Linguistics: {ACL} 2023",
    address="Toronto, Canada",
    year="2023",
)
_SHARDLOW_2024 = _paper(
    "Shardlow et al. 2024",
    "inproceedings",
    "shardlow-etal-2024",
    author="Shardlow, Matthew and Alva-Manchego, Fernando and Batista-Navarro, Riza and Bott, Stefan and {Calderon "
    "Ramirez}, Saul and Cardon, R{\\'e}mi and Fran{\\c c}ois, Thomas and Hayakawa, Akio and Horbach, Andrea and "
    'H{\\"u}lsing, Anna and others',
    title="The {BEA} 2024 Shared Task on the Multilingual Lexical Simplification Pipeline",
    booktitle="Proceedings of the 19th Workshop on Innovative Use of {NLP} for Building Educational Applications "
    "({BEA} 2024)",
    address="Mexico City, Mexico",
    year="2024",
)
_TORAL_2009 = _paper(
    "Toral 2009",
    "inproceedings",
    "toral-2009",
    author="Toral, Antonio",
    title="The Lexical Substitution Task at {EVALITA} 2009",
    booktitle="Proceedings of {EVALITA} 2009, 11th Congress of the Italian Association for Artificial Intelligence",
    address="Reggio Emilia, Italy",
    year="2009",
)
_CHOLAKOV_2014 = _paper(
    "Cholakov et al. 2014",
    "inproceedings",
    "cholakov-etal-2014",
    author="Cholakov, Kostadin and Biemann, Chris and Eckle-Kohler, Judith and Gurevych, Iryna",
    title="Lexical Substitution Dataset for {G}erman",
    booktitle="Proceedings of the Ninth International Conference on Language Resources and Evaluation ({LREC} 2014)",
    address="Reykjavik, Iceland",
    pages="1406--1411",
    year="2014",
)
_BIEMANN_2012 = _paper(
    "Biemann 2012",
    "inproceedings",
    "biemann-2012",
    author="Biemann, Chris",
    title="Turk Bootstrap Word Sense Inventory 2.0: A Large-Scale Resource for Lexical Substitution",
    booktitle="Proceedings of the Eighth International Conference on Language Resources and Evaluation ({LREC} 2012)",
    address="Istanbul, Turkey",
    year="2012",
)
_MIHALCEA_2010 = _paper(
    "Mihalcea et al. 2010",
    "inproceedings",
    "mihalcea-etal-2010",
    author="Mihalcea, Rada and Sinha, Ravi and McCarthy, Diana",
    title="{SemEval}-2010 Task 2: Cross-Lingual Lexical Substitution",
    booktitle="Proceedings of the 5th International Workshop on Semantic Evaluation ({SemEval}-2010)",
    address="Uppsala, Sweden",
    year="2010",
)


def _at(repository: str, commit: str) -> Callable[..., DataFile]:
    """What makes the files of a repository at a commit."""

    def file(path: str, size: int, sha256: str, kept_as: str = "") -> DataFile:
        return DataFile(path=f"{repository}/{commit}/{path}", size=size, sha256=sha256, kept_as=kept_as)

    return file


def _both(file: DataFile, name: str, *, size: int | None = None, language: str = "") -> Part:
    """A part of one file that holds the sentences and the gold."""
    return Part(name=name, items=file, gold=file, size=size, language=language)


_LEXSUB = _at("orenmel/lexsub", "4197fccf489670fdc4e5510971f4288b9d0b1625")
_NAACL2016 = _at("stephenroller/naacl2016", "486ded494fe5d115a426efea66897632d3e33253")
_SWORDS = _at("p-lambda/swords", "04ca75370d0ce098a7f4db68240fc8e79a4f7b3b")
_BERT_SEMDIS = _at("henry-grafe/BERT-semdis2014", "a1c0b3a36c2df7508a672811b23f3039b5613cb1")
_TP_SEM = _at("marinecourtin/tp-sem-1", "d6b4bc89215b265af60b5969807dd41aa4d8ffe6")
_TSAR = _at("LaSTUS-TALN-UPF/TSAR-2022-Shared-Task", "089c2669380696425d6d088ee3534155997d5dcb")
_ALEXSIS = _at("LaSTUS-TALN-UPF/ALEXSIS", "d395fbdf2ac46813cf457e16d516a78405f1fdce")
_PROLEX = _at("BillyZhang24kobe/LS_Proficiency", "f54ba0fba30b26d44b585521b7fcbac37c3d3b0d")
_SWS = _at("microsoft/SmartWordSuggestions", "0188dcedfd73ec1380bb3be29ee3bd8533c6dfbc")
_MLSP = _at("MLSP2024/MLSP_Data", "83c54949da5ab62657987856794adc1579e61e20")

# The official list of CoInCo's development items; all others are its test items.
_COINCO_DEV = Path(__file__).with_name("coinco_dev_ids.txt")

_ALL = (
    DataSet(
        name="semeval2007",
        title="SemEval-2007 Task 10, English lexical substitution",
        language="en",
        licence="none stated; research",
        papers=(_MCCARTHY_2007, _MCCARTHY_2009),
        preset="semeval2007",
        parts=(
            Part(
                name="test",
                items=_NAACL2016(
                    "data/semeval_test/lexsub.xml",
                    385370,
                    "81c3aa1e238f10c65621bcf5a8681960a77ded8d2bb41f828298b8c84ea690ae",
                    kept_as="lexsub_test.xml",
                ),
                gold=_LEXSUB(
                    "datasets/lst_test.gold", 100444, "038c987bee2c912318172bbb8706cc39276eb69201d6c9a5c8923736bb167d2d"
                ),
                size=1710,
            ),
            Part(
                name="trial",
                items=_NAACL2016(
                    "data/semeval_trial/lexsub.xml",
                    70230,
                    "743429fee8de62a363ac1f42b184e333a7b9197b805d3edc103cb309e832b678",
                    kept_as="lexsub_trial.xml",
                ),
                gold=_LEXSUB(
                    "datasets/lst_trial.gold", 17219, "2c661d66d0da0470531d623ab4af053c800b4825ce89e0f525cee5c148d373dd"
                ),
                size=300,
            ),
            # What GAP ranks: every lexelt's substitutes in the gold of both halves.
            Part(
                name="candidates",
                candidates=_LEXSUB(
                    "datasets/lst.gold.candidates",
                    38632,
                    "d7e8a198a24803639ee2207b2784079b8915ecdfef3f1524008bc257b49cd34f",
                ),
            ),
        ),
    ),
    DataSet(
        name="coinco",
        title="CoInCo, English all-words lexical substitution",
        language="en",
        licence="CC BY 3.0 US",
        papers=(_KREMER_2014,),
        preset="semeval2007",
        parts=(
            _both(
                _SWORDS(
                    "assets/public/raw/data/coinco/coinco_patched.xml.gz",
                    1471679,
                    "7f2b817a02a40bc9d8eb963acaeebe321902a3f3f86e3953e1d6d9279a8247d1",
                ),
                "all",
                size=15415,
            ),
            Part(name="dev", whole="all", ids=IdList(path=_COINCO_DEV), size=10027),
            Part(name="test", whole="all", ids=IdList(path=_COINCO_DEV, inverted=True), size=5388),
        ),
    ),
    DataSet(
        name="swords",
        title="SWORDS 1.1, CoInCo's targets with more substitutes, judged",
        language="en",
        licence="CC BY 3.0 US",
        papers=(_LEE_2021,),
        preset="swords",
        parts=(
            _both(
                _SWORDS(
                    "assets/parsed/swords-v1.1_dev.json.gz",
                    1475021,
                    "bc3570786455a05f11fcb4fc7f54e117642d5fb5e98f19355028c5c7ee00c954",
                ),
                "dev",
                size=370,
            ),
            _both(
                _SWORDS(
                    "assets/parsed/swords-v1.1_test.json.gz",
                    2935398,
                    "f94b6b73c52fd4bd549180bc119d44e9f9097ec78240a8b42363add158e58480",
                ),
                "test",
            ),
        ),
    ),
    DataSet(
        name="semdis2014",
        title="SemDis 2014, French lexical substitution",
        language="fr",
        licence="CC BY-NC-SA 3.0",
        papers=(_FABRE_2014, _TANGUY_2018),
        preset="semdis",
        parts=(
            Part(
                name="test",
                items=_BERT_SEMDIS(
                    "dataset/test/lexsubfr_semdis2014_test.xml",
                    61209,
                    "cae6d1731ed86646ab9099a7f66b193f5b13e8378106d511c62b9379c15de5a3",
                ),
                gold=_TP_SEM(
                    "semdis2014_lexsub_gold.txt",
                    31366,
                    "edc1d819a314347b55e11678f53bafecf701edb764b9c5f4e54353dd0339f32c",
                ),
                mapping=_TP_SEM(
                    "mapping.txt", 5758, "05d872f9fd17df4a8941638fba3479f7afd164388a4de3a80c73bad8615d6607"
                ),
                runs=(
                    _TP_SEM(
                        "baseline_dicosyn.txt",
                        33472,
                        "ac36276370a5df9a46670a4ae834bbd6330aa710a599f99a6184da499d6225ba",
                    ),
                ),
                size=300,
            ),
        ),
    ),
    DataSet(
        name="tsar2022",
        title="TSAR-2022, lexical simplification",
        language="en, es, pt",
        licence="CC BY-NC-SA 4.0",
        papers=(_SAGGION_2022,),
        preset="tsar",
        parts=(
            _both(
                _TSAR(
                    "datasets/trial/tsar2022_en_trial_gold.tsv",
                    3922,
                    "8c13d40363bb74152beb34f58150af248465c4d25492189f3eeebeb5fb11bd41",
                ),
                "en-trial",
                size=10,
                language="en",
            ),
            _both(
                _TSAR(
                    "datasets/test/tsar2022_en_test_gold.tsv",
                    148228,
                    "57390b78a3e5adc6967865455b8b652e06a1809e62331899fcbef21660bbfaa9",
                ),
                "en-test",
                language="en",
            ),
            _both(
                _TSAR(
                    "datasets/trial/tsar2022_es_trial_gold.tsv",
                    5046,
                    "d8e7a4ee3ad3cb47b2850ffe7cf96a5c97113eb41568eec077dc83e43c159dca",
                ),
                "es-trial",
                size=12,
                language="es",
            ),
            _both(
                _TSAR(
                    "datasets/test/tsar2022_es_test_gold.tsv",
                    168110,
                    "ce6ebab652566f7beaa93007205fdb65e63f9702fa3d4d122aadb6d679f712d0",
                ),
                "es-test",
                language="es",
            ),
            _both(
                _TSAR(
                    "datasets/trial/tsar2022_pt_trial_gold.tsv",
                    3697,
                    "466d246d495af9e289f005d9cb4a2b8b83f9473d1693aadd896713ca375191be",
                ),
                "pt-trial",
                size=10,
                language="pt",
            ),
            _both(
                _TSAR(
                    "datasets/test/tsar2022_pt_test_gold.tsv",
                    141115,
                    "83139b7ac1c3f30c3a3d98dabfc64743f66cfa68dc6e2eacdfe5ad5724cfd611",
                ),
                "pt-test",
                language="pt",
            ),
        ),
    ),
    DataSet(
        name="alexsis",
        title="ALEXSIS 1.0, Spanish lexical simplification",
        language="es",
        licence="AGPL-3.0; see README",
        papers=(_FERRES_2022,),
        preset="tsar",
        parts=(
            _both(
                _ALEXSIS(
                    "ALEXSIS_v1.0.tsv", 173526, "3d4d481af3bfef10f591b072485b431981cbceb8b1df6c69a4b002bfd9d47c36"
                ),
                "es",
            ),
        ),
    ),
    DataSet(
        name="prolex",
        title="ProLex 1.0, substitutes for learners of English",
        language="en",
        licence="Apache-2.0",
        papers=(_ZHANG_2024,),
        preset="prolex",
        parts=(
            _both(
                _PROLEX(
                    "data/dev/ProLex_v1.0_dev.csv",
                    14469,
                    "fe3490c30a85c9aceaeef2336603a4bdd0dbd8ca96afab1dc98039bef93eac50",
                ),
                "dev",
                size=68,
            ),
            _both(
                _PROLEX(
                    "data/test/ProLex_v1.0_test.csv",
                    176010,
                    "04cf4771989e14a66f0af8bd9f1939ea04d164d1630b36b6d367731ef03e66fa",
                ),
                "test",
            ),
        ),
    ),
    DataSet(
        name="sws",
        title="Smart Word Suggestions, evaluation part",
        language="en",
        licence="MIT",
        papers=(_WANG_2023,),
        parts=(
            _both(
                _SWS(
                    "data/sws/sws_eval.json", 547831, "aaea4500127364048e33644f26010fb4be0bcb617efd96485644d0b13f613931"
                ),
                "eval",
                size=1440,
            ),
        ),
    ),
    DataSet(
        name="mlsp2024",
        title="MLSP 2024 (MultiLS), lexical simplification, trial part",
        language="ca, de, en, es, fil, fr, it, ja, pt, si",
        licence="see the repository",
        papers=(_SHARDLOW_2024,),
        preset="tsar",
        parts=(
            _both(
                _MLSP(
                    "Data/Trial/Catalan/multilex_trial_ca_ls.tsv",
                    13694,
                    "c59902c89bf3bc90a8dc877a21ace19274393452290d0284917cecefc6b10a5f",
                ),
                "catalan-trial",
                size=30,
                language="ca",
            ),
            _both(
                _MLSP(
                    "Data/Trial/English/multilex_trial_en_ls.tsv",
                    5795,
                    "0d059611ba3d35cc3a40cc7a1d0e0d1cad9e756e3ef4cff97593e41e50462bf6",
                ),
                "english-trial",
                size=30,
                language="en",
            ),
            _both(
                _MLSP(
                    "Data/Trial/Filipino/multilex_trial_fil_ls.tsv",
                    4048,
                    "1212fa92d064515a9669a9dd9246fcf20c9b052036c75ed7e638ec073d11a5e9",
                ),
                "filipino-trial",
                language="fil",
            ),
            _both(
                _MLSP(
                    "Data/Trial/French/multilex_trial_fr_ls.tsv",
                    9273,
                    "319ff171c2b9a77c8e45b3df87175de5f4a2c543157e5aa69c896d58fddbda3d",
                ),
                "french-trial",
                size=30,
                language="fr",
            ),
            _both(
                _MLSP(
                    "Data/Trial/German/multilex_trial_de_ls.tsv",
                    10811,
                    "dbbdf10b8c3cca5dd12b58eb3a0dff095d748229103ffda94114853eecda5c08",
                ),
                "german-trial",
                size=30,
                language="de",
            ),
            _both(
                _MLSP(
                    "Data/Trial/Italian/multilex_trial_it_ls.tsv",
                    9196,
                    "99b2963e98b46287c899a8c15f973803cffcb06c7a961ddd1b5906509ca0afdd",
                ),
                "italian-trial",
                size=30,
                language="it",
            ),
            _both(
                _MLSP(
                    "Data/Trial/Japanese/multilex_trial_ja_ls.tsv",
                    15613,
                    "e366a3297f3bfdeb4eba0d86bff47befbc685416c6e6530aa4949629c0b76930",
                ),
                "japanese-trial",
                language="ja",
            ),
            _both(
                _MLSP(
                    "Data/Trial/Portuguese/multilex_trial_pt_ls.tsv",
                    7175,
                    "9432836a3d0cb64a82d6836480b345d5c015951d5042d5a36825cfd8ce8de441",
                ),
                "portuguese-trial",
                size=30,
                language="pt",
            ),
            _both(
                _MLSP(
                    "Data/Trial/Sinhala/multilex_trial_si_ls.tsv",
                    19283,
                    "3f4484e54e41679b183eb4a2cd0437d9a965380f82e864c6f3f9abcb31a810f8",
                ),
                "sinhala-trial",
                language="si",
            ),
            _both(
                _MLSP(
                    "Data/Trial/Spanish/multilex_trial_es_ls.tsv",
                    10809,
                    "aa1d50ffc60c945ff90f01321555f054be8307275a1b16c8ac50d319689ead77",
                ),
                "spanish-trial",
                size=30,
                language="es",
            ),
        ),
    ),
    DataSet(
        name="evalita2009",
        title="EVALITA 2009, Italian lexical substitution",
        language="it",
        licence="CC BY-NC-SA 4.0",
        papers=(_TORAL_2009,),
        parts=(Part(name="trial"), Part(name="test")),
        ask="the European Language Grid (corpus 8421) or EVALITA, https://www.evalita.it/2009/tasks/lexical",
    ),
    DataSet(
        name="germeval2015",
        title="GermEval 2015 LexSub, German lexical substitution",
        language="de",
        licence="ask the organisers",
        papers=(_CHOLAKOV_2014,),
        parts=(Part(name="train"), Part(name="test")),
        ask="the organisers, https://sites.google.com/site/germeval2015",
    ),
    DataSet(
        name="twsi",
        title="TWSI 2.0, English nouns with substitutes by sense",
        language="en",
        licence="CC BY-SA 4.0",
        papers=(_BIEMANN_2012,),
        parts=(Part(name="all"),),
        ask="TUdatalib of the TU Darmstadt, https://tudatalib.ulb.tu-darmstadt.de/handle/tudatalib/2768 (50 MB)",
    ),
    DataSet(
        name="semeval2010",
        title="SemEval-2010 Task 2, English targets with Spanish substitutes",
        language="en, es",
        licence="ask the organisers",
        papers=(_MIHALCEA_2010,),
        parts=(Part(name="trial"), Part(name="test")),
        ask="the organisers (Mihalcea, Sinha, McCarthy), http://lit.csci.unt.edu/index.php/Semeval_2010",
    ),
)

PUBLISHED: dict[str, DataSet] = {data_set.name: data_set for data_set in _ALL}
