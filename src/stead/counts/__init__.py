"""Counts from any corpus: tables of frequencies, pairs and n-grams, and a reader that maps them into memory."""

from stead.counts.counting import count_corpus
from stead.counts.engines import ENGINES
from stead.counts.model import Model, open_model
from stead.counts.settings import CountSettings

__all__ = ["ENGINES", "CountSettings", "Model", "count_corpus", "open_model"]
