"""The nouns of the field and what every package shares: errors, faults, text, extras, parallel work.

Import each name from its module: half of them need NumPy, and those who look a word up do not.
"""
