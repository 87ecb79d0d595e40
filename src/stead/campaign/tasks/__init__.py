"""The two kinds of task: annotating items and rating candidates."""
