"""The field's definitions, each once: when two substitutes are equal, and what counts."""
