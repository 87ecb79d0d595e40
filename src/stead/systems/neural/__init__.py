"""Neural models: what they say of a word in its sentence, whoever made them."""
