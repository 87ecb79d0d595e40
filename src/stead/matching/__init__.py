"""When are two substitutes the same? One immutable rule set, with presets."""

from stead.matching.rules import PRESETS, Rules, is_compound, is_multiword, parse_rules

__all__ = ["PRESETS", "Rules", "is_compound", "is_multiword", "parse_rules"]
