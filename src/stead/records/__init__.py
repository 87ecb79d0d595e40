"""The records that results are made of: plain data, written to and read from JSON by its fields."""
