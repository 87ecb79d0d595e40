"""Where data came from."""

from stead.core.faults import Source


def test_a_message_names_the_file_as_the_user_did() -> None:
    assert Source("run", "0" * 64, "semeval", "runs/run.txt").location == "runs/run.txt"


def test_a_message_names_what_came_from_no_file() -> None:
    assert Source("run 1", "0" * 64).location == "run 1"


def test_data_made_in_memory_say_so() -> None:
    assert Source("run 1", "0" * 64).format == "memory"
