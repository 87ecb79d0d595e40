"""Language models behind an endpoint: questions, answers that are kept and checked, limits, the system llm."""
