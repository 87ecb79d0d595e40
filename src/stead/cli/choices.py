"""Names and defaults that help shows, so that help imports nothing heavy; a test compares them with the registries."""

DATASET_PARTS = (
    "semeval2007:test",
    "semeval2007:trial",
    "semeval2007:candidates",
    "coinco:all",
    "coinco:dev",
    "coinco:test",
    "swords:dev",
    "swords:test",
    "semdis2014:test",
    "tsar2022:en-trial",
    "tsar2022:en-test",
    "tsar2022:es-trial",
    "tsar2022:es-test",
    "tsar2022:pt-trial",
    "tsar2022:pt-test",
    "alexsis:es",
    "prolex:dev",
    "prolex:test",
    "sws:eval",
    "mlsp2024:catalan-trial",
    "mlsp2024:english-trial",
    "mlsp2024:filipino-trial",
    "mlsp2024:french-trial",
    "mlsp2024:german-trial",
    "mlsp2024:italian-trial",
    "mlsp2024:japanese-trial",
    "mlsp2024:portuguese-trial",
    "mlsp2024:sinhala-trial",
    "mlsp2024:spanish-trial",
    "evalita2009:trial",
    "evalita2009:test",
    "germeval2015:train",
    "germeval2015:test",
    "twsi:all",
    "semeval2010:trial",
    "semeval2010:test",
)
"""The published data sets, part by part."""
KINDS = ("items", "annotations", "ratings", "gold", "run", "mapping")
POSTHOC_KINDS = ("pool", "dispatch")
FORMATS = (
    "sws",
    "swords",
    "json",
    "stead",
    "annotations-csv",
    "ratings-csv",
    "melamud",
    "evalita",
    "semdis",
    "semeval-oot",
    "coinco",
    "semeval",
    "prolex",
    "twsi",
    "lexmturk",
    "tsar",
    "trec",
)
GOLD_FORMATS = ("stead", "evalita", "semdis", "semeval", "tsar", "trec")
"""Formats that golds can be written in."""
RUN_FORMATS = ("swords", "json", "stead", "melamud", "evalita", "semdis", "semeval-oot", "semeval", "tsar", "trec")
FAULTS = ("repair", "skip", "strict")

FORMS = ("text", "markdown", "latex", "tsv", "csv", "json")
"""Forms of output."""
PAGE_FORMS = (*FORMS, "html")
ENDINGS = (".csv", ".html", ".json", ".md", ".tex", ".tsv", ".txt")

MEASURES = (
    "best",
    "best-mode",
    "oot",
    "oot-mode",
    "mw-detection",
    "mw-identification",
    "jabbari-best",
    "jabbari-best1",
    "coverage",
    "rank",
    "semdis-best",
    "semdis-oot",
    "semdis-best-norm",
    "semdis-oot-norm",
    "p",
    "r",
    "gap",
    "mrr",
    "ndcg",
    "hit",
    "map",
    "potential",
    "acc-top1",
    "swords-f",
    "prolex-f",
)
SUITES = ("semeval", "multiwords", "jabbari", "semdis", "ranking", "retrieval", "tsar", "swords", "prolex")
MATCHING = ("lenient", "exact", "semdis")
PRESETS = ("semeval2007", "swords", "tsar", "semdis", "prolex", "melamud-gap")
WEIGHTS = ("auto", "counts", "graded")

TESTS = ("randomisation", "bootstrap", "wilcoxon", "sign")
UNITS = ("item", "lexelt")
CORRECTIONS = ("holm", "bh", "none")
INTERVALS = ("bca", "percentile")
DIVISIONS = ("pos", "lexelt", "item")
STUDY_MEASURES = "semdis-best-norm,semdis-oot-norm"

