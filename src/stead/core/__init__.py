"""The nouns of the field and what every package shares: errors, faults, text, extras, parallel work.

Import each name from its module: half of the modules need NumPy, which looking a word up does not.
"""
