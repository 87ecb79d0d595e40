"""What users call: paths in, results out. `stead/__init__.py` names what is public."""
