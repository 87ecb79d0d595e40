"""Measures: one file per published family; each measure is a value that prints and parses itself."""

from stead.measures.base import Measure
from stead.measures.registry import MEASURES, default_measures, parse_measure, parse_measures

__all__ = ["MEASURES", "Measure", "default_measures", "parse_measure", "parse_measures"]
