"""The signature of a score: everything that could make it another number, in one line."""

import hashlib
from dataclasses import replace

from stead import _version
from stead.core.gold import GoldStandard
from stead.rules.matching import Rules
from stead.scoring.settings import Settings

_HASH_SHOWN = 12
ALL = "all"
"""The group of all items."""


def signature(
    measure: str,
    group: str,
    gold: GoldStandard,
    settings: Settings,
    *,
    scored: int,
    table: str = "",
    run_format: str = "memory",
) -> str:
    """As in `oot@10|dup:once|match:lenient|min:2|...|items:1696/1703|gold:sha256:ab12...|v:1.0.0`."""
    rules = settings.rules
    parts = [
        measure,
        f"dup:{rules.duplicates}",
        f"match:{replace(rules, duplicates=Rules().duplicates)}",
        f"program:{settings.program}"
        if settings.program
        else f"min:{str(settings.threshold(gold)).removesuffix('.0')}",
        f"weights:{'graded' if gold.graded else 'counts'}",
        f"faults:{settings.policy}",
        f"from:{gold.source.format}/{run_format}",
    ]
    if settings.lemmatiser is not None:
        parts.append(f"lemmas:{settings.lemmatiser.name}")
    if settings.encoding is not None:
        parts.append(f"encoding:{settings.encoding}")
    if settings.gold_terms != "trimmed":
        parts.append(f"gold-terms:{settings.gold_terms}")
    if settings.names != "apart":
        parts.append(f"names:{settings.names}")
    if settings.separator:
        parts.append(f"sep:{settings.separator}")
    if settings.mapping is not None:
        parts.append(f"map:{shortened(settings.mapping.source.sha256)}")
    if settings.candidates is not None and "pool=candidates" in measure:
        parts.append(f"candidates:{shortened(digest(sorted(settings.candidates.items())))}")
    if settings.multiwords is not None:
        parts.append(f"mw:{shortened(settings.multiwords.source.sha256)}")
    if group != ALL:
        parts.append(f"group:{group}" + (f":{shortened(table)}" if table else ""))
    return "|".join([*parts, f"items:{scored}/{len(gold)}", f"gold:{shortened(gold.source.sha256)}", VERSION])


VERSION = f"v:{_version.__version__}"
"""How every signature ends."""


def digest(content: object) -> str:
    """The hash of something that prints itself in full."""
    return hashlib.sha256(repr(content).encode(errors="backslashreplace")).hexdigest()


def shortened(sha256: str) -> str:
    """As much of a hash as a signature shows."""
    return f"sha256:{sha256[:_HASH_SHOWN]}"
