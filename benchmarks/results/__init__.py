"""The page of results: how good the systems are, and what they cost, from a list of runs."""
