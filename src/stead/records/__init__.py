"""What results are made of: plain data that reports read, and that is written to and read from JSON by its fields."""
