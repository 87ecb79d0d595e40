"""Neural networks that look at sentences: encoders, language models that read on, and those that fill in gaps."""
