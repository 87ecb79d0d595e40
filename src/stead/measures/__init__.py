"""Measures: one file per published family; each measure is a value that prints and parses itself."""

from stead.measures.base import Measure
from stead.measures.registry import MEASURES, SUITES, default_measures, parse_measure, parse_measures

__all__ = ["MEASURES", "SUITES", "Measure", "default_measures", "parse_measure", "parse_measures"]
