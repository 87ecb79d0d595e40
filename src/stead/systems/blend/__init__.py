"""The system blend: what it knows of words, what sentences tell it, how it learns, and the models it comes with."""