MACHINES = {
    "leave-out": "only people count",
    "include": "machines count as people do",
}
MERGES = {
    "posthoc": "the ratings only (Tanguy et al. 2018)",
    "added": "the counts of the first gold plus the ratings, rescaled to counts",
}
FILTER_RULES = {
    "unknown": (0, "ratings of what was not dispatched, of a rater with more of them than this"),
    "incomplete": (1.0, "a sitting with less than this share of its candidates rated"),
    "repeats": (1.0, "a rater whose repeated ratings differ by more than this on average"),
    "planted": (
        1 / 3,
        "a rater who accepts more than this share of the planted words (a rating of 2 or more, or good)",
    ),
    "straight": (0.98, "a sitting of which this share or more is the same rating"),
    "fast": (1.0, "a sitting with fewer seconds than this between two ratings (median)"),
}
"""Default threshold of each rule, and what it excludes."""
DESIGN = {
    "targets": (30, "target words"),
    "sentences": (10, "sentences of each target"),
    "annotators": (5, "people who give substitutes"),
    "runs": (9, "systems, besides the baseline"),
    "raters": (40, "people who rate the pool"),
    "bad_raters": (0, "raters who are not honest"),
    "size": (150, "candidates of a subset, at most"),
    "least": (3, "ratings of a candidate, at least"),
    "most": (7, "ratings of a candidate, at most"),
    "repeats": (0, "candidates shown again in each subset"),
    "planted": (0, "words that fit nowhere, in each subset"),
    "seed": (1, "random seed"),
}
"""Default of each parameter of a simulated campaign, and what it is."""
PEOPLE = (1, 2, 3, 4, 5, 7, 10, 15)
CAMPAIGNS = 5

TIERS = ("swift", "fine", "finest")
SYSTEMS = (
    "wordnet",
    "multiword",
    "dictionary",
    "distributional",
    "bow",
    "lm",
    "cmlc",
    "roundtrip",
    "blend",
    "llm",
    "swift",
    "fine",
    "finest",
)
TASKS = {
    "best": "the one best substitute",
    "oot": "up to ten",
    "mw": "the phrase that the target is part of",
    "coverage": "all that are good enough",
    "rank": "given candidates in order, with scores",
}
RUN_ENGINES = {
    "local": "processes of this machine",
    "spark": "Apache Spark, as it is configured: this machine or a cluster",
}
SIGNALS = {
    "english": ("ngrams", "surroundings"),
    "thesaurus": (),
    "thesaurus+vectors": ("surroundings",),
}
"""The usual signals of each kind of tables."""
ALL_SIGNALS = ("ngrams", "surroundings", "biencoder", "masked", "encoder", "translation", "causal", "llm")
TABLES = {
    "english": "WordNet, Moby, the BNC, GloVe and answers",
    "thesaurus": "a thesaurus and frequencies, for any language",
    "thesaurus+vectors": "the same with vectors, for languages that have some",
}

PARTS_OF_SPEECH = ("n", "v", "a", "r")
LAYOUTS = ("lines", "sentences", "wrapped")
DOCUMENTS = ("unknown", "files", "blank-lines")
ENGINES = ("duckdb", "spark")
SIMILARITIES = ("lin", "l1", "skew", "jaccard", "cosine")
PAPER_TABLES = (
    "mccarthy2007:counts",
    "mccarthy2007:example",
    "mccarthy2007:data",
    "mccarthy2007:agreement",
    "mccarthy2007:1",
    "mccarthy2007:2",
    "mccarthy2007:3",
    "mccarthy2007:4",
    "mccarthy2007:5",
    "mccarthy2007:6",
    "mccarthy2007:7",
    "mccarthy2007:8",
    "evalita2009:example",
    "jabbari2010:best",
    "jabbari2010:coverage",
    "jabbari2010:rank",
    "jabbari2010:ratios",
    "jabbari2010:1",
    "jabbari2010:2",
    "tanguy2018:figures",
    "tanguy2018:1",
    "tanguy2018:2",
    "tanguy2018:3",
)
