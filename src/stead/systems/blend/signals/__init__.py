"""What a sentence says of candidates: one file for each signal."""
