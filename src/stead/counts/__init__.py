"""Counts of any corpus: tables of frequencies, pairs and n-grams, and a model that maps them into memory."""

from stead.counts.corpus_counting import count_corpus
from stead.counts.count_model import Model, open_model
from stead.counts.count_settings import CountSettings
from stead.counts.engines import ENGINES

__all__ = ["ENGINES", "CountSettings", "Model", "count_corpus", "open_model"]
