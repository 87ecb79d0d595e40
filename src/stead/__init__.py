"""stead: the workbench for lexical substitution."""
