"""The field's definitions, each once: when two substitutes are equal, the mode, a gold multiword, what counts."""
