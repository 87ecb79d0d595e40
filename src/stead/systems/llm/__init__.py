"""Language models at an endpoint: questions, answers that are kept and checked, limits, the system llm."""
