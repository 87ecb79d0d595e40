"""The systems of the papers, one file each."""
