"""Neural networks: sentence encoders, causal and masked language models."""
