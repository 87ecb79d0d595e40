"""The system blend: candidates, features of words and sentences, learning, and the trained models."""
